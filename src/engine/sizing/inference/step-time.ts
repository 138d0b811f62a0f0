/**
 * Time of one engine step: decode of a batch and prefill of prompt tokens, from bytes, FLOP, launches and collectives.
 *
 * README.md, "Time", has the formulas and their sources. Everything that does not depend on batch or context is computed
 * once; a step costs a few dozen floating-point operations.
 */
import { allReduceSeconds, allToAllSeconds, type LinkRates } from './collectives.js';
import type { FactorSet } from './efficiency.js';
import type { DeviceRates } from './hardware.js';
import { type KvBytes, kvShare } from './kv-cache.js';
import type { Layout } from './layouts.js';
import type { ModelShape } from './model-shape.js';
import { imbalance, touchedShare } from './moe.js';
import type { WeightBytes } from './weights.js';

const MICRO = 1e-6;
const MILLI = 1e-3;
/** Activations travel in 16 bits. */
const ACTIVATION_BYTES = 2;
/** Efficiency of a read grows with its size: half of the final rate at this many bytes a layer. */
const READ_HALF_BYTES = 1.5e6;
/** Tokens at which a matmul reaches half of its large-batch rate. */
const COMPUTE_HALF_TOKENS = 96;

/** Kernels of one decoder layer: norms, projections, rotary, attention and FFN, as engines fuse them. */
const KERNELS = {
  attentionAndNorms: 6,
  denseFfn: 3,
  /** Router, top-k, sorting, two grouped matmuls, activation, reduction. */
  routedFfn: 7,
  sharedExperts: 3,
  /** Extra projections and norms of compressed attention, absorption included. */
  mla: 6,
  /** Indexer of sparse attention: projections, scores, top-k. */
  indexer: 6,
  /** Convolution, gates and recurrence in place of attention. */
  linearAttention: 5,
  /** Quantisation of the inputs of a layer's matmuls. */
  activationQuantisation: 4,
} as const;

/** Kernel launches of one decode step of the whole model. */
export function kernelsOfStep(model: ModelShape, quantisesActivations: boolean): number {
  const k = KERNELS;
  const { attention: a, experts, layers } = model;
  const moeLayers = experts?.layers ?? 0;
  return (
    layers * k.attentionAndNorms +
    (layers - moeLayers) * k.denseFfn +
    moeLayers * (k.routedFfn + ((experts?.shared ?? 0) > 0 ? k.sharedExperts : 0)) +
    (a.kind === 'mla' ? layers * k.mla : 0) +
    (a.indexerHeadSize ? layers * k.indexer : 0) +
    model.linearLayers * k.linearAttention +
    (quantisesActivations ? layers * k.activationQuantisation : 0)
  );
}

export interface StepTimes {
  /** Seconds of one decode step of `batch` sequences with `context` cached tokens each. */
  decode(batch: number, context: number): number;
  /** Seconds to prefill `tokens` new prompt tokens of one prompt behind `cached` tokens, alone on the replica. */
  prefill(tokens: number, cached: number): number;
  /** Seconds that the same tokens keep the busiest stage from decoding (no launches, no weight reads of their own). */
  prefillMarginal(tokens: number, cached: number): number;
  /** Bytes that one device sends to its peers in one decode step. */
  stepTraffic(batch: number): number;
}

