/**
 * Fitted constants of the training model: everything here is ours, none of it a datasheet fact.
 *
 * Fitted by least squares in log space, with the prior in brackets pulling each constant back, on the calibration half of
 * the published rows in prisma/seed/data/measured/training.ndjson (split by source; see test/validation/training).
 */
export interface TrainingCalibration {
  /** Share of the dense peak that large 16-bit products sustain inside a training step, by card class. */
  readonly productRatio: Readonly<Record<string, number>>;
  /** Factor on `productRatio` for 8-bit, 4-bit, TF32 and FP32 products. */
  readonly precisionRatio: Readonly<Record<string, number>>;
  /** Share of the 16-bit peak that attention kernels sustain on the counted (causal) work, by card class. */
  readonly attentionRatio: number;
  readonly attentionRatioWithoutFlash: number;
  /** Sequence at which attention kernels reach half of their best rate. */
  readonly attentionHalfTokens: number;
  /** Rows and columns at which a product on a card of 312 TFLOPS reaches half of its best rate. */
  readonly halfWidth: number;
  readonly halfTokens: number;
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
  /** Fixed cost of routing, sorting and exchanging tokens in a layer with experts, a micro-batch. */
  readonly routingSecondsPerLayer: number;
  /** Launch cost of a framework class relative to those; 1 where not fitted. */
  readonly launchRatio: Readonly<Record<string, number>>;
  /** Speed of a framework class relative to the plain model; 1 where not fitted. */
  readonly frameworkRatio: Readonly<Record<string, number>>;
  /** Card relative to its class, where it was measured. */
  readonly cardRatio: Readonly<Record<string, number>>;
  /** Share of the network's rate that a framework class reaches; 1 where not fitted. */
  readonly networkRatio: Readonly<Record<string, number>>;
  /** ln(speed) gained a year of releases before 2026.5, dense and with experts. */
  readonly releaseGain: number;
  readonly releaseGainExperts: number;
  /** Grouped products of experts relative to dense ones. */
  readonly expertRatio: number;
  /** Extra passes of a quantised base: seconds of dequantisation a parameter and pass, in bytes moved. */
  readonly dequantBytes: number;
  /** Share of computation behind which data-parallel traffic hides (exponent of the smooth maximum). */
  readonly overlapExponent: number;
  /** Share of tensor-parallel traffic that stays on the critical path. */
  readonly tensorExposure: number;
  /** The same where the framework splits and hides it. */
  readonly tensorExposureHidden: number;
  readonly expertExposure: number;
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
  readonly communicatorGiB: number;
  readonly fragmentationRatio: number;
  /** Fragmentation and workspaces of older stacks, whose figures are of the device. */
  readonly fragmentationOf: Readonly<Record<string, number>>;
}

export const TRAINING_CALIBRATION: TrainingCalibration = {
  productRatio: {
    a100: 0.8598,
    'a100-pcie': 0.66,
    hopper: 0.6331,
    'hopper-pcie': 0.7255,
    h20: 0.85,
    blackwell: 0.6389,
    volta: 0.5153,
    turing: 0.5,
    ada: 0.4542,
    'ampere-small': 0.62,
    'blackwell-small': 0.6,
    pascal: 0.6,
    amd: 0.4689,
    npu: 0.45,
    other: 0.5,
  },
  precisionRatio: {
    fp16: 1,
    bf16: 1,
    fp8: 0.9734,
    fp4: 0.65,
    tf32: 0.85,
    fp32: 1.1,
    'fp8:hopper': 0.9854,
    'fp8:blackwell': 1.05,
    'fp4:blackwell': 0.7691,
  },
  attentionRatio: 0.3581,
  attentionRatioWithoutFlash: 0.1435,
  attentionHalfTokens: 1578,
  halfWidth: 143.3,
  halfTokens: 296,
  attentionHalfHead: 49.58,
  misalignedRatio: 0.724,
  elementwisePasses: 3.936,
  elementwisePassesFused: 2.656,
  bandwidthRatio: 0.85,
  launchSecondsPerLayer: 0.000512,
  launchSecondsPerLayerFused: 0.0002,
  routingSecondsPerLayer: 0.002566,
  launchRatio: {
    huggingface: 8,
    peft: 9.102,
    litgpt: 2,
    unsloth: 2,
    torchtitan: 1,
    'llm-foundry': 1,
    mlperf: 1,
  },
  frameworkRatio: {
    'megatron-bridge': 1.293,
    mlperf: 1.157,
    megatron: 0.8564,
    'megatron-2021': 0.8956,
    megascale: 1.09,
    'megatron-deepspeed': 0.7307,
    deepspeed: 0.8543,
    torchtitan: 0.9981,
    'llm-foundry': 0.9294,
    fsdp: 1.083,
    ddp: 0.9,
    huggingface: 0.7,
    peft: 0.7872,
    litgpt: 0.85,
    torchtune: 0.95,
    unsloth: 1,
  },
  cardRatio: {
    'gb200-186gb': 1.026,
    'gb300-279gb': 1.077,
    'b200-sxm-180gb': 0.9959,
    'b300-sxm-270gb': 0.941,
    'h200-sxm-141gb': 1.093,
    'h100-sxm5-96gb': 0.8755,
    'h100-sxm5-80gb': 1.053,
    'a100-sxm4-40gb': 1.009,
    'a100-sxm4-80gb': 1.046,
  },
  networkRatio: {
    deepspeed: 0.1484,
    mlperf: 1,
    'megatron-bridge': 1,
    'llm-foundry': 1,
    fsdp: 1,
    'megatron-deepspeed': 1,
    'megatron-2021': 1,
    torchtitan: 1,
    megatron: 1,
    megascale: 1,
  },
  releaseGain: 0.03849,
  releaseGainExperts: 0.2937,
  expertRatio: 0.6458,
  dequantBytes: 12.15,
  overlapExponent: 1.228,
  tensorExposure: 0.6859,
  tensorExposureHidden: 0.5189,
  expertExposure: 0.373,
  stragglerPerDoubling: 0.006402,
  logitBytesEager: 11.5,
  logitBytesFused: 11.6,
  activationRatioEager: 1.24,
  activationRatioFused: 0.89,
  selectiveRatio: 0.37,
  updateBytes: 3.8,
  contextGiB: 1.3,
  communicatorGiB: 0.25,
  fragmentationRatio: 0.04,
  fragmentationOf: {
    'megatron-deepspeed': 0.25,
    'megatron-2021': 0.15,
    unsloth: 0.02,
  },
};
