/** Which layers of a Hugging Face config attend fully, in a window or linearly, which hold experts, and what they weigh. */
import type { Fields, Json } from './hugging-face-fields.js';

/** Layers by what mixes their tokens; feed-forward blocks are counted on their own, as some hybrids keep them apart. */
export interface Mixers {
  readonly full: number;
  readonly windowed: number;
  readonly linear: number;
  readonly windowTokens: number | null;
  /** Feed-forward blocks; null = one a layer. */
  readonly feedForward: number | null;
  /** Blocks of experts, where a pattern says so. */
  readonly expertBlocks: number | null;
}

const FULL = new Set(['full_attention', 'attention', 'global', 'global_attention']);

/** Counts layers by name: what is neither full nor windowed keeps a constant state. */
function byNames(names: readonly string[]): Pick<Mixers, 'full' | 'windowed' | 'linear'> {
  const full = names.filter((name) => FULL.has(name)).length;
  const windowed = names.filter((name) => /sliding|chunked|local/.test(name)).length;
  return { full, windowed, linear: names.length - full - windowed };
}

const strings = (list: readonly unknown[] | undefined): readonly string[] =>
  (list ?? []).filter((x): x is string => typeof x === 'string');

/** Layers at `offset`, `offset + period`, … below `layers`. */
function everyOf(layers: number, period: number, offset: number): number {
  return Math.max(0, Math.ceil((layers - offset) / period));
}

/** Ratios above this keep so few entries that the layer's window is its cache (DeepSeek-V4: 4 beside 128). */
const LARGEST_KEPT_RATIO = 16;

/** Layers that keep one cache entry for a few tokens, by the ratio of each layer (0 = a window only); null when none does. */
export function compressionOf(f: Fields, layers: number): { layers: number; tokensPerEntry: number } | null {
  const kept = (f.list('compress_ratios') ?? [])
    .slice(0, layers)
    .filter((r): r is number => typeof r === 'number' && r > 0 && r <= LARGEST_KEPT_RATIO);
  return kept.length === 0 ? null : { layers: kept.length, tokensPerEntry: Math.min(...kept) };
}

/** Reads the kinds of layers out of whatever a family writes them down in. */
export function mixersOf(f: Fields, layers: number, maxContextTokens: number): Mixers {
  const stated = f.number('sliding_window', 'attention_chunk_size', 'sliding_window_size') ?? 0;
  // A window as long as the context is none.
  const windowTokens = stated > 0 && stated < maxContextTokens ? stated : null;
  const plain = { windowTokens, feedForward: null, expertBlocks: null };
  const allFull: Mixers = { ...plain, full: layers, windowed: 0, linear: 0, windowTokens: null };
  const ofNames = (names: readonly string[]): Mixers => {
    const counts = byNames(names);
    if (windowTokens !== null || counts.windowed === 0) return { ...plain, ...counts };
    return { ...plain, ...counts, full: counts.full + counts.windowed, windowed: 0 };
  };

  const pattern = f.text('hybrid_override_pattern');
  const names = strings(f.list('layer_types', 'layers_block_type'));
  const interval = f.number('full_attention_interval', 'full_attn_interval');
  const types = f.list('attn_type_list');
  const kimi = f.object('linear_attn_config')?.full_attn_layers;
  const period = f.number('attn_layer_period');
  const offset = f.number('attn_layer_offset') ?? 0;
  const usesWindow = f.flag('use_sliding_window');
  const every = f.number('sliding_window_pattern', '_sliding_window_pattern');
  const letters = f.text('sliding_window_pattern');
  const rotary = f.list('no_rope_layers');
  const firstWindowed = f.number('max_window_layers');
  const compression = compressionOf(f, layers);

  if (pattern) {
    const of = (mark: string) => [...pattern].filter((c) => c === mark).length;
    const expertBlocks = of('E');
    return { ...allFull, full: of('*'), linear: of('M'), feedForward: of('-') + expertBlocks, expertBlocks };
  }
  if (names.length > 0) return ofNames(names);
  const fullOf = (full: number): Mixers => ({ ...allFull, full, linear: layers - full });
  if (interval && interval > 1) return fullOf(Math.floor(layers / interval));
  if (types) return fullOf(types.filter((t) => t === 1).length);
  if (Array.isArray(kimi)) return fullOf(kimi.length);
  if (period && period > 1) return fullOf(everyOf(layers, period, offset));

  if (windowTokens === null || usesWindow === false) return allFull;
  const windowedBut = (full: number): Mixers => ({ ...plain, full, windowed: layers - full, linear: 0 });
  if (compression) return windowedBut(compression.layers);
  if (letters) {
    return windowedBut(
      Array.from({ length: layers }, (_, i) => letters[i % letters.length]).filter((c) => c === 'G').length,
    );
  }
  if (every && every > 1) return windowedBut(Math.floor(layers / every));
  // Llama 4: layers without rotary positions attend to everything, the others within a chunk.
  if (rotary && rotary.length > 0) return windowedBut(rotary.filter((x) => x === 0).length);
  if (usesWindow === true && firstWindowed !== undefined) return windowedBut(Math.min(layers, firstWindowed));
  return windowedBut(0);
}

