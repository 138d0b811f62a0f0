/**
 * What a card promises for ray-traced frames: FP32 rate, what a lane of its architecture is worth, power, and
 * hardware ray tracing.
 */
import type { Accelerator } from '../../catalogue/accelerator.js';
import type { CardPromise } from '../reference/resources.js';

/** `ray-traced`: the renderer uses RT cores where there are some; `without-rt`: it cannot (or the score has them off). */
export type RenderMode = 'ray-traced' | 'without-rt';

/**
 * What a nominal FP32 lane of an architecture is worth in a renderer. Since Ampere GA10x twice the lanes are printed that
 * can be fed at once with integer work; later generations feed more of them. From same-page ratios: Blender A40/T4 2.86,
 * L40/A40 2.27, RTX 4090/T4 8.9; KeyShot A10/T4 1.9-3.0; VRED A10/T4 2.0; V-Ray RTX 4090/3090 2.2, 5090/4090 1.45
 * (seed rows of task `render`, read 2026-11).
 */
const LANE_WORTH: readonly (readonly [RegExp, number])[] = [
  [/GA100/, 1],
  [/Ampere/, 0.6],
  [/Ada/, 0.88],
  [/Hopper|Grace/, 0.65],
  [/Blackwell/, 1.1],
  [/RDNA3/, 0.5],
];

/** Long renders run at the clock that the power limit allows: speed follows FP32^0.6 × power^0.4 (T4 and A10 throttle). */
const LANES_EXPONENT = 0.6;
const POWER_EXPONENT = 0.4;

/** Cards without RT cores lose more than FP32 suggests in ray-traced work; no clean public pair: range 0.45…0.85. */
const WITHOUT_RT_CORES = 0.62;

/** ln of the promise; `mode` is a RenderMode. */
export const renderPromise: CardPromise = (card: Accelerator, mode: string) => {
  if (card.fp32Tflops === null || card.fp32Tflops <= 0 || card.tdpW === null) return null;
  const architecture = card.architecture ?? '';
  const worth = LANE_WORTH.find(([pattern]) => pattern.test(architecture))?.[1] ?? 1;
  const rt = mode === 'ray-traced' && card.hasRtCores === false ? WITHOUT_RT_CORES : 1;
  return LANES_EXPONENT * Math.log(card.fp32Tflops * worth) + POWER_EXPONENT * Math.log(card.tdpW) + Math.log(rt);
};

/** Extra uncertainty of a step between a card with and one without RT cores, in ln units. */
export function rtStepSigma(from: Accelerator, to: Accelerator): number {
  return from.hasRtCores === to.hasRtCores ? 0 : 0.25;
}
