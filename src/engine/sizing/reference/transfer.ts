/**
 * Carries a measured speed from the card it was measured on to another one, in log space:
 *
 *   ln rate(to) = ln rate(from) + promise(to) − promise(from) + offset(to) − offset(from)
 *
 * The promise is Σ exponent × ln(datasheet rate); the offsets are learned (card-offsets.ts). The step is bounded, and its
 * uncertainty grows with its length, with a change of architecture, and with a card that nobody measured.
 *
 * Worked example: 100 images/s on a card of 65 TFLOP/s, to one of 125 TFLOP/s with the exponent 1 and no offsets:
 * 100 × 125 / 65 = 192 images/s.
 */
import type { Accelerator } from '../../catalogue/accelerator.js';
import type { Estimate, Evidence } from '../../units.js';
import { architectureOf, type CardOffsets } from './card-offsets.js';
import { type Overlap, together } from './overlap.js';
import type { CardPromise } from './resources.js';

/** A measured (or stated) speed to start from. */
export interface Reference {
  /** Row id, or `caller` for the caller's own measurement. */
  readonly id: string;
  readonly accelerator: Accelerator;
  /** Precision (or how the job runs) of the measurement. */
  readonly mode: string;
  /** ln of units of work per second of one whole card, corrected to the asked configuration, `fixedSeconds` left out. */
  readonly lnRate: number;
  /** Seconds a unit of work that no card shortens: launches, the host's share. Default 0. */
  readonly fixedSeconds?: number;
  /** How they go with the work. Default: one after the other. */
  readonly overlap?: Overlap;
  /** Standard deviation of that figure for the asked configuration, in ln units. */
  readonly sigma: number;
}

export interface TransferRule {
  readonly promise: CardPromise;
  readonly offsets: CardOffsets | null;
}

export interface Transferred {
  readonly lnRate: number;
  readonly sigma: number;
  readonly evidence: Evidence;
  /** The reference that counts most. */
  readonly nearest: Reference;
  readonly referenceCount: number;
}

/** No step is longer than a factor of 40: past it, the binding resource has surely changed. */
const MAX_LN_STEP = Math.log(40);
/** Uncertainty of a step, from the left-out rows of the validation (test/validation/visual-hpc.ts). */
const SIGMA_OTHER_CARD = 0.07;
const SIGMA_OTHER_ARCHITECTURE = 0.08;
/** Another vendor means another port of the software. */
const SIGMA_OTHER_VENDOR = 0.2;
const SIGMA_PER_LN_STEP = 0.05;
const SIGMA_UNMEASURED_CARD = 0.12;
const SIGMA_UNMEASURED_ARCHITECTURE = 0.12;
/**
 * References choose among themselves by the uncertainties above; the interval that is stated counts the step to the card
 * this much more, because all references take it together (80 % of left-out rows then lie inside).
 */
const STATED_STEP = 1.7;
/** References whose uncertainty is above this multiple of the best one's do not speak. */
const AUDIBLE = 1.6;
/** z of the 80 % interval. */
export const Z80 = 1.2816;

/** Carries one reference; null when a datasheet figure that matters is unknown. */
export function transferOne(
  reference: Reference,
  to: Accelerator,
  mode: string,
  rule: TransferRule,
): { lnRate: number; sigma: number; stepSigma: number } | null {
  const isSameCard = reference.accelerator.id === to.id;
  if (isSameCard && reference.mode === mode) {
    return { lnRate: reference.lnRate, sigma: reference.sigma, stepSigma: 0 };
  }
  const from = rule.promise(reference.accelerator, reference.mode);
  const there = rule.promise(to, mode);
  if (from === null || there === null) return null;
  const offsetFrom = rule.offsets?.of(reference.accelerator);
  const offsetTo = rule.offsets?.of(to);
  const wanted = there - from + (offsetTo?.value ?? 0) - (offsetFrom?.value ?? 0);
  const step = Math.max(-MAX_LN_STEP, Math.min(MAX_LN_STEP, wanted));
  const squares = [(SIGMA_PER_LN_STEP * Math.abs(step)) ** 2];
  if (!isSameCard) {
    squares.push(SIGMA_OTHER_CARD ** 2);
    if (architectureOf(reference.accelerator) !== architectureOf(to)) squares.push(SIGMA_OTHER_ARCHITECTURE ** 2);
    if (reference.accelerator.vendor !== to.vendor) squares.push(SIGMA_OTHER_VENDOR ** 2);
    for (const offset of [offsetFrom, offsetTo]) {
      if ((offset?.cells ?? 0) === 0) squares.push(SIGMA_UNMEASURED_CARD ** 2);
      if (offset?.isArchitectureKnown !== true) squares.push(SIGMA_UNMEASURED_ARCHITECTURE ** 2);
    }
  }
  return {
    lnRate: reference.lnRate + step,
    sigma: reference.sigma,
    stepSigma: Math.sqrt(squares.reduce((a, b) => a + b, 0)),
  };
}

