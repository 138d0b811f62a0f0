/** GET /price-sheets/{id}: one sheet without its rows. */
import { sheetEtag } from '../../../application/price-sheets.js';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { PriceSheetHead, SheetParams } from '../../wire/price-sheets.js';

export function getPriceSheet(app: App, { readPriceSheet }: UseCases): void {
  app.get(
    '/price-sheets/:id',
    {
      schema: {
        operationId: 'getPriceSheet',
        tags: ['prices'],
        summary: 'Read one price sheet',
        description: 'Its state and bookkeeping; the rates are at `…/rows`.',
        params: SheetParams,
        response: { 200: PriceSheetHead },
        problems: ['not-found', 'database-unavailable'],
      },
    },
    async (request, reply) => {
      const head = await readPriceSheet(request.params.id);
      reply.header('etag', sheetEtag(head));
      return head;
    },
  );
}
