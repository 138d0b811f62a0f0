/** A language-model training question with its names resolved and its defaults filled. */
import type { Finding } from '../../finding.js';
import { finding } from '../../finding.js';
import { type Fault, fault, QuestionError } from '../../question-error.js';
import {
  attentionKernelAs,
  FRAMEWORKS,
  type FrameworkProfile,
  findFramework,
  lossKernelAs,
} from '../../sizing/training/framework.js';
import { adapterPerLayer, type TrainingJob, trainingJob } from '../../sizing/training/job.js';
import type { Optimizer, PrecisionRecipe, TrainingMethod } from '../../sizing/training/recipe.js';
import { withoutEffect } from '../option-parts.js';
import type { PrepareContext, ScenarioId } from '../scenario.js';
import { resolveTrainingModel } from './model-input.js';
import type { LanguageTrainingWorkload, Uncertain } from './schema.js';

/** Share of the model's parameters that adapters may hold. */
const MOST_ADAPTER_RATIO = 0.4;

export interface Range {
  readonly low: number;
  readonly expected: number;
  readonly high: number;
}

export interface TrainingQuestion {
  readonly scenario: ScenarioId;
  readonly job: TrainingJob;
  readonly cardId: string | null;
  readonly huggingFaceId: string | null;
  readonly family: string;
  readonly requestedRecipe: PrecisionRecipe;
  readonly loraRank: number;
  /** Tokens of the whole run; null when neither tokens nor samples were stated. */
  readonly tokens: Range | null;
  readonly deadlineHours: number | null;
  readonly datasetGiB: number | null;
  readonly datasetKind: string;
  readonly checkpointWriteGBps: number | null;
  readonly interruptionsPerServerDay: number;
  readonly communicationLibrary: 'nccl' | 'tccl';
  readonly isFrameworkStated: boolean;
  readonly findings: readonly Finding[];
}

export function rangeOf(value: Uncertain): Range {
  return typeof value === 'number' ? { low: value, expected: value, high: value } : value;
}

/** Resolves names, fills defaults (each a finding), throws QuestionError with all faults. */
export function trainingQuestion(workload: LanguageTrainingWorkload, context: PrepareContext): TrainingQuestion {
  const faults: Fault[] = [];
  const findings: Finding[] = [];
  const at = (field: string) => `${context.pointer}/${field}`;
  const assume = (field: string, value: string | number) => findings.push(finding('assumed-default', { field, value }));

  const resolution = resolveTrainingModel(workload.model, context);
  if ('fault' in resolution) faults.push(resolution.fault);
  else findings.push(...resolution.findings);

  findings.push(...idleModelFields(workload.model));

  const method: TrainingMethod = workload.scenario === 'llm-finetuning' ? workload.method : 'full';
  const framework = resolveFramework(workload, method, faults, at('framework'), assume, (name, version) =>
    findings.push(finding('framework-version-noted', { framework: name, version })),
  );
  const tokens = tokensOf(workload, faults, at);
  for (const [field, value] of [
    ['trainTokens', workload.trainTokens],
    ['samples', workload.samples],
  ] as const) {
    if (typeof value === 'object' && !(value.low <= value.expected && value.expected <= value.high)) {
      faults.push(
        fault('out-of-range', at(field), { field, value: value.expected, expected: 'low ≤ expected ≤ high' }),
      );
    }
  }
  if ('model' in resolution && resolution.context !== null && workload.sequenceTokens > resolution.context) {
    findings.push(
      finding('sequence-beyond-context', {
        sequenceTokens: workload.sequenceTokens,
        maxContextTokens: resolution.context,
      }),
    );
  }
  const requestedRecipe = workload.precisionRecipe ?? 'auto';
  if (workload.precisionRecipe === undefined) assume('precisionRecipe', 'auto');
  const optimizer: Optimizer = workload.optimizer ?? 'adamw';
  if (workload.optimizer === undefined) assume('optimizer', optimizer);
  let loraRank = 16;
  if (workload.scenario === 'llm-finetuning') {
    if (method === 'full' && workload.loraRank !== undefined) {
      faults.push(
        fault('contradiction', at('loraRank'), {
          first: 'loraRank',
          second: 'method full',
          why: 'full fine-tuning has no adapters',
        }),
      );
    }
    if (method === 'full' && workload.trainsEmbeddings === true) {
      findings.push(
        finding('assumed-default', { field: 'trainsEmbeddings', value: 'true: full training trains all parameters' }),
      );
    }
    loraRank = workload.loraRank ?? 16;
    if (method !== 'full' && 'model' in resolution) {
      // Beyond this the adapters weigh as much as the model and full training is the smaller job.
      const most = Math.floor(
        (MOST_ADAPTER_RATIO * resolution.model.parameters) /
          resolution.model.layers /
          adapterPerLayer(resolution.model, 1),
      );
      if (loraRank > most) {
        faults.push(
          fault('out-of-range', at('loraRank'), {
            field: 'loraRank',
            value: loraRank,
            expected: `at most ${most} for this model`,
          }),
        );
      }
    }
    if (method !== 'full' && workload.loraRank === undefined) assume('loraRank', loraRank);
  }
  let globalBatch = workload.globalBatchSequences;
  if (globalBatch === undefined) {
    // From scratch about 4 million tokens a step is usual; fine-tuning works with small batches.
    globalBatch =
      workload.scenario === 'llm-training'
        ? Math.max(64, 2 ** Math.round(Math.log2(4e6 / workload.sequenceTokens)))
        : 64;
    assume('globalBatchSequences', globalBatch);
  }
  if (tokens === null && faults.length === 0) {
    findings.push(finding('training-work-unknown', {}));
    if (workload.deadlineHours !== undefined) {
      findings.push(finding('deadline-without-work', { deadlineHours: workload.deadlineHours }));
    }
  }
  if (faults.length > 0 || !('model' in resolution) || framework === null) throw new QuestionError(faults);
  const recipe = requestedRecipe === 'auto' ? 'bf16' : requestedRecipe;
  return {
    scenario: workload.scenario,
    job: trainingJob({
      model: resolution.model,
      method,
      recipe,
      optimizer,
      framework,
      loraRank,
      trainsEmbeddings: workload.scenario === 'llm-finetuning' && (workload.trainsEmbeddings ?? false),
      sequence: workload.sequenceTokens,
      globalBatch,
    }),
    cardId: resolution.cardId,
    huggingFaceId: resolution.huggingFaceId,
    family: resolution.family,
    requestedRecipe,
    loraRank,
    tokens,
    deadlineHours: workload.deadlineHours ?? null,
    datasetGiB: workload.datasetGiB ?? null,
    datasetKind: workload.datasetKind ?? 'text',
    checkpointWriteGBps: workload.checkpointWriteGBps ?? null,
    interruptionsPerServerDay: workload.interruptionsPerServerDay ?? 0,
    communicationLibrary: workload.communicationLibrary ?? 'nccl',
    isFrameworkStated: workload.framework !== undefined,
    findings,
  };
}

