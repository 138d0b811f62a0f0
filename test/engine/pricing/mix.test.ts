/** The mix against brute force: every split of every hour's servers, written apart from the optimiser. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FleetDemand, openPricing, type PricingQuestion } from '../../../src/engine/pricing/index.js';
import { offerOf, type RowInput, smallCatalogue } from '../../support/catalogue.js';
import { fleet, question } from './support.js';

interface Prices {
  readonly onDemand: number;
  readonly subscription: number;
  readonly reserved: number;
  readonly spot: number;
}

function catalogueOf(prices: Prices) {
  const rows: RowInput[] = [
    { provider: 'acme', region: 'r1', sku: 'box', price: String(prices.onDemand) },
    {
      provider: 'acme',
      region: 'r1',
      sku: 'box',
      price: String(prices.subscription),
      billingMode: 'subscription',
      unit: 'month',
    },
    {
      provider: 'acme',
      region: 'r1',
      sku: 'box',
      price: String(prices.reserved),
      billingMode: 'reserved',
      unit: 'month',
      termMonths: 12,
    },
    { provider: 'acme', region: 'r1', sku: 'box', price: String(prices.spot), billingMode: 'spot' },
  ];
  return smallCatalogue({
    regions: [{ provider: 'acme', id: 'r1' }],
    types: [{ provider: 'acme', id: 'box', family: 'F' }],
    rows,
  });
}

function monthlyOf(prices: Prices, asked: Partial<PricingQuestion>, demand: Partial<FleetDemand>): number {
  const catalogue = catalogueOf(prices);
  const pricing = openPricing(catalogue, question(asked));
  const offer = offerOf(catalogue, 'box');
  const quick = pricing.quick(offer, fleet(demand));
  expect(pricing.bill(offer, fleet(demand)).monthly?.amount).toBe(quick.monthly.toFixed(2));
  return quick.monthly;
}

/**
 * Cheapest monthly cost by trying every number of servers on subscription and reserved, and, hour by hour, every split of
 * the rest between on demand and spot (spot up to `spotServers`).
 */
function bruteForce(
  prices: Prices,
  servers: readonly number[],
  hasReserved: boolean,
  spotServers: number,
  overhead: number,
): number {
  const peak = Math.max(...servers);
  const hoursOfElement = 730 / servers.length;
  let best = Number.POSITIVE_INFINITY;
  for (let subscribed = 0; subscribed <= peak; subscribed++)
    for (let reserved = 0; reserved <= (hasReserved ? peak - subscribed : 0); reserved++) {
      for (let spots = 0; spots <= Math.min(spotServers, peak - subscribed - reserved); spots++)
        for (let below = 0; below <= (spots === 0 ? 0 : peak - subscribed - reserved - spots); below++) {
          // `below` on-demand servers are filled before the spot ones, the rest after them.
          let cost = subscribed * prices.subscription + reserved * prices.reserved;
          for (const needed of servers) {
            const rest = Math.max(0, needed - subscribed - reserved);
            const onDemandFirst = Math.min(rest, below);
            const onSpot = Math.min(rest - onDemandFirst, spots);
            const onDemand = onDemandFirst + Math.max(0, rest - onDemandFirst - onSpot);
            cost += (onDemand * prices.onDemand + onSpot * prices.spot * (1 + overhead)) * hoursOfElement;
          }
          best = Math.min(best, cost);
        }
    }
  return best;
}

const price = (max: number) => fc.integer({ min: 1, max: max * 100 }).map((cents) => cents / 100);
const prices = fc.record({ onDemand: price(20), subscription: price(9000), reserved: price(7000), spot: price(8) });
const load24 = fc
  .array(
    fc.integer({ min: 0, max: 20 }).map((n) => n / 20),
    { minLength: 24, maxLength: 24 },
  )
  .filter((l) => l.some((r) => r > 0));

