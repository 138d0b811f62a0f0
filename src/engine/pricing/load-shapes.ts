/** Days and weeks by name, for callers who have no hourly series. Ratios of the peak, hour 0 first. */

import type { Usage } from './schemas.js';

const FLAT: readonly number[] = new Array<number>(24).fill(1);
const day = (hours: Readonly<Record<number, number>>, rest: number): readonly number[] =>
  Array.from({ length: 24 }, (_, hour) => hours[hour] ?? rest);

/** Busy 10–18 h with its top at noon, a tenth of it at night: the customer service of the buying guides. */
const NOON_PEAK = day(
  {
    7: 0.25,
    8: 0.45,
    9: 0.65,
    10: 0.85,
    11: 0.95,
    12: 1,
    13: 0.95,
    14: 0.85,
    15: 0.8,
    16: 0.75,
    17: 0.7,
    18: 0.55,
    19: 0.45,
    20: 0.35,
    21: 0.25,
    22: 0.15,
  },
  0.1,
);
/** Consumer services: the top after dinner. */
const EVENING_PEAK = day(
  {
    8: 0.3,
    9: 0.4,
    10: 0.45,
    11: 0.5,
    12: 0.6,
    13: 0.55,
    14: 0.45,
    15: 0.45,
    16: 0.5,
    17: 0.55,
    18: 0.7,
    19: 0.85,
    20: 1,
    21: 1,
    22: 0.85,
    23: 0.5,
  },
  0.15,
);
/** Batches by night, 20 to 8 h; nothing by day. */
const NIGHT_BATCH = day({ 8: 0, 9: 0, 10: 0, 11: 0, 12: 0, 13: 0, 14: 0, 15: 0, 16: 0, 17: 0, 18: 0, 19: 0 }, 1);
/** Monday to Friday 9–17 h, nothing else: 40 of 168 hours. */
const OFFICE_HOURS: readonly number[] = Array.from({ length: 168 }, (_, hour) =>
  hour < 120 && hour % 24 >= 9 && hour % 24 < 17 ? 1 : 0,
);

export type LoadShapeId = NonNullable<Usage['loadShape']>['shape'];

export const LOAD_SHAPES: Readonly<Record<LoadShapeId, readonly number[]>> = {
  flat: FLAT,
  'noon-peak': NOON_PEAK,
  'evening-peak': EVENING_PEAK,
  'night-batch': NIGHT_BATCH,
  'office-hours': OFFICE_HOURS,
};

/** Means to which a shape can be bent: between its share of peak hours and its share of hours with load. */
export function meanRangeOf(shape: readonly number[]): { readonly least: number; readonly most: number } {
  if (shape.every((r) => r === 1)) return { least: 0, most: 1 };
  const share = (of: (r: number) => boolean) => shape.filter(of).length / shape.length;
  return { least: share((r) => r === 1), most: share((r) => r > 0) };
}

/**
 * The shape bent so that its mean over its peak is `meanRatio`: every ratio is raised to one power, found by bisection, so
 * that the order of the hours stays. A flat shape is flat at the mean. The mean must lie in `meanRangeOf`.
 */
export function bendShape(shape: readonly number[], meanRatio: number): readonly number[] {
  const mean = (power: number) => shape.reduce((sum, r) => sum + (r <= 0 ? 0 : r ** power), 0) / shape.length;
  if (shape.every((r) => r === 1)) return shape.map(() => meanRatio);
  let low = 0;
  let high = 1024;
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2;
    if (mean(middle) > meanRatio) low = middle;
    else high = middle;
  }
  return shape.map((r) => (r <= 0 ? 0 : r ** high));
}
