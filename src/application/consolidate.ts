/** "How many cards do these services need if they share?" */
import type { ConsolidateReply, ConsolidateRequest } from '../engine/sharing/schemas.js';
import { type Asker, type Planning, planningContext } from './planning.js';
import { asking } from './question-problem.js';

export type Consolidate = (request: ConsolidateRequest, asker?: Asker) => Promise<ConsolidateReply>;

export function consolidate(planning: Planning): Consolidate {
  return (request, asker) =>
    asking(() =>
      planning.engine.consolidate(planning.reader.current().catalogue, request, planningContext(planning, asker)),
    );
}
