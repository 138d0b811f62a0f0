/** `/cost-estimate`: resources, alternatives, plans; what is refused; speed. */
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { estimateCost } from '../../../src/engine/pricing/estimate.js';
import { openPricing } from '../../../src/engine/pricing/index.js';
import { CostEstimateReply, type CostEstimateRequest } from '../../../src/engine/pricing/schemas.js';
import { QuestionError } from '../../../src/engine/question-error.js';
import { offerOf, PROVENANCE, smallCatalogue } from '../../support/catalogue.js';
import { fleet, question } from './support.js';

const CATALOGUE = smallCatalogue({
  providers: [
    {
      id: 'p',
      currencies: ['CNY'],
      billing: {
        termDiscounts: [
          {
            families: [],
            billingMode: 'subscription',
            minimumTermMonths: 12,
            payableRatio: 0.8,
            provenance: PROVENANCE,
          },
        ],
      },
    },
    { id: 'q', currencies: ['CNY', 'USD'] },
  ],
  regions: [
    { provider: 'p', id: 'r' },
    { provider: 'p', id: 'other' },
    { provider: 'q', id: 'r' },
  ],
  types: [
    { provider: 'p', id: 'small', family: 'S' },
    { provider: 'p', id: 'large', family: 'L' },
    { provider: 'q', id: 'thing', family: 'T' },
  ],
  rows: [
    { provider: 'p', region: 'r', sku: 'small', price: '10' },
    { provider: 'p', region: 'r', sku: 'small', price: '5000', billingMode: 'subscription', unit: 'month' },
    { provider: 'p', region: 'r', sku: 'large', price: '100' },
    { provider: 'p', region: 'r', sku: 'SSD', skuKind: 'block-storage', unit: 'GiB-month', price: '1' },
    { provider: 'q', region: 'r', sku: 'thing', price: '7', currency: 'USD' },
  ],
});
const CONTEXT = {
  today: '2026-11-30',
  priceBook: null,
  recommend: () => {
    throw new Error('not asked');
  },
};
const SMALL = { provider: 'p', region: 'r', instanceType: 'small', servers: 2 };
const LARGE = { provider: 'p', region: 'r', instanceType: 'large', servers: 1 };

function estimate(request: CostEstimateRequest) {
  const reply = estimateCost(CATALOGUE, request, CONTEXT);
  expect([...Value.Errors(CostEstimateReply, reply)].slice(0, 3)).toEqual([]);
  return reply;
}
function faultsOf(request: CostEstimateRequest) {
  try {
    estimateCost(CATALOGUE, request, CONTEXT);
  } catch (error) {
    if (error instanceof QuestionError) return error.faults.map((f) => `${f.pointer} ${f.code}`);
    throw error;
  }
  return [];
}

describe('the estimate of named resources', () => {
  it('adds them up: a month, an hour, the term, a unit of work', () => {
    const reply = estimate({
      resources: [{ ...SMALL, storage: { systemDiskGiB: 50 } }, LARGE],
      work: { unit: 'frame', perHour: 4 },
    });
    const monthly = 2 * 5000 + 2 * 50 + 73000;
    expect(reply.monthly?.amount).toBe(monthly.toFixed(2));
    expect(reply.hourly?.amount).toBe((monthly / 730).toFixed(6));
    expect(reply.perUnitOfWork).toEqual({ amount: (monthly / 730 / 4).toFixed(6), currency: 'CNY', unit: 'frame' });
    expect(reply.termTotal?.amount).toBe(monthly.toFixed(2));
    expect(reply.comparedWith.allSubscription).toBeNull();
    expect(reply.unpriced).toEqual([]);
  });
  it('takes the billing mode and term of a resource', () => {
    expect(estimate({ resources: [{ ...SMALL, billingMode: 'on-demand' }] }).monthly?.amount).toBe('14600.00');
    const year = estimate({ resources: [{ ...SMALL, termMonths: 12 }] });
    expect(year.monthly?.amount).toBe('8000.00');
    expect(year.termTotal?.amount).toBe('96000.00');
    expect(year.schedule).toHaveLength(12);
    expect(year.schedule[0]?.cash).toBe('96000.00');
  });
  it('says of a type that is not known to be sold there that it has no price', () => {
    const reply = estimate({ resources: [{ ...SMALL, region: 'other' }] });
    expect(reply.monthly).toBeNull();
    expect(reply.unpriced[0]?.component).toBe('instance');
  });
  it('lets servers follow a load', () => {
    const night = [...new Array(12).fill(0), ...new Array(12).fill(1)];
    expect(estimate({ resources: [SMALL], usage: { hourlyLoad: night } }).monthly?.amount).toBe(
      (2 * 365 * 10).toFixed(2),
    );
    expect(estimate({ resources: [SMALL], usage: { loadShape: { shape: 'night-batch' } } }).monthly?.amount).toBe(
      (2 * 365 * 10).toFixed(2),
    );
  });
});

