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
  /** Passes over the kept activations that element-wise kernels make in a step (forward and backward). */
  readonly elementwisePasses: number;
  readonly elementwisePassesFused: number;
  readonly bandwidthRatio: number;
  /** Kernels a layer launches in a forward and backward pass, times seconds each. */
  readonly launchSecondsPerLayer: number;
  readonly launchSecondsPerLayerFused: number;
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
  readonly contextGiB: number;
  readonly communicatorGiB: number;
  readonly fragmentationRatio: number;
}

export const TRAINING_CALIBRATION: TrainingCalibration = {
  productRatio: {
    a100: 0.74,
    'a100-pcie': 0.66,
    hopper: 0.62,
    'hopper-pcie': 0.52,
    h20: 0.85,
    blackwell: 0.58,
    volta: 0.6,
    turing: 0.5,
    ada: 0.6,
    'ampere-small': 0.62,
    'blackwell-small': 0.6,
    pascal: 0.6,
    amd: 0.42,
    npu: 0.45,
    other: 0.5,
  },
  precisionRatio: { fp16: 1, bf16: 1, fp8: 0.72, fp4: 0.55, tf32: 0.85, fp32: 1.1 },
  attentionRatio: 0.45,
  attentionRatioWithoutFlash: 0.14,
  attentionHalfTokens: 1500,
  halfWidth: 350,
  halfTokens: 250,
  elementwisePasses: 4,
  elementwisePassesFused: 2.6,
  bandwidthRatio: 0.85,
  launchSecondsPerLayer: 4.5e-4,
  launchSecondsPerLayerFused: 2e-4,
  launchRatio: { huggingface: 8, litgpt: 2, unsloth: 2 },
  frameworkRatio: {
    'megatron-bridge': 1.05,
    mlperf: 1.2,
    megatron: 1,
    'megatron-2021': 0.85,
    megascale: 1.1,
    'megatron-deepspeed': 0.8,
    deepspeed: 0.85,
    torchtitan: 1,
    'llm-foundry': 1.02,
    fsdp: 0.9,
    ddp: 0.9,
    huggingface: 0.7,
    litgpt: 0.85,
    torchtune: 0.95,
    unsloth: 1,
  },
  cardRatio: {},
  networkRatio: { deepspeed: 0.3 },
  releaseGain: 0.05,
  releaseGainExperts: 0.3,
  expertRatio: 0.6,
  dequantBytes: 2.5,
  overlapExponent: 4,
  tensorExposure: 0.75,
  tensorExposureHidden: 0.4,
  expertExposure: 0.8,
  stragglerPerDoubling: 0.008,
  logitBytesEager: 12,
  logitBytesFused: 7,
  activationRatioEager: 1.2,
  activationRatioFused: 1,
  selectiveRatio: 0.62,
  contextGiB: 0.7,
  communicatorGiB: 0.25,
  fragmentationRatio: 0.04,
};
