/** What the two language-model training scenarios share: prepare and evaluate over one question. */

import type { Catalogue } from '../../catalogue/catalogue.js';
import { modelFlopsPerToken } from '../../sizing/training/compute.js';
import { minimumStateGiB } from '../../sizing/training/memory.js';
import type { EvaluateReply, PrepareContext, Prepared } from '../scenario.js';
import { correctBy } from './correction.js';
import { evaluateTraining } from './evaluate.js';
import { trainingLoadTest, trainingRoadmap } from './load-test.js';
import { openBench, placer } from './place.js';
import { trainingQuestion } from './question.js';
import type { LanguageTrainingWorkload, TrainingConfiguration } from './schema.js';

/** Questions of a catalogue that were prepared last: an answer, its bill and its relaxations ask the same one. Each holds megabytes. */
const MOST_REMEMBERED = 2;
const remembered = (_: Catalogue): Map<string, Prepared> => new Map();
const bench = (_: Catalogue) => openBench();

export function prepareTraining(workload: LanguageTrainingWorkload, context: PrepareContext): Prepared {
  const questions = context.catalogue.derive(remembered);
  const key = JSON.stringify([context.pointer, workload]);
  const known = questions.get(key);
  if (known) return known;
  const prepared = prepareQuestion(workload, context);
  if (questions.size >= MOST_REMEMBERED) {
    for (const oldest of questions.keys()) {
      questions.delete(oldest);
      break;
    }
  }
  questions.set(key, prepared);
  return prepared;
}

function prepareQuestion(workload: LanguageTrainingWorkload, context: PrepareContext): Prepared {
  const question = trainingQuestion(workload, context);
  const { job } = question;
  const tokens = question.tokens?.expected ?? null;
  return {
    demand: {
      scenario: question.scenario,
      category: 'training',
      model: question.cardId,
      precision: job.recipe,
      minimumTotalMemoryGiB: minimumStateGiB(job),
      peakLoad: null,
      loadUnit: null,
      facts: {
        method: job.method,
        parametersBillion: job.model.parameters / 1e9,
        sequenceTokens: job.sequence,
        globalBatchSequences: job.globalBatch,
        trainTokens: tokens,
        optimizer: job.optimizer,
        framework: job.framework.id,
        modelExaflops: tokens === null ? null : (modelFlopsPerToken(job) * tokens) / 1e18,
        deadlineHours: question.deadlineHours,
        datasetGiB: question.datasetGiB,
      },
    },
    findings: question.findings,
    place: placer(question, correctBy(context.catalogue), context.catalogue.derive(bench)),
    loadTest: (winner) => trainingLoadTest(question, winner),
    roadmap: (winner) => trainingRoadmap(question, winner),
  };
}

export function evaluateTrainingWorkload(
  workload: LanguageTrainingWorkload,
  configuration: unknown,
  context: PrepareContext,
): EvaluateReply {
  return evaluateTraining(
    trainingQuestion(workload, context),
    configuration as TrainingConfiguration,
    context,
    correctBy(context.catalogue),
  );
}
