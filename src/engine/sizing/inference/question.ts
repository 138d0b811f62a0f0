/** A prepared question: names resolved, ranges ordered, defaults filled and stated. */
import type { Catalogue } from '../../catalogue/catalogue.js';
import { readHuggingFaceConfig } from '../../catalogue/hugging-face-config.js';
import { namedLanguageModel } from '../../catalogue/language-models.js';
import type { ModelCard } from '../../catalogue/model-card.js';
import { type Finding, finding } from '../../finding.js';
import { type Fault, fault, QuestionError } from '../../question-error.js';
import { checkStatedParameters } from '../stated-parameters.js';
import { defaultShare } from './engine-memory.js';
import { type KvBytes, kvBytes } from './kv-cache.js';
import { type ModelShape, shapeOf } from './model-shape.js';
import {
  type KvPrecision,
  readPrecision,
  WEIGHT_PRECISIONS,
  type WeightPrecision,
  weightPrecisionOf,
} from './precision.js';
import type { EngineName, InferenceEngine, LlmInferenceWorkload } from './question-schema.js';
import type { RequestShape } from './serving.js';

export interface Range {
  readonly low: number;
  readonly expected: number;
  readonly high: number;
}

export type Load =
  | { readonly kind: 'concurrency'; readonly inFlight: Range }
  | { readonly kind: 'rate'; readonly perSecond: Range }
  | { readonly kind: 'saturated' };

export interface Goals {
  readonly timeToFirstTokenMs: number | null;
  readonly timePerOutputTokenMs: number | null;
  readonly endToEndMs: number | null;
  /** 0.5…0.99. */
  readonly percentile: number;
}

export interface EngineSettings {
  readonly name: EngineName;
  /** null = the newest that was measured. */
  readonly version: string | null;
  /** null = the engine's own share (engine-memory.ts). */
  readonly memoryUtilizationRatio: number | null;
  readonly maxBatchedTokens: number;
  /** What the caller stated; null = the default above, or what an older release had. */
  readonly statedBatchedTokens: number | null;
  /** null = the engine's own default on the card. */
  readonly maxSequences: number | null;
  readonly blockTokens: number;
  readonly cudaGraphs: boolean;
  readonly chunkedPrefill: boolean;
  /** false = `chunkedPrefill` is our default; a release that decides by itself does. */
  readonly isChunkingStated: boolean;
}

export interface InferenceQuestion {
  readonly model: ModelShape;
  readonly modelId: string | null;
  /** What an engine loads it by: as asked where that is a hub id, else the hub id of its card; null = not known. */
  readonly hubName: string | null;
  readonly precision: WeightPrecision;
  readonly isPrecisionStated: boolean;
  /** Of the cache with weights in `precision`; see `cachePrecision` for weights in another one. */
  readonly kvPrecision: KvPrecision;
  readonly isKvPrecisionStated: boolean;
  /** Cache of the checkpoint by its config; null = no config was pasted. */
  readonly checkpointCache: KvPrecision | null;
  readonly kv: KvBytes;
  readonly maxContextTokens: Range;
  readonly load: Load;
  /** Request of the expected, the lightest and the heaviest case; equal where no ranges were given. */
  readonly request: RequestShape;
  readonly lightRequest: RequestShape;
  readonly heavyRequest: RequestShape;
  readonly hasRanges: boolean;
  readonly goals: Goals;
  readonly arrivalVariability: number;
  readonly spareReplicas: number;
  readonly engine: EngineSettings;
  readonly catalogue: Catalogue;
  readonly findings: readonly Finding[];
}

const DEFAULT_INPUT_TOKENS = 1024;
const DEFAULT_OUTPUT_TOKENS = 256;
const DEFAULT_ENGINE: EngineSettings = {
  name: 'vllm',
  version: null,
  memoryUtilizationRatio: null,
  maxBatchedTokens: 8192,
  statedBatchedTokens: null,
  maxSequences: null,
  blockTokens: 16,
  cudaGraphs: true,
  chunkedPrefill: true,
  isChunkingStated: false,
};

const point = (value: number): Range => ({ low: value, expected: value, high: value });
const asRange = (value: number | Range): Range => (typeof value === 'number' ? point(value) : value);

/** Settings of the engine: the configuration's over the workload's over the defaults. */
export function engineSettings(...stated: readonly (InferenceEngine | undefined)[]): EngineSettings {
  const merged = Object.assign({}, DEFAULT_ENGINE, ...stated.filter((s) => s !== undefined)) as EngineSettings;
  return {
    ...merged,
    version: merged.version?.replace(/^v/, '') ?? null,
    statedBatchedTokens: stated.findLast((s) => s?.maxBatchedTokens !== undefined)?.maxBatchedTokens ?? null,
    isChunkingStated: stated.some((s) => s?.chunkedPrefill !== undefined),
  };
}

