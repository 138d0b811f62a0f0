/** Which experts a batch touches, and how uneven the load is. */
import type { ExpertShape } from './model-shape.js';

/**
 * Share of the routed experts that `tokens` tokens touch, uniform routing: `1 − (1 − k / E)^tokens`.
 * Worked example: 64 tokens, 8 of 256 → 1 − (248 / 256)^64 = 0.869 (222 experts).
 */
export function touchedShare(experts: ExpertShape, tokens: number): number {
  return 1 - (1 - experts.perToken / experts.count) ** Math.max(tokens, 0);
}

/** The hottest group sets the time: load of the fullest over the mean, falling with tokens an expert. */
export function imbalance(experts: ExpertShape, tokens: number, groups: number): number {
  if (groups <= 1) return 1;
  const perGroup = Math.max((tokens * experts.perToken) / groups, 0.5);
  return 1 + 0.25 * Math.min(1, 3 / Math.sqrt(perGroup));
}
