import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MixQuestion, mixedFleet } from '../../../src/engine/fleet/mixed-fleet.js';
import { solver } from '../../support/solver.js';

const INF = Number.POSITIVE_INFINITY;

/** Slow and separate: every vector of counts up to 4, and a greedy-exact flow by enumerating shares on a grid is not enough,
 * so a count vector is accepted when the fractional transport problem is feasible (checked by max-flow on scaled shares). */
function cheapestByEnumeration({ load, unitMonthly }: MixQuestion, most: number): number {
  let best = INF;
  const counts = unitMonthly.map(() => 0);
  const visit = (t: number): void => {
    if (t === counts.length) {
      const money = counts.reduce((sum, n, i) => sum + n * (unitMonthly[i] ?? 0), 0);
      if (money < best && isFeasible(counts)) best = money;
      return;
    }
    for (let n = 0; n <= most; n++) {
      counts[t] = n;
      visit(t + 1);
    }
  };
  visit(0);
  return best;

  /** Two types: bucket b on type 0 with share x; sorted by ratio of loads, fill type 0 with the buckets that gain most. */
  function isFeasible(n: readonly number[]): boolean {
    let room = n[0] ?? 0;
    let other = 0;
    const rows = load.map((row) => ({ a: row[0] ?? INF, b: row[1] ?? INF }));
    const forced = rows.filter((r) => r.b === INF);
    for (const r of forced) room -= r.a;
    if (room < -1e-9) return false;
    const free = rows.filter((r) => r.b !== INF).sort((x, y) => x.a / x.b - y.a / y.b);
    for (const r of free) {
      const share = r.a === INF ? 0 : r.a === 0 ? 1 : Math.min(1, Math.max(0, room / r.a));
      room -= share * (r.a === INF ? 0 : r.a);
      other += (1 - share) * r.b;
    }
    return other <= (n[1] ?? 0) + 1e-9;
  }
}

describe('mixedFleet', () => {
  it('mixes where each size has its own cheap card', () => {
    // Small requests: 2 cheap cards or 2 dear; large: 10 cheap or 1 dear. Cheap 1, dear 3.
    const answer = mixedFleet(
      {
        load: [
          [2, 2],
          [10, 1],
        ],
        unitMonthly: [1, 3],
        mostUnits: [64, 64],
      },
      solver,
    );
    expect(answer).toMatchObject({ units: [2, 1], monthly: 5 });
    expect(answer?.gapRatio).toBeLessThanOrEqual(1e-3);
    expect(answer?.single).toEqual({ type: 1, units: 3, monthly: 9 });
  });
  it('says null when a bucket cannot be served at all, and uses what can serve it', () => {
    expect(mixedFleet({ load: [[INF, INF]], unitMonthly: [1, 1], mostUnits: [9, 9] }, solver)).toBeNull();
    expect(
      mixedFleet(
        {
          load: [
            [1, INF],
            [INF, 1],
          ],
          unitMonthly: [1, 1],
          mostUnits: [9, 9],
        },
        solver,
      )?.units,
    ).toEqual([1, 1]);
  });
  it('is never dearer than the best single type, and equals enumeration for two types', () => {
    const units = fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 1, max: 30 }).map((n) => n / 10) },
      { weight: 1, arbitrary: fc.constant(INF) },
    );
    const question = fc.record({
      load: fc.array(fc.tuple(units, units), { minLength: 1, maxLength: 3 }),
      unitMonthly: fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 })),
    });
    fc.assert(
      fc.property(question, ({ load, unitMonthly }) => {
        const asked: MixQuestion = { load, unitMonthly, mostUnits: [12, 12] };
        const answer = mixedFleet(asked, solver);
        if (load.some((row) => row.every((n) => n === INF))) expect(answer).toBeNull();
        else {
          expect(answer?.monthly).toBeCloseTo(cheapestByEnumeration(asked, 12), 6);
          if (answer?.single) expect(answer.monthly).toBeLessThanOrEqual(answer.single.monthly);
          for (const row of answer?.shares ?? []) expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 6);
        }
      }),
      { numRuns: 150, seed: 4 },
    );
  });
});
