/** POST /api-keys/{id}/rotate: a new secret, the old one working on for a while. */
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { once, sendOnce } from '../../wire/actor.js';
import { IssuedKey, KeyParams, RotateKey } from '../../wire/api-keys.js';

const OVERLAP_HOURS = 24;

export function postRotateApiKey(app: App, { rotateApiKey }: UseCases): void {
  app.post(
    '/api-keys/:id/rotate',
    {
      config: { idempotency: 'optional' },
      schema: {
        operationId: 'rotateApiKey',
        tags: ['access'],
        summary: 'Replace an API key',
        description:
          'Makes a key with the same rights; the old one works on for `overlapHours`, so that callers can change over.',
        params: KeyParams,
        body: RotateKey,
        response: { 201: IssuedKey },
        problems: ['conflict', 'not-found'],
      },
    },
    async (request, reply) =>
      sendOnce(
        reply,
        await rotateApiKey(
          request.params.id,
          request.body.overlapHours ?? OVERLAP_HOURS,
          once(request, (issued) => ({
            status: 201,
            headers: { location: `/api-keys/${issued.key.id}` },
            body: issued,
          })),
        ),
      ),
  );
}
