/**
 * Bounded, regularised fit of the efficiency factors: Gauss-Newton on logarithms with a robust loss.
 *
 * Each factor is `exp(base + effects)`; every effect has a prior of zero with a stated width, every base a prior value, and
 * the factor stays within physical bounds. What is not measured therefore keeps the prior.
 */
import {
  FACTOR_IDS,
  type FactorId,
  type FactorRow,
  type FactorSet,
  type FactorTable,
  factorsOf,
} from '../../../src/engine/sizing/inference/efficiency.js';
import { predictWith, type Resolved } from '../../../src/engine/sizing/inference/references.js';
import { PRIORS } from './priors.js';
import { textHash } from './splits.js';

/** Residual at which a row's pull starts to fade, by metric. */
const ROBUST_WIDTH = { timePerOutputToken: 0.15, timeToFirstToken: 0.3, throughput: 0.17, prefill: 0.35 } as const;
const BASE_WIDTH = 0.35;
const ITERATIONS = 8;
/** Clusters larger than this are fitted on half of their rows: neighbours of one sweep add time, not knowledge. */
const LARGE_CLUSTER = 60;
const STEP = 1e-3;
/** Rows of one source, card, family and engine count as many independent rows to this power. */
const CLUSTER_POWER = 0.55;

interface Parameter {
  readonly factor: FactorId;
  /** null = base. */
  readonly key: string | null;
  readonly width: number;
}

/** Kind of an effect key: `class:hopper|engine:vllm` → `class|engine`. */
function kindOf(key: string): string {
  return key
    .split('|')
    .map((part) => (part.includes('@') ? 'vintage' : (part.split(':')[0] ?? '')))
    .join('|');
}

export function priorTable(): FactorTable {
  const out = {} as Record<FactorId, FactorRow>;
  for (const id of FACTOR_IDS) {
    const p = PRIORS[id];
    out[id] = { base: Math.log(p.value), low: p.low, high: p.high, effects: {} };
  }
  return out;
}

const clusterOf = (r: Resolved) => `${r.source}|${r.card}|${r.family}|${r.context.engine}|${r.metric}`;

function clusterSizes(rows: readonly Resolved[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const r of rows) sizes.set(clusterOf(r), (sizes.get(clusterOf(r)) ?? 0) + 1);
  return sizes;
}

function thinned(rows: readonly Resolved[]): readonly Resolved[] {
  const sizes = clusterSizes(rows);
  return rows.filter((r) => (sizes.get(clusterOf(r)) ?? 0) <= LARGE_CLUSTER || textHash(r.row.id) % 2 === 0);
}

/** Factors that only some rows depend on: the slope of the others is zero, and need not be computed. */
const CONCERNS: Partial<Record<FactorId, (r: Resolved) => boolean>> = {
  allReduceUs: (r) => r.row.acceleratorCount > 1,
  linkReach: (r) => r.row.acceleratorCount > 1,
  expertRead: (r) => r.question.model.experts !== null,
  expertCompute: (r) => r.question.model.experts !== null,
  expertPrefill: (r) => r.question.model.experts !== null,
  prefillKernelUs: (r) => r.metric !== 'timePerOutputToken',
  firstTokenSteps: (r) => r.metric !== 'timePerOutputToken',
  firstTokenMs: (r) => r.metric !== 'timePerOutputToken',
  firstWave: (r) => r.metric !== 'timePerOutputToken',
};

