/** `/recommend` of the service as it runs, over the whole catalogue, beside a bare Fastify route of the same sizes. */
import Fastify from 'fastify';
import { serviceBed } from '../support/service-process.js';
import { CHAT_70B, quantiles, SERVICE_7B, varied } from './questions.js';

const WARM_UP = 30;
const REQUESTS = 100;

type Question = typeof CHAT_70B | typeof SERVICE_7B;
type Ask = (body: unknown) => Promise<string>;

export async function recommendBench(): Promise<void> {
  const bed = await serviceBed();
  const service = await bed.start();
  try {
    const recommend = asker(`${service.address}/recommend`, bed.key());
    for (const [name, question] of Object.entries({ '70B chat': CHAT_70B, '7B service by the hour': SERVICE_7B })) {
      const reply = await recommend(varied(question, 0));
      const bare = await bareRoute(reply);
      const rows = {
        recommend: await time(recommend, question),
        'bare route, same sizes': await time(asker(bare.address, ''), question),
      };
      await bare.close();
      console.log(`${name}: reply ${(reply.length / 1024).toFixed(0)} KiB`);
      console.table(rows);
    }
    const metrics = await fetch(`${service.address}/metrics`, { headers: { authorization: `Bearer ${bed.key()}` } });
    const resident = /^process_resident_memory_bytes (\S+)/m.exec(await metrics.text())?.[1];
    console.log(`memory of the service (RSS): ${(Number(resident) / 2 ** 20).toFixed(0)} MiB`);
  } finally {
    await service.kill();
    await bed.close();
  }
}

function asker(url: string, key: string): Ask {
  const headers = { 'content-type': 'application/json', ...(key === '' ? {} : { authorization: `Bearer ${key}` }) };
  return async (body) => {
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 300)}`);
    return text;
  };
}

async function time(ask: Ask, question: Question) {
  for (let i = 0; i < WARM_UP; i++) await ask(varied(question, i));
  const times: number[] = [];
  const started = performance.now();
  for (let i = 0; i < REQUESTS; i++) {
    const start = performance.now();
    await ask(varied(question, WARM_UP + i));
    times.push(performance.now() - start);
  }
  return { ...quantiles(times), 'requests/s': ((REQUESTS * 1000) / (performance.now() - started)).toFixed(0) };
}

async function bareRoute(reply: string) {
  const app = Fastify();
  const body = JSON.parse(reply) as unknown;
  app.post('/', () => body);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { address, close: () => app.close() };
}
