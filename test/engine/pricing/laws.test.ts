/** What is true of every bill, whatever is asked. */
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { openPricing, type PricingQuestion } from '../../../src/engine/pricing/index.js';
import { Cost } from '../../../src/engine/pricing/schemas.js';
import { offerOf, PROVENANCE, type RowInput, smallCatalogue } from '../../support/catalogue.js';
import { fleet, question } from './support.js';

const cents = (max: number) => fc.integer({ min: 1, max: max * 100 }).map((n) => (n / 100).toFixed(2));
const service = (
  skuKind: RowInput['skuKind'],
  unit: RowInput['unit'],
  price: string,
  more: Partial<RowInput> = {},
): RowInput => ({
  provider: 'p',
  region: 'r',
  sku: String(skuKind),
  price,
  ...(skuKind === undefined ? {} : { skuKind }),
  ...(unit === undefined ? {} : { unit }),
  ...more,
});

const scene = fc.record({
  hour: cents(200),
  month: cents(90000),
  reserved: cents(50),
  upfront: cents(300000),
  spot: cents(90),
  disk: fc.integer({ min: 1, max: 99999 }).map((n) => (n / 1e6).toString()),
  diskMonth: cents(3),
  traffic: cents(2),
  hasSteps: fc.boolean(),
  ratio: fc.integer({ min: 1, max: 100 }).map((n) => n / 100),
});
const asked = fc.record({
  termMonths: fc.constantFrom(1, 2, 6, 12, 13, 24),
  hoursPerMonth: fc.option(fc.integer({ min: 1, max: 744 }), { nil: undefined }),
  hourlyLoad: fc.option(
    fc
      .array(
        fc.integer({ min: 0, max: 10 }).map((n) => n / 10),
        { minLength: 24, maxLength: 24 },
      )
      .filter((l) => l.some((r) => r > 0)),
    { nil: undefined },
  ),
  growth: fc.constantFrom(0, 0.05),
  modes: fc.subarray(['on-demand', 'subscription', 'reserved', 'spot'] as const, { minLength: 1 }),
  interruptible: fc.boolean(),
  maxSpotRatio: fc.constantFrom(0, 0.3, 1),
  systemDiskGiB: fc.option(fc.integer({ min: 0, max: 2000 }), { nil: undefined }),
  egressGiBPerMonth: fc.option(fc.integer({ min: 0, max: 99999 }), { nil: undefined }),
  existing: fc.integer({ min: 0, max: 5 }),
  until: fc.constantFrom('2026-10-01', '2027-01-15', '2030-01-01'),
});
const demand = fc.record({
  serversPerUnit: fc.constantFrom(1, 2, 3),
  unitsAtPeak: fc.integer({ min: 1, max: 200 }).map((n) => n / 10),
  spareUnits: fc.constantFrom(0, 1),
  isElastic: fc.boolean(),
  runHours: fc.option(
    fc.integer({ min: 1, max: 20000 }).map((n) => n / 10),
    { nil: null },
  ),
});

