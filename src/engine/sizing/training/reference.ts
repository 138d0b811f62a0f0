/**
 * Correction of a predicted step time by published runs that are alike: a bounded, kernel-weighted mean of their
 * residuals in log space. Far from everything measured it tends to zero, and the interval to that of the formulas.
 */
import { clamp } from './architecture.js';
import { TRAINING_CALIBRATION, type TrainingCalibration } from './calibration.js';
import type { TrainingJob } from './job.js';
import type { Layout } from './layout.js';
import type { Machine } from './machine.js';
import type { MeasuredCase } from './measured-case.js';
import { stepTime } from './step-time.js';

/** A run reduced to what likeness depends on. */
export interface RunFeatures {
  readonly card: string;
  readonly cardClass: string;
  readonly framework: string;
  readonly frameworkClass: string;
  readonly compute: string;
  readonly method: string;
  readonly model: string;
  readonly isExperts: boolean;
  readonly hasExpertBias: boolean;
  readonly isTcp: boolean;
  readonly isSingleServer: boolean;
  readonly checkpointing: string;
  readonly sharding: string;
  /** Natural logarithms. */
  readonly parameters: number;
  readonly sequence: number;
  readonly devices: number;
  readonly tensor: number;
  readonly pipeline: number;
  readonly expert: number;
  readonly microTokens: number;
  readonly microBatches: number;
  /** Year of the release, or the newest. */
  readonly release: number;
}

export interface TrainingReference {
  readonly id: string;
  readonly source: string;
  readonly case: MeasuredCase;
  readonly features: RunFeatures;
  /** ln(measured step time / predicted step time). */
  readonly lnTime: number;
}

export interface NearestCorrection {
  readonly lnTime: number;
  /** Sum of the weights: 0 = nothing alike, 1 = about one run of the same kind. */
  readonly weight: number;
  readonly nearest: TrainingReference | null;
  /** Distance of the nearest run; 0 = the same configuration. */
  readonly distance: number;
  readonly count: number;
}

/** No correction is credible beyond this factor (e^0.6 = 1.8). */
const MAX_LN_CORRECTION = 0.6;
/** Weight of the formulas against the runs. */
export const REFERENCE_PRIOR = 0.1;
/** Width of the kernel. */
export const REFERENCE_WIDTH = 0.22;
const NEWEST_RELEASE = 2026.42;

export function runFeatures(job: TrainingJob, layout: Layout, machine: Machine): RunFeatures {
  const devices = layout.tensor * layout.pipeline * layout.context * layout.data;
  return {
    card: machine.accelerator.id,
    cardClass: machine.speedClass,
    framework: job.framework.id,
    frameworkClass: job.framework.speedClass,
    compute: job.bytes.compute === 'fp16' ? 'bf16' : job.bytes.compute,
    method: job.method,
    model: job.model.name,
    isExperts: job.model.experts > 0,
    hasExpertBias: job.model.hasExpertBias,
    isTcp: devices > machine.devicesPerServer && !machine.hasRdma,
    isSingleServer: devices <= machine.devicesPerServer,
    checkpointing: layout.checkpointing,
    sharding: layout.sharding,
    parameters: Math.log(job.model.activeParameters),
    sequence: Math.log(job.sequence),
    devices: Math.log(devices),
    tensor: Math.log(layout.tensor),
    pipeline: Math.log(layout.pipeline),
    expert: Math.log(layout.expert),
    microTokens: Math.log((layout.microBatch * job.sequence) / layout.context),
    microBatches: Math.log(job.globalBatch / (layout.data * layout.microBatch)),
    release: job.framework.release ?? NEWEST_RELEASE,
  };
}

/** Distance of two runs: 0 = same configuration, about 1 = another framework or another card family. */
export function runDistance(a: RunFeatures, b: RunFeatures): number {
  let sum = cardSquares(a, b) + jobSquares(a, b);
  if (a.isTcp !== b.isTcp) sum += square(0.6);
  if (a.isSingleServer !== b.isSingleServer) sum += square(0.15);
  if (a.checkpointing !== b.checkpointing) sum += square(0.25);
  if (a.sharding !== b.sharding) sum += square(0.2);
  sum += square(0.07 * (a.devices - b.devices));
  sum += square(0.2 * (a.tensor - b.tensor));
  sum += square(0.2 * (a.pipeline - b.pipeline));
  sum += square(0.2 * (a.expert - b.expert));
  sum += square(0.1 * (a.microTokens - b.microTokens));
  sum += square(0.08 * (a.microBatches - b.microBatches));
  return Math.sqrt(sum);
}

