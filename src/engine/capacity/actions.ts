/** What to do at the start of each month: servers to add or release, commitments to make, commitments that end. */
import { finding } from '../finding.js';
import type { Sizing } from './fleet.js';
import type { PolicyMonth, PolicyResult } from './policy.js';
import type { CapacityAction } from './schemas.js';

export function actionsOf(
  result: PolicyResult,
  sizing: Sizing,
  currency: string,
): readonly (readonly CapacityAction[])[] {
  const perLevel = sizing.serversPerLevel;
  return result.months.map((now, m) => {
    const before = result.months[m - 1];
    const actions: CapacityAction[] = [];
    const change = (now.levels - (before?.levels ?? 0)) * perLevel;
    if (change > 0)
      actions.push({
        action: 'add-servers',
        servers: change,
        finding: finding('capacity-add', { month: now.month, servers: change, total: now.levels * perLevel }),
      });
    if (change < 0)
      actions.push({
        action: 'release-servers',
        servers: -change,
        finding: finding('capacity-release', { month: now.month, servers: -change, total: now.levels * perLevel }),
      });
    for (const { billingMode, termMonths, monthly } of result.costs.commitments) {
      // A month-by-month subscription is renewed silently: only its changes are actions.
      const isMonthly = termMonths === 1;
      const started = isMonthly ? held(now, 1) - held(before, 1) : startedIn(now, termMonths);
      if (started > 0)
        actions.push({
          action: 'commit',
          servers: started * perLevel,
          billingMode,
          termMonths,
          finding: finding('capacity-commit', {
            month: now.month,
            servers: started * perLevel,
            billingMode,
            termMonths,
            monthlyPerServer: Number(monthly.toFixed(2)),
            currency,
          }),
        });
      const ended = isMonthly
        ? -started
        : held(before, termMonths) + startedIn(now, termMonths) - held(now, termMonths);
      if (ended > 0)
        actions.push({
          action: 'commitment-ends',
          servers: ended * perLevel,
          billingMode,
          termMonths,
          finding: finding('capacity-commitment-ends', {
            month: now.month,
            servers: ended * perLevel,
            billingMode,
            termMonths,
          }),
        });
    }
    return actions;
  });
}

function held(month: PolicyMonth | undefined, termMonths: number): number {
  return (month?.byLevel ?? []).filter((l) => l.kind === 'committed' && l.commitment.termMonths === termMonths).length;
}

function startedIn(month: PolicyMonth, termMonths: number): number {
  return month.byLevel.filter((l) => l.kind === 'committed' && l.isStart && l.commitment.termMonths === termMonths)
    .length;
}
