/** Fields of the language-model training scenarios, as people know them. */
import { type Static, type TProperties, Type } from 'typebox';
import { OPTIMIZERS, PRECISION_RECIPES } from '../../sizing/training/recipe.js';
import { TrainingModelInput } from './model-input.js';

const literals = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>(
    Type.Union(
      values.map((value) => Type.Literal(value)),
      { description },
    ),
  );

/** A number, or its range where the caller does not know it exactly. */
export const Uncertain = (minimum: number, maximum: number, description: string) =>
  Type.Union(
    [
      Type.Number({ minimum, maximum }),
      Type.Object(
        {
          low: Type.Number({ minimum, maximum }),
          expected: Type.Number({ minimum, maximum }),
          high: Type.Number({ minimum, maximum }),
        },
        { additionalProperties: false },
      ),
    ],
    { description },
  );
export type Uncertain = number | { readonly low: number; readonly expected: number; readonly high: number };

export const PrecisionRecipeInput = literals(
  PRECISION_RECIPES,
  'Arithmetic of the run: bf16 and fp16 are mixed precision with fp32 master weights, bf16-pure holds everything in 16 bit, fp8/mxfp8/nvfp4 run the products in 8 or 4 bit, tf32 and fp32 hold everything in 32 bit. Default auto: bf16, or fp16 on cards without bf16.',
);
export const OptimizerInput = literals(OPTIMIZERS, 'Optimiser. Default adamw.');
export const FrameworkInput = Type.Union(
  [
    Type.String({ minLength: 1, maxLength: 100 }),
    Type.Object(
      {
        name: Type.String({ minLength: 1, maxLength: 100 }),
        version: Type.Optional(Type.String({ maxLength: 60 })),
        flashAttention: Type.Optional(Type.Boolean({ description: 'Score matrix is never materialised.' })),
        fusedKernels: Type.Optional(Type.Boolean({ description: 'Compiled or fused element-wise kernels.' })),
        chunkedLoss: Type.Optional(Type.Boolean({ description: 'Loss fused with the output head, in chunks.' })),
      },
      { additionalProperties: false },
    ),
  ],
  {
    description:
      'Training framework, any spelling: megatron-lm, megatron-bridge, nemo, deepspeed, torchtitan, pytorch-fsdp, llm-foundry, huggingface, llama-factory, axolotl, unsloth, torchtune, litgpt … Default: megatron-bridge from scratch, llama-factory for fine-tuning.',
  },
);

/** Fields that both language-model training scenarios share. */
export const LANGUAGE_TRAINING_FIELDS = {
  model: TrainingModelInput,
  trainTokens: Type.Optional(Uncertain(1, 1e16, 'Tokens to train on in all; or samples and epochs.')),
  samples: Type.Optional(Uncertain(1, 1e13, 'Training samples (sequences) of one epoch; with epochs.')),
  epochs: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 10_000, description: 'Passes over the samples.' })),
  sequenceTokens: Type.Integer({
    minimum: 1,
    maximum: 10_000_000,
    description: 'Tokens of a training sequence (padded or packed length).',
  }),
  globalBatchSequences: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000_000,
      description: 'Sequences of one optimiser step, all cards together.',
    }),
  ),
  precisionRecipe: Type.Optional(PrecisionRecipeInput),
  optimizer: Type.Optional(OptimizerInput),
  framework: Type.Optional(FrameworkInput),
  deadlineHours: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: 1e6, description: 'Hours from start within which the run must end.' }),
  ),
  datasetGiB: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1e9, description: 'Size of the prepared data set on storage, GiB.' }),
  ),
  datasetKind: Type.Optional(
    literals(['text', 'images', 'audio', 'video', 'mixed'] as const, 'What the data set holds. Default text.'),
  ),
  checkpointWriteGBps: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: 1e5, description: 'Write rate of the checkpoint storage, GB/s.' }),
  ),
  interruptionsPerServerDay: Type.Optional(
    Type.Number({ minimum: 0, maximum: 100, description: 'Spot interruptions of one server a day. Default 0.' }),
  ),
  communicationLibrary: Type.Optional(
    literals(
      ['nccl', 'tccl'] as const,
      'Collective library. tccl applies its vendor claim of about 50 % more bandwidth use between servers. Default nccl.',
    ),
  ),
} as const satisfies TProperties;

