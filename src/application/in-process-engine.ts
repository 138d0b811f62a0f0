/** The engine in this very thread. A pool of workers would implement the same port. */
import { planCapacity } from '../engine/capacity/index.js';
import type { LinearSolver } from '../engine/fleet/solver.js';
import { consolidate, evaluate, recommend } from '../engine/index.js';
import { estimateCost } from '../engine/pricing/estimate.js';
import type { RecommendRequest } from '../engine/question.js';
import { QuestionError } from '../engine/question-error.js';
import { findCapacityBasis } from '../engine/recommend.js';
import type { Engine } from './ports.js';

/** `solver` answers mixed fleets; without one such a question is refused. */
export function inProcessEngine(solver: LinearSolver | null = null): Engine {
  return {
    recommend: (catalogue, request, context) => recommend(catalogue, request, { ...context, solver }),
    evaluate,
    consolidate,
    planCapacity: (catalogue, request, context) =>
      planCapacity(catalogue, request, context, (question) => findCapacityBasis(catalogue, question, context)),
    estimateCost: (catalogue, request, context) =>
      estimateCost(catalogue, request, {
        ...context,
        recommend: (question: RecommendRequest) =>
          within('/request', () => recommend(catalogue, question, { ...context, solver })),
      }),
  };
}

/** Faults of a question that stands inside another one are told where they stand. */
function within<T>(pointer: string, ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof QuestionError)) throw error;
    throw new QuestionError(error.faults.map((fault) => ({ ...fault, pointer: `${pointer}${fault.pointer}` })));
  }
}
