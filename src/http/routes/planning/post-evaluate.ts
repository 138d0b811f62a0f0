/** POST /evaluate: will it run on exactly this, and how well? */
import type { UseCases } from '../../../application/use-cases.js';
import { EvaluateReplySchema } from '../../../engine/answer.js';
import { localise } from '../../../engine/finding.js';
import type { App } from '../../app-types.js';
import { EvaluateBody } from '../../wire/evaluate.js';
import { evaluateExamples } from '../../wire/examples.js';

export function postEvaluate(app: App, { evaluate }: UseCases): void {
  app.post(
    '/evaluate',
    {
      schema: {
        operationId: 'evaluate',
        tags: ['planning'],
        summary: 'Will it run on exactly this, and how well?',
        description:
          'Memory by part, fit and speed of one named configuration. What a card or engine does not support is an answer, not an error: `supported.ok` is false, with reasons and the nearest that works.',
        body: EvaluateBody,
        response: { 200: EvaluateReplySchema },
        examples: evaluateExamples(),
        problems: ['unanswerable-question'],
      },
    },
    async (request) => localise(await evaluate(request.body, request.caller), request.language),
  );
}
