/** POST /price-sheets/{id}/imports/{import}/cancel: stop a running import. */
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { ImportParams, PriceImport } from '../../wire/price-imports.js';

export function postCancelImport(app: App, { cancelImport }: UseCases): void {
  app.post(
    '/price-sheets/:id/imports/:import/cancel',
    {
      schema: {
        operationId: 'cancelPriceImport',
        tags: ['prices'],
        summary: 'Stop an import',
        description: 'Nothing of it is kept. One that is over stays as it is.',
        params: ImportParams,
        response: { 200: PriceImport },
        problems: ['not-found'],
      },
    },
    async ({ params }) => cancelImport(params.id, params.import),
  );
}
