/**
 * Least-squares fit of the training calibration in log space: robust, with every constant held by its prior. Run on all
 * rows it writes the table of calibration.ts; run on a fold's training rows it scores the rows that were left out.
 */
import type { TrainingCalibration } from '../../../src/engine/sizing/training/calibration.js';
import type { MeasuredCase } from '../../../src/engine/sizing/training/measured-case.js';
import { stepTime } from '../../../src/engine/sizing/training/step-time.js';
import { TRAINING_PRIORS } from './priors.js';

/** A constant of the table and the standard deviation of its prior, ln units. */
type Parameter = readonly [path: string, sigma: number];

const named = (table: string, sigma: number, names: readonly string[]): Parameter[] =>
  names.map((name) => [`${table}.${name}`, sigma]);

export const FITTED: readonly Parameter[] = [
  ...named('productRatio', 0.15, ['a100', 'hopper', 'blackwell', 'volta', 'ada', 'amd']),
  ...named('precisionRatio', 0.3, ['fp8:hopper', 'fp8:blackwell', 'fp4:blackwell', 'fp8']),
  ...named('cardRatio', 0.06, [
    'gb200-186gb',
    'gb300-279gb',
    'b200-sxm-180gb',
    'b300-sxm-270gb',
    'h200-sxm-141gb',
    'h100-sxm5-96gb',
    'h100-sxm5-80gb',
    'a100-sxm4-40gb',
    'a100-sxm4-80gb',
  ]),
  ...named('frameworkRatio', 0.2, Object.keys(TRAINING_PRIORS.frameworkRatio)),
  ['sliceSeconds', 0.7],
  ...named('launchRatio', 0.5, ['huggingface', 'peft', 'unsloth', 'torchtitan', 'llm-foundry', 'mlperf']),
  ['attentionRatio.scores', 0.5],
  ...named('attentionRatio', 0.25, [
    'flash1',
    'flash1:hopper',
    'flash2',
    'flash2:hopper',
    'flash3:hopper',
    'flash3:blackwell',
  ]),
  ['attentionHalfTokens', 0.5],
  ['attentionHalfHead', 0.6],
  ['misalignedRatio', 0.2],
  ['halfWidth', 0.6],
  ['halfTokens', 0.6],
  ['expertHalfTokens', 0.6],
  ['elementwisePasses', 0.4],
  ['elementwisePassesFused', 0.4],
  ['launchSecondsPerLayer', 0.5],
  ['launchSecondsPerLayerFused', 0.5],
  ['expertHostSeconds', 0.4],
  ['routingPasses', 0.4],
  ['adapterPasses', 0.5],
  ...named('expertRatio', 0.3, ['wide', 'narrow']),
  ['expertFusionGain', 0.2],
  ...named('dequantBytes', 0.5, ['nf4', 'gptq']),
  ['overlapExponent', 0.4],
  ['tensorExposure', 0.3],
  ['tensorExposureHidden', 0.4],
  ['expertExposure', 0.3],
  ['expertExposureHidden', 0.4],
  ['stragglerPerDoubling', 0.5],
  ['releaseGain', 0.5],
  ['releaseGainExperts', 0.5],
];

/** Noise of a good measurement, ln units; errors beyond two of it count linearly. */
const NOISE = 0.12;

/** Noise of a row, ln units: that of a good measurement, and the spread that its source states (taken for four fifths of its runs). */
function noiseOf(c: MeasuredCase): number {
  return Math.hypot(NOISE, Math.log(1 + c.spreadRatio) / 1.2816);
}

/** ln(predicted / measured tokens a second). */
export function lnError(c: MeasuredCase, calibration: TrainingCalibration): number {
  const seconds = stepTime(c.job, c.layout, c.machine, calibration).seconds;
  return Math.log((c.job.globalBatch * c.job.sequence) / seconds / c.devices / c.row.value);
}

/** The calibration whose constants are `base` × e^theta. */
function shifted(base: TrainingCalibration, theta: readonly number[]): TrainingCalibration {
  const copy = structuredClone(base) as unknown as Record<string, number | Record<string, number>>;
  FITTED.forEach(([path], i) => {
    const factor = Math.exp(theta[i] ?? 0);
    const [table = '', ...rest] = path.split('.');
    const entry = copy[table];
    if (typeof entry === 'number') copy[table] = entry * factor;
    else if (entry) {
      const name = rest.join('.');
      entry[name] = (entry[name] ?? entry[name.split(':')[0] ?? ''] ?? 1) * factor;
    }
  });
  return copy as unknown as TrainingCalibration;
}

/** Rows of one source and card share a vote that grows with the root of their number. */
function weightsOf(cases: readonly MeasuredCase[]): number[] {
  const key = (c: MeasuredCase) => `${sourceOf(c)}|${c.machine.accelerator.id}`;
  const counts = new Map<string, number>();
  for (const c of cases) counts.set(key(c), (counts.get(key(c)) ?? 0) + 1);
  return cases.map((c) => 1 / Math.sqrt(counts.get(key(c)) ?? 1));
}

