/** Fails when schema.prisma and the committed migrations disagree. */
import { startTemporaryDatabase } from '../src/store/embedded/embedded-database.js';
import { findSchemaDrift } from '../src/store/migrate.js';

const database = await startTemporaryDatabase();
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
}
