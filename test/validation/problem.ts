/** Cases resolved once, with what they belong to: the fit and the report predict from these by the code of `/evaluate`. */
import type { Catalogue } from '../../src/engine/catalogue/catalogue.js';
import { QuestionError } from '../../src/engine/question-error.js';
import {
  effectKeys,
  type FactorContext,
  type FactorTable,
  factorsOf,
} from '../../src/engine/sizing/inference/efficiency.js';
import { deviceOfHardware, resolveEvaluation } from '../../src/engine/sizing/inference/evaluating.js';
import type { Layout } from '../../src/engine/sizing/inference/layouts.js';
import { loadCase } from '../../src/engine/sizing/inference/performance.js';
import type { WeightPrecision } from '../../src/engine/sizing/inference/precision.js';
import type { InferenceQuestion } from '../../src/engine/sizing/inference/question.js';
import {
  type DeviceContext,
  factorContext,
  makeReplica,
  replicaMemory,
} from '../../src/engine/sizing/inference/replica.js';
import type { Case } from './cases.js';

export interface Resolved extends Case {
  readonly question: InferenceQuestion;
  readonly device: DeviceContext;
  readonly layout: Layout;
  readonly precision: WeightPrecision;
  readonly replicas: number;
  readonly context: FactorContext;
  readonly keys: readonly string[];
  /** Architecture group; twins share it. */
  readonly family: string;
  readonly card: string;
  readonly source: string;
  /** Same configuration, whatever the date, version or metric. */
  readonly configurationKey: string;
}

/** Twins whose rows may not stand on both sides of a split. */
const FAMILY_GROUPS: Readonly<Record<string, string>> = {
  'mistral-7b-v0.3': 'llama-3-8b',
  'kimi-k2': 'deepseek-v3',
  'deepseek-v3.2': 'deepseek-v3',
  'qwen-7b': 'qwen1.5-7b',
  'qwen3.6-35b-a3b': 'qwen3.5-35b-a3b',
  'llama-2-70b': 'llama-3-70b',
};
const CARD_GROUPS: Readonly<Record<string, string>> = {
  'gb200-186gb': 'b200-sxm-180gb',
  'b300-sxm-270gb': 'b200-sxm-180gb',
  'h200-nvl-141gb': 'h200-sxm-141gb',
  'rtx-3090-ti': 'rtx-3090',
};

/** Repository or page of a source text. */
export function sourceGroup(text: string): string {
  if (text.includes('silicon_sample.csv')) return text.includes('InferenceX') ? 'inferencex' : 'aic-gap-analysis';
  if (text.includes('mlcommons')) return 'mlperf';
  const github = /github\.com\/([^/\s]+\/[^/\s]+)/.exec(text);
  if (github?.[1]) {
    const page = /docs\/performance-lab\/([^ ]+)/.exec(text);
    return page ? `${github[1]}/${page[1]}` : github[1];
  }
  return text.slice(0, 50);
}

export function resolveCase(c: Case, catalogue: Catalogue): Resolved | string {
  try {
    const e = resolveEvaluation(c.workload, c.configuration, catalogue, '/workload');
    const device = deviceOfHardware(e.hardware);
    if (!device) return 'card unknown';
    const precision = e.compatibility.precision;
    const replica = makeReplica(e.question, device, e.layout, precision);
    if (!replica) return 'card unknown';
    const budget = replicaMemory(e.question, e.question.engine, precision, device.deviceGiB, e.layout);
    if (budget.weightsGiB > device.deviceGiB) return 'does not fit';
    const family = e.question.model.family;
    const { configuration: k, workload: w } = c;
    return {
      ...c,
      question: e.question,
      device,
      layout: e.layout,
      precision,
      replicas: e.replicas,
      context: factorContext(e.question, replica.rates, precision),
      keys: effectKeys(factorContext(e.question, replica.rates, precision)),
      family: FAMILY_GROUPS[family] ?? family,
      card: CARD_GROUPS[device.card.id] ?? device.card.id,
      source: sourceGroup(c.row.provenance.source),
      configurationKey: [
        family,
        device.card.id,
        e.question.engine.name,
        precision,
        k.acceleratorCount,
        e.layout.tensor,
        e.layout.pipeline,
        e.layout.expert,
        e.layout.attentionData,
        w.inputTokens,
        w.outputTokens,
        w.concurrency ?? 'max',
      ].join('|'),
    };
  } catch (error) {
    if (error instanceof QuestionError) return `question: ${error.faults[0]?.code}`;
    throw error;
  }
}

/** Predicted value of the row's metric in the row's unit, from physics and factors alone. */
export function predict(r: Resolved, table: FactorTable): number {
  const replica = makeReplica(r.question, r.device, r.layout, r.precision, factorsOf(r.keys, table));
  if (!replica) return Number.NaN;
  const { question: q } = r;
  const amount = q.load.kind === 'concurrency' ? q.load.inFlight.expected : 0;
  const at = loadCase(replica, q, q.request, amount, r.replicas);
  const perSecond = at.perSecond * r.replicas;
  switch (r.row.metric) {
    case 'timePerOutputTokenMs':
      return at.latencies?.timePerOutputTokenMs ?? Number.NaN;
    case 'timeToFirstTokenMs':
      return at.latencies?.timeToFirstTokenMs ?? Number.NaN;
    case 'outputTokensPerSecond':
      return perSecond * q.request.outputTokens;
    case 'totalTokensPerSecond':
      return perSecond * (q.request.outputTokens + q.request.inputTokens);
    case 'requestsPerSecond':
      return perSecond;
    case 'prefillTokensPerSecond':
      return q.request.inputTokens / ((at.latencies?.timeToFirstTokenMs ?? Number.NaN) / 1000);
    default:
      return Number.NaN;
  }
}
