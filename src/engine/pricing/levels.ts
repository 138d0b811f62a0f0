/**
 * The fleet as levels: level k is used in the hours in which more than k units are needed, so that the hours fall from level
 * to level. Levels with the same hours stand together as a block, so that a fleet of a hundred thousand servers under a daily
 * load is two dozen numbers. Servers are alike, so the cheapest bill decides each level by itself; the mix is a threshold
 * (see mix.ts).
 */
import { HOURS_PER_MONTH } from '../units.js';
import { fullLoadHours, hoursAbove, type Load, nextAbove } from './load.js';
import { roundQuantity } from './money.js';
import type { FleetDemand } from './question.js';
import { addRun, coverRuns, equivalentHours, PLAIN_RULE, type RunRule } from './run-hours.js';

export interface Levels {
  /** Units at the busiest hour, spares included. */
  readonly count: number;
  /** First level of each block, and `count` at the end. */
  readonly starts: readonly number[];
  /** Hours a month in which a level of the block is needed; falling. */
  readonly needed: readonly number[];
  /** Hours a month for which it runs on demand: needed, and gaps that are cheaper bridged. */
  readonly running: readonly number[];
  /** Hours at the full hourly price that cost what its runs cost. */
  readonly weighted: readonly number[];
  /** Sums over all levels from the block to the last; one longer than the blocks. */
  readonly runningFrom: readonly number[];
  readonly neededFrom: readonly number[];
  /** By step of the hourly price: hours of a level of the block, and the sums from it. */
  readonly steps: readonly LevelStep[];
  /** Hours a month in which at least one unit runs. */
  readonly activeHours: number;
  /** Unit-hours a month that the load really uses, partly used units counted by their use. */
  readonly usedUnitHours: number;
  /** Hours a month at the peak that do the month's work. */
  readonly workHours: number;
  /** Runs of a job that fall into a month, which may be a fraction of one. */
  readonly runs: number;
}

export interface LevelStep {
  readonly fromHours: number;
  readonly payableRatio: number;
  readonly hours: readonly number[];
  readonly hoursFrom: readonly number[];
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
  const work =
    fleet.runHours === null ? serviceBlocks(load, fleet) : jobBlocks(load, fleet, fleet.runHours, runsPerMonth);
  const { starts, needed, activeHours, workHours, runs } = work;
  const neededFrom = sumsFrom(needed, starts);
  const made = (
    running: readonly number[],
    weighted: readonly number[],
    runningFrom: readonly number[],
    steps: readonly LevelStep[],
  ): Levels => ({
    count: starts[needed.length] ?? 0,
    starts,
    needed,
    running,
    weighted,
    runningFrom,
    neededFrom,
    steps,
    activeHours,
    usedUnitHours: fleet.unitsAtPeak * workHours,
    workHours,
    runs,
  });
  const isPlain =
    rule === PLAIN_RULE ||
    (fleet.runHours === null && rule.steps.length === 1 && rule.incrementHours <= 1 && rule.minimumHours <= 1);
  if (isPlain)
    return made(needed, needed, neededFrom, [
      { fromHours: 0, payableRatio: rule.steps[0]?.payableRatio ?? 1, hours: needed, hoursFrom: neededFrom },
    ]);

  const ofBlocks = needed.map((hours, b) =>
    runsOfLevel(load, fleet, starts[b] ?? 0, hours, work.runs, termMonths, rule),
  );
  const running = ofBlocks.map((one) => roundQuantity(one.running));
  const steps = rule.steps.map((step, s) => {
    const hours = ofBlocks.map((one) => roundQuantity(one.byStep[s] ?? 0));
    return { ...step, hours, hoursFrom: sumsFrom(hours, starts) };
  });
  const weighted = needed.map((_, b) => steps.reduce((sum, step) => sum + (step.hours[b] ?? 0) * step.payableRatio, 0));
  return made(running, weighted, sumsFrom(running, starts), steps);
}

type Work = Pick<Levels, 'starts' | 'needed' | 'activeHours' | 'workHours' | 'runs'>;

/** A job runs on all its servers; more runs than fit into the month's hours spread over months. */
function jobBlocks(load: Load, fleet: FleetDemand, runHours: number, runsPerMonth: number): Work {
  const growth = load.growth.reduce((sum, factor) => sum + factor, 0) / load.growth.length;
  const runsWanted = runsPerMonth * growth;
  const wanted = runHours * runsWanted;
  const activeHours = roundQuantity(Math.min(wanted, load.capHours));
  const count = Math.max(1, Math.ceil(fleet.unitsAtPeak - UNIT_SLACK)) + fleet.spareUnits;
  return {
    starts: [0, count],
    needed: [activeHours],
    activeHours,
    workHours: activeHours,
    runs: wanted === 0 ? 0 : (activeHours / wanted) * runsWanted,
  };
}

function serviceBlocks(load: Load, fleet: FleetDemand): Work {
  const peakFactor = fleet.isElastic ? Math.max(1, ...load.growth) : 1;
  const working = Math.max(1, Math.ceil(fleet.unitsAtPeak * peakFactor - UNIT_SLACK));
  const activeHours = roundQuantity(hoursAbove(load, 0));
  const starts = [0];
  const needed: number[] = [];
  const put = (hours: number, end: number) => {
    if (hours === needed.at(-1)) starts[starts.length - 1] = end;
    else {
      needed.push(hours);
      starts.push(end);
    }
  };
  if (!fleet.isElastic) put(activeHours, working + fleet.spareUnits);
  else {
    // Spares and the first unit run in every hour with load.
    put(activeHours, fleet.spareUnits + 1);
    for (let unit = 1; unit < working; ) {
      const ratio = (unit + UNIT_SLACK) / fleet.unitsAtPeak;
      const hours = roundQuantity(hoursAbove(load, ratio));
      // A series that never reaches its peak needs fewer units.
      if (hours === 0) break;
      const next = Math.min(
        working,
        Math.max(unit + 1, Math.ceil(nextAbove(load, ratio) * fleet.unitsAtPeak - UNIT_SLACK)),
      );
      put(hours, fleet.spareUnits + next);
      unit = next;
    }
  }
  return {
    starts,
    needed,
    activeHours,
    workHours: fullLoadHours(load),
    runs: 1,
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
): { running: number; byStep: number[] } {
  const byStep = rule.steps.map(() => 0);
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
  const isCut = busyHours > hours && busyHours > 0;
  if (isCut) for (let s = 0; s < byStep.length; s++) byStep[s] = ((byStep[s] ?? 0) * hours) / busyHours;
  return { running: isCut ? (total * hours) / busyHours : total, byStep };
}

function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

function sumsFrom(values: readonly number[], starts: readonly number[]): readonly number[] {
  const sums: number[] = new Array(values.length + 1).fill(0);
  for (let b = values.length - 1; b >= 0; b--) {
    const width = (starts[b + 1] ?? 0) - (starts[b] ?? 0);
    sums[b] = roundQuantity((sums[b + 1] ?? 0) + (values[b] ?? 0) * width);
  }
  return sums;
}
