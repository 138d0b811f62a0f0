/** Our own price row as text: column names, defaults, the words that people write for them. */
import { PriceRow } from '../engine/catalogue/price.js';
import { amountText, Decimal, isAbsent, readAmount } from './amounts.js';
import { columnKey } from './csv-records.js';
import type { FeedEvent, FeedPlace, FeedSettings } from './feed.js';
import { sampleOf, statedBy } from './feed.js';
import type { SkipReason } from './reasons.js';
import { type PricedQuantity, readPricedQuantity } from './units-of-price.js';

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
  postpaidmonthly: 'on-demand',
  postpaiddaily: 'on-demand',
  postpaidmonthly95th: 'on-demand',
  按量计费: 'on-demand',
  subscription: 'subscription',
  monthlysubscription: 'subscription',
  prepaid: 'subscription',
  monthlyprepaid: 'subscription',
  monthly: 'subscription',
  dailyprepaid: 'subscription',
  包年包月: 'subscription',
  reserved: 'reserved',
  reservation: 'reserved',
  committeduse: 'reserved',
  savingsplan: 'savings-plan',
  spot: 'spot',
  preemptible: 'spot',
  竞价: 'spot',
};

/** What a word for a billing mode says beyond the mode. */
const MODE_CONDITIONS: Readonly<Record<string, string>> = {
  postpaidmonthly95th: 'monthly 95th percentile',
  dailyprepaid: 'prepaid by the day',
};

const SKU_KINDS: Readonly<Record<string, PriceRow['skuKind']>> = {
  gpuinstance: 'instance',
  gpubaremetal: 'instance',
  gpuserver: 'instance',
  gpuinstancewithdisk: 'instance',
  gpucard: 'accelerator-card',
  npucard: 'accelerator-card',
  blockstorageextraperformance: 'block-storage-performance',
  crossregion: 'cross-region-traffic',
  backuppoint: 'backup',
  objectstorageegress: 'egress-traffic',
  objectstoragereplication: 'cross-region-traffic',
  eipidle: 'public-address',
  kubernetescontrolplane: 'cluster-fee',
  serverlesscontainer: 'other',
  cpumem: 'other',
};

/** What a word for a kind says beyond the kind: with it a price is not that of the thing alone. */
const KIND_CONDITIONS: Readonly<Record<string, string>> = {
  gpuinstancewithdisk: 'includes a disk',
  objectstorageegress: 'from the object store',
  objectstoragereplication: 'between object stores',
  eipidle: 'while not bound to a server',
};

/** Rows of a price table that state how prices move, and no price. */
const RULE_KINDS: ReadonlySet<string> = new Set(['discount', 'paygtier', 'spotdiscount', 'termdiscount', 'termrule']);

/** Sold by the call or the token, not as servers. */
const OTHER_PRODUCTS: ReadonlySet<string> = new Set([
  'modelinstance',
  'modelunit',
  'serverlessgpucu',
  'serverlessgpufactor',
]);

/** Rates that are kept for the record and price no plan: they are of more, or of less, than the thing they name. */
const NOT_COMPARABLE: ReadonlySet<string> = new Set([
  'dailyprepaid',
  'gpuinstancewithdisk',
  'objectstorageegress',
  'objectstoragereplication',
]);

const TEXTS: readonly Column[] = ['zone', 'os', 'tenancy', 'effectiveTo', 'payment', 'region', 'area'];

export type CellText = Readonly<Partial<Record<Column, string>>>;

/**
 * Reads a row from its cells; '' and absent are the same. What is not stated comes from the settings. The shape of the
 * outcome is checked by whoever takes it in: here only what text cannot be is refused.
 */
