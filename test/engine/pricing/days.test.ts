/** Day arithmetic without a clock, against the platform's calendar. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMonths,
  addMonthsToDay,
  dayNumber,
  isDay,
  isMonthEnd,
  wholeMonthsBetween,
} from '../../../src/engine/pricing/days.js';

const MS_PER_DAY = 86_400_000;
const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((d) => d.toISOString().slice(0, 10));

describe('days', () => {
  it('are those of the calendar', () => {
    expect(['2024-02-29', '2000-02-29', '2026-12-31'].every(isDay)).toBe(true);
    expect(['2026-02-29', '1900-02-29', '2026-04-31', '2026-00-10', '2026-13-01', '2026-01-00'].some(isDay)).toBe(
      false,
    );
  });
  it('are as far apart as the calendar says', () => {
    fc.assert(
      fc.property(day, day, (a, b) => {
        expect(dayNumber(b) - dayNumber(a)).toBe(Math.round((Date.parse(b) - Date.parse(a)) / MS_PER_DAY));
        expect(isDay(a)).toBe(true);
        expect(isMonthEnd(a)).toBe(new Date(Date.parse(a) + MS_PER_DAY).getUTCDate() === 1);
      }),
      { numRuns: 500, seed: 16 },
    );
  });
  it('count whole months and step by months', () => {
    expect(wholeMonthsBetween('2026-11-30', '2027-05-30')).toBe(6);
    expect(wholeMonthsBetween('2026-11-30', '2027-05-29')).toBe(5);
    expect(wholeMonthsBetween('2026-11-30', '2026-11-01')).toBe(-1);
    expect(addMonths('2026-11', 3)).toBe('2027-02');
    expect(addMonthsToDay('2026-11-30', 3)).toBe('2027-02-28');
  });
});
