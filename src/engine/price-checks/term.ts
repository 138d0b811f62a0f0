/** A commitment has a length, and what is said to be paid up front has an amount. */
import { isServerPrice, type PriceCheck } from './price-check.js';

export const term: PriceCheck = {
  code: 'price-term-missing',
  isOverridable: false,
  check({ row }) {
    if (!isServerPrice(row)) return undefined;
    if (
      row.termMonths === undefined &&
      (row.billingMode === 'reserved' || row.billingMode === 'savings-plan' || row.unit === 'term')
    )
      return { field: 'termMonths', value: '', expected: 'the months of the commitment, e.g. 12' };
    if (row.termMonths === undefined && Number(row.upfront ?? '0') > 0)
      return { field: 'termMonths', value: '', expected: 'the months that the upfront fee is spread over' };
    if (row.billingMode === 'on-demand' && row.unit === 'term')
      return { field: 'unit', value: row.unit, expected: 'hour, for a price on demand' };
    return undefined;
  },
};
