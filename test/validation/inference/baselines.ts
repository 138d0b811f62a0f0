/** What simpler planners compute: a roofline at the full datasheet rates, and one at constant efficiencies. */
import { FACTOR_IDS, type FactorId, type FactorTable } from '../../../src/engine/sizing/inference/efficiency.js';

/** No launches, no scheduler, no queue. */
const NEGLIGIBLE = 1e-4;

function constant(values: Partial<Record<FactorId, number>>): FactorTable {
  return Object.fromEntries(
    FACTOR_IDS.map((id) => {
      const value = values[id] ?? NEGLIGIBLE;
      return [id, { base: Math.log(value), low: value, high: value, effects: {} }];
    }),
  ) as unknown as FactorTable;
}

/** Every rate at 100 % of the datasheet, the greater of memory and compute alone. */
export const NAIVE_TABLE = constant({
  weightRead: 1,
  cacheRead: 1,
  decodeCompute: 1,
  prefillCompute: 1,
  attentionCompute: 1,
  linkReach: 1,
  expertRead: 1,
  expertCompute: 1,
  expertPrefill: 1,
  prefillShare: 1,
});

/** 75 % of the bandwidth and 60 % of the compute everywhere. */
export const CONSTANT_EFFICIENCY_TABLE = constant({
  weightRead: 0.75,
  cacheRead: 0.75,
  decodeCompute: 0.6,
  prefillCompute: 0.6,
  attentionCompute: 0.6,
  linkReach: 0.75,
  expertRead: 1,
  expertCompute: 1,
  expertPrefill: 1,
  prefillShare: 1,
});
