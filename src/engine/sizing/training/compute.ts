/**
 * Time of the matrix products, the attention and the element-wise kernels of one micro-batch on one device.
 *
 * A roofline by kernel class. Products run at a share of the card's measured ceiling, which falls with narrow shards and
 * few tokens, and no faster than their weights and gradients pass the memory; attention at the share that its generation
 * of kernels reaches; element-wise kernels, the shuffling of tokens between experts and the additions of adapters at
 * memory bandwidth; launches, and the host's turn in layers of experts, are a floor. FLOP: 6 a parameter and token (8
 * with full recomputation; LoRA 4, or 6), attention 12·L·s·width, halved by causality. Constants are in calibration.ts.
 */
import { FLOP_PER_TFLOP } from '../../units.js';
import { activationBytesPerToken } from './activations.js';
import type { TrainingCalibration } from './calibration.js';
import type { GraphCapture, LossKernel } from './framework.js';
import type { TrainingJob } from './job.js';
import type { Layout } from './layout.js';
import { type Machine, peakTflops } from './machine.js';
import type { ComputePrecision, Quantiser } from './recipe.js';

/** Model FLOP a token of the whole model: what a utilisation figure counts, without recomputation. */
export function modelFlopsPerToken(job: TrainingJob): number {
  const { model } = job;
  const linear = model.activeParameters - (model.isTied ? 0 : model.embeddingParameters);
  return 6 * linear + attentionFlopsPerToken(job) * 3;
}

/** Forward FLOP a token of scores and values, all layers; causal, so half of the square. */
export function attentionFlopsPerToken(job: TrainingJob): number {
  const { model } = job;
  return model.layers * model.attendedTokens(job.sequence) * (model.queryWidth + model.valueWidth);
}

/** Passes through the linear layers in units of one forward pass: 3 = forward, input and weight gradients. */
function linearPasses(job: TrainingJob, layout: Layout): number {
  const recompute = layout.checkpointing === 'full' ? 1 : isSelectiveOfProducts(job, layout) ? 0.5 : 0;
  return (job.method === 'full' ? 3 : 2.05) + recompute;
}

function isSelectiveOfProducts(job: TrainingJob, layout: Layout): boolean {
  return layout.checkpointing === 'selective' && job.framework.recomputesProducts;
}

function attentionPasses(job: TrainingJob, layout: Layout): number {
  const recompute =
    layout.checkpointing === 'full' ? 1 : layout.checkpointing === 'none' || job.framework.recomputesProducts ? 0 : 0.5;
  // Backward of flash attention recomputes the scores: 2.5 forward passes of work.
  return 3.5 + recompute;
}

/** FLOP/s that large products of a precision sustain on a device of the machine. */
export function sustainedRate(machine: Machine, compute: ComputePrecision, calibration: TrainingCalibration): number {
  const ceiling = compute === 'fp4' ? machine.ceiling4 : compute === 'fp8' ? machine.ceiling8 : machine.ceiling16;
  return (
    (peakTflops(machine.accelerator, compute) ?? 1) *
    machine.share *
    FLOP_PER_TFLOP *
    ceiling *
    (calibration.productRatio[machine.speedClass] ?? calibration.productRatio.other ?? 1) *
    (calibration.cardRatio[machine.accelerator.id] ?? 1) *
    precisionRatio(calibration, compute, machine.speedClass)
  );
}

/**
 * Seconds of the products with `parameters` weights on one device over one micro-batch: forward and input gradient read
 * the weights (2 bytes), the weight gradient is added to an fp32 sum (8 bytes); each pass takes the longer of its work and
 * its traffic. `tokens` is the work in tokens that pass all of the parameters.
 */
function productSeconds(
  parameters: number,
  tokens: number,
  passes: number,
  rate: number,
  bandwidth: number,
  isFull: boolean,
): number {
  const work = (2 * parameters * tokens) / rate;
  const reading = (2 * parameters) / bandwidth;
  const readers = isFull ? passes - 1 : passes;
  const summing = isFull ? besideEachOther(work, (8 * parameters) / bandwidth) : 0;
  return readers * besideEachOther(work, reading) + summing;
}

/** Arithmetic and memory traffic of one kernel: the longer of the two, a little more when they are alike. */
function besideEachOther(work: number, traffic: number): number {
  return Math.cbrt(work * work * work + traffic * traffic * traffic);
}

