/** Nonsense is refused: every fault at once, where it is, and what would be accepted. */
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.js';

const { call } = await testApp();

const WORKLOAD = {
  scenario: 'llm-inference',
  model: 'llama-3.1-8b',
  maxContextTokens: 4096,
  inputTokens: 1000,
  outputTokens: 200,
  concurrency: 4,
};

type Json = Record<string, unknown>;

/** The question with parts replaced; `undefined` removes. */
function question(workload: Json = {}, rest: Json = {}): Json {
  return { workload: { ...WORKLOAD, ...workload }, currency: 'CNY', ...rest };
}

async function ask(body: Json) {
  const reply = await call('POST', '/recommend', { body });
  const errors: { pointer?: string; code: string; detail: string; allowed?: string[] }[] = reply.body.errors ?? [];
  return {
    status: reply.status,
    code: reply.body.code,
    errors,
    at: (pointer: string) => errors.find((e) => e.pointer === pointer),
  };
}

describe('a question that makes sense', () => {
  it('is answered', async () => {
    expect((await ask(question())).status).toBe(200);
  });
});

describe('shape (400)', () => {
  it.each<[string, Json, string, string]>([
    ['a misspelt field', question({ maxContextToken: 4096 }), '/workload/maxContextToken', 'unknown-field'],
    ['a misspelt field at the top', question({}, { limits: 3 }), '/limits', 'unknown-field'],
    [
      'a misspelt constraint',
      question({}, { constraints: { region: ['a-south'] } }),
      '/constraints/region',
      'unknown-field',
    ],
    ['a missing field', question({ model: undefined }), '/workload/model', 'required'],
    ['no workload', { currency: 'CNY' }, '/workload', 'required'],
    ['an unknown scenario', question({ scenario: 'llm-inferense' }), '/workload/scenario', 'not-allowed'],
    ['no scenario', question({ scenario: undefined }), '/workload/scenario', 'required'],
    ['a negative number', question({ inputTokens: -5 }), '/workload/inputTokens', 'out-of-range'],
    ['zero where something is needed', question({ maxContextTokens: 0 }), '/workload/maxContextTokens', 'out-of-range'],
    ['a huge number', question({ inputTokens: 1e308 }), '/workload/inputTokens', 'out-of-range'],
    ['a fraction of a token', question({ maxContextTokens: 4096.5 }), '/workload/maxContextTokens', 'wrong-type'],
    ['a string for a number', question({ maxContextTokens: '4096' }), '/workload/maxContextTokens', 'wrong-type'],
    ['null for a number', question({ maxContextTokens: null }), '/workload/maxContextTokens', 'wrong-type'],
    ['a number for a name', question({ model: 8 }), '/workload/model', 'wrong-type'],
    ['a limit of none', question({}, { limit: 0 }), '/limit', 'out-of-range'],
    ['a limit above 50', question({}, { limit: 51 }), '/limit', 'out-of-range'],
    ['a number for a flag', question({}, { distinct: 1 }), '/distinct', 'wrong-type'],
    [
      'a text for a list',
      question({}, { constraints: { providers: 'alpha' } }),
      '/constraints/providers',
      'wrong-type',
    ],
    [
      'an unknown billing mode',
      question({}, { constraints: { billingModes: ['ondemand'] } }),
      '/constraints/billingModes/0',
      'not-allowed',
    ],
    [
      'a budget without a currency',
      question({}, { constraints: { maxMonthlyCost: { amount: '1000' } } }),
      '/constraints/maxMonthlyCost/currency',
      'required',
    ],
    [
      'a budget as a number',
      question({}, { constraints: { maxMonthlyCost: { amount: 1000, currency: 'CNY' } } }),
      '/constraints/maxMonthlyCost/amount',
      'wrong-type',
    ],
    [
      'a negative budget',
      question({}, { constraints: { maxMonthlyCost: { amount: '-1', currency: 'CNY' } } }),
      '/constraints/maxMonthlyCost/amount',
      'wrong-pattern',
    ],
    ['a currency that is none', question({}, { currency: 'yuan' }), '/currency', 'wrong-pattern'],
    ['a day of another calendar', question({}, { pricedOn: '30.11.2026' }), '/pricedOn', 'wrong-pattern'],
    ['month 13', question({}, { pricedOn: '2026-13-01' }), '/pricedOn', 'wrong-pattern'],
    ['an instant that is none', question({}, { knownAt: 'yesterday' }), '/knownAt', 'wrong-format'],
    ['a negative weight', question({}, { weights: { gpuSpec: -1 } }), '/weights/gpuSpec', 'out-of-range'],
    ['an unknown dimension', question({}, { weights: { price: 1 } }), '/weights/price', 'unknown-field'],
  ])('%s', async (_what, body, pointer, code) => {
    const { status, code: problem, errors, at } = await ask(body);
    expect([status, problem]).toEqual([400, 'invalid-request']);
    expect(at(pointer)?.code, JSON.stringify(errors)).toBe(code);
  });

  it('tells all faults at once', async () => {
    const { errors } = await ask(question({ inputTokens: -1, maxContextTokens: 'x' }, { limit: 0, curency: 'CNY' }));
    expect(errors.map((e) => e.pointer).sort()).toEqual([
      '/curency',
      '/limit',
      '/workload/inputTokens',
      '/workload/maxContextTokens',
    ]);
  });

  it('offers the nearest names first', async () => {
    const { at } = await ask(question({ maxContextToken: 4096 }, { constraints: { billingModes: ['ondemand'] } }));
    expect(at('/workload/maxContextToken')?.allowed?.[0]).toBe('maxContextTokens');
    expect(at('/constraints/billingModes/0')?.allowed?.[0]).toBe('on-demand');
  });

  it('tells what is meant where a field takes a number or a range', async () => {
    const wrong = await ask(question({ inputTokens: { low: 1, expected: 2 } }));
    expect(wrong.errors).toEqual([
      expect.objectContaining({ pointer: '/workload/inputTokens/high', code: 'required' }),
    ]);
    const text = await ask(question({ inputTokens: 'many' }));
    expect(text.errors).toHaveLength(1);
    expect(text.at('/workload/inputTokens')?.code).toBe('wrong-type');
  });

  it.each<[string, Json, string, string, string]>([
    [
      'the fields of an object',
      question({}, { constraints: { maxMonthlyCost: 5000 } }),
      '/constraints/maxMonthlyCost',
      'Expected object {amount, currency}, got 5000.',
      '应为 对象 {amount, currency}，实际为 5000。',
    ],
    [
      'how a day is written',
      question({}, { pricedOn: '30.11.2026' }),
      '/pricedOn',
      'Must be a day as YYYY-MM-DD.',
      '须为 日期，格式 YYYY-MM-DD。',
    ],
    [
      'how a currency is written',
      question({}, { currency: 'cny' }),
      '/currency',
      'Must be three capital letters, e.g. CNY.',
      '须为 三个大写字母，如 CNY。',
    ],
    [
      'types',
      question({ concurrency: '10' }),
      '/workload/concurrency',
      'Expected integer or object {low, expected, high}, got "10".',
      '应为 整数或对象 {low, expected, high}，实际为 "10"。',
    ],
    [
      'ranges',
      question({}, { limit: 0 }),
      '/limit',
      'Must be at least 1 and at most 50; got 0.',
      '须为 不小于 1 且 不大于 50，实际为 0。',
    ],
    [
      'where a field belongs that is known elsewhere',
      question({ hourlyLoad: [1] }),
      '/workload/hourlyLoad',
      'There is no field "hourlyLoad" here; it belongs at /usage/hourlyLoad.',
      '此处没有字段 “hourlyLoad”；它应位于 /usage/hourlyLoad。',
    ],
  ])('says in words, in both languages: %s', async (_what, body, pointer, en, zh) => {
    expect((await ask(body)).at(pointer)?.detail).toBe(en);
    const chinese = await call('POST', '/recommend', { body, headers: { 'accept-language': 'zh' } });
    expect(chinese.body.errors.find((e: Json) => e.pointer === pointer).detail).toBe(zh);
  });

  it('takes no parameter that it does not know', async () => {
    const { status, body } = await call('POST', '/recommend?explain=full', { body: question() });
    expect([status, body.errors[0].parameter, body.errors[0].code]).toEqual([400, 'explain', 'unknown-parameter']);
  });

  it('takes nothing infinite', async () => {
    const text = JSON.stringify(question()).replace('"inputTokens":1000', '"inputTokens":1e999');
    const { status } = await call('POST', '/recommend', {
      body: text,
      headers: { 'content-type': 'application/json' },
    });
    expect(status).toBe(400);
  });
});

