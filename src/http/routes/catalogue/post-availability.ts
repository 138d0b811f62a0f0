/** POST /catalogue/availability: set the sale status by region or zone, one row or thousands. */
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { once, sendOnce } from '../../wire/actor.js';
import { AvailabilityResult, AvailabilityRows } from '../../wire/availability.js';

export function postAvailability(app: App, { setAvailability }: UseCases): void {
  app.post(
    '/catalogue/availability',
    {
      config: { idempotency: 'optional' },
      schema: {
        operationId: 'setAvailability',
        tags: ['catalogue'],
        summary: 'Set where types are sold',
        description: 'Creates or replaces rows, all or none. A row without zone (`null`) speaks for the whole region.',
        body: AvailabilityRows,
        response: { 200: AvailabilityResult },
        problems: ['invalid-catalogue-entry'],
      },
    },
    async (request, reply) =>
      sendOnce(
        reply,
        await setAvailability(
          request.body.rows,
          once(request, (body) => ({ status: 200, headers: {}, body })),
        ),
      ),
  );
}
