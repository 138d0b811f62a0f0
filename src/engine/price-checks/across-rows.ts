/** What only several rates of one server in one place show: a discount that is none. */
import type { PriceRow } from '../catalogue/price.js';
import { approximateHourlyPrice } from './hourly-price.js';
import { type Objection, objection } from './price-check.js';
import { classOf, type PublishedRates, serverKey } from './published-rates.js';

/** Rounding of published prices. */
const SLACK = 1.0001;

const SPOT = { code: 'price-spot-above-on-demand', isOverridable: true } as const;
const COMMITTED = { code: 'price-commitment-above-on-demand', isOverridable: true } as const;

/**
 * Checks rate after rate, in constant memory. The rates of one server in one place (`serverKey`) have to come together, those
 * on demand first: spot and commitments must not cost more by the hour. The on-demand price is that of the rows, the dearest
 * zone's; where there is none, the published one.
 */
export function openServerCheck(published: PublishedRates): (row: PriceRow) => Objection | undefined {
  let server = '';
  let onDemand = 0;
  return (row) => {
    const key = serverKey(row);
    if (key !== server) {
      server = key;
      onDemand = 0;
    }
    if (row.isComparable === false) return undefined;
    const hourly = approximateHourlyPrice(row);
    const kind = classOf(row.billingMode);
    if (kind === 'on-demand') {
      if ((row.tierFrom ?? 0) === 0) onDemand = Math.max(onDemand, hourly ?? 0);
      return undefined;
    }
    const reference = onDemand > 0 ? onDemand : published.onDemandHourly(row);
    if (reference === undefined || hourly === undefined || hourly <= reference * SLACK) return undefined;
    const facts = {
      hourly: Number(hourly.toPrecision(6)),
      onDemandHourly: Number(reference.toPrecision(6)),
      currency: row.currency,
    };
    const expected = `at most ${facts.onDemandHourly} ${row.currency} an hour, the price on demand`;
    return objection(kind === 'spot' ? SPOT : COMMITTED, { field: 'price', value: row.price, expected, facts });
  };
}