describe('every bill', () => {
  it('sums its lines, agrees with the quick price, and is no dearer than the modes compared', () => {
    fc.assert(
      fc.property(scene, asked, demand, (s, q, d) => {
        const catalogue = smallCatalogue({
          providers: [
            {
              id: 'p',
              billing: {
                termDiscounts: [
                  {
                    families: [],
                    billingMode: 'subscription',
                    minimumTermMonths: 6,
                    payableRatio: s.ratio,
                    provenance: PROVENANCE,
                  },
                ],
                hourlySteps: s.hasSteps
                  ? [{ families: ['F'], fromHours: 96, payableRatio: 0.5, provenance: PROVENANCE }]
                  : [],
              },
            },
          ],
          regions: [{ provider: 'p', id: 'r' }],
          types: [{ provider: 'p', id: 'box', family: 'F' }],
          rows: [
            service('instance', 'hour', s.hour, { sku: 'box' }),
            service('instance', 'month', s.month, { sku: 'box', billingMode: 'subscription' }),
            service('instance', 'hour', s.reserved, {
              sku: 'box',
              billingMode: 'reserved',
              termMonths: 12,
              upfront: s.upfront,
              payment: 'partial-upfront',
            }),
            service('instance', 'hour', s.spot, { sku: 'box', billingMode: 'spot' }),
            service('block-storage', 'GiB-hour', s.disk),
            service('block-storage', 'GiB-month', s.diskMonth, { billingMode: 'subscription' }),
            service('egress-traffic', 'GiB', s.traffic, { tierFrom: 0, tierTo: 1000 }),
            service('egress-traffic', 'GiB', '0.01', { tierFrom: 1000 }),
          ],
        });
        const usage = {
          termMonths: q.termMonths,
          growthRatioPerMonth: q.growth,
          maxSpotRatio: q.maxSpotRatio,
          ...(q.hoursPerMonth === undefined ? {} : { hoursPerMonth: q.hoursPerMonth }),
          ...(q.hourlyLoad === undefined ? {} : { hourlyLoad: q.hourlyLoad }),
        };
        const storage = {
          ...(q.systemDiskGiB === undefined ? {} : { systemDiskGiB: q.systemDiskGiB }),
          ...(q.egressGiBPerMonth === undefined ? {} : { egressGiBPerMonth: q.egressGiBPerMonth }),
        };
        const existing =
          q.existing === 0 ? [] : [{ instanceType: 'box', region: 'r', count: q.existing, until: q.until }];
        const ask: Partial<PricingQuestion> = {
          usage,
          storage,
          existing,
          billingModes: q.modes,
          interruptible: q.interruptible,
        };
        const pricing = openPricing(catalogue, question(ask));
        const f = fleet({ ...d, isInterruptible: true, workPerHour: 3, workPerRun: 2 });
        const offer = offerOf(catalogue, 'box');
        const quick = pricing.quick(offer, f);
        const bill = pricing.bill(offer, f);

        expect([...Value.Errors(Cost, bill)].slice(0, 2)).toEqual([]);
        if (bill.monthly === null) {
          expect(quick.monthly).toBeNaN();
          return;
        }
        expect(quick.monthly.toFixed(2)).toBe(bill.monthly.amount);
        const cent = (text: string | null) => Math.round(Number(text ?? 0) * 100);
        expect(bill.lines.reduce((sum, line) => sum + cent(line.amount), 0)).toBe(cent(bill.monthly.amount));
        const mixed = bill.billingMix.reduce((sum, m) => sum + cent(m.monthly.amount), 0);
        const servers = bill.lines
          .filter((l) => l.component.startsWith('instance'))
          .reduce((sum, l) => sum + cent(l.amount), 0);
        expect(mixed).toBe(servers);
        expect(bill.billingMix.reduce((sum, m) => sum + m.servers, 0)).toBe(quick.servers);
        expect(quick.idleRatio >= 0 && quick.idleRatio <= 1).toBe(true);
        expect(bill.schedule).toHaveLength(q.termMonths);
        if (q.modes.includes('on-demand') && bill.comparedWith.allOnDemand !== null)
          expect(Number(bill.monthly.amount)).toBeLessThanOrEqual(Number(bill.comparedWith.allOnDemand.amount) + 0.05);
        if (q.modes.includes('subscription') && bill.comparedWith.allSubscription !== null)
          expect(Number(bill.monthly.amount)).toBeLessThanOrEqual(
            Number(bill.comparedWith.allSubscription.amount) + 0.05,
          );
        if (bill.billingMix.every((m) => m.termMonths === null || q.termMonths % m.termMonths === 0)) {
          const sum = (field: 'cash' | 'amortised') => bill.schedule.reduce((total, m) => total + cent(m[field]), 0);
          expect(Math.abs(sum('cash') - sum('amortised'))).toBeLessThanOrEqual(2 * q.termMonths);
        }
        expect(JSON.stringify(openPricing(catalogue, question(ask)).bill(offer, { ...f }))).toBe(JSON.stringify(bill));
      }),
      { numRuns: 600, seed: 14 },
    );
  });

  it('never costs more for a longer term, a smaller fleet, or more modes', () => {
    fc.assert(
      fc.property(
        scene,
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 730 }),
        (s, units, hoursPerMonth) => {
          const catalogue = smallCatalogue({
            providers: [
              {
                id: 'p',
                billing: {
                  termDiscounts: [
                    {
                      families: [],
                      billingMode: 'subscription',
                      minimumTermMonths: 6,
                      payableRatio: s.ratio,
                      provenance: PROVENANCE,
                    },
                  ],
                },
              },
            ],
            regions: [{ provider: 'p', id: 'r' }],
            types: [{ provider: 'p', id: 'box', family: 'F' }],
            rows: [
              service('instance', 'hour', s.hour, { sku: 'box' }),
              service('instance', 'month', s.month, { sku: 'box', billingMode: 'subscription' }),
              service('instance', 'hour', s.reserved, {
                sku: 'box',
                billingMode: 'reserved',
                termMonths: 12,
                upfront: s.upfront,
              }),
            ],
          });
          const cost = (termMonths: number, count = units, billingModes: PricingQuestion['billingModes'] = []) =>
            openPricing(catalogue, question({ usage: { termMonths, hoursPerMonth }, billingModes })).quick(
              offerOf(catalogue, 'box'),
              fleet({ unitsAtPeak: count }),
            ).monthly;
          expect(cost(12)).toBeLessThanOrEqual(cost(6) + 0.02);
          expect(cost(6)).toBeLessThanOrEqual(cost(1) + 0.02);
          expect(cost(6, units)).toBeLessThanOrEqual(cost(6, units + 1) + 0.02);
          expect(cost(12)).toBeLessThanOrEqual(cost(12, units, ['on-demand']) + 0.02);
        },
      ),
      { numRuns: 200, seed: 15 },
    );
  });
});
