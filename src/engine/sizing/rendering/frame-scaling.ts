/** How the speed of a frame changes with several cards of a server, and with a slice of a card. */

/**
 * Efficiency of several cards on ONE frame: 1 − 0.014 a further card. V-Ray (vendor test, 8 cards): 0.97 at 4, 0.91 at 8;
 * VRED on T4: 0.97 at 4, 0.93 at 8; KeyShot on T4: 0.83-0.96 at 4 (seed rows of task `render`).
 */
export function multiCardEfficiency(cards: number): number {
  return Math.max(0.5, 1 - LOSS_PER_FURTHER_CARD * (cards - 1));
}
const LOSS_PER_FURTHER_CARD = 0.014;

/**
 * Speed of a slice as a share of the whole card's: share^1.18. Slices of an A10: 1/2 gave 0.45-0.48, 1/3 gave 0.24-0.30
 * in KeyShot and VRED, 0.28-0.38 and 0.20-0.30 in Arnold (seed rows of task `render`): less than their share.
 */
export function sliceSpeed(share: number): number {
  return share >= 1 ? 1 : share ** SLICE_EXPONENT;
}
const SLICE_EXPONENT = 1.18;
/** Uncertainty of a slice's speed, in ln units (Arnold's slices lie 40 % lower than KeyShot's). */
export const SLICE_SIGMA = 0.2;
