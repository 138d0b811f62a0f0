/**
 * Seconds of a batch of a model on a card, from the nearest published curves: the same model first (other card, batch,
 * precision, engine or size), then models of the same family by FLOPs. What has no reference gets no number.
 */
import type { Accelerator } from '../../catalogue/accelerator.js';
import { OWN_REFERENCE } from '../../finding.js';
import type { Estimate, Evidence } from '../../units.js';
import type { CardOffsets } from '../reference/card-offsets.js';
import { normaliseName } from '../reference/names.js';
import { type Overlap, workIn } from '../reference/overlap.js';
import { precisionClass } from '../reference/resources.js';
import { type Reference, spread, transferAll } from '../reference/transfer.js';
import {
  DEEP_EAGER_FLOOR,
  engineKey,
  engineLevel,
  fixedLaunchRatio,
  launchFloorSeconds,
  variantLevel,
} from './engines.js';
import { ocrHostRatio } from './host-side.js';
import {
  askedSize,
  type CurveKind,
  floorShare,
  isDecodedSpeech,
  lineOf,
  overlapOf,
  SATURATED_BATCH,
  type SpeedCurve,
  secondsAt,
  workAt,
} from './speed-curves.js';
import { domainOf, modelKeyOf, modeOf, PROMISES, type SpeedModel } from './speed-model.js';
import type { InferenceTask } from './tasks.js';
import { type ItemSize, itemWork, passesOf } from './work.js';

/** What is asked of a card. */
export interface SpeedQuery {
  readonly task: InferenceTask;
  readonly precision: string;
  /** null = the usual engine of the references. */
  readonly engine: string | null;
  readonly size: ItemSize;
  /** Cards that work on one item together (sequence parallel pictures and video). Default 1. */
  readonly cardsPerItem?: number;
}

/** References of a query, chosen once a question; `carry` moves them to a card. */
export interface ReferenceSet {
  readonly query: SpeedQuery;
  readonly curves: readonly WeighedCurve[];
  /** The caller's own measurement: seconds of a batch, on a card. */
  readonly own: OwnReference | null;
}

export interface WeighedCurve {
  readonly curve: SpeedCurve;
  /** ln of (asked work / measured work), and of the engine's difference. */
  readonly lnWork: number;
  readonly lnEngine: number;
  /** Uncertainty of those corrections. */
  readonly sigma: number;
  /** true: another model of the family, by FLOPs. */
  readonly isOtherModel: boolean;
}

export interface OwnReference {
  readonly accelerator: Accelerator;
  readonly precision: string;
  readonly model: string;
  /** null = not stated, taken as a compiled one. */
  readonly engine: string | null;
  readonly batch: number;
  readonly secondsPerBatch: number;
}

const SIGMA_CURVE = 0.06;
const SIGMA_OTHER_VERSION = 0.08;
const SIGMA_OTHER_ENGINE = 0.25;
const SIGMA_OTHER_VARIANT = 0.2;
const SIGMA_PER_LN_WORK = 0.12;
/** Other name, same width (bf16 for fp16); 8 against 16 bit; vector units against matrix units. */
const SIGMA_SAME_WIDTH = 0.06;
const SIGMA_OTHER_WIDTH = 0.25;
const SIGMA_OTHER_UNITS = 0.45;
const SIGMA_OTHER_MODEL = 0.3;
const SIGMA_PER_LN_BATCH = 0.07;
const SIGMA_OWN = 0.06;

/** Weighs the curves of the asked model. */
export function sameModelCurves(curves: readonly SpeedCurve[], query: SpeedQuery): WeighedCurve[] {
  const wantedKey = query.engine === null ? null : engineKey(query.engine);
  return curves.map((curve) => {
    const work = workAt(query.task, curve, query.size);
    const lnWork = Math.log(work.asked / work.measured);
    // Steps are linear; what is uncertain is the size of one.
    const lnSize = Math.log(itemWork(query.task, askedSize(query.task, curve, query.size), curve) / work.measured);
    const spread = cardsSpread(curve, query.cardsPerItem ?? 1);
    const isSameKey = wantedKey === null || wantedKey === curve.engineKey;
    const lnVariant = variantLevel(query.engine ?? curve.engine) - variantLevel(curve.engine);
    // An engine asked for without its build may be any of them.
    const isSameName =
      query.engine === null || [curve.engineKey, curve.engine.toLowerCase()].includes(query.engine.toLowerCase());
    return {
      curve,
      lnWork: lnWork + spread.lnTime,
      lnEngine:
        lnVariant + (isSameKey || wantedKey === null ? 0 : engineLevel(wantedKey) - engineLevel(curve.engineKey)),
      sigma: Math.hypot(
        SIGMA_CURVE,
        isSameName ? 0 : SIGMA_OTHER_VERSION,
        isSameKey ? 0 : SIGMA_OTHER_ENGINE,
        lnVariant === 0 ? 0 : SIGMA_OTHER_VARIANT,
        SIGMA_PER_LN_WORK * Math.abs(lnSize),
        isOtherSearch(query, curve) ? SIGMA_OTHER_SEARCH : 0,
        query.task === 'ocr' ? SIGMA_PAGE_MIX : 0,
        spread.sigma,
        precisionSigma(curve.precision, query.precision),
      ),
      isOtherModel: false,
    };
  });
}

