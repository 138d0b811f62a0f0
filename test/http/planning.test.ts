/** The planning calls other than /recommend: nonsense refused, the same number everywhere, and the seen-to-hold cases. */
import { describe, expect, it } from 'vitest';
import { inProcessEngine } from '../../src/application/in-process-engine.js';
import { loadSolver } from '../../src/solver.js';
import { testApp } from '../support/app.js';
import { seedPorts } from '../support/seed.js';

const { call } = await testApp(seedPorts());

const CHAT = {
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
const SERVER = { provider: 'tencent', region: 'ap-guangzhou', instanceType: 'GN7.2XLARGE32', servers: 2 };

describe('/recommend', () => {
  it('answers the same question with the same bytes', async () => {
    const [first, second] = [
      await call('POST', '/recommend', { body: CHAT }),
      await call('POST', '/recommend', { body: CHAT }),
    ];
    expect(first.status).toBe(200);
    expect(second.text).toBe(first.text);
  });

  it('says the same in Chinese: codes and facts do not change', async () => {
    const english = await call('POST', '/recommend', { body: CHAT });
    const chinese = await call('POST', '/recommend', { body: CHAT, headers: { 'accept-language': 'zh-CN' } });
    const withoutMessages = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value, (key, inner) => (key === 'message' || key === 'measure' ? undefined : inner)));
    expect(withoutMessages(chinese.body)).toEqual(withoutMessages(english.body));
    expect(chinese.text).not.toBe(english.text);
    expect(chinese.headers['content-language']).toBe('zh');
  });
});

describe('/evaluate', () => {
  const ask = (workload: object, configuration: unknown) =>
    call('POST', '/evaluate', { body: { workload: { ...CHAT.workload, ...workload }, configuration } });

  it('answers for a card that cannot, with reasons', async () => {
    const { status, body } = await ask({}, { accelerator: 'T4', acceleratorCount: 1 });
    expect(status).toBe(200);
    expect(body.fits).toBe(false);
  });

  it.each<[string, unknown, string, string]>([
    ['without an accelerator or type', undefined, '/configuration', 'required'],
    [
      'with a misspelt field',
      { accelerator: 'T4', aceleratorCount: 1 },
      '/configuration/aceleratorCount',
      'unknown-field',
    ],
    ['with none of it', { accelerator: 'T4', acceleratorCount: 0 }, '/configuration/acceleratorCount', 'out-of-range'],
    [
      'of another scenario',
      { accelerator: 'T4', acceleratorCount: 1, zeroStage: 3 },
      '/configuration/zeroStage',
      'unknown-field',
    ],
    ['as a list', [], '/configuration', 'wrong-type'],
  ])('refuses a configuration %s', async (_what, configuration, pointer, code) => {
    const { status, body } = await ask({}, configuration);
    expect(status).toBe(400);
    expect(body.errors, JSON.stringify(body.errors)).toContainEqual(expect.objectContaining({ pointer, code }));
  });

  it.each<[string, object, unknown, string]>([
    ['an unknown card', {}, { accelerator: 'H9000', acceleratorCount: 8 }, 'unknown-accelerator'],
    ['an ambiguous card', {}, { accelerator: 'A100', acceleratorCount: 8 }, 'ambiguous-accelerator'],
    ['an unknown model', { model: 'gpt-17' }, { accelerator: 'T4', acceleratorCount: 1 }, 'unknown-model'],
    [
      'a layout that does not divide',
      {},
      { accelerator: 'T4', acceleratorCount: 8, tensorParallel: 3 },
      'layout-illegal',
    ],
  ])('cannot answer for %s', async (_what, workload, configuration, code) => {
    const { status, body } = await ask(workload, configuration);
    expect([status, body.code]).toEqual([422, 'unanswerable-question']);
    expect(body.errors.map((e: { code: string }) => e.code)).toContain(code);
  });
});

