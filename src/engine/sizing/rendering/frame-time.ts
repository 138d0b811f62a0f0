/**
 * Seconds a frame on one device of a shape, from what a frame took elsewhere.
 *
 *   t(device) = fixed + (t(reference) − fixed) × speed(reference card) / speed(this card) [/ slice speed] [× out of core]
 *
 * The fixed part (scene export, upload, saving) does not get faster with the card.
 */
import type { Accelerator } from '../../catalogue/accelerator.js';
import type { Estimate, Evidence } from '../../units.js';
import type { CardOffsets } from '../reference/card-offsets.js';
import { type Reference, transferAll, Z80 } from '../reference/transfer.js';
import { SLICE_SIGMA, sliceSpeed } from './frame-scaling.js';
import { type RenderMode, renderPromise, rtStepSigma } from './render-promise.js';
import { OUT_OF_CORE_SLOWDOWN } from './renderers.js';

/** vCPUs of a server CPU that render as fast as a T4: KeyShot 86-192, VRED 37, Arnold about 110 (seed rows `render`). */
export const VCPU_EQUAL_TO_T4 = 95;
export const CPU_REFERENCE_SIGMA = 0.5;

export interface FrameReference {
  /** References of the render part: ln(1 / (seconds − fixed)) on one whole card. */
  readonly references: readonly Reference[];
  readonly fixedSeconds: number;
  readonly mode: RenderMode;
}

export interface FrameTime {
  readonly seconds: Estimate;
  readonly nearest: Reference;
}

/** null when the card's datasheet does not allow a transfer. */
export function frameTime(
  frame: FrameReference,
  card: Accelerator,
  share: number,
  isOutOfCore: boolean,
  offsets: CardOffsets,
): FrameTime | null {
  const moved = transferAll(frame.references, card, frame.mode, { promise: renderPromise, offsets });
  if (moved === null) return null;
  const sigma = Math.hypot(
    moved.sigma,
    frame.mode === 'ray-traced' ? rtStepSigma(moved.nearest.accelerator, card) : 0,
    share < 1 ? SLICE_SIGMA : 0,
  );
  const render = 1 / (Math.exp(moved.lnRate) * sliceSpeed(share));
  const k = Math.exp(Z80 * sigma);
  const slow = isOutOfCore ? OUT_OF_CORE_SLOWDOWN : { low: 1, expected: 1, high: 1 };
  const evidence: Evidence = share < 1 || isOutOfCore ? 'transferred' : moved.evidence;
  return {
    seconds: {
      low: frame.fixedSeconds + (render / k) * slow.low,
      expected: frame.fixedSeconds + render * slow.expected,
      high: frame.fixedSeconds + render * k * slow.high,
      evidence,
    },
    nearest: moved.nearest,
  };
}
