/** POST /consolidate: how many cards do these services need if they share? */
import type { UseCases } from '../../../application/use-cases.js';
import { localise } from '../../../engine/finding.js';
import { ConsolidateReply, ConsolidateRequest } from '../../../engine/sharing/schemas.js';
import type { App } from '../../app-types.js';
import { writtenExamples } from '../../wire/examples.js';

export function postConsolidate(app: App, { consolidate }: UseCases): void {
  app.post(
    '/consolidate',
    {
      schema: {
        operationId: 'consolidate',
        tags: ['planning'],
        summary: 'How many cards do these services need if they share?',
        description:
          'Packs services onto shared cards by the rules of each sharing technology, and says how far from the proven fewest the answer may be.',
        body: ConsolidateRequest,
        response: { 200: ConsolidateReply },
        examples: writtenExamples('consolidate'),
        problems: ['unanswerable-question'],
      },
    },
    async (request) => localise(await consolidate(request.body, request.caller), request.language),
  );
}