/** The same question with another precision recipe. */
export function withRecipe(question: TrainingQuestion, recipe: PrecisionRecipe): TrainingQuestion {
  if (question.job.recipe === recipe) return question;
  const { job } = question;
  return {
    ...question,
    job: {
      ...trainingJob({
        model: job.model,
        method: job.method,
        recipe,
        optimizer: job.optimizer,
        framework: job.framework,
        loraRank: question.loraRank,
        trainsEmbeddings: job.trainsEmbeddings,
        sequence: job.sequence,
        globalBatch: job.globalBatch,
      }),
    },
  };
}

function tokensOf(workload: LanguageTrainingWorkload, faults: Fault[], at: (field: string) => string): Range | null {
  const hasTokens = workload.trainTokens !== undefined;
  const hasSamples = workload.samples !== undefined;
  if (hasTokens && (hasSamples || workload.epochs !== undefined)) {
    faults.push(fault('exactly-one-of', at('trainTokens'), { fields: 'trainTokens, samples with epochs' }));
    return null;
  }
  if (workload.trainTokens !== undefined) return rangeOf(workload.trainTokens);
  if (workload.samples !== undefined) {
    const samples = rangeOf(workload.samples);
    const each = workload.sequenceTokens * (workload.epochs ?? 1);
    return { low: samples.low * each, expected: samples.expected * each, high: samples.high * each };
  }
  if (workload.epochs !== undefined)
    faults.push(fault('exactly-one-of', at('epochs'), { fields: 'trainTokens, samples with epochs' }));
  return null;
}

function resolveFramework(
  workload: LanguageTrainingWorkload,
  method: TrainingMethod,
  faults: Fault[],
  pointer: string,
  assume: (field: string, value: string) => void,
  note: (framework: string, version: string) => void,
): FrameworkProfile | null {
  const stated = workload.framework;
  if (stated === undefined) {
    const name =
      workload.scenario === 'llm-training' ? 'megatron-bridge' : method === 'full' ? 'pytorch-fsdp' : 'llama-factory';
    assume('framework', name);
    return findFramework(name);
  }
  const name = typeof stated === 'string' ? stated : stated.name;
  const named = findFramework(name);
  // Adapters on DeepSpeed run through PEFT.
  const found = named?.id === 'deepspeed' && method !== 'full' ? findFramework('deepspeed-peft') : named;
  if (found === null) {
    faults.push(
      fault(
        'unknown-framework',
        pointer,
        { value: name },
        FRAMEWORKS.map((f) => f.id),
      ),
    );
    return null;
  }
  if (typeof stated === 'string') return found;
  if (stated.version !== undefined) note(found.id, stated.version);
  return {
    ...found,
    attentionKernel: attentionKernelAs(found.attentionKernel, stated.flashAttention),
    isFused: stated.fusedKernels ?? found.isFused,
    lossKernel: lossKernelAs(found.lossKernel, stated.chunkedLoss),
  };
}

/** Numbers of a model that only serving reads. */
function idleModelFields(model: LanguageTrainingWorkload['model']): readonly Finding[] {
  if (typeof model === 'string' || !('layers' in model)) return [];
  const idle: Finding[] = [];
  if (model.family !== undefined)
    idle.push(withoutEffect('model.family', 'a model by its numbers is sized by them alone'));
  for (const field of [
    'linearStateBytesPerLayer',
    'cacheTokensPerEntry',
    'sparseTopTokens',
    'indexerHeadSize',
  ] as const)
    if (model.attention?.[field] !== undefined)
      idle.push(withoutEffect(`model.attention.${field}`, 'training keeps no cache of a sequence'));
  return idle;
}
