/**
 * Training part of the validation report: published runs, left out by row, source, model and card, against predictions
 * that never saw them, with the constant-utilisation rule and the calculators' formulas in the same run.
 */
import { readFileSync } from 'node:fs';
import type { Catalogue } from '../../src/engine/catalogue/catalogue.js';
import type { MeasuredRow } from '../../src/engine/catalogue/measured-row.js';
import { transferAll, Z80 } from '../../src/engine/sizing/reference/transfer.js';
import { TRAINING_CALIBRATION } from '../../src/engine/sizing/training/calibration.js';
import { peakTflops } from '../../src/engine/sizing/training/machine.js';
import type { MeasuredCase } from '../../src/engine/sizing/training/measured-case.js';
import { trainingMemory } from '../../src/engine/sizing/training/memory.js';
import {
  type AskedTraining,
  asReference,
  referencesOf,
  SIGMA_WIDENING,
  scalingRatio,
} from '../../src/engine/sizing/training/model-reference.js';
import { nearestCorrection, runFeatures, trainingReferences } from '../../src/engine/sizing/training/reference.js';
import { timeHalfWidth } from '../../src/engine/sizing/training/uncertainty.js';
import { LLM_TRAINING } from '../../src/engine/workload/scenarios/llm-training.js';
import type { LlmTrainingWorkload } from '../../src/engine/workload/training/schema.js';
import { fitCalibration, lnError, sourceOf } from './training/fit.js';
import { casesOf, committedManifest, groupOf, manifestHash, SPLITS, type Split } from './training/rows.js';

/** One line of the report. Errors are |ln(predicted / measured)|; `bias` is signed. */
export interface TrainingSection {
  readonly task: string;
  readonly split: string;
  readonly group: string;
  readonly count: number;
  readonly medianApe: number;
  readonly within25: number;
  readonly p90: number;
  readonly bias: number;
  /** Share of rows inside the 80 % interval, where one is stated. */
  readonly coverage?: number;
}

interface Scored {
  readonly group: string;
  readonly error: number;
  readonly isCovered?: boolean;
}

/** Runs the whole training validation; throws when the committed manifest does not fit the rows. */
export function validateTraining(catalogue: Catalogue): readonly TrainingSection[] {
  const cases = casesOf(catalogue, 'llm-training').filter((c) => c.row.metric === 'tokensPerSecondPerAccelerator');
  const manifest = committedManifest();
  const hash = manifestHash(cases);
  if (hash !== manifest.hash) {
    throw new Error(
      `training split manifest does not fit: ${cases.length} rows, hash ${hash}; committed ${manifest.rows}, ${manifest.hash}`,
    );
  }
  return [
    ...SPLITS.flatMap((split) => speedSections(cases, split)),
    ...baselineSections(cases),
    ...memorySections(casesOf(catalogue, 'llm-training-memory').filter((c) => c.row.metric === 'peakMemoryGB')),
    ...scalingSection(cases),
    ...regretSection(cases),
    ...hoursSection(catalogue),
    ...modelSections(catalogue),
  ];
}

