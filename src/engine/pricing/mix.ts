/**
 * The cheapest split of a fleet over billing modes.
 *
 * Servers are alike, so the hours can be dealt out as levels: level k runs in the hours in which more than k units are
 * needed. A commitment costs the same however much it is used; on demand and spot cost by the hour, and the hours fall from
 * level to level. So the optimum is a threshold: the levels used for more than the break-even hours are committed, those
 * above them flexible. Limits on spot choose the levels where spot saves most. Proved equal to brute force in the tests.
 */
import type { BillingMode } from '../catalogue/provider.js';
import type { Charge } from './charge.js';
import type { Levels } from './levels.js';
import type { Surroundings } from './surroundings.js';
import type { CommittedTariff, Tariff } from './tariff.js';

/** Charges that come with each server, and what they come to. */
export type ServerExtras = Pick<
  Surroundings,
  'onDemand' | 'committed' | 'onDemandHourly' | 'onDemandMonthly' | 'committedMonthly'
>;

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

/** What takes the parts of a mix as they are dealt: the bill makes segments of them, ranking adds up their money. */
export interface MixTaker {
  committed(commitment: CommittedTariff, units: number, unitMonths: number, neededHours: number): void;
  /** Hours are those of all units of the part; `stepHours` null = all at the full price. */
  hourly(
    billingMode: 'on-demand' | 'spot',
    charges: readonly Charge[],
    units: number,
    unitMonths: number,
    neededHours: number,
    runningHours: number,
    stepHours: readonly number[] | null,
  ): void;
}

/** The cheapest segments; empty when no allowed mode has a price. `commitment` overrides the cheapest one (for comparison). */
export function cheapestMix(
  tariff: Tariff,
  extras: ServerExtras,
  levels: Levels,
  limits: MixLimits,
  commitment?: CommittedTariff | null,
): readonly Segment[] {
  const parts: Segment[] = [];
  const { serversPerUnit } = limits;
  dealMix(
    tariff,
    extras,
    levels,
    limits,
    {
      committed: (of, units, unitMonths, needed) =>
        parts.push(committedSegment(of, extras, serversPerUnit, units, unitMonths, needed)),
      hourly: (mode, charges, units, unitMonths, needed, running, steps) =>
        parts.push(hourlySegment(mode, charges, extras, serversPerUnit, units, unitMonths, needed, running, steps)),
    },
    commitment,
  );
  return parts;
}