export const LlmTrainingWorkload = Type.Object(
  { scenario: Type.Literal('llm-training'), ...LANGUAGE_TRAINING_FIELDS },
  { additionalProperties: false, description: 'Train a language model from scratch, or continue its training.' },
);
export type LlmTrainingWorkload = Static<typeof LlmTrainingWorkload>;

export const LlmFinetuningWorkload = Type.Object(
  {
    scenario: Type.Literal('llm-finetuning'),
    ...LANGUAGE_TRAINING_FIELDS,
    method: literals(
      ['full', 'lora', 'qlora'] as const,
      'full: all parameters; lora: adapters on a 16-bit base; qlora: adapters on a 4-bit base.',
    ),
    loraRank: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 4096, description: 'Rank of the adapters. Default 16.' }),
    ),
    trainsEmbeddings: Type.Optional(
      Type.Boolean({ description: 'Adapters also train embedding and output head (new tokens). Default false.' }),
    ),
  },
  { additionalProperties: false, description: 'Fine-tune a language model: full, LoRA or QLoRA.' },
);
export type LlmFinetuningWorkload = Static<typeof LlmFinetuningWorkload>;

export type LanguageTrainingWorkload = LlmTrainingWorkload | LlmFinetuningWorkload;

const degree = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: 65_536, description }));

/** Training configuration of `/evaluate`. What is missing is chosen as the planner would. */
export const TrainingConfiguration = Type.Object(
  {
    accelerator: Type.Optional(
      Type.String({ minLength: 1, maxLength: 150, description: 'Accelerator in any spelling; or instanceType.' }),
    ),
    instanceType: Type.Optional(
      Type.String({ minLength: 1, maxLength: 150, description: 'Instance type; `provider/type` pins the provider.' }),
    ),
    servers: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_000, description: 'Servers of that type. Default 1.' }),
    ),
    acceleratorCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: 'Devices in all.' })),
    acceleratorsPerServer: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 72, description: 'Devices of one server. Default: all up to 8.' }),
    ),
    network: Type.Optional(
      Type.Object(
        {
          rdmaGbps: Type.Optional(
            Type.Number({ minimum: 0, maximum: 100_000, description: 'RDMA of a server, Gbps.' }),
          ),
          tcpGbps: Type.Optional(
            Type.Number({ minimum: 0, maximum: 100_000, description: 'TCP network of a server, Gbps.' }),
          ),
        },
        { additionalProperties: false, description: 'Network between servers: one of rdmaGbps and tcpGbps.' },
      ),
    ),
    interconnect: Type.Optional(
      literals(
        ['nvlink', 'nvswitch', 'pcie', 'other'] as const,
        'Links between the cards of a server. Default: as the card has.',
      ),
    ),
    tensorParallel: degree('Devices that split each layer.'),
    pipelineParallel: degree('Stages that split the layers.'),
    contextParallel: degree('Devices that split a sequence.'),
    expertParallel: degree('Devices that split the experts.'),
    dataParallel: degree('Copies of the model; default: what is left.'),
    virtualPipelineStages: degree('Model chunks a pipeline stage holds (interleaved schedule). Default 1.'),
    zeroStage: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 3, description: 'DeepSpeed or Megatron sharding stage; or fsdp.' }),
    ),
    fsdp: Type.Optional(
      Type.Union(
        [Type.Boolean(), Type.Literal('full-shard'), Type.Literal('hybrid-shard'), Type.Literal('shard-grad-op')],
        {
          description: 'Fully sharded data parallel; hybrid-shard shards within a server. Or zeroStage.',
        },
      ),
    ),
    offload: Type.Optional(literals(['none', 'optimizer'] as const, 'Optimiser state in host memory. Default none.')),
    microBatch: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 65_536, description: 'Sequences a device works on at once.' }),
    ),
    activationCheckpointing: Type.Optional(
      literals(
        ['none', 'selective', 'full'] as const,
        'Activations recomputed in the backward pass. Default: the fastest that fits.',
      ),
    ),
  },
  { additionalProperties: false, description: 'One named training configuration.' },
);
export type TrainingConfiguration = Static<typeof TrainingConfiguration>;
