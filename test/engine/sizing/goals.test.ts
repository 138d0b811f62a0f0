import { describe, expect, it } from 'vitest';
import { localise } from '../../../src/engine/finding.js';
import { goalFindings, goalsOf } from '../../../src/engine/sizing/goals.js';

const performance = (expected: number, high: number) => ({
  timeToFirstTokenMs: { low: 1, expected, high, evidence: 'analytic' as const },
});
const about = (limit: number, expected: number, high: number) =>
  goalFindings(goalsOf({ timeToFirstTokenMs: limit }), performance(expected, high)).map(({ code }) => code);

describe('a stated goal', () => {
  it('is missed, kept as expected only, or kept at the slow end, too', () => {
    expect(about(2000, 2001, 3000)).toEqual(['goal-not-kept']);
    expect(about(2000, 2000, 2001)).toEqual(['goal-not-safe']);
    expect(about(2000, 1500, 2000)).toEqual(['goal-safe']);
  });

  it('that is not stated, or has no figure, says nothing', () => {
    expect(goalsOf({ latencyMs: undefined, durationHours: null })).toEqual([]);
    expect(goalFindings(goalsOf({ latencyMs: 10 }), performance(1, 2))).toEqual([]);
  });

  it('names goal, figure and slow end in both languages', () => {
    const found = goalFindings(goalsOf({ timeToFirstTokenMs: 2000 }), performance(1808, 8535));
    for (const language of ['en', 'zh'] as const)
      for (const figure of ['timeToFirstTokenMs', '2000', '1808', '8535'])
        expect(localise(found, language)[0]?.message).toContain(figure);
  });
});