/**
 * Carries all references to a card and weighs them by 1 / variance. References agree or disagree together (they share
 * the target), so that many of them do not make the answer surer than the best one.
 */
export function transferAll(
  references: readonly Reference[],
  to: Accelerator,
  mode: string,
  rule: TransferRule,
): Transferred | null {
  const carried: { reference: Reference; lnRate: number; choice: number; stated: number }[] = [];
  for (const reference of references) {
    const one = transferOne(reference, to, mode, rule);
    if (one === null) continue;
    carried.push({
      reference,
      lnRate: withFixed(one.lnRate, reference),
      choice: Math.hypot(one.sigma, one.stepSigma),
      stated: Math.hypot(one.sigma, STATED_STEP * one.stepSigma),
    });
  }
  carried.sort((a, b) => a.choice - b.choice || (a.reference.id < b.reference.id ? -1 : 1));
  const best = carried[0];
  if (best === undefined) return null;
  let weights = 0;
  let sum = 0;
  let count = 0;
  for (const one of carried) {
    if (one.choice > best.choice * AUDIBLE) break;
    const weight = 1 / one.choice ** 2;
    weights += weight;
    sum += weight * one.lnRate;
    count += 1;
  }
  const isSameCard = best.reference.accelerator.id === to.id && best.reference.mode === mode;
  return {
    lnRate: sum / weights,
    sigma: best.stated,
    evidence: isSameCard ? (best.choice <= MEASURED_SIGMA ? 'measured' : 'interpolated') : 'transferred',
    nearest: best.reference,
    referenceCount: count,
  };
}

/** ln of the rate with the seconds of each unit that no card shortens. */
function withFixed(lnRate: number, { fixedSeconds = 0, overlap = 'sequential' }: Reference): number {
  return fixedSeconds === 0 ? lnRate : -Math.log(together(fixedSeconds, Math.exp(-lnRate), overlap));
}

/** A reference of the very configuration is uncertain by the spread of repeated public runs (7.6 % in serving). */
export const MEASURED_SIGMA = 0.08;

/** The estimate of a rate: expected × e^(±1.28 sigma). */
export function rateEstimate(transferred: Pick<Transferred, 'lnRate' | 'sigma' | 'evidence'>, factor = 1): Estimate {
  return spread(Math.exp(transferred.lnRate) * factor, transferred.sigma, transferred.evidence);
}

/** expected with its 80 % interval for a log-normal uncertainty. */
export function spread(expected: number, sigma: number, evidence: Evidence): Estimate {
  const k = Math.exp(Z80 * sigma);
  return { low: expected / k, expected, high: expected * k, evidence };
}

/** factor / estimate: a time from a rate or the other way round; the ends change places. */
export function inverse(estimate: Estimate, factor = 1): Estimate {
  return {
    low: factor / estimate.high,
    expected: factor / estimate.expected,
    high: factor / estimate.low,
    evidence: estimate.evidence,
  };
}

/** estimate × factor. */
export function scaled(estimate: Estimate, factor: number): Estimate {
  return {
    low: estimate.low * factor,
    expected: estimate.expected * factor,
    high: estimate.high * factor,
    evidence: estimate.evidence,
  };
}
