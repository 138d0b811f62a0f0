/** No card costs a thousand dollars an hour; https://github.com/kubecost/kubecost/issues/2069 showed 379,800,000. */
import { approximateHourlyPrice, cardsOf } from './hourly-price.js';
import { isServerPrice, type PriceCheck } from './price-check.js';

/** Dearest hour of a card that is taken for possible, in a currency whose unit is of the size of a dollar. */
const MAX_CARD_HOUR = 1000;
/** Dearest price of anything. */
const MAX_PRICE = 1e8;
/** Orders of magnitude of other currencies' units, for this bound alone: no amount is ever converted by them. */
const UNITS_OF_A_DOLLAR: Readonly<Record<string, number>> = {
  CNY: 10,
  HKD: 10,
  TWD: 50,
  INR: 100,
  RUB: 100,
  THB: 50,
  JPY: 200,
  KRW: 2000,
  IDR: 20_000,
  VND: 30_000,
};

export const absurd: PriceCheck = {
  code: 'price-absurd',
  isOverridable: true,
  check({ row, type }) {
    const scale = UNITS_OF_A_DOLLAR[row.currency] ?? 1;
    if (Math.abs(Number(row.price)) >= MAX_PRICE * scale || Number(row.upfront ?? '0') >= MAX_PRICE * scale)
      return { field: 'price', value: row.price, expected: `below ${MAX_PRICE * scale} ${row.currency}` };
    if (!isServerPrice(row)) return undefined;
    const hourly = approximateHourlyPrice(row);
    const most = MAX_CARD_HOUR * scale * Math.max(1, (type === undefined ? undefined : cardsOf(type)) ?? 1);
    return hourly !== undefined && hourly >= most
      ? { field: 'price', value: row.price, expected: `below ${most} ${row.currency} an hour` }
      : undefined;
  },
};
