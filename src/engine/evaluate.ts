/** Answers "will it run on exactly this, and how well?" for one named configuration. */
import type { Static } from 'typebox';
import type { EvaluateReplySchema } from './answer.js';
import { answerVersion } from './calibration/answer-version.js';
import type { Calibration } from './calibration/calibration.js';
import { correctedEvaluate } from './calibration/correct.js';
import { openCorrections } from './calibration/corrections.js';
import type { Catalogue } from './catalogue/catalogue.js';
import { fault, QuestionError } from './question-error.js';
import { shown } from './shown.js';
import { ENGINE_VERSION } from './version.js';
import { goalFindings, statedGoals } from './workload/goals.js';
import { idleFields } from './workload/idle-fields.js';
import { SCENARIOS } from './workload/scenarios/index.js';

export interface EvaluateRequest {
  readonly workload: { readonly scenario: string } & Readonly<Record<string, unknown>>;
  readonly configuration: unknown;
}

/** What the engine is told beside the question. */
export interface EvaluateContext {
  /** Today in UTC, YYYY-MM-DD: the age of calibrations counts from it. */
  readonly today: string;
  readonly calibrations: readonly Calibration[];
}

/** Evaluates a workload on a configuration. Throws QuestionError with all faults. "Unsupported" is an answer, not an error. */
export function evaluate(
  catalogue: Catalogue,
  request: EvaluateRequest,
  context?: EvaluateContext,
): Static<typeof EvaluateReplySchema> {
  const scenario = SCENARIOS[request.workload.scenario];
  if (scenario === undefined) {
    throw new QuestionError([
      fault('not-built-yet', '/workload/scenario', { scenario: request.workload.scenario }, Object.keys(SCENARIOS)),
    ]);
  }
  const { workload } = request;
  const calibrations = context?.calibrations ?? [];
  const where = { catalogue, pointer: '/workload' };
  const corrections = openCorrections(catalogue, calibrations, context?.today ?? '');
  const reply = correctedEvaluate(scenario, workload, request.configuration, where, corrections);
  const plain = (configuration: unknown) => scenario.evaluate(workload as never, configuration, where);
  const idle = idleFields(request.configuration as Readonly<Record<string, unknown>>, plain);
  return {
    catalogueVersion: answerVersion(catalogue, calibrations),
    engineVersion: ENGINE_VERSION,
    ...reply,
    headroomRatio: shown(reply.headroomRatio),
    memory: { ...reply.memory, perAcceleratorGiB: shown(reply.memory.perAcceleratorGiB) },
    performance: shown(reply.performance),
    findings: [...goalFindings(statedGoals(scenario, workload), reply.performance), ...reply.findings, ...idle],
  } as Static<typeof EvaluateReplySchema>;
}
