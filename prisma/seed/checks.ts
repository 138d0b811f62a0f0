/**
 * What the seed data must satisfy before it is loaded. Every check returns all that it objects to; an objection that is
 * right to live with is listed in `exceptions.ndjson` with its reason. A listed exception that nothing needs any more is an
 * objection too, so that the list cannot rot.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isFarMemory, isUsableMemoryPlausible } from '../../src/engine/catalogue/device-memory.js';
import type { InstanceType } from '../../src/engine/catalogue/instance.js';
import { squeeze } from '../../src/engine/catalogue/names.js';
import type { PriceRow } from '../../src/engine/catalogue/price.js';
import type { CatalogueSnapshot } from '../../src/engine/catalogue/snapshot-schema.js';
import { countParameters } from '../../src/engine/sizing/training/architecture.js';
import { HOURS_PER_MONTH } from '../../src/engine/units.js';

/** One objection: the check, the thing it is about (stable, for the list of exceptions), and what is wrong. */
export interface Objection {
  readonly check: string;
  readonly key: string;
  readonly message: string;
}

/** An objection that stands, and why. */
export interface SeedException {
  readonly check: string;
  readonly key: string;
  readonly reason: string;
}

/** What an hour of one whole card costs in general; a price outside is a slip of a digit, a unit or a card. */
export interface PriceBand {
  readonly accelerator: string;
  readonly currency: string;
  readonly low: number;
  readonly high: number;
}

export interface CheckInput {
  readonly snapshot: CatalogueSnapshot;
  readonly bands: readonly PriceBand[];
}
type Check = (input: CheckInput, object: (key: string, message: string) => void) => void;

/** Fewest and most hours of the hourly price that a month may cost (a term discount gives below 730, never below 100). */
const MONTH_IN_HOURS = { least: 100, most: 740 } as const;
/** How far the parameters that an architecture makes may lie from the stated ones (norms, biases, a router). */
const PARAMETER_TOLERANCE_RATIO = 0.02;
/** A spot price may go this far below the band of its card. */
const SPOT_BELOW_BAND_RATIO = 0.1;

