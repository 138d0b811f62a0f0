/** Measured rows as questions that `/evaluate` could be asked: the same names, settings and units. */
import type { Catalogue } from '../../catalogue/catalogue.js';
import type { MeasuredRow } from '../../catalogue/measured-row.js';
import type { LlmInferenceConfiguration, LlmInferenceWorkload } from './question-schema.js';
import { ENGINES } from './question-schema.js';

export const TASKS = ['llm-serving', 'llm-burst', 'llm-offline', 'llm-prefill'] as const;

export type Metric = 'timePerOutputToken' | 'timeToFirstToken' | 'throughput' | 'prefill';

export interface Case {
  readonly row: MeasuredRow;
  readonly metric: Metric;
  readonly workload: LlmInferenceWorkload;
  readonly configuration: LlmInferenceConfiguration;
  /** true: the source states every length and the load in numbers. */
  readonly isExact: boolean;
}

const SHORT_TOKENS = 64;
/** Mean lengths of ShareGPT conversations in vLLM's benchmark. */
const SHAREGPT_INPUT = 217;
const SHAREGPT_OUTPUT = 200;
const MAX_DEVICES = 8;

/** Cards slow enough that a proxied client did not limit them. */
const PROXY_BOUND_CARDS = new Set(['l4', 'a40', 'rtx-a4000', 'rtx-a5000', 'rtx-a6000', 'rtx-4000-ada']);

/** Engine version of the day, where a source before mid-2025 names none: vLLM's releases by half-year. */
const VLLM_OF_THE_DAY: readonly (readonly [string, string])[] = [
  ['2024-01', '0.2.6'],
  ['2024-07', '0.4.3'],
  ['2025-01', '0.6.4'],
  ['2025-07', '0.8.5'],
];

/** Recipes of the InferenceX harness with an fp8 cache: 70b_fp8_h100, 70b_fp8_h200, 70b_b200, gptoss_fp4_b200, dsr1_fp8_b200 (benchmarks/*.sh). */
const FP8_CACHE_RECIPES: readonly (readonly [engine: string, model: RegExp, accelerator: RegExp])[] = [
  ['vllm', /llama.*70b/i, /^[hb][12]00-/],
  ['vllm', /gpt-oss/i, /^b200-/],
  ['sglang', /deepseek.*r1/i, /^b200-/],
];

/** Cache precision that the source's recipe sets where the row does not say; undefined = the engine's own. */
function recipeCachePrecision(row: MeasuredRow, engine: string): string | undefined {
  const isQuantised = /^(fp8|nvfp4|mxfp4)$/.test(row.precision ?? '');
  // Every published TensorRT-LLM run of a quantised checkpoint keeps an fp8 cache, gpt-oss by its recipe.
  if (engine === 'tensorrt-llm') return isQuantised ? 'fp8' : undefined;
  const isHarness = row.provenance.source.includes('InferenceX');
  const sets = FP8_CACHE_RECIPES.some(
    ([name, model, accelerator]) => name === engine && model.test(row.model ?? '') && accelerator.test(row.accelerator),
  );
  return isHarness && sets ? 'fp8' : undefined;
}

function versionOfTheDay(engine: string, asOf: string | null): string | null {
  if (engine !== 'vllm' || asOf === null || !/^20[0-9]{2}/.test(asOf)) return null;
  for (const [before, version] of VLLM_OF_THE_DAY) if (asOf < before) return version;
  return null;
}

const METRICS: Readonly<Record<string, Metric>> = {
  timePerOutputTokenMs: 'timePerOutputToken',
  timeToFirstTokenMs: 'timeToFirstToken',
  outputTokensPerSecond: 'throughput',
  totalTokensPerSecond: 'throughput',
  requestsPerSecond: 'throughput',
  prefillTokensPerSecond: 'prefill',
};

const numberIn = (row: MeasuredRow, key: string): number | null => {
  const value = row.configuration[key];
  return typeof value === 'number' ? value : null;
};

