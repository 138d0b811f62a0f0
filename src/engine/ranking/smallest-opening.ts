/** The smallest step of a number at which some hardware shape opens a plan. */

/** Work that a search may still do; shared by all searches of one answer, counted in placements of one shape. */
export interface Allowance {
  placements: number;
}

export interface Opening<C> {
  readonly steps: number;
  readonly candidate: C;
}

/**
 * Finds the least number of steps, 1…`most`, at which one of `shapes` opens, and the best candidate there.
 *
 * A shape that is closed at some step is closed at all smaller ones. So each shape is asked once whether it opens at a
 * smaller step than the best so far, and only one that does is bisected: with n shapes in mixed order about n + 2 ln n ×
 * log2(most) questions instead of n × log2(most). Null: nothing opens, or the allowance ran out before anything did.
 */
export function smallestOpening<C>(
  shapes: readonly number[],
  most: number,
  allowance: Allowance,
  opens: (shape: number, steps: number) => C | null,
  compare: (a: C, b: C) => number,
): Opening<C> | null {
  const closedAt = new Map<number, number>();
  let best = most + 1;
  const isOpen = (shape: number, steps: number): boolean => {
    if (allowance.placements <= 0) return false;
    allowance.placements--;
    const isOpenThere = opens(shape, steps) !== null;
    if (!isOpenThere) closedAt.set(shape, Math.max(closedAt.get(shape) ?? 0, steps));
    return isOpenThere;
  };
  for (const shape of mixed(shapes)) {
    const target = best - 1;
    if (target < 1) break;
    if (!isOpen(shape, target)) continue;
    let closed = 0;
    let open = target;
    while (open - closed > 1) {
      const middle = Math.floor((closed + open) / 2);
      if (isOpen(shape, middle)) open = middle;
      else closed = middle;
    }
    best = open;
  }
  if (best > most) return null;
  let winner: C | null = null;
  for (const shape of shapes) {
    if ((closedAt.get(shape) ?? 0) >= best) continue;
    const candidate = opens(shape, best);
    if (candidate !== null && (winner === null || compare(candidate, winner) < 0)) winner = candidate;
  }
  return winner === null ? null : { steps: best, candidate: winner };
}

/** A fixed order in which neighbours are far apart: the catalogue lists small servers before large ones. */
function mixed(list: readonly number[]): readonly number[] {
  const stride = 7919;
  const count = list.length;
  if (count % stride === 0) return list;
  return list.map((_, i) => list[(i * stride) % count] ?? 0);
}
