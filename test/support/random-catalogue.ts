/** Random small catalogues for laws that hold of any: two providers, three cards, any mix of families, prices and places. */
import fc from 'fast-check';
import type { CatalogueSnapshot } from '../../src/engine/catalogue/snapshot-schema.js';
import { availability, family, instanceType, priceSheet, rate, region, smallSnapshot } from './small-catalogue.js';

export interface DrawnType {
  readonly card: 't4' | 'a10' | 'a100-sxm4-80gb';
  readonly count: 1 | 2 | 4 | 8;
  readonly share: 1 | 0.25;
  readonly provider: 'alpha' | 'beta';
  readonly isAbroad: boolean;
  readonly purpose: readonly ('inference' | 'training' | 'rendering')[];
  readonly vcpu: number;
  /** null = no public price. */
  readonly hourlyCents: number | null;
  /** Monthly price over hourly price; null = no subscription. */
  readonly monthlyHours: number | null;
  readonly status: 'general' | 'limited' | 'invite-only' | 'retired';
  readonly rdmaGbps: 0 | 200;
}

const cents = fc.integer({ min: 50, max: 30_000 });

export const drawnType: fc.Arbitrary<DrawnType> = fc
  .record({
    card: fc.constantFrom('t4' as const, 'a10' as const, 'a100-sxm4-80gb' as const),
    count: fc.constantFrom(1 as const, 2 as const, 4 as const, 8 as const),
    isSlice: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
    provider: fc.constantFrom('alpha' as const, 'beta' as const),
    isAbroad: fc.boolean(),
    purpose: fc.subarray(['inference', 'training', 'rendering'] as const),
    vcpu: fc.integer({ min: 2, max: 64 }),
    hourlyCents: fc.oneof({ weight: 8, arbitrary: cents }, { weight: 1, arbitrary: fc.constant(null) }),
    monthlyHours: fc.option(fc.integer({ min: 200, max: 900 })),
    status: fc.constantFrom(
      'general' as const,
      'general' as const,
      'limited' as const,
      'invite-only' as const,
      'retired' as const,
    ),
    rdmaGbps: fc.constantFrom(0 as const, 0 as const, 200 as const),
  })
  .map(({ isSlice, ...drawn }) => ({
    ...drawn,
    count: isSlice ? (1 as const) : drawn.count,
    share: isSlice ? (0.25 as const) : (1 as const),
  }));

export const drawnTypes = (minLength: number, maxLength: number) => fc.array(drawnType, { minLength, maxLength });

const HOME = { alpha: 'a-south', beta: 'b-north' } as const;
const ABROAD = { alpha: 'a-hk', beta: 'b-us' } as const;
export const regionOf = (drawn: DrawnType): string => (drawn.isAbroad ? ABROAD : HOME)[drawn.provider];

/** The catalogue of the drawn types; type i is called `t<i>` of family `f<i>`. */
export function snapshotOf(list: readonly DrawnType[]): CatalogueSnapshot {
  const base = smallSnapshot();
  const money = (amount: number) => (amount / 100).toFixed(2);
  const memory = { t4: 16, a10: 24, 'a100-sxm4-80gb': 80 };
  return {
    ...base,
    regions: [
      ...base.regions,
      region({ provider: 'alpha', id: ABROAD.alpha, geography: 'hk' }),
      region({ provider: 'beta', id: ABROAD.beta, geography: 'us', continent: 'amer' }),
    ],
    families: list.map((d, i) =>
      family({
        provider: d.provider,
        id: `f${i}`,
        accelerators: [d.card],
        madeFor: [...d.purpose],
        saleStatus: d.status,
        rdmaGbps: d.rdmaGbps,
      }),
    ),
    instanceTypes: list.map((d, i) =>
      instanceType({
        provider: d.provider,
        id: `t${i}`,
        family: `f${i}`,
        accelerator: d.card,
        acceleratorCount: d.count,
        acceleratorShare: d.share,
        acceleratorMemoryGiB: d.share === 1 ? null : memory[d.card] * d.share,
        vcpu: d.vcpu,
        rdmaGbps: d.rdmaGbps,
        interconnect: d.card === 'a100-sxm4-80gb' ? 'nvswitch' : 'pcie',
      }),
    ),
    availability: list.map((d, i) =>
      availability({ provider: d.provider, instanceType: `t${i}`, region: regionOf(d), zone: `${regionOf(d)}-1` }),
    ),
    priceSheets: (['alpha', 'beta'] as const).map((provider) =>
      priceSheet({
        provider,
        // One rate that nothing is rented at: the currency is known even where nothing drawn has a price.
        rows: [rate({ provider, region: HOME[provider], sku: 'nothing', price: '1' })].concat(
          list.flatMap((d, i) => {
            if (d.provider !== provider || d.hourlyCents === null) return [];
            const at = { provider, region: regionOf(d), sku: `t${i}` };
            return [
              rate({ ...at, price: money(d.hourlyCents) }),
              ...(d.monthlyHours === null
                ? []
                : [
                    rate({
                      ...at,
                      price: money(d.hourlyCents * d.monthlyHours),
                      unit: 'month',
                      billingMode: 'subscription' as const,
                    }),
                  ]),
            ];
          }),
        ),
      }),
    ),
  };
}
