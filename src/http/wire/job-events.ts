/** A job told as it goes, as server-sent events: `progress` whenever it has come further, `end` with its report. */
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { JobStatus } from '../../application/ports.js';

export const EVENT_STREAM = 'text/event-stream';
const EVERY_MS = 500;

/** Response schema of an event stream whose `data` is of the named schema. */
export const eventStream = (schema: string) =>
  Type.String({ maxLength: 100_000_000, description: `Events; \`data\` is a ${schema}.` });

/** `read` is asked until the job is over; it throws before the first byte where there is no such job. */
export async function sendJobEvents(
  reply: FastifyReply,
  read: () => Promise<{ readonly status: JobStatus }>,
  isDraining: () => boolean,
): Promise<FastifyReply> {
  const first = await read();
  async function* events(): AsyncGenerator<string> {
    let shown = '';
    for (let head = first; ; head = await read()) {
      const data = JSON.stringify(head);
      const isOver = head.status !== 'running';
      if (isOver || data !== shown) yield `event: ${isOver ? 'end' : 'progress'}\ndata: ${data}\n\n`;
      shown = data;
      if (isOver || isDraining()) return;
      await wait(EVERY_MS);
    }
  }
  return reply
    .type(EVENT_STREAM)
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(events(), { objectMode: false }));
}
