import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/engine/evaluate.js';
import { localise } from '../../../src/engine/finding.js';
import { goalFindings, statedGoals } from '../../../src/engine/workload/goals.js';
import { SCENARIOS } from '../../../src/engine/workload/scenarios/index.js';
import { seedCatalogue } from '../../support/seed-catalogue.js';

const performance = (expected: number, high: number) => ({
  timeToFirstTokenMs: { low: 1, expected, high, evidence: 'analytic' as const },
});
const about = (limit: number, expected: number, high: number) =>
  goalFindings([{ metric: 'timeToFirstTokenMs', limit, isLoad: false }], performance(expected, high)).map(
    ({ code }) => code,
  );

describe('a stated goal', () => {
  it('is missed, kept as expected only, or kept at the slow end, too', () => {
    expect(about(2000, 2001, 3000)).toEqual(['goal-not-kept']);
    expect(about(2000, 2000, 2001)).toEqual(['goal-not-safe']);
    expect(about(2000, 1500, 2000)).toEqual(['goal-safe']);
  });

  it('that is not stated, or has no figure, says nothing', () => {
    expect(goalFindings([], performance(1, 2))).toEqual([]);
    expect(goalFindings([{ metric: 'latencyMs', limit: 10, isLoad: false }], performance(1, 2))).toEqual([]);
  });

  it('names goal, figure and slow end in both languages', () => {
    const found = goalFindings([{ metric: 'timeToFirstTokenMs', limit: 2000, isLoad: false }], performance(1808, 8535));
    for (const language of ['en', 'zh'] as const)
      for (const figure of ['timeToFirstTokenMs', '2000', '1808', '8535'])
        expect(localise(found, language)[0]?.message).toContain(figure);
  });

  it.each([
    [
      'llm-inference',
      { latency: { timeToFirstTokenMs: 2000, endToEndMs: 9000 } },
      ['timeToFirstTokenMs', 'endToEndLatencyMs'],
    ],
    ['model-inference', { latencyMs: 50 }, ['latencyMs']],
    ['llm-training', { deadlineHours: 72 }, ['durationHours']],
    ['hpc', {}, []],
  ])('of %s is one by the fields that the scenario marks', (id, stated, metrics) => {
    const scenario = SCENARIOS[id];
    if (scenario === undefined) throw new Error(id);
    expect(statedGoals(scenario, stated).map(({ metric }) => metric)).toEqual(metrics);
  });
});

describe('a stated load', () => {
  const about = (load: number, low: number, expected: number) =>
    goalFindings([{ metric: 'pagesPerSecond', limit: load, isLoad: true }], {
      pagesPerSecond: { low, expected, high: 2 * expected, evidence: 'transferred' },
    })[0];

  it('is not borne, borne as expected only, or borne at the low end, too', () => {
    expect(about(50, 20, 49)?.code).toBe('load-not-borne');
    expect(about(50, 49, 60)?.code).toBe('load-not-safe');
    expect(about(50, 50, 60)?.code).toBe('load-safe');
  });

  it('says how many more servers the low end takes', () => {
    // 50 / 40 = 1.25
    expect(about(50, 40, 60)?.facts.timesAsMany).toBe(1.25);
  });

  it.each([
    [
      'model-inference',
      { rate: 50, latencyMs: 900 },
      [
        ['latencyMs', false],
        ['requestsPerSecond', true],
        ['outputTokensPerSecond', true],
      ],
    ],
    ['video-transcoding', { streams: 200 }, [['streams', true]]],
  ])('of %s is held against its metric', (id, stated, expected) => {
    const scenario = SCENARIOS[id];
    if (scenario === undefined) throw new Error(id);
    expect(statedGoals(scenario, stated).map(({ metric, isLoad }) => [metric, isLoad])).toEqual(expected);
  });
});

describe('an evaluation', () => {
  it('says of a goal whether this configuration keeps it, by the very figures that it states', () => {
    const workload = {
      scenario: 'llm-inference',
      model: 'llama-3.1-8b',
      inputTokens: 1000,
      outputTokens: 200,
      concurrency: 8,
      latency: { timePerOutputTokenMs: 100 },
    };
    const configuration = { accelerator: 'a100-sxm4-80gb', acceleratorCount: 1 };
    const ask = (limit: number) =>
      evaluate(seedCatalogue(), { workload: { ...workload, latency: { timePerOutputTokenMs: limit } }, configuration });
    const { low, expected, high } = ask(100).performance.timePerOutputTokenMs ?? { low: 0, expected: 0, high: 0 };
    const codes = (limit: number) =>
      ask(limit).findings.flatMap(({ code }) => (code.startsWith('goal-') ? [code] : []));
    expect(low).toBeGreaterThan(0);
    expect(codes(low)).toEqual(['goal-not-kept']);
    expect(codes((expected + high) / 2)).toEqual(['goal-not-safe']);
    expect(codes(high * 1.001)).toEqual(['goal-safe']);
  });
});
