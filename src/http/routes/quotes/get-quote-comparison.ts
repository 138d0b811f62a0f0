/** GET /quotes/{id}/compare: two quotes side by side. */
import { Type } from 'typebox';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { ComparisonReply, QuoteParams } from '../../wire/quotes.js';

export function getQuoteComparison(app: App, { compareQuotes }: UseCases): void {
  app.get(
    '/quotes/:id/compare',
    {
      schema: {
        operationId: 'compareQuotes',
        tags: ['quotes'],
        summary: 'Compare two quotes',
        description: 'Totals, and item by item (by name) what differs in question, plan and bill.',
        params: QuoteParams,
        querystring: Type.Object(
          { with: Type.String({ minLength: 1, maxLength: 60, description: 'Id of the other quote.' }) },
          { additionalProperties: false },
        ),
        response: { 200: ComparisonReply },
        problems: ['not-found', 'database-unavailable'],
      },
    },
    async (request) => compareQuotes(actorOf(request).tenant, request.params.id, request.query.with),
  );
}
