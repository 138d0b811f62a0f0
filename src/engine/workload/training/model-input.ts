/** A model as a training question names it: a card, its numbers, or a Hugging Face config. */
import { type Static, Type } from 'typebox';
import { namedLanguageModel } from '../../catalogue/language-models.js';
import { Attention, Experts, type Transformer } from '../../catalogue/model-card.js';
import { type Finding, finding } from '../../finding.js';
import { type Fault, fault } from '../../question-error.js';
import { countParameters, type TrainingModel, trainingModel } from '../../sizing/training/architecture.js';
import type { PrepareContext } from '../scenario.js';

const int = (maximum: number, description: string) => Type.Integer({ minimum: 1, maximum, description });

export const ModelNumbers = Type.Object(
  {
    family: Type.Optional(Type.String({ maxLength: 60, description: 'Architecture group.' })),
    parametersBillion: Type.Number({ exclusiveMinimum: 0, maximum: 100_000, description: 'All parameters, 10^9.' }),
    activeParametersBillion: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 100_000, description: 'Parameters a token passes, 10^9.' }),
    ),
    layers: int(2000, 'Transformer layers.'),
    hiddenSize: int(1_000_000, 'Width of the residual stream.'),
    intermediateSize: Type.Optional(int(4_000_000, 'Feed-forward width. Default: from the parameter count.')),
    attentionHeads: int(4096, 'Query heads.'),
    keyValueHeads: Type.Optional(int(4096, 'Key-value heads. Default: as many as query heads.')),
    headSize: Type.Optional(int(4096, 'Size of a head. Default: hiddenSize / attentionHeads.')),
    vocabularySize: int(10_000_000, 'Tokens of the vocabulary.'),
    tiedEmbeddings: Type.Optional(Type.Boolean({ description: 'Output head shares the embedding. Default false.' })),
    maxContextTokens: Type.Optional(int(100_000_000, 'Longest sequence. Default: not checked.')),
    attention: Type.Optional(Attention),
    experts: Type.Optional(Experts),
  },
  { additionalProperties: false, description: 'A model by its numbers.' },
);
export type ModelNumbers = Static<typeof ModelNumbers>;

export const TrainingModelInput = Type.Union(
  [
    Type.String({ minLength: 1, maxLength: 200, description: 'Card id, Hugging Face id or common spelling.' }),
    ModelNumbers,
    Type.Object(
      {
        huggingFaceConfig: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
          description: 'The content of config.json.',
        }),
      },
      { additionalProperties: false, description: 'A model by its Hugging Face config.' },
    ),
  ],
  { description: 'The model: a name, its numbers, or its Hugging Face config.' },
);
export type TrainingModelInput = Static<typeof TrainingModelInput>;

export type ModelResolution =
  | {
      readonly model: TrainingModel;
      readonly cardId: string | null;
      readonly family: string;
      readonly context: number | null;
      readonly findings: readonly Finding[];
    }
  | { readonly fault: Fault };

