/** What a question leaves open and we fill in, said once an answer. */
import { type Finding, finding } from './finding.js';
import type { Usage } from './pricing/schemas.js';
import type { Constraints } from './question.js';
import type { ResolvedConstraints } from './resolve-question.js';
import { HOURS_PER_MONTH } from './units.js';

/** The parts of a question that have defaults of their own, whatever is asked. */
export interface Open {
  readonly pricedOn?: string;
  readonly usage?: Usage;
  readonly constraints?: Constraints;
}

/** Defaults of day, use and limits that were taken because nothing was stated. */
export function assumedDefaults(
  { pricedOn, usage = {}, constraints = {} }: Open,
  resolved: Pick<ResolvedConstraints, 'billingModes' | 'saleStatuses' | 'maxServers'>,
  today: string,
): readonly Finding[] {
  const list: Finding[] = [];
  const assumed = (field: string, value: string | number) => list.push(finding('assumed-default', { field, value }));
  if (pricedOn === undefined) assumed('pricedOn', today);
  if (usage.hoursPerMonth === undefined) list.push(finding('month-is-730-hours', { hoursPerMonth: HOURS_PER_MONTH }));
  if (usage.termMonths === undefined) assumed('usage.termMonths', 1);
  if (isNotStated(constraints.billingModes)) assumed('constraints.billingModes', resolved.billingModes.join(', '));
  if (isNotStated(constraints.saleStatuses)) assumed('constraints.saleStatuses', [...resolved.saleStatuses].join(', '));
  if (constraints.maxServers === undefined) assumed('constraints.maxServers', resolved.maxServers);
  return list;
}

/** An empty list is not stated. */
function isNotStated(list: readonly unknown[] | undefined): boolean {
  return list === undefined || list.length === 0;
}