export function printTraining(sections: readonly TrainingSection[]): void {
  console.log('\nTraining: |ln(predicted / measured)| of rows that neither calibrated nor corrected the prediction');
  for (const s of sections) {
    console.log(
      `${s.task.padEnd(22)} ${s.split.padEnd(16)} ${s.group.padEnd(34)} n ${String(s.count).padStart(4)}  median ${percent(s.medianApe)}  p90 ${percent(s.p90)}  within 25 % ${percent(s.within25)}  bias ${percent(s.bias)}${s.coverage === undefined ? '' : `  80 % interval covers ${percent(s.coverage)}`}`,
    );
  }
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`.padStart(8);
}

/** Where a run's traffic goes: nowhere, over RDMA, over TCP. */
function fabricOf(c: MeasuredCase): string {
  if (c.devices <= c.machine.devicesPerServer) return 'one server';
  return c.machine.hasRdma ? 'servers over RDMA' : 'servers over TCP';
}

function speedSections(cases: readonly MeasuredCase[], split: Split): TrainingSection[] {
  const scored: Scored[] = [];
  const groups = [...new Set(cases.map((c) => groupOf(split, c)))].sort();
  for (const group of groups) {
    const kept = cases.filter((c) => groupOf(split, c) !== group);
    const out = cases.filter((c) => groupOf(split, c) === group);
    // One row more or less does not move the constants: only whole groups are worth a new fit.
    const calibration = split === 'left-out row' ? TRAINING_CALIBRATION : fitCalibration(kept);
    const references = trainingReferences(kept, calibration);
    for (const c of out) {
      const near = nearestCorrection(references, runFeatures(c.job, c.layout, c.machine));
      const error = lnError(c, calibration) - near.lnTime;
      scored.push({
        group: fabricOf(c),
        error,
        isCovered: Math.abs(error) <= timeHalfWidth(c.job, near, c.machine, c.layout),
      });
    }
  }
  return sectionsOf('training speed', split, scored);
}

/** What planners do without a model: a utilisation of 40 %, the median one of each card class, and a formula at the achievable peak. */
function baselineSections(cases: readonly MeasuredCase[]): TrainingSection[] {
  const sixN = (c: MeasuredCase) => 6 * c.job.model.activeParameters;
  const peak = (c: MeasuredCase) => (peakTflops(c.machine.accelerator, c.job.bytes.compute) ?? 1) * 1e12;
  const utilisation = (c: MeasuredCase) => (c.row.value * sixN(c)) / peak(c);
  const constant = cases.map((c) => ({
    group: 'constant 40 % of peak, 6ND',
    error: Math.log((0.4 * peak(c)) / sixN(c) / c.row.value),
  }));
  const byClass = cases.map((c) => {
    const others = cases
      .filter((o) => o.machine.speedClass === c.machine.speedClass && sourceOf(o) !== sourceOf(c))
      .map(utilisation);
    const typical = others.length > 0 ? median(others) : 0.4;
    return { group: 'median utilisation of the card', error: Math.log((typical * peak(c)) / sixN(c) / c.row.value) };
  });
  const formula = cases.map((c) => {
    // Calculators: 6N + 12·L·h·s (×4/3 with recomputation) at 80 % of peak, bubble included, no traffic.
    const { model } = c.job;
    const work =
      (sixN(c) + 12 * model.layers * model.hidden * c.job.sequence) * (c.layout.checkpointing === 'full' ? 4 / 3 : 1);
    const steps = c.job.globalBatch / (c.layout.data * c.layout.microBatch);
    const busy = steps / (steps + c.layout.pipeline - 1);
    return {
      group: 'calculator formula at 80 % of peak',
      error: Math.log((0.8 * peak(c) * busy) / work / c.row.value),
    };
  });
  return sectionsOf('training speed', 'baseline', [...constant, ...byClass, ...formula], false);
}

/** A figure of the whole card is where its allocator stopped growing, not what the run needed. */
function isWholeCard(c: MeasuredCase): boolean {
  return c.row.value >= 0.99 * (c.machine.accelerator.memoryGiB ?? Number.POSITIVE_INFINITY);
}

function memorySections(all: readonly MeasuredCase[]): TrainingSection[] {
  const gib = 1024 ** 3;
  const cases = all.filter((c) => !isWholeCard(c));
  const ours: Scored[] = cases.map((c) => ({
    group: `peak memory, ${c.job.method}`,
    error: Math.log(trainingMemory(c.job, c.layout).total / gib / c.row.value),
  }));
  const rule = cases.map((c) => {
    // The rule of thumb of a fine-tuning framework: bytes a parameter by method, over the devices that share them.
    const bytes = c.job.method === 'full' ? 18 : c.job.method === 'lora' ? 2 : 0.5;
    const shared = c.layout.tensor * c.layout.pipeline * (c.layout.sharding === 'zero3' ? c.layout.data : 1);
    return {
      group: 'bytes-a-parameter rule',
      error: Math.log((c.job.model.parameters * bytes) / shared / gib / c.row.value),
    };
  });
  return [
    ...sectionsOf('training memory', 'in sample', ours),
    ...sectionsOf('training memory', 'baseline', rule, false),
  ];
}

/** Throughput a card of a larger run over that of the smallest run of the same configuration, in points. */
function scalingSection(cases: readonly MeasuredCase[]): TrainingSection[] {
  const groups = new Map<string, MeasuredCase[]>();
  for (const c of cases) {
    const key = [
      sourceOf(c),
      c.row.model,
      c.machine.accelerator.id,
      c.row.engine,
      c.row.precision,
      c.job.method,
      c.job.sequence,
      c.layout.microBatch,
      c.layout.tensor,
      c.layout.pipeline,
      c.layout.checkpointing,
      c.machine.hasRdma,
    ].join('|');
    groups.set(key, [...(groups.get(key) ?? []), c]);
  }
  const scored: Scored[] = [];
  for (const list of groups.values()) {
    const sorted = [...list].sort((a, b) => a.devices - b.devices);
    const first = sorted[0];
    if (!first) continue;
    for (const c of sorted) {
      if (c.devices < first.devices * 2) continue;
      const measured = c.row.value / first.row.value;
      if (measured > 1.1) continue;
      const predicted = measured * Math.exp(lnError(c, TRAINING_CALIBRATION) - lnError(first, TRAINING_CALIBRATION));
      scored.push({ group: `points, ${fabricOf(c)}`, error: predicted - measured });
    }
  }
  return sectionsOf('scaling efficiency', 'in sample', scored, false);
}

/** Speed lost by taking the layout we rank first among the published ones of a model and number of cards. */
function regretSection(cases: readonly MeasuredCase[]): TrainingSection[] {
  const groups = new Map<string, MeasuredCase[]>();
  for (const c of cases) {
    const key = [
      sourceOf(c),
      c.row.model,
      c.machine.accelerator.id,
      c.devices,
      c.job.globalBatch,
      c.job.sequence,
      // A framework is not a layout: it was chosen before.
      c.row.engine,
      c.row.precision,
      c.row.engineVersion,
    ].join('|');
    groups.set(key, [...(groups.get(key) ?? []), c]);
  }
  const scored: Scored[] = [];
  for (const list of groups.values()) {
    const layouts = new Set(list.map((c) => JSON.stringify(c.layout)));
    if (layouts.size < 2) continue;
    const predicted = (c: MeasuredCase) => c.row.value * Math.exp(lnError(c, TRAINING_CALIBRATION));
    const chosen = list.reduce((a, b) => (predicted(b) > predicted(a) ? b : a));
    const best = Math.max(...list.map((c) => c.row.value));
    scored.push({ group: 'speed lost by our first choice', error: 1 - chosen.row.value / best });
  }
  return sectionsOf('layout regret', 'in sample', scored, false);
}

/** Card-hours that model cards and papers state, goodput included; layouts are ours where the source names none. */
function hoursSection(catalogue: Catalogue): TrainingSection[] {
  const runs = JSON.parse(
    readFileSync(new URL('./training/published-hours.json', import.meta.url), 'utf8'),
  ) as readonly {
    readonly workload: LlmTrainingWorkload;
    readonly configuration: unknown;
    readonly acceleratorHours: number;
  }[];
  const scored: Scored[] = runs.map((run) => {
    const reply = LLM_TRAINING.evaluate(run.workload, run.configuration, { catalogue, pointer: '/workload' });
    const hours = reply.performance.acceleratorHours;
    return {
      group: 'card-hours of known runs',
      error: Math.log((hours?.expected ?? 0) / run.acceleratorHours),
      isCovered: hours !== undefined && hours.low <= run.acceleratorHours && run.acceleratorHours <= hours.high,
    };
  });
  return sectionsOf('published GPU-hours', 'whole runs', scored, false);
}

/**
 * What a question about a row would say besides its card: sequence, batch and framework. A benchmark's submissions name
 * containers that hold several frameworks; the tables of examples are one framework's each.
 */
function statedBy({ configuration, engine }: MeasuredRow): Pick<AskedTraining, 'sequence' | 'batch' | 'framework'> {
  const number = (value: unknown) => (typeof value === 'number' ? value : null);
  return {
    sequence: number(configuration.sequenceTokens),
    batch: number(configuration.batchPerAccelerator),
    framework: configuration.suite === 'dle' ? (engine ?? '').replace(/\d+$/, '') : null,
  };
}

/** Other models: carried from cards and sources that were left out. */
function modelSections(catalogue: Catalogue): TrainingSection[] {
  const rows = catalogue.measuredRows('model-training');
  const acceleratorOf = (id: string) => catalogue.acceleratorsById.get(id);
  const sections: TrainingSection[] = [];
  for (const [split, key] of [
    ['unseen card', (id: string, _source: string) => id],
    ['unseen source', (_id: string, source: string) => source.slice(0, 60)],
  ] as const) {
    const scored: Scored[] = [];
    const groups = [...new Set(rows.map((r) => key(r.accelerator, r.provenance.source)))].sort();
    for (const group of groups) {
      const references = referencesOf(
        rows.filter((r) => key(r.accelerator, r.provenance.source) !== group),
        acceleratorOf,
      );
      for (const row of rows.filter((r) => key(r.accelerator, r.provenance.source) === group)) {
        const accelerator = acceleratorOf(row.accelerator);
        if (!accelerator || row.model === null) continue;
        const mode = row.precision ?? 'fp16';
        const suite = String(row.configuration.suite ?? '');
        const devices = row.acceleratorCount;
        const like = references.of(row.model).filter((r) => r.unit === row.metric.replace(/PerSecond$/, ''));
        const carried = transferAll(
          like.map((r) => asReference(r, { ...statedBy(row), mode, devices, suite })),
          accelerator,
          mode,
          references.ruleOf(row.model),
        );
        if (!carried) continue;
        const perServer = Number(row.configuration.acceleratorsPerServer ?? 8);
        const isFastLink = (accelerator.interconnectGBps ?? 0) >= 300 && !/pcie/.test(accelerator.id);
        const ratio = scalingRatio({ devices, perServer, isFastLink, hasRdma: true });
        const error = carried.lnRate + Math.log((devices * ratio) / row.value);
        scored.push({
          group: `other models, ${suite}`,
          error,
          isCovered: Math.abs(error) <= Z80 * SIGMA_WIDENING * carried.sigma,
        });
      }
    }
    sections.push(...sectionsOf('model training', split, scored));
  }
  return sections;
}

function sectionsOf(task: string, split: string, scored: readonly Scored[], withAll = true): TrainingSection[] {
  const names = [...new Set(scored.map((s) => s.group))].sort();
  const of = (group: string, list: readonly Scored[]): TrainingSection => {
    const errors = list.map((s) => s.error);
    const absolute = errors.map(Math.abs);
    const covered = list.filter((s) => s.isCovered !== undefined);
    return {
      task,
      split,
      group,
      count: list.length,
      medianApe: median(absolute),
      within25: absolute.filter((e) => e <= Math.log(1.25)).length / Math.max(1, list.length),
      p90: quantile(absolute, 0.9),
      bias: median(errors),
      ...(covered.length > 0 ? { coverage: covered.filter((s) => s.isCovered).length / covered.length } : {}),
    };
  };
  const parts = names.map((name) =>
    of(
      name,
      scored.filter((s) => s.group === name),
    ),
  );
  return withAll && scored.length > 0 ? [of('all', scored), ...parts] : parts;
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}
