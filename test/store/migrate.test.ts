import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { findSchemaDrift, migrate } from '../../src/store/migrate.js';
import { readMigrations } from '../../src/store/schema-engine.js';

const server = inject('databaseServer');
const made: string[] = [];

async function query(database: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: `${server}/${database}` });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function emptyDatabase(): Promise<string> {
  const name = `migrate_${process.pid}_${made.length}`;
  await query('postgres', `CREATE DATABASE ${name}`);
  made.push(name);
  return name;
}

afterAll(async () => {
  for (const name of made) await query('postgres', `DROP DATABASE ${name} WITH (FORCE)`);
});

const committed = (await readMigrations()).migrationDirectories.map(({ path }) => path);

describe('migrate', () => {
  it('applies every committed migration once, in the table that Prisma keeps', async () => {
    const name = await emptyDatabase();
    expect(await migrate(`${server}/${name}`)).toEqual(committed);
    expect(await migrate(`${server}/${name}`)).toEqual([]);
    const rows = await query(name, 'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL');
    expect(rows.map((row) => row.migration_name)).toEqual(committed);
  });

  it('lets replicas that start together take turns', async () => {
    const name = await emptyDatabase();
    const results = await Promise.all([1, 2, 3].map(() => migrate(`${server}/${name}`)));
    expect(results.flat()).toEqual(committed);
  });

  it('refuses a database that a newer release has migrated', async () => {
    const name = await emptyDatabase();
    await migrate(`${server}/${name}`);
    await query(
      name,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ('x', 'x', '29990101000000_future', now(), 1)`,
    );
    await expect(migrate(`${server}/${name}`)).rejects.toThrow('29990101000000_future');
  });

  it('refuses a migration that was edited after it was applied', async () => {
    const name = await emptyDatabase();
    await migrate(`${server}/${name}`);
    await query(name, `UPDATE _prisma_migrations SET checksum = 'another'`);
    await expect(migrate(`${server}/${name}`)).rejects.toThrow('another text');
  });

  it('gives a separate service role its rights and no more', async () => {
    const name = await emptyDatabase();
    const role = `service_${process.pid}`;
    await query('postgres', `CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
    const address = new URL(`${server}/${name}`);
    address.username = role;
    address.password = 'secret';
    try {
      await migrate(`${server}/${name}`, { serviceRoleOf: address.href });
      const client = new pg.Client({ connectionString: address.href });
      await client.connect();
      await client.query(`INSERT INTO "Provider" (id, facts) VALUES ('acme', '{"id": "acme"}')`);
      await client.query(
        `INSERT INTO "AuditEvent" (actor, action, "subjectKind", "subjectId") VALUES ('a', 'b', 'c', 'd')`,
      );
      await expect(client.query(`UPDATE "AuditEvent" SET actor = 'x'`)).rejects.toThrow('permission denied');
      await expect(client.query('ALTER TABLE "AuditEvent" DISABLE TRIGGER ALL')).rejects.toThrow('must be owner');
      await client.end();
    } finally {
      await query(name, `DROP OWNED BY ${role}`);
      await query('postgres', `DROP ROLE ${role}`);
    }
  });
});

describe('findSchemaDrift', () => {
  it('finds schema.prisma and the migrations in agreement', async () => {
    expect(await findSchemaDrift(`${server}/postgres`)).toBe('');
  });
});
