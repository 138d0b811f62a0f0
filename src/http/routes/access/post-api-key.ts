/** POST /api-keys: a new key. */
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { once, sendOnce } from '../../wire/actor.js';
import { IssuedKey, NewApiKey } from '../../wire/api-keys.js';
import { writtenExamples } from '../../wire/examples.js';

export function postApiKey(app: App, { createApiKey }: UseCases): void {
  app.post(
    '/api-keys',
    {
      config: { idempotency: 'optional' },
      schema: {
        operationId: 'createApiKey',
        tags: ['access'],
        summary: 'Make an API key',
        description: 'The secret is in this reply and nowhere else; only its hash is kept.',
        body: NewApiKey,
        response: { 201: IssuedKey },
        examples: writtenExamples('createApiKey'),
      },
    },
    async (request, reply) =>
      sendOnce(
        reply,
        await createApiKey(
          request.body,
          once(request, (issued) => ({
            status: 201,
            headers: { location: `/api-keys/${issued.key.id}` },
            body: issued,
          })),
        ),
      ),
  );
}
