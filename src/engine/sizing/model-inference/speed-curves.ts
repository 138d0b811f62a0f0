/**
 * Published speeds as curves: what a batch of b items takes on one card, for one model, engine, precision and item size.
 *
 *   t(b) = √(floor² + (b × item)²)     (floor: launches and host work; item: what shrinks with a faster card)
 *
 * Speech and text that are decoded token by token add the two instead (`overlapOf`). Between measured batches the curve runs
 * through the points; outside it follows the fitted line.
 */
import type { Accelerator } from '../../catalogue/accelerator.js';
import type { Catalogue } from '../../catalogue/catalogue.js';
import type { MeasuredRow } from '../../catalogue/measured-row.js';
import { MS_PER_SECOND } from '../../units.js';
import { normaliseName } from '../reference/names.js';
import { type Overlap, together, workIn } from '../reference/overlap.js';
import { engineKey, launchFloorSeconds } from './engines.js';
import type { InferenceTask } from './tasks.js';
import { type ItemSize, itemWork, passesOf } from './work.js';

export interface CurvePoint {
  readonly batch: number;
  readonly seconds: number;
  /** true: not measured on this card, but told by the shape of the curve on another one. */
  readonly isInferred?: boolean;
}

export interface SpeedCurve {
  /** Id of the first row. */
  readonly id: string;
  readonly task: InferenceTask;
  /** Model as the source prints it, and made comparable. */
  readonly model: string;
  readonly modelKey: string;
  readonly accelerator: Accelerator;
  readonly engine: string;
  readonly engineKey: string;
  readonly precision: string;
  readonly size: ItemSize;
  readonly isIteration: boolean;
  /** Cards that worked on one item together (parallel video generation); 1 = each its own. */
  readonly cardsPerItem: number;
  /** Ascending batches; empty for saturated (offline) measurements. */
  readonly points: readonly CurvePoint[];
  /** Seconds. */
  readonly floor: number;
  readonly item: number;
  readonly rowCount: number;
  readonly isSaturated: boolean;
  readonly source: string;
}

/** Rows of one curve: seconds of a batch by batch, and seconds an item of saturated rows. */
interface RowGroup {
  readonly rows: MeasuredRow[];
  readonly points: Map<number, number[]>;
  readonly saturated: number[];
}

/** From about this batch on, a card is saturated: measurements without a batch (MLPerf offline) are of that kind. */
export const SATURATED_BATCH: Readonly<Record<InferenceTask, number>> = {
  embedding: 32,
  reranking: 32,
  vision: 64,
  'image-generation': 1,
  'video-generation': 1,
  'speech-recognition': 64,
  'speech-synthesis': 16,
  ocr: 1,
  translation: 128,
};

/** Utterances of LibriSpeech dev-clean, which MLPerf's RNN-T uses, last 7.2 s on average. */
const LIBRISPEECH_SECONDS = 7.2;

/**
 * MLPerf's BERT computes no padding: its SQuAD texts have 384 tokens at most and are done 2.18 to 2.34 times as fast as TensorRT
 * does 384 in full on the same A30 and T4 (its demo/BERT), as 178 are. At 384 an A100 would exceed its peak by a half.
 */
const SQUAD_TOKENS = 178;
function isUnpadded({ model, configuration }: MeasuredRow): boolean {
  return configuration.mode === 'offline' && /^BERT-large SQuAD/.test(model ?? '');
}

