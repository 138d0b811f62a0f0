/** What holds a price back. The figures of published mishaps are in published-mishaps.test.ts. */
import { describe, expect, it } from 'vitest';
import type { PriceRow } from '../../../src/engine/catalogue/price.js';
import { openCatalogue } from '../../../src/engine/catalogue/snapshot.js';
import { FINDINGS } from '../../../src/engine/findings/index.js';
import { checkSameForAll, openServerCheck } from '../../../src/engine/price-checks/across-rows.js';
import { checkPrice, openPriceChecks, PRICE_CHECKS } from '../../../src/engine/price-checks/index.js';
import { DEFAULT_LIMITS } from '../../../src/engine/price-checks/price-check.js';
import { resolvePlace } from '../../../src/engine/price-checks/resolve-place.js';
import type { StatedHardware } from '../../../src/engine/price-checks/stated-hardware.js';
import {
  accelerator,
  family,
  instanceType,
  priceSheet,
  provider,
  rate,
  region,
  snapshot,
} from '../../support/small-catalogue.js';

/** alpha sells two A10 types in a-south (CNY) and c-west (USD); a card-hour costs 8 to 10 CNY. */
const catalogue = openCatalogue(
  snapshot({
    providers: [provider({ id: 'alpha', currencies: ['CNY', 'USD'] }), provider({ id: 'beta' })],
    regions: [
      region({
        provider: 'alpha',
        id: 'a-south',
        nameEn: 'South (Guangzhou)',
        nameZh: '广州',
        aliases: ['Guangzhou'],
        zones: ['a-south-1', 'a-south-3'],
      }),
      region({ provider: 'alpha', id: 'c-west', geography: 'us' }),
      region({ provider: 'beta', id: 'b-north' }),
    ],
    priceAreas: [
      {
        provider: 'alpha',
        id: 'mainland',
        label: 'mainland China',
        regions: ['a-south'],
        bound: 'exact',
        provenance: { source: 'test', asOf: null, confidence: 'official' },
      },
    ],
    accelerators: [
      accelerator({ id: 'a10', name: 'A10' }),
      accelerator({ id: 't4', name: 'T4', memoryGiB: 16, architecture: 'Turing' }),
    ],
    families: [family({ provider: 'alpha', id: 'mid', accelerators: ['a10'] })],
    instanceTypes: [
      instanceType({ provider: 'alpha', id: 'mid.1', family: 'mid', accelerator: 'a10' }),
      instanceType({ provider: 'alpha', id: 'mid.4', family: 'mid', accelerator: 'a10', acceleratorCount: 4 }),
      instanceType({
        provider: 'alpha',
        id: 'third',
        family: 'mid',
        accelerator: 'a10',
        acceleratorShare: 0.3333,
        acceleratorMemoryGiB: 8,
      }),
    ],
    priceSheets: [
      priceSheet({
        provider: 'alpha',
        rows: [
          rate({ provider: 'alpha', region: 'a-south', sku: 'mid.1', price: '10' }),
          rate({ provider: 'alpha', region: 'a-south', sku: 'mid.4', price: '32' }),
          rate({ provider: 'alpha', region: 'c-west', sku: 'mid.1', price: '1.4', currency: 'USD' }),
        ],
      }),
    ],
  }),
);
const context = openPriceChecks(catalogue);

function price(part: Partial<PriceRow>): PriceRow {
  return rate({ provider: 'alpha', region: 'a-south', sku: 'mid.1', price: '10', ...part });
}

function codes(part: Partial<PriceRow>, hardware?: StatedHardware): readonly string[] {
  return checkPrice(price(part), hardware, context).map(({ code }) => code);
}

