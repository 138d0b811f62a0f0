/** DELETE /api-keys/{id}: revoke at once. */
import { Type } from 'typebox';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { KeyParams } from '../../wire/api-keys.js';

export function deleteApiKey(app: App, { revokeApiKey }: UseCases): void {
  app.delete(
    '/api-keys/:id',
    {
      schema: {
        operationId: 'revokeApiKey',
        tags: ['access'],
        summary: 'Revoke an API key',
        description:
          'Works no more, here at once and on other replicas within a moment. Revoking twice changes nothing.',
        params: KeyParams,
        response: { 204: Type.Null({ description: 'Revoked.' }) },
        problems: ['not-found'],
      },
    },
    async (request, reply) => {
      await revokeApiKey(actorOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}
