/**
 * The price of one card for an hour must lie near what that card costs elsewhere, in the same currency and kind of billing;
 * where it does not, but would in another unit, the unit is the likelier mistake.
 */
import type { PriceUnit } from '../catalogue/price.js';
import { HOURS_PER_DAY, HOURS_PER_MONTH, MONTHS_PER_YEAR } from '../units.js';
import { approximateHourlyPrice, cardsOf } from './hourly-price.js';
import { type CheckedPrice, isServerPrice, type PriceCheck, type PriceCheckContext } from './price-check.js';
import { type Band, classOf } from './published-rates.js';

/** How much further down prices of a kind lie where only on-demand ones are known. */
const BELOW_ON_DEMAND = { 'on-demand': 1, committed: 0.3, spot: 0.1 } as const;

/** Mistakes of unit: what the price was for, by how much that is more than its stated unit, where that unit is. */
const CONFUSIONS: readonly { readonly isFor: string; readonly factor: number; readonly stated: PriceUnit }[] = [
  { isFor: 'a month', factor: HOURS_PER_MONTH, stated: 'hour' },
  { isFor: 'a day', factor: HOURS_PER_DAY, stated: 'hour' },
  { isFor: '100 hours', factor: 100, stated: 'hour' },
  { isFor: '10 hours', factor: 10, stated: 'hour' },
  { isFor: 'an hour', factor: 1 / HOURS_PER_MONTH, stated: 'month' },
  { isFor: 'a year', factor: MONTHS_PER_YEAR, stated: 'month' },
];

export const outOfBand: PriceCheck = {
  code: 'price-out-of-band',
  isOverridable: true,
  check(price, context) {
    const { row } = price;
    const found = cardHour(price);
    const band = bandFor(price, context);
    if (found === undefined || found <= 0 || band === undefined) return undefined;
    const low = band.low / context.limits.bandFactor;
    const high = band.high * context.limits.bandFactor;
    if (found >= low && found <= high) return undefined;
    const expected = `${show(low)} to ${show(high)} ${row.currency} a card-hour`;
    const facts = {
      accelerator: price.type?.accelerator ?? '',
      cardHour: Number(found.toPrecision(6)),
      currency: row.currency,
    };
    const likely = CONFUSIONS.find(
      ({ factor, stated }) =>
        stated === row.unit && found / factor >= band.low / 1.5 && found / factor <= band.high * 1.5,
    );
    return likely === undefined
      ? { field: 'price', value: row.price, expected, facts }
      : {
          code: 'price-unit-confusion',
          field: 'unit',
          value: `${row.price} per ${row.unit}`,
          expected,
          facts: { ...facts, likelyUnit: likely.isFor },
        };
  },
};

function cardHour({ row, type }: CheckedPrice): number | undefined {
  if (!isServerPrice(row) || (row.os ?? 'linux') !== 'linux' || (row.tierFrom ?? 0) > 0) return undefined;
  const cards = type === undefined ? undefined : cardsOf(type);
  const hourly = approximateHourlyPrice(row);
  return cards === undefined || hourly === undefined ? undefined : hourly / cards;
}

function bandFor({ row, type }: CheckedPrice, { published }: PriceCheckContext): Band | undefined {
  if (type === undefined || type.accelerator === null) return undefined;
  const kind = classOf(row.billingMode);
  const own = published.cardBand(type.accelerator, row.currency, kind);
  const onDemand = published.cardBand(type.accelerator, row.currency, 'on-demand');
  if (onDemand === undefined) return own;
  const derived = { low: onDemand.low * BELOW_ON_DEMAND[kind], high: onDemand.high, count: onDemand.count };
  return own === undefined
    ? derived
    : { low: Math.min(own.low, derived.low), high: Math.max(own.high, derived.high), count: own.count + derived.count };
}

function show(value: number): string {
  return String(Number(value.toPrecision(3)));
}
