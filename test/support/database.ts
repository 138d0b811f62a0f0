/** An empty, migrated database of its own for a test file: `const database = await createTestDatabase()`. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { type Database, openDatabase } from '../../src/store/database.js';
import { TEMPLATE } from './database-server.js';

export interface TestDatabase {
  readonly connectionString: string;
  readonly client: Database;
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${inject('databaseServer')}/postgres` });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Makes the database and opens a client on it; both go when the test file ends. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  const connectionString = `${inject('databaseServer')}/${name}`;
  const client = openDatabase(connectionString, { poolSize: 5 });
  afterAll(async () => {
    await client.$disconnect();
    await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
  return { connectionString, client };
}
