/** POST /recommend: what should we rent for this workload? */
import type { UseCases } from '../../../application/use-cases.js';
import { RecommendReply } from '../../../engine/answer.js';
import { localise } from '../../../engine/finding.js';
import { RecommendRequest } from '../../../engine/question.js';
import type { App } from '../../app-types.js';
import { recommendExamples } from '../../wire/examples.js';

export function postRecommend(app: App, { recommend }: UseCases): void {
  app.post(
    '/recommend',
    {
      schema: {
        operationId: 'recommend',
        tags: ['planning'],
        summary: 'What should we rent for this workload?',
        description:
          'Ranks every offer of the catalogue that can run the workload within the constraints. "Nothing fits" is an answer too: `plans` is empty, `rejected` has the reasons and `relaxations` the smallest changes that would help.',
        body: RecommendRequest,
        response: { 200: RecommendReply },
        examples: recommendExamples(),
        problems: ['unanswerable-question'],
      },
    },
    async (request) => localise(await recommend(request.body, request.caller), request.language),
  );
}
