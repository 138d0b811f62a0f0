/** Which price counts: places, days, sources, zones, currencies, a customer's own prices. */
import { describe, expect, it } from 'vitest';
import { openPricing, type PricingQuestion } from '../../../src/engine/pricing/index.js';
import { offerOf, type RowInput, row, type SmallCatalogue, smallCatalogue } from '../../support/catalogue.js';
import { fleet, question } from './support.js';

const HERE: SmallCatalogue = {
  regions: [
    { provider: 'p', id: 'r', zones: ['r-1', 'r-2'] },
    { provider: 'p', id: 's' },
  ],
  areas: [
    { provider: 'p', id: 'all', regions: ['r', 's'], bound: 'exact' },
    { provider: 'p', id: 'low', regions: ['r', 's'], bound: 'low' },
    { provider: 'p', id: 'high', regions: ['r', 's'], bound: 'high' },
  ],
  types: [{ provider: 'p', id: 'box', family: 'F', acceleratorCount: 8 }],
};
const box = (input: Partial<RowInput> & { price: string }): RowInput => ({
  provider: 'p',
  region: 'r',
  sku: 'box',
  ...input,
});
const area = (input: Partial<RowInput> & { price: string; area: string }): RowInput => {
  const { region: _, ...rest } = box(input);
  return rest as RowInput;
};

function bill(rows: readonly RowInput[], asked: Partial<PricingQuestion> = {}, small: SmallCatalogue = HERE) {
  const catalogue = smallCatalogue({ ...small, rows });
  return openPricing(catalogue, question({ usage: { hoursPerMonth: 1 }, ...asked })).bill(
    offerOf(catalogue, 'box', 'r'),
    fleet(),
  );
}
const priceOf = (rows: readonly RowInput[], asked: Partial<PricingQuestion> = {}) => bill(rows, asked).monthly?.amount;

describe('which row counts', () => {
  it('prefers the region to an area that holds it, even when the area is newer', () => {
    expect(
      priceOf([
        area({ area: 'all', price: '1', effectiveFrom: '2026-10-01' }),
        box({ price: '2', effectiveFrom: '2025-01-01' }),
      ]),
    ).toBe('2.00');
  });
  it('prefers the newest start that is not in the future', () => {
    const rows = [
      box({ price: '1', effectiveFrom: '2025-01-01' }),
      box({ price: '2', effectiveFrom: '2026-06-01' }),
      box({ price: '3', effectiveFrom: '2027-01-01' }),
    ];
    expect(priceOf(rows)).toBe('2.00');
    expect(priceOf(rows, { pricedOn: '2026-05-31' })).toBe('1.00');
    expect(priceOf(rows, { pricedOn: '2027-01-01' })).toBe('3.00');
    expect(priceOf(rows, { pricedOn: '2024-12-31' })).toBeUndefined();
  });
  it('counts a row without a start from the day it was seen', () => {
    const rows = [box({ price: '1', effectiveFrom: '2025-01-01' }), box({ price: '2', asOfDay: '2026-08-01' })];
    expect(priceOf(rows)).toBe('2.00');
    expect(priceOf(rows, { pricedOn: '2026-07-31' })).toBe('1.00');
  });
  it('counts a row up to and on its last day', () => {
    const rows = [box({ price: '1', effectiveFrom: '2025-01-01', effectiveTo: '2026-01-01' })];
    expect(priceOf(rows, { pricedOn: '2026-01-01' })).toBe('1.00');
    expect(priceOf(rows, { pricedOn: '2026-01-02' })).toBeUndefined();
  });
  it('prefers the more trusted source of the same day, and states the other', () => {
    const found = bill([
      box({ price: '1', confidence: 'secondary' }),
      box({ price: '2', confidence: 'official-mirror' }),
    ]);
    expect(found.monthly?.amount).toBe('2.00');
    expect(found.findings.find((f) => f.code === 'price-conflict')?.facts).toMatchObject({ used: '2' });
  });
  it('takes a recalled price only where nothing else is known, and says so', () => {
    expect(
      priceOf([
        box({ price: '1', confidence: 'recalled', asOfDay: '2026-11-20' }),
        box({ price: '2', asOfDay: '2022-01-01' }),
      ]),
    ).toBe('2.00');
    expect(bill([box({ price: '1', confidence: 'recalled' })]).lines[0]?.findings.map((f) => f.code)).toContain(
      'price-recalled',
    );
  });
  it('never prices a plan with a row that is not comparable, for Windows, or dedicated', () => {
    expect(
      priceOf([
        box({ price: '1', isComparable: false }),
        box({ price: '2', os: 'windows' }),
        box({ price: '3', tenancy: 'dedicated' }),
      ]),
    ).toBeUndefined();
  });
  it('shows zones as low and high; the dearest counts', () => {
    const found = bill([box({ price: '3', zone: 'r-1' }), box({ price: '4', zone: 'r-2' })]);
    expect(found.monthly?.amount).toBe('4.00');
    expect(found.monthlyRange).toEqual({ low: '3.00', high: '4.00' });
  });
  it('takes the price of the zones that may be used', () => {
    const rows = [box({ price: '3', zone: 'r-1' }), box({ price: '4', zone: 'r-2' })];
    expect(priceOf(rows, { zones: ['r-1'] })).toBe('3.00');
    expect(priceOf(rows, { zones: ['r-9'] })).toBeUndefined();
  });
  it('joins the cheapest and the dearest zone of an area to one price with a range', () => {
    const found = bill([area({ area: 'low', price: '7.81' }), area({ area: 'high', price: '8.68' })]);
    expect(found.monthly?.amount).toBe('8.68');
    expect(found.monthlyRange).toEqual({ low: '7.81', high: '8.68' });
    expect(found.lines[0]?.findings.map((f) => f.code)).toEqual(
      expect.arrayContaining(['price-of-area', 'price-range']),
    );
    expect(
      bill([area({ area: 'low', price: '7.81' }), area({ area: 'all', price: '8', effectiveFrom: '2026-11-15' })])
        .monthlyRange,
    ).toBeNull();
  });
  it('does not fall back to another region', () => {
    expect(priceOf([box({ region: 's', price: '1' })])).toBeUndefined();
  });
  it('does not depend on the order of the rows', () => {
    const rows = [
      box({ price: '1', confidence: 'secondary' }),
      box({ price: '2' }),
      area({ area: 'all', price: '3' }),
      box({ price: '4', asOfDay: '2020-01-01' }),
    ];
    const answers = [rows, [...rows].reverse()].map((r) => JSON.stringify(bill(r)));
    expect(answers[0]).toBe(answers[1]);
  });
});

