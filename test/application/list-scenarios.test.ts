/** What a portal needs to build its forms: every field, with its label in two languages. */
import { describe, expect, it } from 'vitest';
import { hasChineseLabel } from '../../src/application/field-labels.js';
import { listScenarios, type ScenarioField } from '../../src/application/list-scenarios.js';
import { Performance } from '../../src/engine/answer.js';
import { metricKind } from '../../src/engine/calibration/metrics.js';
import { evaluate } from '../../src/engine/evaluate.js';
import { SCENARIOS } from '../../src/engine/index.js';
import { RecommendRequest } from '../../src/engine/question.js';
import { CODES } from '../../src/engine/sizing/hpc/codes.js';
import { TASKS } from '../../src/engine/sizing/model-inference/tasks.js';
import { DIMENSION_IDS } from '../../src/engine/workload/scenario.js';
import { seedCatalogue } from '../support/seed-catalogue.js';

const { scenarios, requestFields, dimensions, metrics } = listScenarios()();

function flatten(fields: readonly ScenarioField[]): readonly ScenarioField[] {
  return fields.flatMap((field) => [
    field,
    ...flatten(field.fields ?? []),
    ...flatten(field.alternatives ?? []),
    ...flatten(field.items === undefined ? [] : [field.items]),
  ]);
}

describe.each(scenarios)(
  '$id',
  ({ id, fields, configurationFields, label, description, weightReason, defaultWeights, example }) => {
    const all = flatten([...fields, ...configurationFields]);

    it('has a label in English and Chinese for itself and every field', () => {
      for (const sentence of [label, description, weightReason]) {
        expect(sentence.en).not.toBe('');
        expect(sentence.zh).toMatch(/[\u4e00-\u9fff]/);
      }
      expect([...new Set(all.map(({ name }) => name).filter((name) => !hasChineseLabel(name)))]).toEqual([]);
    });

    it('lists every property of its schemas', () => {
      const scenario = SCENARIOS[id];
      const names = (schema: unknown) => Object.keys((schema as { properties?: object }).properties ?? {});
      expect(fields.map(({ name }) => name)).toEqual(names(scenario?.schema));
      expect(configurationFields.map(({ name }) => name)).toEqual(names(scenario?.configurationSchema));
      expect(fields.find(({ name }) => name === 'scenario')).toMatchObject({
        kind: 'constant',
        value: id,
        isRequired: true,
      });
    });

    it('bounds every number and every text', () => {
      for (const field of all) {
        if (field.kind === 'number' || field.kind === 'integer') {
          expect(field.minimum ?? field.exclusiveMinimum, `${field.pointer} has no lower bound`).toBeTypeOf('number');
          expect(field.maximum ?? field.exclusiveMaximum, `${field.pointer} has no upper bound`).toBeTypeOf('number');
        }
        if (field.kind === 'text')
          expect(field.maxLength ?? field.pattern, `${field.pointer} has no bound`).toBeDefined();
        if (field.kind === 'list') expect(field.maxItems, `${field.pointer} has no bound`).toBeTypeOf('number');
      }
    });

    it('has weights that sum to one, and an example with the fields that are needed', () => {
      const sum = Object.values(defaultWeights).reduce((a, b) => a + b, 0);
      expect(sum).toBeCloseTo(1, 6);
      for (const field of fields) if (field.isRequired) expect(example).toHaveProperty(field.name);
    });
  },
);

describe('what may be said of any scenario', () => {
  it('is every other field of the question, labelled in two languages', () => {
    const all = flatten(requestFields);
    const named = requestFields.map(({ name }) => name);
    expect(['workload', ...named].sort()).toEqual(Object.keys(RecommendRequest.properties).sort());
    expect(all.find(({ pointer }) => pointer === '/exchangeRates/-/rate')?.label.zh).toBe('汇率');
    expect([...new Set(all.filter(({ label }) => !/[\u4e00-\u9fff]/.test(label.zh)).map(({ name }) => name))]).toEqual(
      [],
    );
  });

  it('is weighed by six dimensions, each with the question that it answers', () => {
    expect(dimensions.map(({ id }) => id)).toEqual(DIMENSION_IDS);
    for (const { label, question } of dimensions)
      for (const { en, zh } of [label, question]) expect([en !== '', /[\u4e00-\u9fff]/.test(zh)]).toEqual([true, true]);
  });
});

describe('the glossary of metrics', () => {
  const names = new Set(metrics.map(({ name }) => name));

  it('explains every figure that the examples of all scenarios are answered with', () => {
    const catalogue = seedCatalogue();
    for (const { example, configurationExample } of scenarios) {
      const workload = example as { scenario: string };
      const { performance } = evaluate(catalogue, { workload, configuration: configurationExample });
      expect(Object.keys(performance).filter((name) => !names.has(name))).toEqual([]);
      expect(Object.keys(performance)).not.toEqual([]);
    }
  });

  it('explains the rate of every task and of every code', () => {
    const rates = [
      ...Object.values(TASKS).map((task) => task.rateMetric),
      ...Object.values(CODES).map((code) => code.metric),
    ];
    expect(rates.filter((name) => !names.has(name))).toEqual([]);
  });

  it('knows which way is better, as corrections by load tests do', () => {
    for (const { name, better } of metrics) {
      const kind = metricKind(name);
      if (kind !== null) expect([name, better]).toEqual([name, kind === 'time' ? 'lower' : 'higher']);
    }
  });

  it('stands in the document where an answer holds the figures', () => {
    for (const name of names) expect(JSON.stringify(Performance)).toContain(`\`${name}\``);
  });

  it('states the formula by which the figures hang together', () => {
    const { performance: p } = evaluate(seedCatalogue(), {
      workload: {
        scenario: 'llm-inference',
        model: 'llama-3.1-8b',
        inputTokens: 1000,
        outputTokens: 201,
        concurrency: 8,
      },
      configuration: { accelerator: 'a100-sxm4-80gb', acceleratorCount: 1 },
    });
    const of = (name: string) => p[name]?.expected ?? Number.NaN;
    // As far as six shown digits go.
    const same = (a: number, b: number) => expect(a / b).toBeCloseTo(1, 4);
    same((of('endToEndLatencyMs') - of('timeToFirstTokenMs')) / 200, of('timePerOutputTokenMs'));
    same(of('totalTokensPerSecond') / of('outputTokensPerSecond'), 1201 / 201);
    same(of('outputTokensPerSecond'), 201 * of('requestsPerSecond'));
  });
});
