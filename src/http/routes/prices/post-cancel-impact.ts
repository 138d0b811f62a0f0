/** POST /price-sheets/{id}/impacts/{impact}/cancel: stop reckoning an impact. */
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { ImpactParams, PriceImpactJob } from '../../wire/price-impact.js';

export function postCancelImpact(app: App, { impacts }: UseCases): void {
  app.post(
    '/price-sheets/:id/impacts/:impact/cancel',
    {
      schema: {
        operationId: 'cancelPriceImpact',
        tags: ['prices'],
        summary: 'Stop an impact',
        description: 'It stops before its next question. One that is over stays as it is.',
        params: ImpactParams,
        response: { 200: PriceImpactJob },
        problems: ['not-found'],
      },
    },
    async (request) => impacts.cancel(actorOf(request), request.params.id, request.params.impact),
  );
}
