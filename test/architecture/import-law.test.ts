/** Who may import whom. A rule that nothing checks erodes, so this reads the import lines and fails on a breach. */
import { describe, expect, it } from 'vitest';
import { listFolders, listProviders, parseSource, readSources, type SourceFile } from './source-files.js';

interface Law {
  /** Folders of `src/` (beside its own), or single files of them. */
  readonly ours: readonly string[];
  /** Packages, by exact name or as a scope ending in `/`. */
  readonly packages: readonly string[];
  /** Parts of Node; true = any. */
  readonly node: readonly string[] | true;
}

/** The table of the design, one row a folder. A folder that is missing here may not exist. */
const LAWS: Readonly<Record<string, Law>> = {
  engine: { ours: [], packages: ['typebox', 'decimal.js', 'highs'], node: [] },
  feeds: {
    ours: ['engine'],
    packages: ['typebox', 'decimal.js', 'csv-parse', 'stream-json', 'stream-chain', 'yaml'],
    node: ['node:stream', 'node:string_decoder', 'node:zlib', 'node:crypto'],
  },
  exports: {
    ours: ['engine'],
    packages: ['typebox', 'decimal.js', 'csv-stringify', 'yaml', '@cdktf/'],
    node: ['node:crypto'],
  },
  application: {
    ours: ['engine', 'feeds', 'exports'],
    packages: ['typebox', 'decimal.js', 'canonicalize'],
    node: ['node:crypto', 'node:stream', 'node:timers/promises'],
  },
  http: {
    ours: ['application', 'engine'],
    packages: ['typebox', 'ajv', 'ajv-formats', 'fastify', 'fastify-plugin', '@fastify/', 'prom-client', 'pino'],
    node: true,
  },
  store: {
    ours: ['engine', 'application/ports', 'application/catalogue-kinds', 'application/problems', 'application/quotes'],
    packages: ['typebox', 'pg', '@prisma/', 'decimal.js', 'canonicalize'],
    node: true,
  },
  // Without a server the command line is one: it starts the service in its own process.
  cli: {
    ours: [
      'client',
      'engine',
      'feeds',
      'exports',
      'config',
      'app',
      'application',
      'workers',
      'solver',
      'compose',
      'store',
      '../prisma/seed',
    ],
    packages: ['cli-table3', 'cli-progress', 'yaml', 'pino'],
    node: true,
  },
  workers: {
    ours: ['engine', 'solver'],
    packages: [],
    node: ['node:worker_threads', 'node:os', 'node:url', 'node:module'],
  },
  // The generator reads and writes files; the client itself runs in browsers, too (test/client holds it to that).
  client: { ours: [], packages: [], node: ['node:fs', 'node:url'] },
};

/** These know every part, and hold no logic. */
const ENTRIES = new Set(['server.ts', 'compose.ts']);
const TOP_FILES: Readonly<Record<string, Law>> = {
  'app.ts': {
    ours: ['http', 'application', 'engine'],
    packages: ['fastify', '@fastify/', 'typebox', 'pino'],
    node: true,
  },
  'solver.ts': { ours: ['engine'], packages: ['highs'], node: [] },
  'config.ts': { ours: [], packages: ['typebox'], node: ['node:fs', 'node:path', 'node:url'] },
  'heap-settings.ts': { ours: [], packages: [], node: ['node:v8'] },
};

function breaches({ file, area, imports }: SourceFile): string[] {
  if (ENTRIES.has(file)) return [];
  const law = LAWS[area] ?? TOP_FILES[file];
  if (!law) return [`${file}: no law for ${area}; a new folder needs one`];
  return imports.flatMap(({ target }) => {
    const isAllowed = target.startsWith('node:')
      ? law.node === true || law.node.includes(target)
      : target.startsWith('/')
        ? [area, ...law.ours].some((ours) => target.startsWith(`/${ours}/`) || target === `/${ours}.js`)
        : law.packages.some((name) => target === name || target.startsWith(name.endsWith('/') ? name : `${name}/`));
    return isAllowed ? [] : [`${file} imports ${target}`];
  });
}

const sources = readSources();

describe('imports', () => {
  it('keep to the table', () => {
    expect(sources.flatMap(breaches)).toEqual([]);
  });

  it('are found by this test at all', () => {
    const wrong = parseSource(
      'engine/sizing/wrong.ts',
      [
        "import { readFile } from 'node:fs/promises';",
        "import type { Database } from '../../store/database.js';",
        "export * from 'fastify';",
        "import {\n  a,\n  b,\n} from '../units.js';",
        "// import x from 'commented-out';",
        "const late = await import('pg');",
      ].join('\n'),
    );
    expect(breaches(wrong)).toEqual([
      'engine/sizing/wrong.ts imports node:fs/promises',
      'engine/sizing/wrong.ts imports /store/database.js',
      'engine/sizing/wrong.ts imports fastify',
      'engine/sizing/wrong.ts imports pg',
    ]);
  });

  it('give Prisma to the store alone', () => {
    const users = sources.filter(({ imports }) =>
      imports.some(({ target }) => /^@prisma\/|^pg$|store\/generated/.test(target)),
    );
    expect(users.filter(({ area }) => area !== 'store').map(({ file }) => file)).toEqual([]);
  });
});

describe('the engine', () => {
  const forbidden: readonly (readonly [string, RegExp])[] = [
    ['waits', /\b(?:async|await)\b|\bPromise\b|\.then\(/],
    ['reads a clock', /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b/],
    ['throws dice', /\bMath\.random\b|\brandomUUID\b|\bcrypto\b/],
    ['logs', /\bconsole\.|\bprocess\.(?:stdout|stderr)\b/],
    ['reads the environment', /\bprocess\.env\b|\bimport\.meta\b/],
  ];
  it.each(forbidden)('never %s', (_, pattern) => {
    const files = sources.filter(({ area, code }) => area === 'engine' && pattern.test(withoutStrings(code)));
    expect(files.map(({ file }) => file)).toEqual([]);
  });
});

function withoutStrings(code: string): string {
  return code.replaceAll(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g, "''");
}

describe('names', () => {
  it('use no folder that says nothing', () => {
    const vague = /(?:^|\/)(?:utils?|common|helpers?|lib|shared|core)(?:\/|$)/;
    expect(listFolders().filter((folder) => vague.test(folder))).toEqual([]);
  });

  /** Ids that are something else as well, where they stand for that. */
  const OTHER_MEANINGS: Readonly<Record<string, string>> = {
    'engine/sizing/inference/compatibility-table.ts': 'makers of chips, some of whom rent them out too',
  };

  it('leave providers to the data', () => {
    const ids = listProviders().join('|');
    const literal = new RegExp(`(['"\`])(?:${ids})(?:[-/:][^'"\`\\n]*)?\\1`, 'g');
    const found = sources
      .filter(({ area, file }) => area !== 'feeds' && area !== 'exports' && !(file in OTHER_MEANINGS))
      .flatMap(({ file, code }) => [...code.matchAll(literal)].map(([text]) => `${file}: ${text}`));
    // Examples in a description are documentation: inside its quotes they stand in backticks.
    expect(found.filter((hit) => !hit.includes('`'))).toEqual([]);
  });
});
