/** How each engine divides the device memory, and which vintage of its speed factors a version belongs to. */
import { compareVersions } from './compatibility.js';
import type { WeightPrecision } from './precision.js';
import type { EngineSettings } from './question.js';
import type { EngineName } from './question-schema.js';
import type { EngineMemory } from './runtime-memory.js';

/** CUDA context and library workspaces outside the engine's allocator, GiB (README.md, "Runtime memory"). */
const CONTEXT_GIB: Readonly<Record<EngineName, number>> = {
  vllm: 0.3,
  sglang: 0.6,
  'tensorrt-llm': 0.9,
  lmdeploy: 0.6,
  transformers: 0.5,
  'llama.cpp': 0.5,
};
/** NCCL and custom all-reduce buffers, GiB a device of a group. */
const COMMUNICATION_GIB = 0.39;
/** Graphs counted inside vLLM's budget from 0.21 on. */
const GRAPH_GIB = 0.36;

/** Share of the device that vLLM, SGLang, TensorRT-LLM and LMDeploy take unless told otherwise. */
export const DEFAULT_UTILISATION = 0.9;
/** Sequences that engines take at once unless told otherwise. */
const DEFAULT_MAX_SEQUENCES = 256;
/** vLLM's default on data-centre cards from 70 GiB, A100 excepted (vllm/engine/arg_utils.py). */
const LARGE_CARD_MAX_SEQUENCES = 1024;
const LARGE_CARD_GIB = 70;
/** trtllm-bench and trtllm-serve build with a batch of 2048. */
const TENSORRT_MAX_SEQUENCES = 2048;

/** Sequences of one replica at once: what was stated, else the engine's default on this card. */
export function sequenceLimit(s: EngineSettings, cardId: string, deviceGiB: number): number {
  if (s.maxSequences !== null) return s.maxSequences;
  if (s.name === 'tensorrt-llm') return TENSORRT_MAX_SEQUENCES;
  const isLarge = deviceGiB >= LARGE_CARD_GIB && !/^a[18]00/.test(cardId);
  return isLarge && (s.name === 'vllm' || s.name === 'sglang') ? LARGE_CARD_MAX_SEQUENCES : DEFAULT_MAX_SEQUENCES;
}

/** Engines without a paged cache and a share of the device to themselves: they take what a batch needs. */
function isStatic(name: EngineName): boolean {
  return name === 'transformers' || name === 'llama.cpp';
}

/**
 * Bytes a logit at the peak of sampling (README.md, "Runtime memory"). vLLM profiles top-k and top-p over all its
 * sequences, which sorts: 41 B on the first engine, 36 B on the second. The others sample what a step finishes.
 */
const VLLM_LOGIT_BYTES = { first: 41, second: 36 } as const;
const LOGIT_BYTES = 8;
/** The second engine (V1) is the default from this release on. */
const VLLM_SECOND_ENGINE = '0.8';
/** From here on the first engine chunks prompts by itself where the context passes `CHUNKED_FROM_TOKENS`. */
const VLLM_CHUNKS_LONG_CONTEXT = '0.5.4';
const CHUNKED_FROM_TOKENS = 32_768;
/** Tokens of a chunk on the first engine, before and from 0.6.5; of a step without chunks, at least. */
const FIRST_ENGINE_CHUNK_TOKENS = { before: 512, from: 2048, border: '0.6.5' } as const;
const UNCHUNKED_TOKENS = 2048;

/** Tokens of the step that the engine profiles: a chunk, or the longest prompt where prompts are not cut. */
function profiledTokens(s: EngineSettings, maxContextTokens: number): number {
  const isFirst = s.name === 'vllm' && s.version !== null && compareVersions(s.version, VLLM_SECOND_ENGINE) < 0;
  if (!isFirst || s.version === null) {
    return s.chunkedPrefill ? s.maxBatchedTokens : Math.max(s.maxBatchedTokens, maxContextTokens);
  }
  const isChunked = s.isChunkingStated
    ? s.chunkedPrefill
    : compareVersions(s.version, VLLM_CHUNKS_LONG_CONTEXT) >= 0 && maxContextTokens > CHUNKED_FROM_TOKENS;
  if (!isChunked) return Math.max(s.statedBatchedTokens ?? UNCHUNKED_TOKENS, maxContextTokens);
  const { before, from, border } = FIRST_ENGINE_CHUNK_TOKENS;
  return s.statedBatchedTokens ?? (compareVersions(s.version, border) < 0 ? before : from);
}