describe('the cheapest mix', () => {
  it('never loses to brute force, and brute force never loses to it, on 1,000 random loads', () => {
    fc.assert(
      fc.property(prices, load24, fc.integer({ min: 1, max: 7 }), fc.boolean(), (p, hourlyLoad, units, isYear) => {
        const servers = hourlyLoad.map((ratio) => Math.ceil(units * ratio - 1e-9));
        const found = monthlyOf(p, { usage: { hourlyLoad, termMonths: isYear ? 12 : 1 } }, { unitsAtPeak: units });
        const best = bruteForce(p, servers, isYear, 0, 0);
        expect(Math.abs(found - best)).toBeLessThan(0.02);
      }),
      { numRuns: 1000, seed: 7 },
    );
  });

  it('equals brute force with spot under a limit on its share', () => {
    fc.assert(
      fc.property(
        prices,
        load24,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 4 }),
        (p, hourlyLoad, units, quarter) => {
          const servers = hourlyLoad.map((ratio) => Math.ceil(units * ratio - 1e-9));
          const peak = Math.max(...servers);
          const maxSpotRatio = quarter / 4;
          const found = monthlyOf(
            p,
            {
              usage: { hourlyLoad, maxSpotRatio, spotOverheadRatio: 0.25 },
              billingModes: ['on-demand', 'subscription', 'spot'],
              interruptible: true,
            },
            { unitsAtPeak: units, isInterruptible: true },
          );
          const best = bruteForce(p, servers, false, Math.floor(maxSpotRatio * peak + 1e-9), 0.25);
          // Never dearer than any split in which spot servers stand together; it may mix them more freely.
          expect(found).toBeLessThan(best + 0.03);
          expect(found).toBeGreaterThan(exactWithSpot(p, servers, Math.floor(maxSpotRatio * peak + 1e-9), 0.25) - 0.03);
        },
      ),
      { numRuns: 300, seed: 8 },
    );
  });

  it('is never dearer than the best pure mode', () => {
    fc.assert(
      fc.property(prices, load24, fc.integer({ min: 1, max: 40 }), (p, hourlyLoad, units) => {
        const usage = { hourlyLoad, termMonths: 12 };
        const mixed = monthlyOf(p, { usage }, { unitsAtPeak: units });
        for (const mode of ['on-demand', 'subscription', 'reserved'] as const)
          expect(mixed).toBeLessThanOrEqual(
            monthlyOf(p, { usage, billingModes: [mode] }, { unitsAtPeak: units }) + 0.02,
          );
      }),
      { numRuns: 200, seed: 9 },
    );
  });

  it('never costs more with a lower price or a deeper discount', () => {
    fc.assert(
      fc.property(
        prices,
        load24,
        fc.integer({ min: 1, max: 99 }),
        fc.constantFrom('onDemand', 'subscription', 'reserved'),
        (p, hourlyLoad, percent, key) => {
          const usage = { hourlyLoad, termMonths: 12 };
          const lower = { ...p, [key]: Math.max(0.01, Number(((p[key as keyof Prices] * percent) / 100).toFixed(2))) };
          expect(monthlyOf(lower, { usage }, { unitsAtPeak: 6 })).toBeLessThanOrEqual(
            monthlyOf(p, { usage }, { unitsAtPeak: 6 }) + 0.02,
          );
          const book = (ratio: number) => ({
            id: 'b',
            version: 1,
            prices: [],
            discounts: [{ provider: 'acme', payableRatio: ratio }],
          });
          const deep = monthlyOf(p, { usage, priceBook: book(percent / 100) }, { unitsAtPeak: 6 });
          const slight = monthlyOf(
            p,
            { usage, priceBook: book(Math.min(1, percent / 100 + 0.01)) },
            { unitsAtPeak: 6 },
          );
          expect(deep).toBeLessThanOrEqual(slight + 0.02);
        },
      ),
      { numRuns: 200, seed: 10 },
    );
  });

  it('takes base and burst for a noon peak with low nights, cheaper than both pure modes', () => {
    // One server at night, ten at noon. On demand 10 an hour, 3,000 a month: break-even 300 h.
    const hourlyLoad = Array.from({ length: 24 }, (_, h) => (h >= 11 && h < 14 ? 1 : h >= 8 && h < 20 ? 0.4 : 0.1));
    const p = { onDemand: 10, subscription: 3000, reserved: 9999, spot: 9 };
    const catalogue = catalogueOf(p);
    const bill = openPricing(catalogue, question({ usage: { hourlyLoad } })).bill(
      offerOf(catalogue, 'box'),
      fleet({ unitsAtPeak: 10 }),
    );
    // Levels: 1 runs 24 h a day (730 h), 3 run 12 h (365 h), 6 run 3 h (91.25 h).
    const base = 4 * 3000;
    const burst = 6 * 91.25 * 10;
    expect(bill.monthly?.amount).toBe((base + burst).toFixed(2));
    expect(bill.billingMix.map((m) => [m.billingMode, m.servers])).toEqual([
      ['subscription', 4],
      ['on-demand', 6],
    ]);
    expect(bill.comparedWith.allSubscription?.amount).toBe('30000.00');
    expect(bill.comparedWith.allOnDemand?.amount).toBe(((730 + 3 * 365 + 6 * 91.25) * 10).toFixed(2));
  });

  it('uses servers that are paid for before all others', () => {
    const p = { onDemand: 10, subscription: 3000, reserved: 9999, spot: 9 };
    const catalogue = catalogueOf(p);
    const existing = [{ instanceType: 'box', region: 'r1', count: 3, until: '2027-06-30' }];
    const bill = openPricing(catalogue, question({ existing })).bill(
      offerOf(catalogue, 'box'),
      fleet({ unitsAtPeak: 5 }),
    );
    expect(bill.monthly?.amount).toBe('6000.00');
    expect(bill.lines.find((l) => l.component === 'existing-commitment')).toMatchObject({
      quantity: 3,
      amount: '0.00',
    });
    const half = openPricing(
      catalogue,
      question({
        existing: [{ ...existing[0], until: '2027-05-30' } as never],
        usage: { termMonths: 12 },
        billingModes: ['subscription'],
      }),
    );
    // Six of twelve months are covered.
    expect(half.bill(offerOf(catalogue, 'box'), fleet({ unitsAtPeak: 5 })).monthly?.amount).toBe(
      (2 * 3000 + 3 * 3000 * 0.5).toFixed(2),
    );
  });
});

/** Levels are independent: try each level's mode, with at most so many on spot, exhaustively. */
function exactWithSpot(p: Prices, servers: readonly number[], spotServers: number, overhead: number): number {
  const peak = Math.max(...servers);
  const hours = Array.from({ length: peak }, (_, k) => (servers.filter((n) => n > k).length * 730) / servers.length);
  let best = Number.POSITIVE_INFINITY;
  for (let code = 0; code < 2 ** peak; code++) {
    let spots = 0;
    let cost = 0;
    for (let k = 0; k < peak; k++) {
      const h = hours[k] ?? 0;
      if (code & (1 << k)) {
        spots++;
        cost += p.spot * (1 + overhead) * h;
      } else cost += Math.min(p.onDemand * h, p.subscription);
    }
    if (spots <= spotServers) best = Math.min(best, cost);
  }
  return best;
}
