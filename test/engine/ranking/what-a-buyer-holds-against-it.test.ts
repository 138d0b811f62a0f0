/** What a buyer would hold against an answer, on the catalogue of this release: it must be said, or not be so. */
import { describe, expect, it } from 'vitest';
import type { RecommendRequest } from '../../../src/engine/question.js';
import { recommend } from '../../../src/engine/recommend.js';
import { SCENARIOS } from '../../../src/engine/workload/scenarios/index.js';
import { seedCatalogue } from '../../support/seed-catalogue.js';

const SERVE_7B = {
  scenario: 'llm-inference',
  model: 'Qwen/Qwen2.5-7B-Instruct',
  maxContextTokens: 4096,
  inputTokens: 1000,
  outputTokens: 300,
  requestsPerSecond: 20,
};
const ask = (part: Record<string, unknown>) =>
  recommend(
    seedCatalogue(),
    {
      workload: SERVE_7B,
      constraints: { regions: ['ap-guangzhou'] },
      currency: 'CNY',
      ...part,
    } as never as RecommendRequest,
    { today: '2026-11-30', priceBook: null },
  );
const codes = (findings: readonly { readonly code: string }[] | undefined) => (findings ?? []).map(({ code }) => code);

describe('an extra without a public price', () => {
  const plain = ask({});
  const priced = plain.plans.filter(({ cost }) => !cost.unpriced);
  const withAddress = ask({ storage: { publicAddresses: 1 } });

  it('leaves sizes and order as they are, by the part of the bill that is known', () => {
    expect(withAddress.plans.every(({ cost }) => cost.unpriced)).toBe(true);
    const placements = (plans: typeof priced) =>
      plans.map(({ placement: { instanceType, servers, parallelism } }) => ({ instanceType, servers, parallelism }));
    expect(priced.length).toBeGreaterThan(1);
    expect(placements(withAddress.plans).slice(0, priced.length)).toEqual(placements(priced));
  });

  it('is named with the known part, and the servers are not called unpriced', () => {
    const [first] = withAddress.plans;
    const told = first?.findings.find(({ code }) => code === 'price-known-in-part');
    expect(told?.facts).toMatchObject({ components: ['public-address'], monthly: first?.cost.monthly?.amount });
    expect(codes(first?.findings)).not.toContain('price-not-published');
  });

  it('does not make a plan fit a budget that its known part exceeds', () => {
    const known = Number(withAddress.plans[0]?.cost.monthly?.amount);
    const constraints = {
      regions: ['ap-guangzhou'],
      maxMonthlyCost: { amount: (known - 1).toFixed(2), currency: 'CNY' },
    };
    const answer = ask({ storage: { publicAddresses: 1 }, constraints });
    const type = withAddress.plans[0]?.placement.instanceType;
    expect(answer.plans.map(({ placement }) => placement.instanceType)).not.toContain(type);
  });
});

describe('a budget that only plans without a price keep', () => {
  const constraints = { geographies: ['cn'], maxMonthlyCost: { amount: '3000', currency: 'CNY' } };
  const answer = ask({ constraints });

  it('is said to be kept by none, with the amount that would do', () => {
    expect(answer.plans.every(({ cost }) => cost.unpriced)).toBe(true);
    expect(codes(answer.findings)).toContain('no-priced-plan-in-budget');
    const more = answer.relaxations.find(({ change }) => change.pointer === '/constraints/maxMonthlyCost/amount');
    const amount = String(more?.change.to);
    const opened = ask({ constraints: { ...constraints, maxMonthlyCost: { amount, currency: 'CNY' } } });
    expect(opened.plans[0]?.cost.monthly?.amount).toBe(amount);
    expect(codes(opened.findings)).not.toContain('no-priced-plan-in-budget');
  });
});

