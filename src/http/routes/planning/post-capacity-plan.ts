/** POST /capacity-plan: when must we grow, and what do we commit to? */
import type { UseCases } from '../../../application/use-cases.js';
import { CapacityPlanReply, CapacityPlanRequest } from '../../../engine/capacity/schemas.js';
import { localise } from '../../../engine/finding.js';
import type { App } from '../../app-types.js';
import { capacityExamples } from '../../wire/examples.js';

export function postCapacityPlan(app: App, { planCapacity }: UseCases): void {
  app.post(
    '/capacity-plan',
    {
      schema: {
        operationId: 'planCapacity',
        tags: ['planning'],
        summary: 'When must we grow, and what do we commit to?',
        description:
          'Demand over months, from history, growth or your own forecast, to servers, commitments, cost and the risk of not carrying the peak; three policies side by side.',
        body: CapacityPlanRequest,
        response: { 200: CapacityPlanReply },
        examples: capacityExamples(),
        problems: ['unanswerable-question'],
      },
    },
    async (request) => localise(await planCapacity(request.body, request.caller), request.language),
  );
}
