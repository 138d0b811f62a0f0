/**
 * The cheapest split of a fleet over billing modes.
 *
 * Servers are alike, so the hours can be dealt out as levels: level k runs in the hours in which more than k units are
 * needed. A commitment costs the same however much it is used; on demand and spot cost by the hour, and the hours fall from
 * level to level. So the optimum is a threshold: the levels used for more than the break-even hours are committed, those
 * above them flexible. Limits on spot choose the levels where spot saves most. Proved equal to brute force in the tests.
 */
import type { BillingMode } from '../catalogue/provider.js';
import { type Charge, sumRates } from './charge.js';
import type { Levels } from './levels.js';
import type { CommittedTariff, Tariff } from './tariff.js';

/** Charges that come with each server, and their rates. */
export interface ServerExtras {
  readonly onDemand: readonly Charge[];
  readonly committed: readonly Charge[];
}

/** Part of the fleet that is billed alike. */
export interface Segment {
  readonly billingMode: BillingMode;
  readonly termMonths: number | null;
  readonly commitment: CommittedTariff | null;
  /** Servers of this part at the peak. */
  readonly servers: number;
  /** The same, less those that are paid for already. */
  readonly serverMonths: number;
  /** Server-hours a month that run (on spot: with what interruptions cost). */
  readonly serverHours: number;
  /** Server-hours by step of the hourly price; null = all in one. */
  readonly stepHours: readonly number[] | null;
  /** Server-hours a month that the load needs of this part. */
  readonly neededHours: number;
  readonly charges: readonly Charge[];
  readonly extras: readonly Charge[];
}

export interface MixLimits {
  readonly allowOnDemand: boolean;
  readonly allowSpot: boolean;
  readonly allowCommitted: boolean;
  /** Largest share of the units on spot. */
  readonly maxSpotRatio: number;
  readonly spotOverheadRatio: number;
  readonly serversPerUnit: number;
  /** Units that are paid for already, and the share of the term for which they are. */
  readonly coveredUnits: number;
  readonly coveredRatio: number;
}

const NO_SEGMENTS: readonly Segment[] = Object.freeze([]);

/** The cheapest segments; empty when no allowed mode has a price. `commitment` overrides the cheapest one (for comparison). */
export function cheapestMix(
  tariff: Tariff,
  extras: ServerExtras,
  levels: Levels,
  limits: MixLimits,
  commitment: CommittedTariff | null = limits.allowCommitted ? (tariff.committed[0] ?? null) : null,
): readonly Segment[] {
  const onDemand = limits.allowOnDemand ? tariff.onDemand : null;
  const spot = limits.allowSpot && limits.maxSpotRatio > 0 ? tariff.spot : null;
  if (onDemand === null && spot === null && commitment === null) return NO_SEGMENTS;

  const hourlyExtras = rateOf(extras.onDemand, 'server-hour');
  const fixedExtras = rateOf(extras.onDemand, 'server-month');
  const spotFactor = 1 + limits.spotOverheadRatio;
  const committedCost =
    commitment === null ? Number.POSITIVE_INFINITY : commitment.monthly + sumRates(extras.committed);
  const onDemandCost = (k: number) =>
    onDemand === null
      ? Number.POSITIVE_INFINITY
      : tariff.onDemandHourly * (levels.weighted[k] ?? 0) + hourlyExtras * (levels.running[k] ?? 0) + fixedExtras;
  const spotCost = (k: number) =>
    spot === null
      ? Number.POSITIVE_INFINITY
      : (tariff.spotHourly + hourlyExtras) * spotFactor * (levels.needed[k] ?? 0) + fixedExtras;

  // One flexible mode everywhere and nothing paid for already: the threshold alone.
  const isSpotCapped = spot !== null && limits.maxSpotRatio < 1;
  if ((onDemand === null || spot === null) && !isSpotCapped && limits.coveredUnits === 0) {
    const flexCost = spot === null ? onDemandCost : spotCost;
    const committedUnits = threshold(levels, (k) => flexCost(k) > committedCost);
    const parts: Segment[] = [];
    if (committedUnits > 0 && commitment !== null)
      parts.push(
        committedSegment(
          commitment,
          extras,
          limits,
          committedUnits,
          committedUnits,
          neededBetween(levels, 0, committedUnits),
        ),
      );
    if (committedUnits < levels.count) {
      if (spot !== null) parts.push(spotSegment(spot, extras, limits, levels, committedUnits, spotFactor));
      else if (onDemand !== null) parts.push(onDemandTail(onDemand, extras, limits, levels, committedUnits));
    }
    return parts;
  }
  return byLevel();

  /** Level by level, with weights for what is paid for already. */
  function byLevel(): readonly Segment[] {
    const count = levels.count;
    const mode = new Uint8Array(count);
    const gains: { level: number; gain: number }[] = [];
    for (let k = 0; k < count; k++) {
      const flexible = onDemandCost(k);
      const other = Math.min(flexible, committedCost);
      const gain = other - spotCost(k);
      mode[k] = flexible <= committedCost ? ON_DEMAND : COMMITTED;
      if (spot === null) continue;
      if (gain > 0) {
        if (isSpotCapped) gains.push({ level: k, gain: Number.isFinite(gain) ? gain * weightOf(k) : gain });
        else mode[k] = SPOT;
      }
    }
    if (isSpotCapped) {
      const cap = Math.floor(limits.maxSpotRatio * count + 1e-9);
      gains.sort((a, b) => b.gain - a.gain || b.level - a.level);
      for (const { level } of gains.slice(0, cap)) mode[level] = SPOT;
      // Without another mode the rest has no price.
      for (let k = 0; k < count; k++) if (mode[k] === ON_DEMAND && onDemand === null) return NO_SEGMENTS;
    }
    const parts: Segment[] = [];
    for (const wanted of [COMMITTED, ON_DEMAND, SPOT]) {
      let units = 0;
      let unitMonths = 0;
      let needed = 0;
      let running = 0;
      const steps = levels.steps.map(() => 0);
      for (let k = 0; k < count; k++) {
        if (mode[k] !== wanted) continue;
        const weight = weightOf(k);
        units++;
        unitMonths += weight;
        needed += levels.needed[k] ?? 0;
        running += (wanted === SPOT ? (levels.needed[k] ?? 0) * spotFactor : (levels.running[k] ?? 0)) * weight;
        for (let s = 0; s < steps.length; s++) {
          const from = levels.steps[s]?.hoursFrom;
          steps[s] = (steps[s] ?? 0) + ((from?.[k] ?? 0) - (from?.[k + 1] ?? 0)) * weight;
        }
      }
      if (units === 0) continue;
      if (wanted === COMMITTED && commitment !== null)
        parts.push(committedSegment(commitment, extras, limits, units, unitMonths, needed));
      else if (wanted === ON_DEMAND && onDemand !== null)
        parts.push(
          hourlySegment(
            'on-demand',
            onDemand,
            extras,
            limits,
            units,
            unitMonths,
            needed,
            running,
            steps.length > 1 || steps[0] !== running ? steps : null,
          ),
        );
      else if (wanted === SPOT && spot !== null)
        parts.push(hourlySegment('spot', spot, extras, limits, units, unitMonths, needed, running, null));
    }
    return parts;
  }

  function weightOf(k: number): number {
    const covered = Math.min(1, Math.max(0, limits.coveredUnits - k));
    return 1 - covered * limits.coveredRatio;
  }
}

