/** Key-value cache: bytes a token and a sequence hold, on one device of the layout. */
import type { Layout } from './layouts.js';
import type { ModelShape } from './model-shape.js';
import { KV_FORMATS, type KvPrecision } from './precision.js';

export interface KvBytes {
  /** Bytes a token adds in all full-attention layers, whole replica. */
  readonly perToken: number;
  /** Bytes a token adds in all windowed layers until the window is full. */
  readonly perWindowToken: number;
  /** Bytes of constant state a sequence. */
  readonly perSequence: number;
}

/**
 * Cache bytes of the whole model. GQA: `2 × layers × kv heads × head size × b`; MLA: `layers × (rank + rope) × b`.
 * Compressed attention keeps one entry for several tokens.
 * Worked example: Llama-3-8B in 16 bit → 2 × 32 × 8 × 128 × 2 = 131,072 B a token; DeepSeek-V3 → 61 × 576 × 2 = 70,272 B.
 */
export function kvBytes(model: ModelShape, precision: KvPrecision): KvBytes {
  const { bytes, scaleBytesPerHead } = KV_FORMATS[precision];
  const a = model.attention;
  const perLayer =
    a.kind === 'mla'
      ? ((a.keyValueRank ?? 512) + (a.ropeHeadSize ?? 64)) * bytes + (a.indexerHeadSize ? a.indexerHeadSize + 4 : 0)
      : 2 * model.keyValueHeads * (model.headSize * bytes + scaleBytesPerHead);
  return {
    perToken: (model.fullLayers * perLayer) / (a.cacheTokensPerEntry ?? 1),
    perWindowToken: model.windowLayers * perLayer,
    perSequence: model.linearLayers * model.linearStateBytes,
  };
}

/** Pages of a linear-attention state on Ascend: keys and values are tensors of their own there, each as long as the state. */
const ASCEND_STATE_PAGES = 2;

/** The cache as the backend of a vendor lays it out (vllm-ascend logs with Qwen3.6-27B: 9 pages of 1,536 tokens at 8,192). */
export function kvBytesOn(kv: KvBytes, vendor: string | null): KvBytes {
  return vendor === 'Huawei' ? { ...kv, perSequence: kv.perSequence * ASCEND_STATE_PAGES } : kv;
}

/** Share of a replica's cache that one device holds: MLA is repeated under tensor parallel, GQA heads are split or repeated. */
export function kvShare(model: ModelShape, layout: Layout): number {
  const stage = Math.ceil(model.layers / layout.pipeline) / model.layers;
  const heads = model.attention.kind === 'mla' ? 1 : Math.min(layout.tensor, model.keyValueHeads);
  return stage / heads;
}

/** Cache bytes of one sequence of `tokens` tokens, whole model. */
export function kvBytesOfSequence(kv: KvBytes, model: ModelShape, tokens: number): number {
  return kv.perToken * tokens + kv.perWindowToken * Math.min(tokens, model.windowTokens) + kv.perSequence;
}

/** Tokens of one sequence length that fit into `bytes` of cache, over all sequences of that length. */
export function kvTokensIn(bytes: number, kv: KvBytes, model: ModelShape, sequenceTokens: number): number {
  if (bytes <= 0) return 0;
  const each = kvBytesOfSequence(kv, model, sequenceTokens);
  return each <= 0 ? Number.MAX_SAFE_INTEGER : (bytes / each) * sequenceTokens;
}
