/** Relaxations are exact: what is promised holds once the change is made, and nothing smaller would have done. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Relaxation } from '../../../src/engine/answer.js';
import type { Catalogue } from '../../../src/engine/catalogue/catalogue.js';
import { openCatalogue } from '../../../src/engine/catalogue/snapshot.js';
import type { RecommendRequest } from '../../../src/engine/question.js';
import { QuestionError } from '../../../src/engine/question-error.js';
import { withChange } from '../../../src/engine/ranking/change.js';
import { recommend } from '../../../src/engine/recommend.js';
import { type DrawnType, drawnTypes, regionOf, snapshotOf } from '../../support/random-catalogue.js';
import { smallCatalogue, smallSnapshot } from '../../support/small-catalogue.js';

const CONTEXT = { today: '2026-06-01', priceBook: null };
const WORKLOAD = {
  scenario: 'llm-inference',
  model: 'llama-3.1-8b',
  weightPrecision: 'fp16',
  maxContextTokens: 4096,
  inputTokens: 1000,
  outputTokens: 200,
  requestsPerSecond: 3,
};

const ask = (catalogue: Catalogue, request: RecommendRequest) =>
  recommend(catalogue, { ...request, currency: 'CNY', distinct: false, limit: 50 }, CONTEXT);

const question = (part: Record<string, unknown>, workload: Record<string, unknown> = {}): RecommendRequest =>
  ({ workload: { ...WORKLOAD, ...workload }, currency: 'CNY', ...part }) as RecommendRequest;

/** Plans that a change opens, [] when the changed question cannot be meant. */
function opens(catalogue: Catalogue, request: RecommendRequest, change: { pointer: string; to: unknown }) {
  try {
    return ask(catalogue, withChange(request, change)).plans;
  } catch (error) {
    if (error instanceof QuestionError) return [];
    throw error;
  }
}

/** With the change made, and a budget of just the promised price, the promised plan is among the plans. */
function expectPromiseKept(catalogue: Catalogue, request: RecommendRequest, { change, plan, monthly }: Relaxation) {
  const changed = withChange(request, change);
  const budget = { pointer: '/constraints/maxMonthlyCost', to: { amount: monthly?.amount ?? '1', currency: 'CNY' } };
  const plans = ask(catalogue, monthly === null ? changed : withChange(changed, budget)).plans;
  const kept = plans.find(
    ({ placement }) =>
      placement.instanceType === plan.instanceType &&
      placement.region === plan.region &&
      placement.provider === plan.provider,
  );
  expect(kept, `${change.pointer} → ${JSON.stringify(change.to)}`).toBeDefined();
  if (monthly !== null) expect(Number(kept?.cost.monthly?.amount)).toBeLessThanOrEqual(Number(monthly.amount));
}

/** The smallest of a pointer: where that has no price, a priced one stands beside it. */
const find = (relaxations: readonly Relaxation[], pointer: string) =>
  relaxations
    .filter(({ change }) => change.pointer === pointer)
    .sort((a, b) => (typeof a.change.to === 'number' ? a.change.to - Number(b.change.to) : 0))[0];

