/** Measured rows resolved as questions, and what physics misses on them: the references of corrections, fit and report. */
import type { Catalogue } from '../../catalogue/catalogue.js';
import { QuestionError } from '../../question-error.js';
import { effectKeys, type FactorContext, type FactorSet, type FactorTable, factorsOf } from './efficiency.js';
import { deviceOfHardware, resolveEvaluation } from './evaluating.js';
import { FACTOR_TABLE } from './factors.js';
import { devicesOf, type Layout } from './layouts.js';
import { type Case, readCases } from './measured-cases.js';
import type { MemoryBudget } from './memory.js';
import { loadCase } from './performance.js';
import type { WeightPrecision } from './precision.js';
import { familyOfName, type InferenceQuestion } from './question.js';
import type { Reference } from './reference-correction.js';
import { type Features, OFFLINE_CONCURRENCY } from './reference-kernel.js';
import { type DeviceContext, factorContext, makeReplica } from './replica.js';

export interface Resolved extends Case {
  readonly question: InferenceQuestion;
  readonly device: DeviceContext;
  readonly layout: Layout;
  readonly precision: WeightPrecision;
  readonly budget: MemoryBudget;
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

/** Resolves a case as `/evaluate` would; a text says why it cannot be. */
export function resolveCase(c: Case, catalogue: Catalogue): Resolved | string {
  try {
    const e = resolveEvaluation(c.workload, c.configuration, catalogue, '/workload');
    const device = deviceOfHardware(e.hardware);
    if (!device) return 'card unknown';
    const precision = e.compatibility.precision;
    const replica = makeReplica(e.question, device, e.layout, precision);
    if (!replica) return 'card unknown';
    const { budget } = replica;
    if (budget.weightsGiB > device.deviceGiB) return 'does not fit';
    const family = e.question.model.family;
    const { configuration: k, workload: w } = c;
    return {
      ...c,
      question: e.question,
      device,
      layout: e.layout,
      precision,
      budget,
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
  return predictWith(r, factorsOf(r.keys, table));
}

/** The same under stated factors. */
export function predictWith(r: Resolved, factors: FactorSet): number {
  const replica = makeReplica(r.question, r.device, r.layout, r.precision, factors, r.budget);
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

export interface FamilyReferences {
  readonly later: readonly Reference[];
  readonly first: readonly Reference[];
}

export interface References {
  /** References of one architecture group. */
  of(family: string): FamilyReferences;
  /** Some row was measured with this engine on this card. */
  isMeasured(engine: string, card: string): boolean;
}

const NOTHING: FamilyReferences = { later: [], first: [] };

/** Vendors' and harness runs repeat within this, natural logarithm; other sources within the second. */
const HARNESS_NOISE = 0.06;
const OTHER_NOISE = 0.12;
const HARNESSES = new Set(['inferencex', 'aic-gap-analysis', 'NVIDIA/TensorRT-LLM', 'mlperf', 'QwenLM/Qwen3']);
/** A residual beyond this is doubted: a typing error or another set-up weighs less. */
const DOUBTFUL = 0.95;

/** Features of a configuration that serves `concurrency` requests on a replica. */
export function featuresOf(
  context: FactorContext,
  family: string,
  version: string | null,
  layout: Layout,
  request: { readonly inputTokens: number; readonly outputTokens: number },
  concurrency: number | null,
): Features {
  return {
    family,
    card: context.cardId,
    cardClass: context.cardClass,
    engine: context.engine,
    vintage: context.vintage,
    version,
    format: context.format,
    concurrency: concurrency === null ? OFFLINE_CONCURRENCY : Math.log2(Math.max(1, concurrency)),
    input: Math.log2(Math.max(1, request.inputTokens)),
    output: Math.log2(Math.max(1, request.outputTokens)),
    devices: Math.log2(devicesOf(layout)),
    isExpertParallel: layout.expert > 1,
    isAttentionData: layout.attentionData > 1,
    isPipelined: layout.pipeline > 1,
  };
}

export function featuresOfResolved(r: Resolved): Features {
  const load = r.question.load;
  const inFlight = load.kind === 'concurrency' ? Math.ceil(load.inFlight.expected / r.replicas) : null;
  return featuresOf(
    r.context,
    r.question.model.family,
    r.question.engine.version,
    r.layout,
    r.question.request,
    inFlight,
  );
}

/** The residual of a row under a table; a rate counts as the time that it is the inverse of. */
export function referenceOf(r: Resolved, table: FactorTable): Reference {
  const ratio = Math.log(r.row.value / predict(r, table));
  const isRate = r.metric === 'throughput' || r.metric === 'prefill';
  const residual = isRate ? -ratio : ratio;
  const own = HARNESSES.has(r.source) ? HARNESS_NOISE : OTHER_NOISE;
  const doubt = (Math.abs(residual) > DOUBTFUL ? 7 : 1) * (r.row.task === 'llm-burst' ? 4 : 1) * (r.isExact ? 1 : 2);
  // First-token residuals vary twice as much as later ones from set-up to set-up: against that, the same noise counts less.
  const isFirst = r.metric === 'timeToFirstToken' || r.metric === 'prefill';
  const noise = own * own * doubt * (isFirst ? 0.25 : 1);
  return { rowId: r.row.id, features: featuresOfResolved(r), residual, noise, source: r.source };
}

/** Splits references by what they speak about. */
function familyReferences(rows: readonly Resolved[], table: FactorTable): FamilyReferences {
  const later: Reference[] = [];
  const first: Reference[] = [];
  for (const r of rows) {
    const reference = referenceOf(r, table);
    if (!Number.isFinite(reference.residual)) continue;
    (r.metric === 'timeToFirstToken' || r.metric === 'prefill' ? first : later).push(reference);
  }
  return { later, first };
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const list = groups.get(key);
    if (list) list.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Which engines were measured on which cards. */
function measuredPairs(rows: readonly { readonly engine: string | null; readonly accelerator: string }[]) {
  const pairs = new Set(rows.map((r) => `${r.engine}|${r.accelerator}`));
  return (engine: string, card: string): boolean => pairs.has(`${engine}|${card}`);
}

/** Groups references by architecture. */
export function groupReferences(rows: readonly Resolved[], table: FactorTable): References {
  const families = groupBy(rows, (r) => r.question.model.family);
  const known = new Map([...families].map(([family, of]) => [family, familyReferences(of, table)]));
  return { of: (family) => known.get(family) ?? NOTHING, isMeasured: measuredPairs(rows.map((r) => r.row)) };
}

/** References of a catalogue (`catalogue.derive`): rows are resolved architecture by architecture, when one is asked for. */
export function catalogueReferences(catalogue: Catalogue): References {
  const remembering = rememberNames(catalogue);
  const { cases } = readCases(catalogue);
  const casesByModel = groupBy(cases, (c) => c.row.model ?? '');
  const casesByFamily = new Map<string, Case[]>();
  for (const [model, cases] of casesByModel) {
    const family = familyOfName(model, remembering);
    if (family !== null) casesByFamily.set(family, [...(casesByFamily.get(family) ?? []), ...cases]);
  }
  const known = new Map<string, FamilyReferences>();
  return {
    isMeasured: measuredPairs(cases.map((c) => c.row)),
    of(family) {
      let references = known.get(family);
      if (references === undefined) {
        const rows: Resolved[] = [];
        for (const c of casesByFamily.get(family) ?? []) {
          const r = resolveCase(c, remembering);
          if (typeof r !== 'string') rows.push(r);
        }
        references = familyReferences(rows, FACTOR_TABLE);
        known.set(family, references);
      }
      return references;
    },
  };
}

/** The same few names come thousands of times. */
function rememberNames(catalogue: Catalogue): Catalogue {
  const models = new Map<string, ReturnType<Catalogue['resolveModel']>>();
  const cards = new Map<string, ReturnType<Catalogue['resolveAccelerator']>>();
  return {
    ...catalogue,
    resolveModel(name, pointer) {
      const known = models.get(name) ?? catalogue.resolveModel(name, pointer);
      models.set(name, known);
      return known;
    },
    resolveAccelerator(name, pointer) {
      const known = cards.get(name) ?? catalogue.resolveAccelerator(name, pointer);
      cards.set(name, known);
      return known;
    },
  };
}

/** All rows that can be asked, resolved; and why the others cannot. */
export function resolveRows(catalogue: Catalogue): {
  readonly rows: readonly Resolved[];
  readonly skipped: ReadonlyMap<string, number>;
} {
  const remembering = rememberNames(catalogue);
  const { cases, skipped } = readCases(catalogue);
  const reasons = new Map(skipped);
  const rows: Resolved[] = [];
  for (const c of cases) {
    const r = resolveCase(c, remembering);
    if (typeof r === 'string') reasons.set(r, (reasons.get(r) ?? 0) + 1);
    else rows.push(r);
  }
  return { rows, skipped: reasons };
}
