/** Fails when schema.prisma and the committed migrations disagree. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedDatabase } from '../src/store/embedded/embedded-database.js';
import { findSchemaDrift } from '../src/store/migrate.js';

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'cardwise-check-'));
const database = await startEmbeddedDatabase({ dataDir, isDurable: false });
try {
  const sql = await findSchemaDrift(database.url('postgres'));
  if (sql !== '') {
    console.error(`schema.prisma and the migrations disagree (\`npm run migration -- <name>\` writes one):\n\n${sql}`);
    process.exitCode = 1;
  } else {
    console.log('schema.prisma and the migrations agree.');
  }
} finally {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
