/** GET /quotes/{id}: the signed content, its seal and its state. */
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { Quote, QuoteParams, quoteReply } from '../../wire/quotes.js';

export function getQuote(app: App, { readQuote }: UseCases): void {
  app.get(
    '/quotes/:id',
    {
      schema: {
        operationId: 'getQuote',
        tags: ['quotes'],
        summary: 'Read a quote',
        description:
          'To check it yourself: bring `content` into canonical form (RFC 8785), hash it, verify the signature.',
        params: QuoteParams,
        response: { 200: Quote },
        problems: ['not-found', 'database-unavailable'],
      },
    },
    async (request) => quoteReply(await readQuote(actorOf(request).tenant, request.params.id), new Date()),
  );
}
