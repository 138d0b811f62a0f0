/** POST /price-sheets/{id}/rollback: back to this version. */
import { Type } from 'typebox';
import { sheetEtag } from '../../../application/price-sheets.js';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { once, sendOnce } from '../../wire/actor.js';
import { PriceSheetHead, SheetParams } from '../../wire/price-sheets.js';

const Rollback = Type.Object(
  { reason: Type.String({ minLength: 3, maxLength: 1000, description: 'Why; kept in the audit trail.' }) },
  { additionalProperties: false, $id: 'Rollback', description: 'Why an earlier version is to count again.' },
);

export function postRollback(app: App, { rollBackPrices }: UseCases): void {
  app.post(
    '/price-sheets/:id/rollback',
    {
      config: { idempotency: 'required' },
      schema: {
        operationId: 'rollBackPriceSheet',
        tags: ['prices'],
        summary: 'Back to this version',
        description:
          'Its rates become the newest version of the series and are published in the same step; what was published stays readable. The reply is the new version.',
        params: SheetParams,
        body: Rollback,
        response: { 201: PriceSheetHead },
        problems: ['conflict', 'import-running', 'invalid-catalogue-entry', 'not-found'],
      },
    },
    async (request, reply) =>
      sendOnce(
        reply,
        await rollBackPrices(
          request.params.id,
          request.body.reason,
          once(request, (head) => ({
            status: 201,
            headers: { location: `/price-sheets/${head.id}`, etag: sheetEtag(head) },
            body: head,
          })),
        ),
      ),
  );
}
