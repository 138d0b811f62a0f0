/**
 * How the need of a placement answers to uncertain figures: sized at the expected point and at each figure's low and high,
 * then log-linear in between, each figure by itself. Sizing every world for every shape would take minutes; this takes
 * 2 × figures + 1 sizings, and is exact at those points.
 */
import type { UncertainFigure } from './worlds.js';

export interface Response {
  /** Units needed at the expected point. */
  readonly expected: number;
  /** log(units at low ÷ units at expected), a figure; +∞ when infeasible there. */
  readonly low: Float64Array;
  /** log(units at high ÷ units at expected), a figure; +∞ when infeasible there. */
  readonly high: Float64Array;
}

/** Units needed in every world: O(worlds × figures). `positions` are the points of the unit cube (see unitPoints). */
export function unitsInWorlds(
  response: Response,
  figures: readonly UncertainFigure[],
  positions: Float64Array,
  worlds: number,
): Float64Array {
  const count = figures.length;
  const units = new Float64Array(worlds);
  for (let w = 0; w < worlds; w++) {
    let log = 0;
    for (let f = 0; f < count; f++) {
      const u = positions[w * count + f] ?? 0.5;
      const share = Math.abs(u * 2 - 1);
      if (share > 0) log += share * ((u < 0.5 ? response.low[f] : response.high[f]) ?? 0);
    }
    units[w] = response.expected * Math.exp(log);
  }
  return units;
}
