/** GET /price-sheets/{id}/imports: imports into a sheet, running ones first to be seen. */
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { PriceImportList } from '../../wire/price-imports.js';
import { SheetParams } from '../../wire/price-sheets.js';

export function getImports(app: App, { listImports }: UseCases): void {
  app.get(
    '/price-sheets/:id/imports',
    {
      schema: {
        operationId: 'listPriceImports',
        tags: ['prices'],
        summary: 'Imports into a sheet',
        description: 'The last hundred, newest first, with progress and report.',
        params: SheetParams,
        response: { 200: PriceImportList },
        problems: ['not-found', 'database-unavailable'],
      },
    },
    async ({ params }) => ({ items: await listImports(params.id) }),
  );
}
