/** Our own formats: what is exported comes back as it was. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PriceRow } from '../../src/engine/catalogue/price.js';
import { BYTE_ORDER_MARK, csvHeader, csvLines, csvTemplate, ndjsonLines } from '../../src/exports/price-rows.js';
import { readFeed } from './read-feed.js';

const text = (max: number) =>
  fc
    .string({ minLength: 1, maxLength: max, unit: 'grapheme' })
    .map((s) =>
      s
        .replaceAll('\0', ' ')
        .replace(/[\r\n]/g, ' ')
        .trim(),
    )
    .filter((s) => s !== '');
const price = fc.tuple(fc.nat(999_999_999), fc.nat(999_999_999)).map(([a, b]) => `${a}.${b}`.replace(/\.?0+$/, ''));
const day = fc.constantFrom('2026-01-31', '2028-02-29', '2030-12-01');
const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });

const row: fc.Arbitrary<PriceRow> = fc
  .record({
    provider: fc.constant('testcloud'),
    region: text(30),
    zone: optional(text(20)),
    sku: text(60),
    skuKind: fc.constantFrom('instance' as const, 'egress-traffic' as const, 'block-storage' as const),
    billingMode: fc.constantFrom(
      'on-demand' as const,
      'subscription' as const,
      'reserved' as const,
      'savings-plan' as const,
      'spot' as const,
    ),
    termMonths: optional(fc.integer({ min: 1, max: 60 })),
    payment: optional(fc.constantFrom('no-upfront' as const, 'partial-upfront' as const, 'all-upfront' as const)),
    unit: fc.constantFrom(
      'hour' as const,
      'month' as const,
      'GiB-month' as const,
      '10k-requests' as const,
      'licence-hour' as const,
    ),
    price,
    upfront: optional(price),
    tierFrom: optional(fc.nat(1e6)),
    tierTo: optional(fc.integer({ min: 1e6 + 1, max: 1e9 })),
    currency: fc.constantFrom('CNY', 'USD'),
    effectiveFrom: fc.option(day, { nil: null }),
    effectiveTo: optional(day),
    os: optional(text(10)),
    tenancy: optional(text(10)),
    conditions: optional(text(100)),
    isComparable: optional(fc.boolean()),
    source: text(200),
    asOf: text(40),
    asOfDay: fc.option(day, { nil: null }),
    confidence: fc.constantFrom('official' as const, 'secondary-mirror' as const, 'stated-by-admin' as const),
  })
  .map(
    (made) =>
      Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)) as unknown as PriceRow,
  );

describe('our own formats', () => {
  it('export and import without loss, whatever the cells hold', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), fc.boolean(), async (rows, hasMark) => {
        const csv = await readFeed('csv', csvHeader(hasMark) + csvLines(rows), {}, 7);
        expect(csv.rows.map((event) => event.row)).toEqual(rows);
        const lines = await readFeed('ndjson', ndjsonLines(rows), {}, 7);
        expect(lines.rows.map((event) => event.row)).toEqual(rows);
        const json = await readFeed('json', JSON.stringify({ rows }), {}, 7);
        expect(json.rows.map((event) => event.row)).toEqual(rows);
      }),
      { numRuns: 150 },
    );
  });

  it('guards cells that a spreadsheet would run', () => {
    const cell = (source: string) => csvLines([{ ...ROW, source }]);
    for (const formula of ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '\t=1', "'=1"])
      expect(cell(formula)).toContain(`'${formula}`);
    expect(csvHeader(true).startsWith(BYTE_ORDER_MARK)).toBe(true);
  });

  it('has a template that imports', async () => {
    const { lines, skips, unreadable } = await readFeed('csv', csvTemplate(), { provider: 'my-cloud' });
    expect(lines).toEqual([
      'gpu.8xlarge north-1 on-demand 12.34 CNY/hour',
      'gpu.8xlarge north-1 subscription 1m 6800 CNY/month',
      'gpu.8xlarge north-1 reserved 12m partial-upfront 3.5+30000 CNY/hour',
    ]);
    expect([...skips, ...unreadable]).toEqual([]);
  });
});

const ROW: PriceRow = {
  provider: 'testcloud',
  region: 'r1',
  sku: 'z9',
  skuKind: 'instance',
  billingMode: 'on-demand',
  unit: 'hour',
  price: '1',
  currency: 'CNY',
  effectiveFrom: null,
  source: 's',
  asOf: 'a',
  asOfDay: null,
  confidence: 'official',
};

describe('csv', () => {
  it('takes defaults for what is not stated, and words for our values', async () => {
    const table =
      'region;sku;billing_mode;unit;price;currency\nr1;z9;pay_as_you_go;10 Hours;12.5;CNY\nr1;z9;monthly_subscription;month;600;CNY\nr1;z9;包年包月;month;600;\n';
    const { lines, unreadable } = await readFeed('csv', table);
    expect(lines).toEqual(['z9 r1 on-demand 1.25 CNY/hour', 'z9 r1 subscription 1m 600 CNY/month']);
    expect(unreadable).toMatchObject([{ line: 4, code: 'unreadable-currency' }]);
  });

  it('never guesses what a price means', async () => {
    const table = [
      'sku,region,price,currency',
      'a,r,"1,234.50",CNY',
      'b,r,$3,CNY',
      'c,r,N/A,CNY',
      'd,r,1e-7,CNY',
      'e,r,0.1234567890123,CNY',
      'f,r,3',
    ].join('\n');
    const { lines, unreadable, skipped } = await readFeed('csv', table);
    expect(lines).toEqual(['d r on-demand 0.0000001 CNY/hour']);
    expect(unreadable.map(({ line, code, facts }) => [line, code, facts.value])).toEqual([
      [2, 'unreadable-price', '1,234.50'],
      [3, 'unreadable-price', '$3'],
      [6, 'unreadable-price', '0.1234567890123'],
      [7, 'unreadable-row', '3 instead of 4'],
    ]);
    expect(skipped).toEqual({ 'skipped-no-price': 1 });
  });

  it('refuses a column that is none of ours', async () => {
    await expect(readFeed('csv', 'sku,region,price,curency\nz9,r1,1,CNY\n')).rejects.toMatchObject({
      code: 'feed-wrong-format',
      facts: { unknown: ['curency'] },
    });
  });

  it('refuses text that is not UTF-8', async () => {
    const gbk = Buffer.concat([
      Buffer.from('sku,region,price\n'),
      Buffer.from([0xb1, 0xb1, 0xbe, 0xa9]),
      Buffer.from(',r,1\n'),
    ]);
    await expect(readFeed('csv', gbk)).rejects.toMatchObject({ code: 'feed-not-utf8' });
  });
});

describe('ndjson', () => {
  it('goes on after a line that is no JSON, and refuses fields that are none of ours', async () => {
    const lines =
      '{"sku":"a","region":"r","price":1.10,"currency":"CNY"}\n{oops\n{"sku":"b","region":"r","price":2,"curency":"CNY"}\n[1]\n';
    const read = await readFeed('ndjson', lines);
    expect(read.lines).toEqual(['a r on-demand 1.1 CNY/hour']);
    expect(read.unreadable.map(({ line, facts }) => [line, facts.field])).toEqual([
      [2, 'line'],
      [3, 'curency'],
      [4, 'row'],
    ]);
  });
});
