/** Interval widths out of left-out errors: conformal, by how near the rows that were not left out are. */
import { cellsOf, type IntervalKind, type SigmaTable } from '../../../src/engine/sizing/inference/evidence.js';
import type { Score } from './scores.js';

/** 80 % of a normal lie within this many standard deviations. */
const Z_80 = 1.2816;
const COVERED = 0.8;
/** Fewer rows than this don't make a width of their own. */
const FEWEST = 40;
const KINDS: readonly IntervalKind[] = ['first', 'later', 'rate', 'prefill'];

/**
 * Standard deviations whose 80 % interval held four of five left-out errors of a cell. All splits are pooled: a row counts once
 * for each way to leave it out, and its nearness says what was left. Bursts, which measure a queue, speak for crowded services
 * alone; held-out sweeps for nothing, so that the report can say how they do.
 */
export function sigmasOf(scores: readonly Score[]): SigmaTable {
  const widths = (kind: IntervalKind): Record<string, number> => {
    const errors = new Map<string, number[]>();
    for (const s of scores) {
      const isStray = s.row.row.task === 'llm-burst' && s.nearness.group !== 'burst';
      if (s.isHeldOut || s.kind !== kind || isStray) continue;
      for (const cell of cellsOf(s.nearness)) errors.set(cell, [...(errors.get(cell) ?? []), Math.abs(s.on)]);
    }
    const cells = [...errors].filter(([cell, of]) => of.length >= FEWEST || cell.startsWith('any'));
    cells.sort((a, b) => (a[0] < b[0] ? -1 : 1));
    return Object.fromEntries(cells.map(([cell, of]) => [cell, roundedUp(quantile(of) / Z_80)]));
  };
  return Object.fromEntries(KINDS.map((kind) => [kind, widths(kind)])) as Record<IntervalKind, Record<string, number>>;
}

/** Widths in steps of half a percent, upwards. */
function roundedUp(sigma: number): number {
  return Number((Math.ceil(sigma / 0.005) * 0.005).toFixed(3));
}

/** The smallest error that four of five, and one more, do not exceed. */
function quantile(errors: readonly number[]): number {
  const sorted = [...errors].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length + 1) * COVERED) - 1)] ?? Number.NaN;
}
