/** The kinds of model inference that are sized here (language models that generate text are a scenario of their own). */

export const INFERENCE_TASKS = [
  'embedding',
  'reranking',
  'vision',
  'image-generation',
  'video-generation',
  'speech-recognition',
  'speech-synthesis',
  'ocr',
  'translation',
] as const;
export type InferenceTask = (typeof INFERENCE_TASKS)[number];

export interface TaskFacts {
  /** Name of the throughput metric, items per second. */
  readonly rateMetric: string;
  /** What an item is, for loads and texts. */
  readonly item: string;
  /** Unit of work that costs are quoted for, and how many items it holds. */
  readonly workUnit: string;
  readonly itemsPerWorkUnit: number;
  /** Tasks whose measurements may speak for this one, nearest first. */
  readonly rowTasks: readonly string[];
  /** Engines that serve this task in production, first choice first, when the caller names none. */
  readonly defaultEngines: readonly string[];
  readonly defaultPrecision: string;
  /** Server CPU work an item, vCPU-seconds: decode, resize, tokenise; null = stated by the model's own rows. */
  readonly cpuSecondsPerItem: number | null;
}

/**
 * CPU work an item. vision: JPEG decode and resize of a photo, about 6 ms of one core (DALI and torchvision CPU pipelines
 * give 100-200 images/s a core); text: tokenisation of some hundred tokens; the rest: one host thread drives the card.
 * Orders of magnitude, stated as an assumption with each answer.
 */
export const TASKS: Readonly<Record<InferenceTask, TaskFacts>> = {
  embedding: {
    rateMetric: 'samplesPerSecond',
    item: 'text',
    workUnit: 'million-texts',
    itemsPerWorkUnit: 1e6,
    rowTasks: ['embedding'],
    defaultEngines: ['tensorrt', 'fastertransformer', 'onnxruntime-tensorrt'],
    defaultPrecision: 'fp16',
    cpuSecondsPerItem: 0.0005,
  },
  reranking: {
    rateMetric: 'samplesPerSecond',
    item: 'pair',
    workUnit: 'million-texts',
    itemsPerWorkUnit: 1e6,
    rowTasks: ['reranking', 'embedding'],
    defaultEngines: ['tensorrt', 'fastertransformer', 'onnxruntime-tensorrt'],
    defaultPrecision: 'fp16',
    cpuSecondsPerItem: 0.0005,
  },
  vision: {
    rateMetric: 'imagesPerSecond',
    item: 'image',
    workUnit: 'million-images',
    itemsPerWorkUnit: 1e6,
    rowTasks: ['vision'],
    defaultEngines: ['tensorrt', 'onnxruntime-tensorrt'],
    defaultPrecision: 'fp16',
    cpuSecondsPerItem: 0.006,
  },
  'image-generation': {
    rateMetric: 'imagesPerSecond',
    item: 'image',
    workUnit: 'thousand-images',
    itemsPerWorkUnit: 1000,
    rowTasks: ['image-generation'],
    defaultEngines: ['tensorrt', 'torch-compile', 'stable-fast'],
    defaultPrecision: 'fp16',
    cpuSecondsPerItem: 0.1,
  },
  'video-generation': {
    rateMetric: 'videosPerSecond',
    item: 'video',
    workUnit: 'video',
    itemsPerWorkUnit: 1,
    rowTasks: ['video-generation'],
    defaultEngines: ['xdit'],
    defaultPrecision: 'bf16',
    cpuSecondsPerItem: 2,
  },
  'speech-recognition': {
    rateMetric: 'samplesPerSecond',
    item: 'clip',
    workUnit: 'audio-hour',
    itemsPerWorkUnit: 1,
    rowTasks: ['speech-recognition'],
    defaultEngines: ['tensorrt', 'faster-whisper'],
    defaultPrecision: 'fp16',
    cpuSecondsPerItem: 0.01,
  },
  'speech-synthesis': {
    rateMetric: 'samplesPerSecond',
    item: 'clip',
    workUnit: 'audio-hour',
    itemsPerWorkUnit: 1,
    rowTasks: ['speech-synthesis'],
    defaultEngines: [],
    defaultPrecision: 'fp16',
    cpuSecondsPerItem: 0.01,
  },
  ocr: {
    rateMetric: 'pagesPerSecond',
    item: 'page',
    workUnit: 'thousand-pages',
    itemsPerWorkUnit: 1000,
    rowTasks: ['ocr'],
    defaultEngines: ['paddlepaddle'],
    defaultPrecision: 'fp32',
    cpuSecondsPerItem: null,
  },
  translation: {
    rateMetric: 'outputTokensPerSecond',
    item: 'token',
    workUnit: 'million-output-tokens',
    itemsPerWorkUnit: 1e6,
    rowTasks: ['translation'],
    defaultEngines: ['fastertransformer', 'ctranslate2'],
    defaultPrecision: 'fp16',
    cpuSecondsPerItem: 0.00001,
  },
};