/**
 * Several cards on one item: time falls with cards^0.85 (xDiT on HunyuanVideo: 8 H100 5.6 times one, 8 H20 7.1 times; 2 cards
 * 1.8-1.95 times). ln of the ratio of times, and its doubt.
 */
function cardsSpread(curve: SpeedCurve, cards: number): { lnTime: number; sigma: number } {
  const lnCards = Math.log(cards / curve.cardsPerItem);
  return { lnTime: -PARALLEL_EXPONENT * lnCards, sigma: SIGMA_PER_LN_CARDS * Math.abs(lnCards) };
}
const PARALLEL_EXPONENT = 0.85;
const SIGMA_PER_LN_CARDS = 0.08;

/** Pages differ in boxes and characters more than any other item: PP-OCR sources differ by a fifth on like pages. */
const SIGMA_PAGE_MIX = 0.15;

/** Beams of another width, or sampling in place of beams, are another algorithm. */
const SIGMA_OTHER_SEARCH = 0.25;
function isOtherSearch(query: SpeedQuery, curve: SpeedCurve): boolean {
  return query.task === 'translation' && (query.size.beams ?? 0) !== (curve.size.beams ?? 0);
}

/**
 * Text that is decoded token by token runs at the pace of the host that launches each step, and the published hosts differ: at a
 * batch of one T5 is 2.1 times as fast on an A100 as on a V100, with either library. Stated for all that was not measured itself,
 * so that 80 % of the left-out rows lie inside.
 */
const SIGMA_DECODED_TEXT = 0.3;

function precisionSigma(from: string, to: string): number {
  if (from === to) return 0;
  const [a, b] = [precisionClass(from), precisionClass(to)];
  if (a === b) return SIGMA_SAME_WIDTH;
  return a === 'fp32' || b === 'fp32' ? SIGMA_OTHER_UNITS : SIGMA_OTHER_WIDTH;
}

/** Weighs curves of sister models that do the same work an item (PP-OCR servers, FLUX, Whisper large). */
export function sisterCurves(curves: readonly SpeedCurve[], query: SpeedQuery): WeighedCurve[] {
  return sameModelCurves(curves, query).map((weighed) => ({
    ...weighed,
    sigma: Math.hypot(weighed.sigma, SIGMA_SISTER_MODEL),
    isOtherModel: true,
  }));
}
const SIGMA_SISTER_MODEL = 0.35;

/** Weighs curves of other models of the family by the ratio of their work an item, FLOPs to FLOPs. */
export function otherModelCurves(
  curves: readonly SpeedCurve[],
  query: SpeedQuery,
  gflopOf: (curve: SpeedCurve) => number | null,
  askedGflop: number,
): WeighedCurve[] {
  return sameModelCurves(curves, query).flatMap((weighed) => {
    const gflop = gflopOf(weighed.curve);
    if (gflop === null) return [];
    const lnModel = Math.log(askedGflop / gflop);
    return [
      {
        ...weighed,
        lnWork: lnModel,
        sigma: Math.hypot(weighed.sigma, SIGMA_OTHER_MODEL, SIGMA_PER_LN_WORK * Math.abs(lnModel)),
        isOtherModel: true,
      },
    ];
  });
}

export interface BatchTime {
  readonly seconds: Estimate;
  /** Part of it that no card shortens: launches, or the host's share of an OCR pipeline. */
  readonly fixedSeconds: number;
  readonly overlap: Overlap;
  readonly sigma: number;
  /** The curve (or `caller`) that counts most, and the card it was measured on. */
  readonly referenceId: string;
  readonly referenceModel: string | null;
  readonly referenceCard: Accelerator;
  readonly isOtherModel: boolean;
}

