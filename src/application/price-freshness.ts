/** How old the prices are that plans are priced by, provider by provider: one feed that stopped is seen here first. */
import type { Catalogue } from '../engine/catalogue/catalogue.js';
import { dayNumber } from '../engine/pricing/days.js';
import { isUndated, lastSeenOn, STALE_AFTER_DAYS } from '../engine/pricing/price-age.js';

export interface PriceFreshness {
  readonly provider: string;
  /** Rates of servers that count now. */
  readonly rates: number;
  /** Newest and oldest day on which one was seen; null = no source gives a day. */
  readonly newest: string | null;
  readonly oldest: string | null;
  /** Days since the newest and the oldest was seen. */
  readonly newestAgeDays: number | null;
  readonly oldestAgeDays: number | null;
  /** Rates older than the threshold of their billing mode, or undated. */
  readonly staleRates: number;
}

interface Counted {
  rates: number;
  undated: number;
  /** Day → billing mode → rates. */
  readonly days: Map<string, Map<keyof typeof STALE_AFTER_DAYS, number>>;
}

const known = new WeakMap<Catalogue, ReadonlyMap<string, Counted>>();

export function priceFreshness(catalogue: Catalogue, today: string): readonly PriceFreshness[] {
  let counted = known.get(catalogue);
  if (counted === undefined) {
    counted = countRates(catalogue);
    known.set(catalogue, counted);
  }
  const now = dayNumber(today);
  return [...counted].map(([provider, { rates, undated, days }]) => {
    const seen = [...days.keys()].sort();
    const [oldest = null, newest = null] = [seen[0], seen.at(-1)];
    let staleRates = undated;
    for (const [day, modes] of days)
      for (const [mode, count] of modes) if (now - dayNumber(day) > STALE_AFTER_DAYS[mode]) staleRates += count;
    const age = (day: string | null) => (day === null ? null : Math.max(0, now - dayNumber(day)));
    return { provider, rates, newest, oldest, newestAgeDays: age(newest), oldestAgeDays: age(oldest), staleRates };
  });
}

function countRates(catalogue: Catalogue): ReadonlyMap<string, Counted> {
  const byProvider = new Map<string, Counted>();
  for (const sheet of catalogue.snapshot.priceSheets) {
    if (sheet.supersededAt !== null) continue;
    for (const row of sheet.rows) {
      const { provider, skuKind, isComparable, billingMode } = row;
      if (isComparable === false || (skuKind !== 'instance' && skuKind !== 'accelerator-card')) continue;
      let counted = byProvider.get(provider);
      if (counted === undefined) {
        counted = { rates: 0, undated: 0, days: new Map() };
        byProvider.set(provider, counted);
      }
      counted.rates++;
      const day = lastSeenOn(row);
      if (day === null || isUndated(row)) {
        counted.undated++;
        continue;
      }
      const modes = counted.days.get(day) ?? new Map<keyof typeof STALE_AFTER_DAYS, number>();
      modes.set(billingMode, (modes.get(billingMode) ?? 0) + 1);
      counted.days.set(day, modes);
    }
  }
  return new Map([...byProvider].sort(([a], [b]) => (a < b ? -1 : 1)));
}
