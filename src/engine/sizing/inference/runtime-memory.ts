/**
 * Memory that is neither weights nor cache: activations of the profile run, CUDA context, communication buffers, graphs.
 *
 * vLLM: `KV = u × total − weights − peak activation − non-torch` (vllm/v1/worker/gpu_worker.py); graphs lie outside the
 * budget before 0.21. SGLang reserves `mem_fraction_static` for weights and cache. TensorRT-LLM gives the cache a share
 * of what is free after loading. Constants: README.md, "Runtime memory".
 */
import { BYTES_PER_GIB } from '../../units.js';
import type { Layout } from './layouts.js';
import type { ModelShape } from './model-shape.js';

export interface EngineMemory {
  /** Share of the device that the whole engine may use. */
  readonly utilisationRatio: number;
  readonly contextGiB: number;
  readonly communicationGiB: number;
  /** Graph memory inside the budget. */
  readonly graphGiB: number;
  /** Slots reserved for logits of a step. */
  readonly maxSequences: number;
  readonly maxBatchedTokens: number;
  /** Tokens whose activations live at once; engines without chunked prefill need the longest prompt. */
  readonly activationTokens: number;
  /** Sequences that must be held at once to run at all: 1 with a paged cache, the whole batch without. */
  readonly heldSequences: number;
  /** Copies of the cache at the peak: transformers grows it by concatenation, which holds the old and the new one. */
  readonly cacheCopies: number;
}

const ACTIVATION_BYTES = 2;
/** fp32 logits of every sampled row and one copy for the sampler. */
const LOGIT_BYTES = 4 * 2;

/** Peak activations of one step on one device: hidden states, the widest FFN buffer and the logits of the sampled rows. */
export function activationBytes(model: ModelShape, layout: Layout, engine: EngineMemory): number {
  const tokens = engine.activationTokens;
  const widest = (2 * model.intermediateSize) / layout.tensor;
  const perToken = (2 * model.hiddenSize + widest) * ACTIVATION_BYTES;
  const logits = Math.min(engine.maxSequences, tokens) * model.vocabularySize * LOGIT_BYTES;
  return tokens * perToken + logits / Math.min(layout.tensor, 2);
}

/** Fixed device memory of the engine: context, communication buffers where several devices work together, graphs. */
export function runtimeBytes(layout: Layout, engine: EngineMemory): number {
  const devices = layout.tensor * layout.attentionData * layout.pipeline;
  return (engine.contextGiB + (devices > 1 ? engine.communicationGiB : 0) + engine.graphGiB) * BYTES_PER_GIB;
}
