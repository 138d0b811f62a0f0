/** GET /price-sheets/{id}/impact: what publishing would change, where it is reckoned soon. */
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { ImpactQuery, impactAddress, PriceImpact, PriceImpactJob } from '../../wire/price-impact.js';
import { SheetParams } from '../../wire/price-sheets.js';

/** Longest that a caller is kept waiting; the job goes on all the same. */
const WAIT_MS = 8_000;

export function getImpact(app: App, { impacts }: UseCases): void {
  app.get(
    '/price-sheets/:id/impact',
    {
      schema: {
        operationId: 'impactOfPriceSheet',
        tags: ['prices'],
        summary: 'What would publishing change?',
        description:
          'Answers the last recorded questions of your tenant (all tenants’ for the operator) and one of each scenario twice: with the prices as they are, and with the draft in place of the version that it supersedes. Shows those whose best plan or cost changes, the largest change first. Waits some seconds; what takes longer goes on as a job, which the reply (202) names.',
        params: SheetParams,
        querystring: ImpactQuery,
        response: { 200: PriceImpact, 202: PriceImpactJob },
        problems: ['conflict', 'impact-cancelled', 'not-found', 'sheet-not-draft', 'database-unavailable'],
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const found = await impacts.await(actorOf(request), id, request.query.questions, WAIT_MS);
      reply.header('cache-control', 'no-store');
      if (!('status' in found)) return found;
      return reply.code(202).header('location', impactAddress(found)).header('retry-after', '2').send(found);
    },
  );
}
