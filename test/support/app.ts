/**
 * The HTTP service for tests: on a catalogue in memory (what can be read and planned, nothing to write to), or on a real
 * database. Every reply that comes through `call` is checked against the served document.
 */
import { generateKeyPairSync } from 'node:crypto';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import supertest from 'supertest';
import { afterAll } from 'vitest';
import { type AppOptions, buildApp } from '../../src/app.js';
import { hashOf, mintKey } from '../../src/application/authenticate.js';
import { CATALOGUE_KINDS, type CatalogueKindName, keyOf } from '../../src/application/catalogue-kinds.js';
import { inProcessEngine } from '../../src/application/in-process-engine.js';
import type { ApiKey, CatalogueEntry, Clock, Scope } from '../../src/application/ports.js';
import { Problem } from '../../src/application/problems.js';
import { createUseCases, type Ports, type UseCases } from '../../src/application/use-cases.js';
import { type CatalogueSnapshot, openCatalogue } from '../../src/engine/index.js';
import type { App } from '../../src/http/app-types.js';
import { followKeys, keyReader, type LiveKeyRing } from '../../src/store/api-keys.js';
import { auditLog } from '../../src/store/audit-log.js';
import { calibrationReader, openCalibrationBook } from '../../src/store/calibrations.js';
import { followCatalogue, type LiveCatalogue } from '../../src/store/catalogue-reader.js';
import { catalogueView } from '../../src/store/catalogue-view.js';
import { sheetComparer } from '../../src/store/compare-sheets.js';
import { openPriceBookShelf, priceBookReader } from '../../src/store/price-books.js';
import { quarantineReader } from '../../src/store/price-imports.js';
import { priceJobLog } from '../../src/store/price-jobs.js';
import { priceSheetReader } from '../../src/store/price-sheets.js';
import { openQuestionLog } from '../../src/store/question-log.js';
import { quoteReader } from '../../src/store/quotes.js';
import { applySeed } from '../../src/store/seed.js';
import { quoteSigner, rememberSigningKey } from '../../src/store/signing-key.js';
import { storeHealth } from '../../src/store/store-health.js';
import { writesTo } from '../../src/store/writes.js';
import type { TestDatabase } from './database.js';
import { inProcessImpactEngine } from './impact-engine.js';
import { smallSnapshot } from './small-catalogue.js';

export const TODAY = '2026-11-30';
export const fixedClock: Clock = { now: () => new Date(`${TODAY}T08:00:00.000Z`) };
/** Signs the quotes of the tests. */
export const testSigner = quoteSigner(generateKeyPairSync('ed25519').privateKey);
const unavailable = async (): Promise<never> => {
  throw new Problem('database-unavailable');
};

const absentJobs = {
  start: unavailable,
  progress: unavailable,
  end: unavailable,
  cancel: unavailable,
  find: unavailable,
  list: unavailable,
};

export interface StoredKey {
  readonly key: ApiKey;
  readonly secretHash: string;
  readonly secret: string;
}

/** A key as the ring holds it, with its secret. */
export function storedKey(scopes: readonly Scope[], part: Partial<ApiKey> = {}): StoredKey {
  const { secret, prefix } = mintKey();
  const key: ApiKey = {
    id: crypto.randomUUID(),
    tenant: 'default',
    name: 'test',
    prefix,
    scopes,
    rotates: null,
    createdBy: null,
    createdAt: fixedClock.now().toISOString(),
    expiresAt: null,
    revokedAt: null,
    ...part,
  };
  return { key, secret, secretHash: hashOf(secret) };
}

