/** GET /price-books/{name}: one price book of the caller's tenant. */
import { bookEtag } from '../../../application/price-books.js';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { BookParams, StoredPriceBook } from '../../wire/price-books.js';
import { shownBook } from './shown-book.js';

export function getPriceBook(app: App, { readPriceBook }: UseCases): void {
  app.get(
    '/price-books/:name',
    {
      schema: {
        operationId: 'getPriceBook',
        tags: ['prices'],
        summary: 'One price book',
        description: 'Of your own tenant.',
        params: BookParams,
        response: { 200: StoredPriceBook },
        problems: ['not-found', 'database-unavailable'],
      },
    },
    async (request, reply) => {
      const book = await readPriceBook(actorOf(request), request.params.name);
      reply.header('etag', bookEtag(book));
      return shownBook(book);
    },
  );
}
