/** All price rows of the catalogue, by sku and by kind, with the areas resolved. Built once a catalogue. */
import type { Catalogue } from '../catalogue/catalogue.js';
import type { PriceRow, PriceSheet, SkuKind } from '../catalogue/price.js';
import type { Confidence } from '../catalogue/provenance.js';
import { UNPUBLISHED_REGION_ID } from '../catalogue/snapshot.js';

/** A row with what the choice between rows needs. */
export interface RateEntry {
  readonly row: PriceRow;
  readonly sheet: PriceSheet;
  readonly price: number;
  /** Day from which it counts: its start, else the day on which it was seen; '' = neither is known. */
  readonly countsFrom: string;
  /** Higher is more trusted. */
  readonly trust: number;
  /** Regions of the area; null = the row names its region. */
  readonly areaRegions: ReadonlySet<string> | null;
  readonly bound: 'exact' | 'low' | 'high';
}

export interface RateIndex {
  /** Rows of a provider's sku of one kind. */
  bySku(provider: string, kind: SkuKind, sku: string): readonly RateEntry[];
  /** Rows of a provider of one kind, whatever the sku. */
  byKind(provider: string, kind: SkuKind): readonly RateEntry[];
  /** Results of earlier questions, by what they depend on; the index only lends the room. */
  readonly memo: Map<string, unknown>;
}

const TRUST: Readonly<Record<Confidence, number>> = {
  'stated-by-admin': 5,
  official: 4,
  'official-mirror': 3,
  secondary: 2,
  'secondary-mirror': 1,
  recalled: 0,
};

const NONE: readonly RateEntry[] = Object.freeze([]);

/** For `catalogue.derive`. */
export function indexRates(catalogue: Catalogue): RateIndex {
  const skus = new Map<string, RateEntry[]>();
  const kinds = new Map<string, RateEntry[]>();
  const regionsOfArea = new Map<string, ReadonlySet<string>>();
  for (const [key, area] of catalogue.priceAreasByKey) regionsOfArea.set(key, new Set(area.regions));

  const sheets = [...catalogue.snapshot.priceSheets].sort((a, b) =>
    a.id < b.id ? -1 : a.id > b.id ? 1 : a.version - b.version,
  );
  for (const sheet of sheets) {
    for (const row of sheet.rows) {
      if (!canPrice(row)) continue;
      const areaKey = row.area === undefined ? undefined : `${row.provider}/${row.area}`;
      const area = areaKey === undefined ? undefined : catalogue.priceAreasByKey.get(areaKey);
      const entry: RateEntry = {
        row,
        sheet,
        price: Number(row.price),
        countsFrom: row.effectiveFrom ?? row.asOfDay ?? '',
        trust: TRUST[row.confidence],
        areaRegions: areaKey === undefined ? null : (regionsOfArea.get(areaKey) ?? new Set()),
        bound: area?.bound ?? 'exact',
      };
      push(skus, `${row.provider}|${row.skuKind}|${row.sku}`, entry);
      push(kinds, `${row.provider}|${row.skuKind}`, entry);
    }
  }
  return {
    bySku: (provider, kind, sku) => skus.get(`${provider}|${kind}|${sku}`) ?? NONE,
    byKind: (provider, kind) => kinds.get(`${provider}|${kind}`) ?? NONE,
    memo: new Map(),
  };
}

/**
 * Rows that may price a plan: comparable ones for Linux on shared hosts. A server that costs nothing is a hole in a feed,
 * not a gift: a zero without money up front never prices one. Zero tiers of traffic and storage are real allowances.
 */
function canPrice(row: PriceRow): boolean {
  if (row.isComparable === false) return false;
  if (row.os !== undefined && row.os.toLowerCase() !== 'linux') return false;
  if (row.tenancy !== undefined && row.tenancy.toLowerCase() !== 'shared') return false;
  const isServer = row.skuKind === 'instance' || row.skuKind === 'accelerator-card';
  return !(isServer && Number(row.price) === 0 && Number(row.upfront ?? '0') === 0);
}

/** Whether the row speaks for a region. A type whose regions nobody publishes takes the price of whatever area is stated. */
export function coversRegion(entry: RateEntry, region: string): boolean {
  if (entry.areaRegions === null) return entry.row.region === region;
  return region === UNPUBLISHED_REGION_ID || entry.areaRegions.has(region);
}

function push(map: Map<string, RateEntry[]>, key: string, entry: RateEntry): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [entry]);
  else list.push(entry);
}
