/** `/capacity-plan` on a small catalogue: sizes, risk, commitments, policies, actions, refusals. */
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { type BasisFinder, planCapacity } from '../../../src/engine/capacity/index.js';
import { CapacityPlanReply, type CapacityPlanRequest } from '../../../src/engine/capacity/schemas.js';
import type { FleetDemand } from '../../../src/engine/pricing/index.js';
import { QuestionError } from '../../../src/engine/question-error.js';
import { offerOf, PROVENANCE, smallCatalogue } from '../../support/catalogue.js';
import { fleet, question } from '../pricing/support.js';

/** 10 an hour, 3,650 a month (break-even 365 h), 12 months at 0.6 of it. */
const CATALOGUE = smallCatalogue({
  providers: [
    {
      id: 'p',
      billing: {
        termDiscounts: [
          {
            families: [],
            billingMode: 'subscription',
            minimumTermMonths: 12,
            payableRatio: 0.6,
            provenance: PROVENANCE,
          },
        ],
      },
    },
  ],
  regions: [{ provider: 'p', id: 'r' }],
  types: [
    { provider: 'p', id: 'box', family: 'F' },
    { provider: 'p', id: 'secret', family: 'F' },
  ],
  rows: [
    { provider: 'p', region: 'r', sku: 'box', price: '10' },
    { provider: 'p', region: 'r', sku: 'box', price: '3650', billingMode: 'subscription', unit: 'month' },
  ],
});

