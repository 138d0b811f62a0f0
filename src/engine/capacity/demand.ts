/** Demand by month: from a history (forecast), a stated growth, or the caller's own forecast. */
import { type Finding, finding } from '../finding.js';
import { addMonths } from '../pricing/days.js';
import { type Fault, fault } from '../question-error.js';
import { forecast } from './forecast.js';
import type { CapacityDemand, CapacityPlanReply } from './schemas.js';

export interface MonthDemand {
  readonly month: string;
  readonly low: number;
  readonly expected: number;
  readonly high: number;
}

export interface DemandOutlook {
  readonly months: readonly MonthDemand[];
  readonly forecast: CapacityPlanReply['forecast'];
  readonly findings: readonly Finding[];
}

/** Half-width of the first month's 80 % interval where the caller states growth without its uncertainty: our assumption. */
const GROWTH_UNCERTAINTY_RATIO = 0.1;

export function demandFaults(demand: CapacityDemand, horizonMonths: number): readonly Fault[] {
  const faults: Fault[] = [];
  const stated = [demand.history, demand.growth, demand.forecast].filter((form) => form !== undefined);
  if (stated.length !== 1)
    faults.push(fault('exactly-one-of', '/demand', { fields: ['history', 'growth', 'forecast'] }));
  for (const field of ['history', 'forecast'] as const) {
    demand[field]?.forEach((entry, i, all) => {
      const before = all[i - 1];
      if (before !== undefined && entry.month !== addMonths(before.month, 1))
        faults.push(
          fault('out-of-range', `/demand/${field}/${i}/month`, {
            field: 'month',
            value: entry.month,
            expected: addMonths(before.month, 1),
          }),
        );
    });
  }
  demand.forecast?.forEach(({ low, expected, high }, i) => {
    if (!(low <= expected && expected <= high))
      faults.push(
        fault('contradiction', `/demand/forecast/${i}`, {
          first: 'low',
          second: 'high',
          why: 'low ≤ expected ≤ high must hold',
        }),
      );
  });
  if (demand.forecast !== undefined && demand.forecast.length < horizonMonths)
    faults.push(
      fault('out-of-range', '/horizonMonths', {
        field: 'horizonMonths',
        value: horizonMonths,
        expected: `at most the ${demand.forecast.length} months of the forecast`,
      }),
    );
  if (demand.history?.every(({ value }) => value === 0))
    faults.push(
      fault('out-of-range', '/demand/history', {
        field: 'history',
        value: 'zero in every month',
        expected: 'some load',
      }),
    );
  const months = new Set<number>();
  demand.growth?.seasonal?.forEach(({ monthOfYear }, i) => {
    if (months.has(monthOfYear))
      faults.push(
        fault('contradiction', `/demand/growth/seasonal/${i}`, {
          first: `month ${monthOfYear}`,
          second: 'an earlier entry',
          why: 'one ratio for each month',
        }),
      );
    months.add(monthOfYear);
  });
  return faults;
}

/** `startMonth`: the first month where the demand does not name it; `baseLoad`: the load that the workload states. */
export function outlookOf(
  demand: CapacityDemand,
  horizonMonths: number,
  startMonth: string,
  baseLoad: number,
): DemandOutlook {
  if (demand.forecast !== undefined)
    return {
      months: demand.forecast.slice(0, horizonMonths),
      forecast: { method: 'given', backTestErrorRatio: null },
      findings: [],
    };
  if (demand.history !== undefined) {
    const history = demand.history;
    const made = forecast(
      history.map(({ value }) => value),
      horizonMonths,
    );
    const last = history.at(-1)?.month ?? startMonth;
    return {
      months: made.months.map((range, m) => ({ month: addMonths(last, m + 1), ...range })),
      forecast: {
        method: made.method,
        backTestErrorRatio: made.backTestErrorRatio === null ? null : Number(made.backTestErrorRatio.toFixed(6)),
      },
      findings: made.isSmallSample ? [finding('forecast-small-sample', { months: history.length })] : [],
    };
  }
  const growth = demand.growth ?? {};
  const width = growth.uncertaintyRatio ?? GROWTH_UNCERTAINTY_RATIO;
  const months = Array.from({ length: horizonMonths }, (_, m) => {
    const month = addMonths(startMonth, m);
    const trend = baseLoad * (1 + (growth.ratioPerMonth ?? 0)) ** m;
    const steps = (growth.steps ?? []).reduce((ratio, step) => (step.month <= month ? ratio * step.ratio : ratio), 1);
    const season = growth.seasonal?.find((s) => s.monthOfYear === Number(month.slice(5, 7)))?.ratio ?? 1;
    const expected = trend * steps * season;
    const half = expected * width * Math.sqrt(m + 1);
    return { month, low: Math.max(0, expected - half), expected, high: expected + half };
  });
  return {
    months,
    forecast: { method: 'growth', backTestErrorRatio: null },
    findings:
      growth.uncertaintyRatio === undefined
        ? [finding('growth-uncertainty-assumed', { uncertaintyRatio: GROWTH_UNCERTAINTY_RATIO })]
        : [],
  };
}
