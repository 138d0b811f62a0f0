/** `npm run migration -- <name>`: writes the SQL from the migrations to schema.prisma, to be completed by hand. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startTemporaryDatabase } from '../src/store/embedded/embedded-database.js';
import { findSchemaDrift } from '../src/store/migrate.js';
import { migrationsDirectory } from '../src/store/schema-engine.js';

const name = process.argv[2];
if (name === undefined || !/^[a-z0-9_]+$/.test(name)) {
  throw new Error('Give the migration a name of lower-case letters, digits and underscores.');
}

const database = await startTemporaryDatabase();
try {
  const sql = await findSchemaDrift(database.url('postgres'));
  if (sql === '') {
    console.log('The migrations and schema.prisma agree: nothing to do.');
  } else {
    const stamp = new Date().toISOString().replaceAll(/[-:T]/g, '').slice(0, 14);
    const directory = path.join(migrationsDirectory, `${stamp}_${name}`);
    await mkdir(directory, { recursive: true });
    await writeFile(path.join(directory, 'migration.sql'), `${sql}\n`);
    console.log(path.relative(process.cwd(), directory));
  }
} finally {
  await database.stop();
}
