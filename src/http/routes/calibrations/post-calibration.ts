/** POST /calibrations: a load test of yours corrects what is predicted for you. */
import { calibrationEtag } from '../../../application/calibrations.js';
import type { UseCases } from '../../../application/use-cases.js';
import { Calibration } from '../../../engine/calibration/calibration.js';
import type { App } from '../../app-types.js';
import { once, sendOnce } from '../../wire/actor.js';
import { RecordedCalibration } from '../../wire/calibrations.js';
import { writtenExamples } from '../../wire/examples.js';

export function postCalibration(app: App, { recordCalibration }: UseCases): void {
  app.post(
    '/calibrations',
    {
      config: { idempotency: 'optional' },
      schema: {
        operationId: 'createCalibration',
        tags: ['evidence'],
        summary: 'Record a load test',
        description:
          'Compares what you measured with what was predicted; from then on predictions of your tenant for that model, card and engine lean on it, with the evidence `calibrated`. What cannot be true is refused.',
        body: Calibration,
        response: { 201: RecordedCalibration },
        examples: writtenExamples('createCalibration'),
        problems: ['unanswerable-question'],
      },
    },
    async (request, reply) =>
      sendOnce(
        reply,
        await recordCalibration(
          request.body,
          once(request, ({ stored: { tenant: _, ...stored }, checked }) => ({
            status: 201,
            headers: { location: `/calibrations/${stored.id}`, etag: calibrationEtag(stored) },
            body: { ...stored, comparison: checked },
          })),
        ),
      ),
  );
}
