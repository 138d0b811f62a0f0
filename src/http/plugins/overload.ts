/** Sheds load while the event loop is behind: 503 with Retry-After, while /livez goes on answering. */
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Problem } from '../../application/problems.js';

export interface OverloadOptions {
  readonly maxEventLoopDelayMs: number;
}

const RETRY_AFTER_SECONDS = 5;

export const overload = fp(
  async (app: FastifyInstance, { maxEventLoopDelayMs }: OverloadOptions) => {
    await app.register(underPressure, {
      maxEventLoopDelay: maxEventLoopDelayMs,
      sampleInterval: 500,
      pressureHandler: (request) => {
        if (request.routeOptions.config.access === 'public') return;
        throw new Problem('overloaded', { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } });
      },
    });
  },
  { name: 'overload', dependencies: ['problems'] },
);
