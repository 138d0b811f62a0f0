/** POST /recommend/batch: a workload a line, answered in order as they come. */
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../../application/problems.js';
import type { UseCases } from '../../../application/use-cases.js';
import type { App } from '../../app-types.js';
import { BatchLine, BatchReplyLine, NDJSON, questionsOf, replyLine } from '../../wire/batch.js';
import { batchExamples } from '../../wire/examples.js';

export function postRecommendBatch(app: App, { recommendBatch }: UseCases): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(NDJSON, (_request, payload, done) => done(null, payload));
    scope.post(
      '/recommend/batch',
      {
        bodyLimit: 64 * 1024 * 1024,
        config: { isLongUpload: true },
        schema: {
          operationId: 'recommendBatch',
          tags: ['planning'],
          summary: 'Many workloads, a line each',
          description:
            'NDJSON both ways. Each line is answered as /recommend would, in order, while later lines still arrive; a line that is wrong gets its own problem and stops nothing. At most 10,000 lines of 1 MiB.',
          consumes: [NDJSON],
          produces: [NDJSON],
          response: { 200: BatchReplyLine },
          bodyLine: BatchLine,
          examples: batchExamples(),
        },
      },
      (request, reply) => {
        if (request.body === undefined || request.body === null)
          throw new Problem('unsupported-media-type', { detail: EXPECTED });
        reply.type(NDJSON);
        return reply.send(Readable.from(linesFor(request, recommendBatch), { objectMode: false }));
      },
    );
  });
}

const EXPECTED = {
  en: 'Send `Content-Type: application/x-ndjson`.',
  zh: '请发送 `Content-Type: application/x-ndjson`。',
};

async function* linesFor(request: FastifyRequest, recommendBatch: UseCases['recommendBatch']): AsyncGenerator<string> {
  const questions = questionsOf(request.body as AsyncIterable<Uint8Array>);
  for await (const answer of recommendBatch(questions, request.caller)) {
    if (answer.reply instanceof Problem && answer.reply.status >= 500)
      request.log.error({ err: answer.reply.cause }, 'batch line failed');
    yield replyLine(answer, request.language, request.url, request.id);
  }
}
