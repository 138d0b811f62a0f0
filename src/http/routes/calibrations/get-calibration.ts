/** GET /calibrations/{id}: one load test of your tenant. */
import { calibrationEtag } from '../../../application/calibrations.js';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { CalibrationParams, StoredCalibration } from '../../wire/calibrations.js';

export function getCalibration(app: App, { readCalibration }: UseCases): void {
  app.get(
    '/calibrations/:id',
    {
      schema: {
        operationId: 'getCalibration',
        tags: ['evidence'],
        summary: 'Read one load test',
        description: 'As it was sent.',
        params: CalibrationParams,
        response: { 200: StoredCalibration },
        problems: ['not-found', 'database-unavailable'],
      },
    },
    async (request, reply) => {
      const { tenant: _, ...stored } = await readCalibration(actorOf(request), request.params.id);
      reply.header('etag', calibrationEtag(stored));
      return stored;
    },
  );
}
