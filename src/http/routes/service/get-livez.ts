/** GET /livez: this process lives. Asks nobody. */
import { Type } from 'typebox';
import type { App } from '../../app-types.js';

const LivezReply = Type.Object(
  { status: Type.Literal('ok') },
  { additionalProperties: false, $id: 'LivezReply', description: 'It lives.' },
);

export function getLivez(app: App): void {
  app.get(
    '/livez',
    {
      logLevel: 'warn',
      schema: {
        operationId: 'livez',
        tags: ['service'],
        summary: 'Does the process live?',
        description: 'Answers 200 under overload, too; restart the process when it does not answer.',
        response: { 200: LivezReply },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { status: 'ok' as const };
    },
  );
}
