/** How alike two serving configurations are: the covariance of what the physics misses on them. */

/** What a measured row and a question have in common terms. */
export interface Features {
  readonly family: string;
  readonly card: string;
  readonly cardClass: string;
  readonly engine: string;
  readonly vintage: string;
  readonly version: string | null;
  readonly format: string;
  /** Binary logarithms of requests in flight a replica, prompt, answer and devices. */
  readonly concurrency: number;
  readonly input: number;
  readonly output: number;
  readonly devices: number;
  readonly isExpertParallel: boolean;
  readonly isAttentionData: boolean;
  readonly isPipelined: boolean;
}

/** Offline work stands at this many doublings of concurrency. */
export const OFFLINE_CONCURRENCY = 9;

/**
 * Standard deviations of the residual's components (natural logarithm), chosen on the interpolation and unseen-card
 * folds: an architecture anywhere, with one engine, on like cards with that engine, and at that version on that card.
 */
const SIGMA = { family: 0.12, familyEngine: 0.1, familyCardEngine: 0.14, configuration: 0.12 } as const;
export const PRIOR_VARIANCE =
  SIGMA.family ** 2 + SIGMA.familyEngine ** 2 + SIGMA.familyCardEngine ** 2 + SIGMA.configuration ** 2;

/** Doublings over which likeness fades, per component. */
const SCALES = { wide: 2.75, middle: 2.4, near: 1.6 } as const;
/** Lengths fade a little slower than concurrency and devices. */
const LENGTH_SLACK = 1.2;

/** Covariance of two configurations' residuals; 0 for other architectures. */
export function covariance(a: Features, b: Features): number {
  if (a.family !== b.family) return 0;
  const dc = a.concurrency - b.concurrency;
  const dd = a.devices - b.devices;
  const di = (a.input - b.input) / LENGTH_SLACK;
  const dof = (a.output - b.output) / LENGTH_SLACK;
  const distance = dc * dc + dd * dd + di * di + dof * dof;
  let kinds = 0;
  if (a.isExpertParallel !== b.isExpertParallel) kinds += 1;
  if (a.isAttentionData !== b.isAttentionData) kinds += 1;
  if (a.isPipelined !== b.isPipelined) kinds += 0.5;
  const wide = fade(distance, kinds, SCALES.wide);
  const format = a.format === b.format ? 1 : 0.3;
  let k = SIGMA.family ** 2 * format * wide;
  if (a.engine !== b.engine) return k;
  const isSameVersion = a.version === b.version;
  // A version that nobody stated may be the other one.
  const isOpen = a.version === null || b.version === null;
  const version = isSameVersion ? 1 : isOpen || a.vintage === b.vintage ? 0.5 : 0.2;
  k += SIGMA.familyEngine ** 2 * format * version * wide;
  const card = a.card === b.card ? 1 : a.cardClass === b.cardClass ? 0.3 : 0;
  if (card === 0) return k;
  k += SIGMA.familyCardEngine ** 2 * card * format * (0.4 + 0.6 * version) * fade(distance, kinds, SCALES.middle);
  if (card === 1 && isSameVersion) k += SIGMA.configuration ** 2 * format * fade(distance, kinds, SCALES.near);
  return k;
}

function fade(squaredDistance: number, kinds: number, scale: number): number {
  return Math.exp(-0.5 * (squaredDistance / (scale * scale) + kinds));
}
