/** Request ids and one log line a request. Secrets never reach the log: headers are not logged at all. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,80}$/;

/** The caller's own id when it is harmless, else a new one. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Paths that pino blanks wherever an object is logged all the same. */
export const REDACTED = [
  'req.headers',
  'headers',
  'secret',
  '*.secret',
  'authorization',
  '*.authorization',
  '*["x-api-key"]',
  'DATABASE_URL',
  '*.DATABASE_URL',
];

const TRACE = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

export const log = fp(
  async (app: FastifyInstance) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.header('x-request-id', request.id);
    });
    app.addHook('onResponse', async (request, reply) => {
      const trace = TRACE.exec(String(request.headers.traceparent ?? ''))?.[1];
      request.log.info(
        {
          method: request.method,
          route: request.routeOptions.url ?? null,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
          caller: request.caller?.id ?? null,
          ...(trace === undefined ? {} : { trace }),
        },
        'request',
      );
    });
  },
  { name: 'log' },
);
