/**
 * Rate of one run on some cards: measured with as many cards where it was, else one card's rate × cards × efficiency.
 * Rates are in the code's own unit; a run's work divided by it is its time.
 */
import type { Accelerator } from '../../catalogue/accelerator.js';
import type { Evidence } from '../../units.js';
import { type Reference, transferAll } from '../reference/transfer.js';
import { type CodeFacts, codePromise } from './codes.js';
import type { HpcReferences } from './hpc-references.js';
import { type Links, SIGMA_PER_DOUBLING, scalingEfficiency } from './scaling.js';

export interface RunReference extends Reference {
  /** Cards of the measurement. */
  readonly cards: number;
  /** ln of the rate of all of them together. */
  readonly lnTotal: number;
}

export interface RunQuery {
  readonly code: CodeFacts;
  readonly references: readonly RunReference[];
  readonly fitted: HpcReferences;
}

export interface RunRate {
  readonly lnRate: number;
  readonly sigma: number;
  readonly evidence: Evidence;
  readonly nearest: Reference;
  readonly efficiency: number;
}

/** Step between counts of cards within one server, when a reference used another count. */
const SIGMA_MEASURED_SCALING = 0.03;

/** Efficiency of the case at that many cards, measured on another card. */
const SIGMA_SEEN_SCALING = 0.08;

/** Mean efficiency of the same case at so many cards of a server, over the cards that were measured at one and at many. */
function measuredEfficiency(references: readonly RunReference[], total: number): number | null {
  let sum = 0;
  let count = 0;
  for (const many of references) {
    if (many.cards !== total) continue;
    const one = references.find((r) => r.cards === 1 && r.accelerator.id === many.accelerator.id);
    if (one === undefined) continue;
    sum += many.lnTotal - one.lnTotal - Math.log(total);
    count += 1;
  }
  return count === 0 ? null : Math.min(1, Math.exp(sum / count));
}

/** Rate of one whole card. */
export function cardRate(query: RunQuery, card: Accelerator): Omit<RunRate, 'efficiency'> | null {
  return transferAll(query.references, card, 'fp32', {
    promise: codePromise(query.code),
    offsets: query.fitted.offsets[query.code.kind],
  });
}

/** Rate of a run on `cards` cards in each of `servers` servers. */
export function runRate(
  query: RunQuery,
  card: Accelerator,
  one: Omit<RunRate, 'efficiency'>,
  cards: number,
  servers: number,
  links: Links,
): RunRate {
  const total = cards * servers;
  const law = scalingEfficiency(query.code, cards, servers, links);
  const seen = total > 1 && servers === 1 ? measuredEfficiency(query.references, total) : null;
  const efficiency = seen ?? law;
  if (total > 1 && servers === 1) {
    const same = query.references.filter((r) => r.cards === total && r.accelerator.id === card.id);
    const measured = same[0];
    if (measured !== undefined) {
      const lnRate = same.reduce((sum, r) => sum + r.lnTotal, 0) / same.length;
      return {
        lnRate,
        sigma: Math.hypot(measured.sigma, SIGMA_MEASURED_SCALING),
        evidence: 'measured',
        nearest: measured,
        efficiency: Math.exp(lnRate - one.lnRate) / total,
      };
    }
  }
  return {
    lnRate: one.lnRate + Math.log(total * efficiency),
    sigma:
      total === 1
        ? one.sigma
        : Math.hypot(one.sigma, seen === null ? SIGMA_PER_DOUBLING * Math.log2(total) : SIGMA_SEEN_SCALING),
    evidence: total === 1 ? one.evidence : one.evidence === 'measured' ? 'interpolated' : one.evidence,
    nearest: one.nearest,
    efficiency,
  };
}
