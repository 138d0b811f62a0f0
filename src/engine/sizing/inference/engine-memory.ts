/** How each engine divides the device memory, and which vintage of its speed factors a version belongs to. */
import { compareVersions } from './compatibility.js';
import type { Layout } from './layouts.js';
import type { WeightPrecision } from './precision.js';
import type { EngineSettings } from './question.js';
import type { EngineName } from './question-schema.js';
import type { CacheRule, EngineMemory } from './runtime-memory.js';

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
/**
 * The same over NVLink on vLLM's first engine, context taken off: 3.58 GiB outside the allocator logged on 0.6.4 (vllm#10511,
 * H100), 2.10 GiB on 0.7 (DeepSeek-Coder-V2-Lite on 8 × A100). Over PCIe 0.7 logs 0.25 GiB (vllm#13061).
 */
const FIRST_ENGINE_NVLINK_GIB = { before: 3.28, from: 1.8, border: '0.7' } as const;
/** Graphs, GiB: counted inside vLLM's budget from 0.21 on. */
const GRAPH_GIB = 0.36;
const GRAPHS_BUDGETED_FROM = '0.21';

/** Shares of the engines unless told otherwise; SGLang's follows from the card (`sglangShare`). */
const DEFAULT_SHARE: Readonly<Record<Exclude<EngineName, 'sglang'>, number>> = {
  vllm: 0.9,
  'tensorrt-llm': 0.9,
  lmdeploy: 0.8,
  transformers: 1,
  'llama.cpp': 1,
};
/** Share of an engine that nobody told otherwise, where it does not depend on the card. */
export function defaultShare(name: EngineName): number | null {
  return name === 'sglang' ? null : DEFAULT_SHARE[name];
}

const CACHE_RULES: Readonly<Record<EngineName, CacheRule>> = {
  vllm: 'device',
  sglang: 'static',
  'tensorrt-llm': 'free',
  lmdeploy: 'free',
  transformers: 'device',
  'llama.cpp': 'device',
};

/** Largest graph of SGLang in requests, by device memory in GiB: alone or in pairs, and on more devices (server_args.py). */
const SGLANG_GRAPH_REQUESTS: readonly (readonly [number, number, number])[] = [
  [20, 8, 8],
  [35, 24, 80],
  [60, 32, 160],
  [160, 256, 512],
  [Number.POSITIVE_INFINITY, 512, 512],
];

/**
 * Share that SGLang sets aside for weights and cache when nobody states one (python/sglang/srt/server_args.py, 0.5): the device
 * less, in MiB, 512 + 1.5 a prompt token of a step + 2 a request of the largest graph + 128 a device, at least 10 GiB on
 * devices above 60 GiB.
 */
function sglangShare(s: EngineSettings, deviceGiB: number, layout: Layout): number {
  const total = deviceGiB * 1024;
  const row = SGLANG_GRAPH_REQUESTS.find(([below]) => deviceGiB < below);
  const requests = row ? row[layout.tensor * layout.attentionData < 4 ? 1 : 2] : 0;
  let reserved = 512 + Math.max(s.maxBatchedTokens, 2048) * 1.5 + requests * 2;
  reserved += layout.tensor * layout.attentionData * layout.pipeline * 128;
  if (layout.attentionData > 1) reserved += requests * layout.attentionData * (requests > 300 ? 4.5 : 3);
  if (deviceGiB > 60) reserved = Math.max(reserved, 10 * 1024);
  return Math.max(0.1, (total - reserved) / total);
}

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
  if (!isBefore(s, VLLM_SECOND_ENGINE)) {
    return s.chunkedPrefill ? s.maxBatchedTokens : Math.max(s.maxBatchedTokens, maxContextTokens);
  }
  const isChunked = s.isChunkingStated
    ? s.chunkedPrefill
    : !isBefore(s, VLLM_CHUNKS_LONG_CONTEXT) && maxContextTokens > CHUNKED_FROM_TOKENS;
  if (!isChunked) return Math.max(s.statedBatchedTokens ?? UNCHUNKED_TOKENS, maxContextTokens);
  const { before, from, border } = FIRST_ENGINE_CHUNK_TOKENS;
  return s.statedBatchedTokens ?? (isBefore(s, border) ? before : from);
}

