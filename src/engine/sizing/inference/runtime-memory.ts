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
  /** Bytes a vocabulary entry of a sampled row at the peak of sampling. */
  readonly logitBytes: number;
  /** Output widths that a linear's buffers hold beside the output: AWQ kernels that split their sums. */
  readonly splitBuffers: number;
  /** Sequences that must be held at once to run at all: 1 with a paged cache, the whole batch without. */
  readonly heldSequences: number;
  /** Copies of the cache at the peak: transformers grows it by concatenation, which holds the old and the new one. */
  readonly cacheCopies: number;
}

const ACTIVATION_BYTES = 2;

/**
 * Peak activations of one step on one device: the wider of two moments that do not overlap.
 *
 * Feed-forward: input, residual and output, the gated pair and its product (Llama-3.1-8B on vLLM 0.6.4: 110.6 kB a token,
 * logged 109.8). Experts hold one output a chosen expert. Sampling: the rows' logits in 32 bits with sorted copies,
 * indices and probabilities, over the whole vocabulary on the device that samples.
 */
export function activationBytes(model: ModelShape, layout: Layout, engine: EngineMemory): number {
  const tokens = engine.activationTokens;
  const widest = ((3 + engine.splitBuffers) * model.intermediateSize) / layout.tensor;
  const outputs = 3 + (model.experts?.perToken ?? 0);
  const forward = tokens * (outputs * model.hiddenSize + widest) * ACTIVATION_BYTES;
  const sampling = Math.min(engine.maxSequences, tokens) * model.vocabularySize * engine.logitBytes;
  return Math.max(forward, sampling);
}

/** Fixed device memory of the engine: context, communication buffers where several devices work together, graphs. */
export function runtimeBytes(layout: Layout, engine: EngineMemory): number {
  const devices = layout.tensor * layout.attentionData * layout.pipeline;
  return (engine.contextGiB + (devices > 1 ? engine.communicationGiB : 0) + engine.graphGiB) * BYTES_PER_GIB;
}
