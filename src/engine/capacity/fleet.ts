/** From demand to servers: units for a load, hours of each level, what a fleet carries. */
import type { FleetDemand } from '../pricing/index.js';
import { fullLoadHours, hoursAbove, type Load } from '../pricing/load.js';
import { HOURS_PER_MONTH } from '../units.js';

export interface Sizing {
  /** Servers of one level. */
  readonly serversPerLevel: number;
  /** Levels that a peak load needs, spares included; 0 for no load. */
  levelsFor(load: number): number;
  /** Peak load that so many levels carry within the goals. */
  carriedBy(levels: number): number;
  /** Hours a month in which level k is needed when the month's peak is `load`. */
  hoursOf(level: number, load: number): number;
  /** Level-hours a month that are really used. */
  usedHours(load: number): number;
  /** Mean load over peak load while the fleet runs. */
  readonly meanRatio: number;
}

const SLACK = 1e-9;

/** `peakLoad`: the load for which `fleet.unitsAtPeak` was sized; null for jobs, whose load is runs a month. */
export function sizingOf(fleet: FleetDemand, peakLoad: number | null, load: Load): Sizing {
  if (fleet.runHours !== null || peakLoad === null) return jobSizing(fleet);
  const unitsPerLoad = fleet.unitsAtPeak / peakLoad;
  const spare = fleet.spareUnits;
  const active = hoursAbove(load, 0);
  return {
    serversPerLevel: fleet.serversPerUnit,
    levelsFor: (value) => (value <= 0 ? 0 : Math.max(1, Math.ceil(value * unitsPerLoad - SLACK)) + spare),
    carriedBy: (levels) => Math.max(0, levels - spare) / unitsPerLoad,
    hoursOf: (level, value) => {
      const units = value * unitsPerLoad;
      if (units <= 0) return 0;
      const unit = level - spare;
      if (unit <= 0) return active;
      if (unit >= units - SLACK) return 0;
      return fleet.isElastic ? hoursAbove(load, (unit + SLACK) / units) : active;
    },
    usedHours: (value) => value * unitsPerLoad * fullLoadHours(load),
    meanRatio: active > 0 ? fullLoadHours(load) / active : 1,
  };
}

/** Levels above which a plan works in larger steps; the rounding is below a twentieth of a percent. */
export const MOST_LEVELS = 2000;

/** The same fleet in steps of `width` levels, so that the work of a plan stays bounded whatever the demand. */
export function coarsened(sizing: Sizing, width: number): Sizing {
  if (width <= 1) return sizing;
  return {
    serversPerLevel: sizing.serversPerLevel * width,
    levelsFor: (value) => Math.ceil(sizing.levelsFor(value) / width),
    carriedBy: (levels) => sizing.carriedBy(levels * width),
    hoursOf: (level, value) => sizing.hoursOf(level * width + Math.floor(width / 2), value),
    usedHours: (value) => sizing.usedHours(value) / width,
    meanRatio: sizing.meanRatio,
  };
}

/** Jobs: a level is a whole fleet for the job; it carries as many runs as fit into a month one after another. */
function jobSizing(fleet: FleetDemand): Sizing {
  const runsPerLevel = HOURS_PER_MONTH / (fleet.runHours ?? HOURS_PER_MONTH);
  return {
    serversPerLevel: fleet.serversPerUnit * (Math.max(1, Math.ceil(fleet.unitsAtPeak - SLACK)) + fleet.spareUnits),
    levelsFor: (runs) => (runs <= 0 ? 0 : Math.max(1, Math.ceil(runs / runsPerLevel - SLACK))),
    carriedBy: (levels) => levels * runsPerLevel,
    hoursOf: (level, runs) => HOURS_PER_MONTH * Math.min(1, Math.max(0, runs / runsPerLevel - level)),
    usedHours: (runs) => (runs / runsPerLevel) * HOURS_PER_MONTH,
    meanRatio: 1,
  };
}