/** Fits a table to the rows; deterministic. */
export function fitFactors(all: readonly Resolved[], log: (line: string) => void): FactorTable {
  const rows = thinned(all);
  const parameters: Parameter[] = [];
  const indexByKey = new Map<string, number>();
  for (const factor of FACTOR_IDS) {
    indexByKey.set(`${factor}|`, parameters.length);
    parameters.push({ factor, key: null, width: PRIORS[factor].baseWidth ?? BASE_WIDTH });
  }
  const columns: { readonly factor: number; readonly indexes: readonly number[] }[][] = rows.map((row) =>
    FACTOR_IDS.map((factor, f) => {
      const indexes = [f];
      for (const key of row.keys) {
        const width = PRIORS[factor].effects[kindOf(key)];
        if (width === undefined) continue;
        const id = `${factor}|${key}`;
        let index = indexByKey.get(id);
        if (index === undefined) {
          index = parameters.length;
          indexByKey.set(id, index);
          parameters.push({ factor, key, width });
        }
        indexes.push(index);
      }
      return { factor: f, indexes };
    }),
  );
  const clusters = clusterSizes(rows);
  const weight = rows.map((r) => {
    const n = clusters.get(clusterOf(r)) ?? 1;
    return (n ** CLUSTER_POWER / n) * (r.isExact ? 1 : 0.5) * (r.row.task === 'llm-burst' ? 0.3 : 1);
  });

  const n = parameters.length;
  let theta = new Float64Array(n);
  let table = tableOf(theta);
  let best = lossOf(residuals(table), theta);
  let damping = 0.3;
  log(`rows ${rows.length}, parameters ${n}, loss ${best.toFixed(1)}`);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const r0 = residuals(table);
    const sets = rows.map((r) => factorsOf(r.keys, table));
    const slopes = FACTOR_IDS.map((factor) => slopesOf(factor, sets, r0));
    const hessian = Array.from({ length: n }, () => new Float64Array(n));
    const gradient = new Float64Array(n);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      const miss = r0[i] ?? 0;
      if (!row || !Number.isFinite(miss)) continue;
      const s = ROBUST_WIDTH[row.metric];
      const w = ((weight[i] ?? 0) / (s * s)) * (1 / (1 + (miss / (2 * s)) ** 2));
      const at: number[] = [];
      const by: number[] = [];
      for (const column of columns[i] ?? []) {
        const slope = slopes[column.factor]?.[i] ?? 0;
        if (Math.abs(slope) < 1e-5) continue;
        for (const index of column.indexes) {
          at.push(index);
          by.push(slope);
        }
      }
      for (let m = 0; m < at.length; m++) {
        const a = at[m] ?? 0;
        const pull = w * (by[m] ?? 0);
        gradient[a] = (gradient[a] ?? 0) + pull * miss;
        const line = hessian[a];
        if (!line) continue;
        for (let o = 0; o < at.length; o++) {
          const b = at[o] ?? 0;
          line[b] = (line[b] ?? 0) + pull * (by[o] ?? 0);
        }
      }
    }
    for (const [i, p] of parameters.entries()) {
      const pull = 1 / (p.width * p.width);
      gradient[i] = (gradient[i] ?? 0) + pull * (theta[i] ?? 0);
      const line = hessian[i];
      if (line) line[i] = (line[i] ?? 0) + pull;
    }
    let isBetter = false;
    for (let attempt = 0; attempt < 5 && !isBetter; attempt++) {
      const step = solve(hessian, gradient, damping);
      const next = theta.map((v, i) => v - Math.max(-1, Math.min(1, step[i] ?? 0)));
      const nextTable = tableOf(next);
      const loss = lossOf(residuals(nextTable), next);
      if (loss < best) {
        isBetter = true;
        const gain = best - loss;
        best = loss;
        theta = next;
        table = nextTable;
        damping = Math.max(damping / 4, 1e-4);
        log(`iteration ${iteration + 1}: loss ${loss.toFixed(1)}`);
        if (gain < best * 1e-3) return table;
      } else damping *= 6;
    }
    if (!isBetter) break;
  }
  return table;

  function tableOf(values: Float64Array): FactorTable {
    const out = {} as Record<FactorId, FactorRow>;
    for (const id of FACTOR_IDS) out[id] = { base: 0, low: PRIORS[id].low, high: PRIORS[id].high, effects: {} };
    for (const [i, p] of parameters.entries()) {
      const value = values[i] ?? 0;
      const row = out[p.factor];
      if (p.key === null) out[p.factor] = { ...row, base: Math.log(PRIORS[p.factor].value) + value };
      else (row.effects as Record<string, number>)[p.key] = value;
    }
    return out;
  }
  function residuals(t: FactorTable): number[] {
    return rows.map((r) => residual(r, factorsOf(r.keys, t)));
  }
  function residual(r: Resolved, factors: FactorSet): number {
    return Math.log(predictWith(r, factors) / r.row.value);
  }
  /** Slope of every residual in the logarithm of one factor; zero where the factor stands at a bound. */
  function slopesOf(factor: FactorId, sets: readonly FactorSet[], r0: readonly number[]): number[] {
    const concerns = CONCERNS[factor];
    const { low, high } = PRIORS[factor];
    return rows.map((r, i) => {
      const factors = sets[i];
      if (!factors || (concerns && !concerns(r))) return 0;
      const value = Math.min(high, factors[factor] * Math.exp(STEP));
      if (value <= low) return 0;
      return (residual(r, { ...factors, [factor]: value }) - (r0[i] ?? 0)) / STEP;
    });
  }
  function lossOf(r: readonly number[], values: Float64Array): number {
    let loss = 0;
    for (const [i, row] of rows.entries()) {
      const v = r[i] ?? 0;
      if (!Number.isFinite(v)) continue;
      const s = ROBUST_WIDTH[row.metric];
      loss += (weight[i] ?? 0) * 2 * Math.log(1 + (v / (2 * s)) ** 2) * 2;
    }
    for (const [i, p] of parameters.entries()) loss += ((values[i] ?? 0) / p.width) ** 2;
    return loss;
  }
}

/** Solves (H + damping × diag H) x = g by Cholesky. */
function solve(hessian: readonly Float64Array[], gradient: Float64Array, damping: number): Float64Array {
  const n = gradient.length;
  const l = Array.from({ length: n }, () => new Float64Array(n));
  for (let i = 0; i < n; i++) {
    const li = l[i] as Float64Array;
    for (let j = 0; j <= i; j++) {
      const lj = l[j] as Float64Array;
      let sum = hessian[i]?.[j] ?? 0;
      if (i === j) sum *= 1 + damping;
      for (let k = 0; k < j; k++) sum -= (li[k] ?? 0) * (lj[k] ?? 0);
      li[j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / (lj[j] ?? 1);
    }
  }
  const y = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let sum = gradient[i] ?? 0;
    for (let k = 0; k < i; k++) sum -= (l[i]?.[k] ?? 0) * (y[k] ?? 0);
    y[i] = sum / (l[i]?.[i] ?? 1);
  }
  const x = new Float64Array(n);
  for (let i = n - 1; i >= 0; i--) {
    let sum = y[i] ?? 0;
    for (let k = i + 1; k < n; k++) sum -= (l[k]?.[i] ?? 0) * (x[k] ?? 0);
    x[i] = sum / (l[i]?.[i] ?? 1);
  }
  return x;
}
