/** Resolves a model-inference question: model, precision, engine, references; all faults at once. */
import type { ModelCard } from '../../catalogue/model-card.js';
import { type Finding, finding } from '../../finding.js';
import { type Fault, fault, QuestionError } from '../../question-error.js';
import {
  curvesOfNames,
  curvesOfSisters,
  curvesOfTask,
  familyCurves,
  gigaflopOf,
  isSister,
  namesOfCard,
  ownCurves,
  usualEngine,
  usualPrecision,
} from '../../sizing/model-inference/find-references.js';
import { type SpeedModel, speedModel } from '../../sizing/model-inference/speed-model.js';
import type { BatchTime, OwnReference, ReferenceSet, WeighedCurve } from '../../sizing/model-inference/task-speed.js';
import { type InferenceTask, TASKS } from '../../sizing/model-inference/tasks.js';
import type { ItemSize } from '../../sizing/model-inference/work.js';
import { nearestNames } from '../../sizing/reference/names.js';
import { BYTES_PER_GB, BYTES_PER_GIB, MS_PER_SECOND } from '../../units.js';
import { assumed, withoutEffect } from '../option-parts.js';
import type { PrepareContext } from '../scenario.js';
import type { ModelInferenceWorkload } from './model-inference-schema.js';

export interface InferenceQuestion {
  readonly workload: ModelInferenceWorkload;
  readonly task: InferenceTask;
  readonly modelId: string | null;
  readonly modelName: string;
  readonly parametersBillion: number | null;
  /** OCR pipelines: largest published peak of one worker, GiB, and its row; null = none, or another kind of model. */
  readonly peak: { readonly memoryGiB: number; readonly row: string } | null;
  readonly precision: string;
  readonly isPrecisionStated: boolean;
  readonly engine: string | null;
  readonly isEngineStated: boolean;
  readonly size: ItemSize;
  /** Items of the task's unit that one request holds (pages of a document). */
  readonly itemsPerRequest: number;
  readonly cardsPerItem: number;
  readonly references: ReferenceSet;
  readonly speed: SpeedModel;
  /** Seconds of a batch by card and batch, filled as they are asked for; pure, so that order does not matter. */
  readonly times: Map<string, BatchTime | null>;
  readonly findings: readonly Finding[];
}

export function inferenceQuestion(workload: ModelInferenceWorkload, context: PrepareContext): InferenceQuestion {
  const { catalogue, pointer } = context;
  const faults: Fault[] = [];
  const findings: Finding[] = [];
  const task = workload.task;
  const speed = catalogue.derive(speedModel);
  const taskCurves = curvesOfTask(speed, task);
  if (workload.rate !== undefined && workload.concurrency !== undefined) {
    faults.push(fault('exactly-one-of', pointer, { fields: ['rate', 'concurrency'] }));
  }
  const { input = {} } = workload;
  const { pages, ...size } = input;
  const named = nameOf(workload, context, taskCurves, faults);
  const curves = named === null ? [] : named.curves;
  const precision = statedPrecision(workload) ?? usualPrecision(curves, task);
  if (statedPrecision(workload) === null) findings.push(assumed('precision', precision));
  const engine = workload.engine ?? usualEngine(curves.length > 0 ? curves : taskCurves, task, precision);
  if (workload.engine === undefined && engine !== null) findings.push(assumed('engine', engine));
  const cardsPerItem = workload.cardsPerItem ?? 1;
  if (cardsPerItem > 1 && task !== 'image-generation' && task !== 'video-generation') {
    faults.push(
      fault('contradiction', `${pointer}/cardsPerItem`, {
        first: 'cardsPerItem',
        second: 'task',
        why: 'only pictures and video are spread over cards',
      }),
    );
  }
  const query = { task, precision, engine, size: size as ItemSize, cardsPerItem };
  const own = ownReference(workload, precision, engine, context, faults);
  findings.push(...unusedInput(input, task, own !== null));
  let weighed = ownCurves(curves, query);
  if (named !== null && weighed.length === 0 && own === null) {
    const gflop = named.gigaflopPerItem ?? (named.card === null ? null : gigaflopOf(named.card, task, query.size));
    const sisters = curvesOfSisters(taskCurves, named.name, query);
    weighed = sisters.length > 0 || gflop === null ? sisters : familyCurves(catalogue, speed, query, gflop);
    findings.push(
      sisters.length > 0
        ? finding('sister-model', { model: named.name, sister: sisters[0]?.curve.model ?? null })
        : weighed.length > 0
          ? finding('family-by-flops', { model: named.name, gigaflopPerItem: gflop })
          : finding('model-without-reference', { model: named.name, task }),
    );
  }
  if (faults.length > 0 || named === null) throw new QuestionError(faults);
  if (own !== null && weighed.length > 0) weighed = [];
  return {
    workload,
    task,
    modelId: named.card?.id ?? null,
    modelName: named.name,
    parametersBillion: named.parametersBillion,
    peak: task === 'ocr' ? largestPeak(catalogue, new Set(weighed.map(({ curve }) => curve.model))) : null,
    precision,
    isPrecisionStated: statedPrecision(workload) !== null,
    engine,
    isEngineStated: workload.engine !== undefined,
    size: query.size,
    itemsPerRequest: task === 'ocr' ? (pages ?? 1) : 1,
    cardsPerItem,
    references: { query, curves: mostTelling(weighed), own },
    speed,
    times: new Map(),
    findings,
  };
}

