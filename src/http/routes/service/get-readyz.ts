/** GET /readyz: this process can answer. */
import { type Static, Type } from 'typebox';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';

const Day = Type.Union([Type.String({ maxLength: 10 }), Type.Null()], { description: 'Day on which a rate was seen.' });
const Age = Type.Union([Type.Integer({ minimum: 0, maximum: 1e6 }), Type.Null()], { description: 'Days since then.' });

const ReadyzReply = Type.Object(
  {
    status: Type.Union([Type.Literal('ready'), Type.Literal('starting'), Type.Literal('draining')]),
    database: Type.Union([Type.Literal('reachable'), Type.Literal('unreachable')], {
      description: 'unreachable: planning and reads go on from the last catalogue, writes answer 503.',
    }),
    catalogue: Type.Union([
      Type.Object(
        {
          version: Type.String({ maxLength: 100 }),
          ageSeconds: Type.Integer({ minimum: 0, maximum: 1e9, description: 'Since it was last known to be current.' }),
          isStale: Type.Boolean({ description: 'true: nobody can be asked whether it is still so.' }),
        },
        { additionalProperties: false },
      ),
      Type.Null(),
    ]),
    prices: Type.Array(
      Type.Object(
        {
          provider: Type.String({ maxLength: 40 }),
          rates: Type.Integer({ minimum: 0, maximum: 1e9, description: 'Rates of servers that count now.' }),
          newest: Day,
          oldest: Day,
          newestAgeDays: Age,
          oldestAgeDays: Age,
          staleRates: Type.Integer({
            minimum: 0,
            maximum: 1e9,
            description: 'Rates older than the threshold of their billing mode, or undated.',
          }),
        },
        { additionalProperties: false },
      ),
      { maxItems: 1000, description: 'How old the prices of each provider are; no reason to be unready.' },
    ),
  },
  { additionalProperties: false, $id: 'ReadyzReply', description: 'Whether calls can be answered.' },
);

export function getReadyz(app: App, { readiness }: UseCases, isDraining: () => boolean): void {
  app.get(
    '/readyz',
    {
      logLevel: 'warn',
      schema: {
        operationId: 'readyz',
        tags: ['service'],
        summary: 'Can calls be answered?',
        description:
          '200 while calls can be answered, also from the last catalogue when the database is gone; 503 while starting and stopping.',
        response: { 200: ReadyzReply, 503: ReadyzReply },
      },
    },
    async (_request, reply) => {
      const { isReady, database, catalogue, prices } = await readiness(isDraining());
      const status: Static<typeof ReadyzReply>['status'] = isReady ? 'ready' : isDraining() ? 'draining' : 'starting';
      reply.code(isReady ? 200 : 503).header('cache-control', 'no-store');
      return { status, database, catalogue, prices };
    },
  );
}
