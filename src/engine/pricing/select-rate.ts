/**
 * Which of several rows counts. In this order: a row that names the region before one for an area that holds it; the newest
 * day from which it counts (its start, else the day it was seen) not after `pricedOn`; the more trusted source; the smaller
 * area; the sheet's id. Recalled rows count only where nothing else does.
 */

import type { PriceRow, PriceUnit } from '../catalogue/price.js';
import type { BillingMode } from '../catalogue/provider.js';
import { coversRegion, type RateEntry } from './rate-index.js';

export interface AsOf {
  readonly pricedOn: string;
  readonly knownAt: string | null;
}

/** Rows of one tariff that belong together, by tier; one row where there are no tiers. */
export type TierSet = readonly RateEntry[];

/** The rate of one sku in one region, mode, term, payment and currency. */
export interface Rate {
  readonly currency: string;
  readonly billingMode: BillingMode;
  readonly termMonths: number | null;
  readonly payment: NonNullable<PriceRow['payment']> | null;
  readonly unit: PriceUnit;
  /** What counts: the exact price, else the dearest zone, else the cheapest. */
  readonly point: TierSet;
  readonly low: TierSet | null;
  readonly high: TierSet | null;
  /** Rows of other sources that state another price for the same thing. */
  readonly conflicts: readonly RateEntry[];
}

const NONE: readonly Rate[] = Object.freeze([]);

