/** Headers that keep browsers from doing more with a reply than reading it. */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

export const securityHeaders = fp(
  async (app: FastifyInstance) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.header('x-content-type-options', 'nosniff');
      reply.header('x-frame-options', 'DENY');
      reply.header('referrer-policy', 'no-referrer');
      reply.header('cross-origin-resource-policy', 'same-origin');
      if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
      if (!request.url.startsWith('/docs')) {
        reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
      }
    });
  },
  { name: 'security-headers' },
);
