import type { Estimate } from '../units.js';
import type { OptionReport } from '../workload/scenario.js';
import type { PricedCandidate } from './candidate.js';

const SALE_RISK = { general: 0, unknown: 0.15, limited: 0.2, legacy: 0.2, 'invite-only': 0.4, retired: 1 } as const;
const SPOT_RISK = 0.3;

/**
 * Risk of a plan, 0…1: 1 − (1 − estimate) × (1 − sale) × (1 − interruption).
 * - estimate: relative half-width of the widest 80 % interval among its throughput and time figures, at most 0.5.
 * - sale: how likely it cannot be bought (sale status).
 * - interruption: 0.3 when part of it runs on spot.
 */
export function riskOf({ offer, option, cost }: PricedCandidate): number {
  const width = widest(option.report.performance);
  const spot = cost.spotServers > 0 ? SPOT_RISK : 0;
  const risk = 1 - (1 - Math.min(0.5, width)) * (1 - SALE_RISK[offer.saleStatus]) * (1 - spot);
  return Math.round(risk * 1e4) / 1e4;
}

/** An option is shared by all offers of its shape. */
const knownWidths = new WeakMap<OptionReport['performance'], number>();

function widest(performance: OptionReport['performance']): number {
  let width = knownWidths.get(performance);
  if (width === undefined) {
    width = 0;
    for (const name in performance) {
      const estimate = performance[name];
      if (estimate !== undefined) width = Math.max(width, halfWidth(estimate));
    }
    knownWidths.set(performance, width);
  }
  return width;
}

function halfWidth({ low, expected, high }: Estimate): number {
  return expected > 0 ? Math.max(0, (high - low) / (2 * expected)) : 0;
}
