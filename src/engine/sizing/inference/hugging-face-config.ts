/** Reads a Hugging Face `config.json` (dense, MoE, MLA, sliding, hybrid). Nothing is fetched; unread fields are named. */
import type { Attention, Experts, Transformer } from '../../catalogue/model-card.js';
import { readPrecision, type WeightPrecision } from './precision.js';

export interface ReadConfig {
  readonly transformer: Transformer | null;
  readonly precision: WeightPrecision | null;
  readonly quantisation: string | null;
  readonly name: string;
  /** Fields without which nothing can be computed. */
  readonly missing: readonly string[];
  /** Fields of the config that sizing does not use. */
  readonly unused: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields that say nothing about size. */
const IRRELEVANT =
  /^(_|architectures$|auto_map|bos_|eos_|pad_|transformers_version|use_cache|initializer|.*dropout|hidden_act|rms_norm|layer_norm|norm_eps|rope_|partial_rotary|output_|return_|attention_bias|mlp_bias|pretraining_tp|torch_dtype|dtype|model_type|tie_word|.*token_id$|.*token_index$|sliding_window_pattern|use_sliding_window|max_window_layers|aux_loss|router_aux|router_jitter|norm_topk|scoring_func|topk_method|topk_group|n_group|routed_scaling|seq_aux|moe_layer_freq|ep_size|quantization_config|text_config|llm_config|language_config|vision_config|audio_config|num_nextn|initializer_range|decoder_sparse_step|mlp_only_layers|full_attention_interval|layer_types|attention_dropout|is_.*|chunk_size_feed.*|problem_type|id2label|label2id)/;

/** Reads one config; `missing` is not empty when it cannot be sized. */
export function readHuggingFaceConfig(config: Json): ReadConfig {
  const nested = ['text_config', 'llm_config', 'language_config'].map((k) => config[k]).find(isObject);
  const c: Json = nested ? { ...config, ...nested } : config;
  const read = new Set<string>();
  const number = (...names: string[]): number | undefined => {
    for (const name of names) {
      const value = c[name];
      if (typeof value === 'number' && Number.isFinite(value)) {
        read.add(name);
        return value;
      }
    }
    for (const name of names) read.add(name);
    return undefined;
  };
  const layers = number('num_hidden_layers', 'n_layer', 'num_layers', 'n_layers');
  const hidden = number('hidden_size', 'n_embd', 'd_model');
  const heads = number('num_attention_heads', 'n_head', 'n_heads');
  const vocabulary = number('vocab_size', 'padded_vocab_size');
  const missing = [
    ...(layers ? [] : ['num_hidden_layers']),
    ...(hidden ? [] : ['hidden_size']),
    ...(heads ? [] : ['num_attention_heads']),
    ...(vocabulary ? [] : ['vocab_size']),
  ];
  const architectures = Array.isArray(config.architectures) ? config.architectures : [];
  const name =
    typeof config._name_or_path === 'string' && config._name_or_path !== ''
      ? config._name_or_path
      : String(architectures[0] ?? config.model_type ?? 'config.json');
  const quantisation = quantisationOf(
    isObject(config.quantization_config)
      ? config.quantization_config
      : isObject(c.quantization_config)
        ? c.quantization_config
        : null,
  );
  const dtype = c.torch_dtype ?? c.dtype ?? config.torch_dtype;
  const precision = quantisation?.precision ?? (typeof dtype === 'string' ? dtypePrecision(dtype) : null);
  if (!layers || !hidden || !heads || !vocabulary) {
    return { transformer: null, precision, quantisation: quantisation?.method ?? null, name, missing, unused: [] };
  }

  const keyValueHeads =
    number('num_key_value_heads', 'multi_query_group_num', 'num_kv_heads', 'n_head_kv') ??
    (c.multi_query === true ? 1 : heads);
  read.add('multi_query');
  read.add('multi_query_attention');
  const headSize = number('head_dim', 'kv_channels', 'attention_head_dim') ?? Math.floor(hidden / heads);
  const intermediate =
    number('intermediate_size', 'ffn_hidden_size', 'n_inner', 'intermediate_size_mlp', 'ffn_dim') ?? 4 * hidden;
  const context =
    number('max_position_embeddings', 'seq_length', 'n_positions', 'max_sequence_length', 'model_max_length') ?? 8192;
  const tied = c.tie_word_embeddings === true;

  const rank = number('kv_lora_rank');
  const window = number('sliding_window', 'attention_chunk_size', 'sliding_window_size');
  const layerTypes = Array.isArray(c.layer_types)
    ? c.layer_types.filter((t): t is string => typeof t === 'string')
    : [];
  const isFull = (t: string) => t === 'full_attention' || t === 'attention' || t === 'global';
  const isWindow = (t: string) => t.includes('sliding') || t.includes('chunked') || t === 'local';
  const interval = number('full_attention_interval', 'full_attn_interval');
  let full: number | undefined;
  let linear: number | undefined;
  let usesWindow = typeof window === 'number' && window > 0 && c.use_sliding_window !== false;
  if (layerTypes.length > 0) {
    full = layerTypes.filter(isFull).length;
    const windowed = layerTypes.filter(isWindow).length;
    linear = layers - full - windowed;
    usesWindow = windowed > 0;
  } else if (interval && interval > 1) {
    full = Math.floor(layers / interval);
    linear = layers - full;
    usesWindow = false;
  } else if (usesWindow) {
    const pattern = number('sliding_window_pattern', '_sliding_window_pattern');
    full = pattern && pattern > 1 ? Math.floor(layers / pattern) : 0;
  }
  const lv = number('linear_num_value_heads');
  const lk = number('linear_key_head_dim');
  const lvd = number('linear_value_head_dim');
  const kind: Attention['kind'] = rank ? 'mla' : keyValueHeads === 1 ? 'mqa' : keyValueHeads === heads ? 'mha' : 'gqa';
  const queryRank = number('q_lora_rank');
  const rope = number('qk_rope_head_dim');
  const nope = number('qk_nope_head_dim');
  const value = number('v_head_dim');
  const indexer = number('index_head_dim');
  const topTokens = number('index_topk');
  const attention: Attention = {
    kind,
    ...(rank ? { keyValueRank: rank } : {}),
    ...(rank && queryRank !== undefined ? { queryRank } : {}),
    ...(rank && rope ? { ropeHeadSize: rope } : {}),
    ...(rank && nope ? { nopeHeadSize: nope } : {}),
    ...(rank && value ? { valueHeadSize: value } : {}),
    ...(usesWindow && window ? { slidingWindowTokens: window } : {}),
    ...(full !== undefined && (usesWindow || linear) ? { fullAttentionLayers: full } : {}),
    ...(linear ? { linearAttentionLayers: linear } : {}),
    ...(linear && lv && lk && lvd ? { linearStateBytesPerLayer: lv * lk * lvd * 4 } : {}),
    ...(indexer ? { indexerHeadSize: indexer } : {}),
    ...(topTokens ? { sparseTopTokens: topTokens } : {}),
  };

  const expertCount = number('n_routed_experts', 'num_experts', 'num_local_experts', 'moe_num_experts');
  const perToken = number('num_experts_per_tok', 'num_experts_per_token', 'moe_topk', 'experts_per_token', 'moe_k');
  const expertWidth = number('moe_intermediate_size', 'expert_intermediate_size') ?? intermediate;
  const sharedWidth = number('shared_expert_intermediate_size', 'moe_shared_expert_intermediate_size');
  const shared =
    number('n_shared_experts', 'num_shared_experts') ??
    (sharedWidth ? Math.max(1, Math.round(sharedWidth / expertWidth)) : 0);
  const step =
    typeof c.decoder_sparse_step === 'number' && c.decoder_sparse_step > 1
      ? c.decoder_sparse_step
      : typeof c.interleave_moe_layer_step === 'number'
        ? c.interleave_moe_layer_step
        : 1;
  read.add('interleave_moe_layer_step');
  const denseLayers = number('first_k_dense_replace') ?? (step > 1 ? layers - Math.floor(layers / step) : 0);
  const experts: Experts | undefined =
    expertCount && expertCount > 1
      ? {
          count: expertCount,
          perToken: Math.min(perToken ?? 2, expertCount),
          shared,
          intermediateSize: expertWidth,
          denseLayers: Math.min(denseLayers, layers - 1),
        }
      : undefined;

  const attentionParameters =
    kind === 'mla' && rank
      ? (queryRank
          ? hidden * queryRank + queryRank * heads * ((nope ?? headSize) + (rope ?? 64))
          : hidden * heads * ((nope ?? headSize) + (rope ?? 64))) +
        hidden * (rank + (rope ?? 64)) +
        rank * heads * ((nope ?? headSize) + (value ?? headSize)) +
        heads * (value ?? headSize) * hidden
      : hidden * headSize * (2 * heads + 2 * keyValueHeads);
  const denseFfn = 3 * hidden * intermediate;
  const moeLayers = experts ? layers - experts.denseLayers : 0;
  const sharedFfn = experts ? 3 * hidden * (sharedWidth ?? shared * expertWidth) : 0;
  const expertFfn = experts ? 3 * hidden * expertWidth * experts.count : 0;
  const embeddings = vocabulary * hidden * (tied ? 1 : 2);
  const total =
    embeddings + layers * attentionParameters + (layers - moeLayers) * denseFfn + moeLayers * (sharedFfn + expertFfn);
  const active = experts ? total - moeLayers * expertFfn * (1 - experts.perToken / experts.count) : total;

  return {
    transformer: {
      parametersBillion: total / 1e9,
      ...(experts ? { activeParametersBillion: active / 1e9 } : {}),
      layers,
      hiddenSize: hidden,
      intermediateSize: intermediate,
      attentionHeads: heads,
      keyValueHeads,
      headSize,
      vocabularySize: vocabulary,
      tiedEmbeddings: tied,
      maxContextTokens: context,
      attention,
      ...(experts ? { experts } : {}),
    },
    precision,
    quantisation: quantisation?.method ?? null,
    name,
    missing,
    unused: Object.keys(c)
      .filter((k) => !read.has(k) && !IRRELEVANT.test(k))
      .sort(),
  };
}

function dtypePrecision(dtype: string): WeightPrecision | null {
  if (dtype.includes('bfloat16')) return 'bf16';
  if (dtype.includes('float16')) return 'fp16';
  if (dtype.includes('float32')) return 'fp32';
  return readPrecision(dtype);
}

function quantisationOf(q: Json | null): { method: string; precision: WeightPrecision | null } | null {
  if (!q) return null;
  const method = String(q.quant_method ?? q.quant_algo ?? 'unknown').toLowerCase();
  const bits = typeof q.bits === 'number' ? q.bits : typeof q.w_bit === 'number' ? q.w_bit : null;
  if (method.includes('gptq')) return { method, precision: bits === 8 ? 'int8-gptq' : 'int4-gptq' };
  if (method.includes('awq')) return { method, precision: 'int4-awq' };
  if (method.includes('bitsandbytes'))
    return {
      method,
      precision: q.load_in_8bit === true ? 'int8' : q.bnb_4bit_use_double_quant === true ? 'nf4-dq' : 'nf4',
    };
  if (method.includes('mxfp4')) return { method, precision: 'mxfp4' };
  if (method.includes('compressed')) {
    const text = JSON.stringify(q);
    if (/"num_bits":4/.test(text)) return { method, precision: /"type":"float"/.test(text) ? 'nvfp4' : 'int4-gptq' };
    if (/"type":"float"/.test(text)) return { method, precision: 'fp8' };
    return { method, precision: 'int8' };
  }
  return { method, precision: readPrecision(method) };
}