/** The checks by name. One more check is one more line here. */
export const CHECKS: Readonly<Record<string, Check>> = {
  'unknown-accelerator': (input, object) => {
    const known = new Set(input.snapshot.accelerators.map((a) => a.id));
    const say = (key: string, id: string | null) => {
      if (id !== null && !known.has(id))
        object(`${key}:${id}`, `${key} names the accelerator ${id}, which is not there`);
    };
    for (const type of input.snapshot.instanceTypes) say(`${type.provider}/${type.id}`, type.accelerator);
    for (const family of input.snapshot.families)
      for (const id of family.accelerators) say(`${family.provider}/${family.id}`, id);
    for (const feature of input.snapshot.softwareFeatures)
      for (const id of feature.appliesTo.accelerators) say(feature.id, id);
    for (const row of input.snapshot.measuredRows) say(row.id, row.accelerator);
  },

  'unknown-region': (input, object) => {
    const zones = new Map(input.snapshot.regions.map((r) => [`${r.provider}/${r.id}`, new Set(r.zones)]));
    const say = (key: string, provider: string, region: string, zone: string | null | undefined) => {
      const known = zones.get(`${provider}/${region}`);
      if (known === undefined) object(`${key}:${region}`, `${key} is in ${provider}/${region}, which is not there`);
      else if (zone && !known.has(zone)) object(`${key}:${zone}`, `${key}: ${region} has no zone ${zone}`);
    };
    for (const row of input.snapshot.availability)
      say(`${row.provider}/${row.instanceType}`, row.provider, row.region, row.zone);
    for (const area of input.snapshot.priceAreas)
      for (const region of area.regions) say(`${area.provider}/${area.id}`, area.provider, region, null);
    const areas = new Set(input.snapshot.priceAreas.map((a) => `${a.provider}/${a.id}`));
    for (const { row, key } of allPrices(input)) {
      if ((row.region === undefined) === (row.area === undefined))
        object(`${key}:place`, `${key} needs exactly one of region and area`);
      if (row.region !== undefined) say(key, row.provider, row.region, row.zone);
      if (row.area !== undefined && !areas.has(`${row.provider}/${row.area}`))
        object(`${key}:${row.area}`, `${key}: the price area ${row.area} is not there`);
    }
  },

  'unknown-sku': (input, object) => {
    const of = (list: readonly { provider: string; id: string }[]) => new Set(list.map((x) => `${x.provider}/${x.id}`));
    const types = of(input.snapshot.instanceTypes);
    const services = of([...input.snapshot.storageTypes, ...input.snapshot.networkServices]);
    const families = of(input.snapshot.families);
    for (const type of input.snapshot.instanceTypes)
      if (!families.has(`${type.provider}/${type.family}`))
        object(`${type.provider}/${type.id}:${type.family}`, `${type.id}: the family ${type.family} is not there`);
    for (const row of input.snapshot.availability)
      if (!types.has(`${row.provider}/${row.instanceType}`))
        object(`${row.provider}/${row.instanceType}`, `availability of ${row.instanceType}, which is not there`);
    const unlisted = new Set(['accelerator-card', 'software-licence', 'cluster-fee', 'other']);
    for (const { row, key } of allPrices(input)) {
      if (unlisted.has(row.skuKind)) continue;
      if (!(row.skuKind === 'instance' ? types : services).has(`${row.provider}/${row.sku}`))
        object(key, `${key}: ${row.skuKind} ${row.sku} is not there`);
    }
  },

  'parameter-count': (input, object) => {
    for (const { id, transformer } of input.snapshot.models) {
      if (transformer === null) continue;
      const stated = transformer.parametersBillion;
      const counted = countParameters(transformer, stated * 1e9).total / 1e9;
      if (Math.abs(counted / stated - 1) > PARAMETER_TOLERANCE_RATIO)
        object(id, `${id}: its layers make ${counted.toPrecision(4)} billion parameters, not ${stated}`);
    }
  },

  'model-name-twice': (input, object) => {
    const owners = new Map<string, string>();
    for (const card of input.snapshot.models) {
      const names = [card.id, card.name, card.huggingFaceId ?? card.id, ...card.aliases].map(squeeze);
      for (const name of new Set(names)) {
        const owner = owners.get(name);
        if (owner !== undefined) object(`${owner}/${card.id}`, `"${name}" names ${owner} and ${card.id}`);
        owners.set(name, card.id);
      }
    }
  },

  'fraction-memory': (input, object) => {
    const memory = memoryByAccelerator(input);
    for (const type of input.snapshot.instanceTypes) {
      const key = `${type.provider}/${type.id}`;
      const share = type.acceleratorShare;
      if (share === null || share === 1) continue;
      const card = type.accelerator === null ? undefined : memory.get(type.accelerator);
      if (type.acceleratorMemoryGiB === null) object(key, `${key}: a fraction of a card without its memory`);
      else if (card !== undefined && isFarMemory(type.acceleratorMemoryGiB, share * card))
        object(key, `${key}: ${share} of a card of ${card} GiB is not ${type.acceleratorMemoryGiB} GiB`);
    }
  },

  'card-memory': (input, object) => {
    const memory = memoryByAccelerator(input);
    for (const type of input.snapshot.instanceTypes) {
      if (type.acceleratorShare !== 1 || type.acceleratorMemoryGiB === null || type.accelerator === null) continue;
      const card = memory.get(type.accelerator);
      const key = `${type.provider}/${type.id}`;
      const count = type.acceleratorCount ?? 1;
      if (card !== undefined && isFarMemory(type.acceleratorMemoryGiB, card))
        object(
          key,
          `${key}: ${count} × ${type.acceleratorMemoryGiB} GiB against ${count} × ${card} GiB of ${type.accelerator}`,
        );
    }
    for (const a of input.snapshot.accelerators) {
      if (!isUsableMemoryPlausible(a)) object(a.id, `${a.id}: ${a.usableMemoryGiB} GiB usable of ${a.memoryGiB} GiB`);
    }
  },

  'spot-above-on-demand': (input, object) => {
    const onDemand = latestByPlace(input, 'on-demand');
    for (const [place, spot] of latestByPlace(input, 'spot')) {
      const full = onDemand.get(place);
      if (full !== undefined && Number(spot.price) > Number(full.price))
        object(place, `${place}: spot ${spot.price} above on-demand ${full.price}`);
    }
  },

  'month-against-hour': (input, object) => {
    const hourly = new Map<string, PriceRow>();
    const monthly: [string, PriceRow][] = [];
    for (const { row, sheet } of allPrices(input)) {
      if (row.isComparable === false || Number(row.price) === 0) continue;
      const place = `${placeOf(row)}|${row.source}|${row.asOf}|${row.tierFrom ?? ''}|${sheet}`;
      if (row.billingMode === 'on-demand' && /hour$/.test(row.unit)) hourly.set(place, row);
      if (row.billingMode === 'subscription' && row.termMonths === 1 && /month$/.test(row.unit))
        monthly.push([place, row]);
    }
    for (const [place, month] of monthly) {
      const hour = hourly.get(place);
      if (hour === undefined) continue;
      const hours = Number(month.price) / Number(hour.price);
      if (hours < MONTH_IN_HOURS.least || hours > MONTH_IN_HOURS.most)
        object(placeOf(month), `${placeOf(month)}: a month costs ${hours.toFixed(0)} hours of the hourly price`);
    }
  },

  'price-band': (input, object) => {
    const bands = new Map(input.bands.map((band) => [`${band.accelerator}|${band.currency}`, band]));
    for (const { key, row, type, perCardHour } of cardPrices(input)) {
      const band = bands.get(`${type.accelerator}|${row.currency}`);
      if (band === undefined) {
        object(`${type.accelerator}|${row.currency}`, `no price band of ${type.accelerator} in ${row.currency}`);
        continue;
      }
      const low = row.billingMode === 'spot' ? band.low * SPOT_BELOW_BAND_RATIO : band.low;
      if (perCardHour < low || perCardHour > band.high)
        object(
          key,
          `${key}: ${perCardHour.toFixed(3)} ${row.currency} an hour of ${type.accelerator}, outside ${low}…${band.high}`,
        );
    }
  },

  'same-rate-twice': (input, object) => {
    const seen = new Set<string>();
    for (const { row, key } of allPrices(input)) {
      if (row.isComparable === false) continue;
      const rate = `${placeOf(row)}|${row.skuKind}|${row.billingMode}|${row.termMonths ?? ''}|${row.unit}|${row.tierFrom ?? ''}|${row.effectiveFrom ?? row.asOf}|${row.os ?? ''}|${row.tenancy ?? ''}`;
      if (seen.has(rate)) object(key, `${key}: two rates of one key and day`);
      seen.add(rate);
    }
  },
};

