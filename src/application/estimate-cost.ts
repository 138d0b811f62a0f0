/** "What will this cost?" */
import type { CostEstimateReply, CostEstimateRequest } from '../engine/pricing/schemas.js';
import { type Planning, planningContext } from './planning.js';
import { asking } from './question-problem.js';

export type EstimateCost = (request: CostEstimateRequest) => Promise<CostEstimateReply>;

export function estimateCost(planning: Planning): EstimateCost {
  return (request) =>
    asking(() => planning.engine.estimateCost(planning.reader.current().catalogue, request, planningContext(planning)));
}
