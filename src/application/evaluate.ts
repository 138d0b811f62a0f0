/** "Will it run on exactly this, and how well?" */
import type { Static } from 'typebox';
import type { EvaluateReplySchema } from '../engine/answer.js';
import type { EvaluateRequest } from '../engine/evaluate.js';
import type { Planning } from './planning.js';
import { asking } from './question-problem.js';

export type EvaluateReply = Static<typeof EvaluateReplySchema>;
export type Evaluate = (request: EvaluateRequest) => Promise<EvaluateReply>;

export function evaluate({ engine, reader }: Planning): Evaluate {
  return (request) => asking(() => engine.evaluate(reader.current().catalogue, request));
}
