/**
 * How much work an item is, as a function of its size. Only ratios of two sizes of one model count, so the unit of a task is
 * free: tokens for texts, steps for pictures, seconds for speech.
 */
import type { InferenceTask } from './tasks.js';

/** Size of an item; absent = the model's usual one. */
export interface ItemSize {
  readonly tokens?: number;
  readonly width?: number;
  readonly height?: number;
  readonly steps?: number;
  readonly frames?: number;
  readonly audioSeconds?: number;
  readonly beams?: number;
  /** false: classifier-free guidance is off (half the work of models that use it). */
  readonly guidance?: boolean;
}

/**
 * Text encoding and the image decoder cost about as much as this many steps: 1.5 of a U-Net's (SDXL at 1024: a step of 12 TFLOP
 * beside a decoder of 5 that runs at a third of the speed), 0.45 of the ten times heavier steps of a 12B transformer (FLUX.1 schnell
 * on an RTX 4090, 1, 2, 4 and 8 steps: 0.26 s + 0.59 s a step, gigagpu.com 2025).
 */
export function stepOverhead(model: string): number {
  return /flux/i.test(model) ? 0.45 : 1.5;
}

/** Share of attention in one forward pass: tokens / (6 × hidden) of the dense part, for a transformer. */
function withAttention(tokens: number, hidden: number): number {
  return tokens * (1 + tokens / (6 * hidden));
}

/** Hidden width of an average encoder of the task, where the model's is unknown. */
const ENCODER_HIDDEN = 1024;
const DIFFUSION_HIDDEN = 3072;
/** Pixels of one image token of a latent diffusion transformer (8× VAE, patches of 2). */
const PIXELS_PER_TOKEN = 256;
/** Frames that a video VAE folds into one. */
const FRAMES_PER_LATENT = 4;

/** Speech models see windows of 30 s (Whisper); what is longer is cut, and each window is launched anew. */
export const WINDOW_SECONDS = 30;

/** What an item is measured as: a whole picture, or one denoising step of it (`isIteration`), by which model. */
export interface ItemOf {
  readonly isIteration?: boolean;
  readonly model?: string;
}

/** Passes that an item takes one after the other (windows of speech, denoising steps): what is fixed in one is paid in each. */
export function passesOf(
  task: InferenceTask,
  size: ItemSize,
  { isIteration = false, model = '' }: ItemOf = {},
): number {
  switch (task) {
    case 'speech-recognition':
      return Math.max(1, (size.audioSeconds ?? WINDOW_SECONDS) / WINDOW_SECONDS);
    case 'image-generation':
      return isIteration ? 1 : (size.steps ?? USUAL_STEPS) + stepOverhead(model);
    case 'video-generation':
      return isIteration ? 1 : (size.steps ?? USUAL_VIDEO_STEPS) + stepOverhead(model);
    default:
      return 1;
  }
}
const USUAL_STEPS = 20;
const USUAL_VIDEO_STEPS = 50;

/** Work of one item relative to the task's unit. */
export function itemWork(task: InferenceTask, size: ItemSize, of: ItemOf = {}): number {
  switch (task) {
    case 'embedding':
    case 'reranking':
      return withAttention(size.tokens ?? 384, ENCODER_HIDDEN);
    case 'vision':
      return ((size.width ?? 224) * (size.height ?? size.width ?? 224)) / 1e6;
    case 'image-generation': {
      const pixels = (size.width ?? 1024) * (size.height ?? size.width ?? 1024);
      const step = withAttention(pixels / PIXELS_PER_TOKEN, DIFFUSION_HIDDEN) * (size.guidance === false ? 0.5 : 1);
      return step * passesOf(task, size, of);
    }
    case 'video-generation': {
      const pixels = (size.width ?? 1280) * (size.height ?? 720);
      const tokens = (pixels / PIXELS_PER_TOKEN) * Math.ceil((size.frames ?? 129) / FRAMES_PER_LATENT);
      return withAttention(tokens, DIFFUSION_HIDDEN) * passesOf(task, size, of);
    }
    case 'speech-recognition':
    case 'speech-synthesis':
      return size.audioSeconds ?? WINDOW_SECONDS;
    case 'translation':
      return (size.beams ?? 1) ** 0.4;
    default:
      return 1;
  }
}
