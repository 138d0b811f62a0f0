/** Calibrations move what was tested, by how much it was tested, and nothing that they say nothing about. */
import { describe, expect, it } from 'vitest';
import { inProcessEngine } from '../../../src/application/in-process-engine.js';
import { type Calibration, checkCalibration } from '../../../src/engine/calibration/calibration.js';
import { robustLocation } from '../../../src/engine/calibration/location.js';
import type { CapacityPlanRequest } from '../../../src/engine/capacity/schemas.js';
import { openCatalogue } from '../../../src/engine/catalogue/snapshot.js';
import { type EvaluateRequest, evaluate } from '../../../src/engine/evaluate.js';
import type { CostEstimateRequest } from '../../../src/engine/pricing/schemas.js';
import type { RecommendRequest } from '../../../src/engine/question.js';
import { QuestionError } from '../../../src/engine/question-error.js';
import { type AskContext, recommend } from '../../../src/engine/recommend.js';
import type { ConsolidateRequest } from '../../../src/engine/sharing/schemas.js';
import { EIGHT_BILLION, model, smallSnapshot } from '../../support/small-catalogue.js';

const TODAY = '2026-06-01';
const base = smallSnapshot();
const half = { ...EIGHT_BILLION, layers: 16, parametersBillion: 4.5 };
const catalogue = openCatalogue({
  ...base,
  models: [
    ...base.models,
    model({ id: 'half-b', name: 'Half-B', parametersBillion: 4.5, transformer: half }),
    model({ id: 'half-c', name: 'Half-C', parametersBillion: 4.5, transformer: half }),
  ],
});

const workload = (name: string, part: Record<string, unknown> = {}) => ({
  scenario: 'llm-inference',
  model: name,
  weightPrecision: 'fp16',
  maxContextTokens: 4096,
  inputTokens: 1000,
  outputTokens: 200,
  concurrency: 8,
  ...part,
});
const configuration = (accelerator: string) => ({ accelerator, acceleratorCount: 1, tensorParallel: 1 });
const predict = (name: string, card: string, calibrations: readonly Calibration[] = []) =>
  evaluate(catalogue, { workload: workload(name), configuration: configuration(card) } as EvaluateRequest, {
    today: TODAY,
    calibrations,
  }).performance;

/** `count` tests that took `times` as long as predicted. */
function tests(name: string, card: string, times: number, count: number, part: Partial<Calibration> = {}) {
  const predicted = predict(name, card);
  const one: Calibration = {
    workload: workload(name),
    configuration: configuration(card),
    measured: {
      timePerOutputTokenMs: (predicted.timePerOutputTokenMs?.expected ?? 0) * times,
      outputTokensPerSecond: (predicted.outputTokensPerSecond?.expected ?? 0) / times,
    },
    runs: 1,
    measuredOn: TODAY,
    ...part,
  };
  return Array.from({ length: count }, () => one);
}

const ratio = (name: string, card: string, calibrations: readonly Calibration[], metric = 'timePerOutputTokenMs') =>
  (predict(name, card, calibrations)[metric]?.expected ?? 0) / (predict(name, card)[metric]?.expected ?? 1);