export function memoryPorts(snapshot: CatalogueSnapshot = smallSnapshot(), keys: readonly StoredKey[] = []): Ports {
  const entries = Object.fromEntries(
    Object.values(CATALOGUE_KINDS).map((kind) => [
      kind.name,
      snapshot[kind.collection].map(
        (facts): CatalogueEntry => ({
          key: keyOf(kind, facts),
          facts,
          version: 1,
          origin: 'seed',
          isRetired: 'saleStatus' in facts && facts.saleStatus === 'retired',
          updatedAt: '2026-11-01T00:00:00.000Z',
        }),
      ),
    ]),
  ) as unknown as Record<CatalogueKindName, CatalogueEntry[]>;
  const view = catalogueView(openCatalogue(snapshot), entries, fixedClock.now());
  return {
    engine: inProcessEngine(),
    clock: fixedClock,
    reader: { current: () => view, refresh: async () => undefined },
    writes: { transact: unavailable },
    calibrations: { of: () => [], refresh: async () => undefined },
    calibrationReader: { list: unavailable, find: unavailable },
    priceSheets: { list: unavailable, find: unavailable, rows: unavailable },
    importLog: absentJobs,
    impactLog: absentJobs,
    impactEngine: inProcessImpactEngine(),
    quarantine: { list: unavailable, counts: unavailable },
    questions: { note: () => undefined, latest: unavailable },
    priceBooks: { of: () => null, refresh: async () => undefined },
    priceBookReader: { list: unavailable, find: unavailable },
    sheetComparer: { compare: unavailable, changes: unavailable, summary: unavailable },
    keyRing: { find: (prefix) => keys.find(({ key }) => key.prefix === prefix), refresh: async () => undefined },
    keys: { list: unavailable, find: unavailable },
    audit: { list: unavailable },
    accuracy: [
      {
        task: 'timePerOutputTokenMs',
        split: 'interpolation',
        group: 'all',
        count: 10,
        medianApe: 0.05,
        within25: 0.95,
      },
      { task: 'timePerOutputTokenMs', split: 'unseen card', group: 'all', count: 10, medianApe: 0.15, within25: 0.7 },
    ],
    health: { isReachable: async () => false },
    quotes: { list: unavailable, find: unavailable, events: unavailable, publicKeys: unavailable },
    signer: testSigner,
  };
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came.
  readonly body: any;
  readonly text: string;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string;
}

export type Call = (method: string, url: string, options?: CallOptions) => Promise<Reply>;

export interface TestApp {
  readonly app: App;
  readonly useCases: UseCases;
  /** Calls the service over a socket, and checks the reply against the document. */
  readonly call: Call;
}

const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const UNLIMITED = { read: 1e6, plan: 1e6, write: 1e6, failed: 1e6 };

/** Call at the top of a test file; closed after its tests. */
export async function testApp(ports: Partial<Ports> = {}, options: Partial<AppOptions> = {}): Promise<TestApp> {
  const useCases = createUseCases({ ...memoryPorts(), ...ports });
  const app = await buildApp(useCases, {
    auth: 'open',
    version: '0.0.0-test',
    limits: UNLIMITED,
    maxEventLoopDelayMs: 1e9,
    ...options,
  });
  await app.ready();
  await app.listen({ host: '127.0.0.1', port: 0 });
  closers.push(() => {
    app.server.closeAllConnections();
    return app.close();
  });
  return { app, useCases, call: caller(app) };
}

export interface StoreApp extends TestApp {
  readonly reader: LiveCatalogue;
  readonly keyRing: LiveKeyRing;
}

/** The whole service on a database, seeded with the small catalogue unless it was seeded before. */
export async function storeApp(
  { client, connectionString }: TestDatabase,
  options: Partial<AppOptions> = {},
  seed: CatalogueSnapshot = smallSnapshot(),
  ports: Partial<Ports> = {},
): Promise<StoreApp> {
  await applySeed(client, seed);
  await rememberSigningKey(client, testSigner);
  const onTrouble = () => undefined;
  let onRefreshed = () => {};
  const reader = await followCatalogue({
    database: client,
    connectionString,
    pollSeconds: 1,
    onTrouble,
    onRefreshed: () => onRefreshed(),
  });
  const calibrations = await openCalibrationBook(client, onTrouble);
  const priceBooks = await openPriceBookShelf(client, onTrouble);
  const questions = openQuestionLog({ database: client, flushSeconds: 3600, onTrouble });
  closers.push(() => questions.stop());
  onRefreshed = () => {
    void calibrations.refresh();
    void priceBooks.refresh();
  };
  const keyRing = await followKeys({ database: client, pollSeconds: 1, onTrouble });
  closers.push(async () => {
    keyRing.stop();
    await reader.stop();
  });
  const app = await testApp(
    {
      clock: { now: () => new Date() },
      reader,
      keyRing,
      writes: writesTo(client),
      calibrations,
      calibrationReader: calibrationReader(client),
      priceSheets: priceSheetReader(client),
      importLog: priceJobLog(client, 'import'),
      impactLog: priceJobLog(client, 'impact'),
      quarantine: quarantineReader(client),
      questions,
      priceBooks,
      priceBookReader: priceBookReader(client),
      sheetComparer: sheetComparer(client),
      keys: keyReader(client),
      audit: auditLog(client),
      health: storeHealth(client),
      quotes: quoteReader(client),
      ...ports,
    },
    options,
  );
  return { ...app, reader, keyRing };
}

