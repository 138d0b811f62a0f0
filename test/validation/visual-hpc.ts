/**
 * Left-out errors of everything that is sized from references: inference other than language models, rendering, transcoding,
 * simulation. A row that is scored is no reference of its own: its cell (workload × card, or one batch, or one precision) is
 * taken out, offsets and curves are fitted again, and the prediction is compared.
 *
 * What is not fitted again: the exponents of each kind of work, the scaling exponents of codes, the worth of lanes and the
 * widths of the intervals. They are few constants, but they were chosen with all rows in sight, so rows from elsewhere may
 * fare somewhat worse. BERT-large stands under three names with different accuracy targets, and is split by name.
 */
import type { Catalogue } from '../../src/engine/catalogue/catalogue.js';
import { CODES } from '../../src/engine/sizing/hpc/codes.js';
import { fitHpc, type HpcObservation, observeHpc } from '../../src/engine/sizing/hpc/hpc-references.js';
import { cardRate, runRate } from '../../src/engine/sizing/hpc/run-speed.js';
import {
  completeCurves,
  curvesOf,
  lineOf,
  type SpeedCurve,
  secondsAt,
} from '../../src/engine/sizing/model-inference/speed-curves.js';
import { fitSpeedModel } from '../../src/engine/sizing/model-inference/speed-model.js';
import { type BatchTime, batchTime, sameModelCurves } from '../../src/engine/sizing/model-inference/task-speed.js';
import type { InferenceTask } from '../../src/engine/sizing/model-inference/tasks.js';
import { itemWork } from '../../src/engine/sizing/model-inference/work.js';
import { fitCardOffsets } from '../../src/engine/sizing/reference/card-offsets.js';
import { transferAll, Z80 } from '../../src/engine/sizing/reference/transfer.js';
import { renderPromise } from '../../src/engine/sizing/rendering/render-promise.js';
import { renderReferences } from '../../src/engine/sizing/rendering/render-references.js';
import { encoderRows, encoderSpeed, fitEncoderTable } from '../../src/engine/sizing/transcoding/encoder-speed.js';
import type { Codec, Generation, Preset, RateControl } from '../../src/engine/sizing/transcoding/video.js';

export interface ValidationSection {
  readonly task: string;
  readonly split: string;
  readonly group: string;
  readonly count: number;
  /** Median absolute error over the measured value. */
  readonly medianApe: number;
  /** Share of the rows within 25 %. */
  readonly within25: number;
  readonly p90: number;
  /** Median signed error. */
  readonly bias: number;
  /** Share of the rows inside the 80 % interval. */
  readonly covered80: number;
}

export interface Score {
  readonly task: string;
  readonly split: string;
  readonly group: string;
  /** The row that was left out, in words: for whoever looks for what limits a figure. */
  readonly about: string;
  /** Predicted / measured − 1, of a rate. */
  readonly error: number;
  readonly sigma: number;
}

/** All sections; each group, and `all` of each task and split. */
export function visualHpcSections(catalogue: Catalogue): ValidationSection[] {
  return summarise(visualHpcScores(catalogue));
}

/** One score a left-out row. */
export function visualHpcScores(catalogue: Catalogue): Score[] {
  return [
    ...inferenceScores(catalogue),
    ...renderScores(catalogue),
    ...encoderScores(catalogue),
    ...hpcScores(catalogue),
  ];
}

export function summarise(scores: readonly Score[]): ValidationSection[] {
  const groups = new Map<string, Score[]>();
  for (const score of scores) {
    for (const group of ['all', score.group]) {
      const key = JSON.stringify([score.task, score.split, group]);
      groups.set(key, [...(groups.get(key) ?? []), score]);
    }
  }
  return [...groups.entries()]
    .map(([key, list]) => {
      const [task = '', split = '', group = ''] = JSON.parse(key) as string[];
      const absolute = list.map((s) => Math.abs(s.error)).sort((a, b) => a - b);
      const signed = list.map((s) => s.error).sort((a, b) => a - b);
      const covered = list.filter((s) => Math.abs(Math.log1p(s.error)) <= Z80 * s.sigma).length;
      return {
        task,
        split,
        group,
        count: list.length,
        medianApe: quantile(absolute, 0.5),
        within25: absolute.filter((e) => e <= 0.25).length / list.length,
        p90: quantile(absolute, 0.9),
        bias: quantile(signed, 0.5),
        covered80: covered / list.length,
      };
    })
    .sort((a, b) => order(a).localeCompare(order(b)));
}

const order = (s: ValidationSection) => `${s.task}|${s.split}|${s.group === 'all' ? '' : s.group}`;

function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

