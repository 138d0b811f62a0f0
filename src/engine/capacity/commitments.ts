/**
 * When to commit, level by level: a server that is needed for h hours in each month is had by the hour, or committed for one
 * of the terms, or is paid for already. Levels are independent (servers are alike), so a dynamic programme over the months
 * of each level is exact. A commitment that outlasts the horizon is paid to its end.
 */

export interface Commitment {
  readonly termMonths: number;
  /** Money of one server a month. */
  readonly monthly: number;
}

export interface LevelCosts {
  /** Cheapest hour without commitment; Infinity = there is none. */
  readonly hourly: number;
  /** What a flexible server costs a month whatever its hours. */
  readonly fixedMonthly: number;
  readonly commitments: readonly Commitment[];
}

/** What a level is in one month. */
export type LevelMonth =
  | { readonly kind: 'flexible'; readonly cost: number }
  | { readonly kind: 'covered'; readonly cost: 0 }
  | { readonly kind: 'unused'; readonly cost: 0 }
  | { readonly kind: 'committed'; readonly cost: number; readonly commitment: Commitment; readonly isStart: boolean };

/**
 * The cheapest course of one level. `hours[m]`: expected hours of use in month m; `isRented[m]`: whether the plan keeps the
 * level ready in month m; `coveredMonths`: leading months that are paid for already.
 */
export function cheapestCourse(
  costs: LevelCosts,
  hours: readonly number[],
  isRented: readonly boolean[],
  coveredMonths: number,
): { readonly total: number; readonly months: readonly LevelMonth[] } {
  const horizon = hours.length;
  const toGo = new Float64Array(horizon + 1);
  const choice = new Int32Array(horizon).fill(-1);
  const flexibleCost = (m: number): number => {
    if (m < coveredMonths || isRented[m] !== true) return 0;
    // Without a price by the hour even an hour unused cannot be promised.
    if (costs.hourly === Number.POSITIVE_INFINITY) return costs.hourly;
    return costs.hourly * (hours[m] ?? 0) + costs.fixedMonthly;
  };
  for (let m = horizon - 1; m >= 0; m--) {
    let best = flexibleCost(m) + (toGo[m + 1] ?? 0);
    if (m >= coveredMonths) {
      costs.commitments.forEach((commitment, c) => {
        const cost =
          commitment.termMonths * commitment.monthly + (toGo[Math.min(horizon, m + commitment.termMonths)] ?? 0);
        if (cost < best - 1e-9) {
          best = cost;
          choice[m] = c;
        }
      });
    }
    toGo[m] = best;
  }
  const months: LevelMonth[] = [];
  for (let m = 0; m < horizon; ) {
    const commitment = costs.commitments[choice[m] ?? -1];
    if (commitment === undefined) {
      const kind = m < coveredMonths ? 'covered' : isRented[m] === true ? 'flexible' : 'unused';
      months.push(kind === 'flexible' ? { kind, cost: flexibleCost(m) } : { kind, cost: 0 });
      m++;
      continue;
    }
    // Money of months beyond the horizon is counted in its last month, so that the months sum to the total.
    const inside = Math.min(commitment.termMonths, horizon - m);
    for (let k = 0; k < inside; k++) {
      const beyond = k === inside - 1 ? commitment.termMonths - inside : 0;
      months.push({ kind: 'committed', cost: commitment.monthly * (1 + beyond), commitment, isStart: k === 0 });
    }
    m += inside;
  }
  return { total: toGo[0] ?? 0, months };
}
