/** One question by HTTP, client, command line and batch, and asked of the engine itself: one answer, byte for byte. */
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createClient, unwrap } from '../src/client/index.js';
import { recommend } from '../src/engine/index.js';
import type { RecommendRequest } from '../src/engine/question.js';
import { openEnginePool } from '../src/workers/engine-pool.js';
import { storeApp } from './support/app.js';
import { createTestDatabase } from './support/database.js';
import { cardwise } from './support/terminal.js';

const service = await storeApp(await createTestDatabase());
const baseUrl = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
const client = createClient({ baseUrl });

const QUESTIONS: readonly RecommendRequest[] = [
  {
    workload: { scenario: 'llm-inference', model: 'llama-3.1-8b', inputTokens: 500, outputTokens: 100, concurrency: 4 },
    currency: 'CNY',
  },
  {
    workload: { scenario: 'llm-inference', model: 'llama-3.1-8b', requestsPerSecond: 5 },
    constraints: { maxMonthlyCost: { amount: '1', currency: 'CNY' } },
  },
  {
    workload: {
      scenario: 'llm-finetuning',
      model: 'llama-3.1-8b',
      method: 'lora',
      samples: 1000,
      epochs: 1,
      sequenceTokens: 1024,
    },
    currency: 'CNY',
    explain: 'full',
  },
];

describe('the same question', () => {
  it.each(QUESTIONS)('has the same answer everywhere: %j', async (question) => {
    const http = (await service.call('POST', '/recommend', { body: question })).body;
    const typed = unwrap(await client.recommend({ body: question as never }));
    const { out } = await cardwise(['recommend', '-', '--server', baseUrl, '--output', 'json'], {
      stdin: JSON.stringify(question),
    });
    const lines = [];
    for await (const line of client.recommendBatch([{ id: 'a', request: question as never }])) lines.push(line.body);
    const { catalogue } = service.reader.current();
    const context = { today: new Date().toISOString().slice(0, 10), priceBook: null };
    const pool = openEnginePool({ size: 1 });
    const threaded = await pool.recommend(catalogue, question, context);
    await pool.close();
    const own = JSON.stringify(recommend(catalogue, question, context));
    const answers = { http, typed, commandLine: JSON.parse(out), batch: lines[0], threaded };
    for (const [way, answer] of Object.entries(answers)) {
      const text = JSON.stringify(answer);
      const at = [...own].findIndex((char, i) => char !== text[i]);
      const difference = text === own ? '' : `${own.slice(at - 60, at + 60)} | ${text.slice(at - 60, at + 60)}`;
      expect({ way, difference }).toEqual({ way, difference: '' });
    }
  });

  it('is refused alike everywhere', async () => {
    const question = { ...QUESTIONS[0], limit: 0 };
    const http = (await service.call('POST', '/recommend', { body: question })).body;
    const typed = await client.recommend({ body: question as never });
    const { out } = await cardwise(['recommend', '-', '--server', baseUrl, '--output', 'json'], {
      stdin: JSON.stringify(question),
    });
    const told = ({ code, errors }: { code: string; errors: { code: string; pointer: string }[] }) => [
      code,
      errors.map((e) => [e.code, e.pointer.replace('/request', '')]),
    ];
    expect(told(JSON.parse(out))).toEqual(told(http));
    expect(told((typed.ok ? {} : typed.problem) as never)).toEqual(told(http));
    for await (const line of client.recommendBatch([{ id: 'a', request: question as never }]))
      expect(told(line.body as never)).toEqual(told(http));
  });
});