/** The part of the distance that the card decides, squared. */
function cardSquares(a: RunFeatures, b: RunFeatures): number {
  if (a.card === b.card) return 0;
  return square(a.cardClass === b.cardClass ? 0.35 : 0.9);
}

/** The part of the distance that the job decides, squared. */
function jobSquares(a: RunFeatures, b: RunFeatures): number {
  let sum = 0;
  if (a.framework !== b.framework) sum += square(a.frameworkClass === b.frameworkClass ? 0.3 : 1);
  if (a.compute !== b.compute) sum += square(0.5);
  if (a.method !== b.method) sum += square(0.8);
  // What one mixture of experts misses says little of another: their widths, counts and exchanges differ.
  if (a.model !== b.model) {
    sum += square((a.isExperts ? 0.5 : 0.2) + 0.2 * Math.min(3, Math.abs(a.parameters - b.parameters)));
  }
  if (a.isExperts !== b.isExperts || a.hasExpertBias !== b.hasExpertBias) sum += square(1);
  sum += square(0.15 * (a.sequence - b.sequence));
  sum += square(0.5 * (a.release - b.release));
  return sum;
}

const square = (value: number): number => value * value;

/** Residuals of the published runs under a calibration, in id order. */
export function trainingReferences(
  cases: readonly MeasuredCase[],
  calibration: TrainingCalibration = TRAINING_CALIBRATION,
): readonly TrainingReference[] {
  return cases
    .filter((c) => c.row.metric === 'tokensPerSecondPerAccelerator' && c.row.value > 0)
    .map((c) => {
      const predicted = stepTime(c.job, c.layout, c.machine, calibration).seconds;
      const measured = (c.job.globalBatch * c.job.sequence) / (c.row.value * c.devices);
      return {
        id: c.row.id,
        source: c.row.provenance.source,
        case: c,
        features: runFeatures(c.job, c.layout, c.machine),
        lnTime: Math.log(measured / predicted),
      };
    })
    .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/** Squared distances of a job, on no card yet, from each reference: the same for every card that it is tried on. */
export function jobDistances(references: readonly TrainingReference[], job: RunFeatures): Float64Array {
  return Float64Array.from(references, ({ features }) => jobSquares(job, features));
}

/** References that can be near a job on a card, whatever its layout: the others would weigh nothing. */
export function nearbyReferences(
  references: readonly TrainingReference[],
  distances: Float64Array,
  features: RunFeatures,
  width: number = REFERENCE_WIDTH,
): readonly TrainingReference[] {
  const reach = (width * KERNEL_REACH) ** 2;
  const near: TrainingReference[] = [];
  // Where none is near, the nearest one is kept, to name it.
  let best: TrainingReference | null = null;
  let distance = Number.POSITIVE_INFINITY;
  for (let i = 0; i < references.length; i++) {
    const reference = references[i];
    if (reference === undefined) continue;
    const d = (distances[i] ?? 0) + cardSquares(features, reference.features);
    if (d < reach) near.push(reference);
    if (d < distance) {
      distance = d;
      best = reference;
    }
  }
  return near.length > 0 || best === null ? near : [best];
}

/** Widths beyond which the kernel is cut off. */
const KERNEL_REACH = 3.7;

/** Correction of ln(step time) for a run of these features. */
export function nearestCorrection(
  references: readonly TrainingReference[],
  features: RunFeatures,
  width: number = REFERENCE_WIDTH,
  prior: number = REFERENCE_PRIOR,
): NearestCorrection {
  let sum = 0;
  let total = 0;
  let count = 0;
  let nearest: TrainingReference | null = null;
  let distance = Number.POSITIVE_INFINITY;
  for (const reference of references) {
    const d = runDistance(features, reference.features);
    if (d < distance) {
      distance = d;
      nearest = reference;
    }
    if (d > width * KERNEL_REACH) continue;
    const weight = Math.exp(-0.5 * (d / width) ** 2);
    sum += weight * reference.lnTime;
    total += weight;
    count++;
  }
  if (total === 0) return { lnTime: 0, weight: 0, nearest, distance, count };
  return {
    lnTime: clamp(sum / (total + prior), -MAX_LN_CORRECTION, MAX_LN_CORRECTION),
    weight: total,
    nearest,
    distance,
    count,
  };
}
