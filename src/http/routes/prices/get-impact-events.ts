/** GET /price-sheets/{id}/impacts/{impact}/events: the same, told as it goes (server-sent events). */
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { EVENT_STREAM, eventStream, sendJobEvents } from '../../wire/job-events.js';
import { ImpactParams } from '../../wire/price-impact.js';

export function getImpactEvents(app: App, { impacts }: UseCases, isDraining: () => boolean): void {
  app.get(
    '/price-sheets/:id/impacts/:impact/events',
    {
      schema: {
        operationId: 'followPriceImpact',
        tags: ['prices'],
        summary: 'Follow an impact',
        description:
          'Server-sent events: `progress` whenever it has come further, `end` with its report; then it closes.',
        params: ImpactParams,
        produces: [EVENT_STREAM],
        response: { 200: eventStream('PriceImpactJob') },
        problems: ['not-found', 'database-unavailable'],
      },
    },
    (request, reply) => {
      const { id, impact } = request.params;
      return sendJobEvents(reply, () => impacts.read(actorOf(request), id, impact), isDraining);
    },
  );
}
