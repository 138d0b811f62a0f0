/**
 * Reads a Hugging Face `config.json`: dense, experts, compressed, windowed and linear attention, hybrids, models with towers.
 * Parameters are counted from the sizes. Nothing is fetched; fields that could matter and were not read are named.
 *
 * One more family: its field names where they are read here, its layers in `hugging-face-layers.ts`, its config in the test.
 */
import { Value } from 'typebox/value';
import { Fields, isObject, type Json, textFields } from './hugging-face-fields.js';
import { compressionOf, expertBlocksOf, linearLayerOf, mixersOf } from './hugging-face-layers.js';
import { dtypePrecision, quantisationOf } from './hugging-face-quantisation.js';
import { type Attention, type Experts, Transformer } from './model-card.js';

export interface ReadConfig {
  readonly transformer: Transformer | null;
  /** Weight precision in the words of sizing; null = not stated, or by a method nobody knows. */
  readonly precision: string | null;
  readonly quantisation: string | null;
  /** Precision of the cache that the checkpoint states. */
  readonly cachePrecision: 'fp8' | null;
  readonly name: string;
  /** Fields without which nothing can be computed. */
  readonly missing: readonly string[];
  /** What no model has: `transformer` is null then too. */
  readonly outOfRange: OutOfRange | null;
  /** Fields of the config that sizing does not use. */
  readonly unused: readonly string[];
}

/** A part of the architecture as read, in the words of a model by its numbers. */
export interface OutOfRange {
  readonly field: string;
  readonly value: string;
  readonly expected: string;
}

/** Types whose feed-forward block has two matrices. */
const PLAIN_TYPES = new Set([
  'gpt2',
  'gpt_neo',
  'gpt_neox',
  'gptj',
  'codegen',
  'bloom',
  'mpt',
  'opt',
  'falcon',
  'refinedweb',
  'refinedwebmodel',
  'gpt_bigcode',
  'starcoder2',
  'phi',
  'persimmon',
  'nemotron',
  'nemotron_h',
  'arcee',
  'apertus',
]);
/** Types that share embedding and head where the file does not say. */
const TIED_TYPES = new Set([
  'gpt2',
  'gpt_neo',
  'bloom',
  'mpt',
  'opt',
  'falcon',
  'refinedweb',
  'refinedwebmodel',
  'gpt_bigcode',
  'starcoder2',
  'gemma',
  'gemma2',
  'gemma3_text',
  'gemma3n_text',
  'cohere',
  'cohere2',
]);
/** Types that learn one vector a position. */
const LEARNED_POSITIONS = new Set(['gpt2', 'gpt_neo', 'opt', 'gpt_bigcode']);
const DEFAULT_CONTEXT_TOKENS = 8192;

/** Reads one config; `missing` is not empty when it cannot be sized. */
export function readHuggingFaceConfig(config: Json): ReadConfig {
  const json = textFields(config);
  const f = new Fields(json);
  const layers = f.number('num_hidden_layers', 'n_layer', 'num_layers', 'n_layers');
  const hidden = f.number('hidden_size', 'n_embd', 'd_model', 'n_embed');
  const heads = f.number('num_attention_heads', 'n_head', 'n_heads');
  const vocabulary = f.number('vocab_size', 'padded_vocab_size');
  const padded = f.number('padded_vocab_size');
  const quantisation = quantisationOf(config, json);
  const dtype = dtypePrecision(json.torch_dtype ?? json.dtype ?? config.torch_dtype ?? config.dtype);
  const common = {
    precision: quantisation ? quantisation.precision : dtype,
    quantisation: quantisation?.method ?? null,
    cachePrecision: quantisation?.cachePrecision ?? null,
    name: nameOf(config),
  };
  if (!layers || !hidden || !heads || !vocabulary) {
    const missing = [
      ...(layers ? [] : ['num_hidden_layers']),
      ...(hidden ? [] : ['hidden_size']),
      ...(heads ? [] : ['num_attention_heads']),
      ...(vocabulary ? [] : ['vocab_size']),
    ];
    return { ...common, transformer: null, missing, outOfRange: null, unused: [] };
  }
  const transformer = transformerOf(f, config, {
    layers,
    hidden,
    heads,
    vocabulary: Math.max(vocabulary, padded ?? 0),
  });
  const outOfRange = outOfRangeIn(transformer);
  return {
    ...common,
    transformer: outOfRange === null ? transformer : null,
    missing: [],
    outOfRange,
    unused: f.unread(),
  };
}

