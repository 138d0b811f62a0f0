/** POST /price-sheets/{id}/rows: more rates for a draft. */
import { sheetEtag } from '../../../application/price-sheets.js';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { once, sendOnce } from '../../wire/actor.js';
import { PriceRows, PriceSheetHead, SheetParams } from '../../wire/price-sheets.js';

export function postPriceRows(app: App, { addPriceRows }: UseCases): void {
  app.post(
    '/price-sheets/:id/rows',
    {
      bodyLimit: 8 * 1024 * 1024,
      config: { idempotency: 'optional' },
      schema: {
        operationId: 'addPriceRows',
        tags: ['prices'],
        summary: 'Add rates to a draft',
        description: 'All or none; two rates for the same key, tier and day are refused.',
        params: SheetParams,
        body: PriceRows,
        response: { 200: PriceSheetHead },
        problems: ['conflict', 'invalid-catalogue-entry', 'not-found', 'sheet-not-draft'],
      },
    },
    async (request, reply) =>
      sendOnce(
        reply,
        await addPriceRows(
          request.params.id,
          request.body.rows,
          once(request, (head) => ({ status: 200, headers: { etag: sheetEtag(head) }, body: head })),
        ),
      ),
  );
}
