/** `/recommend` of the service as it runs, over the whole catalogue, beside a bare Fastify route of the same sizes. */
import Fastify from 'fastify';
import { serviceBed } from '../support/service-process.js';
import { QUESTIONS, quantiles, varied } from './questions.js';

const WARM_UP = 30;
const REQUESTS = 100;

type Ask = (body: unknown) => Promise<string>;

export async function recommendBench(): Promise<void> {
  const bed = await serviceBed();
  const service = await bed.start();
  try {
    const recommend = asker(`${service.address}/recommend`, bed.key());
    const metricOf = async (metric: string) => {
      const metrics = await fetch(`${service.address}/metrics`, { headers: { authorization: `Bearer ${bed.key()}` } });
      return Number(new RegExp(`^${metric} (\\S+)`, 'm').exec(await metrics.text())?.[1]);
    };
    const cpuSeconds = () => metricOf('process_cpu_seconds_total');
    const noCpu = async () => Number.NaN;
    for (const [name, question] of Object.entries(QUESTIONS)) {
      const reply = await recommend(varied(question, 0));
      const bare = await bareRoute(reply);
      const rows = {
        'varied questions': await time(recommend, (i) => varied(question, i), cpuSeconds),
        'one question again': await time(recommend, () => varied(question, 0), cpuSeconds),
        'bare route, same sizes': await time(asker(bare.address, ''), (i) => varied(question, i), noCpu),
      };
      await bare.close();
      console.log(`${name}: reply ${(reply.length / 1024).toFixed(0)} KiB`);
      console.table(rows);
    }
    const resident = await metricOf('process_resident_memory_bytes');
    console.log(`memory of the service (RSS): ${(resident / 2 ** 20).toFixed(0)} MiB`);
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

/** `cpuSeconds`: what the service has used so far; of a machine that others use too, the only figure to compare. */
async function time(ask: Ask, question: (i: number) => unknown, cpuSeconds: () => Promise<number>) {
  for (let i = 0; i < WARM_UP; i++) await ask(question(i));
  const times: number[] = [];
  const cpuBefore = await cpuSeconds();
  const started = performance.now();
  for (let i = 0; i < REQUESTS; i++) {
    const start = performance.now();
    await ask(question(WARM_UP + i));
    times.push(performance.now() - start);
  }
  const seconds = (performance.now() - started) / 1000;
  const cpu = ((await cpuSeconds()) - cpuBefore) * 1000;
  return {
    ...quantiles(times),
    'requests/s': (REQUESTS / seconds).toFixed(0),
    'CPU ms a request': Number.isNaN(cpu) ? '' : (cpu / REQUESTS).toFixed(1),
  };
}

async function bareRoute(reply: string) {
  const app = Fastify();
  const body = JSON.parse(reply) as unknown;
  app.post('/', () => body);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { address, close: () => app.close() };
}