/**
 * Bytes of memory traffic a logit, forward and backward: whole, it is written, cast to fp32, shifted, normalised in two
 * passes, and all of that again for its gradient; fused, it is read and written twice.
 */
const BYTES_OF_LOSS: Readonly<Record<LossKernel, number>> = { whole: 54, compiled: 16, chunked: 16 };

/** Each block of a context ring is added to the output, and to the gradient of the queries, in fp32: read, read, write. */
const BYTES_OF_MERGING = 20;

/** Reads and writes of a dispatched token on its way to its experts and back, forward and backward: sorting, padding, weighting. */
const BYTES_OF_ROUTING = 2;

/** What a job finds on a card, whatever the layout. */
export interface Pace {
  /** FLOP/s of large products, of those of the output head, and of attention over long blocks; bytes/s of the memory. */
  readonly products: number;
  readonly head: number;
  readonly attention: number;
  readonly bandwidth: number;
  /** Speed of the framework relative to the plain model. */
  readonly framework: number;
  /** Width and tokens at which a product runs at half its rate. */
  readonly halfWidth: number;
  readonly halfTokens: number;
  readonly expertHalfTokens: number;
  /** Seconds of launches, and of the host's turn with experts, a layer. */
  readonly launchesPerLayer: number;
}

export function paceOf(job: TrainingJob, machine: Machine, calibration: TrainingCalibration): Pace {
  const scale = Math.sqrt(((peakTflops(machine.accelerator, job.bytes.compute) ?? 1) * machine.share) / 312);
  const isHooked = job.method === 'full' && job.framework.style === 'deepspeed' && !job.framework.hasModelParallel;
  return {
    products: sustainedRate(machine, job.bytes.compute, calibration),
    // The output head stays in 16 bit whatever the layers run in (Transformer Engine, torchao).
    head: sustainedRate(machine, isNarrow(job) ? 'bf16' : job.bytes.compute, calibration),
    attention: attentionRate(job, machine, calibration),
    bandwidth: memoryRate(machine, calibration),
    framework: frameworkSpeed(job, calibration),
    halfWidth: calibration.halfWidth * scale,
    halfTokens: calibration.halfTokens * scale,
    expertHalfTokens: calibration.expertHalfTokens * scale,
    launchesPerLayer:
      (job.isFused ? calibration.launchSecondsPerLayerFused : calibration.launchSecondsPerLayer) *
        (calibration.launchRatio[job.framework.speedClass] ?? 1) *
        (isHooked
          ? DEEPSPEED_HOOKS
          : job.isFused
            ? 1
            : LAUNCHES_OF[job.method === 'qlora' ? job.quantiser : job.method]) +
      (job.model.moeLayers / job.model.layers) * expertHostSeconds(job, calibration),
  };
}

/** Do the products of the layers run in fewer than 16 bits? */
function isNarrow(job: TrainingJob): boolean {
  return job.bytes.compute === 'fp8' || job.bytes.compute === 'fp4';
}

/** Bytes/s that kernels sustain of a device's memory. */
export function memoryRate(machine: Machine, calibration: TrainingCalibration): number {
  return machine.bandwidthGBps * machine.share * 1e9 * calibration.bandwidthRatio;
}

/**
 * Bytes an element of a token's expert output for its bias where no kernel fuses it: bias times routing weight, sum and
 * joined slices in fp32, cast back (28), and both gradients with their sums over tokens and width (40). Counted from
 * Megatron-Core's `TEGroupedMLP._apply_bias`.
 */
const BYTES_OF_BIASES = 68;

