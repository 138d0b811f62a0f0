/** Our own price row as text: column names, defaults, the words that people write for them. */
import { PriceRow } from '../engine/catalogue/price.js';
import { amountText, Decimal, isAbsent, readAmount } from './amounts.js';
import { columnKey } from './csv-records.js';
import type { FeedEvent, FeedPlace, FeedSettings } from './feed.js';
import { sampleOf, statedBy } from './feed.js';
import { readPricedQuantity } from './units-of-price.js';

/** Columns of the template, in the order of the export. Only `sku`, `price` and one of `region` and `area` must be there. */
export type Column = keyof PriceRow;
export const COLUMNS = Object.keys(PriceRow.properties) as readonly Column[];

/** Names that other tables have for our columns. */
const OTHER_NAMES: Readonly<Record<string, Column>> = {
  instancetype: 'sku',
  regionid: 'region',
  dateseen: 'asOf',
  upfrontfee: 'upfront',
  tierstart: 'tierFrom',
  tierend: 'tierTo',
  validfrom: 'effectiveFrom',
  validto: 'effectiveTo',
  purchaseoption: 'billingMode',
};

const BY_KEY: ReadonlyMap<string, Column> = new Map([
  ...COLUMNS.map((column) => [columnKey(column), column] as const),
  ...Object.entries(OTHER_NAMES),
]);

/** Our column under a name in any usual spelling; undefined = none of ours. */
export function columnOf(name: string): Column | undefined {
  return BY_KEY.get(columnKey(name));
}

const BILLING_MODES: Readonly<Record<string, PriceRow['billingMode']>> = {
  ondemand: 'on-demand',
  payasyougo: 'on-demand',
  payg: 'on-demand',
  postpaid: 'on-demand',
  按量计费: 'on-demand',
  subscription: 'subscription',
  monthlysubscription: 'subscription',
  prepaid: 'subscription',
  包年包月: 'subscription',
  reserved: 'reserved',
  reservation: 'reserved',
  committeduse: 'reserved',
  savingsplan: 'savings-plan',
  spot: 'spot',
  preemptible: 'spot',
  竞价: 'spot',
};

const SKU_KINDS: Readonly<Record<string, PriceRow['skuKind']>> = {
  gpuinstance: 'instance',
  gpubaremetal: 'instance',
  gpucard: 'accelerator-card',
  npucard: 'accelerator-card',
  blockstorageextraperformance: 'block-storage-performance',
  crossregion: 'cross-region-traffic',
};

const TEXTS: readonly Column[] = ['zone', 'os', 'tenancy', 'conditions', 'effectiveTo', 'payment', 'region', 'area'];

export type CellText = Readonly<Partial<Record<Column, string>>>;

/**
 * Reads a row from its cells; '' and absent are the same. What is not stated comes from the settings. The shape of the
 * outcome is checked by whoever takes it in: here only what text cannot be is refused.
 */
export function readCardwiseRow(cells: CellText, place: FeedPlace, settings: FeedSettings, whole: unknown): FeedEvent {
  const cell = (column: Column) => cells[column]?.trim() ?? '';
  const provider = cell('provider') || settings.provider;
  if (provider !== settings.provider)
    return { kind: 'skip', ...place, reason: 'skipped-other-provider', sample: sampleOf(whole) };
  if (isAbsent(cell('price'))) return { kind: 'skip', ...place, reason: 'skipped-no-price', sample: sampleOf(whole) };

  const unreadable = (
    code: 'unreadable-price' | 'unreadable-unit' | 'unreadable-currency' | 'unreadable-row',
    column: Column,
  ) =>
    ({
      kind: 'unreadable',
      ...place,
      code,
      facts: { field: column, value: cell(column).slice(0, 100) },
      sample: sampleOf(whole),
    }) as const;

  const unitText = cell('unit') || 'hour';
  const known = KNOWN_UNITS.has(unitText)
    ? { unit: unitText as PriceRow['unit'], quantity: '1' }
    : readPricedQuantity(unitText);
  if (known === undefined) return unreadable('unreadable-unit', 'unit');
  const price = readAmount(cell('price'));
  if (price === undefined) return unreadable('unreadable-price', 'price');
  if (price.decimalPlaces() > 12) return unreadable('unreadable-price', 'price');
  const perUnit = known.quantity === '1' ? price : price.div(new Decimal(known.quantity));
  const upfront = isAbsent(cells.upfront) ? undefined : readAmount(cell('upfront'));
  if (upfront === undefined && !isAbsent(cells.upfront)) return unreadable('unreadable-price', 'upfront');
  const numbers: Partial<Record<'termMonths' | 'tierFrom' | 'tierTo', number>> = {};
  for (const column of ['termMonths', 'tierFrom', 'tierTo'] as const) {
    if (cell(column) === '') continue;
    const value = readAmount(cell(column));
    if (value === undefined) return unreadable('unreadable-row', column);
    numbers[column] = value.toNumber();
  }
  const currency = cell('currency') || settings.currency;
  if (currency === undefined) return unreadable('unreadable-currency', 'currency');

  const billingText = cell('billingMode') || 'on-demand';
  const billingMode = BILLING_MODES[columnKey(billingText)] ?? (billingText as PriceRow['billingMode']);
  const kindText = cell('skuKind') || 'instance';
  const skuKind = SKU_KINDS[columnKey(kindText)] ?? (kindText.replaceAll('_', '-') as PriceRow['skuKind']);
  const isOwnAsOf = cell('asOf') !== '';
  const stated = statedBy(settings);
  const comparable = cell('isComparable').toLowerCase();
  if (!['', 'true', 'false'].includes(comparable)) return unreadable('unreadable-row', 'isComparable');

  const row: Record<string, unknown> = {
    provider,
    sku: cell('sku') || settings.sku || '',
    skuKind,
    billingMode,
    unit: known.unit,
    price: amountText(perUnit),
    currency,
    effectiveFrom: cell('effectiveFrom') || null,
    source: cell('source') || stated.source,
    asOf: isOwnAsOf ? cell('asOf') : stated.asOf,
    asOfDay: isOwnAsOf ? cell('asOfDay') || (cells.asOfDay === undefined ? dayOf(cell('asOf')) : null) : stated.asOfDay,
    confidence: cell('confidence') || stated.confidence,
    ...numbers,
  };
  for (const column of TEXTS) if (cell(column) !== '') row[column] = cell(column);
  if (row.region === undefined && row.area === undefined && settings.region !== undefined) row.region = settings.region;
  if (upfront !== undefined) row.upfront = amountText(upfront);
  if (comparable !== '') row.isComparable = comparable === 'true';
  // "monthly_subscription" by the month says its term in its name.
  if (numbers.termMonths === undefined && columnKey(billingText) === 'monthlysubscription' && known.unit === 'month')
    row.termMonths = 1;
  return { kind: 'row', ...place, row: row as PriceRow };
}

const KNOWN_UNITS: ReadonlySet<string> = new Set<PriceRow['unit']>([
  'second',
  'hour',
  'day',
  'month',
  'year',
  'term',
  'GiB-hour',
  'GiB-month',
  'GiB',
  'GB',
  'GB-month',
  'MBps-hour',
  'MBps-month',
  'Mbps-hour',
  'Mbps-day',
  'Mbps-month',
  '10k-requests',
  'user-month',
  'licence-hour',
]);

/** "2026-09-24" is a day; "2021-2022 (undated mirror)" is none. */
function dayOf(asOf: string): string | null {
  return /^\d{4}-\d{2}-\d{2}$/.test(asOf) ? asOf : null;
}