function logitBytes(s: EngineSettings): number {
  if (s.name !== 'vllm') return LOGIT_BYTES;
  const isFirst = s.version !== null && compareVersions(s.version, VLLM_SECOND_ENGINE) < 0;
  return isFirst ? VLLM_LOGIT_BYTES.first : VLLM_LOGIT_BYTES.second;
}

/** Where vLLM would sample more sequences at once than memory is set aside for; null where it would not. */
export function samplingDefault(
  s: EngineSettings,
  cardId: string,
  deviceGiB: number,
): { readonly reserved: number; readonly engineDefault: number; readonly logitBytes: number } | null {
  if (s.name !== 'vllm' || s.maxSequences !== null) return null;
  const engineDefault = sequenceLimit(s, cardId, deviceGiB);
  if (engineDefault <= DEFAULT_MAX_SEQUENCES) return null;
  return { reserved: DEFAULT_MAX_SEQUENCES, engineDefault, logitBytes: logitBytes(s) };
}

/** AWQ kernels of vLLM before 0.3 split every sum eight ways and hold the parts, however many tokens there are. */
const AWQ_SPLIT = 8;
const AWQ_SPLIT_UNTIL = '0.3';

function isSplitting(s: EngineSettings): boolean {
  return s.name === 'vllm' && s.version !== null && compareVersions(s.version, AWQ_SPLIT_UNTIL) < 0;
}

/** Prompt tokens that llama.cpp computes at once (n_ubatch). */
const LLAMA_CPP_BATCH = 512;

/** Memory settings of an engine for a longest context, a mean prompt and the sequences on one replica. */
export function engineMemory(
  s: EngineSettings,
  load: {
    readonly maxContextTokens: number;
    readonly inputTokens: number;
    readonly sequences: number;
    readonly precision?: WeightPrecision;
  },
): EngineMemory {
  if (isStatic(s.name)) {
    const isTransformers = s.name === 'transformers';
    return {
      utilisationRatio: s.memoryUtilizationRatio ?? 1,
      contextGiB: CONTEXT_GIB[s.name],
      communicationGiB: 0,
      graphGiB: 0,
      maxSequences: load.sequences,
      maxBatchedTokens: s.maxBatchedTokens,
      activationTokens: isTransformers ? load.inputTokens : Math.min(LLAMA_CPP_BATCH, load.inputTokens),
      logitBytes: LOGIT_BYTES,
      splitBuffers: 0,
      heldSequences: load.sequences,
      cacheCopies: isTransformers ? 2 : 1,
    };
  }
  const isBudgeted = s.name === 'vllm' && s.cudaGraphs && s.version !== null && compareVersions(s.version, '0.21') >= 0;
  return {
    utilisationRatio: s.memoryUtilizationRatio ?? DEFAULT_UTILISATION,
    contextGiB: CONTEXT_GIB[s.name],
    communicationGiB: COMMUNICATION_GIB,
    graphGiB: isBudgeted ? GRAPH_GIB : 0,
    maxSequences: s.maxSequences ?? DEFAULT_MAX_SEQUENCES,
    maxBatchedTokens: s.maxBatchedTokens,
    activationTokens: profiledTokens(s, load.maxContextTokens),
    logitBytes: logitBytes(s),
    splitBuffers: load.precision === 'int4-awq' && isSplitting(s) ? AWQ_SPLIT : 0,
    heldSequences: 1,
    cacheCopies: 1,
  };
}

/** Borders of the vintages that have factors of their own, oldest first. */
const VINTAGES: Readonly<Record<EngineName, readonly (readonly [string, string])[]>> = {
  vllm: [
    ['0.6', 'early'],
    ['0.9', 'v0'],
    ['0.13', 'v1'],
  ],
  sglang: [
    ['0.4', 'early'],
    ['0.5', 'v0.4'],
  ],
  'tensorrt-llm': [
    ['0.10', 'early'],
    ['1.0.0', 'v0'],
    ['1.1', 'v1.0'],
  ],
  lmdeploy: [],
  transformers: [],
  'llama.cpp': [],
};

/** Vintage of a version; versions that nobody stated have a vintage of their own. */
export function vintageOf(engine: EngineName, version: string | null): string {
  if (version === null || !/^[0-9]/.test(version)) return 'unstated';
  for (const [before, name] of VINTAGES[engine]) if (compareVersions(version, before) < 0) return name;
  return 'current';
}
