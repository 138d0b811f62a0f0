/** GET /price-sheets/{id}/imports/{import}/events: the same, told as it goes (server-sent events). */
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Type } from 'typebox';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { ImportParams } from '../../wire/price-imports.js';

const EVENT_STREAM = 'text/event-stream';
const EVERY_MS = 500;

export function getImportEvents(app: App, { readImport }: UseCases, isDraining: () => boolean): void {
  app.get(
    '/price-sheets/:id/imports/:import/events',
    {
      schema: {
        operationId: 'followPriceImport',
        tags: ['prices'],
        summary: 'Follow an import',
        description:
          'Server-sent events: `progress` whenever it has come further, `end` with its report; then it closes.',
        params: ImportParams,
        produces: [EVENT_STREAM],
        response: { 200: Type.String({ maxLength: 100_000_000, description: 'Events; `data` is a PriceImport.' }) },
        problems: ['not-found', 'database-unavailable'],
      },
    },
    async ({ params }, reply) => {
      const first = await readImport(params.id, params.import);
      async function* events(): AsyncGenerator<string> {
        let shown = '';
        for (let head = first; ; head = await readImport(params.id, params.import)) {
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
    },
  );
}
