/** PUT /price-sheets/{id}/rows: all rates of a draft anew. */
import { sheetEtag } from '../../../application/price-sheets.js';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { ifMatch, MatchHeaders } from '../../wire/preconditions.js';
import { PriceRows, PriceSheetHead, SheetParams } from '../../wire/price-sheets.js';

export function putPriceRows(app: App, { putPriceRows: put }: UseCases): void {
  app.put(
    '/price-sheets/:id/rows',
    {
      bodyLimit: 8 * 1024 * 1024,
      schema: {
        operationId: 'putPriceRows',
        tags: ['prices'],
        summary: 'Replace the rates of a draft',
        description: 'All or none; two rates for the same key, tier and day are refused.',
        params: SheetParams,
        headers: MatchHeaders,
        body: PriceRows,
        response: { 200: PriceSheetHead },
        problems: [
          'conflict',
          'invalid-catalogue-entry',
          'not-found',
          'precondition-failed',
          'precondition-required',
          'sheet-not-draft',
        ],
      },
    },
    async (request, reply) => {
      const head = await put(actorOf(request), {
        id: request.params.id,
        rows: request.body.rows,
        etags: ifMatch(request),
      });
      reply.header('etag', sheetEtag(head));
      return head;
    },
  );
}
