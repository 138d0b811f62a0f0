/** GET /quotes/{id}/drift: the same question today. */
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { DriftReply, driftReply, QuoteParams } from '../../wire/quotes.js';

export function getQuoteDrift(app: App, { driftOfQuote }: UseCases): void {
  app.get(
    '/quotes/:id/drift',
    {
      config: { bucket: 'plan' },
      schema: {
        operationId: 'getQuoteDrift',
        tags: ['quotes'],
        summary: 'What has changed since the quote?',
        description:
          'Asks the same question with the data of today. The change in cost of the quoted servers is split by cause: price, catalogue, engine; the parts sum to it.',
        params: QuoteParams,
        response: { 200: DriftReply },
        problems: ['not-found', 'database-unavailable'],
      },
    },
    async (request) => driftReply(await driftOfQuote(actorOf(request).tenant, request.params.id), request.language),
  );
}
