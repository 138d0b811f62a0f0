/**
 * What the curves of a catalogue teach about cards: how each kind of work follows the datasheet, the offsets of cards from it, and
 * a model's own offsets beyond that.
 */
import type { Accelerator } from '../../catalogue/accelerator.js';
import type { Catalogue } from '../../catalogue/catalogue.js';
import { type CardOffsets, fitCardOffsets, type Observation } from '../reference/card-offsets.js';
import { workIn } from '../reference/overlap.js';
import { ACCUMULATED_IN_16_BIT, type CardPromise, precisionClass, promiseOf } from '../reference/resources.js';
import { accumulatesIn16Bit, fixedLaunchRatio } from './engines.js';
import {
  type CurvePoint,
  floorShare,
  isDecodedSpeech,
  overlapOf,
  type SpeedCurve,
  taskCurves,
} from './speed-curves.js';

/** Kinds of work that follow the card alike, and share the offsets of cards. */
export type SpeedDomain = (typeof DOMAINS)[number];
const DOMAINS = [
  '8-bit',
  '8-bit-generation',
  '16-bit',
  '16-bit-vision',
  '16-bit-generation',
  '16-bit-decoding',
  '32-bit',
  '32-bit-decoding',
] as const;

/**
 * Exponents of matrix rate, bandwidth and power: least squares over the seed rows with a level for each workload, 2026-11
 * (rms of the rest 0.06-0.13; test/validation/visual-hpc.ts prints left-out errors). Power counts because long batches run at
 * the clock that the limit allows. 16-bit generation was measured on fast cards only: its exponents are those of 8 bit, with the
 * bandwidth's share on the matrix units. Vision in frameworks stays below 1 in all: part of it is host.
 */
export const PROMISES: Readonly<Record<SpeedDomain, CardPromise>> = {
  '8-bit': promiseOf({ matrix: 0.6, bandwidth: 0.05, power: 0.38 }),
  '8-bit-generation': promiseOf({ matrix: 0.45, bandwidth: 0.19, power: 0.34 }),
  '16-bit': promiseOf({ matrix: 0.6, bandwidth: 0.15, power: 0.3 }),
  '16-bit-vision': promiseOf({ matrix: 0.5, power: 0.2 }),
  '16-bit-generation': promiseOf({ matrix: 0.63, power: 0.34 }),
  '16-bit-decoding': promiseOf({ matrix: 0.3, bandwidth: 0.55 }),
  '32-bit': promiseOf({ matrix: 0.4, bandwidth: 0.3, power: 0.3 }),
  '32-bit-decoding': promiseOf({ matrix: 0.25, bandwidth: 0.75 }),
};

export function domainOf(precision: string, task: string): SpeedDomain {
  const width = precisionClass(precision);
  const isGeneration = task === 'image-generation' || task === 'video-generation';
  if (width === 'fp32') return task === 'translation' ? '32-bit-decoding' : '32-bit';
  if (width !== 'fp16') return isGeneration ? '8-bit-generation' : '8-bit';
  if (isGeneration) return '16-bit-generation';
  if (task === 'translation') return '16-bit-decoding';
  return task === 'vision' ? '16-bit-vision' : '16-bit';
}

export interface SpeedModel {
  readonly curves: ReadonlyMap<string, readonly SpeedCurve[]>;
  readonly offsets: Readonly<Record<SpeedDomain, CardOffsets>>;
  /** What a model's own curves say of a card beyond that, by `task|model`. */
  readonly modelOffsets: ReadonlyMap<string, CardOffsets>;
}

/** Made once a catalogue: `catalogue.derive(speedModel)`. */
export function speedModel(catalogue: Catalogue): SpeedModel {
  return fitSpeedModel(taskCurves(catalogue));
}

export function fitSpeedModel(curves: ReadonlyMap<string, readonly SpeedCurve[]>): SpeedModel {
  const observations = new Map<SpeedDomain, Observation[]>(DOMAINS.map((domain) => [domain, []]));
  for (const list of curves.values()) {
    for (const curve of list) {
      const observation = observationOf(curve);
      if (observation !== null) observations.get(domainOf(curve.precision, curve.task))?.push(observation);
    }
  }
  const offsets = Object.fromEntries(
    DOMAINS.map((domain) => [domain, fitCardOffsets(observations.get(domain) ?? [], PROMISES[domain])]),
  ) as SpeedModel['offsets'];
  return { curves, offsets, modelOffsets: fitModelOffsets(curves, offsets) };
}

