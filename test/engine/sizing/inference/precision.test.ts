import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { evaluateInference } from '../../../../src/engine/sizing/inference/evaluating.js';
import {
  readPrecision,
  WEIGHT_PRECISION_ALIASES,
  WEIGHT_PRECISIONS,
} from '../../../../src/engine/sizing/inference/precision.js';
import { LlmInferenceWorkload } from '../../../../src/engine/sizing/inference/question-schema.js';
import { seedCatalogue } from '../../../support/seed-catalogue.js';

const workload = { scenario: 'llm-inference', model: 'Qwen2.5-7B', inputTokens: 512, concurrency: 4 } as const;

describe('names of a weight precision', () => {
  it.each(Object.entries(WEIGHT_PRECISION_ALIASES))('%s is answered as %s', (alias, meant) => {
    const asked = { ...workload, weightPrecision: alias };
    expect(Value.Check(LlmInferenceWorkload, asked)).toBe(true);
    const answer = (weightPrecision: string) =>
      evaluateInference(
        { ...workload, weightPrecision } as LlmInferenceWorkload,
        { accelerator: 'L40S', acceleratorCount: 1 },
        seedCatalogue(),
        '/workload',
      );
    expect(answer(alias)).toEqual(answer(meant));
    expect(answer(alias).configuration.precision).toBe(meant);
  });

  it('mean in a question what they mean in a model’s name', () => {
    const inNames = Object.entries(WEIGHT_PRECISION_ALIASES).filter(([alias]) => readPrecision(alias) !== null);
    expect(inNames.length).toBeGreaterThan(10);
    for (const [alias, meant] of inNames) expect(`${alias}: ${readPrecision(alias)}`).toBe(`${alias}: ${meant}`);
  });

  it('never hide a format behind an alias', () => {
    expect(Object.keys(WEIGHT_PRECISION_ALIASES).filter((alias) => WEIGHT_PRECISIONS.some((p) => p === alias))).toEqual(
      [],
    );
  });

  it('are refused when nobody knows them', () => {
    expect(Value.Check(LlmInferenceWorkload, { ...workload, weightPrecision: 'int3' })).toBe(false);
  });
});