describe('a price', () => {
  it('that is plausible passes', () => {
    expect(codes({})).toEqual([]);
    expect(codes({ price: '11', zone: 'a-south-3' })).toEqual([]);
    expect(codes({ sku: 'mid.4', price: '40' })).toEqual([]);
    expect(codes({ billingMode: 'subscription', unit: 'month', termMonths: 1, price: '4000' })).toEqual([]);
    expect(codes({ skuKind: 'egress-traffic', sku: 'egress', unit: 'GB', price: '0' })).toEqual([]);
  });

  it.each<[string, Partial<PriceRow>, string]>([
    ['is zero', { price: '0' }, 'price-zero'],
    [
      'is zero with zero up front',
      { price: '0.00', billingMode: 'reserved', termMonths: 12, upfront: '0' },
      'price-zero',
    ],
    ['is negative', { price: '-1' }, 'price-negative'],
    ['is a hundred million', { price: '100000000' }, 'price-absurd'],
    ['is no number', { price: '1,5' }, 'price-row-malformed'],
    ['is of an unknown kind', { skuKind: 'gpu' as PriceRow['skuKind'] }, 'price-row-malformed'],
    ['begins on a day that is none', { effectiveFrom: '2026-02-30' }, 'price-row-malformed'],
    ['ends before it begins', { effectiveFrom: '2026-03-01', effectiveTo: '2026-02-01' }, 'price-row-malformed'],
    ['has a tier that ends before it begins', { tierFrom: 10, tierTo: 10 }, 'price-row-malformed'],
    ['names region and area', { area: 'mainland' }, 'price-row-malformed'],
    ['holds a NUL', { source: 'a\0b' }, 'price-row-malformed'],
    ['holds half a character', { source: 'a\ud83d' }, 'price-row-malformed'],
    ['begins before there were years', { effectiveFrom: '0000-01-01' }, 'price-row-malformed'],
    ['has a tier beyond all columns', { tierFrom: 1e15 }, 'price-row-malformed'],
    ['is of an unknown type', { sku: 'mid.9' }, 'price-of-unknown-type'],
    ['is for an unknown region', { region: 'a-north' }, 'price-in-unknown-region'],
    ['is in a currency of another region', { currency: 'USD', price: '1.5' }, 'price-in-wrong-currency'],
    ['is in a currency that the provider does not use', { currency: 'EUR', price: '1.5' }, 'price-in-wrong-currency'],
    ['is a reservation without term', { billingMode: 'reserved', price: '6' }, 'price-term-missing'],
  ])('that %s is held back', (_, part, code) => {
    expect(codes(part)).toContain(code);
  });

  it('says which field, its value and what was expected', () => {
    const [found] = checkPrice(price({ billingMode: 'monthly' as PriceRow['billingMode'] }), undefined, context);
    expect(found).toMatchObject({
      field: 'billingMode',
      value: 'monthly',
      expected: 'one of on-demand, subscription, reserved, savings-plan, spot',
      isOverridable: false,
    });
    const [unknown] = checkPrice(price({ sku: 'mid1' }), undefined, context);
    expect(unknown?.expected).toContain('mid.1');
  });

  it('that moves by more than half of itself is held back, with the price before', () => {
    // 10 → 15 is half: allowed; 15.01 is more; 4.99 is less than half.
    expect(codes({ price: '15' })).toEqual([]);
    expect(codes({ price: '5' })).toEqual([]);
    expect(codes({ price: '15.01' })).toContain('price-moved-far');
    expect(checkPrice(price({ price: '4.99' }), undefined, context)[0]).toMatchObject({
      code: 'price-moved-far',
      expected: '5 to 15',
      isOverridable: true,
      finding: { facts: { before: '10', changeRatio: -0.501 } },
    });
    const strict = openPriceChecks(catalogue, { ...DEFAULT_LIMITS, maxMoveRatio: 0.1 });
    expect(checkPrice(price({ price: '11.5' }), undefined, strict).map(({ code }) => code)).toEqual([
      'price-moved-far',
    ]);
  });

  it('of a card-hour must lie near what the card costs elsewhere', () => {
    // Published: 10 for one card, 32 / 4 = 8: band 8 / 3 to 10 × 3.
    const cardHour = (of: string) => codes({ zone: 'a-south-1', price: of });
    expect(cardHour('2.7')).toEqual([]);
    expect(cardHour('29.9')).toEqual([]);
    expect(cardHour('2.6')).toEqual(['price-out-of-band']);
    expect(cardHour('45')).toEqual(['price-out-of-band']);
    // Four cards for the price of one: 2.5 a card
    expect(codes({ sku: 'mid.4', zone: 'a-south-1', price: '10' })).toEqual(['price-out-of-band']);
    // A tenth of the on-demand price is possible for spot.
    expect(codes({ billingMode: 'spot', price: '1' })).toEqual([]);
  });

  it('that would be right in another unit is taken for a mistake of unit', () => {
    const [month] = checkPrice(price({ zone: 'a-south-1', price: '6570' }), undefined, context);
    // 6570 / 730 = 9 an hour
    expect(month).toMatchObject({ code: 'price-unit-confusion', finding: { facts: { likelyUnit: 'a month' } } });
    const [ten] = checkPrice(price({ zone: 'a-south-1', price: '95' }), undefined, context);
    expect(ten).toMatchObject({ code: 'price-unit-confusion', finding: { facts: { likelyUnit: '10 hours' } } });
    const [hour] = checkPrice(
      price({ billingMode: 'subscription', unit: 'month', termMonths: 1, price: '9' }),
      undefined,
      context,
    );
    expect(hour).toMatchObject({ code: 'price-unit-confusion', finding: { facts: { likelyUnit: 'an hour' } } });
  });

  it('of other hardware than the catalogue holds is held back', () => {
    const hardware = 'price-of-other-hardware';
    expect(codes({}, { acceleratorName: 'NVIDIA A10', acceleratorCount: 1, acceleratorMemoryGiB: 24 })).toEqual([]);
    expect(codes({}, { acceleratorName: 'T4' })).toContain(hardware);
    expect(codes({}, { acceleratorName: 'Z1000' })).toContain(hardware);
    expect(codes({}, { acceleratorCount: 2 })).toContain(hardware);
    // 22,888 MiB is 22.35 GiB: the card as its driver shows it
    expect(codes({}, { acceleratorMemoryGiB: 22_888 / 1024 })).toEqual([]);
    expect(checkPrice(price({}), { acceleratorMemoryGiB: 24_576 }, context)[0]?.expected).toBe(
      '24; the figure looks like MiB',
    );
    expect(codes({ sku: 'mid.4', price: '32' }, { totalAcceleratorMemoryGiB: 96 })).toEqual([]);
    expect(
      checkPrice(price({ sku: 'mid.4', price: '32' }), { totalAcceleratorMemoryGiB: 384 }, context)[0]?.expected,
    ).toBe('4 × 24 = 96');
    // A third of a card, as its share or as one slice with the slice's memory; never as one whole card.
    const third = { sku: 'third', price: '3' };
    expect(codes(third, { acceleratorCount: 0.333 })).toEqual([]);
    expect(codes(third, { acceleratorCount: 1, acceleratorMemoryGiB: 8 })).toEqual([]);
    expect(codes(third, { acceleratorCount: 1 })).toContain(hardware);
    expect(codes(third, { acceleratorCount: 1, acceleratorMemoryGiB: 24 })).toContain(hardware);
  });
});

