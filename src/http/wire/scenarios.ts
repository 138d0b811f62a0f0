/** The reply of /scenarios. */
import { Type } from 'typebox';

const Sentence = Type.Object(
  { en: Type.String({ maxLength: 4000 }), zh: Type.String({ maxLength: 4000 }) },
  { additionalProperties: false, description: 'English and Chinese.' },
);

const Field = {
  $id: 'ScenarioField',
  type: 'object',
  description: 'A field of a form: label, bounds, default, and what it holds.',
  required: ['name', 'pointer', 'label', 'kind', 'isRequired'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', maxLength: 100 },
    pointer: { type: 'string', maxLength: 500, description: 'JSON pointer below the workload or configuration.' },
    label: Sentence,
    description: { type: 'string', maxLength: 4000 },
    kind: {
      type: 'string',
      enum: ['number', 'integer', 'text', 'flag', 'choice', 'constant', 'object', 'list', 'map', 'alternatives'],
    },
    isRequired: { type: 'boolean' },
    isNullable: { type: 'boolean' },
    default: { description: 'What is assumed when the field is left out.' },
    value: { description: 'The only value (constants).' },
    minimum: { type: 'number' },
    exclusiveMinimum: { type: 'number' },
    maximum: { type: 'number' },
    exclusiveMaximum: { type: 'number' },
    minLength: { type: 'integer', minimum: 0, maximum: 1e9 },
    maxLength: { type: 'integer', minimum: 0, maximum: 1e9 },
    pattern: { type: 'string', maxLength: 1000 },
    minItems: { type: 'integer', minimum: 0, maximum: 1e9 },
    maxItems: { type: 'integer', minimum: 0, maximum: 1e9 },
    choices: { type: 'array', maxItems: 1000, items: { type: 'string', maxLength: 200 } },
    fields: { type: 'array', maxItems: 1000, items: { $ref: '#/components/schemas/ScenarioField' } },
    items: { $ref: '#/components/schemas/ScenarioField' },
    alternatives: { type: 'array', maxItems: 100, items: { $ref: '#/components/schemas/ScenarioField' } },
  },
} as const;
const ScenarioField = Type.Unsafe<Record<string, unknown>>(Field);

export const Scenario = Type.Object(
  {
    id: Type.String({ maxLength: 60, description: 'Value of `workload.scenario`.' }),
    category: Type.String({ maxLength: 20, description: 'inference, training, rendering or hpc.' }),
    label: Sentence,
    description: Sentence,
    defaultWeights: Type.Record(Type.String({ maxLength: 40 }), Type.Number({ minimum: 0, maximum: 1 }), {
      description: 'Weights of the six dimensions that are used unless the question states others.',
    }),
    weightReason: Sentence,
    fields: Type.Array(ScenarioField, { maxItems: 200, description: 'Fields of the workload.' }),
    configurationFields: Type.Array(ScenarioField, {
      maxItems: 200,
      description: 'Fields of the configuration of /evaluate.',
    }),
    example: Type.Unknown({ description: 'A workload that can be sent as it is.' }),
    configurationExample: Type.Unknown({ description: 'A configuration that goes with it.' }),
  },
  { additionalProperties: false, $id: 'Scenario', description: 'A kind of job that can be planned.' },
);

export const ScenariosReply = Type.Object(
  {
    scenarios: Type.Array(Scenario, { maxItems: 100, description: 'One entry a kind of job.' }),
    requestFields: Type.Array(ScenarioField, {
      maxItems: 100,
      description: 'Fields of /recommend beside `workload`: limits, use, storage, money, weights.',
    }),
    dimensions: Type.Array(
      Type.Object(
        {
          id: Type.String({ maxLength: 40, description: 'Key of `weights` and of a score card.' }),
          label: Sentence,
          question: Sentence,
        },
        { additionalProperties: false, description: 'One of the six dimensions, and the question that it answers.' },
      ),
      { maxItems: 20, description: 'The six dimensions in their order.' },
    ),
    metrics: Type.Array(
      Type.Object(
        {
          name: Type.String({ maxLength: 60, description: 'Key of `performance`.' }),
          label: Sentence,
          meaning: Sentence,
          better: Type.Union([Type.Literal('lower'), Type.Literal('higher'), Type.Null()], {
            description: 'Which way is better; null = neither.',
          }),
        },
        { additionalProperties: false, description: 'What a figure of `performance` means.' },
      ),
      { maxItems: 200, description: 'Every metric that an answer may hold.' },
    ),
  },
  { additionalProperties: false, $id: 'ScenariosReply', description: 'All kinds of jobs that can be planned.' },
);