/** Curves as measured: completed only after rows are left out. */
function measuredCurves(catalogue: Catalogue): ReadonlyMap<string, readonly SpeedCurve[]> {
  const tasks = [
    'embedding',
    'vision',
    'image-generation',
    'video-generation',
    'speech-recognition',
    'ocr',
    'translation',
  ] as const;
  return new Map(tasks.map((t) => [t, curvesOf(catalogue.measuredRows(t), catalogue.acceleratorsById)]));
}

/**
 * Own reference: a model that nobody published, measured on one card by the caller. Card left out: all curves of a model on a
 * card. Setting left out: one curve (engine, size, precision) of them; precision left out: all of one precision, apart from
 * engines that have no other one there; batch left out: one batch of a curve.
 */
function inferenceScores(catalogue: Catalogue): Score[] {
  const all = measuredCurves(catalogue);
  const scores: Score[] = [];
  for (const [task, list] of all) {
    const cells = new Map<string, SpeedCurve[]>();
    for (const curve of list) {
      if (curve.cardsPerItem > 1) continue;
      const key = `${curve.modelKey}|${curve.accelerator.id}`;
      cells.set(key, [...(cells.get(key) ?? []), curve]);
    }
    for (const curves of cells.values()) {
      const kept = new Map(
        [...all].map(([t, l]) => [t, t === task ? l.filter((c) => !curves.includes(c)) : l] as const),
      );
      scores.push(...curveScores(task, 'unseen card', curves, kept));
      if (curves.length > 1) {
        for (const curve of curves) {
          if (isPooled(curve)) continue;
          const isLeft = (c: SpeedCurve) => c === curve || (isPooled(c) && curves.includes(c));
          const rest = new Map([...all].map(([t, l]) => [t, t === task ? l.filter((c) => !isLeft(c)) : l] as const));
          scores.push(...curveScores(task, 'other setting', [curve], rest));
        }
      }
      const precisions = new Set(curves.map((c) => c.precision));
      if (precisions.size < 2) continue;
      for (const precision of precisions) {
        const out = curves.filter((c) => c.precision === precision);
        const rest = new Map(
          [...all].map(([t, l]) => [t, t === task ? l.filter((c) => !out.includes(c)) : l] as const),
        );
        // An engine that the card ran in one precision only is carried over from another engine too.
        const isKept = (c: SpeedCurve) => curves.some((k) => k.precision !== precision && k.engineKey === c.engineKey);
        scores.push(...curveScores(task, 'other precision', out.filter(isKept), rest));
        scores.push(
          ...curveScores(
            task,
            'other precision and engine',
            out.filter((c) => !isKept(c)),
            rest,
          ),
        );
      }
    }
    scores.push(...ownReferenceScores(task, list, all));
    scores.push(...batchScores(task, list, all));
  }
  return scores;
}

/**
 * What a caller measured on one card, carried to another one: all curves of the model are left out, and one batch of one card
 * is given as the caller's own measurement. Cards that both were measured with the same build of the engine.
 */
function ownReferenceScores(
  task: string,
  list: readonly SpeedCurve[],
  all: ReadonlyMap<string, readonly SpeedCurve[]>,
): Score[] {
  return [...new Set(list.map((curve) => curve.modelKey))].flatMap((modelKey) => {
    const mine = list.filter((curve) => curve.modelKey === modelKey && curve.cardsPerItem === 1 && !curve.isIteration);
    const model = fitSpeedModel(
      new Map([...all].map(([t, l]) => [t, t === task ? l.filter((c) => c.modelKey !== modelKey) : l] as const)),
    );
    const kindOf = (c: SpeedCurve) => JSON.stringify([c.engine, c.precision, c.size]);
    return mine.flatMap((from) =>
      mine
        .filter((to) => to.accelerator.id !== from.accelerator.id && kindOf(to) === kindOf(from))
        .flatMap((to) => {
          const query = { task: task as InferenceTask, precision: to.precision, engine: to.engine, size: to.size };
          return sharedBatches(from, to).flatMap((batch) => {
            const own = { ...from, batch, secondsPerBatch: secondsAt(from, batch) };
            const time = batchTime({ query, curves: [], own }, to.accelerator, to.precision, batch, model);
            return time === null ? [] : [score(task, 'own reference', to, batch, secondsAt(to, batch), time)];
          });
        }),
    );
  });
}

function sharedBatches(a: SpeedCurve, b: SpeedCurve): number[] {
  if (a.points.length === 0 && b.points.length === 0) return [SATURATED];
  return a.points.map((p) => p.batch).filter((batch) => b.points.some((p) => p.batch === batch));
}

/** Medians over rows that are also there singly: they would give away a single row that is left out. */
function isPooled(curve: SpeedCurve): boolean {
  return curve.id.startsWith('percard-');
}

