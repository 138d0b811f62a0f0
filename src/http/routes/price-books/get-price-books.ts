/** GET /price-books: the price books of the caller's tenant. */
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { PriceBookList } from '../../wire/price-books.js';
import { shownBook } from './shown-book.js';

export function getPriceBooks(app: App, { listPriceBooks }: UseCases): void {
  app.get(
    '/price-books',
    {
      schema: {
        operationId: 'listPriceBooks',
        tags: ['prices'],
        summary: 'Your own terms',
        description: 'The price books of your tenant; those of others cannot be seen.',
        response: { 200: PriceBookList },
        problems: ['database-unavailable'],
      },
    },
    async (request) => ({ items: (await listPriceBooks(actorOf(request))).map(shownBook) }),
  );
}
