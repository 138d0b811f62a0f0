// Makes dist/ from the sources, only when something is newer than it. dist/ mirrors the project's folders and holds the
// data that the code reads, so that paths relative to a file are the same in both.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = path.join(root, 'dist');
const stamp = path.join(dist, '.built');
const SOURCES = ['src', 'prisma', 'openapi', 'package-lock.json'];

function newestIn(file) {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(found.mtimeMs, ...readdirSync(file).map((name) => newestIn(path.join(file, name))));
}

/** `withTypes`: declarations too, for programs that import the client. A start does without them: they take as long again. */
export async function build({ withTypes = false } = {}) {
  await import(pathToFileURL(path.join(root, 'prisma/generate.mjs')).href);
  const builtAt = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const newest = Math.max(...SOURCES.map((name) => newestIn(path.join(root, name))));
  const hasTypes = existsSync(path.join(dist, 'src/client/index.d.ts'));
  if (newest < builtAt && (hasTypes || !withTypes)) return;

  const require = createRequire(import.meta.url);
  const manifest = require.resolve('typescript/package.json');
  const compiler = path.join(path.dirname(manifest), require(manifest).bin.tsc);
  // Made beside dist/ and put in its place whole: another process may be building, or running from it.
  const staging = path.join(root, `.dist-${process.pid}`);
  try {
    // Types are checked by `npm run typecheck`; a start does not wait for it.
    const flags = ['-p', path.join(root, 'src'), '--noCheck', '--outDir', staging, '--declaration', String(withTypes)];
    const { status } = spawnSync(process.execPath, [compiler, ...flags], { cwd: root, stdio: 'inherit' });
    if (status !== 0) throw new Error('The sources could not be compiled.');
    for (const folder of ['prisma', 'openapi']) {
      if (!existsSync(path.join(root, folder))) continue;
      cpSync(path.join(root, folder), path.join(staging, folder), {
        recursive: true,
        filter: (file) => !/\.(ts|mjs)$/.test(file),
      });
    }
    writeFileSync(path.join(staging, '.built'), '');
    rmSync(dist, { recursive: true, force: true });
    renameSync(staging, dist);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build({ withTypes: true });