/** Seconds of a batch on one whole card; null = no reference reaches it. */
export function batchTime(
  set: ReferenceSet,
  card: Accelerator,
  precision: string,
  batch: number,
  model: SpeedModel,
): BatchTime | null {
  const own = set.own === null ? null : ownShare(set.own, set.query);
  const domain = domainOf(
    precision,
    set.query.task === 'vision' && isHeavy(set.own, own) ? HEAVY_ITEMS : set.query.task,
  );
  // One set of exponents, the asked precision's, so that references of other precisions stay comparable.
  const first = set.curves[0]?.curve;
  const ofModel = first === undefined ? undefined : model.modelOffsets.get(modelKeyOf(first.task, first.modelKey));
  // Where the model never ran on the card, its offsets on the other cards have no counterpart.
  const isKnownHere = ofModel !== undefined && set.curves[0]?.isOtherModel !== true && ofModel.of(card).cells > 0;
  const rule = {
    promise: PROMISES[domain],
    offsets: isKnownHere ? sumOf(model.offsets[domain], ofModel) : model.offsets[domain],
  };
  const wantedKey = set.query.engine === null ? null : engineKey(set.query.engine);
  const saturated = SATURATED_BATCH[set.query.task];
  const references: Reference[] = [];
  for (const weighed of set.curves) {
    const { curve } = weighed;
    const seconds = secondsAt(curve, batch);
    const fixed =
      set.query.task === 'ocr'
        ? seconds * ocrHostRatio(curve.model)
        : floorShare(curve, batch) * fixedLaunchRatio(curve.engineKey) * seconds;
    const asked = askedSize(set.query.task, curve, set.query.size);
    const passes = passesOf(set.query.task, asked, { model: curve.model });
    // Another kind of engine launches at its own pace; decoding steps are no launches, and stay.
    const isOtherPace =
      wantedKey !== null &&
      launchFloorSeconds(wantedKey) !== launchFloorSeconds(curve.engineKey) &&
      !isDecodedSpeech(curve);
    const fixedInPass = isOtherPace
      ? launchFloorSeconds(wantedKey) * fixedLaunchRatio(wantedKey)
      : fixed / passesOf(set.query.task, curve.size, curve);
    references.push({
      id: curve.id,
      accelerator: curve.accelerator,
      mode: modeOf(curve, curve.accelerator, curve.precision),
      lnRate: weighed.lnEngine - weighed.lnWork - Math.log(workIn(seconds, fixed, overlapOf(curve)) / batch),
      fixedSeconds: (fixedInPass * passes) / batch,
      overlap: overlapOf(curve),
      sigma: Math.hypot(
        weighed.sigma,
        isReadOff(curve, batch) ? SIGMA_READ_OFF : 0,
        launchDoubt(curve) * batchDistance(curve, batch, saturated),
      ),
    });
  }
  if (set.own !== null && own !== null) {
    const mine = set.own;
    references.push({
      id: OWN_REFERENCE,
      accelerator: mine.accelerator,
      mode: modeOf(ownKind(mine, set.query), mine.accelerator, mine.precision),
      lnRate: -Math.log((own.work * mine.secondsPerBatch) / mine.batch),
      fixedSeconds: (own.fixed * mine.secondsPerBatch) / batch,
      overlap: overlapOf(ownKind(mine, set.query)),
      sigma: Math.hypot(SIGMA_OWN, precisionSigma(mine.precision, precision)),
    });
  }
  const kind = first ?? (set.own === null ? null : ownKind(set.own, set.query));
  const mode = kind === null ? precision : modeOf({ ...kind, engineKey: wantedKey ?? kind.engineKey }, card, precision);
  const moved = transferAll(references, card, mode, rule);
  if (moved === null) return null;
  const seconds = batch * Math.exp(-moved.lnRate);
  const nearest = set.curves.find((weighed) => weighed.curve.id === moved.nearest.id);
  const isOtherModel = nearest?.isOtherModel ?? false;
  // What a batch far from the measured ones adds is common to all references: it widens, and does not choose.
  const distance =
    nearest === undefined
      ? 2 * Math.abs(Math.log(batch / (set.own?.batch ?? batch)))
      : batchDistance(nearest.curve, batch, saturated);
  const isRead = nearest !== undefined && isReadOff(nearest.curve, batch);
  // Launches that the caller's figure may or may not hold: as unsure as the rest of it changes from card to card.
  const launchesUnknown =
    set.own === null || own === null
      ? 0
      : own.unknown * Math.abs(Math.log(seconds / batch / (set.own.secondsPerBatch / set.own.batch)));
  const isMeasured = moved.evidence === 'measured' && distance === 0 && !isRead;
  const sigma = Math.hypot(
    moved.sigma,
    set.query.task === 'translation' && !isMeasured ? SIGMA_DECODED_TEXT : 0,
    SIGMA_PER_LN_BATCH * distance,
    launchesUnknown,
    STATED_MISFIT * Math.sqrt(Math.max(0, (nearest?.sigma ?? 0) ** 2 - SIGMA_CURVE ** 2)),
  );
  const evidence: Evidence = isOtherModel
    ? 'transferred'
    : moved.evidence === 'measured' && !isMeasured
      ? 'interpolated'
      : moved.evidence;
  return {
    seconds: spread(seconds, sigma, evidence),
    fixedSeconds: batch * (moved.nearest.fixedSeconds ?? 0),
    overlap: moved.nearest.overlap ?? 'sequential',
    sigma,
    referenceId: moved.nearest.id,
    referenceModel: nearest?.curve.model ?? null,
    referenceCard: moved.nearest.accelerator,
    isOtherModel,
  };
}

