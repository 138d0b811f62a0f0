/** GET /price-sheets/{id}/export: all rates as CSV or NDJSON. */
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { SheetParams } from '../../wire/price-sheets.js';

const TYPES = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' } as const;

export function getExport(app: App, { exportPriceRows }: UseCases): void {
  app.get(
    '/price-sheets/:id/export',
    {
      schema: {
        operationId: 'exportPriceSheet',
        tags: ['prices'],
        summary: 'All rates as a file',
        description:
          'What the import of the same format reads again without loss. `bom=true` puts a byte-order mark in front, so that Excel reads UTF-8. Cells that a spreadsheet would run as a formula stand behind an apostrophe.',
        params: SheetParams,
        querystring: Type.Object(
          {
            format: Type.Union([Type.Literal('csv'), Type.Literal('ndjson')], {
              default: 'csv',
              description: 'Format.',
            }),
            bom: Type.Boolean({ default: false, description: 'A byte-order mark in front.' }),
          },
          { additionalProperties: false, required: [] },
        ),
        produces: ['text/csv', 'application/x-ndjson'],
        response: { 200: Type.String({ maxLength: 10_000_000_000, description: 'The file.' }) },
        problems: ['not-found', 'database-unavailable'],
      },
    },
    async ({ params, query }, reply) => {
      const lines = await exportPriceRows(params.id, { format: query.format, hasByteOrderMark: query.bom });
      return reply
        .type(TYPES[query.format])
        .header(
          'content-disposition',
          `attachment; filename="${params.id.replace(/[^a-z0-9._-]/gi, '_')}.${query.format}"`,
        )
        .send(Readable.from(lines, { objectMode: false }));
    },
  );
}
