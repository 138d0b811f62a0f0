/** Subscription against on demand: the hour at which the answer flips is the break-even, to the hour, at every term. */
import { describe, expect, it } from 'vitest';
import { openPricing } from '../../../src/engine/pricing/index.js';
import { offerOf, PROVENANCE, smallCatalogue } from '../../support/catalogue.js';
import { fleet, question } from './support.js';

const discount = (minimumTermMonths: number, payableRatio: number) => ({
  families: [],
  billingMode: 'subscription' as const,
  minimumTermMonths,
  payableRatio,
  provenance: PROVENANCE,
});

/**
 * Tencent Cloud GPU price overview (product 560/8025, mainland, CNY, 2021–2022), an hour and a month; term discounts of the
 * CVM price page (families other than S5): 6 months 0.88, 12 0.83, 24 0.7, 36 and more 0.5.
 */
const LIST = {
  'GT4.41XLARGE948': ['237.51', '114016'],
  'GN7.2XLARGE32': ['8.68', '2500'],
  'GN10Xp.2XLARGE40': ['11.98', '5750'],
};
const TERMS: readonly (readonly [number, number])[] = [
  [1, 1],
  [3, 1],
  [6, 0.88],
  [12, 0.83],
  [24, 0.7],
  [36, 0.5],
  [60, 0.5],
];

const CATALOGUE = smallCatalogue({
  providers: [{ id: 'tc', billing: { termDiscounts: TERMS.filter(([, r]) => r < 1).map(([m, r]) => discount(m, r)) } }],
  regions: [{ provider: 'tc', id: 'gz' }],
  types: Object.keys(LIST).map((id) => ({ provider: 'tc', id, family: id.split('.')[0] ?? id })),
  rows: Object.entries(LIST).flatMap(([sku, [hour = '', month = '']]) => [
    { provider: 'tc', region: 'gz', sku, price: hour },
    { provider: 'tc', region: 'gz', sku, price: month, billingMode: 'subscription' as const, unit: 'month' as const },
  ]),
});

function billAt(type: string, hoursPerMonth: number, termMonths: number) {
  const pricing = openPricing(CATALOGUE, question({ usage: { hoursPerMonth, termMonths } }));
  return pricing.bill(offerOf(CATALOGUE, type), fleet());
}

describe('break-even hours', () => {
  it('are 480 a month for GT4 and GN10Xp, 288 for GN7, at one month without discounts', () => {
    expect(Math.floor(billAt('GT4.41XLARGE948', 730, 1).breakEvenHoursPerMonth ?? 0)).toBe(Math.floor(114016 / 237.51));
    expect(Math.floor(114016 / 237.51)).toBe(480);
    expect(Math.round(billAt('GN7.2XLARGE32', 730, 1).breakEvenHoursPerMonth ?? 0)).toBe(288);
    expect(Math.round(billAt('GN10Xp.2XLARGE40', 730, 1).breakEvenHoursPerMonth ?? 0)).toBe(480);
  });

  it('take on demand for 8 hours on 22 days and subscription around the clock', () => {
    expect(billAt('GT4.41XLARGE948', 8 * 22, 1).billingMix[0]?.billingMode).toBe('on-demand');
    expect(billAt('GT4.41XLARGE948', 8 * 22, 1).monthly?.amount).toBe((8 * 22 * 237.51).toFixed(2));
    expect(billAt('GT4.41XLARGE948', 730, 1).billingMix[0]?.billingMode).toBe('subscription');
    expect(billAt('GT4.41XLARGE948', 730, 1).monthly?.amount).toBe('114016.00');
  });

  it.each(TERMS)('are where the answer flips, to the hour, at a term of %i months', (term, ratio) => {
    for (const [type, [hour = '', month = '']] of Object.entries(LIST)) {
      const breakEven = (Number(month) * ratio) / Number(hour);
      expect(billAt(type, 730, term).breakEvenHoursPerMonth).toBeCloseTo(breakEven, 2);
      expect(billAt(type, Math.floor(breakEven), term).billingMix[0]?.billingMode).toBe('on-demand');
      expect(billAt(type, Math.floor(breakEven) + 1, term).billingMix[0]?.billingMode).toBe('subscription');
    }
  });

  it('are never lower for a shorter term', () => {
    for (const type of Object.keys(LIST)) {
      const hours = TERMS.map(([term]) => billAt(type, 730, term).breakEvenHoursPerMonth ?? 0);
      expect([...hours].sort((a, b) => b - a)).toEqual(hours);
    }
  });
});

