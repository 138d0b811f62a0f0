/** Engine names as sources print them, brought to one key each, with how they differ in speed. */

const KEYS: readonly (readonly [RegExp, string])[] = [
  [/onnx.?runtime.*tensorrt/i, 'onnxruntime-tensorrt'],
  [/onnx/i, 'onnxruntime'],
  [/auto1111.*tensorrt|tensorrt.*auto1111/i, 'tensorrt'],
  [/tensorrt/i, 'tensorrt'],
  [/^cuda /i, 'tensorrt'],
  [/eff-?ft|effectivetransformer/i, 'effective-fastertransformer'],
  [/fastertransformer/i, 'fastertransformer'],
  [/faster-whisper/i, 'faster-whisper'],
  [/whisper\.cpp/i, 'whisper.cpp'],
  [/openai\/?whisper/i, 'openai-whisper'],
  [/ctranslate2/i, 'ctranslate2'],
  [/torch\.compile|torch-compile/i, 'torch-compile'],
  [/stable-?fast/i, 'stable-fast'],
  [/aitemplate/i, 'aitemplate'],
  [/oneflow/i, 'oneflow'],
  [/thestage/i, 'thestage'],
  [/xdit ulysses|^xdit$/i, 'xdit'],
  [/auto1111/i, 'auto1111'],
  [/paddle/i, 'paddlepaddle'],
  [/tensorflow.*xla/i, 'tensorflow-xla'],
  [/opennmt-tf/i, 'opennmt-tf'],
  [/tensorflow/i, 'tensorflow'],
  [/marian/i, 'marian'],
  [/opennmt/i, 'opennmt'],
  [/torchscript|triton pytorch/i, 'torchscript'],
  [/diffusers/i, 'diffusers'],
  [/pytorch|transformers|eager/i, 'pytorch'],
];

/** One key an engine, whatever its version: `TensorRT 10.2.0, CUDA 12.4` → `tensorrt`. */
export function engineKey(name: string): string {
  return KEYS.find(([pattern]) => pattern.test(name))?.[1] ?? name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

/**
 * ln of the speed against eager PyTorch at large batches, from rows where one source ran several engines on one card
 * (stable-fast README, NVIDIA DeepLearningExamples, FasterTransformer guides, faster-whisper README).
 */
const LEVELS: Readonly<Record<string, number>> = {
  pytorch: 0,
  tensorflow: 0,
  'tensorflow-xla': 0.1,
  torchscript: 0.05,
  diffusers: 0,
  auto1111: 0,
  onnxruntime: 0.2,
  'torch-compile': 0.3,
  xdit: 0.1,
  'onnxruntime-tensorrt': 0.55,
  tensorrt: 0.6,
  fastertransformer: 0.5,
  'effective-fastertransformer': 0.7,
  ctranslate2: 0.7,
  'stable-fast': 0.45,
  aitemplate: 0.45,
  oneflow: 0.45,
  'faster-whisper': 0.85,
  'whisper.cpp': 0.4,
};

export function engineLevel(key: string): number {
  return LEVELS[key] ?? 0;
}

/**
 * ln of what a way of quantising adds within one engine: FasterTransformer's INT8-v2 quantises the residuals too, and is a fifth
 * faster than v1 (its BERT guide, T4 and A10: 0.22 ± 0.2).
 */
export function variantLevel(name: string): number {
  return /int8-v2/i.test(name) ? 0.22 : 0;
}

/**
 * Seconds of one batch that don't shrink with the card: kernel launches and host work. Eager PyTorch runs small CNNs at
 * batch 1 in 10-13 ms whatever the card; compiled engines take 1.6-3 ms (the
 * middle half of 70 measured curves; longer only where a server stands before them).
 */
export function launchFloorSeconds(key: string): number {
  if (/^(pytorch|tensorflow|torchscript|diffusers|auto1111)$/.test(key)) return 0.01;
  return 0.002;
}

/**
 * Share of the floor that no card shortens. Eager frameworks are bound by the host (ResNet50 at batch 1: V100 78, T4 79
 * images/s); compiled engines' small batches are bound by reading the weights and follow the card in part.
 */
export function fixedLaunchRatio(key: string): number {
  return launchFloorSeconds(key) >= EAGER_FLOOR ? 1 : COMPILED_FIXED_RATIO;
}
const EAGER_FLOOR = 0.01;
/** Seconds of a batch that a deep network's launches take: Jasper 10x5, one clip on T4, V100 and A100 alike 32-45 ms. */
export const DEEP_EAGER_FLOOR = 0.045;
const COMPILED_FIXED_RATIO = 0.8;

/**
 * Engines whose 16-bit matrix products accumulate in 16 bit too. GeForce cards run those at twice the rate of products that
 * accumulate in 32 bit, as frameworks do (NVIDIA Ada architecture whitepaper, appendix A; stable-fast README); on data-centre
 * cards both rates are one.
 */
export function accumulatesIn16Bit(key: string): boolean {
  return ACCUMULATING_IN_16_BIT.has(key);
}
const ACCUMULATING_IN_16_BIT: ReadonlySet<string> = new Set(['stable-fast', 'aitemplate', 'oneflow', 'tensorrt']);
