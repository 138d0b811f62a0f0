/** Sheds load while the event loop stays behind: 503 with Retry-After, while /livez goes on answering. */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Problem } from '../../application/problems.js';

export interface OverloadOptions {
  /** How late a timer may be. */
  readonly maxEventLoopDelayMs: number;
}

const SAMPLE_MS = 250;
/** One long answer is no overload: that many samples in a row must be late. */
const LATE_SAMPLES = 3;
const RETRY_AFTER_SECONDS = 5;

export const overload = fp(
  async (app: FastifyInstance, { maxEventLoopDelayMs }: OverloadOptions) => {
    let dueAt = performance.now() + SAMPLE_MS;
    let lateSamples = 0;
    const sampler = setInterval(() => {
      const now = performance.now();
      lateSamples = now - dueAt > maxEventLoopDelayMs ? lateSamples + 1 : 0;
      dueAt = now + SAMPLE_MS;
    }, SAMPLE_MS);
    sampler.unref();
    app.addHook('onClose', async () => clearInterval(sampler));
    app.addHook('onRequest', async (request) => {
      if (lateSamples < LATE_SAMPLES || request.routeOptions.config.access === 'public') return;
      throw new Problem('overloaded', { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } });
    });
  },
  { name: 'overload', dependencies: ['problems'] },
);
