/** Ten thousand workloads in one request, over a socket: all answered, in order, in memory that does not follow their number. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, it } from 'vitest';
import { openEnginePool } from '../../src/workers/engine-pool.js';
import { testApp } from '../support/app.js';

const pool = openEnginePool();
afterAll(() => pool.close());
const { app } = await testApp({ batchEngine: { width: pool.size * 2, recommend: pool.recommend } });
const { port } = app.server.address() as AddressInfo;

const QUESTION = {
  workload: { scenario: 'llm-inference', model: 'llama-3.1-8b', inputTokens: 500, outputTokens: 100, concurrency: 4 },
  constraints: { providers: ['alpha'] },
  currency: 'CNY',
};

interface Sent {
  readonly ids: readonly string[];
  readonly statuses: ReadonlyMap<number, number>;
  readonly bytes: number;
  /** Live memory of this process (server and client) at each thousandth answer. */
  readonly liveMiB: readonly number[];
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function liveMiB(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

/** Every hundredth line is wrong, to show that none stops the others. */
const lineOf = (i: number) =>
  i % 100 === 99
    ? `{"id":"${i}","request":{"limit":0}}`
    : JSON.stringify({ id: String(i), request: { ...QUESTION, limit: 1 + (i % 3) } });

async function send(count: number): Promise<Sent> {
  const request = httpRequest({
    ...{ port, host: '127.0.0.1', method: 'POST', path: '/recommend/batch' },
    headers: { 'content-type': 'application/x-ndjson' },
  });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject);
  });
  const writing = (async () => {
    for (let i = 0; i < count; i++)
      if (!request.write(`${lineOf(i)}\n`)) await new Promise((resolve) => request.once('drain', resolve));
    request.end();
  })();
  const ids: string[] = [];
  const statuses = new Map<number, number>();
  const live: number[] = [];
  let bytes = 0;
  let rest = '';
  for await (const chunk of await response) {
    bytes += (chunk as Buffer).length;
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, id = '', status = ''] = /^\{"id":"([0-9]+)","status":([0-9]+)/.exec(line) ?? [];
      ids.push(id);
      if (ids.length % 1000 === 0) live.push(liveMiB());
      statuses.set(Number(status), (statuses.get(Number(status)) ?? 0) + 1);
    }
  }
  await writing;
  return { ids, statuses, bytes, liveMiB: live };
}

describe('ten thousand workloads', () => {
  it('are answered in order, wrong lines among them, in constant memory', async () => {
    const many = await send(10_000);
    expect(many.ids.every((id, i) => id === String(i))).toBe(true);
    expect([...many.statuses].sort()).toEqual([
      [200, 9_900],
      [400, 100],
    ]);
    const [first = 0, ...later] = many.liveMiB;
    expect(later).toHaveLength(9);
    expect(many.bytes / 2 ** 20).toBeGreaterThan(60);
    expect(Math.max(...later) - first).toBeLessThan(20);
    console.log(
      `${many.ids.length} lines, ${(many.bytes / 2 ** 20).toFixed(0)} MiB of answers; live memory ${many.liveMiB.map((mib) => mib.toFixed(0)).join(', ')} MiB`,
    );
  }, 300_000);
});
