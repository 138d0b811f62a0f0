/** The `llm-inference` workload and its `/evaluate` configuration, as schemas. */
import { type Static, Type } from 'typebox';
import { Transformer } from '../../catalogue/model-card.js';
import {
  KV_PRECISIONS,
  type KvPrecision,
  WEIGHT_PRECISION_ALIASES,
  WEIGHT_PRECISIONS,
  type WeightPrecisionName,
} from './precision.js';

export const ENGINES = ['vllm', 'sglang', 'tensorrt-llm', 'lmdeploy', 'transformers', 'llama.cpp'] as const;
export type EngineName = (typeof ENGINES)[number];

/** A number, or what is known of it. */
const ranged = (minimum: number, maximum: number, isWhole: boolean, description: string) => {
  const one = isWhole ? Type.Integer({ minimum, maximum }) : Type.Number({ minimum, maximum });
  return Type.Union([one, Type.Object({ low: one, expected: one, high: one }, { additionalProperties: false })], {
    description: `${description} A number, or { low, expected, high }.`,
  });
};

export const InferenceEngine = Type.Object(
  {
    name: Type.Optional(
      Type.Unsafe<EngineName>(
        Type.Union(
          ENGINES.map((e) => Type.Literal(e)),
          { description: 'Default vllm.' },
        ),
      ),
    ),
    version: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9][A-Za-z0-9.+_-]{0,59}$',
        maxLength: 60,
        description: 'Release, e.g. 0.11.0; default: the newest that was measured.',
      }),
    ),
    memoryUtilizationRatio: Type.Optional(
      Type.Number({
        minimum: 0.1,
        maximum: 0.99,
        description:
          'vLLM: share of device memory for all it holds. SGLang: for weights and cache. TensorRT-LLM, LMDeploy: share of what is free after loading, for the cache. Default: the engine’s own (0.90; LMDeploy 0.80; SGLang by card).',
      }),
    ),
    maxBatchedTokens: Type.Optional(
      Type.Integer({ minimum: 256, maximum: 1_048_576, description: 'Tokens of one step; default 8192.' }),
    ),
    maxSequences: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 65_536, description: 'Sequences of one replica at once; default 256.' }),
    ),
    blockTokens: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1024, description: 'Tokens of a cache block; default 16.' }),
    ),
    cudaGraphs: Type.Optional(Type.Boolean({ description: 'false = eager execution; default true.' })),
    chunkedPrefill: Type.Optional(Type.Boolean({ description: 'false = a whole prompt in one step; default true.' })),
  },
  { additionalProperties: false, description: 'The serving engine and its settings.' },
);
export type InferenceEngine = Static<typeof InferenceEngine>;

const TransformerByNumbers = Type.Object(
  { family: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })), ...Transformer.properties },
  { additionalProperties: false, description: 'A model by its numbers.' },
);

export const InferenceModel = Type.Union(
  [
    Type.String({ minLength: 1, maxLength: 200, description: 'Card id, Hugging Face id or a common spelling.' }),
    TransformerByNumbers,
    Type.Object(
      { huggingFaceConfig: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), { maxProperties: 300 }) },
      { additionalProperties: false, description: 'A pasted config.json.' },
    ),
  ],
  { description: 'The model.' },
);

export const LatencyGoal = Type.Object(
  {
    timeToFirstTokenMs: Type.Optional(Type.Number({ minimum: 1, maximum: 3_600_000 })),
    timePerOutputTokenMs: Type.Optional(Type.Number({ minimum: 0.1, maximum: 600_000 })),
    endToEndMs: Type.Optional(Type.Number({ minimum: 1, maximum: 86_400_000 })),
    percentile: Type.Optional(Type.Number({ minimum: 50, maximum: 99, description: 'Of all goals; default 50.' })),
  },
  { additionalProperties: false, description: 'Latency goals.' },
);

export const LlmInferenceWorkload = Type.Object(
  {
    scenario: Type.Literal('llm-inference'),
    model: InferenceModel,
    weightPrecision: Type.Optional(
      Type.Unsafe<'auto' | WeightPrecisionName>(
        Type.Union(
          ['auto', ...WEIGHT_PRECISIONS, ...Object.keys(WEIGHT_PRECISION_ALIASES)].map((p) => Type.Literal(p)),
          {
            description: `Default auto: as published. Aliases: ${Object.entries(WEIGHT_PRECISION_ALIASES)
              .map(([alias, meant]) => `${alias} = ${meant}`)
              .join(', ')}.`,
          },
        ),
      ),
    ),
    kvCachePrecision: Type.Optional(
      Type.Unsafe<'auto' | KvPrecision>(
        Type.Union([Type.Literal('auto'), ...KV_PRECISIONS.map((p) => Type.Literal(p))], {
          description: 'Default auto: 16 bit; TensorRT-LLM as the checkpoint states, fp8 for fp8 and nvfp4.',
        }),
      ),
    ),
    maxContextTokens: Type.Optional(
      ranged(1, 100_000_000, true, 'Longest input + output that must be served; default input + output.'),
    ),
    inputTokens: Type.Optional(ranged(1, 10_000_000, true, 'Prompt tokens of a mean request; default 1024.')),
    outputTokens: Type.Optional(ranged(1, 1_000_000, true, 'Generated tokens of a mean request; default 256.')),
    requestsPerSecond: Type.Optional(ranged(1e-6, 1e6, false, 'Arrivals at the peak, whole service.')),
    concurrency: Type.Optional(ranged(1, 10_000_000, true, 'Requests in flight at the peak, whole service.')),
    saturated: Type.Optional(Type.Literal(true, { description: 'Offline: as many as memory and engine take.' })),
    sharedPrefixTokens: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 10_000_000,
        description: 'Prompt tokens that all requests share; default 0.',
      }),
    ),
    arrivalVariability: Type.Optional(
      Type.Number({
        minimum: 0.05,
        maximum: 20,
        description: 'Squared variation of the times between arrivals: 1 = Poisson (default), 2…10 = bursts.',
      }),
    ),
    spareReplicas: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 64, description: 'Replicas kept beyond the need; default 0.' }),
    ),
    latency: Type.Optional(LatencyGoal),
    engine: Type.Optional(InferenceEngine),
  },
  { additionalProperties: false, $id: 'LlmInferenceWorkload', description: 'Serving a language model.' },
);
export type LlmInferenceWorkload = Static<typeof LlmInferenceWorkload>;

const degree = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: 1024, description }));

export const LlmInferenceConfiguration = Type.Object(
  {
    accelerator: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    instanceType: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    servers: degree('Servers of the instance type; default 1.'),
    acceleratorCount: degree('All accelerators together.'),
    tensorParallel: degree('Default: the smallest legal that fits.'),
    pipelineParallel: degree('Default 1.'),
    expertParallel: degree('Default 1.'),
    attentionDataParallel: degree('Default 1.'),
    interconnect: Type.Optional(
      Type.Union([Type.Literal('nvlink'), Type.Literal('nvswitch'), Type.Literal('pcie')], {
        description: 'Between the cards; default: what the card has.',
      }),
    ),
    engine: Type.Optional(InferenceEngine),
  },
  { additionalProperties: false, $id: 'LlmInferenceConfiguration', description: 'One named configuration.' },
);
export type LlmInferenceConfiguration = Static<typeof LlmInferenceConfiguration>;
