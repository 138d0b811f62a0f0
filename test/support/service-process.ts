/** The service as a process of its own, on a database that outlives it: for what only a process can show. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type EmbeddedDatabase, startTemporaryDatabase } from '../../src/store/embedded/embedded-database.js';

const ENTRY = fileURLToPath(new URL('../../src/start.mjs', import.meta.url));

export interface RunningService {
  readonly process: ChildProcess;
  readonly address: string;
  /** Calls the service; bodies are JSON unless they are text or a stream. */
  call(
    method: string,
    url: string,
    options?: CallOptions,
  ): Promise<{ status: number; headers: Headers; body: unknown }>;
  kill(): Promise<void>;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ServiceBed {
  readonly sql: pg.Client;
  readonly connectionString: string;
  readonly key: () => string;
  start(): Promise<RunningService>;
  /** Waits until the database has noticed that the service is gone. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export async function serviceBed(environment: Readonly<Record<string, string>> = {}): Promise<ServiceBed> {
  const database: EmbeddedDatabase = await startTemporaryDatabase();
  const connectionString = database.url('postgres');
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'cardwise-bed-'));
  await chmod(dataDir, 0o711);
  const sql = new pg.Client({ connectionString });
  await sql.connect();
  let key = '';
  return {
    sql,
    connectionString,
    key: () => key,
    async start() {
      const child = spawn(process.execPath, [ENTRY], {
        env: {
          PATH: process.env.PATH ?? '',
          // As `npm start` sets it.
          MALLOC_ARENA_MAX: '2',
          PORT: '0',
          DATA_DIR: dataDir,
          DATABASE_URL: connectionString,
          AUTH: 'keys',
          LOG_LEVEL: 'warn',
          RATE_LIMIT_PER_MINUTE: '1000000',
          ...environment,
        },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          output += String(chunk);
        });
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      const until = Date.now() + 60_000;
      let address: string | undefined;
      while (address === undefined) {
        address = /answers at (http:\S+)/.exec(output)?.[1];
        if (Date.now() > until || child.exitCode !== null) throw new Error(`the service did not start:\n${output}`);
        await wait(20);
      }
      if (key === '') key = (await readFile(path.join(dataDir, 'first-api-key'), 'utf8')).trim();
      const base = address.replace(/[^/\d.:a-z[\]]+$/, '');
      return {
        process: child,
        address: base,
        async call(method, url, { body, headers = {} } = {}) {
          const isText = typeof body === 'string' || body instanceof ReadableStream;
          const reply = await fetch(`${base}${url}`, {
            method,
            headers: {
              'x-api-key': key,
              ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
              ...headers,
            },
            ...(body === undefined ? {} : { body: isText ? (body as string) : JSON.stringify(body) }),
            ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
          } as RequestInit);
          const text = await reply.text();
          return { status: reply.status, headers: reply.headers, body: text.startsWith('{') ? JSON.parse(text) : text };
        },
        async kill() {
          child.kill('SIGKILL');
          await ended;
        },
      };
    },
    async settled() {
      for (;;) {
        const { rows } = await sql.query(
          `SELECT count(*)::int AS "open" FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        );
        if (rows[0].open === 0) return;
        await wait(20);
      }
    },
    async close() {
      await sql.end();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
