/** First the scenario, then the family: on the catalogue of this release each category is led by a family made for it. */
import { describe, expect, it } from 'vitest';
import type { RecommendRequest } from '../../../src/engine/question.js';
import { recommend } from '../../../src/engine/recommend.js';
import { SCENARIOS } from '../../../src/engine/workload/scenarios/index.js';
import { seedCatalogue } from '../../support/seed-catalogue.js';

const CONTEXT = { today: '2026-11-30', priceBook: null };
const catalogue = seedCatalogue();
const example = (id: string) => SCENARIOS[id]?.example as Record<string, unknown>;

const SERVE_7B = {
  scenario: 'llm-inference',
  model: 'Qwen2.5-7B-Instruct',
  maxContextTokens: 4096,
  inputTokens: 1000,
  outputTokens: 200,
  requestsPerSecond: 20,
};

/** Every plan of one provider, unpriced ones too, best first within each. */
function plansFor(workload: Record<string, unknown>, constraints: Record<string, unknown> = {}) {
  const request = { workload, constraints: { providers: ['tencent'], ...constraints }, currency: 'CNY', limit: 50 };
  return recommend(catalogue, request as unknown as RecommendRequest, CONTEXT).plans.map((plan) => {
    const family = catalogue.familiesByKey.get(`tencent/${plan.placement.family}`);
    return { plan, family: plan.placement.family, madeFor: family?.madeFor ?? [] };
  });
}

describe('the families of a provider', () => {
  it.each([
    ['llm-training', example('llm-training'), 'training'],
    ['llm-finetuning', example('llm-finetuning'), 'training'],
    ['model-training', example('model-training'), 'training'],
    ['llm-inference', SERVE_7B, 'inference'],
    ['offline-rendering', example('offline-rendering'), 'rendering'],
    ['virtual-workstation', example('virtual-workstation'), 'rendering'],
  ])('made for the job lead in %s', (_id, workload, category) => {
    const plans = plansFor(workload);
    const [first] = plans;
    expect(first?.madeFor[0]).toBe(category);
    // By score alone, whether or not a price is public, a family made for it leads as well.
    const [best] = [...plans].sort((a, b) => b.plan.score - a.plan.score);
    expect(best?.madeFor[0]).toBe(category);
    const because = first?.plan.dimensions.instanceType.because.find(({ code }) => code === 'family-made-for');
    expect(because?.facts).toMatchObject({ family: first?.family, madeFor: first?.madeFor });
  });

  it('put hpc on a family that is made for hpc too', () => {
    expect(plansFor(example('hpc'))[0]?.madeFor).toContain('hpc');
  });

  it('keep the T4 servers for serving a 7B model before the training servers', () => {
    const order = plansFor(SERVE_7B, { regions: ['ap-guangzhou'] }).map(({ family }) => family);
    expect(new Set(order.slice(0, 2))).toEqual(new Set(['GN7', 'GI3X']));
    for (const training of ['GT4', 'GN10X', 'GN10Xp'])
      expect(order.indexOf(training)).toBeGreaterThan(order.indexOf('GI3X'));
  });

  it('score each dimension between 0 and 1, with a reason', () => {
    for (const { plan } of plansFor(SERVE_7B)) {
      for (const { score, because } of Object.values(plan.dimensions)) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(because.length).toBeGreaterThan(0);
      }
    }
  });
});
