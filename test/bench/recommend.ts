/** `/recommend` over the whole catalogue beside a bare Fastify route with the same body and reply size. */
import Fastify from 'fastify';
import { pino } from 'pino';
import { compose } from '../../src/compose.js';
import { readConfig } from '../../src/config.js';
import { createDatabaseIfMissing, startTemporaryDatabase } from '../../src/store/embedded/embedded-database.js';
import { migrate } from '../../src/store/migrate.js';
import { CHAT_70B, quantiles, SERVICE_7B, varied } from './questions.js';

const WARM_UP = 20;
const REQUESTS = 100;

export async function recommendBench(): Promise<void> {
  const database = await startTemporaryDatabase();
  await createDatabaseIfMissing(database.url('postgres'), 'bench');
  await migrate(database.url('bench'));
  const config = readConfig({ RATE_LIMIT_PER_MINUTE: '1000000' });
  const { app, close } = await compose({
    config,
    connectionString: database.url('bench'),
    log: pino({ level: 'silent' }),
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  try {
    for (const [name, question] of Object.entries({ '70B chat': CHAT_70B, '7B service by the hour': SERVICE_7B })) {
      const reply = await post(`${address}/recommend`, varied(question, 0));
      const bare = await bareRoute(reply.text);
      const rows = {
        recommend: await time(`${address}/recommend`, question),
        'bare route, same sizes': await time(bare.address, question),
      };
      await bare.close();
      console.log(`${name}: reply ${(reply.text.length / 1024).toFixed(0)} KiB`);
      console.table(rows);
    }
    global.gc?.();
    console.log(
      `memory (RSS, with the client in the same process): ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB`,
    );
  } finally {
    await app.close();
    await close();
    await database.stop();
  }
}

async function time(url: string, question: typeof CHAT_70B | typeof SERVICE_7B) {
  for (let i = 0; i < WARM_UP; i++) await post(url, varied(question, i));
  const times: number[] = [];
  const started = performance.now();
  for (let i = 0; i < REQUESTS; i++) {
    const start = performance.now();
    await post(url, varied(question, WARM_UP + i));
    times.push(performance.now() - start);
  }
  return { ...quantiles(times), 'requests/s': ((REQUESTS * 1000) / (performance.now() - started)).toFixed(0) };
}

async function post(url: string, body: unknown): Promise<{ text: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 300)}`);
  return { text };
}

async function bareRoute(reply: string) {
  const app = Fastify();
  const body = JSON.parse(reply) as unknown;
  app.post('/', () => body);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { address, close: () => app.close() };
}
