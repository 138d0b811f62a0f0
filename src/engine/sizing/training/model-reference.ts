/**
 * Training speed of models that are not language models, by measured reference: rows of the same (or a like) model are
 * carried from the card they were measured on to the asked one, and scaled to its number of cards.
 */
import type { Accelerator } from '../../catalogue/accelerator.js';
import type { Catalogue } from '../../catalogue/catalogue.js';
import type { MeasuredRow } from '../../catalogue/measured-row.js';
import { type CardOffsets, fitCardOffsets } from '../reference/card-offsets.js';
import { normaliseName } from '../reference/names.js';
import { type CardPromise, matrixTflops, precisionClass, promiseOf } from '../reference/resources.js';
import type { Reference, TransferRule } from '../reference/transfer.js';
import { clamp } from './architecture.js';

/** How a model's speed follows a card's matrix units, where its own rows do not say, and the bandwidth of elements. */
const USUAL_MATRIX_EXPONENT = 0.29;
const BANDWIDTH_EXPONENT = 0.57;
/** Pairs of rows, by the square of what separates them, that count as much as the usual exponent. */
const USUAL_WEIGHT = 2;
const LEAST_MATRIX_EXPONENT = 0.1;
const MOST_MATRIX_EXPONENT = 0.8;

/** What a card's datasheet promises for training a model that follows its matrix units so: those, and elements a second. */
function trainingPromise(matrix: number): CardPromise {
  const promise = promiseOf({ matrix, bandwidth: BANDWIDTH_EXPONENT });
  return (card, mode) => {
    const rate = promise(card, mode);
    return rate === null ? null : rate - BANDWIDTH_EXPONENT * Math.log(elementBytes(mode));
  };
}

/** Bytes of an element that passes the memory: 32 bit in fp32 and TF32, else 16. */
function elementBytes(mode: string): number {
  return precisionClass(mode) === 'fp32' ? 4 : 2;
}

export const MODEL_TRAINING_PROMISE = trainingPromise(USUAL_MATRIX_EXPONENT);

/**
 * How far a model follows the matrix units, from the cards that ran it in two precisions: what it gains there beyond
 * narrower elements, over what the units gain. QuartzNet gains 1.5 in fp16 on a V100, BERT-large 3.2, of units 8 times as
 * fast. Drawn to the usual exponent by the weight of two pairs.
 */
function matrixExponent(rows: readonly ModelReference[]): number {
  const runs = new Map<string, ModelReference[]>();
  for (const row of rows) {
    const key = [row.accelerator.id, row.suite, row.row.engine, row.row.acceleratorCount, row.group].join('|');
    runs.set(key, [...(runs.get(key) ?? []), row]);
  }
  let sum = USUAL_WEIGHT * USUAL_MATRIX_EXPONENT;
  let weight = USUAL_WEIGHT;
  for (const list of runs.values()) {
    const means = meansByMode(list);
    for (const [i, a] of means.entries()) {
      for (const b of means.slice(i + 1)) {
        const from = matrixTflops(a.accelerator, a.mode);
        const to = matrixTflops(b.accelerator, b.mode);
        if (from === null || to === null || from === to) continue;
        const units = Math.log(to / from);
        const elements = BANDWIDTH_EXPONENT * Math.log(elementBytes(a.mode) / elementBytes(b.mode));
        sum += units * (b.lnRate - a.lnRate - elements);
        weight += units * units;
      }
    }
  }
  return clamp(sum / weight, LEAST_MATRIX_EXPONENT, MOST_MATRIX_EXPONENT);
}

function meansByMode(
  list: readonly ModelReference[],
): { readonly accelerator: Accelerator; readonly mode: string; readonly lnRate: number }[] {
  return [...new Set(list.map((r) => r.mode))].sort().flatMap((mode) => {
    const own = list.filter((r) => r.mode === mode);
    const [first] = own;
    return first
      ? [{ accelerator: first.accelerator, mode, lnRate: own.reduce((a, r) => a + r.lnRate, 0) / own.length }]
      : [];
  });
}

