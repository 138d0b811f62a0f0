/**
 * Fitted constants of the training model: everything here is ours, none of it a datasheet fact.
 *
 * Fitted by least squares in log space on the published rows in prisma/seed/data/measured/training.ndjson, each constant held
 * by its prior (test/validation/training/priors.ts); the validation fits them anew without the rows that it scores.
 */
import type { Quantiser } from './recipe.js';

export interface TrainingCalibration {
  /** Share of the card's ceiling (matmul-ceiling.ts) that large products sustain inside a training step, by card class. */
  readonly productRatio: Readonly<Record<string, number>>;
  /** Factor on `productRatio` for 8-bit, 4-bit, TF32 and FP32 products. */
  readonly precisionRatio: Readonly<Record<string, number>>;
  /**
   * Share of the 16-bit peak that attention kernels sustain on the counted (causal) work, by generation and, where known,
   * card class (`flash2:hopper`). Priors: FlashAttention-2 (arXiv:2307.08691), -3 (arXiv:2407.08608), both directions.
   */
  readonly attentionRatio: Readonly<Record<string, number>>;
  /** Sequence at which attention kernels reach half of their best rate. */
  readonly attentionHalfTokens: number;
  /** Rows and columns at which a product on a card of 312 TFLOPS reaches half of its best rate. */
  readonly halfWidth: number;
  readonly halfTokens: number;
  /** Tokens an expert at which a grouped product reaches half of its best rate, on the same card. */
  readonly expertHalfTokens: number;
  /** Head size at which attention kernels reach half of their best rate. */
  readonly attentionHalfHead: number;
  /** Products whose shard width is no multiple of 64 relative to aligned ones (BLOOM: 14,400 against 13,824 wide). */
  readonly misalignedRatio: number;
  /** Passes over the kept activations that element-wise kernels make in a step (forward and backward). */
  readonly elementwisePasses: number;
  readonly elementwisePassesFused: number;
  readonly bandwidthRatio: number;
  /** Kernels a layer launches in a forward and backward pass, times seconds each. */
  readonly launchSecondsPerLayer: number;
  readonly launchSecondsPerLayerFused: number;
  /** Time a layer with experts and micro-batch that the host takes when it launches every kernel itself. */
  readonly expertHostSeconds: number;
  /** Time that one expert takes on the host where they are called one after the other, both directions. */
  readonly expertCallSeconds: number;
  /** Times a token sent to an expert is read and written on the way there and back, both directions. */
  readonly routingPasses: number;
  /** Times the inputs and outputs of adapted products are read and written for the adapters' sake. */
  readonly adapterPasses: number;
  /** Launch cost of a framework class relative to those; 1 where not fitted. */
  readonly launchRatio: Readonly<Record<string, number>>;
  /** Speed of a framework class relative to the plain model; 1 where not fitted. */
  readonly frameworkRatio: Readonly<Record<string, number>>;
  /** Card relative to its class, where it was measured. */
  readonly cardRatio: Readonly<Record<string, number>>;
  /** Host time of one slice of a gathered weight, where every rank's is copied into place by itself (DeepSpeed until 2021). */
  readonly sliceSeconds: number;
  /** ln(speed) gained a year of releases before 2026.5, dense and with experts. */
  readonly releaseGain: number;
  readonly releaseGainExperts: number;
  /** Grouped products of experts relative to dense ones, in 16 bit and in fewer. */
  readonly expertRatio: Readonly<Record<'wide' | 'narrow', number>>;
  /** How much faster fused kernels carry tokens through their experts. */
  readonly expertFusionGain: number;
  /** Bytes moved to unpack a parameter of a quantised base, a pass. */
  readonly dequantBytes: Readonly<Record<Quantiser, number>>;
  /** Share of computation behind which data-parallel traffic hides (exponent of the smooth maximum). */
  readonly overlapExponent: number;
  /** Share of tensor-parallel traffic that stays on the critical path. */
  readonly tensorExposure: number;
  /** The same where the framework splits and hides it. */
  readonly tensorExposureHidden: number;
  /** Share of the exchange of tokens between experts that stays on the critical path, and where it is hidden. */
  readonly expertExposure: number;
  readonly expertExposureHidden: number;
  /** Slow-down a doubling of servers beyond one. */
  readonly stragglerPerDoubling: number;
  /** Memory: bytes a logit, eager and fused; kept activations relative to the count; fixed GiB; fragmentation. */
  readonly logitBytesEager: number;
  readonly logitBytesFused: number;
  readonly activationRatioEager: number;
  readonly activationRatioFused: number;
  readonly selectiveRatio: number;
  /** Transient bytes a parameter of the shard being updated. */
  readonly updateBytes: number;
  readonly contextGiB: number;
  /** What a stack holds beside: workspaces and pools that its figures (of the device, of the reserved memory) count. */
  readonly workspaceGiBOf: Readonly<Record<string, number>>;
  readonly communicatorGiB: number;
  readonly fragmentationRatio: number;
  /** Fragmentation and workspaces of older stacks, whose figures are of the device. */
  readonly fragmentationOf: Readonly<Record<string, number>>;
}

