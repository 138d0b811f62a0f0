/** What a caller says about serving a model that is not a generating language model. */
import { type Static, Type } from 'typebox';
import { INFERENCE_TASKS } from '../../sizing/model-inference/tasks.js';

const Positive = (maximum: number, description: string) =>
  Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum, description }));
const Whole = (maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum, description }));

export const InferenceInput = Type.Object(
  {
    tokens: Whole(1_000_000, 'Texts: mean tokens (padded length unless the engine packs).'),
    width: Whole(32_768, 'Pictures and video: width, pixels.'),
    height: Whole(32_768, 'Pictures and video: height, pixels.'),
    steps: Whole(1000, 'Generation: denoising steps.'),
    guidance: Type.Optional(
      Type.Boolean({
        description: 'Generation: classifier-free guidance; false halves the work of models that use it.',
      }),
    ),
    frames: Whole(100_000, 'Video: frames.'),
    audioSeconds: Positive(86_400, 'Speech: seconds of a clip.'),
    pages: Whole(10_000, 'OCR: pages of a document (one item). Default 1.'),
    beams: Whole(64, 'Translation: beam width.'),
  },
  { additionalProperties: false, description: 'Size of one item. Absent fields are those of the nearest measurement.' },
);

export const InferenceReference = Type.Object(
  {
    accelerator: Type.String({ minLength: 1, maxLength: 150, description: 'Card that you measured on.' }),
    metric: Type.Union(
      [
        Type.Literal('samplesPerSecond'),
        Type.Literal('requestsPerSecond'),
        Type.Literal('videosPerSecond'),
        Type.Literal('outputTokensPerSecond'),
        Type.Literal('imagesPerSecond'),
        Type.Literal('pagesPerSecond'),
        Type.Literal('latencyMs'),
        Type.Literal('realTimeFactor'),
      ],
      { description: 'What `value` is, on one card; realTimeFactor needs input.audioSeconds.' },
    ),
    value: Type.Number({ exclusiveMinimum: 0, maximum: 1e9, description: 'The measured value.' }),
    batch: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 65_536, default: 1, description: 'Batch of the measurement.' }),
    ),
    precision: Type.Optional(Type.String({ minLength: 2, maxLength: 20, description: 'Precision, if it differs.' })),
  },
  { additionalProperties: false, description: 'Your own measurement: carried to the other cards.' },
);

export const ModelByWork = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'A name for the answer.' })),
    gigaflopPerItem: Type.Number({
      exclusiveMinimum: 0,
      maximum: 1e12,
      description: 'Forward work of one item, 10^9 floating point operations (a multiply-add is 2).',
    }),
    parametersBillion: Type.Number({ exclusiveMinimum: 0, maximum: 10_000, description: 'Parameters, 10^9.' }),
  },
  { additionalProperties: false, description: 'A model that no card describes, by its work.' },
);

export const ModelInferenceWorkload = Type.Object(
  {
    scenario: Type.Literal('model-inference'),
    task: Type.Enum(INFERENCE_TASKS, { description: 'Kind of model.' }),
    model: Type.Union([
      Type.String({ minLength: 1, maxLength: 150, description: 'Model card id, Hugging Face id or common name.' }),
      ModelByWork,
    ]),
    precision: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 20,
        pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]*$',
        default: 'auto',
        description: 'fp32, tf32, fp16, bf16, fp8, int8, nvfp4 …; auto = the usual one of the task.',
      }),
    ),
    engine: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Engine, e.g. tensorrt, pytorch, onnxruntime, faster-whisper. Default: the usual one of the task.',
      }),
    ),
    batch: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 65_536,
        description: 'Items a batch. Default: the best within the latency goal.',
      }),
    ),
    rate: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1e9,
        description: 'Items a second at the peak, of the whole service; at most one of rate and concurrency.',
      }),
    ),
    concurrency: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Items in flight over the whole service.' }),
    ),
    latencyMs: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1e9,
        description: 'Longest time of an item, milliseconds, queue included, at the median.',
      }),
    ),
    input: Type.Optional(InferenceInput),
    cardsPerItem: Type.Optional(
      Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(4), Type.Literal(8)], {
        default: 1,
        description: 'Pictures and video: cards of a server that work on one item together (sequence parallel).',
      }),
    ),
    reference: Type.Optional(InferenceReference),
  },
  { additionalProperties: false, description: 'Serving a model of vision, speech, text encoding or generation.' },
);
export type ModelInferenceWorkload = Static<typeof ModelInferenceWorkload>;
export type ModelByWork = Static<typeof ModelByWork>;
