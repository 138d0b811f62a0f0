/** "How many cards do these services need if they share?" */
import type { ConsolidateReply, ConsolidateRequest } from '../engine/sharing/schemas.js';
import { type Planning, planningContext } from './planning.js';
import { asking } from './question-problem.js';

export type Consolidate = (request: ConsolidateRequest) => Promise<ConsolidateReply>;

export function consolidate(planning: Planning): Consolidate {
  return (request) =>
    asking(() => planning.engine.consolidate(planning.reader.current().catalogue, request, planningContext(planning)));
}
