/** GET /accuracy: error of our predictions on measurements they have not seen. */
import type { Static } from 'typebox';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { AccuracyQuery, AccuracyReply } from '../../wire/accuracy.js';

export function getAccuracy(app: App, { readAccuracy }: UseCases): void {
  app.get(
    '/accuracy',
    {
      config: { bucket: 'read' },
      schema: {
        operationId: 'readAccuracy',
        tags: ['planning'],
        summary: 'How wrong are the predictions?',
        description:
          'Error by task, split and group on published measurements that were left out of the fit, beside plain baselines of the same run.',
        querystring: AccuracyQuery,
        response: { 200: AccuracyReply },
      },
    },
    async (request) => readAccuracy(request.query as Static<typeof AccuracyQuery>) as Static<typeof AccuracyReply>,
  );
}
