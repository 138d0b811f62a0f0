/** GET /api-keys: all keys, without their secrets. */
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { actorOf } from '../../wire/actor.js';
import { ApiKeyList } from '../../wire/api-keys.js';

export function getApiKeys(app: App, { listApiKeys }: UseCases): void {
  app.get(
    '/api-keys',
    {
      schema: {
        operationId: 'listApiKeys',
        tags: ['access'],
        summary: 'List API keys',
        description: 'Of your tenant, expired and revoked ones, too; the operator sees those of all tenants.',
        response: { 200: ApiKeyList },
        problems: ['database-unavailable'],
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { items: await listApiKeys(actorOf(request)) };
    },
  );
}