/** Share of a model's own card offset that holds for an engine, precision or batch that was not measured. */
const MODEL_OFFSET_SHARE = 0.6;

function sumOf(general: CardOffsets, own: CardOffsets): CardOffsets {
  return {
    of(card) {
      const base = general.of(card);
      const extra = own.of(card);
      return {
        value: base.value + MODEL_OFFSET_SHARE * extra.value,
        cells: base.cells + extra.cells,
        isArchitectureKnown: base.isArchitectureKnown || extra.isArchitectureKnown,
      };
    },
    restSigma: Math.max(general.restSigma, own.restSigma),
  };
}

/**
 * Another engine, size or precision than asked chooses among references by its doubt; the stated interval counts it once more,
 * because all references of a model tend to differ alike (validation, split `other setting`).
 */
const STATED_MISFIT = 1.5;

/** A batch between measured ones, or one that only other cards were measured at, is read off the curve. */
const SIGMA_READ_OFF = 0.1;

function isReadOff(curve: SpeedCurve, batch: number): boolean {
  if (curve.points.length === 0) return false;
  const point = curve.points.find((p) => p.batch === batch);
  return point === undefined || point.isInferred === true;
}

/** Batches that were all launches tell little of the items themselves. */
function launchDoubt(curve: SpeedCurve): number {
  const last = curve.points[curve.points.length - 1];
  return last === undefined ? 0 : 0.3 * Math.min(1, curve.floor / last.seconds);
}

/** How far, in ln units, a batch lies outside the measured ones. */
function batchDistance(curve: SpeedCurve, batch: number, saturatedBatch: number): number {
  const first = curve.points[0];
  const last = curve.points[curve.points.length - 1];
  if (first === undefined || last === undefined) return Math.max(0, 2 * Math.log(saturatedBatch / batch));
  if (batch < first.batch) return Math.log(first.batch / batch);
  return batch > last.batch ? Math.log(batch / last.batch) : 0;
}

/** A caller's own measurement, as the one point of a curve. */
function ownKind(own: OwnReference, query: SpeedQuery): CurveKind & Pick<SpeedCurve, 'modelKey'> {
  return {
    task: query.task,
    model: own.model,
    modelKey: normaliseName(own.model),
    engineKey: engineKey(own.engine ?? 'tensorrt'),
    size: query.size,
    isIteration: false,
  };
}

/**
 * Published vision in 16 bit is ResNet50 at a millisecond an image, where serving takes its part of the time. A caller's own images of
 * more than this follow the card as the other kinds of work do.
 */
const HEAVY_ITEM_SECONDS = 0.005;
const HEAVY_ITEMS = 'heavy-items';
function isHeavy(own: OwnReference | null, share: { readonly work: number } | null): boolean {
  if (own === null || share === null) return false;
  return (share.work * own.secondsPerBatch) / own.batch > HEAVY_ITEM_SECONDS;
}

/** Tasks whose networks are shallow or deep; text encoders have 12 or 24 layers, and launch in about the usual time. */
const DEPTH_UNKNOWN: readonly InferenceTask[] = ['vision', 'speech-recognition', 'speech-synthesis'];

/**
 * Shares of his batch: what no card shortens, the card's work beside it, and how far they are unknown: eager frameworks launch a
 * small network in 10 ms and a deep one in 45 ms, and one measurement does not tell which.
 */
function ownShare(own: OwnReference, query: SpeedQuery): { fixed: number; work: number; unknown: number } {
  const kind = ownKind(own, query);
  const seconds = own.secondsPerBatch;
  const overlap = overlapOf(kind);
  const known = (fixed: number) => ({ fixed, work: workIn(1, fixed, overlap), unknown: 0 });
  if (query.task === 'ocr') return known(ocrHostRatio(own.model));
  const ratio = fixedLaunchRatio(kind.engineKey);
  const { floor } = lineOf(kind, [{ batch: own.batch, seconds }]);
  if (ratio < 1) return known((floor * ratio) / seconds);
  const share = (launch: number) => Math.min(0.98, (launch * passesOf(query.task, query.size, kind)) / seconds);
  const usual = launchFloorSeconds(kind.engineKey);
  const [least, most] = [share(usual), share(DEPTH_UNKNOWN.includes(query.task) ? DEEP_EAGER_FLOOR : usual)];
  const works = [least, most].map((fixed) => workIn(1, fixed, overlap));
  const [high = 1, low = high] = works;
  const work = (low + high) / 2;
  return { fixed: workIn(1, work, overlap), work, unknown: (high - low) / 2 };
}
