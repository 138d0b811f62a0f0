/** Levels against counting hour by hour; growth; caps; fleets of absurd size. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usageFaults } from '../../../src/engine/pricing/faults.js';
import { levelsOf } from '../../../src/engine/pricing/levels.js';
import { openLoad } from '../../../src/engine/pricing/load.js';
import { bendShape, LOAD_SHAPES, meanRangeOf } from '../../../src/engine/pricing/load-shapes.js';
import { PLAIN_RULE } from '../../../src/engine/pricing/run-hours.js';
import { fleet } from './support.js';

/** Hours a month of each level, counted over every hour of every month of the term. */
function counted(
  series: readonly number[],
  units: number,
  spare: number,
  growth: number,
  months: number,
  cap: number,
): number[] {
  const hours: number[] = [];
  for (let month = 0; month < months; month++) {
    const needed = series.map((ratio) => {
      const busy = Math.ceil(units * ratio * (1 + growth) ** month - 1e-9);
      return ratio > 0 ? Math.max(1, busy) + spare : 0;
    });
    for (let k = 0; k < Math.max(...needed); k++) {
      const inMonth = Math.min(cap, (needed.filter((n) => n > k).length * 730) / series.length);
      hours[k] = (hours[k] ?? 0) + inMonth / months;
    }
  }
  return hours;
}

describe('the levels of a fleet', () => {
  it('have the hours that counting gives', () => {
    fc.assert(
      fc.property(
        fc
          .array(
            fc.integer({ min: 0, max: 40 }).map((n) => n / 40),
            { minLength: 24, maxLength: 24 },
          )
          .filter((s) => s.some((r) => r > 0)),
        fc.integer({ min: 1, max: 400 }).map((n) => n / 20),
        fc.integer({ min: 0, max: 3 }),
        fc.constantFrom(0, 0.1, -0.1),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(730, 400, 100),
        (hourlyLoad, unitsAtPeak, spareUnits, growthRatioPerMonth, termMonths, hoursPerMonth) => {
          const load = openLoad({ hourlyLoad, growthRatioPerMonth, termMonths, hoursPerMonth });
          const levels = levelsOf(load, fleet({ unitsAtPeak, spareUnits }), 1, termMonths, PLAIN_RULE);
          const expected = counted(
            hourlyLoad,
            unitsAtPeak,
            spareUnits,
            growthRatioPerMonth,
            growthRatioPerMonth === 0 ? 1 : termMonths,
            hoursPerMonth,
          );
          const found = [...levels.needed].flatMap((h, b) =>
            new Array((levels.starts[b + 1] ?? 0) - (levels.starts[b] ?? 0)).fill(h),
          );
          expect(found).toHaveLength(expected.length);
          found.forEach((hours, k) => {
            expect(hours).toBeCloseTo(expected[k] ?? -1, 5);
          });
          expect(levels.neededFrom[0]).toBeCloseTo(
            expected.reduce((a, b) => a + b, 0),
            3,
          );
        },
      ),
      { numRuns: 500, seed: 13 },
    );
  });

  it('stay few for a fleet of a billion', () => {
    const hourlyLoad = Array.from({ length: 24 }, (_, h) => (h + 1) / 24);
    const levels = levelsOf(openLoad({ hourlyLoad }), fleet({ unitsAtPeak: 1e9 }), 1, 1, PLAIN_RULE);
    expect(levels.count).toBe(1e9);
    expect(levels.needed).toHaveLength(24);
  });

  it('run in every hour with load when the fleet does not follow it', () => {
    const hourlyLoad = Array.from({ length: 24 }, (_, h) => (h < 6 ? 0 : 0.3));
    const levels = levelsOf(openLoad({ hourlyLoad }), fleet({ unitsAtPeak: 5, isElastic: false }), 1, 1, PLAIN_RULE);
    expect([...levels.needed]).toEqual([547.5]);
    expect(levels.count).toBe(5);
  });
});

describe('shapes by name', () => {
  it('keep their peak and meet the mean that is asked for, within what they can', () => {
    for (const shape of Object.values(LOAD_SHAPES)) {
      const { least, most } = meanRangeOf(shape);
      for (const meanRatio of [least + (most - least) * 0.1, (least + most) / 2, least + (most - least) * 0.9]) {
        if (least === most) continue;
        const bent = bendShape(shape, meanRatio);
        expect(bent.reduce((a, b) => a + b, 0) / bent.length).toBeCloseTo(meanRatio, 6);
        if (!shape.every((r) => r === 1)) expect(Math.max(...bent)).toBe(1);
      }
    }
  });
  it('refuse a mean that they cannot have', () => {
    const pointers = (meanRatio: number) =>
      usageFaults({ loadShape: { shape: 'night-batch', meanRatio } }, '/usage').map((f) => f.pointer);
    expect(pointers(0.2)).toEqual(['/usage/loadShape/meanRatio']);
    expect(pointers(0.5)).toEqual([]);
  });
});
