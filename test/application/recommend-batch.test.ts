import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../src/application/problems.js';
import type { Recommend } from '../../src/application/recommend.js';
import { type BatchQuestion, recommendBatch } from '../../src/application/recommend-batch.js';
import type { RecommendReply } from '../../src/engine/answer.js';
import type { RecommendRequest } from '../../src/engine/question.js';

const replyTo = (request: RecommendRequest) => ({ currency: String(request.limit) }) as unknown as RecommendReply;
const question = (n: number): BatchQuestion => ({
  id: String(n),
  request: { limit: n } as unknown as RecommendRequest,
});

async function* lines(count: number, onRead: (n: number) => void = () => undefined): AsyncGenerator<BatchQuestion> {
  for (let n = 0; n < count; n++) {
    onRead(n);
    yield question(n);
  }
}

async function idsOf(answers: AsyncIterable<{ id: string | null }>): Promise<(string | null)[]> {
  const ids: (string | null)[] = [];
  for await (const { id } of answers) ids.push(id);
  return ids;
}

describe('a batch', () => {
  it('keeps the order, however long each answer takes', async () => {
    const slowFirst: Recommend = async (request) => {
      await wait(request.limit === 0 ? 30 : 1);
      return replyTo(request);
    };
    expect(await idsOf(recommendBatch(slowFirst, 4)(lines(10)))).toEqual(
      Array.from({ length: 10 }, (_, n) => String(n)),
    );
  });

  it('has as many questions under way as its width, and no more', async () => {
    let now = 0;
    let most = 0;
    const counted: Recommend = async (request) => {
      most = Math.max(most, ++now);
      await wait(2);
      now--;
      return replyTo(request);
    };
    await idsOf(recommendBatch(counted, 3)(lines(20)));
    expect(most).toBe(3);
  });

  it('reads no further ahead than its width while nobody takes the answers', async () => {
    let read = 0;
    const answers = recommendBatch(
      async (request) => replyTo(request),
      4,
    )(
      lines(1000, (n) => {
        read = n + 1;
      }),
    )[Symbol.asyncIterator]();
    await answers.next();
    await wait(20);
    expect(read).toBeLessThanOrEqual(6);
    await answers.return?.();
  });

  it('answers a line before the next one is sent', async () => {
    let release: (() => void) | undefined;
    async function* oneByOne() {
      yield question(0);
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      yield question(1);
    }
    const answers = recommendBatch(async (request) => replyTo(request), 8)(oneByOne())[Symbol.asyncIterator]();
    expect((await answers.next()).value?.id).toBe('0');
    release?.();
    expect((await answers.next()).value?.id).toBe('1');
    expect((await answers.next()).done).toBe(true);
  });

  it('is stopped by no line that is wrong, and by none that breaks', async () => {
    const breaks: Recommend = async (request) => {
      if (request.limit === 1) throw new Error('broken');
      return replyTo(request);
    };
    async function* mixed() {
      yield question(0);
      yield question(1);
      yield { id: 'wrong', request: new Problem('invalid-request') };
      yield question(2);
    }
    const statuses: [string | null, number][] = [];
    for await (const { id, reply } of recommendBatch(breaks, 2)(mixed()))
      statuses.push([id, reply instanceof Problem ? reply.status : 200]);
    expect(statuses).toEqual([
      ['0', 200],
      ['1', 500],
      ['wrong', 400],
      ['2', 200],
    ]);
  });
});