describe('meaning (422)', () => {
  it.each<[string, Json, string, string]>([
    ['an unknown model', question({ model: 'gpt-17' }), '/workload/model', 'unknown-model'],
    [
      'an unknown accelerator',
      question({}, { constraints: { accelerators: ['H9000'] } }),
      '/constraints/accelerators/0',
      'unknown-accelerator',
    ],
    [
      'an unknown provider',
      question({}, { constraints: { providers: ['alfa'] } }),
      '/constraints/providers/0',
      'unknown-provider',
    ],
    [
      'an unknown region',
      question({}, { constraints: { regions: ['a-north'] } }),
      '/constraints/regions/0',
      'unknown-region',
    ],
    [
      'an unknown geography',
      question({}, { constraints: { geographies: ['xx'] } }),
      '/constraints/geographies/0',
      'unknown-geography',
    ],
    [
      'an unknown instance type',
      question({}, { constraints: { instanceTypes: ['mid.9'] } }),
      '/constraints/instanceTypes/0',
      'unknown-instance-type',
    ],
    ['an unknown type in whyNot', question({}, { whyNot: ['huge.1'] }), '/whyNot/0', 'unknown-instance-type'],
    ['a currency without prices', question({}, { currency: 'EUR' }), '/currency', 'unknown-currency'],
    ['the 30th of February', question({}, { pricedOn: '2026-02-30' }), '/pricedOn', 'impossible-date'],
    [
      'weights that are all zero',
      question(
        {},
        {
          weights: {
            gpuSpec: 0,
            instanceType: 0,
            billing: 0,
            costOptimisation: 0,
            accelerationStack: 0,
            networkStorage: 0,
          },
        },
      ),
      '/weights',
      'weights-all-zero',
    ],
  ])('%s', async (_what, body, pointer, code) => {
    const { status, code: problem, errors, at } = await ask(body);
    expect([status, problem], JSON.stringify(errors)).toEqual([422, 'unanswerable-question']);
    expect(at(pointer)?.code, JSON.stringify(errors)).toBe(code);
  });

  it('two loads, or none', async () => {
    const both = await ask(question({ requestsPerSecond: 2 }));
    const none = await ask(question({ concurrency: undefined }));
    for (const { status, errors } of [both, none]) {
      expect([400, 422]).toContain(status);
      expect(errors.some((e) => e.pointer?.startsWith('/workload'))).toBe(true);
    }
  });

  it('a provider that is both wanted and excluded', async () => {
    const { status, errors } = await ask(
      question({}, { constraints: { providers: ['alpha'], excludeProviders: ['alpha'] } }),
    );
    expect([status, errors[0]?.code]).toEqual([422, 'contradiction']);
  });

  it('a budget in another currency than the answer', async () => {
    const budget = { maxMonthlyCost: { amount: '1000', currency: 'USD' } };
    const { status, errors } = await ask(question({}, { constraints: budget }));
    expect([status, errors[0]?.code]).toEqual([422, 'currency-contradiction']);
  });

  it('offers the nearest names', async () => {
    const { at } = await ask(question({}, { constraints: { providers: ['alfa'], accelerators: ['A10G0'] } }));
    expect(at('/constraints/providers/0')?.allowed).toContain('alpha');
    expect(at('/constraints/accelerators/0')?.allowed?.length).toBeGreaterThan(0);
  });

  it('speaks Chinese when asked', async () => {
    const { body } = await call('POST', '/recommend', {
      body: question({ model: 'gpt-17' }),
      headers: { 'accept-language': 'zh' },
    });
    expect(body.errors[0].detail).toMatch(/[\u4e00-\u9fff]/);
  });
});

