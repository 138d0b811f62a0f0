/** "What should we rent for this workload?" */
import type { RecommendReply } from '../engine/answer.js';
import type { RecommendRequest } from '../engine/question.js';
import { type Asker, type Planning, planningContext } from './planning.js';
import { asking } from './question-problem.js';

export type Recommend = (request: RecommendRequest, asker?: Asker) => Promise<RecommendReply>;

export function recommend(planning: Planning): Recommend {
  return (request, asker) =>
    asking(() =>
      planning.engine.recommend(planning.reader.current().catalogue, request, planningContext(planning, asker)),
    );
}
