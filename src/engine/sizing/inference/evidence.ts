/** How near the measured rows are, and how wide the 80 % interval therefore is. */
import type { Evidence } from '../../units.js';
import { INTERVAL_SIGMAS } from './factors.js';
import type { Correction } from './reference-correction.js';
import type { Features } from './reference-kernel.js';

export type IntervalKind = 'first' | 'later' | 'rate';
/** Cards that vendors and harnesses measure, and the others, whose rows come from many hands. */
export type CardGroup = 'datacentre' | 'other';
export type SigmaTable = Readonly<Record<IntervalKind, Readonly<Record<string, Readonly<Record<CardGroup, number>>>>>>;

/** Distance in doublings within which a row is this very configuration. */
const SAME = 0.05;

export function cardGroupOf(f: { readonly cardClass: string; readonly card: string }): CardGroup {
  const isLarge =
    f.cardClass === 'hopper' || f.cardClass === 'blackwell-hbm' || /^a[18]00-(sxm4|pcie)-80gb$/.test(f.card);
  return isLarge ? 'datacentre' : 'other';
}

/** Evidence class of a correction for a configuration. */
export function evidenceOf(query: Features, correction: Correction): Evidence {
  const near = correction.nearest?.features;
  if (!near) return 'analytic';
  if (near.card !== query.card || near.engine !== query.engine) return 'transferred';
  const isSame =
    near.version === query.version &&
    near.format === query.format &&
    Math.abs(near.concurrency - query.concurrency) < SAME &&
    Math.abs(near.devices - query.devices) < SAME &&
    Math.abs(near.input - query.input) < SAME &&
    Math.abs(near.output - query.output) < SAME &&
    near.isExpertParallel === query.isExpertParallel &&
    near.isAttentionData === query.isAttentionData &&
    near.isPipelined === query.isPipelined;
  return isSame ? 'measured' : 'interpolated';
}

/** Logarithmic standard deviation of an estimate, from left-out rows of the same evidence class. */
export function sigmaOf(kind: IntervalKind, evidence: Evidence, group: CardGroup): number {
  return INTERVAL_SIGMAS[kind][evidence]?.[group] ?? INTERVAL_SIGMAS[kind].analytic?.[group] ?? 0.4;
}