function logitBytes(s: EngineSettings): number {
  if (s.name !== 'vllm') return LOGIT_BYTES;
  return isBefore(s, VLLM_SECOND_ENGINE) ? VLLM_LOGIT_BYTES.first : VLLM_LOGIT_BYTES.second;
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

/**
 * AWQ kernels of vLLM before 0.3 split every sum eight ways and hold the parts, however many tokens there are. From 0.2.5 on the
 * profile counts what the allocator reserves, and that is two such buffers: the output of the first projection takes part of
 * the place that the first buffer left, so the second projection's buffer no longer fits there (vllm#2382).
 */
const AWQ_SPLIT = 8;
const AWQ_SPLIT_UNTIL = '0.3';
const RESERVED_COUNTED_FROM = '0.2.5';
/**
 * Until here the inputs of both all-reduces of a layer stay held to the end of the step (vllm#2150, cured by #2151). Before
 * 0.2.5 they and the buffers of NCCL lay outside what the profile counts, so the share was overrun (77.5 GB of 72 in vllm#2031).
 */
const HELD_REDUCES = 2;
const HELD_REDUCES_UNTIL = '0.2.6';

function splitBuffers(s: EngineSettings, precision: WeightPrecision | undefined): number {
  if (precision !== 'int4-awq' || !isBefore(s, AWQ_SPLIT_UNTIL)) return 0;
  return isBefore(s, RESERVED_COUNTED_FROM) ? AWQ_SPLIT : 2 * AWQ_SPLIT;
}

/** A release of vLLM that was stated and is older than `border`. */
function isBefore(s: EngineSettings, border: string): boolean {
  return s.name === 'vllm' && s.version !== null && compareVersions(s.version, border) < 0;
}

function communicationGiB(s: EngineSettings, isLinked: boolean): number {
  if (!isLinked || !isBefore(s, VLLM_SECOND_ENGINE) || isBefore(s, RESERVED_COUNTED_FROM)) return COMMUNICATION_GIB;
  const { before, from, border } = FIRST_ENGINE_NVLINK_GIB;
  return isBefore(s, border) ? before : from;
}

/** Prompt tokens that llama.cpp computes at once (n_ubatch). */
const LLAMA_CPP_BATCH = 512;

/** Whether the share of the memory that an engine takes follows from the layout. */
export function isShareByLayout(s: EngineSettings): boolean {
  return s.name === 'sglang' && s.memoryUtilizationRatio === null;
}

/** Memory settings of an engine for a longest context, a mean prompt and the sequences on one replica. */
export function engineMemory(
  s: EngineSettings,
  load: {
    readonly maxContextTokens: number;
    readonly inputTokens: number;
    readonly sequences: number;
    readonly precision: WeightPrecision;
    readonly layout: Layout;
    readonly deviceGiB: number;
    readonly isLinked: boolean;
  },
): EngineMemory {
  const share =
    s.memoryUtilizationRatio ??
    (s.name === 'sglang' ? sglangShare(s, load.deviceGiB, load.layout) : DEFAULT_SHARE[s.name]);
  const takesAll = isStatic(s.name);
  const isTransformers = s.name === 'transformers';
  const isBudgeted = s.version !== null && s.name === 'vllm' && !isBefore(s, GRAPHS_BUDGETED_FROM);
  const graphs = s.cudaGraphs && !takesAll ? GRAPH_GIB : 0;
  return {
    cacheRule: CACHE_RULES[s.name],
    utilisationRatio: share,
    contextGiB: CONTEXT_GIB[s.name],
    maxBatchedTokens: s.maxBatchedTokens,
    communicationGiB: takesAll ? 0 : communicationGiB(s, load.isLinked),
    graphGiB: isBudgeted ? graphs : 0,
    outsideGraphGiB: isBudgeted ? 0 : graphs,
    maxSequences: takesAll ? load.sequences : (s.maxSequences ?? DEFAULT_MAX_SEQUENCES),
    activationTokens: isTransformers
      ? load.inputTokens
      : takesAll
        ? Math.min(LLAMA_CPP_BATCH, load.inputTokens)
        : profiledTokens(s, load.maxContextTokens),
    logitBytes: takesAll ? LOGIT_BYTES : logitBytes(s),
    splitBuffers: splitBuffers(s, load.precision),
    heldReduces: isBefore(s, HELD_REDUCES_UNTIL) && !isBefore(s, RESERVED_COUNTED_FROM) ? HELD_REDUCES : 0,
    isPrefillProfiled: s.name !== 'vllm',
    heldSequences: takesAll ? load.sequences : 1,
    cacheCopies: isTransformers ? 2 : 1,
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