describe('what was known when', () => {
  const sheets = (publishedAt: string | null, supersededAt: string | null, price: string, version: number) => ({
    id: 'list',
    provider: 'p',
    version,
    publishedAt,
    supersededAt,
    rows: [row(box({ price, effectiveFrom: '2026-01-01' }))],
  });
  const small: SmallCatalogue = {
    ...HERE,
    sheets: [sheets(null, '2026-06-01T00:00:00Z', '1', 1), sheets('2026-06-01T00:00:00Z', null, '2', 2)],
  };
  it('is the sheet that was published then', () => {
    expect(bill([], { knownAt: '2026-05-01T00:00:00Z' }, small).monthly?.amount).toBe('1.00');
    expect(bill([], { knownAt: '2026-06-01T00:00:00Z' }, small).monthly?.amount).toBe('2.00');
    expect(bill([], {}, small).monthly?.amount).toBe('2.00');
  });
});

describe('the age of a price', () => {
  it('is a finding past the threshold of its mode', () => {
    const codes = (rows: RowInput[], asked: Partial<PricingQuestion> = {}) =>
      bill(rows, asked).lines[0]?.findings.map((f) => f.code) ?? [];
    expect(codes([box({ price: '1', asOfDay: '2026-06-03' })])).not.toContain('price-stale');
    expect(codes([box({ price: '1', asOfDay: '2026-06-02' })])).toContain('price-stale');
    const spot = { billingModes: ['spot' as const], interruptible: true };
    const catalogue = smallCatalogue({
      ...HERE,
      rows: [box({ price: '1', billingMode: 'spot', asOfDay: '2026-11-22' })],
    });
    const found = openPricing(catalogue, question(spot)).bill(
      offerOf(catalogue, 'box', 'r'),
      fleet({ isInterruptible: true }),
    );
    expect(found.lines[0]?.findings.map((f) => f.code)).toContain('price-stale');
  });

  it('is unknown where the source names only a year, and such a price is never fresh', () => {
    const of = (asOf: string, asOfDay: string) => {
      const line = bill([box({ price: '1', asOf, asOfDay })]).lines[0];
      const code = line?.findings.map((f) => f.code).find((c) => /^price-(undated|stale)/.test(c));
      return [line?.priceSheet?.ageDays, line?.priceSheet?.freshness, code];
    };
    expect(of('2026 (undated)', '2026-09-30')).toEqual([null, 'undated', 'price-undated']);
    expect(of('2026', '2026-09-30')).toEqual([null, 'undated', 'price-undated']);
    expect(of('2022-23', '2023-12-31')).toEqual([null, 'stale', 'price-stale-undated']);
    expect(of('2021-2022 (undated mirror)', '2022-12-31')).toEqual([null, 'stale', 'price-stale-undated']);
    expect(of('2026-08', '2026-08-31')).toEqual([91, 'fresh', undefined]);
    expect(of('2026-09-24', '2026-09-24')).toEqual([67, 'fresh', undefined]);
    expect(bill([box({ price: '1', asOf: '2026', asOfDay: '2026-09-30' })]).findings.map((f) => f.code)).toContain(
      'undated-prices-in-bill',
    );
  });

  it('stands at every line, and the bill says how much of it rests on old prices', () => {
    const disk = {
      provider: 'p',
      region: 'r',
      sku: 'ssd',
      skuKind: 'block-storage' as const,
      billingMode: 'on-demand' as const,
    };
    const rows = [
      box({ price: '3', asOfDay: '2026-11-20' }),
      { ...disk, unit: 'GiB-month' as const, price: '7.3', asOfDay: '2025-11-30' },
    ];
    const found = bill(rows, { storage: { systemDiskGiB: 100 } });
    expect(found.lines.map(({ priceSheet }) => [priceSheet?.ageDays, priceSheet?.freshness])).toEqual([
      [10, 'fresh'],
      [365, 'stale'],
    ]);
    const old = found.findings.find(({ code }) => code === 'old-prices-in-bill');
    // 3 for the hour; 100 GiB × 7.3 a month ÷ 730 h = 1 for the disk.
    expect(old?.facts).toEqual({ oldLines: 1, lines: 2, oldSharePercent: 25, oldestAgeDays: 365 });
    expect(bill([box({ price: '3', asOfDay: '2026-11-20' })]).findings.map(({ code }) => code)).not.toContain(
      'old-prices-in-bill',
    );
  });

  it('has no age where no source gives a day, and the bill says that instead', () => {
    const { findings } = bill([box({ price: '3', asOfDay: null })]);
    expect(findings.find(({ code }) => code === 'undated-prices-in-bill')?.facts).toEqual({
      oldLines: 1,
      lines: 1,
      oldSharePercent: 100,
    });
    expect(findings.map(({ code }) => code)).not.toContain('old-prices-in-bill');
  });

  it('that no source gives is undated, and an agreed price holds as long as its price book says', () => {
    expect(bill([box({ price: '1', asOfDay: null })]).lines[0]?.priceSheet).toMatchObject({
      ageDays: null,
      freshness: 'undated',
    });
    const price = { provider: 'p', sku: 'box', billingMode: 'on-demand' as const, unit: 'hour' as const, price: '2' };
    const agreed = { ...price, currency: 'CNY', effectiveFrom: '2024-11-30' };
    const priceBook = { id: 'frame', version: 1, discounts: [], prices: [agreed] };
    const [line] = bill([box({ price: '1' })], { priceBook }).lines;
    expect(line?.priceSheet).toMatchObject({ ageDays: 730, freshness: 'agreed' });
    expect(line?.findings.map(({ code }) => code)).toEqual([]);
  });
});

