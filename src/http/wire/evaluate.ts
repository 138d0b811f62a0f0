/** The body of /evaluate: the configuration's shape follows from the workload's scenario. */
import { type TSchema, Type } from 'typebox';
import type { EvaluateRequest } from '../../engine/evaluate.js';
import { Workload } from '../../engine/question.js';
import { SCENARIOS } from '../../engine/workload/scenarios/index.js';

export const EvaluateBody = Type.Unsafe<EvaluateRequest>({
  $id: 'EvaluateRequest',
  type: 'object',
  description: 'Will it run on exactly this, and how well?',
  required: ['workload', 'configuration'],
  additionalProperties: false,
  properties: {
    workload: Workload,
    configuration: {
      type: 'object',
      description: 'One named configuration; its fields follow from the scenario, see `allOf`.',
    },
  },
  allOf: Object.values(SCENARIOS).map((scenario) => ({
    if: {
      type: 'object',
      properties: {
        workload: { type: 'object', required: ['scenario'], properties: { scenario: { const: scenario.id } } },
      },
    },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { type: 'object', properties: { configuration: scenario.configurationSchema as TSchema } },
  })),
});
