/** The registry of the six dimensions, and the score card. */
import type { Dimensions } from '../answer.js';
import type { DimensionId, Weights } from '../workload/scenario.js';
import { ACCELERATION_STACK } from './acceleration-stack.js';
import { BILLING } from './billing.js';
import { COST_OPTIMISATION } from './cost-optimisation.js';
import type { Candidate, Dimension, ScoreContext } from './dimension.js';
import { GPU_SPEC } from './gpu-spec.js';
import { INSTANCE_TYPE } from './instance-type.js';
import { NETWORK_STORAGE } from './network-storage.js';

export const DIMENSIONS: readonly Dimension[] = [
  GPU_SPEC,
  INSTANCE_TYPE,
  BILLING,
  COST_OPTIMISATION,
  ACCELERATION_STACK,
  NETWORK_STORAGE,
];

/** Scores and weights are shown with six decimals; the total is worked out from the shown ones, so that the card sums. */
const shown = (value: number) => Math.round(value * 1e6) / 1e6;

/** Score = Σ weight × dimension, to 4 decimals. */
export function totalScore(candidate: Candidate, weights: Weights, context: ScoreContext): number {
  let total = 0;
  for (const dimension of DIMENSIONS)
    total += shown(weights[dimension.id]) * shown(dimension.score(candidate, context));
  return Math.round(total * 1e4) / 1e4;
}

/** Dimensions that a layout of an offer has in its hand; the others are the offer's. */
const LAYOUT_DIMENSIONS: readonly Dimension[] = [GPU_SPEC, COST_OPTIMISATION];

/** The part of the score that layouts of one offer differ in for a reason, to 4 decimals. */
export function layoutScore(candidate: Candidate, weights: Weights, context: ScoreContext): number {
  let total = 0;
  for (const dimension of LAYOUT_DIMENSIONS) total += weights[dimension.id] * dimension.score(candidate, context);
  return Math.round(total * 1e4) / 1e4;
}

/** The score card with its reasons. */
export function scoreCard(candidate: Candidate, weights: Weights, context: ScoreContext): Dimensions {
  const card: Partial<Dimensions> = {};
  for (const dimension of DIMENSIONS) {
    card[dimension.id] = {
      score: shown(dimension.score(candidate, context)),
      weight: shown(weights[dimension.id]),
      because: [...dimension.because(candidate, context)],
    };
  }
  return card as Dimensions;
}

/** The dimension with the lowest score; the first in registry order on a tie. */
export function weakestDimension(card: Dimensions): DimensionId {
  let weakest: DimensionId = 'gpuSpec';
  for (const { id } of DIMENSIONS) if (card[id].score < card[weakest].score) weakest = id;
  return weakest;
}
