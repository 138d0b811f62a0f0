/** GET /price-sheets/{id}/impacts/{impact}: one reckoning of an impact and how far it has come. */
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { ImpactParams, PriceImpactJob } from '../../wire/price-impact.js';

export function getImpactJob(app: App, { impacts }: UseCases): void {
  app.get(
    '/price-sheets/:id/impacts/:impact',
    {
      schema: {
        operationId: 'getPriceImpact',
        tags: ['prices'],
        summary: 'Progress or report of an impact',
        description: '`report` is null while it runs. One whose process went away is `interrupted`: ask again.',
        params: ImpactParams,
        response: { 200: PriceImpactJob },
        problems: ['not-found', 'database-unavailable'],
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return impacts.read(actorOf(request), request.params.id, request.params.impact);
    },
  );
}
