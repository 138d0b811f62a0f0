/** GET /price-sheets/{id}/quarantine: rows that imports held back. */
import { Type } from 'typebox';
import type { UseCases } from '../../../application/use-cases.js';
import { localise } from '../../../engine/finding.js';
import type { App } from '../../app-types.js';
import { QuarantinePage, QuarantineStatus } from '../../wire/price-imports.js';
import { SheetParams } from '../../wire/price-sheets.js';

export function getQuarantine(app: App, { listQuarantine }: UseCases): void {
  app.get(
    '/price-sheets/:id/quarantine',
    {
      schema: {
        operationId: 'listQuarantine',
        tags: ['prices'],
        summary: 'Rows held back',
        description: 'Each with its place in the list, its value, the rule, and what was expected.',
        params: SheetParams,
        querystring: Type.Object(
          {
            status: Type.Optional(QuarantineStatus),
            code: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Rule.' })),
            limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'Most items of a page.' }),
            cursor: Type.Optional(
              Type.String({ pattern: '^[0-9]{1,18}$', description: '`nextCursor` of the page before.' }),
            ),
          },
          { additionalProperties: false, required: [] },
        ),
        response: { 200: QuarantinePage },
        problems: ['not-found', 'database-unavailable'],
      },
    },
    async ({ params, query, language }) => {
      const { cursor, limit, ...filters } = query;
      const found = await listQuarantine({
        sheet: params.id,
        ...filters,
        ...(cursor === undefined ? {} : { afterId: cursor }),
        limit: limit + 1,
      });
      const items = found.slice(0, limit);
      return localise({ items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null }, language);
    },
  );
}