/** Resolves a model of a training question. */
export function resolveTrainingModel(input: TrainingModelInput, context: PrepareContext): ModelResolution {
  const pointer = `${context.pointer}/model`;
  if (typeof input === 'string') {
    const named = namedLanguageModel(context.catalogue, input, pointer);
    if ('code' in named) return { fault: named };
    const { card } = named;
    if (!card.transformer) return { fault: fault('model-without-architecture', pointer, { value: card.name }) };
    return {
      model: trainingModel(card.name, card.transformer),
      cardId: card.id,
      family: card.family ?? card.id,
      context: card.transformer.maxContextTokens,
      findings: named.isReadAs ? [finding('model-read-as', { name: input, model: card.name })] : [],
    };
  }
  if ('huggingFaceConfig' in input) {
    const shape = transformerOfConfig(input.huggingFaceConfig);
    if (shape === null) {
      return {
        fault: fault('model-config-incomplete', `${pointer}/huggingFaceConfig`, { fields: REQUIRED_FIELDS.join(', ') }),
      };
    }
    return {
      model: trainingModel('Hugging Face config', shape),
      cardId: null,
      family: 'config',
      context: shape.maxContextTokens,
      findings: [],
    };
  }
  const shape = transformerOfNumbers(input);
  if (shape.attentionHeads % shape.keyValueHeads !== 0) {
    return {
      fault: fault('out-of-range', `${pointer}/keyValueHeads`, {
        field: 'keyValueHeads',
        value: shape.keyValueHeads,
        expected: `a divisor of attentionHeads (${shape.attentionHeads})`,
      }),
    };
  }
  const counted = countParameters(shape, shape.parametersBillion * 1e9).total / 1e9;
  if (counted / shape.parametersBillion > 3 || shape.parametersBillion / counted > 3) {
    return {
      fault: fault('contradiction', `${pointer}/parametersBillion`, {
        first: 'parametersBillion',
        second: 'layers, hiddenSize and the other sizes',
        why: `they make ${counted.toPrecision(3)} billion parameters, not ${shape.parametersBillion}`,
      }),
    };
  }
  return {
    model: trainingModel(input.family ?? 'model by numbers', shape),
    cardId: null,
    family: input.family ?? 'numbers',
    context: input.maxContextTokens ?? null,
    findings: [],
  };
}

function transformerOfNumbers(input: ModelNumbers): Transformer {
  const headSize = input.headSize ?? Math.max(1, Math.round(input.hiddenSize / input.attentionHeads));
  const keyValueHeads = input.keyValueHeads ?? input.attentionHeads;
  return {
    parametersBillion: input.parametersBillion,
    ...(input.activeParametersBillion ? { activeParametersBillion: input.activeParametersBillion } : {}),
    layers: input.layers,
    hiddenSize: input.hiddenSize,
    intermediateSize: input.intermediateSize ?? widthFromTotal(input, headSize, keyValueHeads),
    attentionHeads: input.attentionHeads,
    keyValueHeads,
    headSize,
    vocabularySize: input.vocabularySize,
    tiedEmbeddings: input.tiedEmbeddings ?? false,
    maxContextTokens: input.maxContextTokens ?? 1_000_000,
    attention: input.attention ?? {
      kind: keyValueHeads === input.attentionHeads ? 'mha' : keyValueHeads === 1 ? 'mqa' : 'gqa',
    },
    ...(input.experts ? { experts: input.experts } : {}),
  };
}

/** Feed-forward width of a gated block that makes the stated total, or 4 × hidden where it would be out of reason. */
function widthFromTotal(input: ModelNumbers, headSize: number, keyValueHeads: number): number {
  const { hiddenSize: h, layers } = input;
  const embeddings = input.vocabularySize * h * (input.tiedEmbeddings ? 1 : 2);
  const attention = h * headSize * (2 * input.attentionHeads + 2 * keyValueHeads);
  const width = Math.round((input.parametersBillion * 1e9 - embeddings - layers * attention) / (layers * 3 * h));
  return width >= h && width <= 8 * h ? width : 4 * h;
}

const REQUIRED_FIELDS = ['hidden_size', 'num_hidden_layers', 'num_attention_heads', 'vocab_size'] as const;

/** Model types whose feed-forward block has two matrices, and those that share embedding and head unless they say not. */
const PLAIN_TYPES = new Set([
  'gpt2',
  'gpt_neo',
  'gpt_neox',
  'gptj',
  'bloom',
  'mpt',
  'opt',
  'falcon',
  'gpt_bigcode',
  'starcoder2',
  'phi',
]);
const TIED_TYPES = new Set([
  'gpt2',
  'gpt_neo',
  'bloom',
  'mpt',
  'opt',
  'falcon',
  'gpt_bigcode',
  'gemma',
  'gemma2',
  'gemma3_text',
]);

