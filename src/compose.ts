/** The only file that knows every part: joins database, engine, use cases and HTTP into one application. */
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { readSeed, SEED_DATA_DIRECTORY } from '../prisma/seed/read-seed.js';
import { buildApp } from './app.js';
import { bootstrapFirstKey } from './application/api-keys.js';
import { inProcessEngine } from './application/in-process-engine.js';
import type { KeyRing, Writes } from './application/ports.js';
import type { AccuracySection } from './application/read-accuracy.js';
import { createUseCases } from './application/use-cases.js';
import type { Config } from './config.js';
import type { Catalogue } from './engine/catalogue/catalogue.js';
import { warmCatalogue } from './engine/warm.js';
import { loadSolver } from './solver.js';
import { followKeys, keyReader } from './store/api-keys.js';
import { auditLog } from './store/audit-log.js';
import { calibrationReader, openCalibrationBook } from './store/calibrations.js';
import { followCatalogue } from './store/catalogue-reader.js';
import { sheetComparer } from './store/compare-sheets.js';
import { openDatabase } from './store/database.js';
import { openPriceBookShelf, priceBookReader } from './store/price-books.js';
import { quarantineReader } from './store/price-imports.js';
import { priceJobLog } from './store/price-jobs.js';
import { priceSheetReader } from './store/price-sheets.js';
import { openQuestionLog } from './store/question-log.js';
import { quoteReader } from './store/quotes.js';
import { applySeed } from './store/seed.js';
import { loadSigningKey, rememberSigningKey } from './store/signing-key.js';
import { storeHealth } from './store/store-health.js';
import { writesTo } from './store/writes.js';
import { openEnginePool } from './workers/engine-pool.js';

export interface Composition {
  readonly app: FastifyInstance;
  /** Makes ahead what the catalogue, and each later one, derives at its first question; questions go first. */
  warm(): void;
  /** Gives back what the parts hold; the application is closed before. */
  close(): Promise<void>;
}

export interface ComposeOptions {
  readonly config: Config;
  readonly connectionString: string;
  readonly log: FastifyBaseLogger;
}

/** How long a key that was revoked on another replica may go on working here. */
const KEY_POLL_SECONDS = 5;
/** Pause between two steps of warming: what waits is answered in it. */
const WARMING_PAUSE_MS = 20;
/** How often the questions that were asked are written down. */
const QUESTION_FLUSH_SECONDS = 10;

