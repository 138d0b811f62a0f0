/** Cash by month beside amortised cost, over the term. Both sum to the same where the term is a whole number of commitments. */

import type { Segment } from './mix.js';
import { type Decimal, decimal, toCents } from './money.js';
import type { SchedulePart } from './schemas.js';

/**
 * Upfront money is paid in the month in which a commitment begins (again after each of its terms); the rest of the monthly
 * cost is paid month by month. `monthly` is the amortised cost, the same every month. The cents by which a fee does not
 * divide into months are settled in the last month of its commitment.
 */
export function scheduleOf(
  monthly: Decimal,
  segments: readonly Segment[],
  termMonths: number,
): readonly SchedulePart[] {
  const upfront = segments.flatMap(({ commitment, serverMonths }) => {
    if (commitment === null || commitment.upfront === 0) return [];
    const paid = decimal(decimal(commitment.upfront).times(serverMonths).toFixed(2));
    const spread = decimal(paid.dividedBy(commitment.termMonths).toFixed(2));
    const every = commitment.termMonths;
    return [{ paid, spread, every, rest: spread.times(every).minus(paid) }];
  });
  const recurring = upfront.reduce((sum, u) => sum.minus(u.spread), monthly);
  return Array.from({ length: termMonths }, (_, m) => {
    const cash = upfront.reduce((sum, u) => {
      const begun = m % u.every === 0 ? sum.plus(u.paid) : sum;
      return m % u.every === u.every - 1 ? begun.plus(u.rest) : begun;
    }, recurring);
    return { month: m + 1, cash: neverNegative(cash), amortised: toCents(monthly) };
  });
}

/** A rounding rest may be a cent below nothing; it is then nothing. */
function neverNegative(cash: Decimal): string {
  return toCents(cash.isNegative() ? decimal(0) : cash);
}
