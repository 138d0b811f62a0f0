/** GET /price-template: a CSV to start from. */
import { Type } from 'typebox';
import { priceTemplate } from '../../../application/price-formats.js';
import type { App } from '../../app-types.js';

export function getPriceTemplate(app: App): void {
  app.get(
    '/price-template',
    {
      schema: {
        operationId: 'getPriceTemplate',
        tags: ['prices'],
        summary: 'A price list to fill in',
        description: 'CSV with every column and three example rows; import it with `format=csv`.',
        produces: ['text/csv'],
        response: { 200: Type.String({ maxLength: 10_000, description: 'CSV.' }) },
      },
    },
    async (_request, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="price-list.csv"')
        .send(priceTemplate()),
  );
}