export async function compose({ config, connectionString, log }: ComposeOptions): Promise<Composition> {
  const onTrouble = (error: unknown, what: string) => log.warn({ err: error }, what);
  const database = openDatabase(connectionString, {
    poolSize: config.DATABASE_POOL_SIZE,
    onConnectionError: (error) => onTrouble(error, 'a database connection failed'),
  });
  const seeded = await applySeed(database, readSeed());
  if (seeded.isApplied) log.info({ seed: seeded }, 'catalogue of this release applied');
  let onRefreshed = () => {};
  const reader = await followCatalogue({
    database,
    connectionString,
    pollSeconds: config.CATALOGUE_POLL_SECONDS,
    onTrouble,
    onRefreshed: ({ catalogue }) => {
      log.info({ catalogue: catalogue.version }, 'catalogue read');
      onRefreshed();
    },
  });
  const calibrations = await openCalibrationBook(database, onTrouble);
  const priceBooks = await openPriceBookShelf(database, onTrouble);
  const questions = openQuestionLog({ database, flushSeconds: QUESTION_FLUSH_SECONDS, onTrouble });
  const warmer = makeWarmer(() => reader.current().catalogue, onTrouble);
  onRefreshed = () => {
    warmer.next();
    void calibrations.refresh();
    void priceBooks.refresh();
  };
  const keyRing = await followKeys({ database, pollSeconds: KEY_POLL_SECONDS, onTrouble });
  const writes = writesTo(database);
  if (config.AUTH === 'keys') await makeFirstKey(writes, keyRing, config, log);

  const signer = await loadSigningKey(
    config.QUOTE_SIGNING_KEY_FILE ?? path.join(config.DATA_DIR, 'quote-signing-key.pem'),
  );
  await rememberSigningKey(database, signer);

  const pool = openEnginePool();
  const useCases = createUseCases({
    accuracy: committedAccuracy(),
    engine: inProcessEngine(await loadSolver()),
    // One more line is read than there are threads, so that none waits for the network.
    batchEngine: { width: pool.size * 2, recommend: pool.recommend },
    clock: { now: () => new Date() },
    reader,
    writes,
    calibrations,
    calibrationReader: calibrationReader(database),
    priceSheets: priceSheetReader(database),
    importLog: priceJobLog(database, 'import'),
    impactLog: priceJobLog(database, 'impact'),
    impactEngine: pool,
    quarantine: quarantineReader(database),
    questions,
    requiresPriceApproval: config.PRICE_APPROVAL,
    priceBooks,
    priceBookReader: priceBookReader(database),
    sheetComparer: sheetComparer(database),
    keyRing,
    keys: keyReader(database),
    audit: auditLog(database),
    health: storeHealth(database),
    quotes: quoteReader(database),
    signer,
  });
  const perMinute = config.RATE_LIMIT_PER_MINUTE;
  const app = await buildApp(useCases, {
    auth: config.AUTH,
    version: serviceVersion(),
    logger: log,
    corsOrigins: config.CORS_ORIGINS,
    limits: { read: perMinute, plan: perMinute, write: perMinute },
    trustProxy: config.TRUST_PROXY,
  });
  return {
    app: app as unknown as FastifyInstance,
    warm: warmer.start,
    async close() {
      warmer.stop();
      await useCases.impacts.stop();
      await pool.close();
      await questions.stop();
      keyRing.stop();
      await reader.stop();
      await database.$disconnect();
    },
  };
}

/** Warms the current catalogue step by step once started, and anew after each change. */
function makeWarmer(
  current: () => Catalogue,
  onTrouble: (error: unknown, what: string) => void,
): { start(): void; next(): void; stop(): void } {
  let isOn = false;
  let timer: NodeJS.Timeout | undefined;
  const next = () => {
    clearTimeout(timer);
    if (!isOn) return;
    const steps = warmCatalogue(current());
    const step = () => {
      try {
        if (!steps.next().done) timer = setTimeout(step, WARMING_PAUSE_MS).unref();
      } catch (error) {
        onTrouble(error, 'the catalogue could not be warmed');
      }
    };
    timer = setTimeout(step, WARMING_PAUSE_MS).unref();
  };
  return {
    start() {
      isOn = true;
      next();
    },
    next,
    stop() {
      isOn = false;
      clearTimeout(timer);
    },
  };
}

/** Where keys are asked for and there is none, nobody could make one: the first is left in a file that only we can read. */
async function makeFirstKey(writes: Writes, keyRing: KeyRing, config: Config, log: FastifyBaseLogger): Promise<void> {
  const file = path.join(config.DATA_DIR, 'first-api-key');
  const key = await bootstrapFirstKey(writes, keyRing, async (secret) => {
    await mkdir(config.DATA_DIR, { recursive: true });
    await writeFile(file, `${secret}\n`, { mode: 0o600 });
  });
  if (key !== null)
    log.warn({ file, prefix: key.prefix }, 'the first API key was made; take it from this file and remove it');
}

/** What `npm run validate -- --write` committed. */
function committedAccuracy(): readonly AccuracySection[] {
  const file = path.join(SEED_DATA_DIRECTORY, 'accuracy.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { sections: AccuracySection[] }).sections;
}

function serviceVersion(): string {
  for (const up of ['..', '../..']) {
    try {
      const file = fileURLToPath(new URL(`${up}/package.json`, import.meta.url));
      return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
    } catch {
      // Beside the sources it is one folder up, in dist/ two.
    }
  }
  return 'unknown';
}
