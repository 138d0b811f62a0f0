/**
 * One PostgreSQL for the whole test run, migrated once into a template database. With TEST_DATABASE_URL set, that
 * server is used instead (its role must be allowed to make databases).
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startTemporaryDatabase } from '../../src/store/embedded/embedded-database.js';
import { migrate } from '../../src/store/migrate.js';

export const TEMPLATE = 'cardwise_template';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server, without a database's name at its end. */
    databaseServer: string;
  }
}

async function makeTemplate(server: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  await migrate(`${server}/${TEMPLATE}`);
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  execFileSync(process.execPath, [fileURLToPath(new URL('../../prisma/generate.mjs', import.meta.url))]);
  const outside = process.env.TEST_DATABASE_URL;
  if (outside) {
    const server = outside.replace(/\/[^/]*$/, '');
    await makeTemplate(server);
    project.provide('databaseServer', server);
    return async () => undefined;
  }

  const embedded = await startTemporaryDatabase();
  const server = embedded.url('').replace(/\/$/, '');
  await makeTemplate(server);
  project.provide('databaseServer', server);
  return () => embedded.stop();
}
