/** Answers "will it run on exactly this, and how well?" for one named configuration. */
import type { Static } from 'typebox';
import type { EvaluateReplySchema } from './answer.js';
import type { Catalogue } from './catalogue/catalogue.js';
import { fault, QuestionError } from './question-error.js';
import { ENGINE_VERSION } from './version.js';
import { SCENARIOS } from './workload/scenarios/index.js';

export interface EvaluateRequest {
  readonly workload: { readonly scenario: string };
  readonly configuration: unknown;
}

/** Evaluates a workload on a configuration. Throws QuestionError with all faults. "Unsupported" is an answer, not an error. */
export function evaluate(catalogue: Catalogue, request: EvaluateRequest): Static<typeof EvaluateReplySchema> {
  const scenario = SCENARIOS[request.workload.scenario];
  if (scenario === undefined) {
    throw new QuestionError([
      fault('not-built-yet', '/workload/scenario', { scenario: request.workload.scenario }, Object.keys(SCENARIOS)),
    ]);
  }
  const reply = scenario.evaluate(request.workload as never, request.configuration, { catalogue, pointer: '/workload' });
  return { catalogueVersion: catalogue.version, engineVersion: ENGINE_VERSION, ...reply } as Static<
    typeof EvaluateReplySchema
  >;
}
