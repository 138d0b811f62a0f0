/** GET /price-sheets/{id}/rows: the rates of a sheet. */
import { Type } from 'typebox';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { PriceRowPage, SheetParams } from '../../wire/price-sheets.js';

export function getPriceRows(app: App, { readPriceRows }: UseCases): void {
  app.get(
    '/price-sheets/:id/rows',
    {
      schema: {
        operationId: 'listPriceRows',
        tags: ['prices'],
        summary: 'Read the rates of a sheet',
        description: 'In the order in which they were added.',
        params: SheetParams,
        querystring: Type.Object(
          {
            limit: Type.Integer({ minimum: 1, maximum: 1000, default: 200, description: 'Most items of a page.' }),
            cursor: Type.Integer({
              minimum: 0,
              maximum: 9e15,
              default: 0,
              description: '`nextCursor` of the page before.',
            }),
          },
          { additionalProperties: false, required: [] },
        ),
        response: { 200: PriceRowPage },
        problems: ['not-found', 'database-unavailable'],
      },
    },
    async ({ params, query }) => {
      const found = await readPriceRows(params.id, query.cursor, query.limit + 1);
      const items = found.slice(0, query.limit);
      const last = items.at(-1);
      return {
        items: items.map(({ row }) => row),
        nextCursor: found.length > query.limit && last !== undefined ? String(last.position) : null,
      };
    },
  );
}
