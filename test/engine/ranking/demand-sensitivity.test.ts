/** The load at which another family wins is the load at which it wins. */
import { describe, expect, it } from 'vitest';
import { openCatalogue } from '../../../src/engine/catalogue/snapshot.js';
import type { RecommendRequest } from '../../../src/engine/question.js';
import { recommend } from '../../../src/engine/recommend.js';
import { smallSnapshot } from '../../support/small-catalogue.js';

const CONTEXT = { today: '2026-06-01', priceBook: null };
const catalogue = openCatalogue(smallSnapshot());
const ask = (requestsPerSecond: number, part: Record<string, unknown> = {}) =>
  recommend(
    catalogue,
    {
      workload: {
        scenario: 'llm-inference',
        model: 'llama-3.1-8b',
        weightPrecision: 'fp16',
        maxContextTokens: 4096,
        inputTokens: 1000,
        outputTokens: 200,
        requestsPerSecond,
      },
      weights: {
        gpuSpec: 0,
        instanceType: 0,
        billing: 0,
        accelerationStack: 0,
        networkStorage: 0,
        costOptimisation: 1,
      },
      currency: 'CNY',
      ...part,
    } as unknown as RecommendRequest,
    CONTEXT,
  );
const winner = (rate: number) => ask(rate).plans[0]?.placement.family ?? null;

describe('the sensitivity to the load', () => {
  it('is told with explain: full only', () => {
    expect(ask(2).demandSensitivity).toBeNull();
    expect(ask(2, { explain: 'full' }).demandSensitivity).not.toBeNull();
  });

  it('names the first load on its grid at which another family wins, and which', () => {
    let seen = 0;
    for (const rate of [0.5, 2, 8, 20]) {
      const told = ask(rate, { explain: 'full' }).demandSensitivity;
      expect(told).toMatchObject({ pointer: '/workload/requestsPerSecond', value: rate });
      expect(told?.family.family).toBe(winner(rate));
      for (const change of [told?.up, told?.down]) {
        if (!change) continue;
        seen++;
        expect(winner(change.value)).toBe(change.family?.family ?? null);
        expect(change.family?.family).not.toBe(told?.family.family);
        // Halfway to it, the winner holds.
        const nearer = rate * Math.sqrt(change.ratio) ** 0.5;
        expect(winner(Number(nearer.toPrecision(4)))).toBe(told?.family.family);
      }
    }
    expect(seen).toBeGreaterThan(0);
  });
});
