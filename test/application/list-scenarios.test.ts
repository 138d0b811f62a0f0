/** What a portal needs to build its forms: every field, with its label in two languages. */
import { describe, expect, it } from 'vitest';
import { hasChineseLabel } from '../../src/application/field-labels.js';
import { listScenarios, type ScenarioField } from '../../src/application/list-scenarios.js';
import { SCENARIOS } from '../../src/engine/index.js';

const { scenarios } = listScenarios()();

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