/** All curves of a task, from its rows: `catalogue.derive` calls this once through `taskCurves`. */
export function curvesOf(rows: readonly MeasuredRow[], cards: ReadonlyMap<string, Accelerator>): SpeedCurve[] {
  const groups = new Map<string, RowGroup>();
  for (const row of rows) {
    const seconds = secondsOfRow(row);
    if (seconds === null || !cards.has(row.accelerator)) continue;
    const key = curveKey(row);
    const group: RowGroup = groups.get(key) ?? { rows: [], points: new Map(), saturated: [] };
    group.rows.push(row);
    const batch = batchOf(row);
    if (batch === null) group.saturated.push(seconds);
    else group.points.set(batch, [...(group.points.get(batch) ?? []), seconds * batch]);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap((group) => {
    const first = group.rows[0];
    const accelerator = first === undefined ? undefined : cards.get(first.accelerator);
    if (first === undefined || accelerator === undefined) return [];
    const key = engineKey(first.engine ?? '');
    const points = [...group.points.entries()]
      .map(([batch, seconds]) => ({ batch, seconds: geometricMean(seconds) }))
      .sort((a, b) => a.batch - b.batch);
    const curve = {
      id: first.id,
      task: first.task as InferenceTask,
      model: first.model ?? '',
      modelKey: normaliseName(first.model ?? ''),
      accelerator,
      engine: first.engine ?? '',
      engineKey: key,
      precision: first.precision ?? 'fp16',
      size: sizeOfRow(first),
      isIteration: first.metric === 'iterationsPerSecond',
      cardsPerItem: cardsPerItem(first),
    };
    const line =
      points.length > 0 ? lineOf(curve, points) : { floor: usualFloor(curve), item: geometricMean(group.saturated) };
    return [
      {
        ...curve,
        points,
        ...line,
        rowCount: group.rows.length,
        isSaturated: points.length === 0,
        source: first.provenance.source,
      },
    ];
  });
}

const TASKS_WITH_CURVES = [
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

/** Curves by task of a catalogue. */
export function taskCurves(catalogue: Catalogue): ReadonlyMap<string, readonly SpeedCurve[]> {
  return new Map(
    TASKS_WITH_CURVES.map((task) => [
      task,
      completeCurves(curvesOf(catalogue.measuredRows(task), catalogue.acceleratorsById)),
    ]),
  );
}

/**
 * Fills batches that were measured elsewhere: t(b) = t(b0) × [t(b) / t(b0) there], b0 the nearest own batch. Curves of one model,
 * engine and item size share their shape more than they share a floor: those of one precision on other cards; where speech is
 * decoded token by token, else those of another precision on this card.
 */
export function completeCurves(curves: readonly SpeedCurve[]): SpeedCurve[] {
  const siblings = new Map<string, SpeedCurve[]>();
  const keyOf = (c: SpeedCurve) =>
    JSON.stringify([c.task, c.modelKey, c.engine, c.size, c.isIteration, c.cardsPerItem]);
  for (const curve of curves) {
    if (curve.isSaturated) continue;
    const key = keyOf(curve);
    siblings.set(key, [...(siblings.get(key) ?? []), curve]);
  }
  return curves.map((curve) => {
    // Three batches draw the card's own line; between its batches a curve needs no help.
    if (curve.points.length > 2) return curve;
    const others = siblings.get(keyOf(curve)) ?? [];
    const near = [others.filter((c) => c !== curve && c.precision === curve.precision)];
    if (isDecodedSpeech(curve))
      near.push(others.filter((c) => c.accelerator.id === curve.accelerator.id && c !== curve));
    const first = curve.points[0]?.batch ?? 0;
    const last = curve.points[curve.points.length - 1]?.batch ?? 0;
    const added: CurvePoint[] = [];
    for (const batch of new Set(near.flat().flatMap((c) => c.points.map((p) => p.batch)))) {
      if (batch >= first && batch <= last) continue;
      const point = near.map((list) => inferPoint(curve, list, batch)).find((p) => p !== null);
      if (point !== undefined) added.push(point);
    }
    if (added.length === 0) return curve;
    const points = [...curve.points, ...added].sort((a, b) => a.batch - b.batch);
    return { ...curve, points, ...lineOf(curve, points) };
  });
}

/** What decides how a curve runs from one batch to the next. */
export type CurveKind = Pick<SpeedCurve, 'task' | 'engineKey' | 'size' | 'isIteration' | 'model'>;

/** Floor and item of a curve from its points; what one point does not tell is its kind's. */
export function lineOf(kind: CurveKind, points: readonly CurvePoint[]): { floor: number; item: number } {
  const only = points[0];
  if (points.length === 1 && only !== undefined && isDecodedSpeech(kind)) {
    const alone = only.seconds / (DECODING_SHARE + (1 - DECODING_SHARE) * only.batch);
    return { floor: DECODING_SHARE * alone, item: (1 - DECODING_SHARE) * alone };
  }
  return fitLine(points, usualFloor(kind), overlapOf(kind));
}

/** How floor and items of a curve make its time. OCR works on one page after its host's share, decoders after their encoders. */
export function overlapOf(kind: Pick<SpeedCurve, 'task' | 'model'>): Overlap {
  const isSequential = kind.task === 'ocr' || kind.task === 'translation' || isDecodedSpeech(kind);
  return isSequential ? 'sequential' : 'overlapped';
}

/** Seconds of a batch on the line of a curve. */
function lineAt(curve: SpeedCurve, batch: number): number {
  return together(curve.floor, batch * curve.item, overlapOf(curve));
}

/** Seconds of a batch that its engine usually takes however few items it holds: launches, in each pass. */
function usualFloor(kind: CurveKind): number {
  return launchFloorSeconds(kind.engineKey) * passesOf(kind.task, kind.size, kind);
}

/** Speech models that write token after token: a decoding step takes as long for one recording as for some. */
export function isDecodedSpeech({ task, model }: Pick<SpeedCurve, 'task' | 'model'>): boolean {
  return task === 'speech-recognition' && /whisper/i.test(model);
}

/**
 * Share of a recording's seconds, alone on the card, that such steps take. faster-whisper's own table: 63 s alone, 17 s a recording
 * eight at once, a share of 0.83; WhisperX (Bain et al. 2023): batches are twelve times as fast, a share of 0.95 or more at 32.
 */
const DECODING_SHARE = 0.85;

/** Share of a batch's seconds that its launches would take alone, as the line has it: measured points scatter around it. */
export function floorShare(curve: SpeedCurve, batch: number): number {
  return curve.floor / lineAt(curve, batch);
}

function inferPoint(curve: SpeedCurve, others: readonly SpeedCurve[], batch: number): CurvePoint | null {
  const near = [...curve.points].sort(
    (a, b) => Math.abs(Math.log(a.batch / batch)) - Math.abs(Math.log(b.batch / batch)) || a.batch - b.batch,
  );
  for (const own of near) {
    const ratios = others.flatMap((c) => {
      const here = c.points.find((p) => p.batch === own.batch);
      const there = c.points.find((p) => p.batch === batch);
      return here === undefined || there === undefined ? [] : [there.seconds / here.seconds];
    });
    if (ratios.length > 0) return { batch, seconds: own.seconds * geometricMean(ratios), isInferred: true };
  }
  return null;
}

/** Seconds of a batch of `batch` items by the curve's card; `batch` null = saturated, a batch of one very large one. */
export function secondsAt(curve: SpeedCurve, batch: number): number {
  const { points } = curve;
  const first = points[0];
  const last = points[points.length - 1];
  const line = lineAt(curve, batch);
  // A saturated measurement holds the floor already; smaller batches show it again.
  if (first === undefined || last === undefined) {
    const shown = curve.floor * Math.max(0, 1 - batch / SATURATED_BATCH[curve.task]);
    return together(shown, batch * curve.item, overlapOf(curve));
  }
  if (batch <= first.batch) return (first.seconds * line) / lineAt(curve, first.batch);
  if (batch >= last.batch) return (last.seconds * line) / lineAt(curve, last.batch);
  for (let i = 1; i < points.length; i += 1) {
    const high = points[i];
    const low = points[i - 1];
    if (high === undefined || low === undefined || batch > high.batch) continue;
    if (curve.task === 'translation') {
      // Decoding is flat in the batch until the card fills: straight in logarithms.
      const share = Math.log(batch / low.batch) / Math.log(high.batch / low.batch);
      return low.seconds * (high.seconds / low.seconds) ** share;
    }
    // Straight between two batches, as the line is: in the squares where floor and items overlap.
    const power = powerOf(overlapOf(curve));
    const share = (batch ** power - low.batch ** power) / (high.batch ** power - low.batch ** power);
    return (low.seconds ** power + (high.seconds ** power - low.seconds ** power) * share) ** (1 / power);
  }
  return line;
}

/** Seconds an item of one whole card; null for rows that don't speak of speed, or only of a slice or a paced load. */
function secondsOfRow(row: MeasuredRow): number | null {
  if (row.value <= 0 || row.provenance.confidence === 'recalled') return null;
  const c = row.configuration;
  if (c.mode === 'server' || c.powerCapped === true || c.virtualised === true) return null;
  if (c.migInstances !== undefined) return null;
  const count = row.acceleratorCount;
  switch (row.metric) {
    case 'samplesPerSecond':
    case 'imagesPerSecond':
    case 'pagesPerSecond':
    case 'iterationsPerSecond':
    case 'outputTokensPerSecond':
      return count / row.value;
    case 'realTimeFactor':
      return typeof c.audioSeconds === 'number' ? (c.audioSeconds * count) / row.value : null;
    case 'latencyMs':
      // Clips with a real-time factor say the same twice; several cards on one item are a layout of their own.
      if (row.task === 'speech-recognition') return null;
      return row.value / MS_PER_SECOND / (batchOf(row) ?? 1);
    default:
      return null;
  }
}

function batchOf(row: MeasuredRow): number | null {
  const batch = row.configuration.batch;
  return typeof batch === 'number' && batch > 0 ? batch : null;
}

function cardsPerItem(row: MeasuredRow): number {
  return row.metric === 'latencyMs' ? row.acceleratorCount : 1;
}

/** Item size as the row states it. */
export function sizeOfRow(row: MeasuredRow): ItemSize {
  const size: Record<string, number> = {};
  for (const field of ['tokens', 'width', 'height', 'steps', 'frames', 'audioSeconds', 'beams'] as const) {
    const value = row.configuration[field];
    if (typeof value === 'number') size[field] = value;
  }
  if (row.configuration.input === 'LibriSpeech utterance') size.audioSeconds = LIBRISPEECH_SECONDS;
  if (isUnpadded(row)) size.tokens = SQUAD_TOKENS;
  return size as ItemSize;
}

function curveKey(row: MeasuredRow): string {
  const c = row.configuration;
  return JSON.stringify([
    row.task,
    normaliseName(row.model ?? ''),
    row.accelerator,
    batchOf(row) === null ? engineKey(row.engine ?? '') : (row.engine ?? ''),
    row.precision,
    row.metric === 'latencyMs' && row.acceleratorCount,
    row.metric === 'iterationsPerSecond',
    sizeOfRow(row),
    c.input ?? '',
    c.powerLimitW ?? '',
  ]);
}

/**
 * Floor and item by least squares in relative error, both positive; one point: the engine's floor, at most 80 %. Where the two
 * overlap, the line is straight in the squares: t² = floor² + b² × item².
 */
export function fitLine(
  points: readonly CurvePoint[],
  usualFloor: number,
  overlap: Overlap,
): { floor: number; item: number } {
  const first = points[0];
  if (first === undefined) return { floor: usualFloor, item: usualFloor };
  if (points.length > 1) {
    const power = powerOf(overlap);
    let s11 = 0;
    let s12 = 0;
    let s22 = 0;
    let r1 = 0;
    let r2 = 0;
    for (const { batch, seconds } of points) {
      const a = seconds ** -power;
      const b = (batch / seconds) ** power;
      s11 += a * a;
      s12 += a * b;
      s22 += b * b;
      r1 += a;
      r2 += b;
    }
    const determinant = s11 * s22 - s12 * s12;
    const floor = (r1 * s22 - r2 * s12) / determinant;
    const item = (r2 * s11 - r1 * s12) / determinant;
    if (Number.isFinite(floor) && Number.isFinite(item) && item > 0 && floor >= 0) {
      return { floor: floor ** (1 / power), item: item ** (1 / power) };
    }
    if (Number.isFinite(item) && floor < 0) return { floor: 0, item: (r2 / s22) ** (1 / power) };
  }
  const floor = Math.min(usualFloor, 0.8 * first.seconds);
  return { floor, item: workIn(first.seconds, floor, overlap) / first.batch };
}

/** Power in which a line of that kind is straight. */
function powerOf(overlap: Overlap): number {
  return overlap === 'sequential' ? 1 : 2;
}

function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** The size asked for, the fields that the caller left out being the curve's own; without beams, text is sampled. */
export function askedSize(task: InferenceTask, curve: SpeedCurve, size: ItemSize): ItemSize {
  return task === 'translation' ? size : { ...curve.size, ...size };
}

/** Work of one item of the curve at the asked size, and as measured. */
export function workAt(task: InferenceTask, curve: SpeedCurve, size: ItemSize): { asked: number; measured: number } {
  return {
    asked: itemWork(task, askedSize(task, curve, size), { model: curve.model }),
    measured: itemWork(task, curve.size, curve),
  };
}