/** Seconds of forward and backward of one micro-batch through one (mean) pipeline stage. */
export function microBatchSeconds(
  job: TrainingJob,
  layout: Layout,
  machine: Machine,
  calibration: TrainingCalibration,
  /** A caller that weighs several layouts hands on what they share. */
  pace: Pace = paceOf(job, machine, calibration),
): number {
  const { model } = job;
  const { bandwidth, halfWidth, halfTokens } = pace;
  const isFull = job.method === 'full';
  const tokens = (layout.microBatch * job.sequence) / layout.context;
  // The stage with the most layers sets the pace.
  const layers = Math.ceil(model.layers / layout.pipeline - 1e-9);
  const width = model.hidden / layout.tensor;
  const shape =
    saturating(width, halfWidth) *
    saturating(tokens, halfTokens) *
    (width % 64 === 0 ? 1 : calibration.misalignedRatio);
  const moeShare = model.moeLayers / model.layers;
  const passes = linearPasses(job, layout);
  const dense =
    (layers *
      (model.attentionParametersPerLayer + model.densePerLayer * (1 - moeShare) + model.sharedPerLayer * moeShare)) /
    layout.tensor;
  const head = model.embeddingParameters / layout.pipeline / layout.tensor;
  let products =
    productSeconds(dense, tokens, passes, pace.products * shape, bandwidth, isFull) +
    productSeconds(head, tokens, Math.min(passes, 3), pace.head * shape, bandwidth, isFull);
  let shuffled = 0;
  if (model.experts > 0) {
    const fusion = isNarrow(job) && job.framework.fusesExperts ? calibration.expertFusionGain : 1;
    const expertSplit = layout.expert > 1 ? layout.expert : layout.tensor;
    const routed = (layers * moeShare * model.routedPerLayer) / expertSplit;
    // What all ranks of an expert send it, a micro-batch; tokens that pass all routed parameters of the device.
    const sent = (tokens * model.expertsPerToken) / layout.tensor;
    const perExpert = (sent * expertSplit) / model.experts;
    const expertShape = saturating(model.expertWidth, halfWidth) * saturating(perExpert, pace.expertHalfTokens);
    products += productSeconds(
      routed,
      perExpert,
      passes,
      pace.products * expertShape * calibration.expertRatio[isNarrow(job) ? 'narrow' : 'wide'] * fusion,
      bandwidth,
      isFull,
    );
    const biases = model.hasExpertBias && fusion === 1 ? BYTES_OF_BIASES : 0;
    shuffled =
      sent * model.hidden * layers * moeShare * ((BYTES_OF_ROUTING * calibration.routingPasses) / fusion + biases);
  }
  const attention =
    ((attentionFlopsPerToken(job) / layout.pipeline) * tokens * attentionPasses(job, layout)) /
    layout.tensor /
    (pace.attention * attentionFilling(job, layout, calibration));
  const passesOver = job.isFused ? calibration.elementwisePassesFused : calibration.elementwisePasses;
  const recomputed = layout.checkpointing === 'full' || isSelectiveOfProducts(job, layout) ? 1.33 : 1;
  const kept = activationBytesPerToken(job, layout) * layers;
  const logits = (model.vocabulary * BYTES_OF_LOSS[job.framework.lossKernel]) / layout.tensor / layout.pipeline;
  const adapters =
    (layers * job.adapterWidth * 2 * recomputed * (job.isFused ? 0.3 : 1) * calibration.adapterPasses) / layout.tensor;
  const dequantised =
    job.method === 'qlora'
      ? (dense + (layers * model.routedPerLayer * moeShare) / layout.tensor) *
        calibration.dequantBytes[job.quantiser] *
        (passes - 0.05)
      : 0;
  const merged =
    layout.context > 1 ? (layers * layout.context * model.queryWidth * BYTES_OF_MERGING) / layout.tensor : 0;
  const elementwise =
    (tokens * (kept * passesOver * recomputed + logits + adapters + merged) + shuffled + dequantised) / bandwidth;
  const busy = (products + attention + elementwise) / pace.framework;
  const launches = layers * recomputed * pace.launchesPerLayer;
  return besideLaunches(busy, launches);
}

/** DeepSpeed runs code of its own at every parameter's gradient (Qwen-1.8B, full against LoRA at 256 tokens: 2.1 s, 1.0 s). */
const DEEPSPEED_HOOKS = 3.2;

/**
 * Kernels that an eager layer launches, against about 180 of plain training with recomputation: adapters add 28 to each
 * pass (cast, dropout, two products, scale, sum), unpacking ten for each GPTQ matrix, three for each of NF4.
 */
const LAUNCHES_OF: Readonly<Record<'full' | 'lora' | Quantiser, number>> = { full: 1, lora: 1.6, nf4: 1.9, gptq: 2.2 };