/** The first part outside the bounds that hold for a model by its numbers: made up, or not what we take it for. */
function outOfRangeIn(transformer: Transformer): OutOfRange | null {
  const errors = Value.Errors(Transformer, transformer);
  // Parameters are counted from the other parts: one of those is to blame where it is out of range too.
  const error = errors.find(({ instancePath }) => !/parametersBillion$/i.test(instancePath)) ?? errors[0];
  if (error === undefined) return null;
  const parts = error.instancePath.split('/').slice(1);
  const value = parts.reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), transformer);
  const limits = error.params as { readonly comparison?: string; readonly limit?: number };
  const expected = limits.limit === undefined ? 'a whole number' : `${limits.comparison ?? ''} ${limits.limit}`.trim();
  return { field: parts.join('.'), value: String(value), expected };
}

function nameOf(config: Json): string {
  if (typeof config._name_or_path === 'string' && config._name_or_path !== '') return config._name_or_path;
  const architecture: unknown = Array.isArray(config.architectures) ? config.architectures[0] : undefined;
  return String(architecture ?? config.model_type ?? 'config.json');
}

interface Sizes {
  readonly layers: number;
  readonly hidden: number;
  readonly heads: number;
  readonly vocabulary: number;
}

function transformerOf(f: Fields, config: Json, sizes: Sizes): Transformer {
  const { layers, hidden, heads, vocabulary } = sizes;
  const type = (f.text('model_type') ?? '').toLowerCase();
  const maxContextTokens =
    f.number(
      'max_position_embeddings',
      'seq_length',
      'n_positions',
      'max_seq_len',
      'max_sequence_length',
      'model_max_length',
      'n_ctx',
    ) ?? DEFAULT_CONTEXT_TOKENS;
  const tiedEmbeddings = f.flag('tie_word_embeddings') ?? TIED_TYPES.has(type);
  const matrices = isPlain(f, type) ? 2 : 3;

  const { attention, keyValueHeads, headSize, parameters: attentionParameters } = attentionOf(f, type, sizes);
  const mixers = mixersOf(f, layers, maxContextTokens);
  const linear = mixers.linear > 0 ? linearLayerOf(f, hidden, heads, headSize) : null;

  const dense = denseWidth(f, type, hidden);
  const mixing = mixers.full + mixers.windowed + mixers.linear;
  const blocks = mixers.feedForward ?? layers;
  const experts = expertsOf(f, type, dense, blocks, expertBlocksOf(f, layers, mixers));
  const perExpert = experts ? matrices * hidden * experts.width : 0;
  const routed = experts ? experts.blocks * experts.count * perExpert : 0;
  const beside = experts ? experts.blocks * (matrices * hidden * experts.sharedWidth + hidden * experts.count) : 0;
  const feedForward = (blocks - (experts?.blocks ?? 0)) * matrices * hidden * dense + routed + beside;

  const total =
    vocabulary * hidden * (tiedEmbeddings ? 1 : 2) +
    (LEARNED_POSITIONS.has(type) ? maxContextTokens * hidden : 0) +
    (mixers.full + mixers.windowed) * attentionParameters +
    mixers.linear * (linear?.parameters ?? 0) +
    feedForward +
    (mixing + blocks + 1) * hidden +
    perLayerEmbeddings(f, layers, hidden) +
    towers(config);
  const active = experts ? total - routed * (1 - experts.perToken / experts.count) : total;
  const isMixed = mixers.windowed > 0 || mixers.linear > 0;
  return {
    parametersBillion: total / 1e9,
    ...(experts ? { activeParametersBillion: active / 1e9 } : {}),
    layers: mixing,
    hiddenSize: hidden,
    // Where every block holds experts, a dense width says nothing.
    intermediateSize: experts?.blocks === blocks ? experts.width : dense,
    attentionHeads: heads,
    keyValueHeads,
    headSize,
    vocabularySize: vocabulary,
    tiedEmbeddings,
    maxContextTokens,
    attention: {
      ...attention,
      ...(mixers.windowed > 0 && mixers.windowTokens ? { slidingWindowTokens: mixers.windowTokens } : {}),
      ...(isMixed ? { fullAttentionLayers: mixers.full } : {}),
      ...(mixers.linear > 0 ? { linearAttentionLayers: mixers.linear } : {}),
      ...(linear?.stateBytes ? { linearStateBytesPerLayer: linear.stateBytes } : {}),
    },
    ...(experts ? { experts: expertsField(experts, mixing) } : {}),
  };
}