/** All objections that no exception covers, and the exceptions that cover none. */
export function checkSeed(input: CheckInput, exceptions: readonly SeedException[]): readonly Objection[] {
  const excused = new Map(exceptions.map((e) => [`${e.check}\0${e.key}`, e]));
  const used = new Set<string>();
  const objections: Objection[] = [];
  for (const [check, run] of Object.entries(CHECKS)) {
    run(input, (key, message) => {
      const id = `${check}\0${key}`;
      if (excused.has(id)) used.add(id);
      else objections.push({ check, key, message });
    });
  }
  for (const [id, exception] of excused)
    if (!used.has(id))
      objections.push({
        check: 'stale-exception',
        key: exception.key,
        message: `${exception.check} no longer objects`,
      });
  return objections;
}

/** Price of one whole card for an hour, of every comparable server price whose card and count are known. */
export function* cardPrices(
  input: Pick<CheckInput, 'snapshot'>,
): Generator<{ key: string; row: PriceRow; type: InstanceType & { accelerator: string }; perCardHour: number }> {
  const types = new Map(input.snapshot.instanceTypes.map((t) => [`${t.provider}/${t.id}`, t]));
  for (const { row, key } of allPrices(input)) {
    if (row.skuKind !== 'instance' || row.isComparable === false) continue;
    const type = types.get(`${row.provider}/${row.sku}`);
    const hours = row.unit === 'hour' ? 1 : row.unit === 'month' ? HOURS_PER_MONTH : undefined;
    if (type === undefined || type.accelerator === null || type.acceleratorCount === null || hours === undefined)
      continue;
    const cards = type.acceleratorCount * (type.acceleratorShare ?? 1);
    yield {
      key,
      row,
      type: { ...type, accelerator: type.accelerator },
      perCardHour: Number(row.price) / hours / cards,
    };
  }
}

function* allPrices(
  input: Pick<CheckInput, 'snapshot'>,
): Generator<{ readonly row: PriceRow; readonly key: string; readonly sheet: string }> {
  for (const sheet of input.snapshot.priceSheets)
    for (const row of sheet.rows)
      yield { row, sheet: sheet.id, key: `${placeOf(row)}|${row.billingMode}|${row.asOfDay ?? row.asOf}` };
}

function placeOf(row: PriceRow): string {
  return `${row.provider}/${row.sku}@${row.zone ?? row.region ?? row.area}|${row.currency}`;
}

/** The newest comparable hourly price of a server by place. */
function latestByPlace(input: CheckInput, mode: PriceRow['billingMode']): Map<string, PriceRow> {
  const latest = new Map<string, PriceRow>();
  for (const { row } of allPrices(input)) {
    if (row.skuKind !== 'instance' || row.billingMode !== mode || row.unit !== 'hour' || row.isComparable === false)
      continue;
    const known = latest.get(placeOf(row));
    if (known === undefined || (row.asOfDay ?? '') >= (known.asOfDay ?? '')) latest.set(placeOf(row), row);
  }
  return latest;
}

function memoryByAccelerator(input: CheckInput): Map<string, number> {
  return new Map(
    input.snapshot.accelerators.flatMap((a) => (a.memoryGiB === null ? [] : [[a.id, a.memoryGiB] as const])),
  );
}

/** The list of exceptions and the price bands that belong to the committed data. */
export function readExceptions(): readonly SeedException[] {
  return readLines<SeedException>('./exceptions.ndjson');
}
export function readPriceBands(): readonly PriceBand[] {
  return readLines<PriceBand>('./price-bands.ndjson');
}
function readLines<T>(name: string): readonly T[] {
  return readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}
