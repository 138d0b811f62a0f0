/** "When must we grow, and what do we commit to?" */
import type { CapacityPlanReply, CapacityPlanRequest } from '../engine/capacity/schemas.js';
import { type Planning, planningContext } from './planning.js';
import { asking } from './question-problem.js';

export type PlanCapacity = (request: CapacityPlanRequest) => Promise<CapacityPlanReply>;

export function planCapacity(planning: Planning): PlanCapacity {
  return (request) =>
    asking(() => planning.engine.planCapacity(planning.reader.current().catalogue, request, planningContext(planning)));
}
