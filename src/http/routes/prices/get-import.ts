/** GET /price-sheets/{id}/imports/{import}: one import and how far it has come. */
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { ImportParams, PriceImport } from '../../wire/price-imports.js';

export function getImport(app: App, { readImport }: UseCases): void {
  app.get(
    '/price-sheets/:id/imports/:import',
    {
      schema: {
        operationId: 'getPriceImport',
        tags: ['prices'],
        summary: 'Progress or report of an import',
        description: '`report` is null while it runs.',
        params: ImportParams,
        response: { 200: PriceImport },
        problems: ['not-found', 'database-unavailable'],
      },
    },
    async ({ params }, reply) => {
      reply.header('cache-control', 'no-store');
      return readImport(params.id, params.import);
    },
  );
}
