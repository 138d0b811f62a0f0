/** The user that PostgreSQL runs as, and what that user can reach: PostgreSQL refuses to run as root. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** Empty = as ourselves; otherwise the user to become. */
export interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
}

async function lookUpUser(name: string): Promise<RunAs | undefined> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  for (const line of passwd.split('\n')) {
    const [user, , uid, gid] = line.split(':');
    if (user === name && uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

/**
 * Who runs PostgreSQL: ourselves, or when we are root the owner of the existing data, else `postgres`, else `nobody`
 * (it exists everywhere; making a user is not a thing that starting a program should do to a machine).
 */
export async function chooseUser(existingData: string | undefined): Promise<RunAs> {
  if (process.getuid?.() !== 0) return {};
  const owner = existingData === undefined ? undefined : await stat(existingData).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const user = (await lookUpUser('postgres')) ?? (await lookUpUser('nobody'));
  if (!user) {
    throw new Error(
      'PostgreSQL refuses to run as root and this machine has neither a user postgres nor nobody. ' +
        'Start as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
    );
  }
  return user;
}

async function has(file: string, runAs: RunAs, bit: 4 | 1): Promise<boolean> {
  if (runAs.uid === undefined) return true;
  const { mode, uid, gid } = await stat(file);
  const shift = uid === runAs.uid ? 6 : gid === runAs.gid ? 3 : 0;
  return ((mode >> shift) & bit) !== 0;
}

/** Whether the user may pass through every directory from the root down to this one, itself included. */
export async function canEnter(directory: string, runAs: RunAs): Promise<boolean> {
  for (let at = path.resolve(directory); ; at = path.dirname(at)) {
    const exists = await stat(at).catch(() => undefined);
    if (exists && !(await has(at, runAs, 1))) return false;
    if (at === path.dirname(at)) return true;
  }
}

/** Whether the user may read (and reach) a file. */
export async function canRead(file: string, runAs: RunAs): Promise<boolean> {
  return (await canEnter(path.dirname(file), runAs)) && (await has(file, runAs, 4));
}
