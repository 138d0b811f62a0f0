/**
 * Writes openapi.json and the examples beside it from the schemas that validate; with `--check` it only says whether they
 * are current.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApp } from '../src/app.js';
import { createUseCases } from '../src/application/use-cases.js';

const here = path.dirname(fileURLToPath(import.meta.url));
const { version } = JSON.parse(readFileSync(path.join(here, '../package.json'), 'utf8')) as { version: string };

/** Describing the service asks nothing of its parts. */
const absent = () => {
  throw new Error('The document is made without a catalogue.');
};
const absentJobs = { start: absent, progress: absent, end: absent, cancel: absent, find: absent, list: absent };
const useCases = createUseCases({
  accuracy: [],
  engine: { recommend: absent, evaluate: absent, estimateCost: absent, planCapacity: absent, consolidate: absent },
  clock: { now: () => new Date(0) },
  reader: { current: absent, refresh: absent },
  writes: { transact: absent },
  calibrations: { of: absent, refresh: absent },
  calibrationReader: { list: absent, find: absent },
  priceSheets: { list: absent, find: absent, rows: absent },
  importLog: absentJobs,
  impactLog: absentJobs,
  impactEngine: { priceImpact: absent },
  quarantine: { list: absent, counts: absent },
  questions: { note: absent, latest: absent },
  priceBooks: { of: absent, refresh: absent },
  priceBookReader: { list: absent, find: absent },
  sheetComparer: { compare: absent, changes: absent, summary: absent },
  keyRing: { find: absent, refresh: absent },
  keys: { list: absent, find: absent },
  audit: { list: absent },
  health: { isReachable: absent },
  quotes: { list: absent, find: absent, events: absent, publicKeys: absent },
  signer: { keyId: '', sign: absent },
});

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly examples?: Examples }>> };
}
type Examples = Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;

/** File name → content. */
async function generate(): Promise<ReadonlyMap<string, string>> {
  const app = await buildApp(useCases, { auth: 'open', version });
  await app.ready();
  const document = app.openapi() as { paths: Record<string, Record<string, Operation>> };
  const files = new Map([['openapi.json', show(document)]]);
  for (const [url, methods] of Object.entries(document.paths)) {
    for (const [method, { operationId, requestBody }] of Object.entries(methods)) {
      for (const { examples } of Object.values(requestBody?.content ?? {})) {
        for (const [name, { summary, value }] of Object.entries(examples ?? {})) {
          const file = `examples/${operationId}.${name}.json`;
          files.set(file, show({ summary, method: method.toUpperCase(), url, body: value }));
        }
      }
    }
  }
  await app.close();
  return files;
}

function show(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(path.join(here, file), 'utf8');
  } catch {
    return undefined;
  }
}

function present(): readonly string[] {
  try {
    return readdirSync(path.join(here, 'examples')).map((name) => `examples/${name}`);
  } catch {
    return [];
  }
}

const files = await generate();
const changed = [...files.keys()].filter((file) => read(file) !== files.get(file));
const gone = present().filter((file) => !files.has(file));
if (process.argv.includes('--check')) {
  if (changed.length + gone.length > 0) {
    console.error(`Not current (\`npm run openapi\` writes them): ${[...changed, ...gone].join(', ')}`);
    process.exitCode = 1;
  } else console.log('openapi.json and its examples are current.');
} else {
  mkdirSync(path.join(here, 'examples'), { recursive: true });
  for (const file of changed) writeFileSync(path.join(here, file), files.get(file) ?? '');
  for (const file of gone) rmSync(path.join(here, file));
  console.log(changed.length + gone.length === 0 ? 'Nothing changed.' : `Wrote ${[...changed, ...gone].join(', ')}`);
}
