/** Prior value, bounds and widths of the efficiency factors (natural logarithm), with what each means. */
import type { FactorId } from '../../../src/engine/sizing/inference/efficiency.js';

export interface Prior {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Width of the base around `value`; default 0.35. */
  readonly baseWidth?: number;
  /** Width of the effects by kind. */
  readonly effects: Readonly<Record<string, number>>;
}

const TINY = 0.06;
const NARROW = 0.1;
const MEDIUM = 0.2;
const WIDE = 0.4;

export const PRIORS: Readonly<Record<FactorId, Prior>> = {
  weightRead: {
    value: 0.75,
    low: 0.08,
    high: 0.97,
    baseWidth: 0.15,
    effects: {
      engine: NARROW,
      vintage: TINY,
      class: NARROW,
      card: TINY,
      format: MEDIUM,
      'format|class': NARROW,
      'format|engine': NARROW,
    },
  },
  cacheRead: { value: 0.7, low: 0.05, high: 0.95, baseWidth: 0.2, effects: { engine: NARROW, class: NARROW } },
  decodeCompute: {
    value: 0.5,
    low: 0.04,
    high: 0.95,
    baseWidth: 0.2,
    effects: { engine: MEDIUM, class: MEDIUM, card: TINY, format: MEDIUM, 'format|class': TINY },
  },
  prefillCompute: {
    value: 0.55,
    low: 0.03,
    high: 0.95,
    baseWidth: 0.2,
    effects: { engine: MEDIUM, vintage: NARROW, class: MEDIUM, card: NARROW, format: MEDIUM, 'format|class': NARROW },
  },
  attentionCompute: { value: 0.4, low: 0.02, high: 0.9, effects: { engine: MEDIUM, class: MEDIUM } },
  overlap: { value: 0.5, low: 0.1, high: 1, baseWidth: 0.2, effects: { engine: NARROW } },
  kernelUs: { value: 2.5, low: 0.4, high: 100, effects: { engine: 0.6, vintage: MEDIUM, class: MEDIUM, card: TINY } },
  sequenceUs: {
    value: 8,
    low: 0.2,
    high: 200,
    baseWidth: 0.5,
    effects: { engine: 0.5, vintage: MEDIUM, class: MEDIUM },
  },
  stepMs: { value: 1.2, low: 0.05, high: 30, baseWidth: 0.5, effects: { engine: 0.5, vintage: MEDIUM, class: MEDIUM } },
  allReduceUs: { value: 9, low: 2, high: 120, effects: { engine: MEDIUM, class: WIDE } },
  linkReach: { value: 0.6, low: 0.05, high: 1, effects: { class: WIDE, engine: NARROW } },
  expertRead: {
    value: 0.8,
    low: 0.15,
    high: 1.1,
    baseWidth: 0.2,
    effects: { engine: MEDIUM, class: NARROW, format: NARROW },
  },
  expertCompute: { value: 0.4, low: 0.05, high: 1, effects: { engine: MEDIUM, class: MEDIUM, format: MEDIUM } },
  expertPrefill: { value: 0.55, low: 0.05, high: 1.2, effects: { engine: MEDIUM, class: MEDIUM, format: NARROW } },
  prefillShare: { value: 0.9, low: 0.3, high: 1.6, baseWidth: 0.15, effects: { engine: NARROW } },
  firstTokenSteps: { value: 1, low: 0.2, high: 30, baseWidth: 0.5, effects: { engine: 0.6, vintage: 0.6 } },
  slotLoss: { value: 0.2, low: 0.0005, high: 1.5, baseWidth: 1, effects: { engine: 1, vintage: 1.5 } },
  firstTokenMs: { value: 12, low: 0.5, high: 400, baseWidth: 0.6, effects: { engine: 0.6, vintage: WIDE } },
  firstWave: { value: 0.1, low: 0.002, high: 1, baseWidth: 0.6, effects: { engine: 0.5, vintage: MEDIUM } },
  prefillQueue: { value: 0.3, low: 0.02, high: 6, baseWidth: 0.6, effects: { engine: 0.5, vintage: MEDIUM } },
};
