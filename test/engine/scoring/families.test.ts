/** First the scenario, then the family: on the catalogue of this release each category is led by a family made for it. */
import { describe, expect, it } from 'vitest';
import { readSeed } from '../../../prisma/seed/read-seed.js';
import type { Catalogue } from '../../../src/engine/catalogue/catalogue.js';
import { openCatalogue } from '../../../src/engine/catalogue/snapshot.js';
import type { RecommendRequest } from '../../../src/engine/question.js';
import { recommend } from '../../../src/engine/recommend.js';
import { SCENARIOS } from '../../../src/engine/workload/scenarios/index.js';
import { seedCatalogue } from '../../support/seed-catalogue.js';

const CONTEXT = { today: '2026-11-30', priceBook: null };
const example = (id: string) => SCENARIOS[id]?.example as Record<string, unknown>;

const SERVE_7B = {
  scenario: 'llm-inference',
  model: 'Qwen2.5-7B-Instruct',
  maxContextTokens: 4096,
  inputTokens: 1000,
  outputTokens: 200,
  requestsPerSecond: 20,
};

/** The example of model-inference (SDXL within 10 s), and the same without its hurry. */
const PICTURES = example('model-inference');
const serving = (task: string, model: string, rate: number, more: Record<string, unknown> = {}) => ({
  scenario: 'model-inference',
  task,
  model,
  rate,
  ...more,
});

/** Every plan of one provider, unpriced ones too, best first within each. */
function plansFor(
  workload: Record<string, unknown>,
  constraints: Record<string, unknown> = {},
  catalogue: Catalogue = seedCatalogue(),
) {
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
    ['model-inference of pictures', { ...PICTURES, latencyMs: 30_000 }, 'inference'],
    ['model-inference of texts', serving('embedding', 'BERT-large', 2000, { input: { tokens: 384 } }), 'inference'],
    ['model-inference of speech', serving('speech-recognition', 'Whisper large-v3', 5), 'inference'],
    ['model-inference of photos', serving('vision', 'ResNet50', 20_000, { precision: 'int8' }), 'inference'],
    ['model-inference of pages', serving('ocr', 'PP-OCRv5 server', 50), 'inference'],
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

  it('yield where each of theirs that is fast enough costs half as much again, or has no public price', () => {
    // SDXL within 10 s: a T4 takes longer, PNV4 (A10) has no public price, BMGNV4 is sixteen A10 by the month
    const plans = plansFor(PICTURES);
    const [first] = plans;
    expect(first?.family).toBe('GN10X');
    const monthly = (plan: (typeof plans)[number] | undefined) => Number(plan?.plan.cost.monthly?.amount ?? Number.NaN);
    const serving = plans.filter(({ madeFor }) => madeFor[0] === 'inference');
    expect(serving.map(({ family }) => family)).toEqual(expect.arrayContaining(['BMGNV4', 'PNV4']));
    for (const plan of serving) {
      const isDear = monthly(plan) > 1.5 * monthly(first);
      expect(isDear || plan.plan.cost.unpriced).toBe(true);
    }
  });

  it('lead again as soon as the same work costs the same there', () => {
    const seed = readSeed();
    const sheets = seed.priceSheets.map((sheet) => ({
      ...sheet,
      rows: [...sheet.rows, ...sheet.rows.filter((row) => row.sku === 'GN10X.2XLARGE40').map(asPnv4)],
    }));
    const plans = plansFor(PICTURES, {}, openCatalogue({ ...seed, priceSheets: sheets, version: 'with PNV4 priced' }));
    expect(plans[0]?.family).toBe('PNV4');
    expect(plans[0]?.madeFor[0]).toBe('inference');
    const cost = ({ plan }: (typeof plans)[number]) => Number(plan.cost.monthly?.amount ?? Number.NaN);
    const [pnv4, gn10x] = ['PNV4', 'GN10X'].map((name) => plans.find(({ family }) => family === name));
    if (pnv4 === undefined || gn10x === undefined) throw new Error('no plan');
    expect(cost(pnv4) / cost(gn10x)).toBeCloseTo(1, 1);

    /** Three servers of four A10 do the work of eight with one V100. */
    function asPnv4<R extends { readonly price: string }>(row: R): R {
      return { ...row, sku: 'PNV4.28XLARGE466', price: ((Number(row.price) * 8) / 3).toFixed(2) };
    }
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
