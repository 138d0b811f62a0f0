/** Goals that a question states for its performance, and whether they are kept with certainty or only as expected. */
import { type Finding, finding } from '../finding.js';
import { valueAt } from '../json-pointer.js';
import type { Estimate } from '../units.js';
import type { AnyScenario } from './scenario.js';

/** The most that a lower-better metric may be; the unit is in the name of the metric. */
export interface Goal {
  readonly metric: string;
  readonly limit: number;
}

/** The goals that a workload states, by the fields that its scenario marks as such. */
export function statedGoals({ relaxableFields }: AnyScenario, workload: unknown): readonly Goal[] {
  return (relaxableFields ?? []).flatMap((field) => {
    if (!('goalFor' in field) || field.goalFor === undefined) return [];
    const limit = valueAt(workload, field.pointer);
    return typeof limit === 'number' ? [{ metric: field.goalFor, limit }] : [];
  });
}

/**
 * Says of each goal whether it is missed, kept as expected only, or kept at the slow end of the 80 % interval, too: who pays
 * for a goal has to know how sure it is. A metric without a figure says nothing.
 */
export function goalFindings(
  goals: readonly Goal[],
  performance: Readonly<Record<string, Estimate>>,
): readonly Finding[] {
  return goals.flatMap(({ metric, limit }) => {
    const found = performance[metric];
    if (found === undefined) return [];
    const code = found.expected > limit ? 'goal-not-kept' : found.high > limit ? 'goal-not-safe' : 'goal-safe';
    return [finding(code, { goal: metric, limit, expected: shown(found.expected), high: shown(found.high) })];
  });
}

function shown(value: number): number {
  return Number(value.toPrecision(4));
}
