/**
 * The PostgreSQL that Cardwise brings along: used when DATABASE_URL is not set, and by the tests.
 *
 * Decision: real PostgreSQL from npm, on a loopback port with a password of its own. Why: the same SQL, driver and
 * behaviour as the server that a company runs, with nothing to install. Given up: one platform package of 60 MB.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Binaries, prepareBinaries } from './binaries.js';
import { clearLeftover, lockDataDirectory } from './data-lock.js';
import { cleanEnvironment, type Postmaster, startPostmaster } from './postmaster.js';
import { canEnter, chooseUser, type RunAs } from './run-as.js';

export interface EmbeddedDatabase {
  /** Address of a database of this server. */
  url(database: string): string;
  /** Where the server really keeps its files. */
  readonly data: string;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  /** False only for throw-away data: nothing is flushed to the disk. */
  readonly isDurable?: boolean;
  readonly maxConnections?: number;
  /** Server log, a line at a time. */
  readonly log?: (line: string) => void;
  /** What a person should know about where things went. */
  readonly notice?: (sentence: string) => void;
}

const USER = 'cardwise';

/** Where root puts what another user has to reach. */
async function sharedDirectory(): Promise<string> {
  const directory = '/var/lib/cardwise';
  try {
    await mkdir(directory, { recursive: true, mode: 0o755 });
    return directory;
  } catch {
    return path.join(os.tmpdir(), 'cardwise');
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

async function runInitdb(binaries: Binaries, data: string, passwordFile: string, runAs: RunAs, isDurable: boolean) {
  const flags = [
    `--pgdata=${data}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The built-in provider sorts by code point on every machine: the order of rows must not depend on the host.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    ...(isDurable ? ['--data-checksums'] : ['--no-sync']),
  ];
  await new Promise<void>((resolve, reject) => {
    const child = spawn(binaries.initdb, flags, { ...runAs, cwd: '/', env: cleanEnvironment() });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`initdb failed:\n${output}`))));
  });
}

/** Makes the data files beside their final place and moves them there whole: a crash in between leaves nothing behind. */
async function initialise(
  data: string,
  password: string,
  binaries: Binaries,
  runAs: RunAs,
  isDurable: boolean,
): Promise<void> {
  const staging = await mkdtemp(`${data}.partial-`);
  try {
    const passwordFile = path.join(staging, 'password');
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    if (runAs.uid !== undefined && runAs.gid !== undefined) {
      await chown(staging, runAs.uid, runAs.gid);
      await chown(passwordFile, runAs.uid, runAs.gid);
    }
    await runInitdb(binaries, path.join(staging, 'data'), passwordFile, runAs, isDurable);
    await rename(path.join(staging, 'data'), data);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** `DATA_DIR/postgres`, or where it points to. As root it may have to point to a place that another user can enter. */
async function placeData(dataDir: string, notice: (sentence: string) => void): Promise<{ data: string; runAs: RunAs }> {
  const home = path.join(dataDir, 'postgres');
  if (await exists(home)) {
    const data = await realpath(home);
    return { data, runAs: await chooseUser(data) };
  }
  const runAs = await chooseUser(undefined);
  if (await canEnter(dataDir, runAs)) return { data: home, runAs };

  const elsewhere = path.join(await sharedDirectory(), `data-${randomBytes(6).toString('hex')}`);
  await mkdir(elsewhere, { recursive: true, mode: 0o711 });
  const data = path.join(elsewhere, 'postgres');
  await rm(home, { force: true });
  await symlink(data, home);
  notice(
    `PostgreSQL does not run as root, and the user it runs as may not enter ${dataDir}: its files are in ${elsewhere}.`,
  );
  return { data, runAs };
}

async function readOrMakePassword(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'password');
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known !== undefined) return known.trim();
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

async function refuseOtherMajor(data: string, binaries: Binaries): Promise<void> {
  const written = (await readFile(path.join(data, 'PG_VERSION'), 'utf8')).trim();
  const ours = binaries.version.split('.')[0];
  if (written === ours) return;
  throw new Error(
    `The data in ${data} was written by PostgreSQL ${written}; this Cardwise brings PostgreSQL ${ours}. ` +
      'Dump it with the version that wrote it and restore it, or set DATA_DIR to an empty directory.',
  );
}

/** Starts (and on the first run makes) the server for a data directory. Throws `DataDirectoryInUse` when it is taken. */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, isDurable = true, maxConnections = 60, log = () => undefined, notice = () => undefined } = options;
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o711 });
  } catch (cause) {
    throw new Error(`Cannot make the data directory ${dataDir}; set DATA_DIR to one that can be written.`, { cause });
  }
  const release = await lockDataDirectory(dataDir);
  try {
    const { data, runAs } = await placeData(dataDir, notice);
    const binaries = await prepareBinaries(runAs, runAs.uid === undefined ? dataDir : await sharedDirectory());
    const password = await readOrMakePassword(dataDir);
    if (await exists(data)) {
      await refuseOtherMajor(data, binaries);
      await clearLeftover(data);
    } else {
      await initialise(data, password, binaries, runAs, isDurable);
      await chmod(data, 0o700);
    }

    const start = (port: number | undefined) =>
      startPostmaster({
        postgres: binaries.postgres,
        data,
        runAs,
        port,
        log,
        settings: {
          listen_addresses: '127.0.0.1',
          unix_socket_directories: '',
          max_connections: String(maxConnections),
          shared_buffers: '64MB',
          timezone: 'UTC',
          log_timezone: 'UTC',
          logging_collector: 'off',
          ...(isDurable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
        },
      });
    let postmaster = await start(undefined);
    const { port } = postmaster;
    let isStopping = false;

    // A server that fails while we live comes back at the same address: callers reconnect, nobody restarts anything.
    const keepAlive = async (running: Postmaster): Promise<void> => {
      const lastWords = await running.ended;
      for (let pauseMs = 500; !isStopping; pauseMs = Math.min(pauseMs * 2, 30_000)) {
        log(`PostgreSQL ended unexpectedly and is started again. ${lastWords}`);
        await sleep(pauseMs, undefined, { ref: false });
        if (isStopping) return;
        try {
          postmaster = await start(port);
          if (isStopping) await postmaster.stop();
          return keepAlive(postmaster);
        } catch (error) {
          log(error instanceof Error ? error.message : String(error));
        }
      }
    };
    void keepAlive(postmaster);

    return {
      data,
      url: (database) => `postgresql://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
      async stop() {
        isStopping = true;
        await postmaster.stop();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Makes a database on the server that `connectionString` leads to. */
export async function createDatabaseIfMissing(connectionString: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

/** A server for a test run or a check: nothing is flushed to the disk, and nothing is left when it stops. */
export async function startTemporaryDatabase(maxConnections = 100): Promise<EmbeddedDatabase> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'cardwise-'));
  await chmod(dataDir, 0o711);
  const database = await startEmbeddedDatabase({ dataDir, isDurable: false, maxConnections });
  return {
    ...database,
    async stop() {
      await database.stop();
      await rm(path.dirname(database.data), { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