/** Deals the fleet out over the modes at least cost; nothing is handed over when no allowed mode has a price. */
export function dealMix(
  tariff: Tariff,
  extras: ServerExtras,
  levels: Levels,
  limits: MixLimits,
  taker: MixTaker,
  commitment: CommittedTariff | null = limits.allowCommitted ? (tariff.committed[0] ?? null) : null,
): void {
  const onDemand = limits.allowOnDemand ? tariff.onDemand : null;
  const spot = limits.allowSpot && limits.maxSpotRatio > 0 ? tariff.spot : null;
  if (onDemand === null && spot === null && commitment === null) return;

  const spotFactor = 1 + limits.spotOverheadRatio;
  const committedCost = commitment === null ? Number.POSITIVE_INFINITY : commitment.monthly + extras.committedMonthly;

  // One flexible mode everywhere and nothing paid for already: the threshold alone.
  const isSpotCapped = spot !== null && limits.maxSpotRatio < 1;
  if ((onDemand === null || spot === null) && !isSpotCapped && limits.coveredUnits === 0) {
    const blocks = levels.needed.length;
    const from =
      commitment === null
        ? 0
        : onDemand === null && spot === null
          ? blocks
          : committedBlocks(tariff, extras, levels, committedCost, spot === null ? null : spotFactor);
    const units = levels.starts[from] ?? 0;
    if (units > 0 && commitment !== null)
      taker.committed(commitment, units, units, (levels.neededFrom[0] ?? 0) - (levels.neededFrom[from] ?? 0));
    if (from < blocks) {
      if (spot !== null) dealSpotTail(spot, levels, from, spotFactor, taker);
      else if (onDemand !== null) dealOnDemandTail(onDemand, levels, from, taker);
    }
    return;
  }

  // Block by block, cut where what is paid for already ends, with weights for it.
  const pieces = cutAt(levels, limits.coveredUnits).map((piece): Piece => {
    const covered = Math.min(1, Math.max(0, limits.coveredUnits - piece.from));
    const onDemandMoney =
      onDemand === null ? Number.POSITIVE_INFINITY : onDemandCost(tariff, extras, levels, piece.block);
    const spotMoney =
      spot === null ? Number.POSITIVE_INFINITY : spotCost(tariff, extras, levels, piece.block, spotFactor);
    return {
      ...piece,
      weight: 1 - covered * limits.coveredRatio,
      mode: onDemandMoney <= committedCost ? 'on-demand' : 'committed',
      gain: Math.min(onDemandMoney, committedCost) - spotMoney,
    };
  });
  const dealt = isSpotCapped
    ? withSpotUpTo(pieces, Math.floor(limits.maxSpotRatio * levels.count + 1e-9))
    : pieces.map((piece): Piece => (spot !== null && piece.gain > 0 ? { ...piece, mode: 'spot' } : piece));
  // With a limit on spot and no other mode the rest has no price.
  if (dealt.some((piece) => piece.mode === 'on-demand') && onDemand === null) return;

  for (const mode of ['committed', 'on-demand', 'spot'] as const) {
    const mine = dealt.filter((piece) => piece.mode === mode);
    if (mine.length === 0) continue;
    const total = (of: (piece: Piece) => number) =>
      mine.reduce((sum, piece) => sum + of(piece) * (piece.to - piece.from), 0);
    const units = total(() => 1);
    const unitMonths = total((piece) => piece.weight);
    const needed = total((piece) => levels.needed[piece.block] ?? 0);
    if (mode === 'committed') {
      if (commitment !== null) taker.committed(commitment, units, unitMonths, needed);
    } else if (mode === 'on-demand') {
      const running = total((piece) => (levels.running[piece.block] ?? 0) * piece.weight);
      const steps = levels.steps.map((step) => total((piece) => (step.hours[piece.block] ?? 0) * piece.weight));
      const isPlain = steps.length === 1 && steps[0] === running;
      if (onDemand !== null)
        taker.hourly('on-demand', onDemand, units, unitMonths, needed, running, isPlain ? null : steps);
    } else if (spot !== null) {
      const running = total((piece) => (levels.needed[piece.block] ?? 0) * spotFactor * piece.weight);
      taker.hourly('spot', spot, units, unitMonths, needed, running, null);
    }
  }
}

/** Money a month of one server of a block on demand. */
function onDemandCost(tariff: Tariff, extras: ServerExtras, levels: Levels, block: number): number {
  return (
    tariff.onDemandHourly * (levels.weighted[block] ?? 0) +
    extras.onDemandHourly * (levels.running[block] ?? 0) +
    extras.onDemandMonthly
  );
}

/** The same on spot, with the hours that interruptions cost. */
function spotCost(tariff: Tariff, extras: ServerExtras, levels: Levels, block: number, spotFactor: number): number {
  return (
    (tariff.spotHourly + extras.onDemandHourly) * spotFactor * (levels.needed[block] ?? 0) + extras.onDemandMonthly
  );
}

/** Levels `from` to `to` of one block, billed alike. */
interface Piece {
  readonly block: number;
  readonly from: number;
  readonly to: number;
  /** Share of the term that is still to be paid. */
  readonly weight: number;
  readonly mode: 'on-demand' | 'committed' | 'spot';
  /** Money that spot saves on one level. */
  readonly gain: number;
}

/** The blocks, cut around the levels that are (or partly are) paid for already. */
function cutAt(levels: Levels, coveredUnits: number): readonly Pick<Piece, 'block' | 'from' | 'to'>[] {
  const edges = [Math.floor(coveredUnits), Math.ceil(coveredUnits)];
  const pieces: Pick<Piece, 'block' | 'from' | 'to'>[] = [];
  for (let block = 0; block < levels.needed.length; block++) {
    let from = levels.starts[block] ?? 0;
    const end = levels.starts[block + 1] ?? 0;
    for (const edge of edges) {
      if (edge > from && edge < end) {
        pieces.push({ block, from, to: edge });
        from = edge;
      }
    }
    if (from < end) pieces.push({ block, from, to: end });
  }
  return pieces;
}

