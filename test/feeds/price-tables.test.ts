/**
 * Tables that people keep of public list prices, in their own words, through our own CSV: what is a rate goes in, what is
 * none is left out by reason, what is not clear is held back, and a second time changes nothing.
 */
import { describe, expect, it } from 'vitest';
import { readSeed } from '../../prisma/seed/read-seed.js';
import { storeApp } from '../support/app.js';
import { createTestDatabase } from '../support/database.js';
import { fixture } from './read-feed.js';

const { call } = await storeApp(await createTestDatabase(), {}, readSeed());

let calls = 0;

/** The table into a fresh draft, twice. */
async function twice(name: string, provider: string) {
  const { body: draft } = await call('POST', '/price-sheets', {
    body: { provider, series: `table-${++calls}`, label: 'Table', source: 'a table' },
  });
  const send = async () => {
    const { status, body } = await call('POST', `/price-sheets/${draft.id}/import?format=csv`, {
      body: fixture(name).toString('utf8'),
      headers: { 'content-type': 'text/csv', 'idempotency-key': `price-tables-${++calls}` },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const first = await send();
  const again = await send();
  expect([again.rowsAccepted, again.rowsUnchanged, again.rowCount]).toEqual([
    0,
    first.rowsAccepted,
    first.rowsAccepted,
  ]);
  const { body: quarantine } = await call('GET', `/price-sheets/${draft.id}/quarantine`);
  const { body: rows } = await call('GET', `/price-sheets/${draft.id}/rows`);
  return {
    report: first,
    skipped: Object.fromEntries(
      first.skipped.map(({ reason, count }: { reason: { code: string }; count: number }) => [reason.code, count]),
    ),
    held: quarantine.items.map(({ line, code }: { line: number; code: string }) => `${line} ${code}`),
    // biome-ignore lint/suspicious/noExplicitAny: rows as they came
    rows: rows.items.map((item: any) => item.row ?? item) as any[],
  };
}

describe('a table of Tencent prices', async () => {
  const { report, skipped, held, rows } = await twice('tencent-price-table.csv', 'tencent');

  it('accounts for every row', () => {
    expect([report.rowsAccepted, report.rowsQuarantined, report.rowsSkipped]).toEqual([20, 10, 6]);
    expect(skipped).toEqual({ 'skipped-billing-rule': 4, 'skipped-no-price': 1, 'skipped-other-provider': 1 });
  });

  it('holds back what has no place, no unit or no mode that a plan could be priced by', () => {
    expect(held).toEqual([
      // "month per GPU": of how many?
      '7 unreadable-unit',
      '8 price-in-unknown-region',
      // A family, no size of it.
      '9 price-of-unknown-type',
      // A place of more than 80 letters is no id.
      '22 price-row-malformed',
      '30 price-row-malformed',
      // Between two places.
      '32 price-in-unknown-region',
      // "free", "free_tier", "included": no billing mode.
      '33 price-row-malformed',
      '34 unreadable-currency',
      '35 price-row-malformed',
      '36 price-in-unknown-region',
    ]);
  });

  it('reads the words of the table', () => {
    const found = (part: object) => expect(rows).toContainEqual(expect.objectContaining(part));
    found({ sku: 'CLOUD_PREMIUM', region: 'ap-guangzhou', unit: 'GB-hour', price: '0.0009' });
    found({ sku: 'CLOUD_PREMIUM', area: 'finance-zones', unit: 'GB-month', termMonths: 1, price: '0.56' });
    found({ sku: 'CLOUD_PREMIUM', region: 'sa-saopaulo' });
    found({ skuKind: 'snapshot', area: 'chengdu-chongqing', unit: 'GB-month', conditions: 'hourly price x 720' });
    found({ skuKind: 'backup', region: 'ap-guangzhou', price: '0.014', termMonths: 1 });
    found({ skuKind: 'egress-traffic', unit: 'GiB', price: '0.12', area: 'mainland-hongkong-jakarta-seoul' });
    found({
      skuKind: 'egress-bandwidth',
      unit: 'Mbps-day',
      confidence: 'official-mirror',
      conditions: 'worked example',
    });
    found({ skuKind: 'public-address', area: 'mainland', conditions: 'while not bound to a server' });
    found({
      skuKind: 'cross-region-traffic',
      area: 'chengdu-chongqing',
      unit: 'GB',
      price: '0.05',
      isComparable: false,
    });
    found({ skuKind: 'cluster-fee', region: 'ap-tokyo', price: '0.02' });
  });
});

describe('a table of prices of several clouds', () => {
  it('gives each provider its own rows, by whichever of its names', async () => {
    const counts = async (provider: string) => {
      const { report } = await twice('china-price-table.csv', provider);
      return [report.rowsAccepted, report.rowsQuarantined, report.rowsSkipped];
    };
    // 31 rows in all. "gitee-ai (模力方舟)" is gitee-ai; it has one region, which need not be said.
    expect(await counts('gitee-ai')).toEqual([1, 0, 30]);
    expect(await counts('autodl')).toEqual([1, 1, 29]);
    expect(await counts('ucloud')).toEqual([2, 0, 29]);
  });

  it('keeps rates of more than the thing they name, and of less than its usual term, for the record only', async () => {
    const { rows } = await twice('china-price-table.csv', 'alibaba');
    expect(rows).toEqual([
      expect.objectContaining({
        area: 'shanghai-shenzhen',
        price: '11.84',
        isComparable: false,
        conditions: 'includes a disk',
      }),
    ]);
    const { rows: rental, held } = await twice('china-price-table.csv', 'compshare');
    expect(rental.map(({ unit, isComparable = true, termMonths }) => [unit, isComparable, termMonths])).toEqual([
      ['hour', true, undefined],
      ['day', false, undefined],
      ['month', true, 1],
    ]);
    expect(held).toHaveLength(6);
  });

  it('prices a zone by its own id', async () => {
    const { rows } = await twice('china-price-table.csv', 'ucloud');
    expect(rows.map(({ region, zone, unit }) => `${region} ${zone} ${unit}`)).toEqual([
      'cn-bj2 cn-bj2-e month',
      'cn-bj2 cn-bj2-e GB-month',
    ]);
  });
});
