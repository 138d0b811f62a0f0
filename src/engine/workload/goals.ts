/** Goals and loads that a question states, and whether they are kept with certainty or only as expected. */
import { type Finding, finding } from '../finding.js';
import { valueAt } from '../json-pointer.js';
import type { Estimate } from '../units.js';
import type { AnyScenario } from './scenario.js';

/** What a metric may be at most, or has to reach; the unit is in the name of the metric. */
export interface Goal {
  readonly metric: string;
  readonly limit: number;
  readonly isLoad: boolean;
}

/** The goals and loads that a workload states, by the fields that its scenario marks as such. */
export function statedGoals({ relaxableFields }: AnyScenario, workload: unknown): readonly Goal[] {
  return (relaxableFields ?? []).flatMap((field): readonly Goal[] => {
    if (!('direction' in field)) return [];
    const limit = valueAt(workload, field.pointer);
    if (typeof limit !== 'number') return [];
    if (field.goalFor !== undefined) return [{ metric: field.goalFor, limit, isLoad: false }];
    return (field.borneBy ?? []).map((metric) => ({ metric, limit, isLoad: true }));
  });
}

/**
 * Says of each goal whether it is missed, kept as expected only, or kept at the slow end of the 80 % interval, too: who pays
 * for a goal has to know how sure it is. Loads likewise, by the low end. A metric without a figure says nothing.
 */
export function goalFindings(
  goals: readonly Goal[],
  performance: Readonly<Record<string, Estimate>>,
): readonly Finding[] {
  return goals.flatMap(({ metric, limit, isLoad }) => {
    const found = performance[metric];
    if (found === undefined) return [];
    return [isLoad ? loadFinding(metric, limit, found) : goalFinding(metric, limit, found)];
  });
}

function goalFinding(goal: string, limit: number, { expected, high }: Estimate): Finding {
  const code = expected > limit ? 'goal-not-kept' : high > limit ? 'goal-not-safe' : 'goal-safe';
  return finding(code, { goal, limit, expected: shown(expected), high: shown(high) });
}

function loadFinding(metric: string, load: number, { expected, low }: Estimate): Finding {
  const facts = { metric, load, expected: shown(expected), low: shown(low) };
  if (expected < load) return finding('load-not-borne', facts);
  return low < load
    ? finding('load-not-safe', { ...facts, timesAsMany: Number((load / low).toFixed(2)) })
    : finding('load-safe', facts);
}

function shown(value: number): number {
  return Number(value.toPrecision(4));
}