/** Loss a doubling of the cards: within a server over NVLink and over PCIe, between servers over RDMA and over TCP. */
export const SCALING_LOSS = { fast: 0.025, pcie: 0.05, rdma: 0.045, tcp: 0.16 } as const;

export interface ScalingFacts {
  readonly devices: number;
  readonly perServer: number;
  readonly isFastLink: boolean;
  readonly hasRdma: boolean;
}

/** Speed of n cards over n times the speed of one. E.g. 8 NVLink cards: 1 / (1 + 3·0.025) = 0.93 (DeepLearningExamples: median 0.92). */
export function scalingRatio(facts: ScalingFacts): number {
  const inServer = Math.min(facts.devices, facts.perServer);
  const servers = Math.max(1, facts.devices / facts.perServer);
  const local = facts.isFastLink ? SCALING_LOSS.fast : SCALING_LOSS.pcie;
  const far = facts.hasRdma ? SCALING_LOSS.rdma : SCALING_LOSS.tcp;
  return 1 / (1 + local * Math.log2(inServer) + far * Math.log2(servers));
}

export interface ModelReference {
  readonly row: MeasuredRow;
  readonly accelerator: Accelerator;
  readonly group: string;
  readonly unit: string;
  readonly mode: string;
  readonly lnRate: number;
  readonly suite: string;
  readonly year: number;
  readonly batch: number | null;
  /** Tokens of a sample, where a sample is a sequence. */
  readonly sequence: number | null;
  readonly parametersBillion: number | null;
}

export interface ModelReferences {
  /** Names of measured models, display form, by normalised name. */
  readonly names: ReadonlyMap<string, string>;
  of(name: string): readonly ModelReference[];
  readonly all: readonly ModelReference[];
  /** How speeds of a model are carried from card to card. */
  ruleOf(name: string): TransferRule;
  readonly offsets: CardOffsets;
}

function hasFastLink(accelerator: Accelerator): boolean {
  return (accelerator.interconnectGBps ?? 0) >= 300 && !/pcie/.test(accelerator.id);
}

/** Reads the `model-training` rows of a catalogue; made once a catalogue. */
export function modelReferences(catalogue: Catalogue): ModelReferences {
  return referencesOf(catalogue.measuredRows('model-training'), (id) => catalogue.acceleratorsById.get(id));
}

export function referencesOf(
  rows: readonly MeasuredRow[],
  acceleratorOf: (id: string) => Accelerator | undefined,
): ModelReferences {
  const all: ModelReference[] = [];
  const byName = new Map<string, ModelReference[]>();
  const names = new Map<string, string>();
  for (const row of rows) {
    const accelerator = acceleratorOf(row.accelerator);
    if (!accelerator || row.model === null || !(row.value > 0)) continue;
    const { configuration } = row;
    const perServer = typeof configuration.acceleratorsPerServer === 'number' ? configuration.acceleratorsPerServer : 8;
    const ratio = scalingRatio({
      devices: row.acceleratorCount,
      perServer,
      isFastLink: hasFastLink(accelerator),
      hasRdma: true,
    });
    const key = normaliseName(row.model);
    const sequence = typeof configuration.sequenceTokens === 'number' ? configuration.sequenceTokens : null;
    const reference: ModelReference = {
      row,
      accelerator,
      group: `${key}|${String(configuration.variant ?? '').replace(SERVER_IN_VARIANT, '')}|${sequence ?? ''}`,
      unit: row.metric.replace(/PerSecond$/, ''),
      mode: row.precision ?? 'fp16',
      lnRate: Math.log(row.value / row.acceleratorCount / ratio),
      suite: String(configuration.suite ?? ''),
      year: typeof configuration.year === 'number' ? configuration.year : 2022,
      batch: typeof configuration.batchPerAccelerator === 'number' ? configuration.batchPerAccelerator : null,
      sequence,
      parametersBillion: typeof configuration.parametersBillion === 'number' ? configuration.parametersBillion : null,
    };
    all.push(reference);
    names.set(key, row.model);
    const list = byName.get(key);
    if (list) list.push(reference);
    else byName.set(key, [reference]);
  }
  const promises = new Map([...byName].map(([key, list]) => [key, trainingPromise(matrixExponent(list))]));
  const promiseFor = (key: string) => promises.get(key) ?? MODEL_TRAINING_PROMISE;
  const offsets = fitCardOffsets(
    all.map((r) => {
      // Each against the promise of its own model.
      const usual = MODEL_TRAINING_PROMISE(r.accelerator, r.mode) ?? 0;
      const own = promiseFor(normaliseName(r.row.model ?? ''))(r.accelerator, r.mode) ?? 0;
      return {
        group: `${r.group}|${r.mode}`,
        accelerator: r.accelerator,
        mode: r.mode,
        lnRate: r.lnRate + usual - own,
      };
    }),
    MODEL_TRAINING_PROMISE,
  );
  return {
    names,
    of: (name) => byName.get(normaliseName(name)) ?? [],
    all,
    offsets,
    ruleOf: (name) => ({ promise: promiseFor(normaliseName(name)), offsets }),
  };
}