/** The surest few curves of each card; the others would only be weighed away. */
function mostTelling(curves: readonly WeighedCurve[]): readonly WeighedCurve[] {
  const perCard = new Map<string, number>();
  return [...curves]
    .sort((a, b) => a.sigma - b.sigma || (a.curve.id < b.curve.id ? -1 : 1))
    .filter(({ curve }) => {
      const seen = perCard.get(curve.accelerator.id) ?? 0;
      perCard.set(curve.accelerator.id, seen + 1);
      return seen < CURVES_PER_CARD;
    });
}
const CURVES_PER_CARD = 4;

/** Sizes that a task reads. */
const READ_INPUT: Readonly<Record<InferenceTask, readonly string[]>> = {
  embedding: ['tokens'],
  reranking: ['tokens'],
  vision: ['width', 'height'],
  'image-generation': ['width', 'height', 'steps', 'guidance'],
  'video-generation': ['width', 'height', 'steps', 'frames'],
  'speech-recognition': ['audioSeconds'],
  'speech-synthesis': ['audioSeconds'],
  ocr: ['pages'],
  translation: ['beams'],
};
/** Sizes that are read beside the caller's own measurement, which speaks of items of his size. */
const READ_BESIDE_OWN: readonly string[] = ['tokens', 'audioSeconds', 'pages'];

function unusedInput(input: object, task: InferenceTask, isOwn: boolean): Finding[] {
  return Object.keys(input).flatMap((field) => {
    if (!READ_INPUT[task].includes(field)) return [withoutEffect(`input.${field}`, `${task} does not read it`)];
    return isOwn && !READ_BESIDE_OWN.includes(field)
      ? [withoutEffect(`input.${field}`, 'your own measurement is taken as one of such items')]
      : [];
  });
}

function statedPrecision(workload: ModelInferenceWorkload): string | null {
  const stated = workload.precision?.toLowerCase();
  return stated === undefined || stated === 'auto' ? null : stated;
}

interface NamedModel {
  readonly name: string;
  readonly card: ModelCard | null;
  readonly curves: ReturnType<typeof curvesOfNames>;
  readonly parametersBillion: number | null;
  readonly gigaflopPerItem: number | null;
}