/** Same engine, precision, size and batch on several cards, against what the kind of work promises. */
function fitModelOffsets(
  curves: ReadonlyMap<string, readonly SpeedCurve[]>,
  offsets: SpeedModel['offsets'],
): ReadonlyMap<string, CardOffsets> {
  const byModel = new Map<string, Observation[]>();
  for (const list of curves.values()) {
    for (const curve of list) {
      if (curve.cardsPerItem > 1) continue;
      const key = modelKeyOf(curve.task, curve.modelKey);
      const observations = byModel.get(key) ?? [];
      observations.push(...pointObservations(curve));
      byModel.set(key, observations);
    }
  }
  return new Map(
    [...byModel].map(([key, observations]) => [
      key,
      fitCardOffsets(observations, (card, mode) => {
        const [task = '', precision = ''] = mode.split('|');
        const domain = domainOf(precision, task);
        const promise = PROMISES[domain](card, precision);
        return promise === null ? null : promise + offsets[domain].of(card).value;
      }),
    ]),
  );
}

/** Key of a model's own offsets. */
export function modelKeyOf(task: string, modelKey: string): string {
  return `${task}|${modelKey}`;
}

function pointObservations(curve: SpeedCurve): Observation[] {
  const group = JSON.stringify([curve.engine, curve.precision, curve.isIteration, curve.size]);
  const mode = `${curve.task}|${ownMode(curve)}`;
  const { accelerator } = curve;
  if (curve.points.length === 0) return [{ group, accelerator, mode, lnRate: -Math.log(curve.item) }];
  return curve.points
    .filter((point) => point.isInferred !== true && floorShare(curve, point.batch) < MOSTLY_LAUNCHES)
    .map((point) => ({ group: `${group}|${point.batch}`, accelerator, mode, lnRate: lnWorkRate(curve, point) }));
}

/** A curve's largest batch tells of the card, unless launches fill it; groups are compared at equal batches. */
function observationOf(curve: SpeedCurve): Observation | null {
  const last = [...curve.points].reverse().find((point) => point.isInferred !== true);
  if (curve.cardsPerItem > 1 || isMislabelled(curve)) return null;
  if (last !== undefined && floorShare(curve, last.batch) > MOSTLY_LAUNCHES) return null;
  const lnRate = last === undefined ? -Math.log(curve.item) : lnWorkRate(curve, last);
  return {
    group: JSON.stringify([
      curve.task,
      curve.modelKey,
      curve.engine === '' ? '' : curve.points.length > 0 ? curve.engine : curve.engineKey,
      curve.precision,
      curve.isIteration,
      curve.size,
      last?.batch ?? null,
    ]),
    accelerator: curve.accelerator,
    mode: ownMode(curve),
    lnRate,
  };
}

/** ln of the items a second of a measured batch, its launches left out. */
function lnWorkRate(curve: SpeedCurve, { batch, seconds }: CurvePoint): number {
  const fixed = floorShare(curve, batch) * fixedLaunchRatio(curve.engineKey) * seconds;
  return Math.log(batch / workIn(seconds, fixed, overlapOf(curve)));
}
const MOSTLY_LAUNCHES = 0.8;

/** MLPerf's 99.9 % BERT entries on Hopper state fp16, the starting type, and run fp8: they teach nothing about fp16. */
function isMislabelled(curve: SpeedCurve): boolean {
  return runPrecision(curve.modelKey, curve.accelerator, curve.precision) !== curve.precision;
}

/**
 * How a curve's model runs on a card at a printed precision: what really runs there, and how wide the products accumulate.
 * Speech that is decoded token by token is no faster for 8-bit weights (faster-whisper's table: 17 s and 16 s a recording).
 */
export function modeOf(
  { task, model, modelKey, engineKey }: Pick<SpeedCurve, 'task' | 'model' | 'modelKey' | 'engineKey'>,
  card: Accelerator,
  printed: string,
): string {
  if (isDecodedSpeech({ task, model }) && /^(int8|fp8)/.test(printed)) return 'fp16';
  const precision = runPrecision(modelKey, card, printed);
  return precision === 'fp16' && accumulatesIn16Bit(engineKey) ? `${precision}${ACCUMULATED_IN_16_BIT}` : precision;
}

function ownMode(curve: SpeedCurve): string {
  return modeOf(curve, curve.accelerator, curve.precision);
}

/** Precision that really runs where a source prints fp16: MLPerf's 99.9 % BERT entries state the starting type. */
export function runPrecision(modelKey: string, card: Accelerator, printed: string): string {
  return printed === 'fp16' && modelKey.endsWith('99.9') && card.hasFp8 === true ? 'fp8' : printed;
}
