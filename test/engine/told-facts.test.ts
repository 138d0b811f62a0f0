/** Figures in sentences have the unit that they are told in, and no fact that nobody stated. */
import { describe, expect, it } from 'vitest';
import type { RecommendReply } from '../../src/engine/answer.js';
import type { RecommendRequest } from '../../src/engine/question.js';
import { recommend } from '../../src/engine/recommend.js';
import { seedCatalogue } from '../support/seed-catalogue.js';

const ask = (request: object): RecommendReply =>
  recommend(
    seedCatalogue(),
    { currency: 'CNY', distinct: false, limit: 50, ...request } as unknown as RecommendRequest,
    {
      today: '2026-11-30',
      priceBook: null,
    },
  );

/** Messages of a code, anywhere in an answer. */
function messages(value: unknown, code: string): string[] {
  if (Array.isArray(value)) return value.flatMap((inner) => messages(inner, code));
  if (value === null || typeof value !== 'object') return [];
  const own = value as { code?: unknown; message?: unknown };
  return [
    ...(own.code === code && typeof own.message === 'string' ? [own.message] : []),
    ...Object.values(value).flatMap((inner) => messages(inner, code)),
  ];
}

describe('a sentence', () => {
  it('tells the share of collectives in per cent', () => {
    const reply = ask({
      workload: {
        scenario: 'llm-inference',
        model: 'Llama-3.3-70B',
        inputTokens: 1000,
        outputTokens: 300,
        concurrency: 50,
      },
      constraints: { accelerators: ['RTX-3090'] },
    });
    const told = messages(reply, 'tensor-parallel-over-pcie');
    expect(told.length).toBeGreaterThan(0);
    for (const message of told) {
      const [, percent] = /collectives take ([0-9.]+) % of a decode step/.exec(message) ?? [];
      expect(Number(percent)).toBeGreaterThan(0.5);
    }
  });

  it('of released hours names no time zone where the window has none', () => {
    const reply = ask({
      workload: {
        scenario: 'offline-rendering',
        frames: 2000,
        reference: { accelerator: 'A10', minutesPerFrame: 5 },
        window: { startsAt: '20:00', readyBy: '08:00' },
      },
      constraints: { billingModes: ['on-demand'] },
    });
    const told = messages(reply, 'released-when-idle');
    expect(told.length).toBeGreaterThan(0);
    for (const message of told) expect(message).not.toContain('UTC');
  });
});
