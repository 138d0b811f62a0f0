/**
 * Prisma's schema engine in its WebAssembly build: the native one is a download that many networks do not allow.
 *
 * Decision: drive the very engine behind `prisma migrate` by hand. Why: migrations, their checksums and the table
 * `_prisma_migrations` stay those that Prisma's own commands read and write. Given up: a typed, documented entry point,
 * hence the exact pin of the package.
 */
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlQuery,
} from '@prisma/driver-adapter-utils';
import type { MigrationList, SchemaEngine, SchemaFilter, SchemasContainer } from '@prisma/schema-engine-wasm';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

const prismaDirectory = fileURLToPath(new URL('../../prisma/', import.meta.url));
export const migrationsDirectory = path.join(prismaDirectory, 'migrations');

/** Everything in the database is ours. */
export const wholeDatabase: SchemaFilter = { externalTables: [], externalEnums: [] };

/** The parts of the driver that are mended below; its declared type shows less. */
interface DriverInside {
  performIO(query: SqlQuery): Promise<{ fields: { dataTypeID: number }[]; rows: unknown[][] }>;
}

/** PostgreSQL's one-byte type "char", which its catalogues are full of; the driver does not know it. */
const INTERNAL_CHAR = 18;
const TEXT = 25;

/**
 * Two things that the driver does not do as migrations need them. It splits a script at semicolons and sends the parts
 * one by one, which breaks function bodies and leaves half a migration behind after an error; PostgreSQL takes the
 * script as a whole, in one transaction of its own. And it cannot read the type "char", so no schema can be described.
 */
function mend<T extends SqlDriverAdapter>(adapter: T, client: { query(sql: string): Promise<unknown> }): T {
  const inside = adapter as unknown as DriverInside;
  const performIO = inside.performIO.bind(adapter);
  const queryRaw = adapter.queryRaw.bind(adapter);
  const characterColumns = new WeakMap<object, number[]>();
  return Object.assign(adapter, {
    async performIO(query: SqlQuery) {
      const result = await performIO(query);
      const columns: number[] = [];
      for (const [column, field] of result.fields.entries()) {
        if (field.dataTypeID !== INTERNAL_CHAR) continue;
        field.dataTypeID = TEXT;
        columns.push(column);
      }
      characterColumns.set(result.rows, columns);
      return result;
    },
    async queryRaw(query: SqlQuery) {
      const result = await queryRaw(query);
      for (const column of characterColumns.get(result.rows) ?? []) {
        result.columnTypes[column] = ColumnTypeEnum.Character;
      }
      return result;
    },
    async executeScript(script: string): Promise<void> {
      try {
        await client.query(script);
      } catch (error) {
        if (!(error instanceof pg.DatabaseError)) throw error;
        throw new DriverAdapterError({
          kind: 'postgres',
          code: error.code ?? 'XX000',
          severity: error.severity ?? 'ERROR',
          message: error.message,
          detail: error.detail,
          column: error.column,
          hint: error.hint,
        });
      }
    },
  });
}

class MigrationDriver extends PrismaPg {
  readonly #connectionString: string;
  readonly #open: SqlDriverAdapter[] = [];

  constructor(connectionString: string) {
    // One connection: the engine's own lock is of a session.
    super({ connectionString, max: 1 });
    this.#connectionString = connectionString;
  }

  override async connect() {
    const adapter = await super.connect();
    this.#open.push(adapter);
    return mend(adapter, adapter.underlyingDriver());
  }

  /** The engine leaves its connections open; a database that somebody is connected to can be no template. */
  async close(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((adapter) => adapter.dispose()));
  }

  /** A database that lives as long as a comparison; the driver's own version drops it while still connected to it. */
  override async connectToShadowDb() {
    const name = `shadow_${crypto.randomUUID().replaceAll('-', '')}`;
    await runAlone(this.#connectionString, `CREATE DATABASE "${name}"`);
    const address = new URL(this.#connectionString);
    address.pathname = `/${name}`;
    const shadow = new PrismaPg({ connectionString: address.href, max: 1 });
    const adapter = await shadow.connect();
    const dispose = adapter.dispose.bind(adapter);
    return Object.assign(mend(adapter, adapter.underlyingDriver()), {
      dispose: async () => {
        await dispose();
        await runAlone(this.#connectionString, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
      },
    }) as Awaited<ReturnType<PrismaPg['connectToShadowDb']>>;
  }
}

async function runAlone(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Thrown from inside, in place of a bare `unreachable`. */
function reportPanic(message: string): never {
  throw new Error(`Prisma's schema engine failed: ${message}`);
}

/** What Node has and its types leave to those of browsers. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

let loaded: Promise<void> | undefined;

async function load(): Promise<void> {
  const require = createRequire(import.meta.url);
  const directory = path.dirname(require.resolve('@prisma/schema-engine-wasm/schema_engine_bg'));
  const bytes = await readFile(path.join(directory, 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, {
    './schema_engine_bg.js': bindings,
  });
  const loader = bindings as unknown as { __wbg_set_wasm(exports: unknown): void };
  loader.__wbg_set_wasm(instance.exports);
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: reportPanic } });
  (instance.exports.__wbindgen_start as () => void)();
}

/** Opens the engine on a database for as long as `use` takes. */
export async function withSchemaEngine<T>(
  connectionString: string,
  use: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  loaded ??= load();
  await loaded;
  const driver = new MigrationDriver(connectionString);
  const adapter = bindMigrationAwareSqlAdapterFactory(driver);
  const engine = await bindings.SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter);
  try {
    return await use(engine);
  } finally {
    engine.free();
    await driver.close();
  }
}

/** The committed migrations, oldest first. */
export async function readMigrations(): Promise<MigrationList> {
  const entries = await readdir(migrationsDirectory, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const migrationDirectories = await Promise.all(
    names.map(async (name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: {
          tag: 'ok' as const,
          value: await readFile(path.join(migrationsDirectory, name, 'migration.sql'), 'utf8'),
        },
      },
    })),
  );
  const lockfile = await readFile(path.join(migrationsDirectory, 'migration_lock.toml'), 'utf8').catch(() => null);
  return {
    baseDir: migrationsDirectory,
    lockfile: { path: 'migration_lock.toml', content: lockfile },
    shadowDbInitScript: '',
    migrationDirectories,
  };
}

export async function readSchema(): Promise<SchemasContainer> {
  const file = path.join(prismaDirectory, 'schema.prisma');
  return { files: [{ path: file, content: await readFile(file, 'utf8') }] };
}
