/** Runs under falling hourly prices, against every way to bridge the gaps. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverRuns, equivalentHours, type RunRule } from '../../../src/engine/pricing/run-hours.js';

const RULE: RunRule = {
  key: 'steps',
  incrementHours: 0,
  minimumHours: 0,
  steps: [
    { fromHours: 0, payableRatio: 1 },
    { fromHours: 6, payableRatio: 0.5 },
    { fromHours: 15, payableRatio: 0.2 },
  ],
};

/** Cheapest cost a cycle by trying every set of idle hours to keep; a cycle without a released hour never ends. */
function everyWay(busy: readonly boolean[], endless: number): number {
  const idle = busy.flatMap((b, i) => (b ? [] : [i]));
  let best = Number.POSITIVE_INFINITY;
  for (let code = 0; code < 2 ** idle.length; code++) {
    const on = [...busy];
    idle.forEach((hour, bit) => {
      if (code & (1 << bit)) on[hour] = true;
    });
    if (on.every(Boolean)) {
      best = Math.min(best, endless);
      continue;
    }
    const start = on.findIndex((b) => !b);
    let cost = 0;
    let run = 0;
    for (let step = 1; step <= on.length; step++) {
      if (on[(start + step) % on.length]) run++;
      else {
        cost += equivalentHours(RULE, run);
        run = 0;
      }
    }
    best = Math.min(best, cost);
  }
  return best;
}

describe('covering runs', () => {
  it('are the cheapest of all ways to bridge gaps', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 4, maxLength: 12 }),
        fc.integer({ min: 1, max: 12 }),
        (busy, endless) => {
          if (!busy.some(Boolean) || busy.every(Boolean)) return;
          const cover = coverRuns(RULE, busy, endless);
          const cost = cover.isNeverReleased
            ? endless
            : cover.runs.reduce((sum, run) => sum + equivalentHours(RULE, run), 0);
          expect(cost).toBeCloseTo(everyWay(busy, endless), 9);
        },
      ),
      { numRuns: 500, seed: 11 },
    );
  });
});