/** One unit carries 10 requests a second. */
function basis(demand: Partial<FleetDemand> = {}, type = 'box', peakLoad: number | null = 100): BasisFinder {
  return (request) => ({
    basis: {
      offer: offerOf(CATALOGUE, type),
      fleet: fleet({ unitsAtPeak: 10, ...demand }),
      peakLoad,
      loadUnit: 'requests-per-second',
      pricing: question({ usage: request.usage ?? {}, existing: request.existing ?? [] }),
    },
    findings: [],
  });
}
const WORKLOAD = { scenario: 'llm-inference' };
function plan(request: Omit<CapacityPlanRequest, 'workload'>, find = basis()) {
  const reply = planCapacity(
    CATALOGUE,
    { workload: WORKLOAD, ...request },
    { today: '2026-11-30', priceBook: null },
    find,
  );
  expect([...Value.Errors(CapacityPlanReply, reply)].slice(0, 3)).toEqual([]);
  return reply;
}
const sure = (values: readonly number[], from = '2027-01') =>
  values.map((value, i) => {
    const index = Number(from.slice(5)) - 1 + i;
    const month = `${Number(from.slice(0, 4)) + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
    return { month, low: value, expected: value, high: value };
  });

describe('a capacity plan', () => {
  it('takes servers in proportion to the load, spares included', () => {
    const reply = plan({ demand: { forecast: sure([100, 101, 250]) }, horizonMonths: 3 }, basis({ spareUnits: 1 }));
    expect(reply.months.map((m) => m.servers)).toEqual([11, 12, 26]);
    expect(reply.months.map((m) => m.missProbability)).toEqual([0, 0, 0]);
    expect(reply.plan).toMatchObject({ instanceType: 'box', loadPerServer: 10, loadUnit: 'requests-per-second' });
  });

  it('commits for a year what the year needs and rents the rest by the hour', () => {
    // Two levels all year, a third in December only, 8 hours a day.
    const hourlyLoad = Array.from({ length: 24 }, (_, h) => (h < 8 ? 1 : 2 / 3));
    const demand = { forecast: sure([20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 30]) };
    const reply = plan({ demand, horizonMonths: 12, usage: { hourlyLoad } });
    expect(reply.months[0]).toMatchObject({ servers: 2, committed: 2, onDemand: 0 });
    expect(reply.months[11]).toMatchObject({ servers: 3, committed: 2, onDemand: 1 });
    const year = 3650 * 0.6;
    expect(reply.months[0]?.monthly?.amount).toBe((2 * year).toFixed(2));
    // At a peak of 30 the third level runs in the 8 busy hours: 243.33 h a month at 10.
    expect(reply.months[11]?.monthly?.amount).toBe((2 * year + (10 * 8 * 730) / 24).toFixed(2));
    expect(reply.months[0]?.actions.map((a) => [a.action, a.servers, a.termMonths])).toEqual([
      ['add-servers', 2, undefined],
      ['commit', 2, 12],
    ]);
    expect(reply.months[11]?.actions.map((a) => [a.action, a.servers])).toEqual([['add-servers', 1]]);
  });

  it('keeps the probability of a queue within the limit, and says how large it is', () => {
    const demand = { forecast: [{ month: '2027-01', low: 80, expected: 100, high: 120 }] };
    const reply = plan({ demand, horizonMonths: 1, policy: { maxQueueProbability: 0.1 } });
    // The 90th percentile of the demand is its `high`.
    expect(reply.months[0]?.servers).toBe(12);
    expect(reply.months[0]?.missProbability).toBeCloseTo(0.1, 4);
    const careful = plan({ demand, horizonMonths: 1, policy: { maxQueueProbability: 0.01 } });
    expect(careful.months[0]?.servers).toBe(14);
    expect(careful.months[0]?.missProbability).toBeLessThanOrEqual(0.01);
  });

  it('sets peak, mean and planned side by side: the peak idles, the mean queues', () => {
    const hourlyLoad = Array.from({ length: 24 }, (_, h) => (h >= 11 && h < 14 ? 1 : 0.2));
    const demand = { growth: { ratioPerMonth: 0.05, seasonal: [{ monthOfYear: 6, ratio: 2 }] } };
    const reply = plan({ demand, horizonMonths: 12, usage: { hourlyLoad } });
    const of = (name: string) => reply.policies.find((p) => p.name === name);
    const [peak, mean, planned] = [of('peak'), of('mean'), of('planned')];
    expect(peak?.meanIdleRatio).toBeGreaterThan(planned?.meanIdleRatio ?? 1);
    expect(mean?.worstMissProbability).toBeGreaterThan(0.99);
    expect(planned?.worstMissProbability).toBeLessThanOrEqual(0.05);
    expect(Number(planned?.totalCost?.amount)).toBeLessThan(Number(peak?.totalCost?.amount));
    const sum = reply.months.reduce((total, m) => total + Math.round(Number(m.monthly?.amount) * 100), 0) / 100;
    expect(planned?.totalCost?.amount).toBe(sum.toFixed(2));
    for (const m of reply.months) {
      expect(Number(m.monthlyRange?.low)).toBeLessThanOrEqual(Number(m.monthly?.amount));
      expect(Number(m.monthlyRange?.high)).toBeGreaterThanOrEqual(Number(m.monthly?.amount));
      expect(m.servers).toBe(m.committed + m.onDemand + m.spot);
    }
  });

  it('doubles a promotion month and steps up for a new customer', () => {
    const demand = {
      growth: {
        steps: [{ month: '2027-01', ratio: 1.5 }],
        seasonal: [{ monthOfYear: 12, ratio: 2 }],
        uncertaintyRatio: 0,
      },
    };
    const reply = plan({ demand, horizonMonths: 3 });
    expect(reply.months.map((m) => [m.month, m.demand.expected, m.servers])).toEqual([
      ['2026-11', 100, 10],
      ['2026-12', 200, 20],
      ['2027-01', 150, 15],
    ]);
  });

  it('uses what is paid for already before it commits again', () => {
    const existing = [{ instanceType: 'box', region: 'r', count: 3, until: '2027-03-01' }];
    const reply = plan({ demand: { forecast: sure([50, 50, 50]) }, horizonMonths: 3, existing });
    expect(reply.months.map((m) => m.monthly?.amount)).toEqual(['7300.00', '7300.00', '18250.00']);
    expect(reply.months.map((m) => m.committed)).toEqual([5, 5, 5]);
  });

  it('reads the history of jobs as runs a month', () => {
    // A run takes 365 hours on 4 servers: two runs a month keep one fleet busy.
    const history = [1, 2, 3, 4, 5, 6, 7, 8].map((value, i) => ({ month: `2026-0${i + 1}`, value }));
    const reply = plan(
      { demand: { history }, horizonMonths: 2 },
      basis({ runHours: 365, unitsAtPeak: 1, serversPerUnit: 4, isElastic: false }, 'box', null),
    );
    expect(reply.months.map((m) => m.demand.expected)).toEqual([9, 10]);
    expect(reply.months.map((m) => m.servers)).toEqual([20, 20]);
    expect(reply.forecast.method).toBe('drift');
    expect(reply.plan?.loadUnit).toBe('runs-per-month');
  });

  it('says of an unknown price that it is unknown', () => {
    const reply = plan({ demand: { forecast: sure([10]) }, horizonMonths: 1 }, basis({}, 'secret'));
    expect(reply.months[0]).toMatchObject({ servers: 1, monthly: null });
    expect(reply.policies.every((p) => p.totalCost === null)).toBe(true);
    expect(reply.findings.map((f) => f.code)).toContain('server-unpriced');
  });

  it('stays quick for an absurd demand, its servers rounded by less than a twentieth of a percent', () => {
    const reply = plan({ demand: { forecast: sure(new Array(60).fill(1e9)) }, horizonMonths: 60 });
    const servers = reply.months[0]?.servers ?? 0;
    expect(servers).toBeGreaterThanOrEqual(1e8);
    expect(servers).toBeLessThan(1e8 * 1.0005);
  });

  it('answers without a plan when nothing fits', () => {
    expect(plan({ demand: { growth: {} }, horizonMonths: 3 }, () => ({ basis: null, findings: [] }))).toMatchObject({
      plan: null,
      months: [],
      policies: [],
    });
  });

  it('refuses contradictions, all at once', () => {
    const request = {
      horizonMonths: 6,
      usage: { termMonths: 12 },
      demand: {
        forecast: [
          { month: '2027-01', low: 5, expected: 4, high: 6 },
          { month: '2027-03', low: 1, expected: 1, high: 1 },
        ],
        growth: {},
      },
    };
    const faults = (() => {
      try {
        plan(request);
      } catch (error) {
        if (error instanceof QuestionError) return error.faults.map((f) => `${f.pointer} ${f.code}`);
      }
      return [];
    })();
    expect(faults).toEqual([
      '/demand exactly-one-of',
      '/demand/forecast/1/month out-of-range',
      '/demand/forecast/0 contradiction',
      '/horizonMonths out-of-range',
      '/usage/termMonths contradiction',
    ]);
  });
});
