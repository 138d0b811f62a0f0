/** Fitted factors. Written by `npm run fit`; do not edit by hand. */
import type { FactorId, FactorRow } from './efficiency.js';
import type { SigmaTable } from './evidence.js';

const prior = (
  value: number,
  low: number,
  high: number,
  effects: Readonly<Record<string, number>> = {},
): FactorRow => ({
  base: Math.log(value),
  low,
  high,
  effects,
});

export const FACTOR_TABLE: Readonly<Record<FactorId, FactorRow>> = {
  weightRead: prior(0.75, 0.1, 0.97, {
    'format:4-bit': -0.25,
    'format:gguf': -0.2,
    'format:fp4': -0.2,
    'format:fp8': -0.05,
  }),
  cacheRead: prior(0.7, 0.1, 0.95),
  decodeCompute: prior(0.5, 0.05, 0.95),
  prefillCompute: prior(0.6, 0.05, 0.95),
  attentionCompute: prior(0.4, 0.03, 0.9),
  overlap: prior(0.5, 0.1, 1),
  kernelUs: prior(3, 0.5, 60, { 'engine:transformers': 1.8, 'engine:llama.cpp': 0.3 }),
  sequenceUs: prior(8, 0.3, 100),
  stepMs: prior(1.5, 0.1, 20),
  allReduceUs: prior(9, 2, 80),
  linkReach: prior(0.6, 0.1, 1),
  expertRead: prior(0.9, 0.2, 1.1),
  expertCompute: prior(0.4, 0.05, 1),
  expertPrefill: prior(0.6, 0.05, 1.2),
  prefillShare: prior(0.9, 0.3, 1.5),
  firstTokenSteps: prior(1, 0.2, 30),
  slotLoss: prior(0.02, 0.0005, 1.5),
  firstTokenMs: prior(15, 1, 200),
  firstWave: prior(0.1, 0.005, 0.6),
  prefillQueue: prior(0.7, 0.05, 4),
};

/** Day and digest of the rows that the table was fitted on. */
export const FITTED_ON = { day: '2026-11-30', rows: 0, digest: 'none' } as const;

const same = (value: number) => ({ datacentre: value, other: value * 1.4 });
const sigmas = (measured: number, interpolated: number, transferred: number, analytic: number) => ({
  measured: same(measured),
  interpolated: same(interpolated),
  transferred: same(transferred),
  analytic: same(analytic),
});

/** Logarithmic standard deviations by what is estimated and how near the rows are. */
export const INTERVAL_SIGMAS: SigmaTable = {
  first: sigmas(0.12, 0.2, 0.4, 0.5),
  later: sigmas(0.07, 0.09, 0.2, 0.25),
  rate: sigmas(0.08, 0.12, 0.25, 0.3),
};
