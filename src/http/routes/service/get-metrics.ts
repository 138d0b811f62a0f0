/** GET /metrics: for Prometheus. */
import { Type } from 'typebox';
import type { App } from '../../app-types.js';

export function getMetrics(app: App): void {
  app.get(
    '/metrics',
    {
      logLevel: 'warn',
      schema: {
        operationId: 'getMetrics',
        tags: ['service'],
        summary: 'Metrics for Prometheus',
        description: 'Requests by route and status, process, age of the catalogue.',
        produces: ['text/plain'],
        response: { 200: Type.String({ maxLength: 10_000_000, description: 'Prometheus text format.' }) },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store').type(app.metrics.contentType);
      return app.metrics.metrics();
    },
  );
}