describe('relaxations', () => {
  const catalogue = smallCatalogue();

  it('are not given when a plan fits', () => {
    expect(ask(catalogue, question({})).relaxations).toEqual([]);
  });

  it('raise the budget to the cent that the cheapest plan costs', () => {
    const request = question({ constraints: { maxMonthlyCost: { amount: '10', currency: 'CNY' } } });
    const cheapest = Math.min(...ask(catalogue, question({})).plans.map((p) => Number(p.cost.monthly?.amount)));
    const relaxation = find(ask(catalogue, request).relaxations, '/constraints/maxMonthlyCost/amount');
    expect(Number(relaxation?.change.to)).toBe(cheapest);
    const aCentLess = { pointer: '/constraints/maxMonthlyCost/amount', to: (cheapest - 0.01).toFixed(2) };
    expect(opens(catalogue, request, aCentLess)).toEqual([]);
  });

  it.each([
    ['/workload/latency/timeToFirstTokenMs', { latency: { timeToFirstTokenMs: 2 } }, 1],
    ['/workload/latency/timePerOutputTokenMs', { latency: { timePerOutputTokenMs: 1 } }, 0.1],
    ['/workload/latency/endToEndMs', { latency: { endToEndMs: 100 } }, 1],
  ])('move %s by the fewest steps that open a plan', (pointer, workload, step) => {
    const request = question({}, workload);
    const answer = ask(catalogue, request);
    expect(answer.plans).toEqual([]);
    const relaxation = find(answer.relaxations, pointer);
    if (relaxation === undefined) throw new Error(`no relaxation of ${pointer}`);
    const to = Number(relaxation.change.to);
    expectPromiseKept(catalogue, request, relaxation);
    for (const less of [step, 2 * step, 10 * step, (to - Number(relaxation.change.from)) / 2]) {
      const smaller = Number((to - less).toPrecision(12));
      if (smaller > Number(relaxation.change.from))
        expect(opens(catalogue, request, { pointer, to: smaller }), `${smaller}`).toEqual([]);
    }
  });

  it('lower the rate, raise the servers, change the precision and allow sharing where those help', () => {
    const one = question({ constraints: { maxServers: 1, accelerators: ['a10'] } }, { requestsPerSecond: 40 });
    const answer = ask(catalogue, one);
    expect(answer.plans).toEqual([]);
    for (const pointer of ['/constraints/maxServers', '/workload/requestsPerSecond']) {
      const relaxation = find(answer.relaxations, pointer);
      expect(relaxation, pointer).toBeDefined();
      if (relaxation !== undefined) expectPromiseKept(catalogue, one, relaxation);
    }
    const servers = Number(find(answer.relaxations, '/constraints/maxServers')?.change.to);
    for (let n = 1; n < servers; n++)
      expect(opens(catalogue, one, { pointer: '/constraints/maxServers', to: n })).toEqual([]);

    const tooLarge = question({ constraints: { instanceTypes: ['slice.q'] } }, { weightPrecision: 'fp16' });
    expect(ask(catalogue, tooLarge).plans).toEqual([]);

    const sliceOnly = question(
      { constraints: { instanceTypes: ['slice.q'], allowSharing: false } },
      {
        weightPrecision: 'int4-awq',
        maxContextTokens: 200,
        inputTokens: 100,
        outputTokens: 50,
        requestsPerSecond: 0.01,
      },
    );
    for (const relaxation of ask(catalogue, sliceOnly).relaxations) expectPromiseKept(catalogue, sliceOnly, relaxation);
  });

  it('name the currency in which a plan has a price', () => {
    const request = question({ constraints: { providers: ['beta'], allowUnpriced: false }, currency: 'USD' });
    const priced = openCatalogue({
      ...smallSnapshot(),
      priceSheets: smallSnapshot().priceSheets.map((sheet) =>
        sheet.provider === 'alpha' ? { ...sheet, rows: sheet.rows.map((row) => ({ ...row, currency: 'USD' })) } : sheet,
      ),
    });
    const { plans, relaxations } = recommend(priced, request, CONTEXT);
    expect(plans).toEqual([]);
    const relaxation = find(relaxations, '/currency');
    expect(relaxation?.change).toEqual({ pointer: '/currency', from: 'USD', to: 'CNY' });
    const [plan] = recommend(priced, withChange(request, { pointer: '/currency', to: 'CNY' }), CONTEXT).plans;
    expect(plan?.placement.instanceType).toBe(relaxation?.plan.instanceType);
    expect(plan?.cost.monthly).toEqual(relaxation?.monthly);
  });

  it('say what a type that was expected would need', () => {
    const answer = ask(catalogue, question({ constraints: { providers: ['beta'] }, whyNot: ['mid.1', 'mid.x'] }));
    const [alphas, betas] = answer.whyNot;
    expect(alphas?.relaxations.map(({ change }) => change)).toEqual([
      { pointer: '/constraints/providers', from: ['beta'], to: ['beta', 'alpha'] },
    ]);
    expect(betas?.relaxations).toEqual([]);
  });

  it('are never larger and never dearer than what trying every single change finds', () => {
    let seen = 0;
    fc.assert(
      fc.property(drawnTypes(3, 6), constraintsOf(), (types, constraints) => {
        const random = openCatalogue(snapshotOf(types));
        const request = question({ constraints }, { requestsPerSecond: 6 });
        let answer: ReturnType<typeof ask>;
        try {
          answer = ask(random, request);
        } catch (error) {
          if (error instanceof QuestionError) return;
          throw error;
        }
        if (answer.plans.length > 0) return;
        seen += answer.relaxations.length;
        for (const relaxation of answer.relaxations) expectPromiseKept(random, request, relaxation);
        for (const [pointer, tries] of everyChange(types, request)) {
          const works = tries
            .map((to) => ({ to, plans: opens(random, request, { pointer, to }) }))
            .filter(({ plans }) => plans.length > 0);
          const given = find(answer.relaxations, pointer);
          expect(given !== undefined, `${pointer} of ${JSON.stringify(constraints)}`).toBe(works.length > 0);
          if (given === undefined) continue;
          const least = Math.min(...works.map(({ to }) => Number(to)));
          const alike = works.filter(({ to }) => typeof to !== 'number' || to === least);
          const prices = alike.flatMap(({ plans }) => plans.flatMap((p) => p.cost.monthly?.amount ?? []));
          const cheapest = Math.min(...prices.map(Number));
          if (Number.isFinite(cheapest)) expect(Number(given.monthly?.amount)).toBeLessThanOrEqual(cheapest + 0.005);
          if (typeof given.change.to === 'number') expect(given.change.to).toBe(least);
        }
      }),
      { numRuns: 60, seed: 9 },
    );
    expect(seen).toBeGreaterThan(25);
  });
});

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

