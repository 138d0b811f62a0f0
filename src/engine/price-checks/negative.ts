/** Nobody pays to be used. */
import type { PriceCheck } from './price-check.js';

export const negative: PriceCheck = {
  code: 'price-negative',
  isOverridable: false,
  check({ row }) {
    return row.price.startsWith('-') && Number(row.price) < 0
      ? { field: 'price', value: row.price, expected: 'more than 0' }
      : undefined;
  },
};
