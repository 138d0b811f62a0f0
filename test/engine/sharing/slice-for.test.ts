import { describe, expect, it } from 'vitest';
import { recommend } from '../../../src/engine/recommend.js';
import { sliceFor } from '../../../src/engine/sharing/slice-for.js';
import { seedCatalogue } from '../../support/seed-catalogue.js';

const catalogue = seedCatalogue();
const offerOf = (type: string) => {
  const offer = catalogue.offers.find((o) => o.type.id === type);
  if (offer === undefined) throw new Error(`no offer of ${type}`);
  return offer;
};
const sliceOn = (type: string, memoryGiB: number, computeRatio: number) =>
  sliceFor(catalogue, offerOf(type), { memoryGiB, computeRatio });

describe('the slice of a light load', () => {
  it('is rounded up to the steps of the provider’s own technology', () => {
    // qGPU: 1 GiB and 5 %
    expect(sliceOn('GN7.2XLARGE32', 3.2, 0.12)).toEqual({ technology: 'qgpu', memoryGiB: 4, computeRatio: 0.15 });
  });

  it('is by a technology of the card where the provider has none for the family', () => {
    expect(sliceOn('GI3X.8XLARGE64', 3.2, 0.12)?.technology).toBe('hami');
  });

  it('is none where it would leave less than half of the card', () => {
    expect(sliceOn('GN7.2XLARGE32', 9, 0.12)).toBeNull();
    expect(sliceOn('GN7.2XLARGE32', 3.2, 0.6)).toBeNull();
  });

  it('is none on a part of a card, which is shared already', () => {
    expect(sliceOn('GN7.LARGE20', 1, 0.05)).toBeNull();
  });
});

describe('the plan of a light language model', () => {
  const chat = (requestsPerSecond: number, latency?: { endToEndMs: number }) =>
    recommend(
      catalogue,
      {
        workload: {
          scenario: 'llm-inference',
          model: 'Qwen2.5-1.5B-Instruct',
          maxContextTokens: 2048,
          inputTokens: 300,
          outputTokens: 100,
          requestsPerSecond,
          ...(latency === undefined ? {} : { latency }),
        },
        constraints: { providers: ['tencent'], instanceTypes: ['GN7.2XLARGE32'] },
        currency: 'CNY',
      },
      { today: '2026-11-30', priceBook: null },
    ).plans[0];
  const slice = (plan: ReturnType<typeof chat>) => plan?.findings.find((f) => f.code === 'share-the-card')?.facts;

  it('names the slice of its card: weights, the cache that is filled, and compute for the load', () => {
    const facts = slice(chat(0.2));
    expect(facts).toMatchObject({ technology: 'qgpu', slicePercent: 5 });
    // 1.54 billion parameters in 16 bits are 2.87 GiB; a T4 has 15
    expect(Number(facts?.memoryGiB)).toBeGreaterThan(2.87);
    expect(Number(facts?.memoryGiB)).toBeLessThan(7.5);
  });

  it('takes more of the card for a tighter goal, and none where the card is filled', () => {
    const loose = chat(0.2)?.performance.endToEndLatencyMs?.expected ?? Number.NaN;
    expect(slice(chat(0.2, { endToEndMs: 4 * loose }))?.slicePercent).toBe(25);
    expect(slice(chat(0.2, { endToEndMs: 1.2 * loose }))).toBeUndefined();
  });
});
