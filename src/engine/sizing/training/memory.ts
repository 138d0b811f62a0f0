/**
 * Memory of the fullest device of a training job, by part, in bytes.
 *
 * Sources: ZeRO (arXiv:1910.02054) for sharding, Korthikanti et al. (arXiv:2205.05198) for activations, with the parts
 * counted exactly for gated feed-forward, grouped keys, low-rank attention and experts; the logits, which most calculators
 * forget, are a part of their own. Fitted overheads are in calibration.ts.
 */
import { BYTES_PER_GIB } from '../../units.js';
import { activationBytesPerToken, boundaryBytesPerToken, workingBytesPerToken } from './activations.js';
import type { TrainingModel } from './architecture.js';
import { TRAINING_CALIBRATION, type TrainingCalibration } from './calibration.js';
import type { LossKernel } from './framework.js';
import type { TrainingJob } from './job.js';
import { type Layout, microBatches } from './layout.js';
import { optimizerStateBytes } from './recipe.js';

export interface TrainingMemory {
  readonly weights: number;
  readonly gradients: number;
  readonly optimizer: number;
  readonly activations: number;
  readonly logits: number;
  readonly runtime: number;
  /** Gathered layers, communication buckets, dequantised layers, fragmentation. */
  readonly other: number;
  readonly total: number;
}

/** Parameters that one device of a stage works with, split as sharding and quantisation treat them. */
export interface StageParameters {
  /** Linear parameters outside the routed experts, after the tensor split. */
  readonly dense: number;
  /** Routed experts, after the expert (or tensor) split. */
  readonly routed: number;
  /** Embedding and head, after the tensor split. */
  readonly embeddings: number;
  readonly adapters: number;
  /** Parameters of the largest layer, as gathered by full sharding. */
  readonly largestLayer: number;
  readonly layers: number;
}

/** `embeddingCopies`: 2 for a single stage with untied head, 1 for the first or last stage of a pipeline. */
export function stageParameters(job: TrainingJob, layout: Layout, embeddingCopies: number): StageParameters {
  const { model } = job;
  const layers = Math.ceil(model.layers / layout.pipeline - 1e-9);
  const moeShare = model.moeLayers / model.layers;
  const perLayerDense =
    model.attentionParametersPerLayer + model.densePerLayer * (1 - moeShare) + model.sharedPerLayer * moeShare;
  const expertSplit = layout.expert > 1 ? layout.expert : layout.tensor;
  const routedPerLayer = (model.routedPerLayer * moeShare) / expertSplit;
  return {
    dense: (layers * perLayerDense) / layout.tensor,
    routed: layers * routedPerLayer,
    embeddings: (embeddingCopies * model.embeddingParameters) / layout.tensor,
    adapters: (layers * job.adapterPerLayer) / layout.tensor,
    largestLayer:
      (model.attentionParametersPerLayer + (model.moeLayers > 0 ? model.sharedPerLayer : model.densePerLayer)) /
        layout.tensor +
      (model.moeLayers > 0 ? model.routedPerLayer / expertSplit : 0),
    layers,
  };
}

/** Parameters of a stage as most ranks hold them: both copies of an untied embedding where there is one stage, one elsewhere. */
export function meanStage(job: TrainingJob, layout: Layout): StageParameters {
  return stageParameters(job, layout, layout.pipeline === 1 && !job.model.isTied ? 2 : 1);
}

/** What one device holds whatever the micro-batch and the recomputation, bytes. */
export interface HeldStates {
  readonly stage: StageParameters;
  readonly states: StateBytes;
  readonly runtime: number;
  /** Working copies of the update, which come when the activations are gone. */
  readonly updating: number;
  /** Share of what is held that is lost between blocks. */
  readonly fragmentation: number;
}

export function heldStates(
  job: TrainingJob,
  layout: Layout,
  calibration: TrainingCalibration = TRAINING_CALIBRATION,
  stage: StageParameters = meanStage(job, layout),
): HeldStates {
  const states = stateBytes(job, layout, stage);
  const groups =
    (layout.tensor > 1 ? 1 : 0) +
    (layout.pipeline > 1 ? 1 : 0) +
    (layout.data > 1 ? 1 : 0) +
    (layout.context > 1 ? 1 : 0) +
    (layout.expert > 1 ? 1 : 0);
  const workspace = isMeasuredStack(job) ? (calibration.workspaceGiBOf[job.framework.speedClass] ?? 0) : 0;
  // The optimiser works on fp32 copies of gradients when the activations are gone: the higher of the two peaks counts.
  const updating =
    job.method === 'full' && (job.bytes.optimizer > 8 || job.bytes.weights + job.bytes.gradients > 4)
      ? (states.optimizer / Math.max(1, job.bytes.optimizer)) * calibration.updateBytes
      : 0;
  return {
    stage,
    states,
    runtime: (calibration.contextGiB + workspace + calibration.communicatorGiB * groups) * BYTES_PER_GIB,
    updating,
    fragmentation: fragmentationRatio(job, calibration),
  };
}