describe('rates of one server', () => {
  const check = (...rows: Partial<PriceRow>[]) => {
    const checkRate = openServerCheck(context.published);
    return rows.flatMap((part) => {
      const found = checkRate(price(part));
      return found === undefined ? [] : [[found.value, found.code]];
    });
  };

  it('hold spot and commitments to the price on demand, fees included', () => {
    const onDemand = { price: '2' };
    expect(check(onDemand, { billingMode: 'spot', price: '2' })).toEqual([]);
    expect(check(onDemand, { billingMode: 'spot', price: '2.5' })).toEqual([['2.5', 'price-spot-above-on-demand']]);
    // 0 an hour and 17,520 up front for a year: 17520 / 8760 = 2
    expect(
      check(onDemand, {
        billingMode: 'reserved',
        termMonths: 12,
        payment: 'all-upfront',
        price: '0',
        upfront: '17520',
      }),
    ).toEqual([]);
    expect(
      check(onDemand, {
        billingMode: 'reserved',
        termMonths: 12,
        payment: 'all-upfront',
        price: '0',
        upfront: '17530',
      }),
    ).toEqual([['0', 'price-commitment-above-on-demand']]);
    // 1,500 a month is 2.05 an hour
    expect(check(onDemand, { billingMode: 'subscription', termMonths: 1, unit: 'month', price: '1500' })).toEqual([
      ['1500', 'price-commitment-above-on-demand'],
    ]);
  });

  it('take the published price on demand where they hold none', () => {
    expect(check({ billingMode: 'spot', price: '10' })).toEqual([]);
    expect(check({ billingMode: 'spot', price: '10.1' })).toEqual([['10.1', 'price-spot-above-on-demand']]);
  });
});

