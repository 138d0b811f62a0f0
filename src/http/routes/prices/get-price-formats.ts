/** GET /price-formats: what can be imported. */
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { PriceFormatList } from '../../wire/price-imports.js';

export function getPriceFormats(app: App, { listPriceFormats }: UseCases): void {
  app.get(
    '/price-formats',
    {
      schema: {
        operationId: 'listPriceFormats',
        tags: ['prices'],
        summary: 'Which price lists can be imported?',
        description:
          'Our own formats and those of providers and community catalogues, with what each needs beside the file.',
        response: { 200: PriceFormatList },
      },
    },
    async () => ({ items: listPriceFormats() }),
  );
}