export function stepTimes(input: {
  readonly model: ModelShape;
  readonly weights: WeightBytes;
  readonly kv: KvBytes;
  readonly rates: DeviceRates;
  readonly layout: Layout;
  readonly factors: FactorSet;
  /** Activations are quantised before every matmul (fp8, int8 and fp4 arithmetic). */
  readonly quantisesActivations: boolean;
  /** false: layers are only spread over devices (llama.cpp, transformers); one stage works at a time. */
  readonly isPipelined: boolean;
}): StepTimes {
  const { model, weights, kv, rates, layout, factors: f } = input;
  const { tensor, pipeline, expert, attentionData } = layout;
  const devices = tensor * attentionData;
  const a = model.attention;
  const layers = model.layers;
  const stage = 1 / pipeline;
  const microBatches = input.isPipelined ? pipeline : 1;

  // Reads.
  const weightRate = rates.bytesPerSecond * f.weightRead;
  const denseRead =
    (weights.dense * stage) / tensor + ((weights.head > 0 ? weights.head : weights.embedding) * stage) / tensor;
  const routedRead = (weights.routed * stage) / devices;
  const expertRate = weightRate * f.expertRead;
  const cacheRate = rates.bytesPerSecond * f.cacheRead;
  const share = kvShare(model, layout);
  const sparse = a.sparseTopTokens ?? Number.POSITIVE_INFINITY;

  // Compute.
  const flop = rates.flopPerSecond;
  const dense2 = (2 * (model.denseParameters + model.embeddingParameters) * stage) / tensor;
  const denseOnly2 = (2 * model.denseParameters * stage) / tensor;
  const routed2 = model.experts
    ? (2 * model.experts.routedParameters * model.experts.perToken * stage) / model.experts.count / devices
    : 0;
  // A routed token is copied to its experts and back: read, gathered, scattered and summed at the model's width, twice written and
  // once read at the expert's; tensor parallelism splits only the latter.
  const expertGroups = Math.min(Math.max(1, expert), devices);
  const copyBytes = model.experts
    ? (((model.experts.layers * model.experts.perToken) / expertGroups) *
        ACTIVATION_BYTES *
        (4 * model.hiddenSize + (3 * model.expertWidth * expertGroups) / devices)) /
      pipeline
    : 0;
  const copySeconds = copyBytes / weightRate;
  const isMla = a.kind === 'mla';
  const headWidthDecode = isMla ? 2 * (a.keyValueRank ?? 512) + (a.ropeHeadSize ?? 64) : 2 * model.headSize;
  const headWidthPrefill = isMla
    ? (a.nopeHeadSize ?? 128) + (a.ropeHeadSize ?? 64) + (a.valueHeadSize ?? 128)
    : 2 * model.headSize;
  const attentionDecode2 = (2 * model.attentionHeads * headWidthDecode * stage) / tensor;
  const attentionPrefill2 = (2 * model.attentionHeads * headWidthPrefill * stage) / tensor;
  const attentionRate = rates.flop16PerSecond * f.attentionCompute;

  // Launches and links.
  const link: LinkRates = {
    latencySeconds: f.allReduceUs * MICRO,
    bytesPerSecond: rates.linkBytesPerSecond * f.linkReach,
  };
  const kernels = kernelsOfStep(model, input.quantisesActivations) * MICRO;
  const launch = kernels * f.kernelUs;
  /** Prompts have all lengths, so their kernels are launched one by one, not replayed from a graph. */
  const prefillLaunch = kernels * f.prefillKernelUs;
  const moeLayers = model.experts?.layers ?? 0;
  const hops = (pipeline - 1) * (2 * link.latencySeconds);

  function communication(tokens: number): number {
    const bytes = tokens * model.hiddenSize * ACTIVATION_BYTES;
    let seconds = 0;
    if (tensor > 1) seconds += 2 * layers * allReduceSeconds(bytes / attentionData, tensor, link);
    if (model.experts && expert > 1 && attentionData > 1) {
      seconds += moeLayers * allToAllSeconds((bytes * model.experts.perToken) / devices, devices, link);
    }
    if (pipeline > 1) seconds += hops + ((pipeline - 1) * bytes) / link.bytesPerSecond;
    return seconds;
  }

  function cacheReadBytes(context: number): number {
    return (
      kv.perToken * Math.min(context, sparse) +
      kv.perWindowToken * Math.min(context, model.windowTokens) +
      kv.perSequence
    );
  }

  /**
   * Time until every running sequence has one more token. Pipeline stages work on `pipeline` micro-batches at once, so a
   * token takes the sum of the stages, each on its share of the batch.
   */
  function decode(batch: number, context: number): number {
    const micro = Math.max(batch / microBatches, Math.min(batch, 1));
    const local = micro / attentionData;
    const touched = model.experts ? touchedShare(model.experts, micro) : 0;
    const skew = model.experts ? imbalance(model.experts, micro, expert) : 1;
    const reads = denseRead / weightRate + (routedRead * touched * Math.min(skew, 1.15)) / expertRate;
    const cacheBytes = local * cacheReadBytes(context) * share;
    const perLayerBytes = cacheBytes / Math.max(layers * stage, 1);
    const cache = cacheBytes / (cacheRate * (perLayerBytes / (perLayerBytes + READ_HALF_BYTES)));
    const attended =
      model.fullLayers * Math.min(context, sparse) + model.windowLayers * Math.min(context, model.windowTokens);
    const compute =
      (dense2 * local) / (flop * f.decodeCompute) +
      (routed2 * micro * skew) / (flop * f.decodeCompute * f.expertCompute) +
      (attentionDecode2 * local * attended) / attentionRate;
    const memory = reads + cache + micro * copySeconds;
    const busy = Math.max(memory, compute) + f.overlap * Math.min(memory, compute);
    return (
      busy * pipeline + f.stepMs * MILLI * microBatches + launch + communication(micro) + batch * f.sequenceUs * MICRO
    );
  }

  /** The last prompt asked for: a search over loads asks for one prompt again and again. */
  const asked = { tokens: Number.NaN, cached: Number.NaN, marginal: Number.NaN, alone: Number.NaN };

  function attentionFlop(tokens: number, cached: number): number {
    const mean = cached + tokens / 2;
    const full = model.fullLayers * tokens * Math.min(mean, Math.max(sparse, 2048));
    const window = model.windowLayers * tokens * Math.min(mean, model.windowTokens);
    return attentionPrefill2 * (full + window) + denseLinear(tokens);
  }
  /** Linear-attention layers cost about as much as a window of their head size. */
  function denseLinear(tokens: number): number {
    return attentionPrefill2 * model.linearLayers * tokens * 128;
  }

  function prefillMarginal(tokens: number, cached: number): number {
    if (tokens === asked.tokens && cached === asked.cached) return asked.marginal;
    const fill = tokens / (tokens + COMPUTE_HALF_TOKENS);
    const gemm = ((denseOnly2 + routed2 / f.expertPrefill) * tokens) / (flop * f.prefillCompute * Math.max(fill, 0.05));
    const attention = attentionFlop(tokens, cached) / attentionRate;
    const spread =
      (gemm + attention + tokens * copySeconds) * pipeline + Math.max(0, communication(tokens) - communication(1));
    asked.tokens = tokens;
    asked.cached = cached;
    asked.marginal = spread / microBatches;
    asked.alone = Number.NaN;
    return asked.marginal;
  }

  function prefill(tokens: number, cached: number): number {
    const marginal = prefillMarginal(tokens, cached);
    if (Number.isNaN(asked.alone)) {
      const touched = model.experts ? touchedShare(model.experts, tokens) : 0;
      const floor = (denseRead / weightRate + (routedRead * touched) / expertRate) * pipeline;
      const device = Math.max(marginal * microBatches, floor) + launch + communication(1) + f.stepMs * MILLI;
      // The host launches while the device computes; the longer of the two shows, both where they are alike.
      asked.alone = Math.sqrt(device * device + prefillLaunch * prefillLaunch);
    }
    return asked.alone;
  }

  function stepTraffic(batch: number): number {
    const bytes = batch * model.hiddenSize * ACTIVATION_BYTES;
    return tensor > 1 ? 2 * layers * ((2 * (tensor - 1)) / tensor) * bytes : (pipeline - 1) * bytes;
  }

  return { decode, prefill, prefillMarginal, stepTraffic };
}