const ON_DEMAND = 0;
const COMMITTED = 1;
const SPOT = 2;

/** Levels at the bottom for which the predicate holds; it never holds again once it fails. */
function threshold(levels: Levels, holds: (level: number) => boolean): number {
  if (!holds(0)) return 0;
  if (levels.isUniform || holds(levels.count - 1)) return levels.count;
  let low = 1;
  let high = levels.count - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function neededBetween(levels: Levels, from: number, to: number): number {
  return (levels.neededFrom[from] ?? 0) - (levels.neededFrom[to] ?? 0);
}

function committedSegment(
  commitment: CommittedTariff,
  extras: ServerExtras,
  limits: MixLimits,
  units: number,
  unitMonths: number,
  neededHours: number,
): Segment {
  return {
    billingMode: commitment.billingMode,
    termMonths: commitment.termMonths,
    commitment,
    servers: units * limits.serversPerUnit,
    serverMonths: unitMonths * limits.serversPerUnit,
    serverHours: 0,
    stepHours: null,
    neededHours: neededHours * limits.serversPerUnit,
    charges: commitment.charges,
    extras: extras.committed,
  };
}

function onDemandTail(
  charges: readonly Charge[],
  extras: ServerExtras,
  limits: MixLimits,
  levels: Levels,
  from: number,
): Segment {
  const units = levels.count - from;
  const running = levels.runningFrom[from] ?? 0;
  const isPlain = levels.steps.length === 1 && levels.steps[0]?.hoursFrom[from] === running;
  const steps = isPlain ? null : levels.steps.map((step) => step.hoursFrom[from] ?? 0);
  return hourlySegment(
    'on-demand',
    charges,
    extras,
    limits,
    units,
    units,
    levels.neededFrom[from] ?? 0,
    running,
    steps,
  );
}

function spotSegment(
  charges: readonly Charge[],
  extras: ServerExtras,
  limits: MixLimits,
  levels: Levels,
  from: number,
  spotFactor: number,
): Segment {
  const units = levels.count - from;
  const needed = levels.neededFrom[from] ?? 0;
  return hourlySegment('spot', charges, extras, limits, units, units, needed, needed * spotFactor, null);
}

function hourlySegment(
  billingMode: BillingMode,
  charges: readonly Charge[],
  extras: ServerExtras,
  limits: MixLimits,
  units: number,
  unitMonths: number,
  needed: number,
  running: number,
  steps: readonly number[] | null,
): Segment {
  const perUnit = limits.serversPerUnit;
  return {
    billingMode,
    termMonths: null,
    commitment: null,
    servers: units * perUnit,
    serverMonths: unitMonths * perUnit,
    serverHours: running * perUnit,
    stepHours: steps === null ? null : steps.map((hours) => hours * perUnit),
    neededHours: needed * perUnit,
    charges,
    extras: extras.onDemand,
  };
}

function rateOf(charges: readonly Charge[], basis: Charge['basis']): number {
  let sum = 0;
  for (const charge of charges) if (charge.basis === basis) sum += charge.quantity * charge.price * charge.ratio;
  return sum;
}

/** Hours a month above which a commitment of one server is cheaper than on demand; null = one of them has no price. */
export function breakEvenHours(
  tariff: Tariff,
  extras: ServerExtras,
  commitment: CommittedTariff | null,
): number | null {
  if (tariff.onDemand === null || commitment === null) return null;
  const hourly = tariff.onDemandHourly + rateOf(extras.onDemand, 'server-hour');
  const fixed = rateOf(extras.onDemand, 'server-month');
  return hourly > 0 ? Math.max(0, commitment.monthly + sumRates(extras.committed) - fixed) / hourly : null;
}
