/** GET /price-sheets/{id}/diff: how a sheet differs from another one. */
import { Type } from 'typebox';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { SheetDiff } from '../../wire/price-imports.js';
import { SheetParams } from '../../wire/price-sheets.js';

export function getDiff(app: App, { diffPriceSheet }: UseCases): void {
  app.get(
    '/price-sheets/:id/diff',
    {
      schema: {
        operationId: 'diffPriceSheet',
        tags: ['prices'],
        summary: 'How do two sheets differ?',
        description:
          'Rates that were added, removed and changed against another sheet, or the published one of the series.',
        params: SheetParams,
        querystring: Type.Object(
          {
            against: Type.Optional(
              Type.String({ minLength: 1, maxLength: 100, description: 'Id of the other sheet.' }),
            ),
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
        response: { 200: SheetDiff },
        problems: ['not-found', 'database-unavailable'],
      },
    },
    async ({ params, query }) => {
      const { items: found, ...diff } = await diffPriceSheet(params.id, query.against, query.cursor, query.limit + 1);
      const items = found.slice(0, query.limit);
      const last = items.at(-1);
      return {
        ...diff,
        items,
        nextCursor: found.length > query.limit && last !== undefined ? String(last.position) : null,
      };
    },
  );
}
