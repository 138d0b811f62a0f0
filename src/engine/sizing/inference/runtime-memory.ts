/**
 * Memory that is neither weights nor cache: activations of the profile run, kernels outside it, CUDA context, communication
 * buffers, graphs; and what an engine leaves to its cache. Constants: README.md, "Runtime memory".
 */
import { BYTES_PER_GIB } from '../../units.js';
import type { Layout } from './layouts.js';
import type { ModelShape } from './model-shape.js';

/**
 * What the share of an engine is a share of:
 * `device` – everything the engine holds (vLLM, `gpu_memory_utilization`); `static` – weights and cache, activations and graphs
 * lie in the rest (SGLang, `mem_fraction_static`); `free` – the cache, of what is free once all else is loaded (TensorRT-LLM,
 * `free_gpu_memory_fraction`; LMDeploy, `cache_max_entry_count`).
 */
export type CacheRule = 'device' | 'static' | 'free';

export interface EngineMemory {
  readonly cacheRule: CacheRule;
  readonly utilisationRatio: number;
  readonly contextGiB: number;
  readonly communicationGiB: number;
  /** Graph memory inside the budget, and outside it. */
  readonly graphGiB: number;
  readonly outsideGraphGiB: number;
  /** Slots reserved for logits of a step. */
  readonly maxSequences: number;
  readonly maxBatchedTokens: number;
  /** Tokens whose activations live at once; engines without chunked prefill need the longest prompt. */
  readonly activationTokens: number;
  /** Bytes a vocabulary entry of a sampled row at the peak of sampling. */
  readonly logitBytes: number;
  /** Output widths that a linear's buffers hold beside the output: AWQ kernels that split their sums. */
  readonly splitBuffers: number;
  /** Inputs of all-reduces that are not given back before the end of a step, a layer. */
  readonly heldReduces: number;
  /** false = the engine computes linear attention in chunks of which its profile run sees nothing. */
  readonly isPrefillProfiled: boolean;
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
  // Releases that split their sums gave whole experts to a device.
  const split = engine.splitBuffers * (model.experts ? model.expertWidth : model.intermediateSize / layout.tensor);
  const widest = (3 * model.intermediateSize) / layout.tensor + split;
  const outputs = 3 + (model.experts?.perToken ?? 0);
  const held = layout.tensor > 1 ? (engine.heldReduces * model.layers) / layout.pipeline : 0;
  const forward = tokens * ((outputs + held) * model.hiddenSize + widest) * ACTIVATION_BYTES;
  const sampling = Math.min(engine.maxSequences, tokens) * model.vocabularySize * engine.logitBytes;
  return Math.max(forward, sampling);
}

/** Bytes of a recurrent state over those of one head-wide 16-bit vector a token: 128 keys × 4 bytes / 2 bytes. */
const STATE_PER_VECTOR = 256;
/**
 * Head-wide vectors a token that chunked linear attention holds beyond the profile run. Gated delta rule: states of the
 * chunks (2), v', w, u and the 32-bit triangle (vllm#54775: 72 KiB a token with 48 heads of 128). Per-channel gates (Kimi's
 * KDA, the hybrids with compressed attention) hold the convolved and the normalised q, k and v, the gate's sums and a second
 * triangle as well, 16.5 by the source (fla/ops/kda.py); the same report brackets it between 15.8 and 19.7.
 */
const CHUNK_VECTORS = { deltaRule: 6, perChannel: 16.5 } as const;

/** Memory of a full step of prompt tokens that the profile run does not see; 0 where it sees all. */
export function unprofiledBytes(model: ModelShape, layout: Layout, engine: EngineMemory): number {
  if (engine.isPrefillProfiled || model.linearLayers === 0) return 0;
  const vectors = model.attention.kind === 'mla' ? CHUNK_VECTORS.perChannel : CHUNK_VECTORS.deltaRule;
  const vector = model.linearStateBytes / STATE_PER_VECTOR / layout.tensor;
  return engine.activationTokens * vectors * vector;
}

/** Fixed device memory of the engine: context, communication buffers where several devices work together, graphs. */
export function runtimeBytes(layout: Layout, engine: EngineMemory): number {
  const devices = layout.tensor * layout.attentionData * layout.pipeline;
  return (engine.contextGiB + (devices > 1 ? engine.communicationGiB : 0) + engine.graphGiB) * BYTES_PER_GIB;
}
