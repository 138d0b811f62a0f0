/** Browsers of other origins: only those on the list, which is empty unless someone fills it. */
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

export const crossOrigin = fp(
  async (app: FastifyInstance, { origins }: { origins: readonly string[] }) => {
    if (origins.length === 0) return;
    await app.register(cors, {
      origin: [...origins],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      allowedHeaders: [
        'Accept-Language',
        'Authorization',
        'Content-Type',
        'Idempotency-Key',
        'If-Match',
        'If-None-Match',
        'X-API-Key',
      ],
      exposedHeaders: [
        'Catalogue-Age',
        'ETag',
        'Idempotency-Replayed',
        'Link',
        'Location',
        'RateLimit',
        'RateLimit-Policy',
        'Retry-After',
        'Warning',
        'X-Request-Id',
      ],
      credentials: false,
      maxAge: 600,
      strictPreflight: false,
      hideOptionsRoute: true,
    });
  },
  { name: 'cross-origin' },
);