function isPlain(f: Fields, type: string): boolean {
  const activation = f.text('mlp_hidden_act') ?? f.text('hidden_act') ?? f.text('activation_function');
  if (PLAIN_TYPES.has(type)) return true;
  // Without a type, a plain activation is the sign; gated blocks of known types use it too.
  return type === '' && activation !== undefined && /^(gelu|relu)/.test(activation);
}

function denseWidth(f: Fields, type: string, hidden: number): number {
  const stated = f.number('intermediate_size', 'ffn_hidden_size', 'n_inner', 'ffn_dim', 'd_ff', 'block_ff_dim');
  const mlp = f.number('intermediate_size_mlp');
  const ratio = f.number('expansion_ratio');
  if (mlp) return mlp;
  // Qwen's first generation states both gated halves together.
  if (type === 'qwen' && stated) return Math.floor(stated / 2);
  return stated ?? (ratio ?? 4) * hidden;
}

interface ReadAttention {
  readonly attention: Attention;
  readonly keyValueHeads: number;
  readonly headSize: number;
  /** Parameters of one attention layer. */
  readonly parameters: number;
}

function attentionOf(f: Fields, type: string, { layers, hidden, heads }: Sizes): ReadAttention {
  const groups = f.number('num_key_value_heads', 'multi_query_group_num', 'num_kv_heads', 'n_head_kv', 'kv_n_heads');
  const isMultiQuery = f.flag('multi_query') === true && f.flag('new_decoder_architecture') !== true;
  f.flag('multi_query_attention');
  const statedSize = f.number('head_dim', 'kv_channels', 'attention_head_dim');
  const rank = f.number('kv_lora_rank');
  const queryRank = f.number('q_lora_rank') ?? 0;
  const rope = f.number('qk_rope_head_dim') ?? 64;
  const nope = f.number('qk_nope_head_dim') ?? 128;
  const value = f.number('v_head_dim') ?? nope;
  f.number('qk_head_dim');
  const indexer = f.number('index_head_dim');
  const indexHeads = f.number('index_n_heads') ?? 0;
  const topTokens = f.number('index_topk');
  const compression = compressionOf(f, layers);
  if (compression && statedSize) {
    return compressedAttention(f, hidden, heads, {
      ...compression,
      share: compression.layers / layers,
      size: statedSize,
      queryRank,
      rope,
    });
  }
  if (rank) {
    const query = queryRank ? hidden * queryRank + queryRank * heads * (nope + rope) : hidden * heads * (nope + rope);
    const index = indexer ? (queryRank || hidden) * indexHeads * indexer + hidden * (indexer + indexHeads) : 0;
    return {
      attention: {
        kind: 'mla',
        keyValueRank: rank,
        ...(queryRank ? { queryRank } : {}),
        ropeHeadSize: rope,
        nopeHeadSize: nope,
        valueHeadSize: value,
        ...(indexer ? { indexerHeadSize: indexer } : {}),
        ...(topTokens ? { sparseTopTokens: topTokens } : {}),
      },
      keyValueHeads: heads,
      headSize: nope + rope,
      parameters: query + hidden * (rank + rope) + rank * heads * (nope + value) + heads * value * hidden + index,
    };
  }
  const keyValueHeads = Math.min(isMultiQuery ? 1 : (groups ?? heads), heads);
  const headSize = statedSize ?? Math.floor(hidden / heads);
  // Qwen3-Next and Qwen3.5 project a gate as wide as the query.
  const isGated = f.flag('attn_output_gate') ?? type.startsWith('qwen3_next');
  return {
    attention: {
      kind: keyValueHeads === heads ? 'mha' : keyValueHeads === 1 ? 'mqa' : 'gqa',
      ...(indexer ? { indexerHeadSize: indexer } : {}),
      ...(topTokens ? { sparseTopTokens: topTokens } : {}),
    },
    keyValueHeads,
    headSize,
    parameters: hidden * headSize * ((isGated ? 3 : 2) * heads + 2 * keyValueHeads),
  };
}

/**
 * Compressed attention (DeepSeek-V4): one latent of a head's size, its rotary part included, is key and value of several tokens,
 * and heads are brought out in groups of low rank.
 */
