/** GET /price-sheets/{id}/impact: what publishing would change. */
import { Type } from 'typebox';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { PriceImpact } from '../../wire/price-impact.js';
import { SheetParams } from '../../wire/price-sheets.js';

export function getImpact(app: App, { impactOfPrices }: UseCases): void {
  app.get(
    '/price-sheets/:id/impact',
    {
      schema: {
        operationId: 'impactOfPriceSheet',
        tags: ['prices'],
        summary: 'What would publishing change?',
        description:
          'Answers the last recorded questions of your tenant (all tenants’ for the operator) and one of each scenario twice: with the prices as they are, and with the draft in place of the version that it supersedes. Shows those whose best plan or cost changes, the largest change first.',
        params: SheetParams,
        querystring: Type.Object(
          {
            questions: Type.Integer({ minimum: 0, maximum: 200, default: 50, description: 'Most recorded questions.' }),
          },
          { additionalProperties: false, required: [] },
        ),
        response: { 200: PriceImpact },
        problems: ['not-found', 'sheet-not-draft', 'database-unavailable'],
      },
    },
    async (request) => impactOfPrices(actorOf(request), request.params.id, request.query.questions),
  );
}