describe('a first plan', () => {
  it('that another beats on cost and time says so, and what keeps that one behind', () => {
    const [first] = ask({}).plans;
    const beaten = first?.findings.find(({ code }) => code === 'beaten-on-cost-and-time');
    expect(beaten?.facts).toMatchObject({ dimension: 'instanceType' });
    expect(Number(beaten?.facts.monthly)).toBeLessThan(Number(first?.cost.monthly?.amount));
    expect(Number(beaten?.facts.time)).toBeLessThan(Number(beaten?.facts.ownTime));
  });

  it('is compared with another family: sizes of one family share a price list', () => {
    const { sensitivity } = ask({});
    expect(sensitivity?.rival.instanceType.split('.')[0]).not.toBe(sensitivity?.winner.instanceType.split('.')[0]);
  });

  it('takes the fastest of the layouts that cost the same', () => {
    const catalogue = seedCatalogue();
    const plans = ask({ limit: 50, distinct: false }).plans;
    const prepared = SCENARIOS['llm-inference']?.prepare(SERVE_7B as never, { catalogue, pointer: '/workload' });
    let compared = 0;
    for (const { placement, performance } of plans) {
      const offer = catalogue.offers.find(
        ({ type, region }) => type.id === placement.instanceType && region.id === placement.region,
      );
      const shape = catalogue.shapes[offer?.shapeIndex ?? -1];
      if (shape === undefined) continue;
      const roomy = prepared
        ?.place(shape, { maxServers: 64, allowSharing: true })
        .options.filter((one) => Math.max(1, Math.ceil(one.unitsAtPeak - 1e-9)) + one.spareUnits === placement.servers)
        .filter(({ memoryHeadroomRatio }) => (memoryHeadroomRatio ?? 0) >= 0.15);
      const times = (roomy ?? []).map(({ timeMetric }) => timeMetric ?? Number.NaN);
      if (times.length < 2) continue;
      compared++;
      expect(performance.endToEndLatencyMs?.expected).toBeCloseTo(Math.min(...times), -1);
    }
    expect(compared).toBeGreaterThan(3);
  });
});

describe('offers in other currencies', () => {
  it('are counted with the field that lets them in', () => {
    const told = ask({ constraints: {} }).findings.find(({ code }) => code === 'priced-in-other-currencies');
    expect(told?.facts.currencies).toContain('USD');
    expect(Number(told?.facts.count)).toBeGreaterThan(100);
    const rated = ask({
      constraints: {},
      exchangeRates: [{ from: 'USD', to: 'CNY', rate: '7.1', asOn: '2026-11-01', source: 'test' }],
    });
    const left = rated.findings.find(({ code }) => code === 'priced-in-other-currencies');
    expect(Number(left?.facts.count ?? 0)).toBeLessThan(Number(told?.facts.count) / 10);
  });
});

describe('why a type is not there', () => {
  it('is told where it may be rented, not of a region that nobody asked for', () => {
    const constraints = {
      regions: ['ap-guangzhou'],
      quota: [{ region: 'ap-guangzhou', accelerator: 'T4', max: 10 }],
    };
    const [answer] = ask({ constraints, whyNot: ['GN7.20XLARGE320'] }).whyNot;
    expect(answer?.firstObstacle?.code).toBe('quota-exceeded');
  });
});

describe('a job that ends', () => {
  it('suits on-demand, not a commitment of months', () => {
    const workload = {
      scenario: 'llm-finetuning',
      model: 'Llama-3.1-8B',
      method: 'lora',
      samples: 2000,
      epochs: 1,
      sequenceTokens: 1024,
    };
    const because = ask({ workload, constraints: {} }).plans[0]?.dimensions.billing.because;
    expect(because?.find(({ code }) => code === 'billing-modes')?.facts.suitable).toEqual(['on-demand']);
  });
});

describe('a plan whose price is not known', () => {
  it('is not said to be dearer than another', () => {
    const unpriced = ask({ limit: 50 }).plans.filter(({ cost }) => cost.monthly === null);
    expect(unpriced.length).toBeGreaterThan(0);
    for (const { findings } of unpriced) expect(codes(findings)).not.toContain('cheaper-plan-ranked-lower');
  });
});
