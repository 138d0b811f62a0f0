/** GET /calibrations: the load tests of your tenant. */
import { Type } from 'typebox';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { CalibrationPage } from '../../wire/calibrations.js';

export function getCalibrations(app: App, { listCalibrations }: UseCases): void {
  app.get(
    '/calibrations',
    {
      schema: {
        operationId: 'listCalibrations',
        tags: ['evidence'],
        summary: 'List your load tests',
        description: 'Those of your tenant that correct predictions now.',
        querystring: Type.Object(
          {
            limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Most items of a page.' }),
            cursor: Type.Optional(
              Type.String({ format: 'uuid', maxLength: 36, description: '`nextCursor` of the page before.' }),
            ),
          },
          { additionalProperties: false, required: [] },
        ),
        response: { 200: CalibrationPage },
        problems: ['database-unavailable'],
      },
    },
    async (request) => {
      const { cursor, limit } = request.query;
      const found = await listCalibrations(actorOf(request), {
        ...(cursor === undefined ? {} : { afterId: cursor }),
        limit: limit + 1,
      });
      const items = found.slice(0, limit).map(({ tenant: _, ...stored }) => stored);
      return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
    },
  );
}
