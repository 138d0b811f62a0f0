/** A model card: the architecture of a model, as far as sizing needs it. */
import { type Static, Type } from 'typebox';
import { Provenance, Unknown } from './provenance.js';

const int = (max: number, description?: string) =>
  Type.Integer({ minimum: 1, maximum: max, ...(description ? { description } : {}) });

/** How attention layers keep their cache. Layers that are not counted as linear or windowed are full attention. */
export const Attention = Type.Object(
  {
    kind: Type.Union([Type.Literal('mha'), Type.Literal('gqa'), Type.Literal('mqa'), Type.Literal('mla')]),
    keyValueRank: Type.Optional(int(65_536, 'MLA: rank of the compressed key-value cache.')),
    queryRank: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 65_536, description: 'MLA: rank of the query projection; 0 = none.' }),
    ),
    ropeHeadSize: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 4096, description: 'MLA: rotary part of a key; 0 = no positions.' }),
    ),
    nopeHeadSize: Type.Optional(int(4096, 'MLA: non-rotary part of a key.')),
    valueHeadSize: Type.Optional(int(4096, 'MLA: value head size.')),
    slidingWindowTokens: Type.Optional(int(10_000_000, 'Window of the windowed layers.')),
    fullAttentionLayers: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2000,
        description: 'Layers with full attention, where others are windowed or linear.',
      }),
    ),
    linearAttentionLayers: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 2000, description: 'Layers with a constant state per sequence.' }),
    ),
    linearStateBytesPerLayer: Type.Optional(int(1e9, 'Bytes of that state a layer and sequence.')),
    cacheTokensPerEntry: Type.Optional(
      int(4096, 'Tokens that one cache entry of a full-attention layer stands for (compressed attention). Default 1.'),
    ),
    sparseTopTokens: Type.Optional(int(10_000_000, 'Sparse attention reads at most this many keys a query.')),
    indexerHeadSize: Type.Optional(int(4096, 'Extra indexer cache elements a token and layer (sparse attention).')),
  },
  { additionalProperties: false },
);
export type Attention = Static<typeof Attention>;

export const Experts = Type.Object(
  {
    count: int(4096, 'Routed experts a MoE layer.'),
    perToken: int(256, 'Routed experts that a token uses.'),
    shared: Type.Integer({ minimum: 0, maximum: 256, description: 'Always active shared experts.' }),
    intermediateSize: int(1_000_000, 'FFN width of one expert.'),
    denseLayers: Type.Integer({
      minimum: 0,
      maximum: 2000,
      description: 'Layers with a dense FFN instead of experts.',
    }),
    hasBias: Type.Optional(
      Type.Boolean({ description: 'Every expert adds a bias of its own (gpt-oss). Default false.' }),
    ),
  },
  { additionalProperties: false },
);
export type Experts = Static<typeof Experts>;

/** Architecture of a decoder language model (also used for encoders of embeddings, with vocabulary and layers). */
export const Transformer = Type.Object(
  {
    parametersBillion: Type.Number({ exclusiveMinimum: 0, maximum: 100_000 }),
    activeParametersBillion: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100_000 })),
    layers: int(2000),
    hiddenSize: int(1_000_000),
    intermediateSize: int(4_000_000),
    attentionHeads: int(4096),
    keyValueHeads: int(4096),
    headSize: int(4096),
    vocabularySize: int(10_000_000),
    tiedEmbeddings: Type.Boolean(),
    maxContextTokens: int(100_000_000),
    attention: Attention,
    experts: Type.Optional(Experts),
  },
  { additionalProperties: false, description: 'Architecture of a transformer.' },
);
export type Transformer = Static<typeof Transformer>;

export const ModelTask = Type.Union([
  Type.Literal('llm'),
  Type.Literal('embedding'),
  Type.Literal('reranking'),
  Type.Literal('vision'),
  Type.Literal('image-generation'),
  Type.Literal('video-generation'),
  Type.Literal('speech-recognition'),
  Type.Literal('speech-synthesis'),
  Type.Literal('ocr'),
]);
export type ModelTask = Static<typeof ModelTask>;

export const ModelCard = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9][a-z0-9._-]{0,99}$', description: 'Stable id, e.g. `qwen3-32b`.' }),
    name: Type.String({ minLength: 1, maxLength: 150 }),
    huggingFaceId: Unknown(Type.String({ maxLength: 200 })),
    aliases: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 100 }),
    family: Type.Optional(Type.String({ maxLength: 60, description: 'Architecture group: twins share it.' })),
    task: ModelTask,
    parametersBillion: Unknown(Type.Number({ exclusiveMinimum: 0, maximum: 100_000 })),
    nativePrecision: Type.String({
      maxLength: 40,
      description: 'Precision of the published weights, e.g. bf16, fp8, mxfp4.',
    }),
    transformer: Unknown(Transformer),
    workPerUnit: Type.Optional(
      Type.Object(
        {
          unit: Type.String({ maxLength: 60, examples: ['image-224', 'step-1024', 'window-30s'] }),
          gflop: Type.Number({ exclusiveMinimum: 0, maximum: 1e12 }),
        },
        { additionalProperties: false, description: 'Forward work of models that are not language models.' },
      ),
    ),
    licence: Unknown(Type.String({ maxLength: 200 })),
    isVerified: Type.Boolean({ description: 'false: recalled figures, checked only by parameter arithmetic.' }),
    provenance: Provenance,
  },
  { additionalProperties: false, $id: 'ModelCard', description: 'A model and its architecture.' },
);
export type ModelCard = Static<typeof ModelCard>;