/** The question of a row; null with a reason where it cannot be asked. */
export function caseOf(row: MeasuredRow): Case | string {
  const metric = METRICS[row.metric];
  if (!metric) return 'metric';
  const engine = ENGINES.find((e) => e === row.engine);
  if (!engine) return 'engine';
  if (row.precision === null) return 'precision';
  if (row.model === null) return 'model';
  const c = row.configuration;
  if (c.isUnusual === true) return 'unusual';
  if (c.mode === 'server' || / (Interactive|Server)( unit|;)/.test(row.provenance.notes ?? '') || c.mode === 'open')
    return 'open arrivals';
  const notes = row.provenance.notes ?? '';
  // MLPerf counts the accelerators of one node, and states the rate of all.
  if (/; nodes ([2-9]|\d{2,})/.test(notes)) return 'several servers';
  if (row.acceleratorCount > MAX_DEVICES) return 'more than 8 devices';
  const microBatch = /n_ubatch=(\d+)/.exec(notes);
  if (metric === 'prefill' && microBatch && Number(microBatch[1]) < 512) return 'small micro-batch';
  if (/power[- ]capped|MaxQ/.test(notes) && row.provenance.source.includes('mlcommons')) return 'power-capped';
  if (/speculat|lookahead|TACO-X/i.test(notes)) return 'speculative';
  // Decode at a depth that was filled before: 46 tokens a second behind 262,000 would be a prompt read in no time.
  if (/run (dflash-depth|exl3-ab)\//.test(notes)) return 'prompt not counted';

  const text = `${c.inputText ?? ''} ${c.outputText ?? ''}`.toLowerCase();
  const isChat = text.includes('sharegpt');
  const statedInput = numberIn(row, 'inputTokens');
  const statedOutput = numberIn(row, 'outputTokens');
  const input = Math.max(1, Math.round(statedInput ?? (isChat ? SHAREGPT_INPUT : SHORT_TOKENS)));
  let output = Math.max(1, Math.round(statedOutput ?? (isChat ? SHAREGPT_OUTPUT : 128)));
  if (metric === 'prefill') output = 1;
  if (metric === 'timePerOutputToken' && output < 2) return 'one token';
  if (statedInput === null && !isChat && metric !== 'timePerOutputToken' && numberIn(row, 'concurrency') !== 1)
    return 'lengths';
  if (statedInput === null && (metric === 'timeToFirstToken' || metric === 'prefill')) return 'lengths';
  if (/first run, may be cold/.test(notes)) return 'cold run';
  // One wave through a proxy: by Little's law fewer were in flight than were sent.
  if (/RunPod proxy/.test(notes) && !PROXY_BOUND_CARDS.has(row.accelerator)) return 'client-limited';
  const effective = /effective concurrency was only ~(\d+)/.exec(notes);
  if (effective && metric === 'timeToFirstToken') return 'client-limited';
  const concurrency = effective ? Number(effective[1]) : numberIn(row, 'concurrency');
  const isSaturated = c.saturated === true;
  if (concurrency === null && !isSaturated) return 'load';
  // First tokens of a queue measure the queue (README of this folder).
  const isQueue = row.task === 'llm-burst' || isSaturated;
  if (metric !== 'throughput' && row.task === 'llm-burst') return 'queue';
  if (metric === 'timeToFirstToken' && isQueue) return 'queue';

  const count = row.acceleratorCount;
  const isLayerSplit = engine === 'llama.cpp' || (engine === 'transformers' && count > 1);
  const attentionData = numberIn(row, 'attentionDataParallel') ?? 1;
  const expert = numberIn(row, 'expertParallel') ?? 1;
  const pipeline = isLayerSplit ? count : (numberIn(row, 'pipelineParallel') ?? 1);
  let tensor = isLayerSplit ? 1 : numberIn(row, 'tensorParallel');
  if (
    tensor !== null &&
    (count % (tensor * pipeline * attentionData) !== 0 || tensor * pipeline * attentionData > count)
  )
    tensor = null;
  // MLPerf names cards, not the split: the smallest that fits, as `/evaluate` does unasked.
  const isSplitKnown = tensor !== null || !row.provenance.source.includes('mlcommons');
  const tensorParallel = tensor ?? Math.max(1, Math.floor(count / (pipeline * attentionData)));
  const version = row.engineVersion ?? versionOfTheDay(engine, row.provenance.asOf);
  const kv = c.kvCachePrecision ?? recipeCachePrecision(row, engine);
  return {
    row,
    metric,
    workload: {
      scenario: 'llm-inference',
      model: row.model,
      weightPrecision: row.precision as NonNullable<LlmInferenceWorkload['weightPrecision']>,
      ...(typeof kv === 'string' ? { kvCachePrecision: kv as 'fp8' } : {}),
      inputTokens: input,
      outputTokens: output,
      ...(isSaturated ? { saturated: true as const } : { concurrency: concurrency ?? 1 }),
      engine: {
        name: engine,
        ...(version ? { version } : {}),
      },
    },
    configuration: {
      accelerator: row.accelerator,
      acceleratorCount: count,
      ...(isSplitKnown ? { tensorParallel } : {}),
      pipelineParallel: pipeline,
      ...(expert > 1 ? { expertParallel: expert } : {}),
      ...(attentionData > 1 ? { attentionDataParallel: attentionData } : {}),
    },
    isExact: statedInput !== null && statedOutput !== null && c.isFormFactorStated !== false,
  };
}

/** All askable rows in id order, and why the others are not. */
export function readCases(catalogue: Catalogue): {
  readonly cases: readonly Case[];
  readonly skipped: ReadonlyMap<string, number>;
} {
  const cases: Case[] = [];
  const skipped = new Map<string, number>();
  for (const task of TASKS) {
    for (const row of catalogue.measuredRows(task)) {
      const c = caseOf(row);
      if (typeof c === 'string') skipped.set(c, (skipped.get(c) ?? 0) + 1);
      else cases.push(c);
    }
  }
  return { cases, skipped };
}
