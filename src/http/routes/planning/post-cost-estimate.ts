/** POST /cost-estimate: what will this cost? */
import type { UseCases } from '../../../application/use-cases.js';
import { localise } from '../../../engine/finding.js';
import { CostEstimateReply } from '../../../engine/pricing/schemas.js';
import type { App } from '../../app-types.js';
import { CostEstimateBody } from '../../wire/cost-estimate.js';
import { writtenExamples } from '../../wire/examples.js';

export function postCostEstimate(app: App, { estimateCost }: UseCases): void {
  app.post(
    '/cost-estimate',
    {
      schema: {
        operationId: 'estimateCost',
        tags: ['planning'],
        summary: 'What will this cost?',
        description:
          'The bill of named servers with their disks and traffic, of a plan of /recommend, or of several alternatives side by side; with the best billing mix. Lines sum to the total exactly; what has no price is named, never taken for zero.',
        body: CostEstimateBody,
        response: { 200: CostEstimateReply },
        examples: writtenExamples('estimateCost'),
        problems: ['unanswerable-question'],
      },
    },
    async (request) => localise(await estimateCost(request.body, request.caller), request.language),
  );
}
