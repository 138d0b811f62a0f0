/** The normal distribution: what a month's demand may be, given its 80 % interval. */
import { Z_80 } from './forecast.js';

/** Standard deviation of an 80 % interval. */
export function deviationOf(range: { readonly low: number; readonly high: number }): number {
  return Math.max(0, (range.high - range.low) / (2 * Z_80));
}

/** P(X > limit) for a normal X; without scatter, whether the mean exceeds the limit. */
export function probabilityAbove(limit: number, mean: number, deviation: number): number {
  if (deviation <= 0) return mean > limit + 1e-9 ? 1 : 0;
  return 1 - cumulative((limit - mean) / deviation);
}

/** Φ(z) to the precision of a double: φ(z)·(z + z³/3 + z⁵/(3·5) + …) + ½ (Marsaglia 2004). */
export function cumulative(z: number): number {
  if (z < -8) return 0;
  if (z > 8) return 1;
  let sum = z;
  let term = z;
  for (let n = 3; Math.abs(term) > 1e-17 * Math.abs(sum); n += 2) {
    term *= (z * z) / n;
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
}

/** z with Φ(z) = p, by bisection. */
export function quantile(p: number): number {
  let low = -9;
  let high = 9;
  for (let step = 0; step < 80; step++) {
    const middle = (low + high) / 2;
    if (cumulative(middle) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Five-point Gauss–Hermite nodes (in standard deviations) and weights: means of smooth functions of a normal variable. */
export const NODES: readonly { readonly z: number; readonly weight: number }[] = [
  { z: -2.856970013872806, weight: 0.01125741132772 },
  { z: -1.355626179974266, weight: 0.22207592200561 },
  { z: 0, weight: 0.5333333333333333 },
  { z: 1.355626179974266, weight: 0.22207592200561 },
  { z: 2.856970013872806, weight: 0.01125741132772 },
];
