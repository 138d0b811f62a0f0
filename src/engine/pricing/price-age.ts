/** How old a price is, as far as its source says, and whether it is too old to be relied on. */
import type { PriceRow } from '../catalogue/price.js';
import type { BillingMode } from '../catalogue/provider.js';
import { dayNumber } from './days.js';

/**
 * Days after which a price without a newer sighting is called stale, by mode: spot prices move by the day, list prices by
 * the quarter, commitments are renegotiated by the year.
 */
export const STALE_AFTER_DAYS: Readonly<Record<BillingMode, number>> = {
  'on-demand': 180,
  subscription: 180,
  reserved: 365,
  'savings-plan': 365,
  spot: 7,
};

type Dated = Pick<PriceRow, 'asOf' | 'asOfDay' | 'effectiveFrom' | 'billingMode'>;

export interface PriceAge {
  /** Days from the day on which the price was last seen; null = its source gives no day. */
  readonly ageDays: number | null;
  /** Days that have passed at least: since the end of a period, where the source names no more; null = none is named. */
  readonly leastAgeDays: number | null;
  readonly freshness: 'fresh' | 'stale' | 'undated';
}

/** Last day on which the source can have shown the price; null = it names neither a day nor a period. */
export function lastSeenOn({ asOfDay, effectiveFrom }: Dated): string | null {
  return asOfDay ?? effectiveFrom;
}

/** "2026 (undated)", "2021-2022" and "2022-23" are years: their last day orders prices, but nobody saw one on it. */
export function isUndated(row: Dated): boolean {
  return (
    lastSeenOn(row) === null || /undated/i.test(row.asOf) || /^\d{4}(-(\d{4}|1[3-9]|[2-9]\d))?($|[^\d-])/.test(row.asOf)
  );
}

/** Age of a price on a day. One that names only a period is of unknown age, and stale once the whole period is. */
export function priceAge(row: Dated, pricedOn: string): PriceAge {
  const seen = lastSeenOn(row);
  const leastAgeDays = seen === null ? null : dayNumber(pricedOn) - dayNumber(seen);
  const isStale = leastAgeDays !== null && leastAgeDays > STALE_AFTER_DAYS[row.billingMode];
  const hasNoDay = isUndated(row);
  return {
    ageDays: hasNoDay ? null : leastAgeDays,
    leastAgeDays,
    freshness: isStale ? 'stale' : hasNoDay ? 'undated' : 'fresh',
  };
}
