/** "When must we grow, and what do we commit to?" */
import type { CapacityPlanReply, CapacityPlanRequest } from '../engine/capacity/schemas.js';
import { type Asker, type Planning, planningContext } from './planning.js';
import { asking } from './question-problem.js';

export type PlanCapacity = (request: CapacityPlanRequest, asker?: Asker) => Promise<CapacityPlanReply>;

export function planCapacity(planning: Planning): PlanCapacity {
  return (request, asker) =>
    asking(() =>
      planning.engine.planCapacity(planning.reader.current().catalogue, request, planningContext(planning, asker)),
    );
}