describe('tax', () => {
  it.each([
    [true, []],
    [false, ['prices-without-tax']],
    [null, ['tax-not-stated']],
  ])('that prices include or not (%s) is said of the bill', (pricesIncludeTax, codes) => {
    const small = { ...HERE, providers: [{ id: 'p', billing: { pricesIncludeTax } }] };
    const found = bill([box({ price: '1' })], {}, small).findings.map(({ code }) => code);
    expect(found.filter((code) => code.includes('tax'))).toEqual(codes);
  });
});

describe('currencies', () => {
  const usd = box({ price: '2', currency: 'USD' });
  const rate = { from: 'USD', to: 'CNY', rate: '7.1', asOn: '2026-11-01', source: 'bank' };
  it('are never mixed: another currency only is a mismatch, not a price', () => {
    const catalogue = smallCatalogue({ ...HERE, rows: [usd] });
    const pricing = openPricing(catalogue, question());
    expect(pricing.quick(offerOf(catalogue, 'box', 'r'), fleet())).toMatchObject({
      monthly: Number.NaN,
      currencyMismatch: true,
    });
    expect(bill([usd]).unpricedItems[0]?.finding.code).toBe('server-currency-mismatch');
  });
  it('convert by a stated rate, in its direction only, and say so', () => {
    const found = bill([usd], { exchangeRates: [rate] });
    expect(found.monthly?.amount).toBe('14.20');
    expect(found.lines[0]?.unitPrice).toBe('14.2');
    expect(found.lines[0]?.findings.find((f) => f.code === 'exchange-rate-used')?.facts).toMatchObject({
      rate: '7.1',
      source: 'bank',
    });
    expect(priceOf([usd], { exchangeRates: [{ ...rate, from: 'CNY', to: 'USD', rate: '0.14' }] })).toBeUndefined();
    const chain = [
      { ...rate, to: 'EUR', rate: '0.9' },
      { ...rate, from: 'EUR', rate: '8' },
    ];
    expect(priceOf([usd], { exchangeRates: chain })).toBeUndefined();
  });
  it('convert only the modes that have no native price', () => {
    const month = box({ price: '1', currency: 'USD', billingMode: 'subscription', unit: 'month' });
    const found = bill([box({ price: '20' }), month], { exchangeRates: [rate] });
    expect(found.monthly?.amount).toBe('7.10');
    expect(found.comparedWith.allOnDemand?.amount).toBe('20.00');
  });
  it('prefer a native price to a converted one', () => {
    expect(priceOf([usd, box({ price: '20' })], { exchangeRates: [rate] })).toBe('20.00');
  });
});

