/** Published start-up logs of serving engines against `/evaluate`: weights, cache and whether the model fits. */
import { readFileSync } from 'node:fs';
import type { Catalogue } from '../../src/engine/catalogue/catalogue.js';
import { evaluateInference } from '../../src/engine/sizing/inference/evaluating.js';
import type {
  EngineName,
  InferenceEngine,
  LlmInferenceConfiguration,
  LlmInferenceWorkload,
} from '../../src/engine/sizing/inference/question-schema.js';
import type { EvaluateReply } from '../../src/engine/workload/scenario.js';

/** One log, as `/evaluate` would be asked. Releases are those of the date where the log names none. */
export interface PublishedMemory {
  readonly id: string;
  readonly source: string;
  readonly asOf: string;
  readonly model: LlmInferenceWorkload['model'];
  readonly accelerator: string;
  readonly count: number;
  readonly engine: EngineName;
  readonly engineVersion?: string;
  readonly tensorParallel?: number;
  readonly expertParallel?: number;
  readonly attentionDataParallel?: number;
  readonly precision: LlmInferenceWorkload['weightPrecision'];
  readonly kvCachePrecision?: 'fp8' | 'int8';
  readonly maxContextTokens?: number;
  readonly memoryUtilizationRatio?: number;
  readonly maxBatchedTokens?: number;
  readonly maxSequences?: number;
  readonly chunkedPrefill?: boolean;
  readonly cudaGraphs?: boolean;
  readonly batch?: number;
  readonly generatedTokens?: number;
  readonly note?: string;
  readonly measured: {
    readonly fits?: boolean;
    readonly weightsGiB?: number;
    readonly kvCacheTokens?: number;
    readonly cacheGiB?: number;
    readonly maxConcurrency?: number;
    /** Of all cards together, without a paged cache, 10^9 bytes. */
    readonly peakGB?: number;
  };
}

export type MemoryFigure = 'fits' | 'weightsGiB' | 'kvCacheTokens' | 'cacheGiB' | 'peakGB';

/** Shares of error that a figure may have: the target, and what the sources of peaks themselves suggest. */
export const MEMORY_TOLERANCES: Readonly<Record<Exclude<MemoryFigure, 'fits'>, number>> = {
  weightsGiB: 0.02,
  kvCacheTokens: 0.1,
  cacheGiB: 0.1,
  peakGB: 0.15,
};

/** What still misses, by how much, and why. A miss that is cured must leave this list. */
export const MEMORY_MISSES: Readonly<Record<string, string>> = {
  'SM-021 fits':
    'a false "no": it starts, and its owner sent no prompt that fills a step of 74,000 tokens; one of 64,000 ran out (SM-020)',
  'SM-021 cacheGiB':
    '+94 %: 16 of the 19 GiB in use are no cache, so that checkpoint holds more than 4 bits a weight; its files are not described',
  'SM-073 cacheGiB': '−81 %: logged on a rank that does not sample; ours is the rank that does (1.25 GiB of logits)',
};

/** Published cases that cannot be asked, and why. */
export const NOT_EVALUABLE: Readonly<Record<string, string>> = {
  'SM-013': 'number of cards not stated',
  'SM-049': 'model not named',
  'SM-051': 'model and card not named',
  'SM-063': 'engine TGI',
  'SM-064': 'engine TGI',
  'SM-065': 'engine Ollama, partly on the CPU',
  'SM-074': 'accounting bug of the engine: not to be predicted',
  'SM-075': 'model not named, other processes on the card',
  'SM-081': 'a reservation, not a requirement',
  'SM-083': 'two models on one server',
  'SM-106': 'gemma-4-E2B: architecture not in the catalogue',
};

const GB_PER_GIB = 1.073741824;
/** Context where a log states none. */
const DEFAULT_GENERATED_TOKENS = 4064;
const PROMPT_TOKENS = 32;

