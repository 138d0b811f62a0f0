import { describe, expect, it } from 'vitest';
import type { RecommendRequest } from '../../src/engine/question.js';
import { QuestionError } from '../../src/engine/question-error.js';
import { recommend } from '../../src/engine/recommend.js';
import { smallCatalogue } from '../support/small-catalogue.js';

const ask = (part: object) =>
  recommend(
    smallCatalogue(),
    {
      workload: {
        scenario: 'llm-inference',
        model: 'llama-3.1-8b',
        inputTokens: 500,
        outputTokens: 100,
        concurrency: 1,
      },
      currency: 'CNY',
      ...part,
    } as unknown as RecommendRequest,
    { today: '2026-06-01', priceBook: null },
  );

const faultsOf = (part: object): readonly (readonly [string, string])[] => {
  try {
    ask(part);
  } catch (error) {
    if (error instanceof QuestionError) return error.faults.map((f) => [f.pointer, f.code]);
    throw error;
  }
  return [];
};

describe('a question whose meaning is wrong', () => {
  it('is refused for a disk type that nobody has', () => {
    expect(faultsOf({ storage: { dataDiskGiB: 100, diskType: 'FOO' } })).toEqual([
      ['/storage/diskType', 'unknown-storage-type'],
    ]);
  });

  it('is refused for a rendering window of no length', () => {
    const workload = {
      scenario: 'offline-rendering',
      frames: 10,
      reference: { accelerator: 'A10', minutesPerFrame: 5 },
      window: { startsAt: '08:00', readyBy: '08:00' },
    };
    expect(faultsOf({ workload })).toEqual([['/workload/window/readyBy', 'contradiction']]);
  });

  it('tells all its faults at once', () => {
    expect(
      faultsOf({
        constraints: { providers: ['nobody'], accelerators: ['Z9'] },
        pricedOn: '2026-02-30',
        weights: {
          gpuSpec: 0,
          instanceType: 0,
          billing: 0,
          costOptimisation: 0,
          accelerationStack: 0,
          networkStorage: 0,
        },
      })
        .map(([, code]) => code)
        .sort(),
    ).toEqual(['impossible-date', 'unknown-accelerator', 'unknown-provider', 'weights-all-zero']);
  });
});
