/**
 * The fleet as levels: level k is used in the hours in which more than k units are needed, so that the hours fall from level
 * to level. Servers are alike, so the cheapest bill decides each level by itself; the mix is a threshold (see mix.ts).
 */
import { HOURS_PER_MONTH } from '../units.js';
import { fullLoadHours, hoursAbove, type Load } from './load.js';
import { roundQuantity } from './money.js';
import type { FleetDemand } from './question.js';
import { addRun, coverRuns, equivalentHours, PLAIN_RULE, type RunRule } from './run-hours.js';

export interface Levels {
  /** Units at the busiest hour, spares included. */
  readonly count: number;
  /** Hours a month in which level k is needed; never rising. */
  readonly needed: Float64Array;
  /** Hours a month for which level k runs on demand: needed, and gaps that are cheaper bridged. */
  readonly running: Float64Array;
  /** Hours at the full hourly price that cost what level k's runs cost. */
  readonly weighted: Float64Array;
  /** Sums from level k to the last; one longer than `count`. */
  readonly runningFrom: Float64Array;
  readonly neededFrom: Float64Array;
  readonly steps: readonly {
    readonly fromHours: number;
    readonly payableRatio: number;
    readonly hoursFrom: Float64Array;
  }[];
  /** Hours a month in which at least one unit runs. */
  readonly activeHours: number;
  /** Unit-hours a month that the load really uses, partly used units counted by their use. */
  readonly usedUnitHours: number;
  /** Hours a month at the peak that do the month's work. */
  readonly workHours: number;
  /** Runs of a job that fall into a month, which may be a fraction of one. */
  readonly runs: number;
  readonly isUniform: boolean;
}

/** Slack of the rounding up of units: 3.0000000001 units are 3. */
const UNIT_SLACK = 1e-9;

export function levelsOf(
  load: Load,
  fleet: FleetDemand,
  runsPerMonth: number,
  termMonths: number,
  rule: RunRule,
): Levels {
  const peakFactor = fleet.runHours === null ? Math.max(1, ...load.growth) : 1;
  const unitsAtPeak = fleet.unitsAtPeak * (fleet.runHours === null && fleet.isElastic ? peakFactor : 1);
  const working = Math.max(1, Math.ceil(unitsAtPeak - UNIT_SLACK));
  const planned = working + fleet.spareUnits;
  let needed = new Float64Array(planned);
  let activeHours: number;
  let workHours: number;
  let runs = 1;

  if (fleet.runHours !== null) {
    const wanted = fleet.runHours * runsPerMonth;
    activeHours = Math.min(wanted, load.capHours);
    runs = wanted === 0 ? 0 : (activeHours / wanted) * runsPerMonth;
    workHours = activeHours;
    needed.fill(roundQuantity(activeHours));
  } else {
    activeHours = hoursAbove(load, 0);
    workHours = fullLoadHours(load);
    for (let k = 0; k < planned; k++) {
      const unit = k - fleet.spareUnits;
      const hours =
        !fleet.isElastic || unit <= 0 ? activeHours : hoursAbove(load, (unit + UNIT_SLACK) / fleet.unitsAtPeak);
      needed[k] = roundQuantity(hours);
    }
  }
  activeHours = roundQuantity(activeHours);
  // A series that never reaches its peak needs fewer units.
  let count = planned;
  while (count > 1 && needed[count - 1] === 0) count--;
  needed = needed.subarray(0, count);

  const running = new Float64Array(needed);
  const weighted = new Float64Array(needed);
  const stepHours = rule.steps.map(() => new Float64Array(count));
  const isPlain =
    rule === PLAIN_RULE || (rule.steps.length === 1 && rule.incrementHours <= 1 && rule.minimumHours <= 1);
  for (let k = 0; k < count; k++) {
    const hours = needed[k] ?? 0;
    if (fleet.runHours === null && isPlain) {
      const first = stepHours[0];
      if (first !== undefined) first[k] = hours;
      continue;
    }
    const previous = k > 0 && needed[k - 1] === hours;
    if (previous) {
      running[k] = running[k - 1] ?? 0;
      weighted[k] = weighted[k - 1] ?? 0;
      for (const step of stepHours) step[k] = step[k - 1] ?? 0;
      continue;
    }
    const one = runsOfLevel(load, fleet, k, hours, runs, termMonths, rule);
    running[k] = roundQuantity(one.running);
    weighted[k] = one.byStep.reduce((sum, h, s) => sum + roundQuantity(h) * (rule.steps[s]?.payableRatio ?? 1), 0);
    one.byStep.forEach((h, s) => {
      const step = stepHours[s];
      if (step !== undefined) step[k] = roundQuantity(h);
    });
  }

  return {
    count,
    needed,
    running,
    weighted,
    runningFrom: sumsFrom(running),
    neededFrom: sumsFrom(needed),
    steps: rule.steps.map((step, s) => ({ ...step, hoursFrom: sumsFrom(stepHours[s] ?? new Float64Array(count)) })),
    activeHours,
    usedUnitHours: fleet.unitsAtPeak * workHours,
    workHours,
    runs,
    isUniform: needed[0] === needed[count - 1],
  };
}

/** Billed and running hours a month of one level that is not billed plainly by the hour. */
function runsOfLevel(
  load: Load,
  fleet: FleetDemand,
  level: number,
  hours: number,
  runs: number,
  termMonths: number,
  rule: RunRule,
): { running: number; byStep: Float64Array } {
  const byStep = new Float64Array(rule.steps.length);
  if (fleet.runHours !== null) {
    addRun(rule, fleet.runHours, runs, byStep);
    return { running: sum(byStep), byStep };
  }
  const endless = HOURS_PER_MONTH * termMonths;
  const endlessWeighted = equivalentHours(rule, endless) / termMonths;
  const never = () => {
    addRun(rule, endless, 1 / termMonths, byStep);
    return { running: HOURS_PER_MONTH, byStep };
  };
  if (load.isFlat || load.growth.length > 1) {
    // Nothing is known of the hours of the day: released every day, unless keeping it is cheaper.
    if (hours >= HOURS_PER_MONTH - UNIT_SLACK) {
      addRun(rule, hours * termMonths, 1 / termMonths, byStep);
      return { running: hours, byStep };
    }
    if (endlessWeighted < hours) return never();
    byStep[0] = hours;
    return { running: hours, byStep };
  }
  const unit = level - fleet.spareUnits;
  const threshold = !fleet.isElastic || unit <= 0 ? 0 : (unit + UNIT_SLACK) / fleet.unitsAtPeak;
  const busy = Array.from(load.series, (ratio) => ratio > threshold);
  const cover = coverRuns(rule, busy, endlessWeighted / load.hoursPerElement);
  if (cover.isNeverReleased) return never();
  for (const run of cover.runs) addRun(rule, run, load.hoursPerElement, byStep);
  // The cap on hours keeps the busiest ones; runs are cut in proportion.
  const total = sum(byStep);
  const busyHours = busy.filter(Boolean).length * load.hoursPerElement;
  if (busyHours > hours && busyHours > 0)
    for (let s = 0; s < byStep.length; s++) byStep[s] = ((byStep[s] ?? 0) * hours) / busyHours;
  return { running: busyHours > hours && busyHours > 0 ? (total * hours) / busyHours : total, byStep };
}

function sum(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

function sumsFrom(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let k = values.length - 1; k >= 0; k--) sums[k] = roundQuantity((sums[k + 1] ?? 0) + (values[k] ?? 0));
  return sums;
}
