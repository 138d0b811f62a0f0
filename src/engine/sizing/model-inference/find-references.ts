/** Which published curves speak for a model: its own rows first, else its family by FLOPs. */
import type { Catalogue } from '../../catalogue/catalogue.js';
import type { ModelCard } from '../../catalogue/model-card.js';
import { normaliseName } from '../reference/names.js';
import { engineKey } from './engines.js';
import type { SpeedCurve } from './speed-curves.js';
import type { SpeedModel } from './speed-model.js';
import { otherModelCurves, type SpeedQuery, sameModelCurves, sisterCurves, type WeighedCurve } from './task-speed.js';
import { type InferenceTask, TASKS } from './tasks.js';
import type { ItemSize } from './work.js';

/** Curves of the tasks that may speak for a task, nearest task first. */
export function curvesOfTask(model: SpeedModel, task: InferenceTask): readonly SpeedCurve[] {
  return TASKS[task].rowTasks.flatMap((rowTask) => model.curves.get(rowTask) ?? []);
}

/** Curves whose printed model is one of the names: equal, else beginning with it (`BERT-large` → `BERT-large SQuAD`). */
export function curvesOfNames(curves: readonly SpeedCurve[], names: readonly string[]): readonly SpeedCurve[] {
  const keys = [...new Set(names.map(normaliseName))].filter((key) => key.length >= 3);
  const equal = curves.filter((curve) => keys.includes(curve.modelKey));
  if (equal.length > 0) return equal;
  const isLong = keys.filter((key) => key.length >= 6);
  return curves.filter((curve) => isLong.some((key) => curve.modelKey.startsWith(key)));
}

export function namesOfCard(card: ModelCard): string[] {
  return [card.id, card.name, ...card.aliases, ...(card.huggingFaceId === null ? [] : [card.huggingFaceId])];
}

/**
 * Engine that a question without one is answered for: the first of the task's usual ones that the curves know, else the
 * one with the most curves.
 */
export function usualEngine(
  curves: readonly SpeedCurve[],
  task: InferenceTask,
  precision: string | null,
): string | null {
  const fitting = precision === null ? curves : curves.filter((curve) => curve.precision === precision);
  const pool = fitting.length > 0 ? fitting : curves;
  const counts = new Map<string, number>();
  for (const curve of pool) counts.set(curve.engineKey, (counts.get(curve.engineKey) ?? 0) + 1);
  for (const usual of TASKS[task].defaultEngines) if (counts.has(usual)) return usual;
  return [...counts.entries()].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? null;
}

/** Precision that `auto` stands for: the task's usual one if measured, else the one with the most curves. */
export function usualPrecision(curves: readonly SpeedCurve[], task: InferenceTask): string {
  const usual = TASKS[task].defaultPrecision;
  if (curves.length === 0 || curves.some((curve) => curve.precision === usual)) return usual;
  const counts = new Map<string, number>();
  for (const curve of curves) counts.set(curve.precision, (counts.get(curve.precision) ?? 0) + 1);
  return [...counts.entries()].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? usual;
}

/** Forward work of one item, 10^9 operations, from a model card; null when the card does not tell. */
export function gigaflopOf(card: ModelCard, task: InferenceTask, size: ItemSize): number | null {
  if (card.workPerUnit !== undefined) {
    const edge = Number(/-(\d+)$/.exec(card.workPerUnit.unit)?.[1] ?? Number.NaN);
    const isStep = card.workPerUnit.unit.startsWith('step');
    const scale =
      Number.isFinite(edge) && size.width !== undefined ? (size.width * (size.height ?? size.width)) / edge ** 2 : 1;
    return card.workPerUnit.gflop * scale * (isStep ? (size.steps ?? 20) : 1);
  }
  const shape = card.transformer;
  if (shape === null || (task !== 'embedding' && task !== 'reranking')) return null;
  const tokens = size.tokens ?? 384;
  const body = shape.parametersBillion * 1e9 - shape.vocabularySize * shape.hiddenSize;
  const attention = 4 * shape.layers * tokens * shape.hiddenSize;
  return (tokens * (2 * body + attention)) / 1e9;
}

/** Curves of other models of the task whose work is known, weighed by FLOPs. */
export function familyCurves(
  catalogue: Catalogue,
  model: SpeedModel,
  query: SpeedQuery,
  askedGflop: number,
): WeighedCurve[] {
  const cards = [...catalogue.modelsById.values()].filter((card) => TASKS[query.task].rowTasks.includes(card.task));
  const curves = curvesOfTask(model, query.task).filter((curve) => !curve.isIteration && curve.cardsPerItem === 1);
  const cache = new Map<string, number | null>();
  const gflopOf = (curve: SpeedCurve): number | null => {
    const key = `${curve.modelKey}|${JSON.stringify(curve.size)}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const card = cards.find((c) => curvesOfNames([curve], namesOfCard(c)).length > 0);
    const gflop = card === undefined ? null : gigaflopOf(card, query.task, curve.size);
    cache.set(key, gflop);
    return gflop;
  };
  return otherModelCurves(curves, query, gflopOf, askedGflop);
}

/** Models that are built alike and do the same work an item; the first pattern that fits a name is its family. */
const SISTERS: readonly RegExp[] = [
  /pp-?ocrv[345].*mobile/i,
  /pp-?ocrv[345]/i,
  /pp-?ocr.*v1\./i,
  /flux(?!.?2)/i,
  /whisper.*large(?!.*turbo)/i,
  /stable.?diffusion.?(v?1|2)|\bsd.?(1|2)/i,
  /hunyuan.?video(?!.?1\.5)/i,
];

export function isSister(a: string, b: string): boolean {
  const family = SISTERS.findIndex((pattern) => pattern.test(a));
  return family >= 0 && SISTERS.findIndex((pattern) => pattern.test(b)) === family;
}

/** Curves of sister models, weighed. */
export function curvesOfSisters(curves: readonly SpeedCurve[], model: string, query: SpeedQuery): WeighedCurve[] {
  return sisterCurves(
    curves.filter((curve) => curve.cardsPerItem === 1 && isSister(model, curve.model)),
    query,
  );
}

/** Curves of the model itself, weighed. One card an item unless the question spreads it. */
export function ownCurves(curves: readonly SpeedCurve[], query: SpeedQuery): WeighedCurve[] {
  const isSpread = (query.cardsPerItem ?? 1) > 1;
  return sameModelCurves(isSpread ? curves : curves.filter((curve) => curve.cardsPerItem === 1), query);
}

/** Engines that need CUDA. */
export function needsCuda(engine: string | null): boolean {
  return engine !== null && CUDA_ENGINES.has(engineKey(engine));
}
const CUDA_ENGINES: ReadonlySet<string> = new Set([
  'tensorrt',
  'onnxruntime-tensorrt',
  'fastertransformer',
  'effective-fastertransformer',
  'stable-fast',
  'aitemplate',
  'faster-whisper',
  'xdit',
]);