/** Feed-forward blocks that hold experts. */
export function expertBlocksOf(f: Fields, layers: number, mixers: Mixers): number {
  const firstDense = f.number('first_k_dense_replace');
  const only = f.list('mlp_only_layers')?.length ?? 0;
  const step = f.number('decoder_sparse_step', 'interleave_moe_layer_step');
  const named = f.list('moe_layers');
  const frequency = f.list('moe_layer_freq');
  const every = f.number('moe_layer_freq');
  const period = f.number('expert_layer_period');
  const offset = f.number('expert_layer_offset') ?? 0;
  const start = f.number('moe_layer_start_index');
  const end = f.number('moe_layer_end_index') ?? -1;
  const interval = f.number('moe_layer_interval') ?? 1;
  if (mixers.expertBlocks !== null) return mixers.expertBlocks;
  if (named) return named.length;
  if (frequency) return frequency.filter((x) => x === 1).length;
  if (period) return everyOf(layers, period, offset);
  if (start !== undefined) return Math.ceil(((end < 0 ? layers : end + 1) - start) / interval);
  if (firstDense !== undefined) return Math.ceil((layers - firstDense) / Math.max(1, every ?? 1));
  return (step === undefined ? layers : step > 0 ? Math.floor(layers / step) : 0) - only;
}

export interface LinearLayer {
  readonly parameters: number;
  readonly stateBytes: number | null;
}

/** States are kept in 32 bits. */
const STATE_BYTES = 4;

/** One linear layer of the families that publish its sizes; a state nobody states is unknown. */
export function linearLayerOf(f: Fields, hidden: number, heads: number, headSize: number): LinearLayer {
  const known =
    gatedDelta(f, hidden) ??
    perChannelDelta(f.object('linear_attn_config'), hidden) ??
    mamba2(f, hidden) ??
    mamba1(f, hidden);
  if (known) return known;
  const width = heads * headSize;
  if (f.list('attn_type_list')) return { parameters: 5 * hidden * width, stateBytes: width * headSize * STATE_BYTES };
  return { parameters: 4 * hidden * hidden, stateBytes: null };
}

/** Gated delta rule (Qwen3-Next, Qwen3.5): query, key, value and gate in, two scalars a head, a short convolution, value out. */
function gatedDelta(f: Fields, hidden: number): LinearLayer | null {
  const keyHeads = f.number('linear_num_key_heads');
  const valueHeads = f.number('linear_num_value_heads');
  const keySize = f.number('linear_key_head_dim');
  const valueSize = f.number('linear_value_head_dim');
  const kernel = f.number('linear_conv_kernel_dim') ?? 4;
  if (!valueHeads || !keySize || !valueSize) return null;
  const keys = (keyHeads ?? valueHeads) * keySize;
  const values = valueHeads * valueSize;
  return {
    parameters: hidden * (2 * keys + 3 * values + 2 * valueHeads) + (2 * keys + values) * kernel,
    stateBytes: valueHeads * keySize * valueSize * STATE_BYTES,
  };
}

/** Kimi's delta attention: four full projections, two gates of low rank, three convolutions (vllm/model_executor/layers/kda.py). */
function perChannelDelta(config: Json | undefined, hidden: number): LinearLayer | null {
  const heads = config?.num_heads;
  const size = config?.head_dim;
  if (typeof heads !== 'number' || typeof size !== 'number') return null;
  const width = heads * size;
  const kernel = typeof config?.short_conv_kernel_size === 'number' ? config.short_conv_kernel_size : 4;
  return {
    parameters: 4 * hidden * width + 2 * size * (hidden + width) + hidden * heads + 3 * width * kernel,
    stateBytes: heads * size * size * STATE_BYTES,
  };
}

function mamba2(f: Fields, hidden: number): LinearLayer | null {
  const heads = f.number('mamba_num_heads', 'mamba_n_heads');
  const state = f.number('ssm_state_size', 'mamba_d_state');
  const expand = f.number('expand', 'mamba_expand') ?? 2;
  const size = f.number('mamba_head_dim', 'mamba_d_head');
  const groups = f.number('n_groups', 'mamba_n_groups') ?? 1;
  const kernel = f.number('conv_kernel', 'mamba_d_conv') ?? 4;
  f.number('chunk_size', 'mamba_chunk_size');
  if (!heads || !state) return null;
  const width = size ? heads * size : expand * hidden;
  const mixed = width + 2 * groups * state;
  return {
    parameters: hidden * (width + mixed + heads) + mixed * kernel + width * hidden,
    stateBytes: width * state * STATE_BYTES,
  };
}

function mamba1(f: Fields, hidden: number): LinearLayer | null {
  const state = f.number('mamba_d_state');
  const kernel = f.number('mamba_d_conv') ?? 4;
  const rank = f.number('mamba_dt_rank') ?? Math.ceil(hidden / 16);
  if (!state) return null;
  const width = (f.number('mamba_expand') ?? 2) * hidden;
  return {
    parameters: 3 * hidden * width + width * (kernel + rank + 2 * state) + rank * width + width * (state + 2),
    stateBytes: width * state * STATE_BYTES,
  };
}
