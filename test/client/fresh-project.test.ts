/** A project that has nothing but the package compiles against the client in strict mode, and reaches every operation. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { OPERATIONS, type OperationId } from '../../src/client/index.js';
import { storeApp } from '../support/app.js';
import { createTestDatabase } from '../support/database.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const tsc = path.join(root, 'node_modules/.bin/tsc');
const project = mkdtempSync(path.join(tmpdir(), 'cardwise-client-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));

const service = await storeApp(await createTestDatabase());
const address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;

interface Documented {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>
    >;
  };
}
const document = JSON.parse(readFileSync(path.join(root, 'openapi/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Documented>>;
};

const QUESTION = {
  workload: { scenario: 'llm-inference', model: 'llama-3.1-8b', concurrency: 2 },
  currency: 'CNY',
};

/** Something to send: examples of the document, and names that are there. */
function inputFor(id: OperationId): Readonly<Record<string, unknown>> {
  const { method, path: template } = OPERATIONS[id];
  const operation = document.paths[template]?.[method.toLowerCase()];
  const names = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? '');
  const samples: Readonly<Record<string, string>> = { provider: 'alpha', code: 'not-found' };
  const body = Object.values(operation?.requestBody?.content ?? {}).flatMap(({ examples }) =>
    Object.values(examples ?? {}),
  )[0]?.value;
  return {
    ...(names.length === 0 ? {} : { path: Object.fromEntries(names.map((name) => [name, samples[name] ?? 'none'])) }),
    ...(operation?.requestBody === undefined ? {} : { body: body ?? {} }),
    ...(id === 'recommend' ? { body: QUESTION } : {}),
    ...(id === 'createQuote' ? { body: { request: QUESTION } } : {}),
    ...(id === 'exportQuote' ? { query: { format: 'focus' } } : {}),
    ...(id === 'compareQuotes' ? { query: { with: 'none' } } : {}),
  };
}

describe('a fresh project', () => {
  it('compiles in strict mode and makes each call', async () => {
    const installed = path.join(project, 'node_modules/cardwise');
    mkdirSync(installed, { recursive: true });
    const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { exports: unknown };
    writeFileSync(
      path.join(installed, 'package.json'),
      JSON.stringify({ name: 'cardwise', type: 'module', version: '0.0.0', exports }),
    );
    const built = [
      '--outDir',
      path.join(installed, 'dist/src'),
      '--rootDir',
      path.join(root, 'src'),
      '--declaration',
      '--noEmit',
      'false',
    ];
    writeFileSync(
      path.join(project, 'tsconfig.client.json'),
      JSON.stringify({
        extends: path.join(root, 'tsconfig.json'),
        include: [path.join(root, 'src/client/index.ts')],
        exclude: [],
        compilerOptions: { typeRoots: [path.join(root, 'node_modules/@types')] },
      }),
    );
    execFileSync(tsc, ['-p', path.join(project, 'tsconfig.client.json'), ...built], { stdio: 'pipe' });

    const ids = Object.keys(OPERATIONS) as OperationId[];
    const calls = ids
      .filter((id) => id !== 'recommendBatch')
      .map((id) => `  ['${id}', () => client.${id}(input<Input<'${id}'>>('${id}'))],`)
      .join('\n');
    writeFileSync(
      path.join(project, 'main.ts'),
      `import { type BatchLine, createClient, type Input, type Problem, unwrap } from 'cardwise/client';

const client = createClient({ baseUrl: ${JSON.stringify(address)}, maxRetries: 0 });
const inputs: Readonly<Record<string, unknown>> = ${JSON.stringify(Object.fromEntries(ids.map((id) => [id, inputFor(id)])))};
const input = <T>(id: string): T => inputs[id] as T;
const calls: readonly (readonly [string, () => Promise<{ ok: boolean; status: number; problem?: Problem }>])[] = [
${calls}
];
const seen: Record<string, string> = {};
for (const [id, call] of calls) {
  const result = await call();
  seen[id] = result.ok ? String(result.status) : \`\${result.status} \${result.problem?.code}\`;
}
const line: BatchLine = { id: 'a', request: { workload: { scenario: 'llm-inference', model: 'llama-3.1-8b', concurrency: 2 }, currency: 'CNY' } };
for await (const answer of client.recommendBatch([line])) seen['recommendBatch'] = String(answer.status);
const reply = unwrap(await client.recommend({ body: line.request }));
const monthly: string | undefined = reply.plans[0]?.cost.monthly?.amount;
// @ts-expect-error A misspelt field does not compile.
void client.recommend({ body: { ...line.request, workload: { scenario: 'llm-inference', modell: 'x' } } });
console.log(JSON.stringify({ seen, monthly }));
process.exit(0);
declare const process: { exit(code: number): never };
`,
    );
    writeFileSync(path.join(project, 'package.json'), JSON.stringify({ type: 'module' }));
    writeFileSync(
      path.join(project, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
          ...{ target: 'ES2022', lib: ['ES2022', 'DOM', 'DOM.AsyncIterable', 'DOM.Iterable'], types: [] },
          ...{ module: 'NodeNext', moduleResolution: 'NodeNext', outDir: 'out' },
        },
        files: ['main.ts'],
      }),
    );
    const compiled = (() => {
      try {
        return execFileSync(tsc, ['-p', project], { encoding: 'utf8', stdio: 'pipe' });
      } catch (error) {
        return String((error as { stdout?: string }).stdout);
      }
    })();
    expect(compiled).toBe('');

    const output = await new Promise<string>((resolve, reject) => {
      const child = spawn(process.execPath, [path.join(project, 'out/main.js')], { stdio: ['ignore', 'pipe', 'pipe'] });
      let text = '';
      child.stdout.on('data', (chunk) => {
        text += String(chunk);
      });
      child.stderr.on('data', (chunk) => {
        text += String(chunk);
      });
      child.on('error', reject).on('exit', () => resolve(text));
    });
    const { seen, monthly } = JSON.parse(output) as { seen: Record<string, string>; monthly: string };
    expect(monthly).toMatch(/^[0-9]+\.[0-9]{2}$/);
    expect(Object.keys(seen).sort()).toEqual([...ids].sort());
    // Every call found its route: what is refused is refused for what was sent.
    const strange = Object.entries(seen).filter(
      ([, status]) => !/^(200|201|204|202|400|404 not-found|409|412|415|422|428)/.test(status),
    );
    expect(strange).toEqual([]);
    expect(seen).toMatchObject({
      recommend: '200',
      createQuote: '201',
      recommendBatch: '200',
      listQuotes: '200',
      listScenarios: '200',
      livez: '200',
    });
  }, 120_000);
});
