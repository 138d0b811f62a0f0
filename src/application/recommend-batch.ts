/** Many questions at once, answered in their order: each line stands for itself. */
import type { RecommendReply } from '../engine/answer.js';
import type { RecommendRequest } from '../engine/question.js';
import type { Asker } from './planning.js';
import { Problem } from './problems.js';
import type { Recommend } from './recommend.js';

export interface BatchQuestion {
  readonly id: string | null;
  /** A request of the right shape, or why it has none. */
  readonly request: RecommendRequest | Problem;
}

export interface BatchAnswer {
  readonly id: string | null;
  readonly reply: RecommendReply | Problem;
}

export type RecommendBatch = (questions: AsyncIterable<BatchQuestion>, asker?: Asker) => AsyncIterable<BatchAnswer>;

/**
 * At most `width` questions are read ahead of the answer that is wanted next: whoever reads slowly is asked slowly, and
 * memory does not grow with the number of lines. A caller who sends the next line only after an answer gets that answer.
 */
export function recommendBatch(recommend: Recommend, width: number): RecommendBatch {
  return async function* answers(questions, asker) {
    const source = questions[Symbol.asyncIterator]();
    const inOrder: Promise<BatchAnswer>[] = [];
    let reading: Promise<IteratorResult<BatchQuestion>> | undefined;
    let isRead = false;
    try {
      for (;;) {
        if (!isRead && inOrder.length < width) reading ??= source.next();
        const [first] = inOrder;
        if (reading === undefined && first === undefined) return;
        const event = await Promise.race([
          ...(first === undefined ? [] : [first.then((answer) => ({ answer }))]),
          ...(reading === undefined ? [] : [reading.then((line) => ({ line }))]),
        ]);
        if ('answer' in event) {
          inOrder.shift();
          yield event.answer;
        } else {
          reading = undefined;
          isRead = event.line.done === true;
          if (event.line.done !== true) inOrder.push(answerOf(recommend, event.line.value, asker));
        }
      }
    } finally {
      await source.return?.();
    }
  };
}

async function answerOf(
  recommend: Recommend,
  { id, request }: BatchQuestion,
  asker: Asker | undefined,
): Promise<BatchAnswer> {
  if (request instanceof Problem) return { id, reply: request };
  try {
    return { id, reply: await recommend(request, asker) };
  } catch (error) {
    return { id, reply: error instanceof Problem ? error : new Problem('internal', { cause: error }) };
  }
}