describe('alternatives', () => {
  it('stand cheapest first, with what each costs more', () => {
    const reply = estimate({ alternatives: [[LARGE], [SMALL], [SMALL, LARGE]] });
    expect(reply.alternatives?.map((a) => [a.index, a.delta])).toEqual([
      [1, '0.00'],
      [0, '63000.00'],
      [2, '73000.00'],
    ]);
    expect(reply.monthly?.amount).toBe('10000.00');
  });
  it('put those with unknown prices last', () => {
    const reply = estimate({ alternatives: [[{ ...SMALL, storage: { snapshotGiB: 1 } }], [LARGE]] });
    expect(reply.alternatives?.map((a) => a.index)).toEqual([1, 0]);
  });
});

describe('a plan', () => {
  it('costs what /recommend showed, to the cent', () => {
    const cost = openPricing(CATALOGUE, question({ usage: { termMonths: 12 } })).bill(
      offerOf(CATALOGUE, 'small', 'r'),
      fleet({ unitsAtPeak: 3 }),
    );
    const context = {
      ...CONTEXT,
      recommend: () => ({ pricedOn: '2026-11-30', plans: [{ id: 'plan-1', cost }] }) as never,
    };
    const reply = estimateCost(CATALOGUE, { planId: 'plan-1', request: { usage: { termMonths: 12 } } }, context);
    expect(reply.monthly).toEqual(cost.monthly);
    expect(reply.lines).toEqual(cost.lines);
    expect(reply.termTotal?.amount).toBe((12 * Number(cost.monthly?.amount)).toFixed(2));
    expect(() => estimateCost(CATALOGUE, { planId: 'plan-2', request: {} }, context)).toThrow(QuestionError);
  });
});

describe('what is refused', () => {
  it('names every fault at once', () => {
    expect(faultsOf({})).toEqual([' exactly-one-of']);
    expect(faultsOf({ resources: [SMALL], alternatives: [[SMALL], [LARGE]] })).toEqual([' exactly-one-of']);
    expect(
      faultsOf({
        resources: [
          { ...SMALL, provider: 'pp' },
          { ...SMALL, instanceType: 'smal' },
          { ...SMALL, region: 'nowhere' },
        ],
        pricedOn: '2026-02-30',
        usage: { hourlyLoad: new Array(25).fill(1), timeZone: 'Mars/Base' },
        exchangeRates: [{ from: 'CNY', to: 'CNY', rate: '0', asOn: '2026-13-01', source: 'x' }],
        currency: 'CNY',
      }),
    ).toEqual([
      '/usage/hourlyLoad out-of-range',
      '/usage/timeZone unknown-time-zone',
      '/pricedOn impossible-date',
      '/exchangeRates/0/asOn impossible-date',
      '/exchangeRates/0/rate out-of-range',
      '/exchangeRates/0 contradiction',
      '/resources/0/provider unknown-provider',
      '/resources/1/instanceType unknown-instance-type',
      '/resources/2/region unknown-region',
    ]);
    expect(faultsOf({ resources: [SMALL], usage: { hourlyLoad: new Array(24).fill(0) } })).toEqual([
      '/usage/hourlyLoad out-of-range',
    ]);
    expect(faultsOf({ resources: [{ provider: 'q', region: 'r', instanceType: 'thing', servers: 1 }] })).toEqual([
      '/currency currency-required',
    ]);
    expect(faultsOf({ resources: [SMALL], currency: 'XAU' })).toEqual(['/currency unknown-currency']);
    expect(faultsOf({ planId: 'x' })).toEqual(['/request exactly-one-of']);
  });
});
