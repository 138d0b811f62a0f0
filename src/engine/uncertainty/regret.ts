/**
 * Least regret: the plan that loses least, over all worlds, against what one would have rented had one known the world.
 * Money a month. Too much is paid for; too little costs more than the missing servers would have (people queue).
 */

export interface RegretPlan {
  /** Money of one unit a month. */
  readonly unitMonthly: number;
  /** Whole units rented. */
  readonly units: number;
  /** Units needed in each world, not rounded. */
  readonly needed: Float64Array;
}

export interface Regret {
  /** Mean regret over the worlds, money a month. */
  readonly mean: number;
  /** Part of it from units that the world did not need. */
  readonly overProvision: number;
  /** Part of it from units that were missing. */
  readonly underProvision: number;
  /** Part of it from a dearer unit of work than the best plan's. */
  readonly choice: number;
  /** Share of the worlds in which the units do not suffice. */
  readonly missProbability: number;
}

/**
 * A missing unit is counted at this many times its price: a queue at the peak costs customers, an idle server only its
 * rent. At five the least regret lies where the fleet suffices in four of five worlds: (5 − 1) ÷ 5, the newsvendor ratio.
 */
export const SHORTAGE_PENALTY = 5;

/** Cheapest money of each world over all plans, each rented exactly as the world needs. O(plans × worlds). */
export function bestInWorlds(plans: readonly RegretPlan[], worlds: number): Float64Array {
  const best = new Float64Array(worlds).fill(Number.POSITIVE_INFINITY);
  for (const { needed, unitMonthly } of plans) {
    for (let w = 0; w < worlds; w++) {
      const cost = unitMonthly * wholeUnits(needed[w] ?? 0);
      if (cost < (best[w] ?? 0)) best[w] = cost;
    }
  }
  return best;
}

/** Regret of one plan against the best of each world. */
export function regretOf(plan: RegretPlan, best: Float64Array, penalty = SHORTAGE_PENALTY): Regret {
  const worlds = best.length;
  let over = 0;
  let under = 0;
  let choice = 0;
  let misses = 0;
  for (let w = 0; w < worlds; w++) {
    const needed = wholeUnits(plan.needed[w] ?? 0);
    const missing = needed - plan.units;
    // An infinite need (the world cannot be served by this shape at all) misses everything it has, once over.
    if (missing > 0) {
      misses++;
      under += (Number.isFinite(missing) ? missing : Math.max(1, plan.units)) * plan.unitMonthly * (penalty - 1);
    } else over += -missing * plan.unitMonthly;
    const exact = Number.isFinite(needed) ? needed : plan.units * 2;
    choice += plan.unitMonthly * exact - (best[w] ?? 0);
  }
  return {
    mean: (over + under + choice) / worlds,
    overProvision: over / worlds,
    underProvision: under / worlds,
    choice: choice / worlds,
    missProbability: misses / worlds,
  };
}

/** At least one unit; a hair above a whole number does not rent one more. */
export function wholeUnits(needed: number): number {
  return Math.max(1, Math.ceil(needed - 1e-9));
}

/** Whole units that suffice in the share `probability` of the worlds. */
export function unitsFor(needed: Float64Array, probability: number): number {
  const sorted = Float64Array.from(needed).sort();
  return wholeUnits(sorted[Math.min(sorted.length - 1, Math.ceil(probability * sorted.length) - 1)] ?? 0);
}
