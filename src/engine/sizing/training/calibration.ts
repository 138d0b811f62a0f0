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
    a100: 0.8623,
    'a100-pcie': 0.66,
    hopper: 0.6339,
    'hopper-pcie': 0.7314,
    h20: 0.85,
    blackwell: 0.6369,
    volta: 0.5147,
    turing: 0.5,
    ada: 0.4437,
    'ampere-small': 0.62,
    'blackwell-small': 0.6,
    pascal: 0.6,
    amd: 0.4735,
    npu: 0.45,
    other: 0.5,
  },
  precisionRatio: {
    fp16: 1,
    bf16: 1,
    fp8: 0.9549,
    fp4: 0.65,
    tf32: 0.85,
    fp32: 1.1,
    'fp8:hopper': 0.9756,
    'fp8:blackwell': 1.058,
    'fp4:blackwell': 0.7687,
  },
  attentionRatio: 0.3601,
  attentionRatioWithoutFlash: 0.143,
  attentionHalfTokens: 1576,
  halfWidth: 143.7,
  halfTokens: 324,
  attentionHalfHead: 50.33,
  misalignedRatio: 0.7265,
  elementwisePasses: 3.938,
  elementwisePassesFused: 2.663,
  bandwidthRatio: 0.85,
  launchSecondsPerLayer: 0.0005124,
  launchSecondsPerLayerFused: 0.0002,
  routingSecondsPerLayer: 0.002567,
  launchRatio: {
    huggingface: 8,
    peft: 9.109,
    litgpt: 2,
    unsloth: 2,
    torchtitan: 1,
    'llm-foundry': 1,
    mlperf: 1,
  },
  frameworkRatio: {
    'megatron-bridge': 1.292,
    mlperf: 1.153,
    megatron: 0.8595,
    'megatron-2021': 0.9018,
    megascale: 1.084,
    'megatron-deepspeed': 0.7319,
    deepspeed: 0.8521,
    torchtitan: 0.9952,
    'llm-foundry': 0.9261,
    fsdp: 1.082,
    ddp: 0.9,
    huggingface: 0.7,
    peft: 0.7899,
    litgpt: 0.85,
    torchtune: 0.95,
    unsloth: 1,
  },
  cardRatio: {
    'gb200-186gb': 1.022,
    'gb300-279gb': 1.077,
    'b200-sxm-180gb': 0.9975,
    'b300-sxm-270gb': 0.9424,
    'h200-sxm-141gb': 1.097,
    'h100-sxm5-96gb': 0.8712,
    'h100-sxm5-80gb': 1.055,
    'a100-sxm4-40gb': 1.009,
    'a100-sxm4-80gb': 1.047,
  },
  networkRatio: {
    deepspeed: 0.1468,
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
  releaseGainExperts: 0.2912,
  expertRatio: 0.6622,
  dequantBytes: 11.93,
  overlapExponent: 1.252,
  tensorExposure: 0.6789,
  tensorExposureHidden: 0.4119,
  expertExposure: 0.3766,
  stragglerPerDoubling: 0.006361,
  logitBytesEager: 11.5,
  logitBytesFused: 11,
  activationRatioEager: 1.24,
  activationRatioFused: 0.89,
  selectiveRatio: 0.4,
  updateBytes: 3.8,
  contextGiB: 1.15,
  communicatorGiB: 0.25,
  fragmentationRatio: 0.04,
  fragmentationOf: {
    'megatron-deepspeed': 0.25,
    'megatron-2021': 0.15,
    unsloth: 0.02,
  },
};
