/** Turns expected values into estimates with their 80 % interval. */
import type { Estimate, Evidence } from '../../units.js';

/** Two-sided 80 % of a normal: ± 1.2816 standard deviations of the logarithm. */
const Z_80 = 1.2816;

/** Interval of a positive value with logarithmic standard deviation `sigma`, widened to cover `others`. */
export function estimate(
  expected: number,
  sigma: number,
  evidence: Evidence,
  others: readonly number[] = [],
): Estimate {
  const spread = Math.exp(Z_80 * sigma);
  if (others.length === 0) return { low: expected / spread, expected, high: expected * spread, evidence };
  const values = [expected, ...others];
  return { low: Math.min(...values) / spread, expected, high: Math.max(...values) * spread, evidence };
}