/** What the micro-batches in flight leave on the first and the last stage of a pipeline (the same, where there is one), bytes. */
export interface BatchBytes {
  readonly first: number;
  readonly last: number;
  /** On the last stage alone. */
  readonly logits: number;
}

export function batchBytes(
  job: TrainingJob,
  layout: Layout,
  layers: number,
  inFlight: number,
  calibration: TrainingCalibration,
): BatchBytes {
  const tokens = (layout.microBatch * job.sequence) / layout.context;
  return {
    first: keptActivations(job, layout, layers, tokens, inFlight, calibration),
    last: keptActivations(job, layout, layers, tokens, 1, calibration),
    logits: logitBytes(job, layout, tokens, calibration),
  };
}

/** Micro-batches whose activations the first of `pipeline` stages holds at once, of so many in a step. */
export function batchesInFlight(pipeline: number, virtualStages: number, steps: number): number {
  const interleaved = virtualStages > 1 ? 1 + (pipeline - 1) / (pipeline * virtualStages) : 1;
  return Math.min(pipeline, steps) * interleaved;
}

/** Memory of the fullest device: the worse of first and last pipeline stage. */
export function trainingMemory(
  job: TrainingJob,
  layout: Layout,
  calibration: TrainingCalibration = TRAINING_CALIBRATION,
): TrainingMemory {
  const held = heldStates(job, layout, calibration);
  const inFlight = batchesInFlight(layout.pipeline, layout.virtualStages, microBatches(job.globalBatch, layout));
  const { first, last, logits } = batchBytes(job, layout, held.stage.layers, inFlight, calibration);
  return layout.pipeline > 1 && totalOf(held, first, 0) >= totalOf(held, last, logits)
    ? memoryOf(held, first, 0)
    : memoryOf(held, last, logits);
}

/** `total` of `trainingMemory` from what layouts share: a search asks for thousands. */
export function fullestBytes(held: HeldStates, { first, last, logits }: BatchBytes): number {
  return Math.max(totalOf(held, first, 0), totalOf(held, last, logits));
}

function memoryOf(held: HeldStates, activations: number, logits: number): TrainingMemory {
  const { weights, gradients, optimizer } = held.states;
  return {
    weights,
    gradients,
    optimizer,
    activations,
    logits,
    runtime: held.runtime,
    other: otherOf(held, activations, logits),
    total: totalOf(held, activations, logits),
  };
}

function totalOf(held: HeldStates, activations: number, logits: number): number {
  const { weights, gradients, optimizer } = held.states;
  return weights + gradients + optimizer + activations + logits + held.runtime + otherOf(held, activations, logits);
}

/** Buffers, the update's working copies beyond what the backward pass held, and what is lost between blocks. */
function otherOf({ states, updating, fragmentation }: HeldStates, activations: number, logits: number): number {
  const buffers = states.buffers + Math.max(0, updating - activations - logits);
  const held = states.weights + states.gradients + states.optimizer + activations + logits + buffers;
  return buffers + fragmentation * held;
}

/** Stacks of before FlashAttention held and lost what they were measured to; their successors do not. */
function isMeasuredStack(job: TrainingJob): boolean {
  const { speedClass, attentionKernel } = job.framework;
  return speedClass !== 'megatron-deepspeed' || attentionKernel === 'scores';
}

/** Share of what is held that is lost between blocks. */
function fragmentationRatio(job: TrainingJob, calibration: TrainingCalibration): number {
  const measured = isMeasuredStack(job) ? calibration.fragmentationOf[job.framework.speedClass] : undefined;
  return measured ?? calibration.fragmentationRatio;
}