/** Puts on spot the levels where it saves most, up to so many. */
function withSpotUpTo(pieces: readonly Piece[], units: number): readonly Piece[] {
  let left = units;
  const worth = (piece: Piece) => (Number.isFinite(piece.gain) ? piece.gain * piece.weight : piece.gain);
  return [...pieces]
    .sort((a, b) => worth(b) - worth(a) || b.from - a.from)
    .flatMap((piece): readonly Piece[] => {
      const taken = piece.gain > 0 ? Math.min(left, piece.to - piece.from) : 0;
      left -= taken;
      if (taken === 0) return [piece];
      const cut = piece.to - taken;
      const onSpot: Piece = { ...piece, from: cut, mode: 'spot' };
      return cut === piece.from ? [onSpot] : [{ ...piece, to: cut }, onSpot];
    });
}

/**
 * Blocks at the bottom that a commitment is cheaper for than on demand (`spotFactor` null) or spot. Hours fall from block to
 * block, so that it is never cheaper again once it is not.
 */
function committedBlocks(
  tariff: Tariff,
  extras: ServerExtras,
  levels: Levels,
  committedCost: number,
  spotFactor: number | null,
): number {
  let low = 0;
  let high = levels.needed.length;
  while (low < high) {
    // The lowest and the highest block first: most fleets are of one mode.
    const tried = low === 0 ? 0 : high === levels.needed.length ? high - 1 : (low + high) >>> 1;
    const flexible =
      spotFactor === null
        ? onDemandCost(tariff, extras, levels, tried)
        : spotCost(tariff, extras, levels, tried, spotFactor);
    if (flexible > committedCost) low = tried + 1;
    else high = tried;
  }
  return low;
}

function committedSegment(
  commitment: CommittedTariff,
  extras: ServerExtras,
  serversPerUnit: number,
  units: number,
  unitMonths: number,
  neededHours: number,
): Segment {
  return {
    billingMode: commitment.billingMode,
    termMonths: commitment.termMonths,
    commitment,
    servers: units * serversPerUnit,
    serverMonths: unitMonths * serversPerUnit,
    serverHours: 0,
    stepHours: null,
    neededHours: neededHours * serversPerUnit,
    charges: commitment.charges,
    extras: extras.committed,
  };
}

function dealOnDemandTail(charges: readonly Charge[], levels: Levels, from: number, taker: MixTaker): void {
  const units = levels.count - (levels.starts[from] ?? 0);
  const running = levels.runningFrom[from] ?? 0;
  const isPlain = levels.steps.length === 1 && levels.steps[0]?.hoursFrom[from] === running;
  const steps = isPlain ? null : levels.steps.map((step) => step.hoursFrom[from] ?? 0);
  taker.hourly('on-demand', charges, units, units, levels.neededFrom[from] ?? 0, running, steps);
}

function dealSpotTail(
  charges: readonly Charge[],
  levels: Levels,
  from: number,
  spotFactor: number,
  taker: MixTaker,
): void {
  const units = levels.count - (levels.starts[from] ?? 0);
  const needed = levels.neededFrom[from] ?? 0;
  taker.hourly('spot', charges, units, units, needed, needed * spotFactor, null);
}

function hourlySegment(
  billingMode: BillingMode,
  charges: readonly Charge[],
  extras: ServerExtras,
  perUnit: number,
  units: number,
  unitMonths: number,
  needed: number,
  running: number,
  steps: readonly number[] | null,
): Segment {
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

/** Hours a month above which a commitment of one server is cheaper than on demand; null = one of them has no price. */
export function breakEvenHours(
  tariff: Tariff,
  extras: ServerExtras,
  commitment: CommittedTariff | null,
): number | null {
  if (tariff.onDemand === null || commitment === null) return null;
  const hourly = tariff.onDemandHourly + extras.onDemandHourly;
  return hourly > 0
    ? Math.max(0, commitment.monthly + extras.committedMonthly - extras.onDemandMonthly) / hourly
    : null;
}