function nameOf(
  workload: ModelInferenceWorkload,
  { catalogue, pointer }: PrepareContext,
  taskCurves: ReturnType<typeof curvesOfTask>,
  faults: Fault[],
): NamedModel | null {
  const { model, task } = workload;
  if (typeof model !== 'string') {
    return {
      name: model.name ?? 'stated by its work',
      card: null,
      curves: [],
      parametersBillion: model.parametersBillion,
      gigaflopPerItem: model.gigaflopPerItem,
    };
  }
  const direct = curvesOfNames(taskCurves, [model]);
  const resolved = catalogue.resolveModel(model, `${pointer}/model`);
  // Sources add what they measured in brackets: `BERT-base (12L/768)`.
  const bare = model.replace(/\s*\([^)]*\)/g, '').trim();
  const again =
    'fault' in resolved && bare !== '' && bare !== model ? catalogue.resolveModel(bare, `${pointer}/model`) : resolved;
  const card = 'found' in again ? again.found : null;
  const hasSister = taskCurves.some((curve) => isSister(model, curve.model));
  if (card !== null && direct.length === 0) {
    const isEncoder = task === 'embedding' || task === 'reranking';
    if (card.task !== task && !(isEncoder && ['embedding', 'reranking', 'llm'].includes(card.task))) {
      faults.push(
        fault('contradiction', `${pointer}/task`, {
          first: 'task',
          second: 'model',
          why: `${card.name} is a model for ${card.task}`,
        }),
      );
      return null;
    }
  }
  const curves = direct.length > 0 ? direct : card === null ? [] : curvesOfNames(taskCurves, namesOfCard(card));
  if (card === null && curves.length === 0 && !hasSister && workload.reference === undefined) {
    const known = [
      ...taskCurves.map((curve) => curve.model),
      ...[...catalogue.modelsById.values()].filter((c) => c.task === task).map((c) => c.name),
    ];
    faults.push(
      'fault' in resolved && resolved.fault.code === 'ambiguous-model'
        ? resolved.fault
        : fault('unknown-model', `${pointer}/model`, { value: model }, nearestNames(model, known)),
    );
    return null;
  }
  return {
    name: card?.name ?? curves[0]?.model ?? model,
    card: card !== null && card.task === task ? card : null,
    curves,
    parametersBillion: card?.parametersBillion ?? parametersOf(curves, catalogue, task),
    gigaflopPerItem: null,
  };
}

/** Parameters that the rows of a model state. */
function parametersOf(
  curves: ReturnType<typeof curvesOfNames>,
  catalogue: PrepareContext['catalogue'],
  task: InferenceTask,
): number | null {
  const keys = new Set(curves.map((curve) => curve.model));
  for (const rowTask of TASKS[task].rowTasks) {
    for (const row of catalogue.measuredRows(rowTask)) {
      const parameters = row.configuration.parametersBillion;
      if (keys.has(row.model ?? '') && typeof parameters === 'number' && parameters > 0) return parameters;
    }
  }
  return null;
}

/**
 * Pipelines of several networks behind an allocator that keeps what it once took: their parameters say little of their memory, and
 * the largest published peak is taken.
 */
function largestPeak(
  catalogue: PrepareContext['catalogue'],
  models: ReadonlySet<string>,
): { readonly memoryGiB: number; readonly row: string } | null {
  let largest: { memoryGiB: number; row: string } | null = null;
  for (const row of catalogue.measuredRows('ocr')) {
    if (row.metric !== 'peakMemoryGB' || !models.has(row.model ?? '')) continue;
    const memoryGiB = (row.value * BYTES_PER_GB) / BYTES_PER_GIB;
    if (largest === null || memoryGiB > largest.memoryGiB) largest = { memoryGiB, row: row.id };
  }
  return largest;
}

/** The caller's own measurement, as seconds of a batch on one card. */
function ownReference(
  workload: ModelInferenceWorkload,
  precision: string,
  engine: string | null,
  { catalogue, pointer }: PrepareContext,
  faults: Fault[],
): OwnReference | null {
  const own = workload.reference;
  if (own === undefined) return null;
  const resolved = catalogue.resolveAccelerator(own.accelerator, `${pointer}/reference/accelerator`);
  if ('fault' in resolved) {
    faults.push(resolved.fault);
    return null;
  }
  const batch = own.batch ?? workload.batch ?? 1;
  const audio = workload.input?.audioSeconds;
  if (own.metric === 'realTimeFactor' && audio === undefined) {
    faults.push(
      fault('contradiction', `${pointer}/reference/metric`, {
        first: 'reference.metric',
        second: 'input.audioSeconds',
        why: 'a real-time factor says nothing of clips without their length',
      }),
    );
    return null;
  }
  const secondsPerBatch =
    own.metric === 'latencyMs'
      ? own.value / MS_PER_SECOND
      : own.metric === 'realTimeFactor'
        ? (batch * (audio ?? 1)) / own.value
        : batch / own.value;
  return {
    accelerator: resolved.found,
    precision: own.precision?.toLowerCase() ?? precision,
    batch,
    secondsPerBatch,
    model: typeof workload.model === 'string' ? workload.model : (workload.model.name ?? ''),
    engine: workload.engine ?? engine,
  };
}