function curveScores(
  task: string,
  split: string,
  out: readonly SpeedCurve[],
  kept: ReadonlyMap<string, readonly SpeedCurve[]>,
): Score[] {
  const first = out[0];
  if (first === undefined) return [];
  const same = completeCurves(
    (kept.get(task) ?? []).filter((c) => c.modelKey === first.modelKey && c.cardsPerItem === 1),
  );
  if (same.length === 0) return [];
  const model = fitSpeedModel(kept);
  return out.flatMap((curve) => {
    const query = { task: task as InferenceTask, precision: curve.precision, engine: curve.engine, size: curve.size };
    const set = { query, curves: sameModelCurves(same, query), own: null };
    const batches = curve.points.length > 0 ? curve.points.map((p) => p.batch) : [SATURATED];
    return batches.flatMap((batch) => {
      const time = batchTime(set, curve.accelerator, curve.precision, batch, model);
      if (time === null) return [];
      return [score(task, split, curve, batch, secondsAt(curve, batch), time)];
    });
  });
}

const SATURATED = 256;

/** A step of a picture is measured where a whole picture is predicted. */
function score(
  task: string,
  split: string,
  curve: SpeedCurve,
  batch: number,
  measured: number,
  time: BatchTime,
): Score {
  const perStep = curve.isIteration
    ? itemWork(task as InferenceTask, curve.size, { model: curve.model }) /
      itemWork(task as InferenceTask, curve.size, curve)
    : 1;
  const { accelerator, engine, precision, size } = curve;
  return {
    task,
    split,
    group: curve.model,
    about: `${accelerator.id} ${engine} ${precision} ${JSON.stringify(size)} b${batch}${curve.isIteration ? ' step' : ''} from ${time.referenceId} ${time.referenceCard.id}`,
    error: measured / (time.seconds.expected / perStep) - 1,
    sigma: time.sigma,
  };
}

function batchScores(
  task: string,
  list: readonly SpeedCurve[],
  all: ReadonlyMap<string, readonly SpeedCurve[]>,
): Score[] {
  const model = fitSpeedModel(all);
  return list.flatMap((curve) => {
    if (curve.points.length < 2 || curve.cardsPerItem > 1) return [];
    return curve.points.flatMap((point) => {
      const rest = { ...curve, points: curve.points.filter((p) => p !== point) };
      const line = refit(rest);
      const query = { task: task as InferenceTask, precision: curve.precision, engine: curve.engine, size: curve.size };
      const same = list.filter((c) => c.modelKey === curve.modelKey && c !== curve && c.cardsPerItem === 1);
      const set = { query, curves: sameModelCurves(completeCurves([line, ...same]), query), own: null };
      const time = batchTime(set, curve.accelerator, curve.precision, point.batch, model);
      if (time === null) return [];
      return [score(task, 'other batch', curve, point.batch, point.seconds, time)];
    });
  });
}

/** The curve without a point, its line drawn again through the others. */
function refit(curve: SpeedCurve): SpeedCurve {
  return { ...curve, ...lineOf(curve, curve.points) };
}

function renderScores(catalogue: Catalogue): Score[] {
  const { observations } = catalogue.derive(renderReferences);
  const cells = new Set(observations.map((o) => `${o.group}\u0000${o.accelerator.id}`));
  return [...cells].flatMap((cell) => {
    const out = observations.filter((o) => `${o.group}\u0000${o.accelerator.id}` === cell);
    const kept = observations.filter((o) => !out.includes(o));
    const first = out[0];
    if (first === undefined) return [];
    const same = kept.filter((o) => o.group === first.group);
    const moved = transferAll(
      same.map((o) => ({ id: o.row.id, accelerator: o.accelerator, mode: o.mode, lnRate: o.lnRate, sigma: 0.06 })),
      first.accelerator,
      first.mode,
      { promise: renderPromise, offsets: fitCardOffsets(kept, renderPromise) },
    );
    if (moved === null) return [];
    const measured = out.reduce((sum, o) => sum + o.lnRate, 0) / out.length;
    return [
      {
        task: 'render',
        split: 'unseen card',
        group: first.row.model ?? '',
        about: cell,
        error: Math.expm1(moved.lnRate - measured),
        sigma: moved.sigma,
      },
    ];
  });
}

