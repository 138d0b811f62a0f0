/**
 * Corrects a prediction by the nearest measured rows: kriging of the residual log(measured / predicted) over the rows that
 * are most alike, shrunk toward zero where none is near. Physics stays in charge; the shift is bounded.
 */
import { covariance, type Features, type Kernel } from './reference-kernel.js';

/** A measured row with what physics misses on it. */
export interface Reference {
  readonly rowId: string;
  readonly features: Features;
  /** log(measured time / predicted time); rates count inversely. */
  readonly residual: number;
  /** Variance of the row's own noise. */
  readonly noise: number;
  readonly source: string;
}

export interface Correction {
  /** Added to the logarithm of a time. */
  readonly shift: number;
  /** Variance that is left of the residual's prior variance, 0…1. */
  readonly openRatio: number;
  readonly count: number;
  readonly nearest: Reference | null;
}

export const NO_CORRECTION: Correction = { shift: 0, openRatio: 1, count: 0, nearest: null };

/** No correction beyond these: a neighbour may not stand in for physics. */
const MAX_SHIFT = 0.9;
/** Residuals beyond this are clipped before they pull. */
const MAX_RESIDUAL = 1.2;
/** Rows of one source share a bias of this standard deviation. */
const SOURCE_SIGMA = 0.08;
/** Covariance below which a row says nothing. */
const MIN_COVARIANCE = 1e-4;

/** Kriging over the `most` nearest of `references` (rows of the same architecture). */
export function correctionFrom(
  query: Features,
  references: readonly Reference[],
  most: number,
  kernel: Kernel,
): Correction {
  const chosen: { reference: Reference; k: number }[] = [];
  let weakest = MIN_COVARIANCE;
  for (const reference of references) {
    const k = covariance(query, reference.features, kernel);
    if (k <= weakest) continue;
    let at = chosen.length;
    while (at > 0 && (chosen[at - 1]?.k ?? 0) < k) at--;
    chosen.splice(at, 0, { reference, k });
    if (chosen.length > most) {
      chosen.pop();
      weakest = chosen[chosen.length - 1]?.k ?? weakest;
    }
  }
  const n = chosen.length;
  if (n === 0) return NO_CORRECTION;

  // Cholesky of K + noise, row by row.
  const lower = new Float64Array(n * n);
  const solved = new Float64Array(n);
  const spread = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const a = chosen[i]?.reference;
    if (!a) continue;
    for (let j = 0; j <= i; j++) {
      const b = chosen[j]?.reference;
      if (!b) continue;
      let sum = i === j ? kernel.total + SOURCE_SIGMA ** 2 + a.noise : covariance(a.features, b.features, kernel);
      if (i !== j && a.source === b.source) sum += SOURCE_SIGMA ** 2;
      for (let m = 0; m < j; m++) sum -= (lower[i * n + m] ?? 0) * (lower[j * n + m] ?? 0);
      lower[i * n + j] = i === j ? Math.sqrt(Math.max(sum, 1e-9)) : sum / (lower[j * n + j] ?? 1);
    }
    let y = Math.max(-MAX_RESIDUAL, Math.min(MAX_RESIDUAL, a.residual));
    let k = chosen[i]?.k ?? 0;
    for (let m = 0; m < i; m++) {
      y -= (lower[i * n + m] ?? 0) * (solved[m] ?? 0);
      k -= (lower[i * n + m] ?? 0) * (spread[m] ?? 0);
    }
    solved[i] = y / (lower[i * n + i] ?? 1);
    spread[i] = k / (lower[i * n + i] ?? 1);
  }
  let shift = 0;
  let explained = 0;
  for (let i = 0; i < n; i++) {
    shift += (solved[i] ?? 0) * (spread[i] ?? 0);
    explained += (spread[i] ?? 0) ** 2;
  }
  return {
    shift: Math.max(-MAX_SHIFT, Math.min(MAX_SHIFT, shift)),
    openRatio: Math.max(0, 1 - explained / kernel.total),
    count: n,
    nearest: chosen[0]?.reference ?? null,
  };
}
