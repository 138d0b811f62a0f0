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

/** Variances of the residual's components (natural logarithm). */
export interface Kernel {
  /** An architecture, wherever it runs. */
  readonly family: number;
  /** An architecture with one engine. */
  readonly familyEngine: number;
  /** The same on like cards. */
  readonly familyCardEngine: number;
  /** The same at one version on one card. */
  readonly configuration: number;
  /** How much slower likeness fades with the length of answers than with requests in flight and devices. */
  readonly outputSlack: number;
  /** All of them together. */
  readonly total: number;
}

function kernelOf(
  family: number,
  familyEngine: number,
  familyCardEngine: number,
  configuration: number,
  outputSlack: number,
): Kernel {
  const [f, e, c, k] = [family ** 2, familyEngine ** 2, familyCardEngine ** 2, configuration ** 2] as const;
  return { family: f, familyEngine: e, familyCardEngine: c, configuration: k, outputSlack, total: f + e + c + k };
}

/** Doublings over which likeness fades, per component. */
const SCALES = { wide: 2.75, middle: 2.4, near: 1.6 } as const;
/** Lengths fade a little slower than concurrency and devices. */
const LENGTH_SLACK = 1.2;

/** Times per later token and rates; standard deviations chosen on the interpolation and unseen-card folds. */
export const LATER_KERNEL = kernelOf(0.12, 0.1, 0.2, 0.12, LENGTH_SLACK);
/**
 * First tokens: settings of an engine on a card (warm-up, waiting for a batch, version) matter most, and answers are long after them.
 * Chosen by leaving out configurations and sweeps.
 */
export const FIRST_KERNEL = kernelOf(0.12, 0.1, 0.3, 0.12, 2 * LENGTH_SLACK);

/** Covariance of two configurations' residuals; 0 for other architectures. */
export function covariance(a: Features, b: Features, kernel: Kernel): number {
  if (a.family !== b.family) return 0;
  const dc = a.concurrency - b.concurrency;
  const dd = a.devices - b.devices;
  const di = (a.input - b.input) / LENGTH_SLACK;
  const dof = (a.output - b.output) / kernel.outputSlack;
  const distance = dc * dc + dd * dd + di * di + dof * dof;
  let kinds = 0;
  if (a.isExpertParallel !== b.isExpertParallel) kinds += 1;
  if (a.isAttentionData !== b.isAttentionData) kinds += 1;
  if (a.isPipelined !== b.isPipelined) kinds += 0.5;
  const wide = fade(distance, kinds, SCALES.wide);
  const format = a.format === b.format ? 1 : 0.3;
  let k = kernel.family * format * wide;
  if (a.engine !== b.engine) return k;
  const isSameVersion = a.version === b.version;
  // A version that nobody stated may be the other one.
  const isOpen = a.version === null || b.version === null;
  const version = isSameVersion ? 1 : isOpen || a.vintage === b.vintage ? 0.5 : 0.2;
  k += kernel.familyEngine * format * version * wide;
  const card = a.card === b.card ? 1 : a.cardClass === b.cardClass ? 0.3 : 0;
  if (card === 0) return k;
  k += kernel.familyCardEngine * card * format * (0.4 + 0.6 * version) * fade(distance, kinds, SCALES.middle);
  if (card === 1 && isSameVersion) k += kernel.configuration * format * fade(distance, kinds, SCALES.near);
  return k;
}

function fade(squaredDistance: number, kinds: number, scale: number): number {
  return Math.exp(-0.5 * (squaredDistance / (scale * scale) + kinds));
}
