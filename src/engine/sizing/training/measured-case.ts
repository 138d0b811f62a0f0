/** A published training run read back into a job, a machine and a layout, so that it can be predicted like a question. */
import type { Accelerator } from '../../catalogue/accelerator.js';
import type { MeasuredRow } from '../../catalogue/measured-row.js';
import type { Attention, Experts, Transformer } from '../../catalogue/model-card.js';
import { type TrainingModel, trainingModel } from './architecture.js';
import { attentionKernelAs, type FrameworkProfile, findFramework, type GraphCapture, releaseOf } from './framework.js';
import { type TrainingJob, trainingJob } from './job.js';
import type { Checkpointing, Layout, Sharding } from './layout.js';
import { type Machine, machineOf } from './machine.js';
import { OPTIMIZERS, type Optimizer, PRECISION_RECIPES, type PrecisionRecipe, type TrainingMethod } from './recipe.js';
import { chooseLayout, statedLayouts } from './stated-layout.js';

export interface MeasuredCase {
  readonly row: MeasuredRow;
  readonly job: TrainingJob;
  readonly machine: Machine;
  readonly devices: number;
  readonly layout: Layout;
  /** Year of the measurement. */
  readonly year: number;
  /** How far the source says that its own figures spread: 0.4 = ±40 %; 0 where it says nothing. */
  readonly spreadRatio: number;
}

/** What the catalogue must give to read a row: cards and architectures by id. */
export interface CaseContext {
  accelerator(id: string): Accelerator | undefined;
  transformer(id: string): { readonly name: string; readonly transformer: Transformer } | undefined;
}

/** Reads a row; null when its card, model or framework is not known or its layout is impossible. */
export function measuredCase(row: MeasuredRow, context: CaseContext): MeasuredCase | null {
  const accelerator = context.accelerator(row.accelerator);
  const framework = row.engine === null ? null : findFramework(row.engine);
  const model = modelOf(row, context);
  const sequence = numberOf(row, 'sequenceTokens');
  const globalBatch = numberOf(row, 'globalBatchSequences');
  if (!accelerator || !framework || !model || sequence === undefined || globalBatch === undefined) return null;
  const job = trainingJob({
    model,
    method: methodOf(row),
    recipe: recipeOf(row),
    optimizer: optimizerOf(row),
    framework: adjusted(framework, row),
    loraRank: numberOf(row, 'loraRank') ?? 16,
    trainsEmbeddings: row.configuration.trainsEmbeddings === true,
    sequence,
    globalBatch,
    gradientBytes: numberOf(row, 'gradientBytes'),
    quantiser: row.configuration.quantiser === 'gptq' ? 'gptq' : 'nf4',
  });
  const devices = row.acceleratorCount;
  const perServer = Math.min(devices, numberOf(row, 'acceleratorsPerServer') ?? 8);
  const memory = accelerator.usableMemoryGiB ?? (accelerator.memoryGiB === null ? null : accelerator.memoryGiB * 0.96);
  const machine = machineOf(
    accelerator,
    perServer,
    1,
    memory,
    {
      interconnect: null,
      rdmaGbps: numberOf(row, 'rdmaGbps') ?? null,
      tcpGbps: numberOf(row, 'tcpGbps') ?? null,
      busGBps: numberOf(row, 'serverBusGBps'),
    },
    {
      powerW: numberOf(row, 'powerLimitW'),
      memoryBandwidthGBps: numberOf(row, 'memoryBandwidthGBps'),
    },
  );
  const chosen = chooseLayout(
    job,
    machine,
    statedLayouts(job, machine, devices, {
      tensor: numberOf(row, 'tensorParallel'),
      pipeline: numberOf(row, 'pipelineParallel'),
      context: numberOf(row, 'contextParallel'),
      expert: numberOf(row, 'expertParallel'),
      virtualStages: numberOf(row, 'virtualPipelineStages'),
      sharding: row.configuration.sharding as Sharding | undefined,
      microBatch: numberOf(row, 'microBatch'),
      checkpointing: row.configuration.activationCheckpointing as Checkpointing | undefined,
      isOffloaded: row.configuration.optimizerOffload === true,
    }),
  );
  if (chosen === null) return null;
  return {
    row,
    job,
    machine,
    devices,
    layout: chosen.layout,
    year: numberOf(row, 'year') ?? 2024,
    spreadRatio: numberOf(row, 'spreadRatio') ?? 0,
  };
}

