/**
 * The load over time as a duration curve. It is sorted once a question; "in how many hours are more than x units needed" is
 * then a binary search, whatever the length of the series (a day, a week, a year of hours).
 */
import { HOURS_PER_MONTH } from '../units.js';
import { bendShape, LOAD_SHAPES } from './load-shapes.js';
import type { Usage } from './schemas.js';

export interface Load {
  /** Ratios of the peak in the order of time; [1] for a flat load. */
  readonly series: Float64Array;
  /** The same, rising. */
  readonly rising: Float64Array;
  /** Sums of the highest: `topSums[n]` = sum of the n largest ratios. */
  readonly topSums: Float64Array;
  /** Hours of a month that one element of the series stands for. */
  readonly hoursPerElement: number;
  /** Cap on the running hours of a month. */
  readonly capHours: number;
  readonly isFlat: boolean;
  /** Load of each month of the term over that of the first; [1] without growth. */
  readonly growth: readonly number[];
}

const ALWAYS: readonly number[] = [1];
type Sorted = Pick<Load, 'series' | 'rising' | 'topSums'>;
/** A series is sorted once, however often a request opens it. */
const sortedSeries = new WeakMap<readonly number[], Sorted>();

function sorted(given: readonly number[]): Sorted {
  const known = sortedSeries.get(given);
  if (known !== undefined) return known;
  const series = Float64Array.from(given);
  const rising = Float64Array.from(series).sort();
  const topSums = new Float64Array(rising.length + 1);
  for (let n = 0; n < rising.length; n++) topSums[n + 1] = (topSums[n] ?? 0) + (rising[rising.length - 1 - n] ?? 0);
  const made = { series, rising, topSums };
  sortedSeries.set(given, made);
  return made;
}

export function openLoad(usage: Usage): Load {
  const hoursPerMonth = usage.hoursPerMonth ?? HOURS_PER_MONTH;
  const shaped = usage.loadShape
    ? usage.loadShape.meanRatio === undefined
      ? LOAD_SHAPES[usage.loadShape.shape]
      : bendShape(LOAD_SHAPES[usage.loadShape.shape], usage.loadShape.meanRatio)
    : undefined;
  const given = usage.hourlyLoad ?? shaped;
  const { series, rising, topSums } = sorted(given ?? ALWAYS);
  const rate = usage.growthRatioPerMonth ?? 0;
  const months = rate === 0 ? 1 : (usage.termMonths ?? 1);
  return {
    series,
    rising,
    topSums,
    hoursPerElement: given === undefined ? hoursPerMonth : HOURS_PER_MONTH / series.length,
    capHours: hoursPerMonth,
    isFlat: given === undefined,
    growth: Array.from({ length: months }, (_, month) => (1 + rate) ** month),
  };
}

/** Mean hours a month, over the term, in which the load exceeds `ratio` of the first month's peak. */
export function hoursAbove(load: Load, ratio: number): number {
  let hours = 0;
  for (const factor of load.growth) {
    const count = countAbove(load.rising, ratio / factor);
    hours += Math.min(count * load.hoursPerElement, load.capHours);
  }
  return hours / load.growth.length;
}

/** The smallest load of any month, over the first month's peak, that exceeds `ratio`; Infinity = none does. */
export function nextAbove(load: Load, ratio: number): number {
  let next = Number.POSITIVE_INFINITY;
  for (const factor of load.growth) {
    const above = load.rising[load.rising.length - countAbove(load.rising, ratio / factor)];
    if (above !== undefined) next = Math.min(next, above * factor);
  }
  return next;
}

/** Mean hours a month at the peak that would do the same work as the load does; the cap keeps the busiest hours. */
export function fullLoadHours(load: Load): number {
  const kept = Math.min(load.series.length, load.capHours / load.hoursPerElement);
  const whole = Math.floor(kept);
  const rest = (kept - whole) * (load.rising[load.rising.length - 1 - whole] ?? 0);
  const hours = ((load.topSums[whole] ?? 0) + rest) * load.hoursPerElement;
  return (hours * load.growth.reduce((sum, factor) => sum + factor, 0)) / load.growth.length;
}

function countAbove(rising: Float64Array, ratio: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rising[middle] ?? 0) > ratio) high = middle;
    else low = middle + 1;
  }
  return rising.length - low;
}