/** Activations kept for the backward pass, with the working set of the layer being computed. */
function keptActivations(
  job: TrainingJob,
  layout: Layout,
  layers: number,
  tokens: number,
  inFlight: number,
  calibration: TrainingCalibration,
): number {
  const ratio = job.isFused ? calibration.activationRatioFused : calibration.activationRatioEager;
  const whole = activationBytesPerToken(job, layout) * ratio;
  const working = workingBytesPerToken(job, layout) * ratio;
  const boundary = boundaryBytesPerToken(job, layout);
  const perLayer =
    layout.checkpointing === 'full'
      ? boundary
      : layout.checkpointing === 'selective'
        ? Math.max(boundary, whole * calibration.selectiveRatio)
        : whole;
  return tokens * (layers * perLayer * inFlight + working);
}

/** Runs on a quantised base hold fewer copies of the logits (Qwen: 1.2–1.8 MB a token against 1.9–2.6). */
const QUANTISED_LOGIT_RATIO = 0.6;

/** A compiled loss leaves 16-bit logits and their gradient; a chunked one an eighth of all at a time (torchtune: 8 chunks). */
const HELD_LOGITS: Readonly<Record<LossKernel, number>> = { whole: 1, compiled: 0.4, chunked: 1 / 8 };

/** Logits, their fp32 copy and gradient, on the rank that computes the loss. */
export function logitBytes(job: TrainingJob, layout: Layout, tokens: number, calibration: TrainingCalibration): number {
  const whole = job.isFused ? calibration.logitBytesFused : calibration.logitBytesEager;
  const bytes = whole * HELD_LOGITS[job.framework.lossKernel] * (job.method === 'qlora' ? QUANTISED_LOGIT_RATIO : 1);
  return (tokens * job.model.vocabulary * bytes) / layout.tensor;
}

interface StateBytes {
  readonly weights: number;
  readonly gradients: number;
  readonly optimizer: number;
  readonly buffers: number;
}

/** Weights, gradients, optimiser state and gather buffers of one device under the layout's sharding. */
export function stateBytes(job: TrainingJob, layout: Layout, stage: StageParameters): StateBytes {
  const { bytes } = job;
  const replicas = layout.data * layout.context;
  const expertReplicas = layout.expert > 1 ? Math.max(1, (replicas * layout.tensor) / layout.expert) : replicas;
  const isMixedPlain =
    job.framework.style === 'plain' && bytes.weights === 4 && bytes.compute !== 'fp32' && bytes.compute !== 'tf32';
  if (job.method === 'full') {
    const dense = stage.dense + stage.embeddings;
    return addStates(
      shardedStates(job, layout, dense, replicas, isMixedPlain),
      shardedStates(job, layout, stage.routed, expertReplicas, isMixedPlain),
      gatherBuffers(job, layout, stage, bytes.gatherBytes),
    );
  }
  // Trained embeddings: 16-bit copy and gradient, fp32 moments (12 B; Qwen's add 10.7–11.3 B a parameter). Adapters have an
  // fp32 copy too, unless all is kept in 16 bit.
  const linear = stage.dense + stage.routed;
  const shards = layout.sharding === 'zero3' ? layout.shardWidth : 1;
  const trained = stage.adapters + (job.trainsEmbeddings ? stage.embeddings : 0);
  const frozen = frozenBaseBytes(job, linear, stage.embeddings, shards);
  const master = job.recipe === 'bf16-pure' ? 0 : 4;
  const trainedShards = layout.sharding === 'none' ? 1 : replicas;
  // One matrix at a time is dequantised to 16 bit for its product.
  const dequantised =
    job.method === 'qlora'
      ? Math.min(largestMatrixBytes(job, layout), Math.max(0, (linear + stage.embeddings) * 2 - frozen))
      : 0;
  return {
    weights: frozen / shards + (trained * 2) / shards,
    gradients: (trained * 2) / (layout.sharding === 'zero2' || layout.sharding === 'zero3' ? trainedShards : 1),
    optimizer: layout.isOffloaded
      ? 0
      : (trained * optimizerStateBytes(job.optimizer) + stage.adapters * master) / trainedShards,
    buffers: dequantised + (shards > 1 ? gatherBuffers(job, layout, stage, job.method === 'qlora' ? 0.6 : 2) : 0),
  };
}

function largestMatrixBytes(job: TrainingJob, layout: Layout): number {
  return (
    (2 * job.model.hidden * Math.max(job.model.denseWidth, job.model.expertWidth, job.model.queryWidth)) / layout.tensor
  );
}

/** Frozen base of adapters. Preparing a quantised base casts what stays unquantised to fp32 (PEFT). */
function frozenBaseBytes(job: TrainingJob, linear: number, embeddings: number, shards: number): number {
  const whole = (linear + embeddings) * 2;
  if (job.method !== 'qlora') return whole;
  return Math.min(
    whole,
    linear * job.frozenBytes + embeddings * (job.framework.castsUnquantised && shards === 1 ? 4 : 2),
  );
}