interface Operation {
  readonly responses: Readonly<
    Record<string, { $ref?: string; content?: Readonly<Record<string, { schema: object }>> }>
  >;
}
interface OpenapiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Operation['responses'];
    readonly schemas: Readonly<Record<string, object>>;
  };
}

function caller(app: App): Call {
  const check = replyChecker(app.openapi() as unknown as OpenapiDocument);
  return async (method, url, { body, headers = {}, key } = {}) => {
    let call = supertest(app.server)[method.toLowerCase() as 'get'](url);
    for (const [name, value] of Object.entries(headers)) call = call.set(name, value);
    if (key !== undefined) call = call.set('authorization', `Bearer ${key}`);
    const reply = await (body === undefined ? call : call.send(body as object));
    const { status, text } = reply;
    check(method, url, status, String(reply.headers['content-type'] ?? ''), reply.body, text);
    return { status, headers: reply.headers as Record<string, string>, body: reply.body, text };
  };
}

/** Refuses a status or a body that the document does not promise. */
function replyChecker(document: OpenapiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  ajvFormats.default(ajv);
  const validators = new Map<object, ValidateFunction>();
  const validatorOf = (schema: object): ValidateFunction => {
    const known = validators.get(schema);
    if (known !== undefined) return known;
    const made = ajv.compile({ ...schema, components: { schemas: withoutMappings(document.components.schemas) } });
    validators.set(schema, made);
    return made;
  };
  const templates = Object.entries(document.paths).map(([template, methods]) => ({
    methods,
    matches: new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`),
    literal: !template.includes('{'),
  }));

  return (method: string, url: string, status: number, type: string, body: unknown, text: string) => {
    const where = `${method} ${url} → ${status}`;
    if (status >= 400 && method !== 'HEAD') {
      if (!type.startsWith('application/problem+json'))
        throw new Error(`${where} is "${type}", no problem: ${text.slice(0, 300)}`);
      assertShape(validatorOf(problemSchema), problemOf(body, text), where);
    }
    const path = url.split('?')[0] ?? '';
    const found = templates
      .filter(({ matches }) => matches.test(path))
      .sort((a, b) => Number(b.literal) - Number(a.literal))[0];
    const operation = found?.methods[method.toLowerCase()];
    if (operation === undefined) return;
    const declared = operation.responses[status];
    if (declared === undefined) throw new Error(`${where} is not in the document`);
    const schema = declared.content?.[type.split(';')[0] ?? '']?.schema;
    if (schema !== undefined && type.startsWith('application/json')) assertShape(validatorOf(schema), body, where);
    if (declared.$ref === undefined && declared.content !== undefined && schema === undefined)
      throw new Error(`${where} is "${type}", which the document does not have`);
  };
}

const problemSchema = { $ref: '#/components/schemas/Problem' };

function problemOf(body: unknown, text: string): unknown {
  return body !== null && typeof body === 'object' && 'code' in body ? body : JSON.parse(text);
}

function withoutMappings(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMappings);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => !(name === 'discriminator' && typeof inner === 'object'))
      .map(([name, inner]) => [name, withoutMappings(inner)]),
  );
}

function assertShape(validate: ValidateFunction, body: unknown, where: string): void {
  if (validate(body)) return;
  const faults = (validate.errors ?? [])
    .slice(0, 5)
    .map((e) => `${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`);
  throw new Error(`${where} does not have the shape that the document promises:\n${faults.join('\n')}`);
}
