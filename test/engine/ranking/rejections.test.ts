import { describe, expect, it } from 'vitest';
import type { RecommendRequest } from '../../../src/engine/question.js';
import { recommend } from '../../../src/engine/recommend.js';
import { smallCatalogue } from '../../support/small-catalogue.js';

const ask = (constraints: object) => {
  const reply = recommend(
    smallCatalogue(),
    {
      workload: {
        scenario: 'llm-inference',
        model: 'llama-3.1-8b',
        inputTokens: 100_000,
        outputTokens: 1000,
        concurrency: 500,
        latency: { timeToFirstTokenMs: 1 },
      },
      constraints,
      currency: 'CNY',
    } as unknown as RecommendRequest,
    { today: '2026-06-01', priceBook: null },
  );
  const { facts } = reply.findings.find(({ code }) => code === 'no-plan-fits') ?? {};
  return { facts, commonest: reply.rejected.byReason[0]?.code };
};

describe('that nothing fits', () => {
  it('is put down to what fails of the offers that the question allows', () => {
    const { facts, commonest } = ask({ instanceTypes: ['small.1'] });
    expect(commonest).toBe('instance-type-not-allowed');
    expect(facts).toMatchObject({ allowedCount: 1, reason: expect.stringMatching(/^(?!instance-type)/) });
  });

  it('is put down to the limits where they allow nothing', () => {
    const { facts } = ask({ providers: ['alpha'], instanceTypes: ['small.1'], requireNvlink: true });
    expect(facts).toMatchObject({ allowedCount: 0 });
  });
});
