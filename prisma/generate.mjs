// Makes the database client from schema.prisma, only when it is missing or older than what it is made from.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(here);
const stamp = path.join(root, 'src/store/generated/.made-from');

const require = createRequire(import.meta.url);
const prisma = require('prisma/package.json');
const madeFrom = createHash('sha256')
  .update(readFileSync(path.join(here, 'schema.prisma')))
  .update(prisma.version)
  .digest('hex');

function isCurrent() {
  try {
    return readFileSync(stamp, 'utf8') === madeFrom && statSync(path.join(path.dirname(stamp), 'client.ts')).isFile();
  } catch {
    return false;
  }
}

if (!isCurrent()) {
  const cli = path.join(path.dirname(require.resolve('prisma/package.json')), prisma.bin.prisma);
  try {
    execFileSync(process.execPath, [cli, 'generate', '--config', path.join(here, 'prisma.config.ts')], {
      cwd: root,
      stdio: 'pipe',
      env: {
        ...process.env,
        // Generation does not use the schema engine; naming any program keeps Prisma from trying to download one.
        PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
      },
    });
  } catch (error) {
    process.stderr.write(`${error.stdout ?? ''}${error.stderr ?? ''}\n`);
    throw new Error('Prisma could not make the database client from prisma/schema.prisma.');
  }
  writeFileSync(stamp, madeFrom);
}