/** One cell of the encoder table left out, filled by the additive model. */
function encoderScores(catalogue: Catalogue): Score[] {
  const rows = encoderRows(catalogue.measuredRows('transcode-engine'));
  const key = (row: (typeof rows)[number]) => `${row.generation}|${row.codec}|${row.rateControl}|${row.preset}`;
  return [...new Set(rows.map(key))].flatMap((cell) => {
    const out = rows.filter((row) => key(row) === cell);
    const first = out[0];
    if (first === undefined) return [];
    const speed = encoderSpeed(
      fitEncoderTable(rows.filter((row) => key(row) !== cell)),
      first.generation as Generation,
      first.codec as Codec,
      first.rateControl as RateControl,
      first.preset as Preset,
    );
    if (speed === null) return [];
    const { expected, high } = speed.framesPerSecond;
    return [
      {
        task: 'transcode',
        split: 'left-out preset',
        group: first.codec,
        about: cell,
        error: expected / first.framesPerSecond - 1,
        sigma: Math.log(high / expected) / Z80,
      },
    ];
  });
}

/** Simulations: a case on a card; a code on a card; several cards of a server from one. */
function hpcScores(catalogue: Catalogue): Score[] {
  const all = observeHpc(catalogue.measuredRows('hpc'), catalogue.acceleratorsById);
  const scores: Score[] = [];
  const cell = (o: HpcObservation) => `${o.group}\u0000${o.accelerator.id}`;
  const code = (o: HpcObservation) => `${o.code}\u0000${o.accelerator.id}`;
  for (const [split, keyOf] of [
    ['unseen card in a case', cell],
    ['unseen card in a code', code],
  ] as const) {
    const fits = new Map<string, ReturnType<typeof fitHpc>>();
    for (const key of new Set(all.map(cell))) {
      const out = all.filter((o) => cell(o) === key && o.cards === 1);
      const first = out[0];
      if (first === undefined) continue;
      const outKey = keyOf(first);
      const fitted = fits.get(outKey) ?? fitHpc(all.filter((o) => keyOf(o) !== outKey));
      fits.set(outKey, fitted);
      const predicted = predictHpc(
        fitted.observations.filter((o) => o.group === first.group),
        fitted,
        first,
      );
      if (predicted === null) continue;
      const measured = out.reduce((sum, o) => sum + o.lnRate, 0) / out.length;
      scores.push({
        task: 'hpc',
        split,
        group: first.code,
        about: key,
        error: Math.expm1(predicted.lnRate - measured),
        sigma: predicted.sigma,
      });
    }
  }
  return [...scores, ...scalingScores(all)];
}

function toReferences(observations: readonly HpcObservation[]) {
  return observations.map((o) => ({
    id: o.id,
    accelerator: o.accelerator,
    mode: 'fp32',
    lnRate: o.lnRate,
    lnTotal: o.lnTotal,
    cards: o.cards,
    sigma: o.cards > 1 ? 0.15 : 0.05,
  }));
}

function predictHpc(same: readonly HpcObservation[], fitted: ReturnType<typeof fitHpc>, target: HpcObservation) {
  const facts = CODES[target.code];
  if (facts === undefined || same.length === 0) return null;
  return cardRate({ code: facts, references: toReferences(same), fitted }, target.accelerator);
}

/** All multi-card rows of a case and card left out; the single-card row and other cards' scaling stay. */
function scalingScores(all: readonly HpcObservation[]): Score[] {
  const fitted = fitHpc(all);
  return all.flatMap((o) => {
    const facts = CODES[o.code];
    if (o.cards <= 1 || facts === undefined) return [];
    const single = all.some((x) => x.group === o.group && x.accelerator.id === o.accelerator.id && x.cards === 1);
    if (!single) return [];
    const same = all.filter((x) => x.group === o.group && (x.accelerator.id !== o.accelerator.id || x.cards === 1));
    const query = { code: facts, references: toReferences(same), fitted };
    const one = cardRate(query, o.accelerator);
    if (one === null) return [];
    const rate = runRate(query, o.accelerator, one, o.cards, 1, { isFastInside: true, hasRdma: true });
    return [
      {
        task: 'hpc',
        split: 'several cards',
        group: o.code,
        about: `${o.cards} × ${o.accelerator.id} ${o.group}`,
        error: Math.expm1(rate.lnRate - o.lnTotal),
        sigma: rate.sigma,
      },
    ];
  });
}

/** Prints the sections as a table. */
export function printVisualHpc(sections: readonly ValidationSection[], print: (line: string) => void): void {
  print(
    'task                 split                    group                              n  median  ≤25%    p90   bias  in 80%',
  );
  const percent = (x: number) => `${(100 * x).toFixed(1)}%`.padStart(7);
  for (const s of sections) {
    print(
      `${s.task.padEnd(20)} ${s.split.padEnd(24)} ${s.group.slice(0, 32).padEnd(32)} ${String(s.count).padStart(4)} ${percent(s.medianApe)} ${percent(s.within25)} ${percent(s.p90)} ${percent(s.bias)} ${percent(s.covered80)}`,
    );
  }
}
