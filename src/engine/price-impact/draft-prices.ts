/** A draft of prices as what it changes: the rates that it adds and those that it takes away. */
import type { Catalogue, Offer } from '../catalogue/catalogue.js';
import type { PriceRow, PriceSheet } from '../catalogue/price.js';
import { openCatalogue, UNPUBLISHED_REGION_ID } from '../catalogue/snapshot.js';

export interface DraftPrices {
  readonly sheet: Pick<PriceSheet, 'id' | 'provider' | 'version' | 'label' | 'source'>;
  /** The published version that publishing would supersede. */
  readonly supersedes: string | null;
  /** When it would be published, RFC 3339. */
  readonly publishedAt: string;
  /** Rates of the draft that the superseded version does not have, just so. */
  readonly added: readonly PriceRow[];
  /** Rates of the superseded version that the draft does not have, just so. */
  readonly removed: readonly PriceRow[];
}

export interface OpenedDraft {
  /** The catalogue as it would be after publishing. */
  readonly catalogue: Catalogue;
  /** true: questions could be understood in another way (a new currency, a new name), not only priced in another way. */
  readonly changesNames: boolean;
  /** Offers, before and after, that a changed rate may price. */
  readonly reached: readonly Offer[];
}

/** Opens the catalogue as publishing would leave it: what is superseded stays known, with its end. */
export function openDraft(before: Catalogue, draft: DraftPrices): OpenedDraft {
  const { snapshot } = before;
  const superseded = snapshot.priceSheets.find(({ id }) => id === draft.supersedes);
  const sheet: PriceSheet = {
    ...draft.sheet,
    publishedAt: draft.publishedAt,
    supersededAt: null,
    rows: [...without(superseded?.rows ?? [], draft.removed), ...draft.added],
  };
  const catalogue = openCatalogue({
    ...snapshot,
    version: `${snapshot.version}+${draft.sheet.id}`.slice(0, 100),
    priceSheets: [
      ...snapshot.priceSheets.map((one) => (one === superseded ? { ...one, supersededAt: draft.publishedAt } : one)),
      sheet,
    ],
  });
  const changed = ranksAnew(snapshot.priceSheets, draft)
    ? [...sheet.rows, ...draft.removed]
    : [...draft.added, ...draft.removed];
  const reaches = reachOf(before, changed);
  return {
    catalogue,
    changesNames: changesNames(snapshot.priceSheets, draft.added),
    reached: [...catalogue.offers.filter(reaches), ...before.offers.filter(reaches)],
  };
}

/** What is left when each of `gone` is taken away once. */
function without(rows: readonly PriceRow[], gone: readonly PriceRow[]): readonly PriceRow[] {
  if (gone.length === 0) return rows;
  const left = new Map<string, number>();
  for (const row of gone) {
    const key = contentOf(row);
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  return rows.filter((row) => {
    const key = contentOf(row);
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return count === 0;
  });
}

/** Equal for rows that say the same, whatever the order of their fields. */
function contentOf(row: PriceRow): string {
  return JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A tie between two sheets goes by their ids: whether the new version stands elsewhere in that order than the old one. */
function ranksAnew(sheets: readonly PriceSheet[], { sheet, supersedes }: DraftPrices): boolean {
  if (supersedes === null) return false;
  const [low, high] = supersedes < sheet.id ? [supersedes, sheet.id] : [sheet.id, supersedes];
  return sheets.some(({ id, provider }) => provider === sheet.provider && id > low && id < high);
}

/** Currencies and storage names are known by the rates that state them. */
function changesNames(sheets: readonly PriceSheet[], added: readonly PriceRow[]): boolean {
  const known = new Set<string>();
  for (const { rows } of sheets) for (const row of rows) for (const name of namesOf(row)) known.add(name);
  return added.some((row) => namesOf(row).some((name) => !known.has(name)));
}

function namesOf(row: PriceRow): readonly string[] {
  return row.skuKind.includes('storage') ? [row.currency, `storage ${row.sku}`] : [row.currency];
}

/**
 * A rate of a server reaches the offers of its type in its region, or in the regions of its area, and the stand-in for
 * regions that nobody publishes. A rate of anything else (disks, traffic, licences, discounts) reaches its whole provider.
 */
function reachOf(catalogue: Catalogue, rows: readonly PriceRow[]): (offer: Offer) => boolean {
  const providers = new Set<string>();
  const places = new Set<string>();
  for (const { provider, sku, skuKind, region, area } of rows) {
    if (skuKind !== 'instance' && skuKind !== 'accelerator-card') {
      providers.add(provider);
      continue;
    }
    const regions =
      region === undefined ? (catalogue.priceAreasByKey.get(`${provider}/${area}`)?.regions ?? []) : [region];
    for (const place of [...regions, UNPUBLISHED_REGION_ID]) places.add(`${provider}/${sku}@${place}`);
  }
  return ({ provider, type, region }) =>
    providers.has(provider.id) || places.has(`${provider.id}/${type.id}@${region.id}`);
}