export function publishedMemory(): readonly PublishedMemory[] {
  const file = new URL('../engine/sizing/inference/published-memory.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as readonly PublishedMemory[];
}

/** Asks `/evaluate` what a log shows. */
export function askPublished(c: PublishedMemory, catalogue: Catalogue): EvaluateReply {
  const context = c.maxContextTokens ?? (c.generatedTokens ?? DEFAULT_GENERATED_TOKENS) + PROMPT_TOKENS;
  const engine: InferenceEngine = {
    name: c.engine,
    ...(c.engineVersion === undefined ? {} : { version: c.engineVersion }),
    ...(c.memoryUtilizationRatio === undefined ? {} : { memoryUtilizationRatio: c.memoryUtilizationRatio }),
    ...(c.maxBatchedTokens === undefined ? {} : { maxBatchedTokens: c.maxBatchedTokens }),
    ...(c.maxSequences === undefined ? {} : { maxSequences: c.maxSequences }),
    ...(c.chunkedPrefill === undefined ? {} : { chunkedPrefill: c.chunkedPrefill }),
    ...(c.cudaGraphs === undefined ? {} : { cudaGraphs: c.cudaGraphs }),
  };
  const workload: LlmInferenceWorkload = {
    scenario: 'llm-inference',
    model: c.model,
    weightPrecision: c.precision ?? 'auto',
    ...(c.kvCachePrecision === undefined ? {} : { kvCachePrecision: c.kvCachePrecision }),
    maxContextTokens: context,
    inputTokens: Math.max(1, Math.floor(context / 2)),
    outputTokens: Math.max(1, Math.floor(context / 4)),
    concurrency: c.batch ?? 1,
    engine,
  };
  const isSpread = c.engine === 'transformers' && c.count > 1;
  const configuration: LlmInferenceConfiguration = {
    accelerator: c.accelerator,
    acceleratorCount: c.count,
    ...(c.tensorParallel === undefined ? {} : { tensorParallel: c.tensorParallel }),
    ...(c.expertParallel === undefined ? {} : { expertParallel: c.expertParallel }),
    ...(c.attentionDataParallel === undefined ? {} : { attentionDataParallel: c.attentionDataParallel }),
    ...(isSpread ? { tensorParallel: 1, pipelineParallel: c.count } : {}),
  };
  return evaluateInference(workload, configuration, catalogue, '/workload');
}

export interface MemoryCheck {
  readonly id: string;
  readonly figure: MemoryFigure;
  readonly predicted: number | boolean | null;
  readonly measured: number | boolean;
  /** Predicted over measured, less one; null for `fits`. */
  readonly error: number | null;
  readonly isRight: boolean;
}

/** Every figure of a log beside what is answered. */
export function checksOf(c: PublishedMemory, reply: EvaluateReply): readonly MemoryCheck[] {
  const parts = reply.memory.perAcceleratorGiB;
  const total = parts.total ?? null;
  const answers: Readonly<Record<Exclude<MemoryFigure, 'fits'>, number | null>> = {
    weightsGiB: parts.weights ?? null,
    kvCacheTokens: reply.memory.kvCacheTokens ?? null,
    cacheGiB: parts.kvCache ?? null,
    peakGB: total === null ? null : total * GB_PER_GIB * c.count,
  };
  const checks: MemoryCheck[] = [];
  const { fits } = c.measured;
  if (fits !== undefined) {
    const isRight = reply.fits === fits;
    checks.push({ id: c.id, figure: 'fits', predicted: reply.fits, measured: fits, error: null, isRight });
  }
  for (const figure of ['weightsGiB', 'kvCacheTokens', 'cacheGiB', 'peakGB'] as const) {
    const measured = c.measured[figure];
    if (measured === undefined) continue;
    const predicted = answers[figure];
    const error = predicted === null ? Number.POSITIVE_INFINITY : predicted / measured - 1;
    const isRight = Math.abs(error) <= MEMORY_TOLERANCES[figure];
    checks.push({ id: c.id, figure, predicted, measured, error, isRight });
  }
  return checks;
}

/** All checks of all logs. */
export function memoryChecks(catalogue: Catalogue): readonly MemoryCheck[] {
  return publishedMemory().flatMap((c) => checksOf(c, askPublished(c, catalogue)));
}

/** Prints the share of right answers by figure, and the misses with their reasons. */
export function printServingMemory(catalogue: Catalogue, print: (line: string) => void): void {
  const checks = memoryChecks(catalogue);
  print('\nServing memory (published start-up logs)');
  for (const figure of ['weightsGiB', 'kvCacheTokens', 'cacheGiB', 'peakGB', 'fits'] as const) {
    const of = checks.filter((c) => c.figure === figure);
    const right = of.filter((c) => c.isRight).length;
    const tolerance = figure === 'fits' ? 'right' : `within ${MEMORY_TOLERANCES[figure] * 100} %`;
    print(`${figure.padEnd(16)} ${String(right).padStart(3)} of ${of.length} ${tolerance}`);
  }
  const falseFits = checks.filter((c) => c.figure === 'fits' && c.predicted === true && c.measured === false);
  print(`false "fits": ${falseFits.length}`);
  for (const c of checks.filter((k) => !k.isRight)) {
    print(`  ${c.id} ${c.figure}: ${MEMORY_MISSES[`${c.id} ${c.figure}`] ?? 'unexplained'}`);
  }
  print(`not evaluable: ${Object.keys(NOT_EVALUABLE).length}`);
}
