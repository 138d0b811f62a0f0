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

/**
 * What the needs of a layout look like over all worlds, sorted: every plan of that layout then costs a binary search
 * instead of a walk through the worlds. Regions of one layout share it.
 */
interface NeedTable {
  /** Whole units, finite ones only, ascending. */
  readonly sorted: Float64Array;
  /** Sum of the first i of them. */
  readonly sums: Float64Array;
  /** Worlds that the layout cannot serve at all. */
  readonly endless: number;
}

const tables = new WeakMap<Float64Array, NeedTable>();

function tableOf(needed: Float64Array): NeedTable {
  let table = tables.get(needed);
  if (table === undefined) {
    const finite = needed.filter((units) => Number.isFinite(units)).map(wholeUnits);
    const sorted = finite.sort();
    const sums = new Float64Array(sorted.length + 1);
    for (let i = 0; i < sorted.length; i++) sums[i + 1] = (sums[i] ?? 0) + (sorted[i] ?? 0);
    table = { sorted, sums, endless: needed.length - sorted.length };
    tables.set(needed, table);
  }
  return table;
}

/**
 * Cheapest money of each world over all plans, each rented exactly as the world needs. Of the plans that share their needs
 * only the cheapest can be the best: O(layouts × worlds + plans).
 */
export function bestInWorlds(plans: readonly RegretPlan[], worlds: number): Float64Array {
  const cheapest = new Map<Float64Array, number>();
  for (const { needed, unitMonthly } of plans) {
    const known = cheapest.get(needed);
    if (known === undefined || unitMonthly < known) cheapest.set(needed, unitMonthly);
  }
  const best = new Float64Array(worlds).fill(Number.POSITIVE_INFINITY);
  for (const [needed, unitMonthly] of cheapest) {
    for (let w = 0; w < worlds; w++) {
      const cost = unitMonthly * wholeUnits(needed[w] ?? 0);
      if (cost < (best[w] ?? 0)) best[w] = cost;
    }
  }
  return best;
}

const sumsOfBest = new WeakMap<Float64Array, number>();

function sumOf(best: Float64Array): number {
  let sum = sumsOfBest.get(best);
  if (sum === undefined) {
    sum = best.reduce((total, value) => total + value, 0);
    sumsOfBest.set(best, sum);
  }
  return sum;
}

/** Regret of one plan against the best of each world. */
export function regretOf(plan: RegretPlan, best: Float64Array, penalty = SHORTAGE_PENALTY): Regret {
  const { units, unitMonthly } = plan;
  const worlds = best.length;
  const { sorted, sums, endless } = tableOf(plan.needed);
  const served = countUpTo(sorted, units);
  const spare = units * served - (sums[served] ?? 0);
  const total = sums[sorted.length] ?? 0;
  const short = total - (sums[served] ?? 0) - units * (sorted.length - served);
  // A world that the layout cannot serve at all misses everything the plan has, once over.
  const over = spare * unitMonthly;
  const under = (short + endless * Math.max(1, units)) * unitMonthly * (penalty - 1);
  const choice = unitMonthly * (total + endless * units * 2) - sumOf(best);
  return {
    mean: (over + under + choice) / worlds,
    overProvision: over / worlds,
    underProvision: under / worlds,
    choice: choice / worlds,
    missProbability: (sorted.length - served + endless) / worlds,
  };
}

/** How many of the ascending values are at most `limit`. */
function countUpTo(sorted: Float64Array, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
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