function numberOf(row: MeasuredRow, field: string): number | undefined {
  const value = row.configuration[field];
  return typeof value === 'number' ? value : undefined;
}

function methodOf(row: MeasuredRow): TrainingMethod {
  const value = row.configuration.method;
  return value === 'lora' || value === 'qlora' ? value : 'full';
}

function recipeOf(row: MeasuredRow): PrecisionRecipe {
  return PRECISION_RECIPES.find((recipe) => recipe === row.precision) ?? 'bf16';
}

function optimizerOf(row: MeasuredRow): Optimizer {
  return OPTIMIZERS.find((optimizer) => optimizer === row.configuration.optimizer) ?? 'adamw';
}

/** Releases of the NeMo containers since which layers of experts run in graphs: in part, and whole with fused 8-bit experts. */
const PARTIAL_GRAPHS_SINCE = 2026;
const WHOLE_GRAPHS_SINCE = 2026.4;

function graphCaptureOf(framework: FrameworkProfile, release: number | null, row: MeasuredRow): GraphCapture {
  const stated = row.configuration.cudaGraphs;
  if (stated === 'none' || stated === 'partial' || stated === 'full') return stated;
  // Dropped tokens make shapes static: nothing waits for the counts on the host.
  if (row.configuration.dropsTokens === true) return 'full';
  if (release === null || framework.graphCapture !== 'full') return framework.graphCapture;
  return release < PARTIAL_GRAPHS_SINCE ? 'none' : release < WHOLE_GRAPHS_SINCE ? 'partial' : 'full';
}

/** DeepSpeed of 2021 gathered weights into a list of slices, one of every rank (partition_parameters.py); later releases with one call. */
const WHOLE_GATHERS_SINCE = 2022;
const NOW = 2026;

function adjusted(framework: FrameworkProfile, row: MeasuredRow): FrameworkProfile {
  const { lossKernel, flashAttention, fusedKernels, asyncTensorParallel, sendsTokensOnce, hidesExpertTraffic } =
    row.configuration;
  const release = row.engineVersion === null ? null : releaseOf(row.engineVersion);
  return {
    ...framework,
    release,
    graphCapture: graphCaptureOf(framework, release, row),
    copiesSlices: framework.style === 'deepspeed' && (numberOf(row, 'year') ?? NOW) < WHOLE_GATHERS_SINCE,
    fusesExperts: framework.fusesExperts && (release === null || release >= WHOLE_GRAPHS_SINCE),
    attentionKernel: attentionKernelAs(
      framework.attentionKernel,
      typeof flashAttention === 'boolean' ? flashAttention : undefined,
    ),
    ...(lossKernel === 'whole' ? { lossKernel } : {}),
    ...(typeof fusedKernels === 'boolean' ? { isFused: fusedKernels } : {}),
    ...(typeof asyncTensorParallel === 'boolean' ? { hidesTensorTraffic: asyncTensorParallel } : {}),
    ...(typeof sendsTokensOnce === 'boolean' ? { sendsTokensOnce } : {}),
    ...(typeof hidesExpertTraffic === 'boolean' ? { hidesExpertTraffic } : {}),
  };
}

function modelOf(row: MeasuredRow, context: CaseContext): TrainingModel | null {
  const card = row.model === null ? undefined : context.transformer(row.model);
  if (card) return trainingModel(card.name, card.transformer);
  const field = (name: string) => numberOf(row, name);
  const layers = field('layers');
  const hiddenSize = field('hiddenSize');
  const attentionHeads = field('attentionHeads');
  const parametersBillion = field('parametersBillion');
  if (!layers || !hiddenSize || !attentionHeads || !parametersBillion) return null;
  const keyValueHeads = field('keyValueHeads') ?? attentionHeads;
  const attention: Attention = { kind: keyValueHeads === attentionHeads ? 'mha' : 'gqa' };
  const experts: Experts | undefined = undefined;
  return trainingModel(row.model ?? 'published model', {
    parametersBillion,
    layers,
    hiddenSize,
    intermediateSize: field('intermediateSize') ?? 4 * hiddenSize,
    attentionHeads,
    keyValueHeads,
    headSize: field('headSize') ?? Math.round(hiddenSize / attentionHeads),
    vocabularySize: field('vocabularySize') ?? 51_200,
    tiedEmbeddings: row.configuration.tiedEmbeddings !== false,
    maxContextTokens: 1_000_000,
    attention,
    ...(experts ? { experts } : {}),
  });
}
