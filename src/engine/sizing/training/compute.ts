/**
 * Time of the matrix products, the attention and the element-wise kernels of one micro-batch on one device.
 *
 * A roofline by kernel class: products against the sustained share of the dense peak (which falls with narrow shards and
 * few tokens), attention against its own share, element-wise kernels against memory bandwidth, and kernel launches as a
 * floor. FLOP: 6 a parameter and token (8 with full recomputation; LoRA 4, or 6), attention 12·L·s·width, halved by
 * causality. Sources: SIZING notes in README.md; constants in calibration.ts.
 */
import { FLOP_PER_TFLOP } from '../../units.js';
import { activationBytesPerToken } from './activations.js';
import type { TrainingCalibration } from './calibration.js';
import type { TrainingJob } from './job.js';
import type { Layout } from './layout.js';
import { type Machine, peakTflops } from './machine.js';

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
  const recompute = layout.checkpointing === 'full' ? 1 : 0;
  return (job.method === 'full' ? 3 : 2.05) + recompute;
}

function attentionPasses(layout: Layout): number {
  // Backward of flash attention recomputes the scores: 2.5 forward passes of work.
  return 3.5 + (layout.checkpointing === 'none' ? 0 : layout.checkpointing === 'full' ? 1 : 0.5);
}

export interface StageTime {
  readonly seconds: number;
  readonly products: number;
  readonly attention: number;
  readonly elementwise: number;
}

/** Seconds of forward and backward of one micro-batch through one (mean) pipeline stage. */
export function microBatchTime(
  job: TrainingJob,
  layout: Layout,
  machine: Machine,
  calibration: TrainingCalibration,
): StageTime {
  const { model } = job;
  const tokens = (layout.microBatch * job.sequence) / layout.context;
  // The stage with the most layers sets the pace.
  const layers = Math.ceil(model.layers / layout.pipeline - 1e-9);
  const compute = job.bytes.compute;
  const peak16 = (peakTflops(machine.accelerator, 'bf16') ?? 1) * machine.share * FLOP_PER_TFLOP;
  const peak = (peakTflops(machine.accelerator, compute) ?? 1) * machine.share * FLOP_PER_TFLOP;
  const ratio16 =
    (calibration.productRatio[machine.speedClass] ?? 0.5) * (calibration.cardRatio[machine.accelerator.id] ?? 1);
  const ratio = ratio16 * precisionRatio(calibration, compute, machine.speedClass);
  const speed = frameworkSpeed(job, calibration);
  const scale = Math.sqrt(peak / (312 * FLOP_PER_TFLOP));
  const shape =
    saturating((model.hidden / layout.tensor) * 1, calibration.halfWidth * scale) *
    saturating(tokens, calibration.halfTokens * scale) *
    ((model.hidden / layout.tensor) % 64 === 0 ? 1 : calibration.misalignedRatio);
  const moeShare = model.moeLayers / model.layers;
  const densePerToken =
    2 *
    layers *
    (model.attentionParametersPerLayer + model.densePerLayer * (1 - moeShare) + model.sharedPerLayer * moeShare);
  const activeRouted =
    model.experts > 0 ? (model.routedPerLayer * moeShare * model.expertsPerToken) / model.experts : 0;
  const passes = linearPasses(job, layout);
  const headPerToken = (2 * model.embeddingParameters) / layout.pipeline;
  const denseSeconds =
    (tokens * (densePerToken * passes + headPerToken * Math.min(passes, 3))) / layout.tensor / (peak * ratio * shape);
  const expertTokens =
    model.experts > 0 ? (tokens * model.expertsPerToken * Math.max(1, layout.expert)) / model.experts : 0;
  const expertShape =
    saturating(model.expertWidth, calibration.halfWidth * scale) *
    saturating(expertTokens, calibration.halfTokens * scale);
  const routedSeconds =
    activeRouted > 0
      ? (tokens * 2 * layers * activeRouted * passes) /
        layout.tensor /
        (peak * ratio * expertShape * calibration.expertRatio)
      : 0;
  const attentionRatio = job.hasFlashAttention
    ? calibration.attentionRatio *
      saturating(model.attendedTokens(job.sequence), calibration.attentionHalfTokens) *
      saturating(model.headSize, calibration.attentionHalfHead)
    : calibration.attentionRatioWithoutFlash;
  const attention =
    ((attentionFlopsPerToken(job) / layout.pipeline) * tokens * attentionPasses(layout)) /
    layout.tensor /
    (peak16 * attentionRatio * ratio16 * 1.5);
  const bandwidth = machine.bandwidthGBps * machine.share * 1e9 * calibration.bandwidthRatio;
  const passesOver = job.isFused ? calibration.elementwisePassesFused : calibration.elementwisePasses;
  const recomputed = layout.checkpointing === 'full' ? 1.33 : 1;
  const kept = activationBytesPerToken(job, layout) * layers;
  const logits = (model.vocabulary * 16) / layout.tensor / layout.pipeline;
  const dequantised =
    job.method === 'qlora'
      ? ((layers * (densePerToken / 2 / layers + model.routedPerLayer * moeShare)) / layout.tensor) *
        calibration.dequantBytes *
        (passes - 0.05)
      : 0;
  const elementwise = (tokens * (kept * passesOver * recomputed + logits) + dequantised) / bandwidth;
  const products = denseSeconds + routedSeconds;
  const busy = (products + attention + elementwise) / speed;
  const launches =
    (job.isFused ? calibration.launchSecondsPerLayerFused : calibration.launchSecondsPerLayer) *
    (calibration.launchRatio[job.framework.speedClass] ?? 1) *
    layers *
    recomputed;
  const routing = calibration.routingSecondsPerLayer * layers * moeShare * recomputed * releaseFactor(job, calibration);
  return { seconds: smoothMaximum(busy, launches, 4) + routing, products, attention, elementwise };
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

/** (aᵏ + bᵏ)^(1/k): the larger of two that overlap, a little more when they are alike. */
export function smoothMaximum(a: number, b: number, exponent: number): number {
  if (b <= 0) return a;
  if (a <= 0) return b;
  const high = Math.max(a, b);
  const low = Math.min(a, b) / high;
  return high * (1 + low ** exponent) ** (1 / exponent);
}