function compressedAttention(
  f: Fields,
  hidden: number,
  heads: number,
  a: { tokensPerEntry: number; share: number; size: number; queryRank: number; rope: number },
): ReadAttention {
  const groups = f.number('o_groups') ?? 1;
  const outRank = f.number('o_lora_rank');
  const indexer = f.number('index_head_dim');
  const indexHeads = f.number('index_n_heads') ?? 0;
  const topEntries = f.number('index_topk');
  const width = heads * a.size;
  const query = a.queryRank ? hidden * a.queryRank + a.queryRank * width : hidden * width;
  const out = outRank ? width * outRank + groups * outRank * hidden : width * hidden;
  const index = indexer ? (a.queryRank || hidden) * indexHeads * indexer + hidden * (indexer + indexHeads) : 0;
  const latent = a.size - a.rope;
  return {
    attention: {
      kind: 'mla',
      keyValueRank: latent,
      ...(a.queryRank ? { queryRank: a.queryRank } : {}),
      ropeHeadSize: a.rope,
      nopeHeadSize: latent,
      valueHeadSize: a.size,
      cacheTokensPerEntry: a.tokensPerEntry,
      ...(indexer ? { indexerHeadSize: indexer } : {}),
      ...(topEntries ? { sparseTopTokens: topEntries * a.tokensPerEntry } : {}),
    },
    keyValueHeads: 1,
    headSize: a.size,
    parameters: query + hidden * a.size + out + index * a.share,
  };
}

interface ReadExperts {
  readonly count: number;
  readonly perToken: number;
  readonly shared: number;
  readonly width: number;
  /** Width of all shared experts together. */
  readonly sharedWidth: number;
  readonly blocks: number;
  readonly hasBias: boolean;
}

function expertsOf(f: Fields, type: string, dense: number, blocks: number, expertBlocks: number): ReadExperts | null {
  const count = f.number('n_routed_experts', 'num_experts', 'num_local_experts', 'moe_num_experts');
  const perToken = f.number(
    'num_experts_per_tok',
    'num_experts_per_token',
    'moe_topk',
    'experts_per_token',
    'moe_k',
    'moe_top_k',
  );
  const isLlama4 = type === 'llama4_text';
  const width =
    f.number('moe_intermediate_size', 'expert_intermediate_size') ??
    (isLlama4 ? f.number('intermediate_size') : undefined) ??
    dense;
  const stated = f.number('n_shared_experts', 'num_shared_experts', 'num_shared_expert', 'moe_num_shared_experts');
  const together = f.number(
    'shared_expert_intermediate_size',
    'moe_shared_expert_intermediate_size',
    'shared_intermediate_size',
  );
  if (!count || count <= 1 || expertBlocks <= 0) return null;
  const shared = stated ?? (isLlama4 ? 1 : together ? Math.max(1, Math.round(together / width)) : 0);
  return {
    count,
    perToken: Math.min(perToken ?? 2, count),
    shared,
    width,
    sharedWidth: together ?? shared * width,
    blocks: Math.min(expertBlocks, blocks),
    // No field says so: it is how the architecture is written.
    hasBias: type === 'gpt_oss',
  };
}

function expertsField(e: ReadExperts, layers: number): Experts {
  return {
    count: e.count,
    perToken: e.perToken,
    shared: e.shared,
    intermediateSize: e.width,
    denseLayers: Math.min(layers - 1, Math.max(0, layers - e.blocks)),
    ...(e.hasBias ? { hasBias: true } : {}),
  };
}

/** Gemma 3n: embeddings of every layer, with the two projections that bring them in. */
function perLayerEmbeddings(f: Fields, layers: number, hidden: number): number {
  const width = f.number('hidden_size_per_layer_input');
  const vocabulary = f.number('vocab_size_per_layer_input');
  if (!width || !vocabulary) return 0;
  return vocabulary * layers * width + 3 * hidden * layers * width;
}

/** Vision and audio encoders whose sizes the config states, with the projection into the language model. */
function towers(config: Json): number {
  const outer = isObject(config.thinker_config) ? config.thinker_config : config;
  return ['vision_config', 'audio_config', 'vit_config'].reduce((sum, key) => {
    const tower = outer[key];
    return sum + (isObject(tower) ? towerParameters(new Fields(tower)) : 0);
  }, 0);
}

function towerParameters(f: Fields): number {
  const hidden = f.number('hidden_size', 'embed_dim', 'd_model', 'width');
  const layers = f.number('depth', 'num_hidden_layers', 'encoder_layers', 'layers');
  if (!hidden || !layers) return 0;
  const own = f.number('embed_dim') ?? hidden;
  const width = f.number('intermediate_size', 'encoder_ffn_dim') ?? (f.number('mlp_ratio') ?? 4) * own;
  const gated = f.text('hidden_act') === 'silu';
  const out = f.number('out_hidden_size', 'output_dim');
  const merged = own * (f.number('spatial_merge_size') ?? 1) ** 2;
  const projection = out ? merged * merged + merged * out : 0;
  return layers * (4 * own * own + (gated ? 3 : 2) * own * width) + projection;
}
