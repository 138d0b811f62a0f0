/** GET /price-sheets/{id}/impacts: what was reckoned for a draft. */
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { PriceImpactJobList } from '../../wire/price-impact.js';
import { SheetParams } from '../../wire/price-sheets.js';

export function getImpacts(app: App, { impacts }: UseCases): void {
  app.get(
    '/price-sheets/:id/impacts',
    {
      schema: {
        operationId: 'listPriceImpacts',
        tags: ['prices'],
        summary: 'Impacts of a sheet',
        description: 'The last hundred of your tenant, newest first, with progress and report.',
        params: SheetParams,
        response: { 200: PriceImpactJobList },
        problems: ['not-found', 'database-unavailable'],
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { items: await impacts.list(actorOf(request), request.params.id) };
    },
  );
}
