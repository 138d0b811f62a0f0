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

/** Repeated runs of one case on as many of the same cards. */
const SIGMA_SAME_COUNT = 0.08;

/**
 * The case on this very card with so many cards: measured, straight in logarithms between two counts, or from the nearest count
 * by the scaling law. null = never measured with several of them.
 */
function measuredCurve(
  query: RunQuery,
  card: Accelerator,
  total: number,
  servers: number,
  links: Links,
): Omit<RunRate, 'efficiency'> | null {
  const counts = new Map<number, { sum: number; count: number; first: RunReference }>();
  for (const r of query.references) {
    if (r.accelerator.id !== card.id) continue;
    const entry = counts.get(r.cards) ?? { sum: 0, count: 0, first: r };
    counts.set(r.cards, { sum: entry.sum + r.lnTotal, count: entry.count + 1, first: entry.first });
  }
  const points = [...counts.entries()]
    .map(([cards, { sum, count, first }]) => ({ cards, lnTotal: sum / count, first }))
    .sort((a, b) => a.cards - b.cards);
  if (!points.some((p) => p.cards > 1)) return null;
  const exact = points.find((p) => p.cards === total);
  if (exact !== undefined) {
    return {
      lnRate: exact.lnTotal,
      sigma: SIGMA_SAME_COUNT,
      evidence: 'measured',
      nearest: exact.first,
    };
  }
  const below = [...points].reverse().find((p) => p.cards < total);
  const above = points.find((p) => p.cards > total);
  if (below !== undefined && above !== undefined) {
    const share = Math.log(total / below.cards) / Math.log(above.cards / below.cards);
    return {
      lnRate: below.lnTotal + (above.lnTotal - below.lnTotal) * share,
      sigma: SIGMA_SEEN_SCALING,
      evidence: 'interpolated',
      nearest: below.first,
    };
  }
  const end = below ?? above;
  if (end === undefined) return null;
  // Beyond the measured counts the law goes on from the last of them.
  const law = (cards: number) =>
    Math.log(cards * scalingEfficiency(query.code, Math.max(1, cards / servers), servers, links));
  return {
    lnRate: end.lnTotal + law(total) - law(end.cards),
    sigma: Math.hypot(
      SIGMA_SAME_COUNT,
      SIGMA_PER_DOUBLING[query.code.scaling] * Math.abs(Math.log2(total / end.cards)),
    ),
    evidence: 'interpolated',
    nearest: end.first,
  };
}

/** Efficiency of the case at that many cards, measured on another card, a doubling. */
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
  const curve =
    total > 1 && (servers === 1 || links.hasRdma) ? measuredCurve(query, card, total, servers, links) : null;
  if (curve !== null) {
    return { ...curve, efficiency: Math.exp(curve.lnRate - one.lnRate) / total };
  }
  return {
    lnRate: one.lnRate + Math.log(total * efficiency),
    sigma:
      total === 1
        ? one.sigma
        : Math.hypot(
            one.sigma,
            (seen === null ? SIGMA_PER_DOUBLING[query.code.scaling] : SIGMA_SEEN_SCALING) * Math.log2(total),
          ),
    evidence: total === 1 ? one.evidence : one.evidence === 'measured' ? 'interpolated' : one.evidence,
    nearest: one.nearest,
    efficiency,
  };
}
