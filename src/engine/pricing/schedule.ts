/** Cash by month beside amortised cost, over the term. Both sum to the same where the term is a whole number of commitments. */

import type { Segment } from './mix.js';
import { type Decimal, decimal, toCents } from './money.js';
import type { SchedulePart } from './schemas.js';

/**
 * Upfront money is paid in the month in which a commitment begins (again after each of its terms); the rest of the monthly
 * cost is paid month by month. `monthly` is the amortised cost, the same every month.
 */
export function scheduleOf(
  monthly: Decimal,
  segments: readonly Segment[],
  termMonths: number,
): readonly SchedulePart[] {
  const upfront = segments.map((segment) => {
    const commitment = segment.commitment;
    if (commitment === null || commitment.upfront === 0) return null;
    const paid = decimal(decimal(commitment.upfront).times(segment.serverMonths).toFixed(2));
    return { paid, spread: paid.dividedBy(commitment.termMonths), every: commitment.termMonths };
  });
  const spread = upfront.reduce((sum, u) => (u === null ? sum : sum.plus(u.spread)), decimal(0));
  const running = monthly.minus(spread);
  const parts: SchedulePart[] = [];
  let paidBefore = decimal(0);
  let exactBefore = decimal(0);
  for (let month = 1; month <= termMonths; month++) {
    exactBefore = exactBefore.plus(running);
    // Rounding is carried from month to month, so that the cash of a term is its amortised cost.
    const recurring = decimal(exactBefore.minus(paidBefore).toFixed(2));
    paidBefore = paidBefore.plus(recurring);
    const due = upfront.reduce(
      (sum, u) => (u !== null && (month - 1) % u.every === 0 ? sum.plus(u.paid) : sum),
      decimal(0),
    );
    parts.push({ month, cash: toCents(recurring.plus(due)), amortised: toCents(monthly) });
  }
  return parts;
}