export const TRAINING_CALIBRATION: TrainingCalibration = {
  productRatio: {
    a100: 0.912,
    hopper: 0.9157,
    h20: 0.9,
    blackwell: 0.9348,
    volta: 0.7207,
    turing: 0.9,
    ada: 0.7964,
    'ampere-small': 0.9,
    'blackwell-small': 0.9,
    pascal: 0.9,
    amd: 0.9924,
    npu: 0.9,
    other: 0.9,
  },
  precisionRatio: {
    fp16: 1,
    bf16: 1,
    fp8: 0.7712,
    fp4: 0.6,
    tf32: 0.9,
    fp32: 1.1,
    'fp8:hopper': 1.117,
    'fp8:blackwell': 1.007,
    'fp4:blackwell': 0.7464,
  },
  attentionRatio: {
    scores: 0.1188,
    flash1: 0.4265,
    'flash1:hopper': 0.2334,
    flash2: 0.696,
    'flash2:hopper': 0.333,
    'flash2:blackwell': 0.25,
    flash3: 0.65,
    'flash3:hopper': 0.6353,
    'flash3:blackwell': 0.5979,
  },
  attentionHalfTokens: 757,
  halfWidth: 173.1,
  halfTokens: 156.5,
  expertHalfTokens: 178.6,
  attentionHalfHead: 34.85,
  misalignedRatio: 0.7246,
  elementwisePasses: 4.196,
  elementwisePassesFused: 3.311,
  bandwidthRatio: 0.85,
  launchSecondsPerLayer: 0.0004724,
  launchSecondsPerLayerFused: 0.0002001,
  expertHostSeconds: 0.008745,
  expertCallSeconds: 0.00035,
  routingPasses: 12.75,
  adapterPasses: 5.087,
  launchRatio: {
    huggingface: 5,
    peft: 5.249,
    litgpt: 2,
    unsloth: 2,
    torchtitan: 1,
    'llm-foundry': 1,
    mlperf: 1,
  },
  frameworkRatio: {
    'megatron-bridge': 0.9999,
    mlperf: 0.9668,
    megatron: 0.8817,
    'megatron-2021': 0.995,
    megascale: 1.113,
    'megatron-deepspeed': 0.8133,
    deepspeed: 0.6909,
    torchtitan: 0.9343,
    'llm-foundry': 0.9801,
    fsdp: 0.936,
    ddp: 0.9,
    huggingface: 0.6861,
    peft: 0.8289,
    litgpt: 0.85,
    torchtune: 0.95,
    unsloth: 0.881,
  },
  cardRatio: {
    'gb200-186gb': 1.026,
    'gb300-279gb': 1.012,
    'b200-sxm-180gb': 0.9826,
    'b300-sxm-270gb': 0.9856,
    'h200-sxm-141gb': 0.9965,
    'h100-sxm5-96gb': 0.9867,
    'h100-sxm5-80gb': 0.9967,
    'a100-sxm4-40gb': 0.9928,
    'a100-sxm4-80gb': 1.009,
  },
  sliceSeconds: 0.00003371,
  releaseGain: 0.06326,
  releaseGainExperts: 0.1457,
  expertRatio: {
    wide: 0.5361,
    narrow: 0.5434,
  },
  expertFusionGain: 1.286,
  dequantBytes: {
    nf4: 2.549,
    gptq: 16.23,
  },
  overlapExponent: 1.344,
  tensorExposure: 0.7075,
  tensorExposureHidden: 0.4291,
  expertExposure: 0.7876,
  expertExposureHidden: 0.3245,
  stragglerPerDoubling: 0.006437,
  logitBytesEager: 11.5,
  logitBytesFused: 11.6,
  activationRatioEager: 1.24,
  activationRatioFused: 0.89,
  selectiveRatio: 0.37,
  updateBytes: 3.8,
  contextGiB: 1.3,
  workspaceGiBOf: {
    'megatron-deepspeed': 3.5,
    torchtitan: 4,
  },
  communicatorGiB: 0.25,
  fragmentationRatio: 0.04,
  fragmentationOf: {
    'megatron-deepspeed': 0.14,
    torchtitan: 0.06,
    'megatron-2021': 0.15,
    unsloth: 0.02,
  },
};