/** Reads the fields that sizing needs from a config.json under their usual names; null when one is missing. */
export function transformerOfConfig(whole: Readonly<Record<string, unknown>>): Transformer | null {
  const inner = whole.text_config;
  const config = (typeof inner === 'object' && inner !== null ? { ...whole, ...inner } : whole) as Readonly<
    Record<string, unknown>
  >;
  const number = (...names: readonly string[]): number | undefined => {
    for (const name of names) {
      const value = config[name];
      if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value;
    }
    return undefined;
  };
  const type = typeof config.model_type === 'string' ? config.model_type : '';
  const hiddenSize = number('hidden_size', 'n_embd', 'd_model');
  const layers = number('num_hidden_layers', 'n_layer', 'n_layers', 'num_layers');
  const attentionHeads = number('num_attention_heads', 'n_head', 'n_heads');
  const vocabularySize = number('vocab_size', 'padded_vocab_size');
  if (!hiddenSize || !layers || !attentionHeads || !vocabularySize) return null;
  const rank = number('kv_lora_rank');
  const keyValueHeads =
    number('num_key_value_heads', 'n_head_kv', 'multi_query_group_num', 'num_kv_heads') ?? attentionHeads;
  const nope = number('qk_nope_head_dim');
  const rope = number('qk_rope_head_dim');
  const headSize =
    number('head_dim', 'kv_channels') ??
    (nope && rope ? nope + rope : Math.max(1, Math.floor(hiddenSize / attentionHeads)));
  const queryRank = number('q_lora_rank');
  const valueHeadSize = number('v_head_dim');
  const window = config.use_sliding_window === false ? undefined : number('sliding_window');
  const experts = number('num_experts', 'num_local_experts', 'n_routed_experts');
  const perToken = number('num_experts_per_tok', 'moe_topk', 'num_experts_per_token');
  const dense = number('intermediate_size', 'ffn_hidden_size', 'n_inner', 'ffn_dim', 'd_ff') ?? 4 * hiddenSize;
  const intermediateSize = config.model_type === 'qwen' ? Math.floor(dense / 2) : dense;
  const shape: Transformer = {
    parametersBillion: 1,
    layers,
    hiddenSize,
    intermediateSize,
    attentionHeads,
    keyValueHeads: Math.min(keyValueHeads, attentionHeads),
    headSize,
    vocabularySize,
    tiedEmbeddings:
      config.tie_word_embeddings === undefined ? TIED_TYPES.has(type) : config.tie_word_embeddings === true,
    maxContextTokens: number('max_position_embeddings', 'n_positions', 'seq_length') ?? 4096,
    attention: {
      kind: rank ? 'mla' : keyValueHeads === attentionHeads ? 'mha' : keyValueHeads === 1 ? 'mqa' : 'gqa',
      ...(rank ? { keyValueRank: rank } : {}),
      ...(rank && queryRank ? { queryRank } : {}),
      ...(rank && rope ? { ropeHeadSize: rope } : {}),
      ...(rank && nope ? { nopeHeadSize: nope } : {}),
      ...(rank && valueHeadSize ? { valueHeadSize } : {}),
      ...(window ? { slidingWindowTokens: window } : {}),
    },
    ...(experts && perToken && experts > 1
      ? {
          experts: {
            count: experts,
            perToken: Math.min(perToken, experts),
            shared: number('n_shared_experts') ?? (number('shared_expert_intermediate_size') ? 1 : 0),
            intermediateSize: number('moe_intermediate_size') ?? dense,
            denseLayers: number('first_k_dense_replace') ?? 0,
          },
        }
      : {}),
  };
  const activation = config.hidden_act ?? config.activation_function;
  const isPlain =
    PLAIN_TYPES.has(type) ||
    (typeof activation === 'string' && /^(gelu|relu)/.test(activation) && !type.startsWith('gemma'));
  const counted = countParameters(shape, isPlain ? 1 : undefined).total;
  return { ...shape, parametersBillion: counted / 1e9 };
}
