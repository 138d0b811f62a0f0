/** POST /price-sheets: a new draft. */
import { sheetEtag } from '../../../application/price-sheets.js';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { once, sendOnce } from '../../wire/actor.js';
import { writtenExamples } from '../../wire/examples.js';
import { NewPriceSheet, PriceSheetHead } from '../../wire/price-sheets.js';

export function postPriceSheet(app: App, { draftPriceSheet }: UseCases): void {
  app.post(
    '/price-sheets',
    {
      config: { idempotency: 'optional' },
      schema: {
        operationId: 'draftPriceSheet',
        tags: ['prices'],
        summary: 'Start a price sheet',
        description:
          'Makes an empty draft, the next version of its series. Nothing is priced by it before it is published.',
        body: NewPriceSheet,
        response: { 201: PriceSheetHead },
        examples: writtenExamples('draftPriceSheet'),
        problems: ['invalid-catalogue-entry'],
      },
    },
    async (request, reply) => {
      const { note, ...rest } = request.body;
      const sheet = { ...rest, note: note ?? null };
      return sendOnce(
        reply,
        await draftPriceSheet(
          sheet,
          once(request, (head) => ({
            status: 201,
            headers: { location: `/price-sheets/${head.id}`, etag: sheetEtag(head) },
            body: head,
          })),
        ),
      );
    },
  );
}