describe('/cost-estimate', () => {
  it('gives a plan the cost that /recommend gave it, to the cent', async () => {
    const { body } = await call('POST', '/recommend', { body: CHAT });
    const plan = body.plans.find((p: { cost: { monthly: unknown } }) => p.cost.monthly !== null);
    const estimate = await call('POST', '/cost-estimate', { body: { planId: plan.id, request: CHAT } });
    expect(estimate.status, estimate.text).toBe(200);
    expect(estimate.body.monthly).toEqual(plan.cost.monthly);
    expect(estimate.body.lines).toEqual(plan.cost.lines);
  });

  it('has lines that sum to the total', async () => {
    const { body } = await call('POST', '/cost-estimate', {
      body: { resources: [{ ...SERVER, storage: { systemDiskGiB: 100, dataDiskGiB: 500 } }], currency: 'CNY' },
    });
    const cents = (amount: string) => Math.round(Number(amount) * 100);
    const sum = body.lines.reduce((total: number, line: { amount: { amount: string } | string | null }) => {
      const amount = typeof line.amount === 'object' && line.amount !== null ? line.amount.amount : line.amount;
      return total + cents(amount ?? '0');
    }, 0);
    expect(sum).toBe(cents(body.monthly.amount));
  });

  it.each<[string, object, number, string, string]>([
    ['nothing', {}, 422, '', 'exactly-one-of'],
    ['two forms', { resources: [SERVER], alternatives: [[SERVER], [SERVER]] }, 422, '', 'exactly-one-of'],
    ['no server', { resources: [{ ...SERVER, servers: 0 }] }, 400, '/resources/0/servers', 'out-of-range'],
    ['half a server', { resources: [{ ...SERVER, servers: 1.5 }] }, 400, '/resources/0/servers', 'wrong-type'],
    ['an empty list', { resources: [] }, 400, '/resources', 'wrong-length'],
    [
      'an unknown type',
      { resources: [{ ...SERVER, instanceType: 'GN7.9' }], currency: 'CNY' },
      422,
      '/resources/0/instanceType',
      'unknown-instance-type',
    ],
    [
      'an unknown provider',
      { resources: [{ ...SERVER, provider: 'tencennt' }], currency: 'CNY' },
      422,
      '/resources/0/provider',
      'unknown-provider',
    ],
    [
      'a question of a plan that is wrong itself',
      { planId: 'x', request: { ...CHAT, limit: 0 } },
      400,
      '/request/limit',
      'out-of-range',
    ],
    [
      'a question of a plan that names no model',
      { planId: 'x', request: { ...CHAT, workload: { ...CHAT.workload, model: 'gpt-17' } } },
      422,
      '/request/workload/model',
      'unknown-model',
    ],
    ['a plan of another question', { planId: 'none', request: CHAT }, 422, '/planId', 'unknown-plan'],
  ])('refuses %s', async (_what, body, status, pointer, code) => {
    const reply = await call('POST', '/cost-estimate', { body });
    expect(reply.status, reply.text).toBe(status);
    expect(reply.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
  });
});

describe('/consolidate and /capacity-plan', () => {
  it.each<[string, string, object, number]>([
    ['/consolidate', 'no services', { services: [] }, 400],
    [
      '/consolidate',
      'a service larger than life',
      { services: [{ id: 'a', memoryGiB: 1e308, computeRatio: 0.5, latencyClass: 'normal', isolation: 'soft' }] },
      400,
    ],
    [
      '/consolidate',
      'an unknown card',
      {
        services: [{ id: 'a', memoryGiB: 1, computeRatio: 0.5, latencyClass: 'normal', isolation: 'soft' }],
        on: { accelerators: ['H9000'] },
        currency: 'CNY',
      },
      422,
    ],
    ['/capacity-plan', 'no horizon', { ...CHAT, demand: { growth: {} } }, 400],
    [
      '/capacity-plan',
      'two demands',
      { ...CHAT, demand: { growth: {}, history: [{ month: '2026-01', value: 1 }] }, horizonMonths: 3 },
      422,
    ],
    [
      '/capacity-plan',
      'month 13',
      { ...CHAT, demand: { history: [{ month: '2026-13', value: 1 }] }, horizonMonths: 3 },
      400,
    ],
  ])('%s refuses %s', async (url, _what, body, status) => {
    const reply = await call('POST', url, { body });
    expect(reply.status, reply.text).toBe(status);
    expect(reply.body.errors.length).toBeGreaterThan(0);
  });
});

describe('a mix of request sizes', async () => {
  const mix = {
    ...CHAT,
    workload: { ...CHAT.workload, concurrency: undefined, requestsPerSecond: 2 },
    requestMix: [
      { inputTokens: 500, outputTokens: 100, shareRatio: 0.7 },
      { inputTokens: 6000, outputTokens: 800, shareRatio: 0.3 },
    ],
  };
  it('is refused without a solver, and answered with one', async () => {
    expect((await call('POST', '/recommend', { body: mix })).body.errors?.[0].pointer).toContain('/requestMix');
    const solving = await testApp({ ...seedPorts(), engine: inProcessEngine(await loadSolver()) });
    const { status, body, text } = await solving.call('POST', '/recommend', { body: mix });
    expect(status, text.slice(0, 500)).toBe(200);
    expect(body.mixedFleet).toBeDefined();
  });
});
