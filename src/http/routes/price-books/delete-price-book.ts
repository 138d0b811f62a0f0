/** DELETE /price-books/{name}: list prices again. */
import { Type } from 'typebox';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { ifMatch, MatchHeaders } from '../../wire/preconditions.js';
import { BookParams } from '../../wire/price-books.js';

export function deletePriceBook(app: App, { retirePriceBook }: UseCases): void {
  app.delete(
    '/price-books/:name',
    {
      schema: {
        operationId: 'retirePriceBook',
        tags: ['prices'],
        summary: 'Retire a price book',
        description: 'Prices are list prices again; the audit trail keeps what it said.',
        params: BookParams,
        headers: MatchHeaders,
        response: { 204: Type.Null({ description: 'Retired.' }) },
        problems: ['not-found', 'precondition-failed', 'precondition-required'],
      },
    },
    async (request, reply) => {
      await retirePriceBook(actorOf(request), { name: request.params.name, etags: ifMatch(request) });
      return reply.code(204).send(null);
    },
  );
}
