/** Correction of the analytic step time by the nearest published measurements; see sizing/training/reference.ts. */
import type { Evidence } from '../../units.js';

export interface Correction {
  /** Added to ln(step time). */
  readonly lnTime: number;
  /** Half-width of the 80 % interval in ln units. */
  readonly halfWidth: number;
  readonly evidence: Evidence;
}

export const NO_CORRECTION: Correction = { lnTime: 0, halfWidth: 0.3, evidence: 'analytic' };
