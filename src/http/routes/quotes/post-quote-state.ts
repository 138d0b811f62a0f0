/** POST /quotes/{id}/state: issue, accept, withdraw. */
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { once, sendOnce } from '../../wire/actor.js';
import { Quote, QuoteMoveInput, QuoteParams, quoteReply } from '../../wire/quotes.js';

export function postQuoteState(app: App, { moveQuote }: UseCases): void {
  app.post(
    '/quotes/:id/state',
    {
      config: { idempotency: 'required' },
      schema: {
        operationId: 'moveQuote',
        tags: ['quotes'],
        summary: 'Issue, accept or withdraw a quote',
        description:
          'draft → issued → accepted; withdrawn from either. Each step is kept with who took it; the content stays as it was signed.',
        params: QuoteParams,
        body: QuoteMoveInput,
        response: { 200: Quote },
        problems: ['not-found', 'quote-state', 'database-unavailable'],
      },
    },
    async (request, reply) =>
      sendOnce(
        reply,
        await moveQuote(
          request.params.id,
          request.body,
          once(request, (view) => ({ status: 200, headers: {}, body: quoteReply(view, new Date()) })),
        ),
      ),
  );
}
