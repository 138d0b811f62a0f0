/**
 * Training speed of models that are not language models, by measured reference: rows of the same (or a like) model are
 * carried from the card they were measured on to the asked one, and scaled to its number of cards.
 */
import type { Accelerator } from '../../catalogue/accelerator.js';
import type { Catalogue } from '../../catalogue/catalogue.js';
import type { MeasuredRow } from '../../catalogue/measured-row.js';
import { type CardOffsets, fitCardOffsets } from '../reference/card-offsets.js';
import { normaliseName } from '../reference/names.js';
import { promiseOf } from '../reference/resources.js';
import type { Reference, TransferRule } from '../reference/transfer.js';

/** What a card's datasheet promises for such training: half matrix units, half memory bandwidth (fitted exponents). */
export const MODEL_TRAINING_PROMISE = promiseOf({ matrix: 0.42, bandwidth: 0.5 });

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
  readonly parametersBillion: number | null;
}

export interface ModelReferences {
  /** Names of measured models, display form, by normalised name. */
  readonly names: ReadonlyMap<string, string>;
  of(name: string): readonly ModelReference[];
  readonly all: readonly ModelReference[];
  readonly rule: TransferRule;
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
    const reference: ModelReference = {
      row,
      accelerator,
      group: `${key}|${String(configuration.variant ?? '')}`,
      unit: row.metric.replace(/PerSecond$/, ''),
      mode: row.precision ?? 'fp16',
      lnRate: Math.log(row.value / row.acceleratorCount / ratio),
      suite: String(configuration.suite ?? ''),
      year: typeof configuration.year === 'number' ? configuration.year : 2022,
      batch: typeof configuration.batchPerAccelerator === 'number' ? configuration.batchPerAccelerator : null,
      parametersBillion: typeof configuration.parametersBillion === 'number' ? configuration.parametersBillion : null,
    };
    all.push(reference);
    names.set(key, row.model);
    const list = byName.get(key);
    if (list) list.push(reference);
    else byName.set(key, [reference]);
  }
  const offsets = fitCardOffsets(
    all.map((r) => ({ group: `${r.group}|${r.mode}`, accelerator: r.accelerator, mode: r.mode, lnRate: r.lnRate })),
    MODEL_TRAINING_PROMISE,
  );
  return {
    names,
    of: (name) => byName.get(normaliseName(name)) ?? [],
    all,
    offsets,
    rule: { promise: MODEL_TRAINING_PROMISE, offsets },
  };
}

/** Uncertainty of a reference for an asked configuration, ln units: other count, other precision, other batch. */
export function asReference(
  reference: ModelReference,
  asked: { mode: string; devices: number; suite?: string; group?: string },
): Reference {
  let square = 0.06 ** 2;
  square += (0.045 * Math.log2(asked.devices / reference.row.acceleratorCount)) ** 2;
  if (reference.mode !== asked.mode) square += 0.25 ** 2;
  if (asked.group !== undefined && reference.group !== asked.group) square += 0.5 ** 2;
  else if (asked.suite !== undefined && reference.suite !== asked.suite) square += 0.4 ** 2;
  // Older software is slower: five years of it by about a fifth.
  square += (0.03 * Math.max(0, 2024 - reference.year)) ** 2;
  return {
    id: reference.row.id,
    accelerator: reference.accelerator,
    mode: reference.mode,
    lnRate: reference.lnRate,
    sigma: Math.sqrt(square),
  };
}