describe('rates of different servers in one market', () => {
  const said = (...skus: string[]) => {
    const rows = skus.map((sku) => price({ sku, price: '7.5' }));
    const objectionTo = checkSameForAll(rows, catalogue);
    return objectionTo === undefined ? [] : rows.map((row) => `${row.sku} ${objectionTo(row).code}`);
  };

  it('are held back when three kinds have one price, and not when two have', () => {
    const [one, two, three] = [...catalogue.typesByKey.values()].filter(({ provider }) => provider === 'alpha');
    expect(said(one?.id ?? '', two?.id ?? '')).toEqual([]);
    expect(said(one?.id ?? '', two?.id ?? '', three?.id ?? '')).toEqual(
      [one, two, three].map((type) => `${type?.id} price-same-for-all`),
    );
    // Many names of one kind of server may well cost the same.
    expect(said(one?.id ?? '', one?.id ?? '', one?.id ?? '')).toEqual([]);
  });
});

describe('a place', () => {
  it('is found under its id, its names, its aliases, and by zone', () => {
    const at = (text: string) => {
      const { region: found, area, zone } = resolvePlace(price({ region: text }), catalogue);
      return [found ?? area, zone].filter((part) => part !== undefined).join(' ');
    };
    expect(at('a-south')).toBe('a-south');
    expect(at('South (Guangzhou)')).toBe('a-south');
    expect(at('广州')).toBe('a-south');
    expect(at('Guangzhou-3')).toBe('a-south a-south-3');
    expect(at('mainland China')).toBe('mainland');
    expect(at('Guangzhou-9')).toBe('Guangzhou-9');
    expect(at('nowhere')).toBe('nowhere');
  });
});

describe('the registry of checks', () => {
  it('has a sentence in both languages for every code', () => {
    for (const { code } of Object.values(PRICE_CHECKS))
      expect(FINDINGS[code]).toMatchObject({ en: expect.any(String), zh: expect.any(String) });
  });

  it('fills every placeholder of a sentence that is stated', () => {
    const parts: Partial<PriceRow>[] = [
      { price: '0' },
      { price: '-1' },
      { price: '379800000' },
      { sku: 'x' },
      { region: 'x' },
      { currency: 'EUR' },
      { price: '45' },
      { price: '6570' },
      { billingMode: 'reserved', price: '6' },
      { unit: 'x' as PriceRow['unit'] },
    ];
    const found = parts.flatMap((part) => checkPrice(price(part), { acceleratorCount: 3 }, context));
    expect(found.length).toBeGreaterThan(parts.length);
    // Every rule is among them, and each says which field, what it holds and what it should.
    const codes = new Set<string>(found.map(({ code }) => code));
    expect(Object.values(PRICE_CHECKS).filter(({ code }) => !codes.has(code))).toEqual([]);
    for (const { finding, code, field, value, expected } of found) {
      expect(finding.message).not.toMatch(/[{}]/);
      expect([field, expected], finding.message).not.toContain('');
      // Only what is missing has no value.
      if (value === '') expect(code).toBe('price-term-missing');
    }
  });
});