describe('calibrations', () => {
  it.each([1.3, 0.7])('bring the prediction within a twentieth of ten tests that took %s of it', (times) => {
    const ten = tests('llama-3.1-8b', 'a10', times, 10);
    expect(Math.abs(ratio('llama-3.1-8b', 'a10', ten) / times - 1)).toBeLessThan(0.05);
    expect(Math.abs(ratio('llama-3.1-8b', 'a10', ten, 'outputTokensPerSecond') * times - 1)).toBeLessThan(0.05);
    // What was not measured moves with the server.
    expect(Math.abs(ratio('llama-3.1-8b', 'a10', ten, 'timeToFirstTokenMs') / times - 1)).toBeLessThan(0.05);
  });

  it('are shown as evidence, with an interval that ten consistent tests have narrowed', () => {
    const before = predict('llama-3.1-8b', 'a10').timePerOutputTokenMs;
    const after = predict('llama-3.1-8b', 'a10', tests('llama-3.1-8b', 'a10', 1.3, 10)).timePerOutputTokenMs;
    const width = (e: typeof before) => Math.log((e?.high ?? 1) / (e?.low ?? 1));
    expect(after?.evidence).toBe('calibrated');
    expect(width(after)).toBeLessThan(width(before) * 0.6);
    expect(after?.low ?? 0).toBeLessThan(after?.expected ?? 0);
  });

  it('move another model only when two models show that it is the card', () => {
    const one = tests('llama-3.1-8b', 'a10', 1.3, 10);
    expect(ratio('half-b', 'a10', one)).toBe(1);
    const two = [...one, ...tests('half-c', 'a10', 1.3, 10)];
    expect(ratio('half-b', 'a10', two)).toBeGreaterThan(1.2);
    expect(ratio('half-b', 'a10', two)).toBeLessThan(1.3);
    expect(predict('half-b', 'a10', two).timePerOutputTokenMs?.evidence).not.toBe('calibrated');
    expect(ratio('half-b', 'a100-sxm4-80gb', two)).toBe(1);
    const disagreeing = [...one, ...tests('half-c', 'a10', 0.75, 10)];
    expect(Math.abs(ratio('half-b', 'a10', disagreeing) - 1)).toBeLessThan(0.01);
  });

  it('weigh runs and age: √runs, halved by a year', () => {
    const now = ratio('llama-3.1-8b', 'a10', tests('llama-3.1-8b', 'a10', 1.3, 1));
    const old = ratio('llama-3.1-8b', 'a10', tests('llama-3.1-8b', 'a10', 1.3, 1, { measuredOn: '2025-06-01' }));
    const sixteen = ratio('llama-3.1-8b', 'a10', tests('llama-3.1-8b', 'a10', 1.3, 1, { runs: 16 }));
    expect(old).toBeGreaterThan(1);
    expect(old).toBeLessThan(now);
    expect(now).toBeLessThan(sixteen);
    expect(sixteen).toBeLessThan(1.3);
  });

  it('are not captured by an outlier', () => {
    const nine = tests('llama-3.1-8b', 'a10', 1.1, 9);
    const without = ratio('llama-3.1-8b', 'a10', nine);
    const withOne = ratio('llama-3.1-8b', 'a10', [...nine, ...tests('llama-3.1-8b', 'a10', 6, 1)]);
    expect(Math.abs(withOne / without - 1)).toBeLessThan(0.03);
    expect(ratio('llama-3.1-8b', 'a10', tests('llama-3.1-8b', 'a10', 6, 1))).toBeLessThan(1.2);
  });

  it('count the same in any order, and say so in the version', () => {
    const list = [...tests('llama-3.1-8b', 'a10', 1.3, 2), ...tests('llama-3.1-8b', 'a10', 1.1, 3)];
    const ask = (calibrations: readonly Calibration[]) =>
      recommend(catalogue, { workload: workload('llama-3.1-8b'), currency: 'CNY' } as RecommendRequest, {
        today: TODAY,
        priceBook: null,
        calibrations,
      });
    expect(JSON.stringify(ask([...list].reverse()))).toBe(JSON.stringify(ask(list)));
    expect(ask(list).catalogueVersion).not.toBe(ask([]).catalogueVersion);
    expect(ask([]).catalogueVersion).toBe(catalogue.version);
  });

  it('and a price book are in the version of every answer that may stand on them, and of no other', () => {
    const calibrations = tests('llama-3.1-8b', 'a10', 1.3, 2);
    const priceBook = { id: 'contract', version: 1, discounts: [], prices: [] };
    const engine = inProcessEngine();
    const question = { workload: workload('llama-3.1-8b'), currency: 'CNY' } as RecommendRequest;
    const resource = { provider: 'alpha', region: 'a-south', instanceType: 'mid.1', servers: 1 };
    const service = { id: 's', memoryGiB: 4, computeRatio: 0.2, latencyClass: 'normal', isolation: 'soft' } as const;
    const versions = (part: Partial<AskContext>) => {
      const context = { today: TODAY, priceBook: null, calibrations: [], ...part };
      const of = (reply: unknown) => (reply as { catalogueVersion: string }).catalogueVersion;
      return {
        recommend: of(engine.recommend(catalogue, question, context)),
        capacityPlan: of(
          engine.planCapacity(
            catalogue,
            { ...question, demand: { growth: { ratioPerMonth: 0.1 } }, horizonMonths: 3 } as CapacityPlanRequest,
            context,
          ),
        ),
        evaluate: of(
          engine.evaluate(
            catalogue,
            { workload: workload('llama-3.1-8b'), configuration: configuration('a10') } as EvaluateRequest,
            context,
          ),
        ),
        costOfResources: of(
          engine.estimateCost(catalogue, { resources: [resource], currency: 'CNY' } as CostEstimateRequest, context),
        ),
        consolidate: of(
          engine.consolidate(
            catalogue,
            { services: [service], on: { accelerators: ['a10'] }, currency: 'CNY' } as unknown as ConsolidateRequest,
            context,
          ),
        ),
      };
    };
    const plain = versions({});
    expect(new Set(Object.values(plain))).toEqual(new Set([catalogue.version]));
    const tested = versions({ calibrations });
    expect(tested.recommend).not.toBe(catalogue.version);
    expect(tested).toEqual({
      ...plain,
      recommend: tested.recommend,
      capacityPlan: tested.recommend,
      evaluate: tested.recommend,
    });
    const agreed = versions({ priceBook });
    expect(agreed.recommend).not.toBe(catalogue.version);
    const { evaluate: unpriced, ...priced } = agreed;
    expect(unpriced).toBe(catalogue.version);
    expect(new Set(Object.values(priced))).toEqual(new Set([agreed.recommend]));
  });

  it('change the plan: a card that is slower than thought needs more servers for the same rate', () => {
    const request = {
      workload: workload('llama-3.1-8b', { concurrency: undefined, requestsPerSecond: 40 }),
      constraints: { accelerators: ['a10'] },
      currency: 'CNY',
    };
    const ask = (calibrations: readonly Calibration[]) =>
      recommend(catalogue, JSON.parse(JSON.stringify(request)), { today: TODAY, priceBook: null, calibrations })
        .plans[0];
    const before = ask([]);
    const after = ask(tests('llama-3.1-8b', 'a10', 1.5, 10));
    const servers = (plan: typeof before) => plan?.placement.servers ?? 0;
    expect(servers(after) / servers(before)).toBeGreaterThan(1.3);
    expect(after?.findings.some(({ code }) => code === 'calibrated-by-tests')).toBe(true);
    // What arrives is served: the rate is the caller's, not the card's.
    expect(after?.performance.requestsPerSecond?.expected).toBeCloseTo(40, 6);
  });

  it('hold goals against what was measured', () => {
    const goal = (predict('llama-3.1-8b', 'a10').timePerOutputTokenMs?.expected ?? 0) * 1.05;
    const request = {
      workload: workload('llama-3.1-8b', { concurrency: 1, latency: { timePerOutputTokenMs: goal } }),
      constraints: { instanceTypes: ['mid.1'] },
      currency: 'CNY',
    } as unknown as RecommendRequest;
    const ask = (calibrations: readonly Calibration[]) =>
      recommend(catalogue, request, { today: TODAY, priceBook: null, calibrations });
    expect(ask([]).plans).toHaveLength(1);
    const slower = ask(tests('llama-3.1-8b', 'a10', 2, 10));
    expect(slower.plans).toEqual([]);
    const missed = slower.rejected.candidates
      .find(({ instanceType }) => instanceType === 'mid.1')
      ?.reasons.find(({ code }) => code === 'goal-missed');
    expect(missed?.facts.goalMs).toBeCloseTo(goal, 3);
    expect(Number(missed?.facts.valueMs)).toBeGreaterThan(goal);
  });
});

