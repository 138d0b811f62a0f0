/** Bisection that asks seldom: a secant closes in on the crossing first, then the halvings in between need no asking. */

/** Rounds of the secant; where a function has a kink the plain halvings finish the work. */
const MOST_SECANTS = 6;

/**
 * The last interval of a bisection of `low` … `high` for the crossing of a rising `f` (negative below it, else above), with
 * `f(low) < 0` and `f(high) ≥ 0` known. `middle` is the next point to try, null = fine enough. The answer is that of the plain
 * bisection to the bit, whatever the secant tried: points that the monotone `f` already decides are not asked again.
 */
export function bisect(
  low: number,
  fLow: number,
  high: number,
  fHigh: number,
  f: (x: number) => number,
  middle: (low: number, high: number) => number | null,
  resolution: number,
): { readonly low: number; readonly high: number } {
  let below = low;
  let above = high;
  let fBelow = fLow;
  let fAbove = fHigh;
  for (let i = 0; i < MOST_SECANTS && above - below > resolution; i++) {
    const span = above - below;
    const ratio = fBelow / (fBelow - fAbove);
    // Half a step toward the side that is farther off, so that both sides close in.
    const guess = below + span * (Number.isFinite(ratio) ? ratio : 0.5);
    const nudge = Math.min(resolution / 2, span / 4);
    const x = Math.min(above - nudge, Math.max(below + nudge, guess + (ratio < 0.5 ? nudge : -nudge)));
    const y = f(x);
    if (y < 0) {
      below = x;
      fBelow = y;
    } else {
      above = x;
      fAbove = y;
    }
  }
  let from = low;
  let to = high;
  for (;;) {
    const x = middle(from, to);
    if (x === null) return { low: from, high: to };
    const isBelow = x <= below ? true : x >= above ? false : f(x) < 0;
    if (isBelow) {
      from = x;
      below = Math.max(below, x);
    } else {
      to = x;
      above = Math.min(above, x);
    }
  }
}
