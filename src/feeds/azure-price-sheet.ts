/**
 * Azure contract price sheet (CSV of an Enterprise or Microsoft Customer Agreement). Column names differ in case and
 * spacing by agreement, and by language; units are "10 Hours", "100 Hours"; a region is named in words ("EU West"), which
 * the catalogue's aliases resolve; a reservation's price is the total for its term.
 */
import type { PriceRow } from '../engine/catalogue/price.js';
import { amountText, Decimal, isAbsent, readAmount, readCommaAmount } from './amounts.js';
import { lastDayOf, machineOfMeter, readWords } from './azure-machine.js';
import { type CsvRecord, columnKey, csvRecords } from './csv-records.js';
import { type Feed, type FeedEvent, type FeedSettings, sampleOf, statedBy, wrongFormat } from './feed.js';
import { readPricedQuantity, readTermMonths } from './units-of-price.js';

/**
 * Our name for a column, and the names it has in the sheets; matched without case, spaces and marks. The German words are
 * those of Microsoft's own documentation of the usage file (a price sheet in German was not at hand), which also writes both:
 * "Kategorie der Verbrauchseinheit (MeterCategory)". https://learn.microsoft.com/de-de/azure/cost-management-billing/
 */
const NAMES = {
  meter: ['meterName', ...german('Name der Verbrauchseinheit', 'MeterName')],
  category: ['meterCategory', ...german('Kategorie der Verbrauchseinheit', 'MeterCategory')],
  subCategory: [
    'meterSubCategory',
    ...german('Unterkategorie der Verbrauchseinheit', 'MeterSubCategory'),
    'product',
    'productName',
  ],
  region: ['meterRegion', ...german('Region der Verbrauchseinheit', 'MeterRegion'), 'regionId', 'location'],
  unit: ['unitOfMeasure', ...german('Maßeinheit', 'UnitOfMeasure'), 'Einheit'],
  price: ['unitPrice', ...german('Preis pro Einheit', 'UnitPrice')],
  list: ['marketPrice', 'basePrice'],
  currency: ['billingCurrency', 'currencyCode', 'currency', ...german('Währung', 'Currency')],
  priceType: ['priceType'],
  term: ['term', ...german('Laufzeit', 'Term')],
  from: ['effectiveStartDate', 'effectiveDate'],
  to: ['effectiveEndDate'],
  tier: ['tierMinimumUnits'],
} as const;

function german(words: string, english: string): readonly string[] {
  return [words, `${words} (${english})`];
}
type Name = keyof typeof NAMES;

export const azurePriceSheet: Feed = {
  title: 'Azure: contract price sheet (CSV)',
  needs: [],
  async *read(bytes, settings) {
    // Any of several languages: what must be there is checked by what is read.
    for await (const record of csvRecords(bytes, { required: [], onHeader: requireColumns }))
      yield readRecord(record, settings);
  },
};

function requireColumns(header: readonly string[]): void {
  const there = new Set(header.map(columnKey));
  const missing = (['meter', 'category', 'region', 'unit', 'price'] as const)
    .filter((name) => !NAMES[name].some((column) => there.has(columnKey(column))))
    .map((name) => NAMES[name][0]);
  if (missing.length > 0) throw wrongFormat({ missing, found: header });
}

function readRecord(record: CsvRecord, settings: FeedSettings): FeedEvent {
  const place = { line: record.line };
  const sample = sampleOf(record.cells.join(','));
  const cell = (name: Name) => {
    for (const column of NAMES[name]) {
      const value = record.get(column).trim();
      if (value !== '') return value;
    }
    return '';
  };
  const skip = (reason: Extract<FeedEvent, { kind: 'skip' }>['reason']): FeedEvent => ({
    kind: 'skip',
    ...place,
    reason,
    sample,
  });
  const unreadable = (code: Extract<FeedEvent, { kind: 'unreadable' }>['code'], field: Name): FeedEvent => ({
    kind: 'unreadable',
    ...place,
    code,
    facts: { field: NAMES[field][0], value: cell(field) },
    sample,
  });
  if (cell('meter') === '') return unreadable('unreadable-row', 'meter');
  if (!/^(virtual machines|virtuelle computer)/i.test(cell('category'))) return skip('skipped-other-product');
  const machine = machineOfMeter(cell('meter'));
  const meaning = readWords({ product: cell('subCategory'), sku: cell('meter'), meter: cell('meter') }, machine);
  if (typeof meaning === 'string') return skip(meaning);
  const priceType = cell('priceType') || 'Consumption';
  if (/devtest/i.test(priceType)) return skip('skipped-dev-test');

  const stated = settings.basis === 'list' ? cell('list') || cell('price') : cell('price');
  if (isAbsent(stated)) return skip('skipped-no-price');
  const price = /,\d+$/.test(stated) ? readCommaAmount(stated) : readAmount(stated);
  if (price === undefined) return unreadable('unreadable-price', 'price');
  const unit = readPricedQuantity(cell('unit'));
  if (unit === undefined) return unreadable('unreadable-unit', 'unit');
  const currency = cell('currency') || settings.currency;
  if (currency === undefined) return unreadable('unreadable-currency', 'currency');
  if (settings.currency !== undefined && currency !== settings.currency) return skip('skipped-other-currency');
  const one = amountText(price.div(new Decimal(unit.quantity)));
  const tierFrom = readAmount(cell('tier'))?.toNumber() ?? 0;
  const effectiveTo = lastDayOf(cell('to')) ?? dayOf(cell('to'));

  let rate: Pick<PriceRow, 'billingMode' | 'unit' | 'price' | 'termMonths'>;
  if (/reserv|reservier/i.test(priceType)) {
    const termMonths = readTermMonths(cell('term'));
    if (termMonths === undefined) return unreadable('unreadable-term', 'term');
    rate = { billingMode: 'reserved', termMonths, unit: 'term', price: amountText(price) };
  } else if (/savings ?plan|sparplan/i.test(priceType)) {
    const termMonths = readTermMonths(cell('term'));
    if (termMonths === undefined) return unreadable('unreadable-term', 'term');
    rate = { billingMode: 'savings-plan', termMonths, unit: unit.unit, price: one };
  } else rate = { billingMode: meaning.isSpot ? 'spot' : 'on-demand', unit: unit.unit, price: one };

  return {
    kind: 'row',
    ...place,
    row: {
      provider: settings.provider,
      region: cell('region'),
      sku: machine,
      skuKind: 'instance',
      ...rate,
      currency,
      effectiveFrom: dayOf(cell('from')),
      ...(effectiveTo === null ? {} : { effectiveTo }),
      ...(meaning.isWindows ? { os: 'windows' } : {}),
      ...(tierFrom > 0 ? { tierFrom } : {}),
      ...statedBy(settings, 'contract price sheet'),
    },
  };
}

/** ISO days, US days (11/30/2026) and German ones (30.11.2026). */
function dayOf(text: string): string | null {
  const iso = /^(\d{4}-\d{2}-\d{2})/.exec(text)?.[1];
  if (iso !== undefined) return iso;
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text);
  if (us !== null) return `${us[3]}-${(us[1] ?? '').padStart(2, '0')}-${(us[2] ?? '').padStart(2, '0')}`;
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})/.exec(text);
  if (german !== null)
    return `${german[3]}-${(german[2] ?? '').padStart(2, '0')}-${(german[1] ?? '').padStart(2, '0')}`;
  return null;
}
