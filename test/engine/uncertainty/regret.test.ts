import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestInWorlds, type RegretPlan, regretOf, unitsFor } from '../../../src/engine/uncertainty/regret.js';
import { unitsInWorlds } from '../../../src/engine/uncertainty/response.js';
import { quantile, uncertainFigures, unitPoints, workloadAt } from '../../../src/engine/uncertainty/worlds.js';

describe('uncertain figures', () => {
  const workload = {
    scenario: 'x',
    rate: { low: 5, expected: 10, high: 40 },
    latency: { firstMs: 100 },
    b: { low: 1, expected: 2, high: 3 },
  };
  it('are found by their shape and replaced by numbers', () => {
    const figures = uncertainFigures(workload);
    expect(figures.map((f) => f.pointer)).toEqual(['/b', '/rate']);
    expect(workloadAt(workload, figures, [1.5, 20])).toEqual({
      scenario: 'x',
      rate: 20,
      latency: { firstMs: 100 },
      b: 1.5,
    });
  });
  it('have their expected value as the median and low and high as bounds', () => {
    const rate = { pointer: '/rate', low: 5, expected: 10, high: 40 };
    expect([0, 0.25, 0.5, 0.75, 1].map((u) => quantile(rate, u))).toEqual(
      [5, 5 * Math.SQRT2, 10, 20, 40].map((x) => expect.closeTo(x, 9)),
    );
  });
});

describe('unitPoints', () => {
  it('fills the cube evenly: 512 worlds put 64 ± 6 (a random draw: ± 7.5) into each eighth of every figure', () => {
    const points = unitPoints(3, 512, 1);
    for (let f = 0; f < 3; f++) {
      const eighths = new Array<number>(8).fill(0);
      for (let p = 0; p < 512; p++) {
        const i = Math.floor((points[p * 3 + f] ?? 0) * 8);
        eighths[i] = (eighths[i] ?? 0) + 1;
      }
      for (const n of eighths) expect(Math.abs(n - 64)).toBeLessThanOrEqual(6);
    }
  });
  it('is the same for the same seed and another for another', () => {
    expect(unitPoints(2, 16, 5)).toEqual(unitPoints(2, 16, 5));
    expect(unitPoints(2, 16, 5)).not.toEqual(unitPoints(2, 16, 6));
  });
});

describe('unitsInWorlds', () => {
  it('is exact at the sized points and geometric between them', () => {
    const response = { expected: 4, low: Float64Array.of(Math.log(0.5)), high: Float64Array.of(Math.log(4)) };
    const figures = [{ pointer: '/rate', low: 1, expected: 2, high: 8 }];
    const units = unitsInWorlds(response, figures, Float64Array.of(0, 0.5, 0.75, 1), 4);
    expect([...units]).toEqual([2, 4, 8, 16].map((x) => expect.closeTo(x, 9)));
  });
});

describe('regret', () => {
  const needed = fc
    .array(fc.double({ min: 0.1, max: 9, noNaN: true }), { minLength: 16, maxLength: 16 })
    .map((list) => Float64Array.from(list));
  const plans = fc.array(
    fc.record({ unitMonthly: fc.integer({ min: 1, max: 1000 }), units: fc.integer({ min: 1, max: 10 }), needed }),
    { minLength: 1, maxLength: 8 },
  );

  /** Slow and separate: O(worlds × plans²), every plan against every other in every world. */
  function naive(list: readonly RegretPlan[], plan: RegretPlan): number {
    let sum = 0;
    for (let w = 0; w < 16; w++) {
      const need = Math.max(1, Math.ceil((plan.needed[w] ?? 0) - 1e-9));
      const short = Math.max(0, need - plan.units);
      const paid = plan.unitMonthly * plan.units + 5 * plan.unitMonthly * short;
      let best = Number.POSITIVE_INFINITY;
      for (const other of list)
        best = Math.min(best, other.unitMonthly * Math.max(1, Math.ceil((other.needed[w] ?? 0) - 1e-9)));
      sum += paid - best;
    }
    return sum / 16;
  }

  it('equals the naive computation, and its parts sum', () => {
    fc.assert(
      fc.property(plans, (list) => {
        const best = bestInWorlds(list, 16);
        for (const plan of list) {
          const regret = regretOf(plan, best);
          expect(regret.mean).toBeCloseTo(naive(list, plan), 6);
          expect(regret.overProvision + regret.underProvision + regret.choice).toBeCloseTo(regret.mean, 9);
          expect(regret.mean).toBeGreaterThanOrEqual(-1e-9);
        }
      }),
      { numRuns: 300, seed: 3 },
    );
  });

  it('is least at the 4-in-5 quantile of the need', () => {
    const worlds = Float64Array.from({ length: 300 }, (_, i) => (i + 0.5) / 10);
    const regrets = Array.from({ length: 31 }, (_, i) => {
      const plan = { unitMonthly: 10, units: i + 1, needed: worlds };
      return regretOf(plan, bestInWorlds([plan], 300)).mean;
    });
    // Newsvendor: one unit too many costs 1 rent, one too few 5 − 1 = 4 → quantile 4 ÷ (1 + 4); needs are 0.05 … 29.95.
    expect(regrets.indexOf(Math.min(...regrets)) + 1).toBe(24);
    expect(unitsFor(worlds, 4 / 5)).toBe(24);
  });
});