/** DeepSpeed's sharded gradients stay 16 bit until the update; unsharded ones are summed in fp32 beside them. */
function gradientBytes(job: TrainingJob, layout: Layout): number {
  const isSharded = layout.sharding === 'zero2' || layout.sharding === 'zero3';
  return job.framework.style === 'deepspeed' && isSharded ? Math.min(2, job.bytes.gradients) : job.bytes.gradients;
}

function shardedStates(
  job: TrainingJob,
  layout: Layout,
  parameters: number,
  replicas: number,
  hasCastCache: boolean,
): StateBytes {
  const { bytes, framework } = job;
  const width = layout.sharding === 'zero3' ? Math.min(layout.shardWidth, replicas) : replicas;
  const isFsdp = framework.style === 'fsdp' && bytes.weights === 4;
  const optimizerShards = layout.sharding === 'none' ? 1 : width;
  const gradientShards =
    (layout.sharding === 'zero2' || layout.sharding === 'zero3') &&
    !(layout.sharding === 'zero3' && layout.pipeline > 1)
      ? width
      : 1;
  // A pipeline keeps the gathered weights and whole gradients for all its micro-batches.
  const isKept = layout.sharding === 'zero3' && layout.pipeline > 1;
  const weightShards = layout.sharding === 'zero3' ? width : isFsdp && layout.sharding === 'zero2' ? width : 1;
  const gathered = isKept || (isFsdp && layout.sharding === 'zero2') ? parameters * bytes.gatherBytes : 0;
  const cast = hasCastCache && weightShards === 1 ? parameters * 2 : 0;
  return {
    weights: (parameters * bytes.weights) / weightShards + gathered + cast,
    gradients: (parameters * gradientBytes(job, layout)) / gradientShards,
    optimizer: layout.isOffloaded ? 0 : (parameters * bytes.optimizer) / optimizerShards,
    buffers: 0,
  };
}

/** Two gathered layers (current and prefetched), a gradient bucket, and the embedding as a unit of its own. */
function gatherBuffers(job: TrainingJob, layout: Layout, stage: StageParameters, bytesPerElement: number): number {
  const isDataParallel = layout.data * layout.context > 1;
  if (layout.sharding === 'zero3' && isDataParallel) {
    // Adapters need no gradient bucket of the base; embedding and head are gathered one at a time.
    const bucket = job.method === 'full' ? 2 * stage.largestLayer : 0;
    const kept = job.framework.keptGatheredRatio * (stage.dense + stage.routed);
    return bytesPerElement * (2 * stage.largestLayer + stage.embeddings / 2 + kept) + bucket;
  }
  if (!isDataParallel || job.method !== 'full') return 0;
  // Buckets of 5e8 elements at most (DeepSpeed's default), never more than the gradients themselves.
  const bucket = job.framework.style === 'deepspeed' ? 5e8 : 4e7;
  return Math.min(bucket, stage.dense + stage.routed + stage.embeddings) * job.bytes.gradientTraffic;
}

function addStates(a: StateBytes, b: StateBytes, buffers: number): StateBytes {
  return {
    weights: a.weights + b.weights,
    gradients: a.gradients + b.gradients,
    optimizer: a.optimizer + b.optimizer,
    buffers: a.buffers + b.buffers + buffers,
  };
}

/** Host memory of offloaded states: master copy, moments, and gradients on their way (16–18 bytes a parameter measured). */
export function hostStateBytes(job: TrainingJob): number {
  return job.model.parameters * 18;
}

/** Smallest total accelerator memory that can hold the states of the job at all, GiB (fully sharded, no activations). */
export function minimumStateGiB(job: TrainingJob, isOffloaded = false): number {
  const { model, bytes } = job;
  if (job.method === 'full') {
    const optimizer = isOffloaded ? 0 : bytes.optimizer;
    return (model.parameters * (bytes.weights + bytes.gradients + optimizer)) / BYTES_PER_GIB;
  }
  return (baseBytes(model, job.frozenBytes) + model.layers * job.adapterPerLayer * 18) / BYTES_PER_GIB;
}

function baseBytes(model: TrainingModel, perParameter: number): number {
  const embeddings = model.embeddingParameters * (model.isTied ? 1 : 2);
  return (model.parameters - embeddings) * perParameter + embeddings * 2;
}
