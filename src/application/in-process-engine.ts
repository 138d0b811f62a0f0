/** The engine in this very thread. A pool of workers would implement the same port. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { planCapacity } from '../engine/capacity/index.js';
import type { LinearSolver } from '../engine/fleet/solver.js';
import { consolidate, evaluate, recommend } from '../engine/index.js';
import { type DraftPrices, type OpenedDraft, openDraft } from '../engine/price-impact/draft-prices.js';
import { priceImpact } from '../engine/price-impact/impact.js';
import { estimateCost } from '../engine/pricing/estimate.js';
import type { RecommendRequest } from '../engine/question.js';
import { QuestionError } from '../engine/question-error.js';
import { findCapacityBasis } from '../engine/recommend.js';
import type { Engine, ImpactEngine } from './ports.js';

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

/** Others get their turn between two questions. */
export function inProcessImpactEngine(solver: LinearSolver | null = null): ImpactEngine {
  const opened = new WeakMap<DraftPrices, OpenedDraft>();
  return {
    async priceImpact(catalogue, draft, request, context) {
      await nextTurn();
      const known = opened.get(draft) ?? openDraft(catalogue, draft);
      opened.set(draft, known);
      return priceImpact(catalogue, known, request, { ...context, solver });
    },
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