describe("a customer's own prices", () => {
  const book = (input: object) => ({ id: 'deal', version: 3, discounts: [], prices: [], ...input });
  const list = [box({ price: '10' }), box({ price: '1000', billingMode: 'subscription', unit: 'month' })];
  const full = (priceBook: never, usage = {}) => bill(list, { priceBook, usage });
  it('discount by family, region, mode and term', () => {
    const of = (discount: object, usage = {}) =>
      full(book({ discounts: [{ provider: 'p', payableRatio: 0.5, ...discount }] }) as never, usage).monthly?.amount;
    expect(of({})).toBe('500.00');
    expect(of({ families: ['F'] })).toBe('500.00');
    expect(of({ families: ['G'] })).toBe('1000.00');
    expect(of({ regions: ['s'] })).toBe('1000.00');
    expect(of({ billingModes: ['on-demand'] })).toBe('1000.00');
    expect(of({ minimumTermMonths: 12 })).toBe('1000.00');
    expect(of({ minimumTermMonths: 12 }, { termMonths: 12 })).toBe('500.00');
    expect(of({ effectiveTo: '2026-11-30' })).toBe('500.00');
    expect(of({ effectiveTo: '2026-11-29' })).toBe('1000.00');
  });
  it('let the more specific discount count, not the deeper one', () => {
    const discounts = [
      { provider: 'p', payableRatio: 0.4 },
      { provider: 'p', families: ['F'], payableRatio: 0.9 },
    ];
    expect(full(book({ discounts }) as never).monthly?.amount).toBe('900.00');
  });
  it('replace a public rate of the same mode, whatever its level, and name the book in the line', () => {
    const own = full(
      book({
        prices: [
          { provider: 'p', sku: 'box', billingMode: 'subscription', unit: 'month', price: '1200', currency: 'CNY' },
        ],
      }) as never,
      { hoursPerMonth: 730 },
    );
    expect(own.monthly?.amount).toBe('1200.00');
    expect(own.lines[0]?.priceSheet).toMatchObject({
      id: 'price-book.deal',
      version: 3,
      confidence: 'stated-by-admin',
    });
  });
});

describe('a price that is put together', () => {
  it('adds the host and its cards, each once a server', () => {
    // PR-005 and PR-004 (skypilot pulls 472 and 2946): a V100 2.48 an hour without its host; with it 2.953.
    const card = box({ price: '2.48', skuKind: 'accelerator-card' });
    const host = box({ price: '0.473' });
    const one: SmallCatalogue = { ...HERE, types: [{ provider: 'p', id: 'box', family: 'F', acceleratorCount: 1 }] };
    expect(bill([card, host], { usage: { hoursPerMonth: 100 } }, one).monthly?.amount).toBe('295.30');
    for (const count of [1, 2, 4, 8]) {
      const small: SmallCatalogue = {
        ...HERE,
        types: [{ provider: 'p', id: 'box', family: 'F', acceleratorCount: count }],
      };
      expect(bill([card], { usage: { hoursPerMonth: 100 } }, small).monthly?.amount).toBe((248 * count).toFixed(2));
    }
  });
});
