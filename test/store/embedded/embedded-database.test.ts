/** The embedded server with real processes: killed, taken twice, restarted. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DataDirectoryInUse, isAlive } from '../../../src/store/embedded/data-lock.js';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../../src/store/embedded/embedded-database.js';

let dataDir: string;
let running: EmbeddedDatabase | undefined;
let child: ChildProcess | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'cardwise-embedded-'));
  await chmod(dataDir, 0o711);
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await running?.stop();
  running = undefined;
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function start(): Promise<EmbeddedDatabase> {
  running = await startEmbeddedDatabase({ dataDir, isDurable: false });
  return running;
}

async function query(database: EmbeddedDatabase, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url('postgres') });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function postmasterPid(): Promise<number> {
  return Number((await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
}

async function isRunning(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  // A process that nobody has waited for yet is still listed, without a command line.
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => 'unknown')) !== '';
}

/** Another process that holds the same data. */
async function startInChild(): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('./hold-database.ts', import.meta.url));
  const started = spawn(process.execPath, ['--import', 'tsx', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = started;
  await new Promise<void>((resolve, reject) => {
    started.stdout.once('data', () => resolve());
    started.once('exit', (code) => reject(new Error(`the child ended with ${code}`)));
  });
  return started;
}

describe('the embedded database', () => {
  it('keeps its data between starts', async () => {
    await query(await start(), 'CREATE TABLE kept AS SELECT 42 AS answer');
    await running?.stop();
    expect(await query(await start(), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('can be reached with its password only', async () => {
    const address = new URL((await start()).url('postgres'));
    address.password = 'wrong';
    const client = new pg.Client({ connectionString: address.href });
    await expect(client.connect()).rejects.toThrow('authentication failed');
  });

  it('refuses a second start on the same data, and says who has it', async () => {
    await start();
    const second = startEmbeddedDatabase({ dataDir, isDurable: false });
    await expect(second).rejects.toThrow(DataDirectoryInUse);
    await expect(second).rejects.toThrow(new RegExp(`process ${process.pid}.*DATA_DIR`));
  });

  it('leaves no server behind when its process is killed, and starts again on the data', async () => {
    const holder = await startInChild();
    await expect(start()).rejects.toThrow(`process ${holder.pid}`);
    const pid = await postmasterPid();
    holder.kill('SIGKILL');
    await vi.waitFor(async () => expect(await isRunning(pid)).toBe(false), { timeout: 5_000 });
    expect(await query(await start(), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('waits for a server that a killed process has just left', async () => {
    const holder = await startInChild();
    holder.kill('SIGKILL');
    await new Promise((resolve) => holder.once('exit', resolve));
    expect(await query(await start(), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('comes back at the same address when the server itself is killed', async () => {
    const database = await start();
    const [row] = await query(database, 'SELECT 1 AS one');
    expect(row).toEqual({ one: 1 });
    process.kill(await postmasterPid(), 'SIGKILL');
    await vi.waitFor(async () => expect(await query(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }]), {
      timeout: 15_000,
      interval: 200,
    });
  });
});
