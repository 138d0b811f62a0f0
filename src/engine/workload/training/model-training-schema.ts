/** Fields of the training scenario for models that are not language models. */
import { type Static, Type } from 'typebox';
import { TrainingConfiguration, Uncertain } from './schema.js';

const one = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>(
    Type.Union(
      values.map((value) => Type.Literal(value)),
      { description },
    ),
  );

/** The caller's own run: what is trained today, on what, and how fast. */
export const TrainingReferenceInput = Type.Object(
  {
    accelerator: Type.String({ minLength: 1, maxLength: 150, description: 'Accelerator of the known run.' }),
    acceleratorCount: Type.Integer({ minimum: 1, maximum: 100_000, description: 'Cards of the known run, in all.' }),
    acceleratorsPerServer: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 72, description: 'Cards of one server. Default: all up to 8.' }),
    ),
    runHours: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 1e6, description: 'Hours that the whole run takes there.' }),
    ),
    samplesPerSecond: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 1e12, description: 'Speed of the known run, all cards.' }),
    ),
  },
  { additionalProperties: false, description: 'A known run: exactly one of runHours and samplesPerSecond.' },
);

export const ModelTrainingWorkload = Type.Object(
  {
    scenario: Type.Literal('model-training'),
    model: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Model: Swin-L, ResNet-50, Stable Diffusion v2, BERT-large, wav2vec2 …, any spelling.',
    }),
    precision: Type.Optional(
      one(
        ['auto', 'fp32', 'tf32', 'fp16', 'bf16', 'fp8'] as const,
        'Arithmetic. Default auto: 16-bit mixed precision.',
      ),
    ),
    samples: Type.Optional(
      Uncertain(
        1,
        1e13,
        'Samples (images, clips, sequences) of one epoch; with epochs. Not needed with reference.runHours.',
      ),
    ),
    epochs: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 100_000, description: 'Passes over the samples.' }),
    ),
    sequenceTokens: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'Tokens of a sample of BERT and its kin. Default: of most measurements of the model.',
      }),
    ),
    globalBatchSamples: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'Samples of one optimiser step, all cards.' }),
    ),
    framework: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Framework or code whose measurements count most: pytorch, tensorflow, mxnet, mlperf …',
      }),
    ),
    reference: Type.Optional(TrainingReferenceInput),
    deadlineHours: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 1e6, description: 'Hours within which the run must end.' }),
    ),
    datasetGiB: Type.Optional(Type.Number({ minimum: 0, maximum: 1e9, description: 'Size of the data set, GiB.' })),
    datasetKind: Type.Optional(
      one(['images', 'video', 'audio', 'text', 'mixed'] as const, 'What the data set holds. Default: by the model.'),
    ),
    checkpointWriteGBps: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 1e5, description: 'Write rate of the checkpoint storage, GB/s.' }),
    ),
    interruptionsPerServerDay: Type.Optional(
      Type.Number({ minimum: 0, maximum: 100, description: 'Spot interruptions of one server a day. Default 0.' }),
    ),
  },
  {
    additionalProperties: false,
    description: 'Train a vision, detection, speech or diffusion model; speed by measured reference.',
  },
);
export type ModelTrainingWorkload = Static<typeof ModelTrainingWorkload>;

/** Named hardware: the same words as for language models, without the degrees of a split model. */
export const ModelTrainingConfiguration = Type.Pick(
  TrainingConfiguration,
  ['accelerator', 'instanceType', 'servers', 'acceleratorCount', 'acceleratorsPerServer', 'network', 'interconnect'],
  { additionalProperties: false, description: 'One named configuration; the model is copied to every card.' },
);
export type ModelTrainingConfiguration = Static<typeof ModelTrainingConfiguration>;
