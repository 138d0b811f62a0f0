/** When to commit: the course of a level against every possible course. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cheapestCourse, type LevelCosts } from '../../../src/engine/capacity/commitments.js';

/** Tries, month by month, staying flexible or starting each commitment. */
function everyCourse(
  costs: LevelCosts,
  hours: readonly number[],
  rented: readonly boolean[],
  covered: number,
  m = 0,
): number {
  if (m >= hours.length) return 0;
  const flexible = m < covered || rented[m] !== true ? 0 : costs.hourly * (hours[m] ?? 0) + costs.fixedMonthly;
  let best = flexible + everyCourse(costs, hours, rented, covered, m + 1);
  if (m >= covered)
    for (const c of costs.commitments)
      best = Math.min(best, c.termMonths * c.monthly + everyCourse(costs, hours, rented, covered, m + c.termMonths));
  return best;
}

describe('the cheapest course of a level', () => {
  it('equals brute force', () => {
    const month = fc.record({ hours: fc.integer({ min: 0, max: 730 }), isRented: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(month, { minLength: 1, maxLength: 7 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 100, max: 9000 }),
        fc.integer({ min: 100, max: 7000 }),
        fc.integer({ min: 0, max: 3 }),
        (months, hourly, one, three, covered) => {
          const costs = {
            hourly,
            fixedMonthly: 5,
            commitments: [
              { termMonths: 1, monthly: one },
              { termMonths: 3, monthly: three },
            ],
          };
          const rented = months.map((m) => m.isRented);
          const hours = months.map((m) => (m.isRented ? m.hours : 0));
          const course = cheapestCourse(costs, hours, rented, covered);
          expect(course.total).toBeCloseTo(everyCourse(costs, hours, rented, covered), 6);
          expect(course.months).toHaveLength(months.length);
          expect(course.months.reduce((sum, m) => sum + m.cost, 0)).toBeCloseTo(course.total, 6);
        },
      ),
      { numRuns: 500, seed: 12 },
    );
  });
});