/** Weight formats whose published checkpoints (NVIDIA ModelOpt) state an fp8 cache in `kv_cache_quant_algo`. */
const STATES_FP8_CACHE: ReadonlySet<WeightPrecision> = new Set(['fp8', 'nvfp4']);

/**
 * Cache precision of a question when the weights are in `precision`: what was stated, else what the engine does by itself.
 * TensorRT-LLM's `auto` follows the checkpoint (KvCacheConfig.dtype, features/quantization); the others keep 16 bits.
 */
export function cachePrecision(
  q: Pick<InferenceQuestion, 'engine' | 'kvPrecision' | 'isKvPrecisionStated' | 'checkpointCache'>,
  precision: WeightPrecision,
): KvPrecision {
  if (q.isKvPrecisionStated) return q.kvPrecision;
  if (q.engine.name !== 'tensorrt-llm') return 'fp16';
  return q.checkpointCache ?? (STATES_FP8_CACHE.has(precision) ? 'fp8' : 'fp16');
}

interface ResolvedModel {
  readonly checkpointCache?: KvPrecision;
  readonly shape: ModelShape;
  readonly card: ModelCard | null;
  readonly precision: WeightPrecision;
  readonly isFromName: boolean;
  readonly findings: readonly Finding[];
}

/** `openai/gpt-oss-120b`, `Qwen3-32B-AWQ`, numbers or a config: the shape, and the precision that it is published in. */
function resolveModel(
  model: LlmInferenceWorkload['model'],
  catalogue: Catalogue,
  pointer: string,
): ResolvedModel | Fault {
  if (typeof model === 'string') return resolveNamed(model, catalogue, pointer);
  if ('huggingFaceConfig' in model) {
    const read = readHuggingFaceConfig(model.huggingFaceConfig);
    if (read.outOfRange) return fault('out-of-range', `${pointer}/huggingFaceConfig`, { ...read.outOfRange });
    if (!read.transformer) {
      return fault('out-of-range', `${pointer}/huggingFaceConfig`, {
        field: 'huggingFaceConfig',
        value: 'incomplete',
        expected: `a config with ${read.missing.join(', ')}`,
      });
    }
    const findings: Finding[] = [];
    if (read.unused.length > 0) findings.push(finding('config-fields-unused', { fields: read.unused }));
    const precision = WEIGHT_PRECISIONS.find((p) => p === read.precision) ?? 'bf16';
    if (read.quantisation)
      findings.push(finding('config-quantisation', { method: read.quantisation, weightPrecision: precision }));
    return {
      shape: shapeOf(read.name, read.name, precision, read.transformer),
      card: null,
      checkpointCache: read.cachePrecision ?? 'fp16',
      precision,
      isFromName: false,
      findings,
    };
  }
  const { family, ...transformer } = model;
  const check = checkStatedParameters(transformer, pointer);
  if (check.fault !== null) return check.fault;
  const name = family ?? 'the stated model';
  return {
    shape: shapeOf(name, name, 'bf16', transformer),
    card: null,
    precision: 'bf16',
    isFromName: false,
    findings: check.findings,
  };
}

function resolveNamed(name: string, catalogue: Catalogue, pointer: string): ResolvedModel | Fault {
  const named = namedLanguageModel(catalogue, name, pointer);
  if ('code' in named) return named;
  const { card, precisionText, isReadAs } = named;
  if (!card.transformer || card.task !== 'llm') {
    return fault('out-of-range', pointer, {
      field: 'model',
      value: card.name,
      expected: 'a language model with a known architecture',
    });
  }
  const stated = precisionText === null ? null : readPrecision(precisionText);
  const native = readPrecision(card.nativePrecision) ?? 'bf16';
  const precision = stated ?? native;
  const findings: Finding[] = [];
  if (stated && stated !== native) {
    findings.push(finding('precision-from-name', { name, weightPrecision: precision, model: card.name }));
  } else if (isReadAs) findings.push(finding('model-read-as', { name, model: card.name }));
  if (!card.isVerified) findings.push(finding('model-unverified', { model: card.name }));
  return {
    shape: shapeOf(card.name, card.family ?? card.id, precision, card.transformer),
    card,
    precision,
    isFromName: stated !== null,
    findings,
  };
}

/** Architecture group of a named model; null when nobody knows it. */
export function familyOfName(name: string, catalogue: Catalogue): string | null {
  const resolved = resolveNamed(name, catalogue, '');
  return 'code' in resolved ? null : resolved.shape.family;
}

