/** GET /price-sheets: sheets by provider, series and status. */
import { Type } from 'typebox';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { PriceSheetPage, SheetStatus } from '../../wire/price-sheets.js';

export function getPriceSheets(app: App, { listPriceSheets }: UseCases): void {
  app.get(
    '/price-sheets',
    {
      schema: {
        operationId: 'listPriceSheets',
        tags: ['prices'],
        summary: 'List price sheets',
        description: 'Drafts and superseded versions, too.',
        querystring: Type.Object(
          {
            provider: Type.Optional(Type.String({ minLength: 1, maxLength: 60, description: 'Provider id.' })),
            series: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Series.' })),
            status: Type.Optional(SheetStatus),
            limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Most items of a page.' }),
            cursor: Type.Optional(Type.String({ maxLength: 200, description: '`nextCursor` of the page before.' })),
          },
          { additionalProperties: false, required: [] },
        ),
        response: { 200: PriceSheetPage },
      },
    },
    async ({ query }) => {
      const { cursor, limit, ...filters } = query;
      const found = await listPriceSheets({
        ...filters,
        ...(cursor === undefined ? {} : { afterId: cursor }),
        limit: limit + 1,
      });
      const items = found.slice(0, limit);
      return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
    },
  );
}
