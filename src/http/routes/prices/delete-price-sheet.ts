/** DELETE /price-sheets/{id}: throw a draft away. */
import { Type } from 'typebox';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { ifMatch, MatchHeaders } from '../../wire/preconditions.js';
import { SheetParams } from '../../wire/price-sheets.js';

export function deletePriceSheet(app: App, { discardPriceSheet }: UseCases): void {
  app.delete(
    '/price-sheets/:id',
    {
      schema: {
        operationId: 'discardPriceSheet',
        tags: ['prices'],
        summary: 'Throw a draft away',
        description: 'Only drafts; what was published stays.',
        params: SheetParams,
        headers: MatchHeaders,
        response: { 204: Type.Null({ description: 'Gone.' }) },
        problems: ['not-found', 'precondition-failed', 'precondition-required', 'sheet-not-draft'],
      },
    },
    async (request, reply) => {
      await discardPriceSheet(actorOf(request), { id: request.params.id, etags: ifMatch(request) });
      return reply.code(204).send(null);
    },
  );
}
