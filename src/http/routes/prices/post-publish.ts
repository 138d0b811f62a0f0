/** POST /price-sheets/{id}/publish: from now on plans are priced by it. */
import { sheetEtag } from '../../../application/price-sheets.js';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { once, sendOnce } from '../../wire/actor.js';
import { PriceSheetHead, SheetParams } from '../../wire/price-sheets.js';

export function postPublish(app: App, { publishPriceSheet }: UseCases): void {
  app.post(
    '/price-sheets/:id/publish',
    {
      config: { idempotency: 'required' },
      schema: {
        operationId: 'publishPriceSheet',
        tags: ['prices'],
        summary: 'Publish a draft',
        description:
          'In one step the draft counts and the published version before it is superseded: readers see the old rates or the new ones, never a mix. A published sheet never changes.',
        params: SheetParams,
        response: { 200: PriceSheetHead },
        problems: ['conflict', 'not-found', 'sheet-not-draft'],
      },
    },
    async (request, reply) =>
      sendOnce(
        reply,
        await publishPriceSheet(
          request.params.id,
          once(request, (head) => ({ status: 200, headers: { etag: sheetEtag(head) }, body: head })),
        ),
      ),
  );
}
