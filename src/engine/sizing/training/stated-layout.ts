/** Layouts that agree with what a caller (or a published run) states: what is missing is enumerated, then chosen. */
import { BYTES_PER_GIB } from '../../units.js';
import { TRAINING_CALIBRATION, type TrainingCalibration } from './calibration.js';
import type { TrainingJob } from './job.js';
import type { Checkpointing, Layout, Sharding } from './layout.js';
import { tensorProblem, usualVirtualStages } from './layout-search.js';
import type { Machine } from './machine.js';
import { type TrainingMemory, trainingMemory } from './memory.js';
import { type StepTime, stepTime } from './step-time.js';

export interface StatedLayout {
  readonly tensor?: number | undefined;
  readonly pipeline?: number | undefined;
  readonly context?: number | undefined;
  readonly expert?: number | undefined;
  readonly data?: number | undefined;
  readonly virtualStages?: number | undefined;
  readonly sharding?: Sharding | 'hybrid' | undefined;
  readonly microBatch?: number | undefined;
  readonly checkpointing?: Checkpointing | undefined;
  readonly isOffloaded?: boolean | undefined;
}

/** A stated field that makes the layout impossible, and why. */
export interface LayoutProblem {
  readonly field: keyof StatedLayout | 'devices';
  readonly why: string;
}

/** Share of the reported memory above which a run is said not to fit: the last percent is never free. */
export const FITS_RATIO = 0.995;

export function layoutProblems(job: TrainingJob, devices: number, stated: StatedLayout): readonly LayoutProblem[] {
  const problems: LayoutProblem[] = [];
  const { model } = job;
  const fixed = (stated.tensor ?? 1) * (stated.pipeline ?? 1) * (stated.context ?? 1);
  if (devices % fixed !== 0) {
    problems.push({
      field: 'devices',
      why: `${devices} devices do not divide into groups of ${fixed} (tensor × pipeline × context)`,
    });
  }
  if (stated.tensor !== undefined) {
    const why = tensorProblem(job, stated.tensor);
    if (why !== null) problems.push({ field: 'tensor', why });
  }
  if (stated.pipeline !== undefined && stated.pipeline > model.layers) {
    problems.push({ field: 'pipeline', why: `${model.layers} layers cannot make ${stated.pipeline} stages` });
  }
  const chunks = (stated.virtualStages ?? 1) * (stated.pipeline ?? 1);
  if ((stated.virtualStages ?? 1) > 1 && chunks > model.layers) {
    problems.push({ field: 'virtualStages', why: `${model.layers} layers cannot make ${chunks} chunks` });
  }
  if (stated.expert !== undefined && stated.expert > 1) {
    if (model.experts === 0) problems.push({ field: 'expert', why: 'the model has no experts' });
    else if (model.experts % stated.expert !== 0) {
      problems.push({ field: 'expert', why: `${model.experts} experts do not divide by ${stated.expert}` });
    } else if (stated.expert > devices / (stated.pipeline ?? 1)) {
      problems.push({ field: 'expert', why: `${stated.expert} expert ranks need as many devices in a stage` });
    }
  }
  if (
    stated.data !== undefined &&
    stated.tensor !== undefined &&
    stated.pipeline !== undefined &&
    devices !== fixed * stated.data
  ) {
    problems.push({
      field: 'data',
      why: `tensor × pipeline × context × data is ${fixed * stated.data}, not ${devices}`,
    });
  }
  if (stated.microBatch !== undefined && stated.microBatch > job.globalBatch) {
    problems.push({
      field: 'microBatch',
      why: `a micro-batch of ${stated.microBatch} exceeds the global batch of ${job.globalBatch}`,
    });
  }
  return problems;
}

