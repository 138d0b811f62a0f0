/** "Will it run on exactly this, and how well?" */
import type { Static } from 'typebox';
import type { EvaluateReplySchema } from '../engine/answer.js';
import type { EvaluateRequest } from '../engine/evaluate.js';
import { type Asker, type Planning, planningContext } from './planning.js';
import { asking } from './question-problem.js';

export type EvaluateReply = Static<typeof EvaluateReplySchema>;
export type Evaluate = (request: EvaluateRequest, asker?: Asker) => Promise<EvaluateReply>;

export function evaluate(planning: Planning): Evaluate {
  return (request, asker) =>
    asking(() =>
      planning.engine.evaluate(planning.reader.current().catalogue, request, planningContext(planning, asker)),
    );
}
