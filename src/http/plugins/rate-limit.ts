/** A limit a caller and bucket: 429 with Retry-After, and the structured RateLimit headers on every limited reply. */
import rateLimiter from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Problem } from '../../application/problems.js';
import type { Bucket } from '../types.js';

/** Calls a minute, by bucket; `failed` counts refused keys of an address. */
export type Limits = Readonly<Record<Bucket | 'failed', number>>;

const WINDOW_SECONDS = 60;
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a call against a limit; throws `too-many-requests` above it. */
    countCall(bucket: Bucket | 'failed', request: FastifyRequest, reply: FastifyReply): Promise<void>;
  }
}

export const rateLimit = fp(
  async (app: FastifyInstance, { limits }: { limits: Limits }) => {
    await app.register(rateLimiter, { global: false });
    const checks = new Map(
      Object.entries(limits).map(([bucket, max]) => [
        bucket,
        app.createRateLimit({
          max,
          timeWindow: WINDOW_SECONDS * 1000,
          keyGenerator: (request) => `${bucket} ${bucket === 'failed' ? request.ip : callerKey(request)}`,
        }),
      ]),
    );
    app.decorate('countCall', async (bucket: Bucket | 'failed', request: FastifyRequest, reply: FastifyReply) => {
      const state = await checks.get(bucket)?.(request);
      if (state === undefined || state.isAllowed) return;
      const remaining = Math.max(0, state.remaining);
      reply.header('ratelimit-policy', `"${bucket}";q=${state.max};w=${WINDOW_SECONDS}`);
      reply.header('ratelimit', `"${bucket}";r=${remaining};t=${state.ttlInSeconds}`);
      if (state.isExceeded) {
        throw new Problem('too-many-requests', { headers: { 'retry-after': String(Math.max(1, state.ttlInSeconds)) } });
      }
    });
    // After the caller is known, before the body is read.
    app.addHook('preParsing', async (request, reply) => {
      const { access, bucket } = request.routeOptions.config;
      if (access === undefined || access === 'public') return;
      const byMethod = READING.has(request.method) ? 'read' : access === 'plan' ? 'plan' : 'write';
      await app.countCall(bucket ?? byMethod, request, reply);
    });
  },
  { name: 'rate-limit', dependencies: ['problems'] },
);

function callerKey(request: FastifyRequest): string {
  return request.caller === null || request.caller.id === 'anonymous' ? request.ip : request.caller.id;
}
