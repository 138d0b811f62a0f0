/** GET /price-sheets/{id}/imports/{import}/events: the same, told as it goes (server-sent events). */
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { EVENT_STREAM, eventStream, sendJobEvents } from '../../wire/job-events.js';
import { ImportParams } from '../../wire/price-imports.js';

export function getImportEvents(app: App, { readImport }: UseCases, isDraining: () => boolean): void {
  app.get(
    '/price-sheets/:id/imports/:import/events',
    {
      schema: {
        operationId: 'followPriceImport',
        tags: ['prices'],
        summary: 'Follow an import',
        description:
          'Server-sent events: `progress` whenever it has come further, `end` with its report; then it closes.',
        params: ImportParams,
        produces: [EVENT_STREAM],
        response: { 200: eventStream('PriceImport') },
        problems: ['not-found', 'database-unavailable'],
      },
    },
    ({ params }, reply) => sendJobEvents(reply, () => readImport(params.id, params.import), isDraining),
  );
}