function constraintsOf(): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .record({
      providers: maybe(fc.constantFrom(['alpha'], ['beta'])),
      geographies: maybe(fc.constantFrom(['cn'], ['hk'], ['us'])),
      accelerators: maybe(fc.constantFrom(['t4'], ['a10'], ['a100-sxm4-80gb'])),
      saleStatuses: maybe(fc.constantFrom(['general'], ['general', 'limited'])),
      requireRdma: maybe(fc.constant(true)),
      maxServers: maybe(fc.integer({ min: 1, max: 2 })),
      allowUnpriced: maybe(fc.constant(false)),
    })
    .map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)));
}

/** Every single change of the constraints that the test draws, by pointer. */
function everyChange(types: readonly DrawnType[], request: RecommendRequest): [string, unknown[]][] {
  const constraints = (request.constraints ?? {}) as Record<string, unknown>;
  const added = (field: string, values: readonly string[]): [string, unknown[]][] => {
    const list = constraints[field] as string[] | undefined;
    if (list === undefined) return [];
    return [[`/constraints/${field}`, [...new Set(values)].filter((v) => !list.includes(v)).map((v) => [...list, v])]];
  };
  const geography = { 'a-south': 'cn', 'b-north': 'cn', 'a-hk': 'hk', 'b-us': 'us' } as Record<string, string>;
  return [
    ...added('providers', ['alpha', 'beta']),
    ...added(
      'geographies',
      types.map((d) => geography[regionOf(d)] ?? ''),
    ),
    ...added('accelerators', ['t4', 'a10', 'a100-sxm4-80gb']),
    ...added('saleStatuses', ['general', 'limited', 'invite-only', 'retired']),
    ...(constraints.requireRdma === true ? ([['/constraints/requireRdma', [false]]] as [string, unknown[]][]) : []),
    ...(constraints.allowUnpriced === false ? ([['/constraints/allowUnpriced', [true]]] as [string, unknown[]][]) : []),
    ...(constraints.maxServers === undefined
      ? []
      : ([
          ['/constraints/maxServers', Array.from({ length: 12 }, (_, i) => Number(constraints.maxServers) + 1 + i)],
        ] as [string, unknown[]][])),
  ];
}
