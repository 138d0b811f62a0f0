/** What only several rates of one server in one place show: a discount that is none. */
import type { PriceRow } from '../catalogue/price.js';
import { approximateHourlyPrice } from './hourly-price.js';
import { type Objection, objection } from './price-check.js';
import { classOf, type PublishedRates } from './published-rates.js';

/** Rounding of published prices. */
const SLACK = 1.0001;

const SPOT = { code: 'price-spot-above-on-demand', isOverridable: true } as const;
const COMMITTED = { code: 'price-commitment-above-on-demand', isOverridable: true } as const;

export interface RowObjection<T> {
  readonly of: T;
  readonly objection: Objection;
}

/**
 * Checks all rates of one server in one place (`serverKey`): spot and commitments must not cost more by the hour than on
 * demand. The on-demand price is that of the rows, the dearest zone's; where they hold none, the published one.
 */
export function checkServerRates<T extends { readonly row: PriceRow }>(
  rates: readonly T[],
  published: PublishedRates,
): readonly RowObjection<T>[] {
  const first = rates[0];
  if (first === undefined) return [];
  let onDemand = 0;
  for (const { row } of rates) {
    if (row.billingMode === 'on-demand' && row.isComparable !== false && (row.tierFrom ?? 0) === 0)
      onDemand = Math.max(onDemand, approximateHourlyPrice(row) ?? 0);
  }
  const reference = onDemand > 0 ? onDemand : published.onDemandHourly(first.row);
  if (reference === undefined) return [];
  return rates.flatMap((rate) => {
    const { row } = rate;
    const kind = classOf(row.billingMode);
    const hourly = approximateHourlyPrice(row);
    if (kind === 'on-demand' || row.isComparable === false || hourly === undefined || hourly <= reference * SLACK)
      return [];
    const facts = {
      hourly: Number(hourly.toPrecision(6)),
      onDemandHourly: Number(reference.toPrecision(6)),
      currency: row.currency,
    };
    const found = {
      field: 'price',
      value: row.price,
      expected: `at most ${facts.onDemandHourly} ${row.currency} an hour, the price on demand`,
      facts,
    };
    return [{ of: rate, objection: objection(kind === 'spot' ? SPOT : COMMITTED, found) }];
  });
}