/** The publication a row comes from: all submissions of one benchmark are one source. */
export function sourceOf(c: MeasuredCase): string {
  const { source } = c.row.provenance;
  return source.includes('MLPerf')
    ? 'MLPerf'
    : source
        .split(/[ ,(@]/)
        .slice(0, 2)
        .join(' ')
        .slice(0, 40);
}

/** Levenberg–Marquardt with a numeric Jacobian; deterministic. */
export function fitCalibration(
  cases: readonly MeasuredCase[],
  base: TrainingCalibration = TRAINING_PRIORS,
  rounds = 14,
): TrainingCalibration {
  const weights = weightsOf(cases);
  const noise = cases.map(noiseOf);
  let theta = FITTED.map(() => 0);
  let damping = 1e-2;
  const costOf = (t: readonly number[]) => {
    const calibration = shifted(base, t);
    let cost = 0;
    cases.forEach((c, i) => {
      const e = Math.abs(lnError(c, calibration) / (noise[i] ?? NOISE));
      cost += (weights[i] ?? 0) * (e < 2 ? (e * e) / 2 : 2 * e - 2);
    });
    t.forEach((v, i) => {
      cost += 0.5 * (v / (FITTED[i]?.[1] ?? 1)) ** 2;
    });
    return cost;
  };
  let best = costOf(theta);
  const touched: boolean[][] = [];
  for (let round = 0; round < rounds; round++) {
    const calibration = shifted(base, theta);
    const errors = cases.map((c) => lnError(c, calibration));
    const columns = FITTED.map((_, k) => {
      const moved = theta.map((v, i) => (i === k ? v + 0.02 : v));
      const there = shifted(base, moved);
      // What a constant does not touch in the first round it never does: another card's share, another framework's launches.
      const slopes = cases.map((c, i) =>
        touched[k]?.[i] === false ? 0 : (lnError(c, there) - (errors[i] ?? 0)) / 0.02,
      );
      touched[k] ??= slopes.map((slope) => slope !== 0);
      return slopes;
    });
    const normal = FITTED.map(() => new Array<number>(FITTED.length).fill(0));
    const gradient = new Array<number>(FITTED.length).fill(0);
    cases.forEach((_, i) => {
      const sigma = noise[i] ?? NOISE;
      const e = Math.abs((errors[i] ?? 0) / sigma);
      const weight = ((weights[i] ?? 0) * (e < 2 ? 1 : 2 / e)) / sigma ** 2;
      columns.forEach((column, k) => {
        const slope = column[i] ?? 0;
        if (slope === 0) return;
        gradient[k] = (gradient[k] ?? 0) - weight * slope * (errors[i] ?? 0);
        for (let l = 0; l <= k; l++) {
          const rowK = normal[k];
          if (rowK) rowK[l] = (rowK[l] ?? 0) + weight * slope * (columns[l]?.[i] ?? 0);
        }
      });
    });
    FITTED.forEach(([, sigma], k) => {
      for (let l = 0; l < k; l++) {
        const other = normal[l];
        if (other) other[k] = normal[k]?.[l] ?? 0;
      }
      const own = normal[k];
      if (own) own[k] = (own[k] ?? 0) + 1 / sigma ** 2;
      gradient[k] = (gradient[k] ?? 0) - (theta[k] ?? 0) / sigma ** 2;
    });
    let improved = false;
    for (let attempt = 0; attempt < 6 && !improved; attempt++) {
      const damped = normal.map((row, i) => row.map((v, j) => (i === j ? v * (1 + damping) : v)));
      const step = solve(damped, gradient).map((v) => Math.max(-0.4, Math.min(0.4, v)));
      const moved = theta.map((v, i) => v + (step[i] ?? 0));
      const cost = costOf(moved);
      if (cost < best) {
        theta = moved;
        best = cost;
        damping /= 3;
        improved = true;
      } else damping *= 4;
    }
    if (!improved) break;
  }
  return shifted(base, theta);
}

/** Gaussian elimination with partial pivoting. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const n = right.length;
  const m = matrix.map((row, i) => [...row, right[i] ?? 0]);
  const at = (i: number, j: number) => m[i]?.[j] ?? 0;
  for (let i = 0; i < n; i++) {
    let pivot = i;
    for (let j = i + 1; j < n; j++) if (Math.abs(at(j, i)) > Math.abs(at(pivot, i))) pivot = j;
    const here = m[i];
    const there = m[pivot];
    if (here && there) {
      m[i] = there;
      m[pivot] = here;
    }
    const lead = at(i, i) || 1e-12;
    for (let j = i + 1; j < n; j++) {
      const factor = at(j, i) / lead;
      const row = m[j];
      if (factor === 0 || !row) continue;
      for (let k = i; k <= n; k++) row[k] = (row[k] ?? 0) - factor * at(i, k);
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    let rest = at(i, n);
    for (let k = i + 1; k < n; k++) rest -= at(i, k) * (x[k] ?? 0);
    x[i] = rest / (at(i, i) || 1e-12);
  }
  return x;
}
