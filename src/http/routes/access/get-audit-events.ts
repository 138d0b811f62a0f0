/** GET /audit-events: who changed what, newest first. */
import { Type } from 'typebox';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';

const AuditEvent = Type.Object(
  {
    id: Type.String({ maxLength: 30 }),
    at: Type.String({ format: 'date-time', maxLength: 40 }),
    actor: Type.String({ maxLength: 100, description: 'Id of the key, `anonymous`, `bootstrap` or `system`.' }),
    action: Type.String({ maxLength: 60 }),
    subjectKind: Type.String({ maxLength: 60 }),
    subjectId: Type.String({ maxLength: 300 }),
    before: Type.Unknown({ description: 'What it was; null where there was nothing.' }),
    after: Type.Unknown({ description: 'What it became; null where nothing is left.' }),
    requestId: Type.Union([Type.String({ maxLength: 100 }), Type.Null()], { description: 'The call that did it.' }),
  },
  { additionalProperties: false, $id: 'AuditEvent', description: 'One change.' },
);

const AuditPage = Type.Object(
  {
    items: Type.Array(AuditEvent, { maxItems: 200 }),
    nextCursor: Type.Union([Type.String({ maxLength: 30 }), Type.Null()]),
  },
  { additionalProperties: false, $id: 'AuditPage', description: 'Changes, newest first.' },
);

const text = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 300, description }));
const instant = (description: string) =>
  Type.Optional(Type.String({ format: 'date-time', maxLength: 40, description }));

export function getAuditEvents(app: App, { listAuditEvents }: UseCases): void {
  app.get(
    '/audit-events',
    {
      schema: {
        operationId: 'listAuditEvents',
        tags: ['access'],
        summary: 'Who changed what?',
        description: 'Every write leaves an event in its own transaction; none is ever changed or removed.',
        querystring: Type.Object(
          {
            actor: text('Id of the key.'),
            action: text('E.g. `create`, `replace`, `retire`, `publish`.'),
            subjectKind: text('E.g. `instance-types`.'),
            subjectId: text('Key of the entry, e.g. `tencent/GN7.2XLARGE32`.'),
            from: instant('Not before this instant.'),
            to: instant('Before this instant.'),
            limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Most items of a page.' }),
            cursor: Type.Optional(
              Type.String({ pattern: '^[0-9]{1,18}$', description: '`nextCursor` of the page before.' }),
            ),
          },
          { additionalProperties: false, required: [] },
        ),
        response: { 200: AuditPage },
        problems: ['database-unavailable'],
      },
    },
    async (request, reply) => {
      const { cursor, limit, ...filters } = request.query;
      const found = await listAuditEvents(actorOf(request), {
        ...filters,
        ...(cursor === undefined ? {} : { beforeId: cursor }),
        limit: limit + 1,
      });
      const items = found.slice(0, limit);
      reply.header('cache-control', 'no-store');
      return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
    },
  );
}
