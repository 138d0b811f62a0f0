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
      'card|engine': 0.15,
      format: MEDIUM,
      'format|class': NARROW,
      'format|engine': NARROW,
    },
  },
  cacheRead: { value: 0.7, low: 0.05, high: 0.95, baseWidth: 0.2, effects: { engine: NARROW, class: NARROW } },
  decodeCompute: {
    value: 0.62,
    low: 0.04,
    high: 1,
    baseWidth: 0.2,
    effects: {
      engine: MEDIUM,
      class: NARROW,
      card: TINY,
      'card|engine': NARROW,
      format: MEDIUM,
      'format|class': TINY,
    },
  },
  prefillCompute: {
    value: 0.72,
    low: 0.03,
    high: 1,
    baseWidth: 0.2,
    effects: { engine: MEDIUM, vintage: NARROW, class: MEDIUM, card: NARROW, format: MEDIUM, 'format|class': NARROW },
  },
  attentionCompute: { value: 0.5, low: 0.02, high: 0.9, effects: { engine: MEDIUM, class: MEDIUM } },
  overlap: { value: 0.5, low: 0.1, high: 1, baseWidth: 0.2, effects: { engine: NARROW } },
  kernelUs: {
    value: 2.5,
    low: 0.4,
    high: 100,
    effects: { engine: 0.6, vintage: MEDIUM, class: MEDIUM, card: TINY, 'card|engine': MEDIUM },
  },
  prefillKernelUs: { value: 40, low: 2, high: 400, baseWidth: 0.6, effects: { engine: 0.8 } },
  sequenceUs: {
    value: 8,
    low: 0.2,
    high: 200,
    baseWidth: 0.5,
    effects: { engine: 0.5, vintage: MEDIUM, class: MEDIUM },
  },
  stepMs: { value: 1.2, low: 0.05, high: 30, baseWidth: 0.5, effects: { engine: 0.5, vintage: MEDIUM, class: MEDIUM } },
  allReduceUs: { value: 9, low: 2, high: 120, effects: { engine: MEDIUM, class: MEDIUM, link: WIDE } },
  linkReach: { value: 0.6, low: 0.05, high: 1, effects: { class: MEDIUM, card: MEDIUM, engine: NARROW, link: WIDE } },
  expertRead: {
    value: 0.8,
    low: 0.15,
    high: 1.1,
    baseWidth: 0.2,
    effects: { engine: MEDIUM, class: NARROW, format: NARROW },
  },
  expertCompute: { value: 0.6, low: 0.05, high: 1, effects: { engine: MEDIUM, class: MEDIUM, format: MEDIUM } },
  expertPrefill: { value: 0.7, low: 0.05, high: 1.2, effects: { engine: MEDIUM, class: MEDIUM, format: NARROW } },
  prefillShare: { value: 0.9, low: 0.3, high: 1.6, baseWidth: 0.15, effects: { engine: NARROW } },
  // Scheduled in the step after the running one, computed, handed out a step later (asynchronous scheduling).
  firstTokenSteps: { value: 3, low: 1, high: 8, baseWidth: 0.15, effects: { engine: 0.15 } },
  // Tokeniser, HTTP server and client.
  firstTokenMs: { value: 20, low: 2, high: 200, baseWidth: 0.3, effects: { engine: MEDIUM } },
  // The published harness sends ten prompts a client, all clients at once: every tenth prompt queues behind half of the first wave.
  firstWave: { value: 0.1, low: 0.02, high: 0.5, baseWidth: 0.1, effects: { engine: 0.05 } },
};
