/** "What will this cost?" */
import type { CostEstimateReply, CostEstimateRequest } from '../engine/pricing/schemas.js';
import { type Asker, type Planning, planningContext } from './planning.js';
import { asking } from './question-problem.js';

export type EstimateCost = (request: CostEstimateRequest, asker?: Asker) => Promise<CostEstimateReply>;

export function estimateCost(planning: Planning): EstimateCost {
  return (request, asker) =>
    asking(() =>
      planning.engine.estimateCost(planning.reader.current().catalogue, request, planningContext(planning, asker)),
    );
}
