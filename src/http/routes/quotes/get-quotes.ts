/** GET /quotes: by reference, cost centre, approver, tag and state. */
import { Type } from 'typebox';
import { QUOTE_STATES, type QuoteState } from '../../../application/quotes/quote.js';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { headOf, QuotePage } from '../../wire/quotes.js';

const text = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }));

export function getQuotes(app: App, { listQuotes }: UseCases): void {
  app.get(
    '/quotes',
    {
      schema: {
        operationId: 'listQuotes',
        tags: ['quotes'],
        summary: 'List quotes',
        description: 'Those of your tenant, newest first.',
        querystring: Type.Object(
          {
            reference: text("The buyer's reference."),
            costCentre: text('Cost centre.'),
            approver: text('Approver.'),
            state: Type.Optional(
              Type.Unsafe<QuoteState>({ type: 'string', enum: QUOTE_STATES, description: 'State.' }),
            ),
            tag: Type.Optional(
              Type.Array(Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,59}=.{1,200}$', maxLength: 261 }), {
                maxItems: 10,
                description: '`name=value`; several must all be there.',
              }),
            ),
            limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Most items of a page.' }),
            cursor: Type.Optional(
              Type.String({ pattern: '^[0-9]{1,9}$', description: '`nextCursor` of the page before.' }),
            ),
          },
          { additionalProperties: false, required: [] },
        ),
        response: { 200: QuotePage },
        problems: ['database-unavailable'],
      },
    },
    async (request, reply) => {
      const { cursor, limit, tag, ...filters } = request.query;
      const now = new Date();
      const tags = Object.fromEntries(
        (tag ?? []).map((pair) => [pair.split('=')[0], pair.slice(pair.indexOf('=') + 1)]),
      );
      const found = await listQuotes(
        actorOf(request).tenant,
        { ...filters, tags, ...(cursor === undefined ? {} : { before: Number(cursor) }), limit: limit + 1 },
        now,
      );
      const items = found.slice(0, limit);
      reply.header('cache-control', 'no-store');
      return {
        items: items.map((quote) => headOf(quote, now)),
        nextCursor: found.length > limit ? String(items.at(-1)?.number) : null,
      };
    },
  );
}