/** Rates of one sku (its rows are `entries`) in a region, one for each currency, mode, term, payment and unit. */
export function selectRates(entries: readonly RateEntry[], region: string, asOf: AsOf): readonly Rate[] {
  if (entries.length === 0) return NONE;
  const groups = new Map<string, RateEntry[]>();
  for (const entry of entries) {
    if (!coversRegion(entry, region) || !counts(entry, asOf)) continue;
    const row = entry.row;
    const key = `${row.currency}|${row.billingMode}|${row.termMonths ?? ''}|${row.payment ?? ''}|${row.unit}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  if (groups.size === 0) return NONE;
  const keys = groups.size === 1 ? [...groups.keys()] : [...groups.keys()].sort();
  return keys.flatMap((key) => choose(groups.get(key) ?? []) ?? []);
}

function counts(entry: RateEntry, asOf: AsOf): boolean {
  if (entry.countsFrom > asOf.pricedOn) return false;
  const { effectiveTo } = entry.row;
  if (effectiveTo !== undefined && effectiveTo < asOf.pricedOn) return false;
  const { publishedAt, supersededAt } = entry.sheet;
  if (asOf.knownAt === null) return supersededAt === null;
  return (
    (publishedAt === null || publishedAt <= asOf.knownAt) && (supersededAt === null || supersededAt > asOf.knownAt)
  );
}

/** Negative when `a` counts before `b`. */
function compare(a: RateEntry, b: RateEntry): number {
  const recalled = (a.trust === 0 ? 1 : 0) - (b.trust === 0 ? 1 : 0);
  if (recalled !== 0) return recalled;
  const specific = (a.areaRegions === null ? 0 : 1) - (b.areaRegions === null ? 0 : 1);
  if (specific !== 0) return specific;
  if (a.countsFrom !== b.countsFrom) return a.countsFrom > b.countsFrom ? -1 : 1;
  if (a.trust !== b.trust) return b.trust - a.trust;
  const size = (a.areaRegions?.size ?? 0) - (b.areaRegions?.size ?? 0);
  if (size !== 0) return size;
  if (a.sheet.id !== b.sheet.id) return a.sheet.id < b.sheet.id ? -1 : 1;
  if (a.sheet.version !== b.sheet.version) return b.sheet.version - a.sheet.version;
  const [areaA, areaB] = [a.row.area ?? '', b.row.area ?? ''];
  if (areaA !== areaB) return areaA < areaB ? -1 : 1;
  const [zoneA, zoneB] = [a.row.zone ?? '', b.row.zone ?? ''];
  if (zoneA !== zoneB) return zoneA < zoneB ? -1 : 1;
  return (a.row.tierFrom ?? 0) - (b.row.tierFrom ?? 0) || a.price - b.price;
}

/** Rows stated together: same sheet, place, day and source. */
function isSameSet(a: RateEntry, b: RateEntry): boolean {
  return (
    a.sheet === b.sheet &&
    a.row.region === b.row.region &&
    a.row.area === b.row.area &&
    a.row.zone === b.row.zone &&
    a.countsFrom === b.countsFrom &&
    a.trust === b.trust
  );
}

function choose(group: readonly RateEntry[]): Rate | undefined {
  const first = group[0];
  if (first === undefined) return undefined;
  if (group.length === 1) return made(first, [first], null, null, []);

  const sorted = [...group].sort(compare);
  const best = sorted[0] ?? first;
  const rivals = sorted.filter(
    (e) => (e.areaRegions === null) === (best.areaRegions === null) && e.trust > 0 === best.trust > 0,
  );

  const wide = setOf(rivals, (e) => e.row.zone === undefined && e.bound === 'exact');
  const bounds: TierSet[] = [];
  const lowSet = setOf(rivals, (e) => e.bound === 'low');
  const highSet = setOf(rivals, (e) => e.bound === 'high');
  if (lowSet !== null) bounds.push(lowSet);
  if (highSet !== null) bounds.push(highSet);
  for (const inZone of byZone(rivals)) {
    const set = setOf(inZone, (e) => e.bound === 'exact');
    if (set !== null) bounds.push(set);
  }
  const day = (set: TierSet) => set[0]?.countsFrom ?? '';
  // An exact price makes older bounds history.
  const current = wide === null ? bounds : bounds.filter((set) => day(set) >= day(wide));
  const all = wide === null ? current : [wide, ...current];
  const byPrice = [...all].sort((a, b) => firstPrice(a) - firstPrice(b));
  const dearest = byPrice.at(-1);
  const point = wide !== null && day(wide) >= (current.map(day).sort().at(-1) ?? '') ? wide : (dearest ?? [first]);
  const cheapest = byPrice[0] ?? point;
  const hasRange = byPrice.length > 1 && firstPrice(cheapest) !== firstPrice(dearest ?? point);
  const used = new Set(all.flat());
  const conflicts = sorted.filter(
    (e) => !used.has(e) && e.price !== firstPrice(point) && (e.row.tierFrom ?? 0) === (point[0]?.row.tierFrom ?? 0),
  );
  return made(first, point, hasRange ? cheapest : null, hasRange ? (dearest ?? null) : null, conflicts);
}

function made(
  any: RateEntry,
  point: TierSet,
  low: TierSet | null,
  high: TierSet | null,
  conflicts: readonly RateEntry[],
): Rate {
  return {
    currency: any.row.currency,
    billingMode: any.row.billingMode,
    termMonths: any.row.termMonths ?? null,
    payment: any.row.payment ?? null,
    unit: any.row.unit,
    point,
    low,
    high,
    conflicts,
  };
}

/** Rows that name a zone, zone by zone, each in the order given. */
function byZone(sorted: readonly RateEntry[]): Iterable<readonly RateEntry[]> {
  const zones = new Map<string, RateEntry[]>();
  for (const entry of sorted) {
    const { zone } = entry.row;
    if (zone === undefined) continue;
    const list = zones.get(zone);
    if (list === undefined) zones.set(zone, [entry]);
    else list.push(entry);
  }
  return zones.values();
}

/** The set of the first row that fits, its tiers in rising order. */
function setOf(sorted: readonly RateEntry[], fits: (entry: RateEntry) => boolean): TierSet | null {
  const head = sorted.find(fits);
  if (head === undefined) return null;
  const seen = new Set<number>();
  return sorted
    .filter((entry) => isSameSet(entry, head))
    .sort((a, b) => (a.row.tierFrom ?? 0) - (b.row.tierFrom ?? 0) || a.price - b.price)
    .filter((entry) => {
      // Two rows of one sheet for the same tier: the cheaper stands first and counts once.
      const from = entry.row.tierFrom ?? 0;
      return seen.has(from) ? false : seen.add(from) !== undefined;
    });
}

function firstPrice(set: TierSet): number {
  return set[0]?.price ?? 0;
}
