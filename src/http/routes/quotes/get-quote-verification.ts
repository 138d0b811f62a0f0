/** GET /quotes/{id}/verify: is this what was issued, and what differs today? */
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { QuoteParams, VerificationReply } from '../../wire/quotes.js';

export function getQuoteVerification(app: App, { verifyQuote }: UseCases): void {
  app.get(
    '/quotes/:id/verify',
    {
      config: { bucket: 'plan' },
      schema: {
        operationId: 'verifyQuote',
        tags: ['quotes'],
        summary: 'Verify a quote',
        description:
          'Checks form, hash, signature, the row against the signed content, and every sum; then asks the questions again as of the day of the quote and says what differs. Prices and types that moved on since do not make a quote invalid.',
        params: QuoteParams,
        response: { 200: VerificationReply },
        problems: ['not-found', 'database-unavailable'],
      },
    },
    async (request) => verifyQuote(actorOf(request).tenant, request.params.id),
  );
}
