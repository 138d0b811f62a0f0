/** The total order of candidates, and the choice of the plans shown. */

import type { ScoreContext } from '../scoring/dimension.js';
import { totalScore } from '../scoring/index.js';
import type { Weights } from '../workload/scenario.js';
import type { PricedCandidate } from './field.js';

export interface Scored {
  readonly candidate: PricedCandidate;
  readonly score: number;
}

/**
 * Total order: priced before unpriced; score (higher first); then monthly cost, servers, time metric, provider, type,
 * region, layout. The order of the catalogue never decides.
 */
export function compareScored(a: Scored, b: Scored): number {
  if (a.candidate.isPriced !== b.candidate.isPriced) return a.candidate.isPriced ? -1 : 1;
  if (a.score !== b.score) return b.score - a.score;
  return compareCandidates(a.candidate, b.candidate);
}

/** Ties of the score: what a buyer would look at next, then the names. */
export function compareCandidates(a: PricedCandidate, b: PricedCandidate): number {
  return (
    compareNumbers(a.cost.monthly, b.cost.monthly) ||
    a.servers - b.servers ||
    compareNumbers(a.option.timeMetric ?? Number.NaN, b.option.timeMetric ?? Number.NaN) ||
    compareText(a.offer.provider.id, b.offer.provider.id) ||
    compareText(a.offer.type.id, b.offer.type.id) ||
    compareText(a.offer.region.id, b.offer.region.id) ||
    a.option.parallelism.tensor - b.option.parallelism.tensor ||
    a.option.parallelism.pipeline - b.option.parallelism.pipeline ||
    a.option.parallelism.expert - b.option.parallelism.expert ||
    a.option.parallelism.data - b.option.parallelism.data
  );
}

/** Scores all candidates, keeps the best layout of each offer, and sorts. */
export function rankCandidates(
  candidates: readonly PricedCandidate[],
  weights: Weights,
  context: ScoreContext,
): readonly Scored[] {
  const bestByOffer = new Map<number, Scored>();
  for (const candidate of candidates) {
    const scored = { candidate, score: totalScore(candidate, weights, context) };
    const best = bestByOffer.get(candidate.offer.index);
    if (best === undefined || compareScored(scored, best) < 0) bestByOffer.set(candidate.offer.index, scored);
  }
  return [...bestByOffer.values()].sort(compareScored);
}

/** The first `limit` plans; with `distinct` no two share both provider and family. */
export function choosePlans(ranked: readonly Scored[], limit: number, distinct: boolean): readonly Scored[] {
  if (!distinct) return ranked.slice(0, limit);
  const seen = new Set<string>();
  const chosen: Scored[] = [];
  for (const scored of ranked) {
    const key = `${scored.candidate.offer.provider.id}/${scored.candidate.offer.family.id}`;
    if (seen.has(key)) continue;
    seen.add(key);
    chosen.push(scored);
    if (chosen.length === limit) break;
  }
  return chosen;
}

/** Unknown (NaN) sorts last. */
function compareNumbers(a: number, b: number): number {
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  if (Number.isNaN(b)) return -1;
  return a - b;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