describe('a calibration is refused', () => {
  const sound = tests('llama-3.1-8b', 'a10', 1.2, 1)[0] as Calibration;
  const codes = (calibration: Calibration) => {
    try {
      checkCalibration(catalogue, calibration, TODAY);
      return [];
    } catch (error) {
      if (error instanceof QuestionError) return error.faults.map(({ code, pointer }) => `${code} ${pointer}`);
      throw error;
    }
  };

  it('not when it is sound: its ratio to the prediction is told', () => {
    const { metrics, accelerator } = checkCalibration(catalogue, sound, TODAY);
    expect(accelerator).toBe('a10');
    expect(metrics.timePerOutputTokenMs?.ratio).toBeCloseTo(1.2, 3);
  });

  it.each<[string, Partial<Calibration>, string]>([
    ['it lies in the future', { measuredOn: '2026-06-02' }, 'out-of-range /measuredOn'],
    ['its day does not exist', { measuredOn: '2026-02-30' }, 'impossible-date /measuredOn'],
    ['a metric is not predicted', { measured: { framesPerHour: 3 } }, 'unknown-metric /measured/framesPerHour'],
    [
      'a unit was mistaken',
      { measured: { timePerOutputTokenMs: 0.05 } },
      'implausible-measurement /measured/timePerOutputTokenMs',
    ],
    [
      'the first token comes after the last',
      { measured: { timeToFirstTokenMs: 9000, endToEndLatencyMs: 8000 } },
      'contradiction /measured/timeToFirstTokenMs',
    ],
    [
      'the card is unknown',
      { configuration: { accelerator: 'z99', acceleratorCount: 1 } },
      'unknown-accelerator /configuration/accelerator',
    ],
    [
      'nothing fits there',
      { configuration: { accelerator: 't4', acceleratorCount: 1, tensorParallel: 1 } },
      'no-prediction /configuration',
    ],
  ])('when %s', (_why, part, expected) => {
    expect(codes({ ...sound, ...part })).toContain(expected);
  });
});

describe('the robust centre', () => {
  it('is the mean shrunk by one observation where all agree', () => {
    const ten = Array.from({ length: 10 }, () => ({ value: 0.1, weight: 1 }));
    expect(robustLocation(ten, 0, 1, 0.3).centre).toBeCloseTo((10 * 0.1) / 11, 3);
  });

  it('is the prior where nothing was observed', () => {
    expect(robustLocation([], 0.2, 1, 0.3).centre).toBeCloseTo(0.2, 12);
  });
});
