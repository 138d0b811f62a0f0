/** POST /price-sheets/{id}/impact: reckon what publishing would change, as a job. */
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { once, sendOnce } from '../../wire/actor.js';
import { ImpactQuery, impactAddress, PriceImpactJob } from '../../wire/price-impact.js';
import { SheetParams } from '../../wire/price-sheets.js';

export function postImpact(app: App, { impacts }: UseCases): void {
  app.post(
    '/price-sheets/:id/impact',
    {
      config: { idempotency: 'optional' },
      schema: {
        operationId: 'reckonPriceImpact',
        tags: ['prices'],
        summary: 'Reckon what publishing would change',
        description:
          'Starts a job and answers at once; `Location` is where it is followed, `…/events` tells it as it goes, `…/cancel` stops it. Its `report` is what `GET …/impact` answers. Few are under way at a time: more are refused with 503.',
        params: SheetParams,
        querystring: ImpactQuery,
        response: { 202: PriceImpactJob },
        problems: ['not-found', 'sheet-not-draft'],
      },
    },
    async (request, reply) =>
      sendOnce(
        reply,
        await impacts.start(
          request.params.id,
          request.query.questions,
          once(request, (head) => ({ status: 202, headers: { location: impactAddress(head) }, body: head })),
        ),
      ),
  );
}
