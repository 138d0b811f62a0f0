/** The client against the real service on a real database. */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { generate, type OpenapiDocument, typeOf } from '../../src/client/generate.js';
import {
  type BatchLine,
  createClient,
  OPERATIONS,
  ProblemError,
  type RecommendRequest,
  Unreachable,
  unwrap,
} from '../../src/client/index.js';
import { retryAfterMs, waitMs } from '../../src/client/retry.js';
import { storeApp } from '../support/app.js';
import { createTestDatabase } from '../support/database.js';

const service = await storeApp(await createTestDatabase());
const baseUrl = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}/`;
const client = createClient({ baseUrl });

const QUESTION: RecommendRequest = {
  workload: { scenario: 'llm-inference', model: 'llama-3.1-8b', inputTokens: 500, outputTokens: 100, concurrency: 4 },
  currency: 'CNY',
};

/** Answers the first calls as told, and lets the others through; keeps what was sent. */
function flaky(...answers: (Response | Error)[]) {
  const sent: Headers[] = [];
  const through: typeof fetch = async (input, init) => {
    sent.push(new Headers(init?.headers));
    const next = answers.shift();
    if (next instanceof Error) throw next;
    return next ?? fetch(input, init);
  };
  return { sent, fetch: through };
}
const busy = (retryAfter: string) =>
  new Response(
    JSON.stringify({
      code: 'overloaded',
      title: 'x',
      status: 503,
      type: '/problems/overloaded',
      instance: '/',
      requestId: 'r',
    }),
    {
      status: 503,
      headers: { 'content-type': 'application/problem+json', 'retry-after': retryAfter },
    },
  );

describe('a call', () => {
  it('gives the reply with its type', async () => {
    const reply = unwrap(await client.recommend({ body: QUESTION }));
    expect(reply.plans[0]?.placement.servers).toBeGreaterThan(0);
    const direct = await service.call('POST', '/recommend', { body: QUESTION });
    expect(reply).toEqual(direct.body);
  });

  it('fills path and query', async () => {
    const page = unwrap(await client.listInstanceTypes({ query: { provider: ['alpha'], limit: 2 } }));
    expect(page.items.map(({ provider }) => provider)).toEqual(['alpha', 'alpha']);
    const one = unwrap(await client.getInstanceType({ path: { provider: 'alpha', id: 'small.1' } }));
    expect(one.id).toBe('small.1');
  });

  it('gives what is refused as a value with its code and pointers, in the language asked for', async () => {
    const body = { ...QUESTION, workload: { ...QUESTION.workload, model: 'nonsense' } } as RecommendRequest;
    const result = await client.recommend({ body }, { language: 'zh' });
    if (result.ok) throw new Error('was answered');
    expect([result.status, result.problem.code, result.problem.errors?.[0]?.pointer]).toEqual([
      422,
      'unanswerable-question',
      '/workload/model',
    ]);
    expect(result.problem.title).toMatch(/[\u4e00-\u9fff]/);
    expect(() => unwrap(result)).toThrow(ProblemError);
  });

  it('throws only when there is no service', async () => {
    const nobody = createClient({ baseUrl: 'http://127.0.0.1:9', maxRetries: 0 });
    await expect(nobody.recommend({ body: QUESTION })).rejects.toBeInstanceOf(Unreachable);
  });
});

describe('trying again', () => {
  it('waits as long as Retry-After says, and no shorter', async () => {
    const { sent, fetch: through } = flaky(busy('1'));
    const started = performance.now();
    const reply = unwrap(await createClient({ baseUrl, fetch: through }).recommend({ body: QUESTION }));
    expect(reply.plans.length).toBeGreaterThan(0);
    expect(sent).toHaveLength(2);
    expect(performance.now() - started).toBeGreaterThanOrEqual(990);
  });

  it('hands back the problem when the wait would be longer than is borne', async () => {
    const { sent, fetch: through } = flaky(busy('120'));
    const result = await createClient({ baseUrl, fetch: through, maxWaitMs: 1000 }).recommend({ body: QUESTION });
    expect([result.ok, result.status, sent.length]).toEqual([false, 503, 1]);
  });

  it('makes a quote once, though the first answer was lost on the way', async () => {
    let quotes = 0;
    const lossy: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (quotes++ === 0) throw new TypeError('connection lost');
      return response;
    };
    const made = await createClient({ baseUrl, fetch: lossy }).createQuote({
      body: { request: QUESTION, reference: 'lost' },
    });
    expect(made.ok && made.headers.get('idempotency-replayed')).toBe('true');
    const listed = unwrap(await client.listQuotes({ query: { reference: 'lost' } }));
    expect(listed.items).toHaveLength(1);
  });

  it('sends the same idempotency key each time, and one of the caller’s', async () => {
    const { sent, fetch: through } = flaky(busy('0'), busy('0'));
    await createClient({ baseUrl, fetch: through }).createQuote(
      { body: { request: QUESTION } },
      { idempotencyKey: 'my-own-key-1' },
    );
    expect(sent.map((headers) => headers.get('idempotency-key'))).toEqual([
      'my-own-key-1',
      'my-own-key-1',
      'my-own-key-1',
    ]);
  });

  it('ends with the caller’s signal', async () => {
    const { fetch: through } = flaky(busy('30'));
    const call = createClient({ baseUrl, fetch: through }).recommend(
      { body: QUESTION },
      { signal: AbortSignal.timeout(50) },
    );
    await expect(call).rejects.toThrow(/timeout/i);
  });

  it('reads Retry-After as seconds and as a date, and spreads out without one', () => {
    const now = Date.parse('2026-11-30T08:00:00Z');
    expect(retryAfterMs('7', now)).toBe(7000);
    expect(retryAfterMs('Mon, 30 Nov 2026 08:00:05 GMT', now)).toBe(5000);
    expect(retryAfterMs('soon', now)).toBeNull();
    expect([waitMs(0, null, now, 0), waitMs(0, null, now, 1), waitMs(2, null, now, 1)]).toEqual([125, 250, 1000]);
  });
});

describe('a batch', () => {
  const lines = (count: number): BatchLine[] =>
    Array.from({ length: count }, (_, i) => ({ id: String(i), request: { ...QUESTION, limit: 1 + (i % 3) } }));

  it('streams lines out and answers in, in order', async () => {
    const ids: (string | null)[] = [];
    for await (const line of client.recommendBatch(lines(20))) {
      ids.push(line.id);
      expect(line.status).toBe(200);
    }
    expect(ids).toEqual(lines(20).map(({ id }) => id));
  });

  /** A line of some 17 KB, so that the buffers between the two programs hold few of them. */
  const YEAR = new Array<number>(8760).fill(1);

  it('asks for a line only when there is room for it', async () => {
    let taken = 0;
    async function* endless() {
      for (const line of lines(3000)) {
        taken++;
        yield { ...line, request: { ...line.request, usage: { hourlyLoad: YEAR } } };
      }
    }
    for await (const line of client.recommendBatch(endless())) {
      expect(line.id).toBe('0');
      break;
    }
    const whenStopped = taken;
    expect(whenStopped).toBeLessThan(3000);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(taken - whenStopped).toBeLessThan(500);
  });

  it('throws the problem when the whole batch is refused', async () => {
    const stranger = createClient({ baseUrl, apiKey: 'cw_unknown' });
    const read = async () => {
      for await (const _ of stranger.recommendBatch(lines(1)));
    };
    await expect(read()).rejects.toMatchObject({ problem: { code: 'unauthenticated' } });
  });
});

describe('the generated part', () => {
  const document = JSON.parse(
    readFileSync(fileURLToPath(new URL('../../openapi/openapi.json', import.meta.url)), 'utf8'),
  ) as OpenapiDocument;

  it('is what the committed document gives', () => {
    const committed = readFileSync(
      fileURLToPath(new URL('../../src/client/generated/service.ts', import.meta.url)),
      'utf8',
    );
    expect(generate(document) === committed).toBe(true);
  });

  it('has every operation of the document', () => {
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(Object.keys(OPERATIONS).sort()).toEqual(ids.sort());
  });

  it.each([
    [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, 'readonly (string | null)[]'],
    [{ enum: ['a', 1] }, '"a" | 1'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ $ref: '#/components/schemas/Plan' }, 'Plan'],
    [{ type: 'object', patternProperties: { '^.*$': { type: 'number' } } }, '{ readonly [key: string]: number }'],
    [{ type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] }, '{\n  readonly a: number;\n}'],
    [{}, 'unknown'],
  ])('says %j as %s', (schema, expected) => {
    expect(typeOf(schema)).toBe(expected);
  });
});
