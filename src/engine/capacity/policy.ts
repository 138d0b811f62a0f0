/** A policy: how many levels are kept ready in each month, what they cost, how often they are too few, how much idles. */
import type { ServerCosts } from '../pricing/server-costs.js';
import { HOURS_PER_MONTH } from '../units.js';
import { cheapestCourse, type LevelCosts, type LevelMonth } from './commitments.js';
import type { MonthDemand } from './demand.js';
import type { Sizing } from './fleet.js';
import { deviationOf, NODES, probabilityAbove, quantile } from './normal.js';

export type PolicyName = 'peak' | 'mean' | 'planned';

export interface Outlook {
  readonly demand: readonly MonthDemand[];
  readonly sizing: Sizing;
  readonly costs: ServerCosts;
  coveredMonthsOf(level: number): number;
  readonly maxQueueProbability: number;
}

export interface PolicyMonth {
  readonly month: string;
  readonly levels: number;
  readonly committed: number;
  readonly onDemand: number;
  readonly spot: number;
  readonly cost: number;
  readonly costLow: number;
  readonly costHigh: number;
  readonly missProbability: number;
  readonly idleRatio: number;
  readonly byLevel: readonly LevelMonth[];
}

export interface PolicyResult {
  readonly name: PolicyName;
  readonly months: readonly PolicyMonth[];
  readonly costs: ServerCosts;
}

/**
 * planned: each month as many levels as keep the probability of a queue at the peak within the limit, scaled with the hours
 * of the day. peak and mean: one number of levels all the time, for the highest high and for the mean load.
 */
export function runPolicy(name: PolicyName, outlook: Outlook): PolicyResult {
  const { demand, sizing, costs } = outlook;
  const deviations = demand.map(deviationOf);
  const z = quantile(1 - outlook.maxQueueProbability);
  const isConstant = name !== 'planned';
  const constantLoad =
    name === 'peak'
      ? Math.max(...demand.map((d) => d.high))
      : (demand.reduce((sum, d) => sum + d.expected, 0) / Math.max(1, demand.length)) * sizing.meanRatio;
  const levels = demand.map((d, m) =>
    sizing.levelsFor(isConstant ? constantLoad : d.expected + z * (deviations[m] ?? 0)),
  );
  const most = Math.max(0, ...levels);
  const flexible = flexibleOf(costs);
  const levelCosts: LevelCosts = {
    hourly: flexible.hourly,
    fixedMonthly: costs.flexibleMonthly,
    commitments: costs.commitments.map(({ termMonths, monthly }) => ({ termMonths, monthly })),
  };
  const perLevel = sizing.serversPerLevel;

  // Expected hours of each level and month over the distribution of the month's demand; constant fleets always run.
  const hoursAt = (level: number, load: number) => (isConstant ? HOURS_PER_MONTH : sizing.hoursOf(level, load));
  const expectedHours = (level: number, m: number) => {
    const mean = demand[m]?.expected ?? 0;
    const deviation = deviations[m] ?? 0;
    if (isConstant || deviation === 0) return hoursAt(level, mean);
    let hours = 0;
    for (const { z: node, weight } of NODES) hours += weight * hoursAt(level, Math.max(0, mean + node * deviation));
    return hours;
  };
  const courses: { readonly hours: readonly number[]; readonly months: readonly LevelMonth[] }[] = [];
  for (let level = 0; level < most; level++) {
    const isRented = levels.map((count) => level < count);
    const hours = demand.map((_, m) => (isRented[m] === true ? expectedHours(level, m) : 0));
    const { months } = cheapestCourse(levelCosts, hours, isRented, outlook.coveredMonthsOf(level));
    courses.push({ hours, months });
  }

  return {
    name,
    costs,
    months: demand.map((d, m) => {
      let committed = 0;
      let flexibleLevels = 0;
      let cost = 0;
      let paidHours = 0;
      let [flexLow, flexHigh, flexExpected] = [0, 0, 0];
      for (let level = 0; level < most; level++) {
        const course = courses[level];
        const state = course?.months[m];
        if (course === undefined || state === undefined) continue;
        if (state.kind === 'committed' || (state.kind === 'covered' && level < (levels[m] ?? 0))) {
          committed++;
          paidHours += HOURS_PER_MONTH;
        } else if (state.kind === 'flexible') {
          flexibleLevels++;
          const hours = course.hours[m] ?? 0;
          paidHours += hours;
          flexExpected += hours;
          flexLow += hoursAt(level, d.low);
          flexHigh += hoursAt(level, d.high);
        }
        cost += state.cost * perLevel;
      }
      cost += costs.planMonthly;
      const swing = (hours: number) =>
        flexible.hourly === Number.POSITIVE_INFINITY ? 0 : (hours - flexExpected) * flexible.hourly * perLevel;
      const count = committed + flexibleLevels;
      const used = expectation(d, deviations[m] ?? 0, (load) => Math.min(sizing.usedHours(load), paidHours));
      return {
        month: d.month,
        levels: count,
        committed,
        onDemand: flexible.isSpot ? 0 : flexibleLevels,
        spot: flexible.isSpot ? flexibleLevels : 0,
        cost,
        costLow: cost + Math.min(0, swing(flexLow)),
        costHigh: cost + Math.max(0, swing(flexHigh)),
        missProbability: probabilityAbove(sizing.carriedBy(count), d.expected, deviations[m] ?? 0),
        idleRatio: paidHours > 0 ? 1 - used / paidHours : 0,
        byLevel: courses.flatMap((course) => course.months[m] ?? []),
      };
    }),
  };
}

/** The cheaper of on demand and spot; Infinity when neither has a price. */
function flexibleOf(costs: ServerCosts): { readonly hourly: number; readonly isSpot: boolean } {
  const onDemand = Number.isNaN(costs.onDemandHourly) ? Number.POSITIVE_INFINITY : costs.onDemandHourly;
  const spot = Number.isNaN(costs.spotHourly) ? Number.POSITIVE_INFINITY : costs.spotHourly;
  return spot < onDemand ? { hourly: spot, isSpot: true } : { hourly: onDemand, isSpot: false };
}

function expectation(d: MonthDemand, deviation: number, of: (load: number) => number): number {
  if (deviation === 0) return of(d.expected);
  let sum = 0;
  for (const { z, weight } of NODES) sum += weight * of(Math.max(0, d.expected + z * deviation));
  return sum;
}
