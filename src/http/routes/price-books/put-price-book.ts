/** PUT /price-books/{name}: create or replace a price book of the caller's tenant. */
import { bookEtag } from '../../../application/price-books.js';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { PutHeaders, precondition } from '../../wire/preconditions.js';
import { BookParams, PriceBookBody, StoredPriceBook } from '../../wire/price-books.js';
import { shownBook } from './shown-book.js';

export function putPriceBook(app: App, { putPriceBook: put }: UseCases): void {
  app.put(
    '/price-books/:name',
    {
      schema: {
        operationId: 'putPriceBook',
        tags: ['prices'],
        summary: 'Create or replace a price book',
        description:
          'Every later price of your tenant (or of the one key that it is for) is reckoned with it and says so in its trace; nobody else sees it or is priced by it.',
        params: BookParams,
        headers: PutHeaders,
        body: PriceBookBody,
        response: { 200: StoredPriceBook, 201: StoredPriceBook },
        problems: [
          'already-exists',
          'conflict',
          'invalid-catalogue-entry',
          'not-found',
          'precondition-failed',
          'precondition-required',
        ],
      },
    },
    async (request, reply) => {
      const { apiKey, ...terms } = request.body;
      const { book, isCreated } = await put(actorOf(request), {
        name: request.params.name,
        apiKey: apiKey ?? null,
        terms,
        precondition: precondition(request),
      });
      if (isCreated) reply.code(201).header('location', request.url);
      reply.header('etag', bookEtag(book));
      return shownBook(book);
    },
  );
}
