/** Graduated tiers: the part of a quantity that lies in a tier has that tier's price. */

import type { RateEntry } from './rate-index.js';
import type { TierSet } from './select-rate.js';

export interface TierPart {
  readonly entry: RateEntry;
  readonly from: number;
  readonly to: number | null;
  readonly quantity: number;
}

/**
 * Splits a quantity over the tiers. A tier runs from the upper edge of the one before it (0 for the first) to its own upper
 * edge, or to the start of the next one, or on. Sources that count tiers from 1 or from 651 mean the same edges.
 * Null when the last tier ends below the quantity: the rest has no price.
 */
export function splitOverTiers(set: TierSet, quantity: number): readonly TierPart[] | null {
  const parts: TierPart[] = [];
  let from = 0;
  for (let i = 0; i < set.length; i++) {
    const entry = set[i];
    if (entry === undefined) break;
    const to = entry.row.tierTo ?? set[i + 1]?.row.tierFrom ?? null;
    const part = Math.min(quantity, to ?? Number.POSITIVE_INFINITY) - from;
    if (part > 0) parts.push({ entry, from, to, quantity: part });
    from = to ?? Number.POSITIVE_INFINITY;
    if (from >= quantity) return parts;
  }
  return null;
}

/** The whole quantity at the price of the tier in which another figure lies; null when none holds it, or it is unknown. */
export function tierOf(set: TierSet, by: number | null, quantity: number): readonly TierPart[] | null {
  const isTiered = set.some((entry) => entry.row.tierFrom !== undefined || entry.row.tierTo !== undefined);
  const entry = isTiered
    ? set.find((e) => by !== null && by >= (e.row.tierFrom ?? 0) && by < (e.row.tierTo ?? Number.POSITIVE_INFINITY))
    : set[0];
  return entry === undefined
    ? null
    : [{ entry, from: entry.row.tierFrom ?? 0, to: entry.row.tierTo ?? null, quantity }];
}
