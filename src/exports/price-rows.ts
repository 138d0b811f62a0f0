/**
 * Price rows as text: what the feeds `cardwise-csv` and `cardwise-ndjson` read again without loss.
 *
 * A cell that a spreadsheet would take for a formula gets an apostrophe in front (and the reader takes it off): a price
 * list is opened by people, and a source text such as `=HYPERLINK(…)` must stay text.
 */
import { stringify } from 'csv-stringify/sync';
import { PriceRow } from '../engine/catalogue/price.js';

const COLUMNS = Object.keys(PriceRow.properties) as (keyof PriceRow)[];

const FORMULA = /^[=+\-@\t\r'＝＋－＠]/;
export const BYTE_ORDER_MARK = '\ufeff';

/** The header line. `hasByteOrderMark`: Excel then reads the text as UTF-8. */
export function csvHeader(hasByteOrderMark: boolean): string {
  return `${hasByteOrderMark ? BYTE_ORDER_MARK : ''}${COLUMNS.join(',')}\r\n`;
}

export function csvLines(rows: readonly PriceRow[]): string {
  return stringify(
    rows.map((row) => COLUMNS.map((column) => guard(cellText(row[column])))),
    { record_delimiter: '\r\n' },
  );
}

export function ndjsonLines(rows: readonly PriceRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

function cellText(value: string | number | boolean | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

function guard(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/** A filled-in example for people who start from nothing. */
export function csvTemplate(): string {
  const row: PriceRow = {
    provider: 'my-cloud',
    region: 'north-1',
    sku: 'gpu.8xlarge',
    skuKind: 'instance',
    billingMode: 'on-demand',
    unit: 'hour',
    price: '12.34',
    currency: 'CNY',
    effectiveFrom: '2026-12-01',
    source: 'price list of December',
    asOf: '2026-11-30',
    asOfDay: '2026-11-30',
    confidence: 'stated-by-admin',
  };
  const month: PriceRow = { ...row, billingMode: 'subscription', termMonths: 1, unit: 'month', price: '6800' };
  const reserved: PriceRow = {
    ...row,
    billingMode: 'reserved',
    termMonths: 12,
    payment: 'partial-upfront',
    price: '3.5',
    upfront: '30000',
  };
  return csvHeader(false) + csvLines([row, month, reserved]);
}