describe('names that belong elsewhere', () => {
  it.each([
    ['accelerators', 'small.1', 'accelerator-is-type', 'instanceTypes'],
    ['excludeAccelerators', 'small', 'accelerator-is-type', 'excludeInstanceTypes'],
    ['instanceTypes', 'T4', 'type-is-accelerator', 'accelerators'],
  ])('are told where: %s of %s', async (field, name, code, belongs) => {
    const { at } = await ask(question({}, { constraints: { [field]: [name] } }));
    const told = at(`/constraints/${field}/0`);
    expect([told?.code, told?.detail]).toEqual([code, expect.stringContaining(`name it in ${belongs}`)]);
  });
});

describe('a fault', () => {
  it('is told once: a range out of order', async () => {
    const { errors } = await ask(question({ concurrency: { low: 5, expected: 3, high: 10 } }));
    expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual([['/workload/concurrency', 'out-of-range']]);
  });

  it('offers each near name once', async () => {
    const { at } = await ask(question({}, { constraints: { zones: ['a-south-99'] } }));
    const allowed = at('/constraints/zones/0')?.allowed ?? [];
    expect(allowed.length).toBeGreaterThan(0);
    expect(new Set(allowed).size).toBe(allowed.length);
  });
});

describe('a thing that is not there', () => {
  it('is named with its kind and id', async () => {
    const of = async (path: string) => (await call('GET', path)).body.detail;
    expect(await of('/catalogue/accelerators/a1000')).toBe('There is no accelerator "a1000".');
    expect(await of('/catalogue/instance-types/alpha/none')).toBe('There is no instance type "alpha/none".');
  });
});
