/** One Cardwise a data directory: a lock that outlives no process, and the clean-up after one that was killed. */
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';
  constructor(directory: string, pid: number | undefined) {
    const who = pid === undefined ? 'Another Cardwise' : `Another Cardwise (process ${pid})`;
    super(
      `${who} already uses the data in ${directory}. Stop it, or set DATA_DIR to another directory ` +
        '(or DATABASE_URL to a PostgreSQL server, which several can use at once).',
    );
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Tells two processes with the same number apart (numbers are used again, in containers at once). */
async function startOf(pid: number): Promise<string> {
  const [boot, status] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
  ]);
  // Field 22 is the start time; the name in field 2 may hold spaces, so count from its closing bracket.
  return `${boot.trim()}:${status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`;
}

interface Claim {
  readonly pid: number;
  readonly start: string;
}

/** Who holds the lock; undefined when it was given back, or is no text of ours. */
async function readClaim(lock: string): Promise<Claim | undefined> {
  try {
    const { pid, start } = JSON.parse(await readFile(lock, 'utf8')) as Claim;
    return Number.isInteger(pid) ? { pid, start } : undefined;
  } catch {
    return undefined;
  }
}

/** Takes the directory, or throws `DataDirectoryInUse`; returns the function that gives it back. */
export async function lockDataDirectory(directory: string): Promise<() => Promise<void>> {
  const lock = path.join(directory, 'owner.lock');
  const claim = path.join(directory, `owner.${process.pid}.claim`);
  const mine: Claim = { pid: process.pid, start: await startOf(process.pid) };
  await writeFile(claim, JSON.stringify(mine), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      try {
        await link(claim, lock);
        return () => rm(lock, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const other = await readClaim(lock);
      if (other && isAlive(other.pid) && (await startOf(other.pid)) === other.start) {
        throw new DataDirectoryInUse(directory, other.pid);
      }
      await rm(lock, { force: true });
    }
    throw new DataDirectoryInUse(directory, undefined);
  } finally {
    await rm(claim, { force: true });
  }
}

async function isPostgres(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  return command === undefined ? process.platform !== 'linux' : command.includes('postgres');
}

async function hasStopped(pid: number, withinMs: number): Promise<boolean> {
  for (let waited = 0; waited < withinMs; waited += 50) {
    if (!(await isPostgres(pid))) return true;
    await sleep(50);
  }
  return false;
}

/**
 * Makes sure that no PostgreSQL runs on this data. We hold the lock, so one that does was left by a process that was
 * killed: its watcher is stopping it, and if that was killed too, we do it. Fast shutdown first, so nothing is lost.
 */
export async function clearLeftover(data: string): Promise<void> {
  const file = path.join(data, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const pid = Number(text.split('\n')[0]);
  if (Number.isInteger(pid) && pid > 1 && pid !== process.pid && (await isPostgres(pid))) {
    const isGone =
      (await hasStopped(pid, 5_000)) ||
      (process.kill(pid, 'SIGINT') && (await hasStopped(pid, 20_000))) ||
      (process.kill(pid, 'SIGQUIT') && (await hasStopped(pid, 5_000)));
    if (!isGone) throw new DataDirectoryInUse(data, pid);
    return;
  }
  // Left by a crash of the whole machine or container; its number may belong to some other program by now.
  await rm(file, { force: true });
}
