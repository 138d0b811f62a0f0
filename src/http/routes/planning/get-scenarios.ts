/** GET /scenarios: what can be planned, with all fields. */
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { ScenariosReply } from '../../wire/scenarios.js';

export function getScenarios(app: App, { listScenarios }: UseCases): void {
  app.get(
    '/scenarios',
    {
      config: { bucket: 'read' },
      schema: {
        operationId: 'listScenarios',
        tags: ['planning'],
        summary: 'What can be planned?',
        description:
          'Every scenario with its fields, defaults, bounds and labels in English and Chinese, the fields that any of them may have, and what dimensions and metrics of the answer mean: enough to build a form and a page of results from.',
        response: { 200: ScenariosReply },
      },
    },
    async () => listScenarios(),
  );
}
