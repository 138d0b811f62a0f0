/** DELETE /calibrations/{id}: predictions lean on it no more. */
import { Type } from 'typebox';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { CalibrationParams } from '../../wire/calibrations.js';
import { ifMatch, MatchHeaders } from '../../wire/preconditions.js';

export function deleteCalibration(app: App, { retireCalibration }: UseCases): void {
  app.delete(
    '/calibrations/:id',
    {
      schema: {
        operationId: 'retireCalibration',
        tags: ['evidence'],
        summary: 'Take a load test back',
        description: 'Predictions are from then on as if it had never been sent; the audit trail keeps it.',
        params: CalibrationParams,
        headers: MatchHeaders,
        response: { 204: Type.Null({ description: 'Taken back.' }) },
        problems: ['not-found', 'precondition-failed', 'precondition-required'],
      },
    },
    async (request, reply) => {
      await retireCalibration(actorOf(request), { id: request.params.id, etags: ifMatch(request) });
      return reply.code(204).send(null);
    },
  );
}
