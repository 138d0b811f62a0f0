/**
 * Memory of a model that is not a generating language model: weights, activations of a batch, runtime. No cache.
 *
 * A 335M encoder at fp16 needs 0.62 GiB of weights, a little for activations and the CUDA context: about 1.5 GiB, not the
 * 13.8 GiB of a planner that counts a cache (gpustack issue 2412).
 */
import { BYTES_PER_GB, BYTES_PER_GIB } from '../../units.js';
import { precisionClass } from '../reference/resources.js';
import type { InferenceTask } from './tasks.js';
import type { ItemSize } from './work.js';

export interface TaskMemory {
  readonly weights: number;
  readonly activations: number;
  readonly runtime: number;
}

/** CUDA context and libraries; engines with a workspace (TensorRT, cuDNN) take about this much more than bare contexts. */
const RUNTIME_GIB = 0.8;

const BYTES: Readonly<Record<ReturnType<typeof precisionClass>, number>> = {
  fp4: 0.56,
  int8: 1,
  fp8: 1,
  fp16: 2,
  fp32: 4,
};

/** Text encoders that run beside the denoiser, billion parameters, where the card counts the denoiser alone. */
const COMPANIONS: readonly (readonly [RegExp, number])[] = [
  // Mistral Small 3.1 (Hugging Face blog "Diffusers welcomes FLUX-2").
  [/flux.?2/i, 24],
  [/flux/i, 4.9],
  [/sd3|stable.?diffusion.?3/i, 5.5],
  // Qwen2.5-VL-7B, as the pipelines of diffusers name it; T5-XXL below likewise.
  [/qwen.?image|hunyuan.?(video.?1\.5|image.?2)/i, 8.3],
  [/hunyuan.?video/i, 8],
  [/wan2/i, 5.7],
  [/cogvideox/i, 4.7],
];

/** GiB by part, for one copy of the model with a batch; null when the parameters are unknown. */
export function taskMemory(
  task: InferenceTask,
  model: string,
  parametersBillion: number | null,
  precision: string,
  batch: number,
  size: ItemSize,
): TaskMemory | null {
  if (parametersBillion === null) return null;
  const companions = COMPANIONS.find(([pattern]) => pattern.test(model))?.[1] ?? 0;
  const bytes = BYTES[precisionClass(precision)];
  // Text encoders usually stay at 16 bit when the denoiser is quantised.
  const weights = (parametersBillion * bytes + companions * Math.max(2, bytes)) * (BYTES_PER_GB / BYTES_PER_GIB);
  return { weights, activations: activationsGiB(task, parametersBillion, batch, size), runtime: RUNTIME_GIB };
}

/**
 * Activations of a batch, GiB. Orders of magnitude from published peaks: SDXL at 1024² about 4 GiB beside the weights
 * (decoder in 16 bit), FLUX 1024² about 5, HunyuanVideo 720p 129 frames 60 GB in all, encoders some MiB a text, CNNs some
 * MiB an image.
 */
function activationsGiB(task: InferenceTask, parametersBillion: number, batch: number, size: ItemSize): number {
  const pixels = (size.width ?? 1024) * (size.height ?? size.width ?? 1024);
  const megapixels = pixels / (1024 * 1024);
  switch (task) {
    case 'image-generation':
      return (1.5 + 2.5 * megapixels) * Math.max(1, 0.4 * batch + 0.6);
    case 'video-generation':
      return 6 + 20 * (((size.width ?? 1280) * (size.height ?? 720) * (size.frames ?? 129)) / (1280 * 720 * 129));
    case 'vision':
      return 0.03 * batch * (((size.width ?? 224) * (size.height ?? size.width ?? 224)) / (224 * 224)) ** 0.8;
    case 'embedding':
    case 'reranking':
      return 0.00002 * batch * (size.tokens ?? 384) * Math.max(0.3, parametersBillion);
    case 'speech-recognition':
      return 1 + 0.25 * batch;
    case 'ocr':
      return 2 + 0.5 * batch;
    default:
      return 1 + 0.1 * batch;
  }
}
