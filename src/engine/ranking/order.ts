/** The total order of candidates, and the choice of the plans shown. */

import type { Candidate, ScoreContext } from '../scoring/dimension.js';
import { layoutScore, totalScore } from '../scoring/index.js';
import type { Parallelism, Weights } from '../workload/scenario.js';
import { type PricedCandidate, pricingClass } from './candidate.js';
import type { CandidateTable, Site } from './candidate-table.js';

export interface Scored {
  readonly candidate: PricedCandidate;
  readonly score: number;
}

/**
 * Total order: priced before partly priced before unpriced; score (higher first); then monthly cost, servers, time metric,
 * provider, type, region, layout. The order of the catalogue never decides.
 */
export function compareScored(a: Scored, b: Scored): number {
  const { cost } = a.candidate;
  const other = b.candidate.cost;
  const known = pricingClass(cost.monthly, cost.knownMonthly) - pricingClass(other.monthly, other.knownMonthly);
  if (known !== 0) return known;
  if (a.score !== b.score) return b.score - a.score;
  return compareCandidates(a.candidate, b.candidate);
}

/** Ties of the score: what a buyer would look at next, then the names. */
export function compareCandidates(a: PricedCandidate, b: PricedCandidate): number {
  return (
    compareRentals(a, a.cost.knownMonthly, b, b.cost.knownMonthly) ||
    compareText(a.offer.provider.id, b.offer.provider.id) ||
    compareText(a.offer.type.id, b.offer.type.id) ||
    compareText(a.offer.region.id, b.offer.region.id) ||
    compareParallelism(a.option.parallelism, b.option.parallelism)
  );
}

type Rented = Pick<PricedCandidate, 'option' | 'servers'>;

function compareRentals(a: Rented, aMonthly: number, b: Rented, bMonthly: number): number {
  return (
    compareNumbers(aMonthly, bMonthly) ||
    a.servers - b.servers ||
    compareNumbers(a.option.timeMetric ?? Number.NaN, b.option.timeMetric ?? Number.NaN)
  );
}

function compareParallelism(a: Parallelism, b: Parallelism): number {
  return a.tensor - b.tensor || a.pipeline - b.pipeline || a.expert - b.expert || a.data - b.data;
}

/** Scores all candidates, keeps the best layout of each offer, and sorts. */
export function rankCandidates(table: CandidateTable, weights: Weights, context: ScoreContext): readonly Scored[] {
  return table.sites.map((site) => bestOf(table, site, weights, context)).sort(compareScored);
}

function bestOf(table: CandidateTable, site: Site, weights: Weights, context: ScoreContext): Scored {
  const { offer, shape, pricedModes, features, first, end } = site;
  // One object that goes from row to row: dimensions look at a candidate and keep nothing of it. Layouts are compared as if none
  // had idle time: what a faster layout leaves free is no fault of it, and what lies fallow for good is in its cost.
  const { option, servers } = table.rental(site, first);
  const looked: { -readonly [K in keyof Candidate]: Candidate[K] } = {
    offer,
    shape,
    option,
    servers,
    unitCost: Number.NaN,
    hasUnpricedParts: false,
    idleRatio: 0,
    pricedModes,
    features,
  };
  let best = first;
  let bestScore = Number.NaN;
  for (let row = first; row < end; row++) {
    const rental = table.rental(site, row);
    looked.option = rental.option;
    looked.servers = rental.servers;
    looked.unitCost = table.unitCost(row);
    const score = layoutScore(looked, weights, context);
    if (row === first || isAhead(table, site, row, score, best, bestScore)) {
      best = row;
      bestScore = score;
    }
  }
  const candidate = table.candidate(site, best);
  return { candidate, score: totalScore(candidate, weights, context) };
}

/** Whether a row stands before another one of its offer. */
function isAhead(table: CandidateTable, site: Site, row: number, score: number, other: number, otherScore: number) {
  const known = table.pricing(row) - table.pricing(other);
  if (known !== 0) return known < 0;
  if (score !== otherScore) return score > otherScore;
  const a = table.rental(site, row);
  const b = table.rental(site, other);
  return (
    (compareRentals(a, table.knownMonthly(row), b, table.knownMonthly(other)) ||
      compareParallelism(a.option.parallelism, b.option.parallelism)) < 0
  );
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
