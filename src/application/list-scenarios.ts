/**
 * What can be planned: every scenario with its fields, what may be said of any of them, and what the answer's dimensions and
 * metrics mean; enough for a portal to build its form and its page of results. Derived from the schemas and registries.
 */

import type { TSchema } from 'typebox';
import { METRICS } from '../engine/metrics.js';
import { RecommendRequest } from '../engine/question.js';
import { DIMENSIONS } from '../engine/scoring/index.js';
import type { AnyScenario } from '../engine/workload/scenario.js';
import { SCENARIOS } from '../engine/workload/scenarios/index.js';
import { fieldLabel } from './field-labels.js';
import type { Sentence } from './problems.js';

type JsonSchema = Readonly<Record<string, unknown>>;

export type FieldKind =
  | 'number'
  | 'integer'
  | 'text'
  | 'flag'
  | 'choice'
  | 'constant'
  | 'object'
  | 'list'
  | 'map'
  | 'alternatives';

export interface ScenarioField {
  readonly name: string;
  /** JSON pointer below the workload (or configuration). */
  readonly pointer: string;
  readonly label: Sentence;
  readonly description?: string;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  readonly isNullable?: true;
  readonly default?: unknown;
  readonly value?: unknown;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly choices?: readonly string[];
  /** Of an object. */
  readonly fields?: readonly ScenarioField[];
  /** Of a list or map. */
  readonly items?: ScenarioField;
  /** Shapes of which one is given. */
  readonly alternatives?: readonly ScenarioField[];
}

export interface ScenarioListing {
  readonly id: string;
  readonly category: string;
  readonly label: Sentence;
  readonly description: Sentence;
  readonly defaultWeights: Readonly<Record<string, number>>;
  readonly weightReason: Sentence;
  readonly fields: readonly ScenarioField[];
  readonly configurationFields: readonly ScenarioField[];
  readonly example: unknown;
  readonly configurationExample: unknown;
}

export interface MetricListing {
  readonly name: string;
  readonly label: Sentence;
  readonly meaning: Sentence;
  readonly better: 'lower' | 'higher' | null;
}

export interface DimensionListing {
  readonly id: string;
  readonly label: Sentence;
  readonly question: Sentence;
}

export interface PlanningForm {
  readonly scenarios: readonly ScenarioListing[];
  /** What may be said of any scenario: limits, use, storage, money. */
  readonly requestFields: readonly ScenarioField[];
  readonly dimensions: readonly DimensionListing[];
  readonly metrics: readonly MetricListing[];
}

export type ListScenarios = () => PlanningForm;

export function listScenarios(scenarios: Readonly<Record<string, AnyScenario>> = SCENARIOS): ListScenarios {
  const listing = {
    scenarios: Object.values(scenarios).map((scenario) => ({
      id: scenario.id,
      category: scenario.category,
      label: scenario.label,
      description: scenario.description,
      defaultWeights: { ...scenario.defaultWeights },
      weightReason: scenario.weightReason,
      fields: fieldsOf(scenario.schema as JsonSchema, ''),
      configurationFields: fieldsOf(scenario.configurationSchema as JsonSchema, ''),
      example: scenario.example as unknown,
      configurationExample: scenario.configurationExample,
    })),
    requestFields: fieldsOf(RecommendRequest as TSchema as JsonSchema, '').filter(({ name }) => name !== 'workload'),
    dimensions: DIMENSIONS.map(({ id, label, question }) => ({ id, label, question })),
    metrics: Object.entries(METRICS).map(([name, metric]) => ({ name, ...metric })),
  };
  return () => listing;
}

const BOUNDS = [
  'default',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
] as const;

function fieldsOf(schema: JsonSchema, pointer: string): readonly ScenarioField[] {
  const required = new Set((schema.required as readonly string[] | undefined) ?? []);
  return Object.entries((schema.properties as Readonly<Record<string, JsonSchema>> | undefined) ?? {}).map(
    ([name, property]) => fieldOf(name, property, `${pointer}/${name}`, required.has(name)),
  );
}

function fieldOf(name: string, schema: JsonSchema, pointer: string, isRequired: boolean): ScenarioField {
  const options = ((schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined) ?? [];
  const isNullable = options.some((option) => option.type === 'null');
  const shapes = options.filter((option) => option.type !== 'null');
  const only = shapes.length === 1 ? shapes[0] : undefined;
  const shape: JsonSchema = only === undefined ? schema : { ...only, ...withoutOptions(schema) };
  const bounds = Object.fromEntries(BOUNDS.filter((key) => shape[key] !== undefined).map((key) => [key, shape[key]]));
  return {
    name,
    pointer,
    label: fieldLabel(name, shape),
    ...(typeof shape.description === 'string' ? { description: shape.description } : {}),
    ...kindOf(name, shape, only === undefined ? shapes : [], pointer),
    isRequired,
    ...(isNullable ? { isNullable } : {}),
    ...bounds,
  };
}

function withoutOptions({ anyOf: _, oneOf: __, ...rest }: JsonSchema): JsonSchema {
  return rest;
}

function kindOf(
  name: string,
  schema: JsonSchema,
  shapes: readonly JsonSchema[],
  pointer: string,
): Pick<ScenarioField, 'kind' | 'choices' | 'fields' | 'items' | 'alternatives' | 'value'> {
  if (shapes.length > 0) {
    if (shapes.every((shape) => typeof shape.const === 'string')) {
      return { kind: 'choice', choices: shapes.map((shape) => String(shape.const)) };
    }
    return { kind: 'alternatives', alternatives: shapes.map((shape) => fieldOf(name, shape, pointer, true)) };
  }
  if ('const' in schema) return { kind: 'constant', value: schema.const };
  if (Array.isArray(schema.enum)) return { kind: 'choice', choices: schema.enum.map(String) };
  switch (schema.type) {
    case 'integer':
    case 'number':
      return { kind: schema.type };
    case 'boolean':
      return { kind: 'flag' };
    case 'array':
      return {
        kind: 'list',
        items: fieldOf('item', (schema.items as JsonSchema | undefined) ?? {}, `${pointer}/-`, true),
      };
    case 'object':
      return schema.properties === undefined ? { kind: 'map' } : { kind: 'object', fields: fieldsOf(schema, pointer) };
    default:
      return { kind: 'text' };
  }
}