export function readCardwiseRow(cells: CellText, place: FeedPlace, settings: FeedSettings, whole: unknown): FeedEvent {
  const cell = (column: Column) => cells[column]?.trim() ?? '';
  const skip = (reason: SkipReason) => ({ kind: 'skip', ...place, reason, sample: sampleOf(whole) }) as const;
  if (!isOf(cell('provider'), settings)) return skip('skipped-other-provider');
  const kindText = cell('skuKind') || 'instance';
  const kindKey = columnKey(kindText);
  if (RULE_KINDS.has(kindKey)) return skip('skipped-billing-rule');
  if (OTHER_PRODUCTS.has(kindKey)) return skip('skipped-other-product');
  if (isAbsent(cell('price'))) return skip('skipped-no-price');

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

  const [known, unitNote] = readUnit(cell('unit') || 'hour');
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
  const billingKey = columnKey(billingText);
  const billingMode = BILLING_MODES[billingKey] ?? (billingText as PriceRow['billingMode']);
  const skuKind = SKU_KINDS[kindKey] ?? (kindText.replaceAll('_', '-') as PriceRow['skuKind']);
  const isOwnAsOf = cell('asOf') !== '';
  const stated = statedBy(settings);
  const comparable = cell('isComparable').toLowerCase();
  if (!['', 'true', 'false'].includes(comparable)) return unreadable('unreadable-row', 'isComparable');

  const [confidence, confidenceNote] = withNote(cell('confidence') || stated.confidence);
  const row: Record<string, unknown> = {
    provider: settings.provider,
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
    confidence,
    ...numbers,
  };
  for (const column of TEXTS) if (cell(column) !== '') row[column] = cell(column);
  if (row.region === undefined && row.area === undefined && settings.region !== undefined) row.region = settings.region;
  if (upfront !== undefined) row.upfront = amountText(upfront);
  if (comparable !== '') row.isComparable = comparable === 'true';
  else if (NOT_COMPARABLE.has(billingKey) || NOT_COMPARABLE.has(kindKey)) row.isComparable = false;
  const notes = [cell('conditions'), MODE_CONDITIONS[billingKey], KIND_CONDITIONS[kindKey], unitNote, confidenceNote];
  const conditions = notes.filter(Boolean).join('; ');
  if (conditions !== '') row.conditions = conditions;
  // "monthly_subscription" by the month says its term in its name.
  if (numbers.termMonths === undefined && MONTHLY.has(billingKey) && IS_BY_MONTH.test(known.unit)) row.termMonths = 1;
  return { kind: 'row', ...place, row: row as PriceRow };
}

const MONTHLY: ReadonlySet<string> = new Set(['monthlysubscription', 'monthlyprepaid', 'monthly']);
const IS_BY_MONTH = /month$/;

/** The sheet's provider, by id or another of its names; a note in brackets behind it is a note. */
function isOf(text: string, { provider, providerNames = [] }: FeedSettings): boolean {
  if (text === '' || text === provider) return true;
  const [name] = withNote(text);
  return [provider, ...providerNames].some((known) => columnKey(known) === columnKey(name) || known === text);
}

/** "official-mirror (worked example)" is a word and a note. */
function withNote(text: string): readonly [string, string | undefined] {
  const match = /^(.*\S)\s*[(（](.+)[)）]$/.exec(text);
  return match === null ? [text, undefined] : [match[1] ?? '', match[2]];
}

/** A unit in our words or in those of price lists; a note behind it that leaves it what it is goes to the conditions. */
function readUnit(text: string): readonly [PricedQuantity | undefined, string | undefined] {
  const plain = OTHER_UNITS[text.toLowerCase()] ?? text;
  const known = KNOWN_UNITS.has(plain) ? { unit: plain as PriceRow['unit'], quantity: '1' } : readPricedQuantity(plain);
  if (known !== undefined) return [known, undefined];
  const [unit, note] = withNote(text);
  return note === undefined ? [undefined, undefined] : [readUnit(unit)[0], note];
}

/** Price lists that call 2^30 bytes a GB and say so. */
const OTHER_UNITS: Readonly<Record<string, PriceRow['unit']>> = { 'gb (1024-based)': 'GiB' };

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
  'GB-hour',
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