/** Resolves and checks a workload; throws `QuestionError` with all faults. */
export function prepareQuestion(
  workload: LlmInferenceWorkload,
  catalogue: Catalogue,
  pointer: string,
  overrides?: InferenceEngine,
): InferenceQuestion {
  const faults: Fault[] = [];
  const findings: Finding[] = [];
  const at = (field: string) => `${pointer}/${field}`;

  const range = (
    field: 'inputTokens' | 'outputTokens' | 'maxContextTokens' | 'requestsPerSecond' | 'concurrency',
    value: number | Range,
  ): Range => {
    const r = asRange(value);
    if (!(r.low <= r.expected && r.expected <= r.high)) {
      faults.push(
        fault('out-of-range', at(field), {
          field,
          value: `${r.low} … ${r.expected} … ${r.high}`,
          expected: 'low ≤ expected ≤ high',
        }),
      );
    }
    if (typeof value !== 'number')
      findings.push(finding('range-stated', { field, low: r.low, expected: r.expected, high: r.high }));
    return r;
  };
  const assumed = (field: string, value: number | string): void => {
    findings.push(finding('assumed-default', { field, value }));
  };

  const model = resolveModel(workload.model, catalogue, at('model'));
  if ('code' in model) faults.push(model);

  const stated = (['requestsPerSecond', 'concurrency', 'saturated'] as const).filter((k) => workload[k] !== undefined);
  if (stated.length !== 1) {
    faults.push(fault('exactly-one-of', pointer, { fields: 'requestsPerSecond, concurrency, saturated' }));
  }
  let maxContext =
    workload.maxContextTokens === undefined ? null : range('maxContextTokens', workload.maxContextTokens);
  const room = maxContext?.expected ?? Number.POSITIVE_INFINITY;
  let input: Range;
  if (workload.inputTokens !== undefined) input = range('inputTokens', workload.inputTokens);
  else {
    input = point(Math.max(1, Math.min(DEFAULT_INPUT_TOKENS, Math.floor(room / 2))));
    assumed('inputTokens', input.expected);
  }
  let output: Range;
  if (workload.outputTokens !== undefined) output = range('outputTokens', workload.outputTokens);
  else {
    output = point(Math.max(1, Math.min(DEFAULT_OUTPUT_TOKENS, Math.floor(room / 2))));
    assumed('outputTokens', output.expected);
  }
  if (maxContext === null) {
    maxContext = { low: input.low + output.low, expected: input.high + output.high, high: input.high + output.high };
    assumed('maxContextTokens', maxContext.expected);
  } else if (maxContext.expected < input.expected + output.expected) {
    faults.push(
      fault('contradiction', at('maxContextTokens'), {
        first: 'maxContextTokens',
        second: 'inputTokens + outputTokens',
        why: `${maxContext.expected} tokens cannot hold ${input.expected} + ${output.expected}`,
      }),
    );
  }
  const shared = workload.sharedPrefixTokens ?? 0;
  if (shared >= input.low && shared > 0) {
    faults.push(
      fault('contradiction', at('sharedPrefixTokens'), {
        first: 'sharedPrefixTokens',
        second: 'inputTokens',
        why: `the shared part (${shared}) must be shorter than the prompt (${input.low})`,
      }),
    );
  }
  if (shared > 0) findings.push(finding('shared-prefix', { sharedPrefixTokens: shared, inputTokens: input.expected }));

  const latency = workload.latency;
  if (
    latency &&
    latency.timeToFirstTokenMs !== undefined &&
    latency.endToEndMs !== undefined &&
    latency.endToEndMs < latency.timeToFirstTokenMs
  ) {
    faults.push(
      fault('contradiction', at('latency'), {
        first: 'endToEndMs',
        second: 'timeToFirstTokenMs',
        why: 'the whole answer cannot be done before its first token',
      }),
    );
  }
  if (
    workload.saturated &&
    latency &&
    (latency.timeToFirstTokenMs ?? latency.timePerOutputTokenMs ?? latency.endToEndMs) !== undefined
  ) {
    faults.push(
      fault('contradiction', at('latency'), {
        first: 'saturated',
        second: 'latency',
        why: 'offline work queues by design',
      }),
    );
  }
  if ('code' in model || faults.length > 0) throw new QuestionError(faults);
  if (workload.saturated !== true) {
    if (latency?.percentile === undefined) assumed('latency.percentile', 50);
    if (workload.requestsPerSecond !== undefined && workload.arrivalVariability === undefined)
      assumed('arrivalVariability', 1);
    if (workload.spareReplicas === undefined) assumed('spareReplicas', 0);
  }

  findings.push(...model.findings);
  if (typeof workload.model === 'object' && 'activeParametersBillion' in workload.model) {
    const why = 'active parameters are counted from layers and experts';
    findings.push(finding('field-without-effect', { field: 'model.activeParametersBillion', why }));
  }
  if (typeof workload.model === 'object' && 'experts' in workload.model && workload.model.experts?.hasBias === true) {
    const why = 'serving engines add the biases of experts inside their kernels; training counts them';
    findings.push(finding('field-without-effect', { field: 'model.experts.hasBias', why }));
  }
  const isStated = workload.weightPrecision !== undefined && workload.weightPrecision !== 'auto';
  const precision: WeightPrecision =
    workload.weightPrecision !== undefined && workload.weightPrecision !== 'auto'
      ? weightPrecisionOf(workload.weightPrecision)
      : model.precision;
  if (workload.weightPrecision === undefined) assumed('weightPrecision', precision);
  const engine = engineSettings(workload.engine, overrides);
  const statedCache = workload.kvCachePrecision === 'auto' ? undefined : workload.kvCachePrecision;
  const isKvPrecisionStated = statedCache !== undefined;
  const checkpointCache = model.checkpointCache ?? null;
  const kvPrecision = cachePrecision(
    { engine, kvPrecision: statedCache ?? 'fp16', isKvPrecisionStated, checkpointCache },
    precision,
  );
  if (workload.kvCachePrecision === undefined) {
    assumed('kvCachePrecision', kvPrecision === 'fp16' ? '16 bit' : kvPrecision);
  }
  if (workload.engine?.name === undefined && overrides?.name === undefined) assumed('engine', engine.name);
  const shape = model.shape;
  if (maxContext.expected > shape.maxContextTokens) {
    findings.push(
      finding('context-beyond-model', {
        maxContextTokens: maxContext.expected,
        modelContextTokens: shape.maxContextTokens,
        model: shape.name,
      }),
    );
  }
  findings.push(
    finding('inference-model', {
      model: shape.name,
      totalParametersBillion: round(shape.totalParameters / 1e9),
      activeParametersBillion: round(shape.activeMatmulParameters / 1e9),
      weightPrecision: precision,
      kvCachePrecision: kvPrecision,
    }),
    finding('engine-settings', {
      engine: engine.name,
      version: engine.version ?? 'newest measured',
      memoryUtilizationRatio: engine.memoryUtilizationRatio ?? defaultShare(engine.name) ?? 'the engine’s share',
      maxBatchedTokens: engine.maxBatchedTokens,
      maxSequences: engine.maxSequences ?? 'the engine’s default',
      blockTokens: engine.blockTokens,
      cudaGraphs: engine.cudaGraphs,
      chunkedPrefill: engine.chunkedPrefill,
    }),
  );
  const request = (k: keyof Range): RequestShape => ({
    inputTokens: input[k],
    outputTokens: output[k],
    sharedTokens: shared,
  });
  const load: Load = workload.saturated
    ? { kind: 'saturated' }
    : workload.concurrency !== undefined
      ? { kind: 'concurrency', inFlight: range('concurrency', workload.concurrency) }
      : { kind: 'rate', perSecond: range('requestsPerSecond', workload.requestsPerSecond ?? 1) };
  if (faults.length > 0) throw new QuestionError(faults);
  return {
    model: shape,
    modelId: model.card?.id ?? null,
    hubName:
      typeof workload.model === 'string' && workload.model.includes('/')
        ? workload.model
        : (model.card?.huggingFaceId ?? null),
    precision,
    isPrecisionStated: isStated || model.isFromName,
    kvPrecision,
    isKvPrecisionStated,
    checkpointCache,
    kv: kvBytes(shape, kvPrecision),
    maxContextTokens: maxContext,
    load,
    request: request('expected'),
    lightRequest: request('low'),
    heavyRequest: request('high'),
    hasRanges: findings.some((f) => f.code === 'range-stated'),
    goals: {
      timeToFirstTokenMs: latency?.timeToFirstTokenMs ?? null,
      timePerOutputTokenMs: latency?.timePerOutputTokenMs ?? null,
      endToEndMs: latency?.endToEndMs ?? null,
      percentile: (latency?.percentile ?? 50) / 100,
    },
    arrivalVariability: workload.arrivalVariability ?? 1,
    spareReplicas: workload.spareReplicas ?? 0,
    engine,
    catalogue,
    findings,
  };
}

/** Attention kernels that the model needs. */
export function attentionNeed(model: ModelShape): 'plain' | 'mla' | 'sparse' {
  if (model.attention.sparseTopTokens !== undefined || model.attention.indexerHeadSize !== undefined) return 'sparse';
  return model.attention.kind === 'mla' ? 'mla' : 'plain';
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}