/** Every layout that agrees; empty when no split of the devices does. */
export function statedLayouts(
  job: TrainingJob,
  machine: Machine,
  devices: number,
  stated: StatedLayout,
): readonly Layout[] {
  const layouts: Layout[] = [];
  const checkpointings: readonly Checkpointing[] = stated.checkpointing
    ? [stated.checkpointing]
    : job.framework.recomputesByDefault
      ? ['full']
      : ['none', 'selective', 'full'];
  for (const tensor of stated.tensor ? [stated.tensor] : usualTensors(job, machine, devices)) {
    for (const pipeline of stated.pipeline ? [stated.pipeline] : usualPipelines(job, devices, stated)) {
      for (const context of stated.context ? [stated.context] : usualContexts(job, devices)) {
        const data = devices / (tensor * pipeline * context);
        if (!Number.isInteger(data) || (stated.data !== undefined && stated.data !== data)) continue;
        if (data > job.globalBatch) continue;
        const ranks = tensor * data * context;
        for (const expert of stated.expert ? [stated.expert] : usualExperts(job, machine, ranks)) {
          if (expert > ranks) continue;
          for (const [sharding, shardWidth] of usualShardings(
            job,
            machine,
            { tensor, pipeline, context, data },
            stated,
          )) {
            for (const checkpointing of checkpointings) {
              const largest = Math.max(1, Math.floor(job.globalBatch / data));
              const batches = stated.microBatch
                ? [Math.min(stated.microBatch, largest)]
                : powersOfTwo(Math.min(64, largest));
              for (const microBatch of batches) {
                layouts.push({
                  tensor,
                  pipeline,
                  context,
                  expert,
                  data,
                  microBatch,
                  sharding,
                  shardWidth,
                  checkpointing,
                  virtualStages: pipeline > 1 ? (stated.virtualStages ?? usualVirtualStages(job, pipeline)) : 1,
                  isOffloaded: stated.isOffloaded ?? false,
                });
              }
            }
          }
        }
      }
    }
  }
  return layouts;
}

export interface Candidate {
  readonly layout: Layout;
  readonly memory: TrainingMemory;
  readonly time: StepTime | null;
}

/** The fastest layout that fits; where none fits, the one with the smallest memory; null for no layouts. */
export function chooseLayout(
  job: TrainingJob,
  machine: Machine,
  layouts: readonly Layout[],
  calibration: TrainingCalibration = TRAINING_CALIBRATION,
): Candidate | null {
  const limit = machine.deviceMemoryGiB === null ? 0 : machine.deviceMemoryGiB * BYTES_PER_GIB * FITS_RATIO;
  let best: Candidate | null = null;
  let smallest: Candidate | null = null;
  for (const layout of layouts) {
    const memory = trainingMemory(job, layout, calibration);
    const time = machine.bandwidthGBps > 0 ? stepTime(job, layout, machine, calibration) : null;
    const candidate = { layout, memory, time };
    if (!smallest || memory.total < smallest.memory.total) smallest = candidate;
    if (memory.total > limit) continue;
    if (!best || (time && best.time && time.seconds < best.time.seconds)) best = candidate;
  }
  return best ?? smallest;
}

function powersOfTwo(most: number): readonly number[] {
  const list: number[] = [];
  for (let n = 1; n <= most; n *= 2) list.push(n);
  return list;
}

function usualTensors(job: TrainingJob, machine: Machine, devices: number): readonly number[] {
  if (!job.framework.hasModelParallel) return [1];
  return powersOfTwo(Math.min(devices, machine.devicesPerServer)).filter((t) => tensorProblem(job, t) === null);
}

function usualPipelines(job: TrainingJob, devices: number, stated: StatedLayout): readonly number[] {
  const isSharded = stated.sharding === 'zero3' || stated.sharding === 'zero2' || stated.sharding === 'hybrid';
  if (!job.framework.hasModelParallel || isSharded) return [1];
  return powersOfTwo(Math.min(devices, job.model.layers, 16)).filter((p) => devices % p === 0);
}

function usualContexts(job: TrainingJob, devices: number): readonly number[] {
  if (!job.framework.hasModelParallel) return [1];
  // Few sequences on many devices: only splitting the sequences keeps all of them busy.
  if (job.globalBatch >= devices) return [1];
  return powersOfTwo(Math.min(devices, Math.max(1, Math.floor(job.sequence / 2048))));
}

function usualExperts(job: TrainingJob, machine: Machine, ranks: number): readonly number[] {
  if (job.model.experts === 0 || !job.framework.hasModelParallel) return [1];
  return powersOfTwo(Math.min(ranks, machine.fastDomain, job.model.experts)).filter(
    (e) => job.model.experts % e === 0 && ranks % e === 0,
  );
}

function usualShardings(
  job: TrainingJob,
  machine: Machine,
  split: { tensor: number; pipeline: number; context: number; data: number },
  stated: StatedLayout,
): readonly (readonly [Sharding, number])[] {
  const replicas = split.data * split.context;
  if (stated.sharding === 'hybrid') {
    return [['zero3', Math.max(1, Math.min(replicas, Math.floor(machine.fastDomain / split.tensor)))]];
  }
  if (stated.sharding !== undefined) return [[stated.sharding, stated.sharding === 'zero3' ? replicas : 1]];
  if (replicas === 1) return [['none', 1]];
  const usual = job.framework.defaultSharding;
  if (split.pipeline > 1 && usual === 'zero3') return [['zero1', 1]];
  return [[usual, usual === 'zero3' ? replicas : 1]];
}
