/**
 * A body has to arrive within a deadline, so that slow senders cannot hold requests open; price lists of gigabytes may take
 * hours. Node knows one limit for the whole server: it is set to the longest, and this one holds the rest to the shorter.
 */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Problem } from '../../application/problems.js';
import { sendProblem } from './problems.js';

/** Longest that any request may take to arrive. */
export const LONGEST_UPLOAD_MS = 6 * 3_600_000;

export const bodyDeadline = fp(
  async (app: FastifyInstance, { deadlineMs }: { deadlineMs: number }) => {
    app.addHook('onRequest', async (request, reply) => {
      const { raw } = request;
      if (raw.complete || request.routeOptions.config.isLongUpload === true) return;
      const timer = setTimeout(() => {
        if (raw.complete || reply.sent) return;
        reply.header('connection', 'close');
        sendProblem(new Problem('request-timeout'), request, reply);
      }, deadlineMs);
      timer.unref();
      raw.once('end', () => clearTimeout(timer));
      raw.once('close', () => clearTimeout(timer));
    });
  },
  { name: 'body-deadline', dependencies: ['problems'] },
);
