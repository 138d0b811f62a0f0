/** GET /quotes/{id}/export: the quoted plan for another program or person. */
import { Type } from 'typebox';
import { EXPORT_FORMATS } from '../../../application/quotes/formats.js';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { ExportQuery, QuoteParams } from '../../wire/quotes.js';

const Text = Type.Unknown({ description: 'The file; its name is in Content-Disposition.' });

export function getQuoteExport(app: App, { exportQuote }: UseCases): void {
  app.get(
    '/quotes/:id/export',
    {
      schema: {
        operationId: 'exportQuote',
        tags: ['quotes'],
        summary: 'Export a quote',
        description: `Made from what was frozen, whatever became of the catalogue. Formats: ${EXPORT_FORMATS.map(({ id, title }) => `\`${id}\` (${title.en})`).join(', ')}. A deployable file says in its head who checked its form, or UNCHECKED.`,
        params: QuoteParams,
        querystring: ExportQuery,
        produces: [...new Set(EXPORT_FORMATS.map(({ mediaType }) => mediaType))].sort(),
        response: { 200: Text },
        problems: ['not-found', 'export-not-possible', 'database-unavailable'],
      },
    },
    async (request, reply) => {
      const { format, item, plan } = request.query;
      const file = await exportQuote(
        actorOf(request).tenant,
        request.params.id,
        { format, ...(item === undefined ? {} : { item }), ...(plan === undefined ? {} : { planId: plan }) },
        request.language,
      );
      reply.header('content-disposition', `attachment; filename="${file.fileName}"`);
      reply.header('cache-control', 'no-store');
      reply.type(file.mediaType === 'application/json' ? file.mediaType : `${file.mediaType}; charset=utf-8`);
      // Already text: the serialiser would write a JSON string of it.
      return reply.serializer((text: unknown) => String(text)).send(file.text);
    },
  );
}
