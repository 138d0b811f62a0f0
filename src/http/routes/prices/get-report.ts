/** GET /price-sheets/{id}/report: what is to be known before publishing. */
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { SheetReport } from '../../wire/price-imports.js';
import { SheetParams } from '../../wire/price-sheets.js';

export function getReport(app: App, { reportPriceSheet }: UseCases): void {
  app.get(
    '/price-sheets/:id/report',
    {
      schema: {
        operationId: 'reportPriceSheet',
        tags: ['prices'],
        summary: 'What is in a sheet, and what does it change?',
        description:
          'Rows by billing mode and age, rows held back by rule, changes against the published version, imports.',
        params: SheetParams,
        response: { 200: SheetReport },
        problems: ['not-found', 'database-unavailable'],
      },
    },
    async ({ params }) => reportPriceSheet(params.id),
  );
}
