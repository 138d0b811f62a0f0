/** Many questions, answered one after the other in their order: each line stands for itself. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecommendReply } from '../engine/answer.js';
import type { RecommendRequest } from '../engine/question.js';
import { Problem } from './problems.js';
import type { Recommend } from './recommend.js';

export interface BatchQuestion {
  readonly id: string | null;
  /** A request of the right shape, or why it has none. */
  readonly request: RecommendRequest | Problem;
}

export interface BatchAnswer {
  readonly id: string | null;
  readonly reply: RecommendReply | Problem;
}

export type RecommendBatch = (questions: AsyncIterable<BatchQuestion>) => AsyncIterable<BatchAnswer>;

/** Pulls a question only when its answer is wanted; between two of them other requests get their turn. */
export function recommendBatch(recommend: Recommend): RecommendBatch {
  return async function* answers(questions) {
    for await (const { id, request } of questions) {
      yield { id, reply: request instanceof Problem ? request : await answer(recommend, request) };
      await nextTurn();
    }
  };
}

async function answer(recommend: Recommend, request: RecommendRequest): Promise<RecommendReply | Problem> {
  try {
    return await recommend(request);
  } catch (error) {
    return error instanceof Problem ? error : new Problem('internal', { cause: error });
  }
}
