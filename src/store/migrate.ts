/** Brings a database to the schema of this release. */
import { createHash } from 'node:crypto';
import type { MigrationList } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { readMigrations, readSchema, wholeDatabase, withSchemaEngine } from './schema-engine.js';

/** Any number, the same in every release: replicas that start at once take turns. */
const MIGRATION_LOCK = 4_216_730_012;

/** Names and checksums of what is applied; empty for a new database. */
async function readApplied(client: pg.Client): Promise<{ name: string; checksum: string; isFinished: boolean }[]> {
  const { rows: known } = await client.query(`SELECT to_regclass('"_prisma_migrations"') AS "table"`);
  if (known[0].table === null) return [];
  const { rows } = await client.query(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished"
       FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows;
}

function checksumOf(script: string): string {
  return createHash('sha256').update(script).digest('hex');
}

/** What the engine would not say clearly: a database of a newer release, an edited or a half-applied migration. */
function refuseStrangeHistory(
  applied: Awaited<ReturnType<typeof readApplied>>,
  scripts: ReadonlyMap<string, string>,
): void {
  for (const { name, checksum, isFinished } of applied) {
    const script = scripts.get(name);
    if (script === undefined) {
      throw new Error(`The database has the migration ${name}, which this release does not know: it is newer than us.`);
    }
    if (!isFinished) {
      throw new Error(`The migration ${name} failed before; restore the database or run \`prisma migrate resolve\`.`);
    }
    if (checksumOf(script) !== checksum) {
      throw new Error(`The migration ${name} was applied with another text than this release has.`);
    }
  }
}

function scriptsByName(migrations: MigrationList): Map<string, string> {
  return new Map(
    migrations.migrationDirectories.map(({ path, migrationFile: { content } }) => [
      path,
      content.tag === 'ok' ? content.value : '',
    ]),
  );
}

export interface MigrateOptions {
  /** Address as the service will use it, when its role is not the owner's: that role gets what it needs and no more. */
  readonly serviceRoleOf?: string;
}

/**
 * Applies what is missing and returns the names, as `prisma migrate deploy` would. A database that is up to date is
 * known by one query, so that an ordinary start does not load the engine.
 */
export async function migrate(connectionString: string, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = await readMigrations();
  const scripts = scriptsByName(migrations);
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await readApplied(client);
    refuseStrangeHistory(applied, scripts);
    let names: string[] = [];
    if (applied.length < scripts.size) {
      const input = { migrationsList: migrations, filters: wholeDatabase };
      const result = await withSchemaEngine(connectionString, (engine) => engine.applyMigrations(input));
      names = result.appliedMigrationNames;
    }
    const role = options.serviceRoleOf === undefined ? undefined : new URL(options.serviceRoleOf).username;
    if (role) await client.query('SELECT grant_service_role($1)', [decodeURIComponent(role)]);
    return names;
  } finally {
    await client.end();
  }
}

/** The SQL that would lead from the migrations to schema.prisma; empty when they agree. */
export async function findSchemaDrift(connectionString: string): Promise<string> {
  const [migrations, schema] = await Promise.all([readMigrations(), readSchema()]);
  const { stdout } = await withSchemaEngine(connectionString, (engine) =>
    engine.diff({
      from: { tag: 'migrations', ...migrations },
      to: { tag: 'schemaDatamodel', ...schema },
      script: true,
      exitCode: true,
      filters: wholeDatabase,
    }),
  );
  const sql = (stdout ?? '').trim();
  return sql === '-- This is an empty migration.' ? '' : sql;
}
