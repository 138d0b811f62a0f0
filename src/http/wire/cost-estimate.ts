/** The body of /cost-estimate: the question behind a plan has the shape of /recommend. */
import { type Static, Type } from 'typebox';
import { CostEstimateRequest } from '../../engine/pricing/schemas.js';
import { RecommendRequest } from '../../engine/question.js';

export const CostEstimateBody = Type.Object(
  { ...CostEstimateRequest.properties, request: Type.Optional(RecommendRequest) },
  {
    additionalProperties: false,
    $id: 'CostEstimateRequest',
    description: 'What will this cost? Exactly one of resources, alternatives, or planId with request.',
  },
);
export type CostEstimateBody = Static<typeof CostEstimateBody>;
