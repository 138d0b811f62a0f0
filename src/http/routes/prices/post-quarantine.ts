/** POST /price-sheets/{id}/quarantine: accept or reject rows that were held back. */
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { once, sendOnce } from '../../wire/actor.js';
import { QuarantineDecision, QuarantineOutcome } from '../../wire/price-imports.js';
import { SheetParams } from '../../wire/price-sheets.js';

export function postQuarantine(app: App, { decideQuarantine }: UseCases): void {
  app.post(
    '/price-sheets/:id/quarantine',
    {
      config: { idempotency: 'optional' },
      schema: {
        operationId: 'decideQuarantine',
        tags: ['prices'],
        summary: 'Accept or reject rows held back',
        description:
          'Needs a reason, which is kept in the audit trail with the row. Accepted rows go into the draft; what no reason can make good (a zero, an unknown region, a second price for one rate) stays held back.',
        params: SheetParams,
        body: QuarantineDecision,
        response: { 200: QuarantineOutcome },
        problems: ['conflict', 'import-running', 'not-found', 'sheet-not-draft'],
      },
    },
    async (request, reply) =>
      sendOnce(
        reply,
        await decideQuarantine(
          { sheet: request.params.id, ...request.body },
          once(request, (outcome) => ({ status: 200, headers: {}, body: outcome })),
        ),
      ),
  );
}
