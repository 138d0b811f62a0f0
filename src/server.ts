/** Process entry: settings → database → migrations → application → listen, and the same way back on a signal. */
import './heap-settings.js';
import { createServer } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { type Composition, compose } from './compose.js';
import { type Config, ConfigError, readConfig } from './config.js';
import { DataDirectoryInUse } from './store/embedded/data-lock.js';
import { createDatabaseIfMissing, startEmbeddedDatabase } from './store/embedded/embedded-database.js';
import { migrate } from './store/migrate.js';

/** A reason not to start that the person at the terminal can mend: told without a stack. */
class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

/** Undone in reverse order; what is registered when the stop comes during the start is all there is to undo. */
const undo: (() => Promise<unknown>)[] = [];

function portMessage(code: string | undefined, { HOST, PORT }: Config): string | undefined {
  if (code === 'EADDRINUSE') {
    return `Port ${PORT} on ${HOST} is taken by another program. Set PORT to a free one, e.g. PORT=${PORT + 1}.`;
  }
  if (code === 'EACCES') return `Port ${PORT} is not allowed to this user. Set PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST ${HOST} is not an address of this machine. Set HOST, e.g. HOST=127.0.0.1.`;
  }
  return undefined;
}

/** Looks before the database is started: a taken port should cost nobody a wait. */
async function refuseTakenPort(config: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const message = portMessage(error.code, config);
      reject(message ? new StartRefused(message) : error);
    });
    probe.listen(config.PORT, config.HOST, () => probe.close(() => resolve()));
  });
}

async function openServer(config: Config, log: FastifyBaseLogger): Promise<string> {
  if (config.DATABASE_URL !== undefined) return config.DATABASE_URL;
  const embedded = await startEmbeddedDatabase({
    dataDir: config.DATA_DIR,
    log: (line) => log.debug({ component: 'postgresql' }, line),
    notice: (sentence) => log.info(sentence),
  });
  undo.push(() => embedded.stop());
  log.info({ data: embedded.data }, 'embedded PostgreSQL started');
  await createDatabaseIfMissing(embedded.url('postgres'), 'cardwise');
  return embedded.url('cardwise');
}

async function prepareDatabase(config: Config, log: FastifyBaseLogger): Promise<string> {
  const connectionString = await openServer(config, log);
  const applied = await migrate(config.DATABASE_OWNER_URL ?? connectionString, {
    ...(config.DATABASE_OWNER_URL === undefined ? {} : { serviceRoleOf: connectionString }),
  });
  if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');
  return connectionString;
}

async function listen({ app }: Composition, config: Config): Promise<string> {
  try {
    await app.listen({ host: config.HOST, port: config.PORT });
  } catch (error) {
    const message = portMessage((error as NodeJS.ErrnoException).code, config);
    throw message ? new StartRefused(message) : error;
  }
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : config.PORT;
  const host = ['0.0.0.0', '::'].includes(config.HOST) ? '127.0.0.1' : config.HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** What a newcomer does next, to be copied as it stands. */
function greeting(address: string, config: Config): string {
  const question = {
    workload: {
      scenario: 'llm-inference',
      model: 'Qwen/Qwen2.5-72B-Instruct',
      maxContextTokens: 8192,
      inputTokens: 5000,
      outputTokens: 500,
      concurrency: 100,
      latency: { timeToFirstTokenMs: 2000 },
    },
    constraints: { geographies: ['cn'] },
    currency: 'CNY',
  };
  const key = config.AUTH === 'keys' ? ` -H 'authorization: Bearer <key>'` : '';
  return [
    '',
    `Cardwise answers at ${address}   API reference: ${address}/docs`,
    '',
    'Try:',
    `  curl -s ${address}/recommend${key} -H 'content-type: application/json' -d '${JSON.stringify(question)}'`,
    '',
    '',
  ].join('\n');
}

/** Requests in flight get their grace, then the sockets are closed under them. */
async function closeApplication({ app, close }: Composition, graceSeconds: number): Promise<void> {
  const force = setTimeout(() => app.server.closeAllConnections(), graceSeconds * 1000);
  try {
    await app.close();
  } finally {
    clearTimeout(force);
    await close();
  }
}

let stopping: Promise<void> | undefined;
let stoppingSince = 0;
/** Ctrl-C reaches us twice when npm started us, from the terminal and from npm: that is one wish, not two. */
const ONE_SIGNAL_MS = 1_500;

async function undoAll(log: FastifyBaseLogger): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) {
    await step().catch((error: unknown) => log.error({ err: error }, 'stopping a part failed'));
  }
}

/** Stops once; a second wish does not wait (the embedded PostgreSQL stops by itself when we are gone). */
function stop(log: FastifyBaseLogger, reason: string, exitCode: number): void {
  if (stopping) {
    if (exitCode === 0 && Date.now() - stoppingSince > ONE_SIGNAL_MS) process.exit(1);
    return;
  }
  stoppingSince = Date.now();
  log.info({ reason }, 'stopping');
  stopping = undoAll(log).finally(() => {
    log.info('stopped');
    process.exit(exitCode);
  });
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.LOG_LEVEL });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(log, signal, 0));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event);
      stop(log, event, 1);
    });
  }

  try {
    await refuseTakenPort(config);
    const connectionString = await prepareDatabase(config, log);
    const composition = await compose({ config, connectionString, log });
    undo.push(() => closeApplication(composition, config.SHUTDOWN_GRACE_SECONDS));
    const address = await listen(composition, config);
    composition.warm();
    if (!stopping) process.stdout.write(greeting(address, config));
  } catch (error) {
    if (stopping) return;
    await undoAll(log);
    throw error;
  }
}

try {
  await main();
} catch (error) {
  const isExpected =
    error instanceof ConfigError || error instanceof StartRefused || error instanceof DataDirectoryInUse;
  process.stderr.write(`\nCardwise did not start. ${isExpected ? error.message : String((error as Error).stack)}\n\n`);
  process.exitCode = 1;
  // Whatever else still holds the process must not: nothing of ours is running any more.
  setTimeout(() => process.exit(1), 1000).unref();
}
