/** What only several rates show: a discount that is none, and one price for whatever was asked. */
import type { Catalogue } from '../catalogue/catalogue.js';
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

const SAME = { code: 'price-same-for-all', isOverridable: true } as const;
/** Servers of so many kinds at one price are no coincidence. */
const KINDS = 3;

/**
 * What is to be said against rates of one market (place, mode, term, currency) that all have one price: a price service that
 * dropped the type from the question answers every question alike. Two kinds of server may cost the same; three do not.
 * https://github.com/TencentCloud/tencentcloud-sdk-java/issues/2
 */
export function checkSameForAll(
  rows: readonly PriceRow[],
  catalogue: Catalogue,
): ((row: PriceRow) => Objection) | undefined {
  const kinds = new Set<string>();
  for (const { provider, sku } of rows) {
    const type = catalogue.typesByKey.get(`${provider}/${sku}`);
    // Of a type that is not known nothing is known but its name.
    kinds.add(
      type === undefined
        ? sku
        : `${type.accelerator} ${type.acceleratorCount} ${type.acceleratorShare} ${type.vcpu} ${type.memoryGiB}`,
    );
  }
  if (kinds.size < KINDS) return undefined;
  const skus = [...new Set(rows.map(({ sku }) => sku))].sort();
  return (row) =>
    objection(SAME, {
      field: 'price',
      value: row.price,
      expected: 'another price for another server',
      facts: { count: skus.length, skus: skus.slice(0, 5), currency: row.currency },
    });
}