describe('stepped hourly prices', () => {
  const stepped = smallCatalogue({
    providers: [
      {
        id: 'st',
        billing: {
          hourlySteps: [
            { families: ['F'], fromHours: 96, payableRatio: 0.5, provenance: PROVENANCE },
            { families: ['F'], fromHours: 360, payableRatio: 0.34, provenance: PROVENANCE },
          ],
        },
      },
    ],
    regions: [{ provider: 'st', id: 'r' }],
    types: [
      { provider: 'st', id: 'a', family: 'F' },
      { provider: 'st', id: 'b', family: 'G' },
    ],
    rows: [
      { provider: 'st', region: 'r', sku: 'a', price: '10' },
      { provider: 'st', region: 'r', sku: 'b', price: '10' },
    ],
  });
  const cost = (type: string, usage: object, demand = {}) => {
    const pricing = openPricing(stepped, question({ usage }));
    const bill = pricing.bill(offerOf(stepped, type), fleet(demand));
    expect(pricing.quick(offerOf(stepped, type), fleet(demand)).monthly.toFixed(2)).toBe(bill.monthly?.amount);
    return bill;
  };

  it('apply to one long run, step by step', () => {
    const bill = cost('a', {});
    // 96 h in full, 264 h at half, 370 h at 0.34.
    expect(bill.monthly?.amount).toBe((10 * (96 + 264 * 0.5 + 370 * 0.34)).toFixed(2));
    expect(bill.lines.map((l) => [l.tier?.from, l.quantity])).toEqual([
      [0, 96],
      [96, 264],
      [360, 370],
    ]);
    expect(cost('b', {}).monthly?.amount).toBe('7300.00');
  });

  it('do not apply to short daily runs, but keeping a server may be cheaper than releasing it', () => {
    const daily = (hours: number) => Array.from({ length: 24 }, (_, h) => (h < hours ? 1 : 0));
    const runs = 730 / 24;
    expect(cost('a', { hourlyLoad: daily(4) }).monthly?.amount).toBe((10 * 4 * runs).toFixed(2));
    // 16 hours a day at the full price are 4,866.67; never releasing costs 3,538.
    expect(cost('a', { hourlyLoad: daily(16) }).monthly?.amount).toBe((10 * (96 + 264 * 0.5 + 370 * 0.34)).toFixed(2));
  });

  it('count the length of the run of a job', () => {
    expect(cost('a', {}, { runHours: 200, isElastic: false }).monthly?.amount).toBe((10 * (96 + 104 * 0.5)).toFixed(2));
  });
});

describe('billing increments', () => {
  const byHour = smallCatalogue({
    providers: [{ id: 'p', billing: { incrementSeconds: 3600, minimumSeconds: 36000 } }],
    regions: [{ provider: 'p', id: 'r' }],
    types: [{ provider: 'p', id: 'a', family: 'F' }],
    rows: [{ provider: 'p', region: 'r', sku: 'a', price: '10' }],
  });
  it('round a run up to the increment and to the shortest run', () => {
    const cost = (runHours: number, runsPerMonth = 1) =>
      openPricing(byHour, question({ usage: { runsPerMonth } })).bill(
        offerOf(byHour, 'a'),
        fleet({ runHours, isElastic: false }),
      ).monthly?.amount;
    expect(cost(12.2)).toBe('130.00');
    expect(cost(3)).toBe('100.00');
    expect(cost(3, 4)).toBe('400.00');
    const nightly = fleet({ runHours: 12, runsPerMonth: 30, isElastic: false });
    expect(openPricing(byHour, question()).bill(offerOf(byHour, 'a'), nightly).monthly?.amount).toBe('3600.00');
  });
});

describe('the cost of a job', () => {
  const catalogue = smallCatalogue({
    regions: [{ provider: 'p', id: 'r' }],
    types: [{ provider: 'p', id: 'a', family: 'F' }],
    rows: [{ provider: 'p', region: 'r', sku: 'a', price: '10' }],
  });
  const bill = (of: Parameters<typeof fleet>[0]) =>
    openPricing(catalogue, question()).bill(offerOf(catalogue, 'a'), fleet({ isElastic: false, ...of }));

  it('is the month if run once in it, and its share of the month if run often', () => {
    expect(bill({ runHours: 50 }).perJob).toEqual({ amount: '500.00', currency: 'CNY', jobsPerMonth: 1 });
    expect(bill({ runHours: 12, runsPerMonth: 22 }).perJob).toMatchObject({ amount: '120.00', jobsPerMonth: 22 });
  });

  it('is more than the month where it takes longer than one, and the bill says so', () => {
    // 1,460 h at 10: 14,600 in all, of which a month of 730 h holds a half
    const long = bill({ runHours: 1460 });
    expect(long.monthly?.amount).toBe('7300.00');
    expect(long.perJob).toMatchObject({ amount: '14600.00', jobsPerMonth: 0.5 });
    expect(long.findings.find(({ code }) => code === 'job-longer-than-a-month')?.facts).toEqual({
      jobHours: 1460,
      hoursPerMonth: 730,
      jobsPerMonth: 0.5,
    });
    expect(bill({ runHours: 730 }).findings.map(({ code }) => code)).not.toContain('job-longer-than-a-month');
  });

  it('is none of a service', () => {
    expect(bill({ runHours: null }).perJob).toBeNull();
  });
});
