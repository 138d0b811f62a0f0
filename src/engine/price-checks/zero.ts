/**
 * A server that costs nothing is a hole in a feed (https://github.com/skypilot-org/skypilot/issues/3615): unknown is not
 * zero. Zero tiers of traffic and storage are real allowances.
 */
import { isServerPrice, type PriceCheck } from './price-check.js';

export const zero: PriceCheck = {
  code: 'price-zero',
  isOverridable: false,
  check({ row }) {
    return isServerPrice(row) && Number(row.price) === 0 && Number(row.upfront ?? '0') === 0
      ? { field: 'price', value: row.price, expected: 'more than 0; leave the row out where the price is not known' }
      : undefined;
  },
};
