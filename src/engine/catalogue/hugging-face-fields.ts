/** Fields of a `config.json` under their many names, the text part of nested ones, and which of them nobody read. */

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where multimodal models keep their language model, outermost first. */
const TEXT_PARTS = ['thinker_config', 'text_config', 'llm_config', 'language_config'] as const;
/** Groups of fields that some families nest. */
const FIELD_GROUPS = ['attn_config', 'ffn_config'] as const;

/** What transformers assumes where files of these types leave a field out. */
const CLASS_DEFAULTS: Readonly<Record<string, Json>> = {
  gemma2: { sliding_window_pattern: 2, head_dim: 256 },
  gemma3_text: {
    vocab_size: 262_208,
    num_attention_heads: 8,
    num_key_value_heads: 4,
    head_dim: 256,
    sliding_window_pattern: 6,
    max_position_embeddings: 131_072,
  },
  cohere2: { sliding_window_pattern: 4 },
};

/** Fields that say nothing about size. */
const IRRELEVANT =
  /^(_|architectures$|auto_map|bos_|eos_|pad_|sep_|transformers_version|use_cache|.*initializer|.*init_|.*dropout|.*_drop$|hidden_act|.*hidden_act$|activation_function|.*_fn$|rms_norm|layer_norm|.*norm_e|.*_eps|rope_|.*rope|partial_rotary|rotary|mrope|output_|return_|.*_bias$|bias|pretraining_tp|torch_dtype|dtype|model_type|tie_word|.*token_id$|.*token_ids$|.*token_index$|.*_token$|use_sliding_window|max_window_layers|aux_loss|router_|norm_topk|scoring_func|topk_|n_group$|num_expert_group|routed_scaling|seq_aux|ep_size|quantization_config|compression_config|thinker_config|text_config|llm_config|language_config|attn_config|ffn_config|.*vision.*|.*image.*|.*video.*|audio_|talker|.*_mtp|mtp_|num_nextn|is_.*|chunk_size_feed.*|problem_type|id2label|label2id|summary_|scale_attn|scale_embedding|logit|final_logit|attn_logit|query_pre_attn|attention_multiplier|.*_multiplier|.*_scale$|cache_implementation|attn_impl|attention_type|alibi|parallel_attn|new_decoder|use_qk_norm|qk_norm|use_qkv_bias|no_bias|use_parallel|reorder|attn_temperature|floor_scale|attn_scale|for_llm_compressor|resid|embd_|original_max|.*_loss_coef|use_mamba_kernels|mamba_ssm_cache|mamba_proj|mamba_conv_bias|mamba_hidden|use_bias|use_conv|time_step|rescale_|residual_|num_logits|task_specific|tokenizer|_attn|gradient|debug|apply_residual|post_layer|attention_softmax|fp32_|prefix|pre_seq|prefix_projection|interleaved|max_sequence_len|conv_use|unsloth|spatial_merge|attn_pdrop|.*pdrop$|.*jitter)/;

/** The language model's fields: nested parts laid over the outer ones, as transformers reads them. */
export function textFields(config: Json): Json {
  let merged: Json = config;
  for (let depth = 0; depth < TEXT_PARTS.length; depth++) {
    const part = TEXT_PARTS.map((k) => merged[k]).find(isObject);
    if (!part) break;
    const rest = Object.fromEntries(Object.entries(merged).filter(([k]) => !TEXT_PARTS.some((t) => t === k)));
    merged = { ...rest, ...part };
  }
  for (const group of FIELD_GROUPS) if (isObject(merged[group])) merged = { ...merged, ...merged[group] };
  return merged;
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** Reads fields and remembers which. A list stands for its first entry where layers differ only a little. */
export class Fields {
  readonly #read = new Set<string>();
  readonly #json: Json;
  readonly #defaults: Json;

  constructor(json: Json) {
    this.#json = json;
    this.#defaults = CLASS_DEFAULTS[typeof json.model_type === 'string' ? json.model_type : ''] ?? {};
  }

  /** The first of the names that holds a number; undefined when none does. */
  number(...names: readonly string[]): number | undefined {
    for (const name of names) this.#read.add(name);
    for (const source of [this.#json, this.#defaults]) {
      for (const name of names) {
        const value = source[name];
        const first: unknown = Array.isArray(value) ? value[0] : value;
        if (isNumber(first)) return first;
      }
    }
    return undefined;
  }

  /** A list under one of the names; undefined when there is none. */
  list(...names: readonly string[]): readonly unknown[] | undefined {
    for (const name of names) this.#read.add(name);
    return names.map((name) => this.#json[name]).find((value): value is unknown[] => Array.isArray(value));
  }

  text(name: string): string | undefined {
    this.#read.add(name);
    const value = this.#json[name];
    return typeof value === 'string' ? value : undefined;
  }

  flag(name: string): boolean | undefined {
    this.#read.add(name);
    const value = this.#json[name];
    return typeof value === 'boolean' ? value : undefined;
  }

  object(name: string): Json | undefined {
    this.#read.add(name);
    const value = this.#json[name];
    return isObject(value) ? value : undefined;
  }

  /** Names of fields that nobody read and that could matter. */
  unread(): readonly string[] {
    return Object.keys(this.#json)
      .filter((name) => !this.#read.has(name) && !IRRELEVANT.test(name))
      .sort();
  }
}