/** The host's turn in a layer of experts: sorting on its counts and launching all of them at once, or each after the other. */
function expertHostSeconds(job: TrainingJob, calibration: TrainingCalibration): number {
  const { framework, model } = job;
  if (!framework.loopsOverExperts) return calibration.expertHostSeconds * HOST_SHARE[framework.graphCapture];
  const isFetched = framework.style === 'deepspeed' && job.method === 'full';
  return model.experts * calibration.expertCallSeconds * (isFetched ? EXPERT_FETCH : 1);
}

/**
 * DeepSpeed fetches and releases the weights of every expert: with the calls it makes ZeRO-3 9.5 times as slow as grouped
 * products (Qwen3-30B-A3B on 16 A800, ms-swift's comparison: 91.2 s against 9.6 s a step).
 */
const EXPERT_FETCH = 6;

/** What is left of the host's turn (sorting on its counts, launches) in a layer of experts when graphs capture it. */
const HOST_SHARE: Readonly<Record<GraphCapture, number>> = { none: 1, partial: 0.5, full: 0.1 };

/** FLOP/s of the attention kernels on the counted (causal) work over long blocks, forward and backward together. */
function attentionRate(job: TrainingJob, machine: Machine, calibration: TrainingCalibration): number {
  const peak16 = (peakTflops(machine.accelerator, 'bf16') ?? 1) * machine.share * FLOP_PER_TFLOP;
  const { attentionKernel: kernel, model } = job;
  const share =
    calibration.attentionRatio[`${kernel}:${machine.speedClass}`] ?? calibration.attentionRatio[kernel] ?? 0.3;
  const byPower = machine.ceiling16 / machine.classCeiling16;
  const shape = kernel === 'scores' ? 1 : saturating(model.headSize, calibration.attentionHalfHead);
  return peak16 * byPower * share * shape;
}

/** Share of that rate over the blocks of a sequence: a ring of context ranks works through its scores block by block. */
function attentionFilling(job: TrainingJob, layout: Layout, calibration: TrainingCalibration): number {
  if (job.attentionKernel === 'scores') return 1;
  return saturating(job.model.attendedTokens(job.sequence) / layout.context, calibration.attentionHalfTokens);
}

/** Speed of the framework and its release relative to the plain model. */
export function frameworkSpeed(job: TrainingJob, calibration: TrainingCalibration): number {
  return (calibration.frameworkRatio[job.framework.speedClass] ?? 1) / releaseFactor(job, calibration);
}

/** How much slower than the newest release: 1 for the newest, and where no release is stated. */
function releaseFactor(job: TrainingJob, calibration: TrainingCalibration): number {
  const { framework, model } = job;
  if (framework.release === null) return 1;
  const gain = calibration.releaseGain + (model.experts > 0 ? calibration.releaseGainExperts : 0);
  return Math.exp(-gain * Math.min(0, framework.release - NEWEST_RELEASE));
}

/** Newest release in the measurements (June 2026). */
const NEWEST_RELEASE = 2026.42;

/** 8-bit, 4-bit, TF32 and FP32 products relative to 16-bit ones, each against its own peak. */
export function precisionRatio(calibration: TrainingCalibration, compute: string, speedClass: string): number {
  return calibration.precisionRatio[`${compute}:${speedClass}`] ?? calibration.precisionRatio[compute] ?? 1;
}

function saturating(value: number, half: number): number {
  return value / (value + half);
}

/** `smoothMaximum` with k = 4, for tens of thousands of layouts: by roots instead of powers. */
function besideLaunches(busy: number, launches: number): number {
  if (launches <= 0) return busy;
  const high = Math.max(busy, launches);
  const ratio = Math.min(busy, launches) / high;
  const square = ratio * ratio;
  return high * Math.sqrt(Math.sqrt(1 + square * square));
}

/** (aᵏ + bᵏ)^(1/k): the larger of two that overlap, a little more when they are alike. */
export function smoothMaximum(a: number, b: number, exponent: number): number {
  if (b <= 0) return a;
  if (a <= 0) return b;
  const high = Math.max(a, b);
  const low = Math.min(a, b) / high;
  // By logarithms: half the time of `**`, and asked for nearly every layout.
  return high * Math.exp(Math.log1p(Math.exp(exponent * Math.log(low))) / exponent);
}
