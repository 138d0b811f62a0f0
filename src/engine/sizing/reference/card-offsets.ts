/**
 * What datasheets don't say: how far a card, and its architecture, stays above or below its promise for one kind of job,
 * learned from all workloads that were measured on it.
 *
 * ln(rate) = workload level + datasheet promise + architecture offset + card offset + rest. Fitted by backfitting with
 * shrinkage, so that one row moves an offset little and an unmeasured card takes its architecture's, else none. Cells
 * (workload × card) count once, however many rows a vendor published.
 */
import type { Accelerator } from '../../catalogue/accelerator.js';
import type { CardPromise } from './resources.js';

/** One measured speed: ln of units of work per second of one whole card. */
export interface Observation {
  /** Workload with everything that must be equal for two cards to be comparable. */
  readonly group: string;
  readonly accelerator: Accelerator;
  /** What the promise needs to know besides the card: the precision, or how the job runs. */
  readonly mode: string;
  readonly lnRate: number;
}

export interface CardOffset {
  /** Correction of ln(rate), card and architecture together. */
  readonly value: number;
  /** Cells that the card itself was measured in. */
  readonly cells: number;
  readonly isArchitectureKnown: boolean;
}

export interface CardOffsets {
  of(card: Accelerator): CardOffset;
  /** Standard deviation of the rest, in ln units. */
  readonly restSigma: number;
}

/** Cells that count as much as the datasheet's word: an offset of n cells is kept to n / (n + this). */
const CARD_SHRINKAGE = 1;
const ARCHITECTURE_SHRINKAGE = 1.5;
const ROUNDS = 30;
/** Offsets are bounded: no card is credibly a factor of e^1 away from its datasheet for a whole kind of job. */
const MAX_OFFSET = 1;

/** Architecture without the die's binning, e.g. `Ampere GA102`. */
export function architectureOf(card: Accelerator): string {
  return card.architecture ?? `unknown:${card.id}`;
}

interface Cell {
  readonly group: string;
  readonly card: string;
  readonly architecture: string;
  /** ln(rate) − promise. */
  readonly gap: number;
}

/** Fits the offsets; deterministic, independent of the order of the observations up to rounding. */
export function fitCardOffsets(observations: readonly Observation[], promise: CardPromise): CardOffsets {
  const cells = toCells(observations, promise);
  const levels = new Map<string, number>();
  const architectures = new Map<string, number>();
  const cards = new Map<string, number>();
  const at = (map: ReadonlyMap<string, number>, key: string) => map.get(key) ?? 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    shrunkMeans(
      cells,
      (c) => c.group,
      (c) => c.gap - at(architectures, c.architecture) - at(cards, c.card),
      0,
      levels,
    );
    shrunkMeans(
      cells,
      (c) => c.architecture,
      (c) => c.gap - at(levels, c.group) - at(cards, c.card),
      ARCHITECTURE_SHRINKAGE,
      architectures,
    );
    shrunkMeans(
      cells,
      (c) => c.card,
      (c) => c.gap - at(levels, c.group) - at(architectures, c.architecture),
      CARD_SHRINKAGE,
      cards,
    );
  }
  const counts = new Map<string, number>();
  let squares = 0;
  for (const c of cells) {
    counts.set(c.card, (counts.get(c.card) ?? 0) + 1);
    squares += (c.gap - at(levels, c.group) - at(architectures, c.architecture) - at(cards, c.card)) ** 2;
  }
  return {
    of(card) {
      const architecture = architectureOf(card);
      const value = at(architectures, architecture) + at(cards, card.id);
      return {
        value: Math.max(-MAX_OFFSET, Math.min(MAX_OFFSET, value)),
        cells: counts.get(card.id) ?? 0,
        isArchitectureKnown: architectures.has(architecture),
      };
    },
    restSigma: cells.length === 0 ? 0 : Math.sqrt(squares / cells.length),
  };
}

/** Means the rows of a cell, in a stable order. Cells of workloads measured on one card only teach nothing. */
function toCells(observations: readonly Observation[], promise: CardPromise): Cell[] {
  const sums = new Map<string, { group: string; card: Accelerator; sum: number; count: number }>();
  const cardsOfGroup = new Map<string, Set<string>>();
  for (const o of observations) {
    const promised = promise(o.accelerator, o.mode);
    if (promised === null) continue;
    const key = `${o.group}\u0000${o.accelerator.id}`;
    const cell = sums.get(key) ?? { group: o.group, card: o.accelerator, sum: 0, count: 0 };
    cell.sum += o.lnRate - promised;
    cell.count += 1;
    sums.set(key, cell);
    const cards = cardsOfGroup.get(o.group) ?? new Set();
    cards.add(o.accelerator.id);
    cardsOfGroup.set(o.group, cards);
  }
  return [...sums.entries()]
    .filter(([, cell]) => (cardsOfGroup.get(cell.group)?.size ?? 0) > 1)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, cell]) => ({
      group: cell.group,
      card: cell.card.id,
      architecture: architectureOf(cell.card),
      gap: cell.sum / cell.count,
    }));
}

/** Sets `into[key]` to sum / (count + shrinkage) of each key's residuals. */
function shrunkMeans(
  cells: readonly Cell[],
  key: (cell: Cell) => string,
  residual: (cell: Cell) => number,
  shrinkage: number,
  into: Map<string, number>,
): void {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const cell of cells) {
    const k = key(cell);
    const entry = sums.get(k) ?? { sum: 0, count: 0 };
    entry.sum += residual(cell);
    entry.count += 1;
    sums.set(k, entry);
  }
  for (const [k, { sum, count }] of sums) into.set(k, sum / (count + shrinkage));
}
