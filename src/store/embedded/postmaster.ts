/** Runs one PostgreSQL server as a child that cannot outlive us. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunAs } from './run-as.js';

/**
 * The shell keeps PostgreSQL in a session of its own (Ctrl-C in a terminal reaches us alone, and we stop PostgreSQL once
 * our connections are closed). A reader waits on a pipe that only we hold open: when it closes, because we asked for it
 * or because we died in any way at all, PostgreSQL is told to shut down fast, and after 30 s at once.
 */
const WATCHED = `
"$@" 3<&- &
postgres=$!
(
  read -r _ <&3
  kill -INT "$postgres" 2>/dev/null
  n=0
  while [ $n -lt 30 ] && kill -0 "$postgres" 2>/dev/null; do sleep 1; n=$((n + 1)); done
  kill -QUIT "$postgres" 2>/dev/null
) &
watcher=$!
exec 3<&-
wait "$postgres"
status=$?
kill "$watcher" 2>/dev/null
exit "$status"
`;

/** Only what PostgreSQL needs: our own PG* variables and locale must not change what it does. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '', LC_ALL: 'C', ...(process.platform === 'win32' ? process.env : {}) };
}

export interface Postmaster {
  readonly port: number;
  /** Settles when the server has ended, for whatever reason, with its last words. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export interface PostmasterOptions {
  readonly postgres: string;
  readonly data: string;
  readonly runAs: RunAs;
  readonly settings: Readonly<Record<string, string>>;
  /** Undefined: any free one. */
  readonly port: number | undefined;
  readonly log: (line: string) => void;
}

/** postmaster.pid says in its eighth line how far the server has come; no log text to parse. */
async function isReady(data: string): Promise<boolean> {
  const text = await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  return text.split('\n')[7]?.trim() === 'ready';
}

function launch(options: PostmasterOptions, port: number): ChildProcess {
  const settings = { ...options.settings, port: String(port) };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [options.postgres, '-D', options.data, ...flags];
  if (process.platform === 'win32') {
    return spawn(options.postgres, command.slice(1), { stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true });
  }
  return spawn('/bin/sh', ['-c', WATCHED, 'cardwise-postgres', ...command], {
    ...options.runAs,
    cwd: '/',
    detached: true,
    env: cleanEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
}

async function startOnce(options: PostmasterOptions, port: number): Promise<Postmaster | string> {
  const child = launch(options, port);
  const lastLines: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n').filter(Boolean)) {
      options.log(line);
      lastLines.push(line);
      if (lastLines.length > 20) lastLines.shift();
    }
  });
  const lifeline = child.stdio[3] as Writable | undefined;
  lifeline?.on('error', () => undefined);
  let hasEnded = false;
  const ended = new Promise<string>((resolve) => {
    const end = (why: string) => {
      hasEnded = true;
      lifeline?.destroy();
      resolve(lastLines.join('\n') || why);
    };
    child.once('error', (error) => end(error.message));
    child.once('exit', (code, signal) => setImmediate(end, `PostgreSQL ended (${signal ?? code}).`));
  });

  for (let waited = 0; !hasEnded && waited < 60_000; waited += 10) {
    if (await isReady(options.data)) break;
    await sleep(10);
  }
  if (hasEnded) return ended;

  child.unref();
  const streams = [child.stderr, child.stdio[3]] as unknown as { unref?: () => void }[];
  for (const stream of streams) stream?.unref?.();

  return {
    port,
    ended,
    async stop() {
      if (hasEnded) return;
      child.ref();
      if (lifeline) lifeline.destroy();
      else child.kill();
      await ended;
    },
  };
}

/** Starts the server; a port that somebody took between our look and its start is no reason to fail. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  let lastWords = '';
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const result = await startOnce(options, options.port ?? (await freePort()));
    if (typeof result !== 'string') return result;
    lastWords = result;
    if (options.port !== undefined || !/could not bind|could not create any TCP/i.test(result)) break;
  }
  throw new Error(`The embedded PostgreSQL did not start:\n${lastWords}`);
}