/** The server at the end of a table's title says nothing of the model. */
const SERVER_IN_VARIANT = /\s*(:?\s*single-node)?\s*(on\s+)?(NVIDIA\s+)?DGX.*$/i;

/** ln of the work of a sequence: its tokens, and the scores that grow with their square (BERT-large: an eighth at 768). */
function lnWork(sequence: number): number {
  return Math.log(sequence * (1 + sequence / TOKENS_OF_EQUAL_WORK));
}
/** Tokens at which the scores of a transformer 1,024 wide cost as much as its products: 6 × the width. */
const TOKENS_OF_EQUAL_WORK = 6144;

/**
 * The spread of left-out rows is so much wider than that of the references themselves: four fifths of those of unseen
 * sources lie inside, and more of unseen cards (test/validation).
 */
export const SIGMA_WIDENING = 1.25;

/** What is asked of a model: the nearer a row is to it, the more it says. */
export interface AskedTraining {
  readonly mode: string;
  readonly devices: number;
  readonly suite?: string;
  readonly group?: string;
  /** Tokens of a sample; null where a sample is no sequence, or nobody says. */
  readonly sequence?: number | null;
  /** Samples a card and step. */
  readonly batch?: number | null;
  readonly framework?: string | null;
}

/** A row for an asked configuration: carried to its sequence, and as unsure as count, precision, batch and software differ. */
export function asReference(reference: ModelReference, asked: AskedTraining): Reference {
  let square = 0.06 ** 2;
  let lnRate = reference.lnRate;
  if (asked.sequence && reference.sequence) {
    lnRate += lnWork(reference.sequence) - lnWork(asked.sequence);
    // Short sequences fill a card less, and tasks of other lengths are other programs.
    square += (0.5 * Math.log(asked.sequence / reference.sequence)) ** 2;
  }
  if (asked.batch && reference.batch) square += (0.15 * Math.log(asked.batch / reference.batch)) ** 2;
  square += (0.045 * Math.log2(asked.devices / reference.row.acceleratorCount)) ** 2;
  if (reference.mode !== asked.mode) square += 0.25 ** 2;
  if (asked.group !== undefined && reference.group !== asked.group) square += 0.5 ** 2;
  else if (asked.suite !== undefined && reference.suite !== asked.suite) square += 0.4 ** 2;
  if (asked.framework) {
    const own = normaliseName(`${reference.suite} ${reference.row.engine ?? ''}`);
    if (!own.includes(normaliseName(asked.framework))) square += 0.4 ** 2;
  }
  // Older software is slower: five years of it by about a fifth.
  square += (0.03 * Math.max(0, 2024 - reference.year)) ** 2;
  return {
    id: reference.row.id,
    accelerator: reference.accelerator,
    mode: reference.mode,
    lnRate,
    sigma: Math.sqrt(square),
  };
}
