/** How near the measured rows are, and how wide the 80 % interval therefore is. */
import type { Evidence } from '../../units.js';
import { INTERVAL_SIGMAS } from './factors.js';
import type { Correction, Reference } from './reference-correction.js';
import type { Features } from './reference-kernel.js';

/** First tokens, later ones, rates of a service, and prompt rates of one request. */
export type IntervalKind = 'first' | 'later' | 'rate' | 'prefill';
/**
 * Cards that vendors and harnesses measure; the others, whose rows come from many hands; eager runs, whose hosts nobody names; and
 * crowded services, of which what is published are bursts: all prompts at once, the queue and its tail included.
 */
export type IntervalGroup = 'datacentre' | 'other' | 'eager' | 'burst';
/** Engines whose crowded rows are bursts on a server; the others are run offline, with a batch that stays full. */
const SERVED_ENGINES: ReadonlySet<string> = new Set(['vllm', 'sglang', 'lmdeploy']);
/** Requests in flight a replica, binary logarithm, from which some queue: vLLM runs 256 unless told. */
const CROWDED = 8;
/** Logarithmic standard deviations by cell of nearness; `any` stands for all groups of a band. */
export type SigmaTable = Readonly<Record<IntervalKind, Readonly<Record<string, number>>>>;

/** What a question is away from everything measured; each part can be known from the question and the rows alone. */
export interface Nearness {
  readonly group: IntervalGroup;
  /** Share of the residual's variance that the nearest rows leave open: 0 = told by them, 1 = nothing near. */
  readonly openRatio: number;
  /** Some row was measured with this engine on this card, whatever the model. */
  readonly isEngineMeasured: boolean;
  /** Some row was measured with this engine for this architecture, whatever the card. */
  readonly isArchitectureMeasured: boolean;
}

/** Distance in doublings within which a row is this very configuration. */
const SAME = 0.05;

export function intervalGroupOf(f: Pick<Features, 'engine' | 'cardClass' | 'card' | 'concurrency'>): IntervalGroup {
  if (f.engine === 'transformers') return 'eager';
  if (f.concurrency >= CROWDED && SERVED_ENGINES.has(f.engine)) return 'burst';
  const isLarge =
    f.cardClass === 'hopper' || f.cardClass === 'blackwell-hbm' || /^a[18]00-(sxm4|pcie)-80gb$/.test(f.card);
  return isLarge ? 'datacentre' : 'other';
}

/** Nearness of a question that a correction was made for out of `references` of its architecture. */
export function nearnessOf(
  query: Features,
  correction: Correction,
  references: readonly Reference[],
  isEngineMeasured: boolean,
): Nearness {
  return {
    group: intervalGroupOf(query),
    openRatio: correction.openRatio,
    isEngineMeasured,
    isArchitectureMeasured: references.some((r) => r.features.engine === query.engine),
  };
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

/** Upper ends of the bands of `openRatio`; the last has none. */
const BANDS = [0.15, 0.25, 0.4, 0.7, 0.97] as const;
/** Bands from these on: rows are far, so that it matters whether engine and card, and engine and architecture, were met at all. */
const FAR_BAND = 4;
const FARTHEST_BAND = 5;

function bandOf(openRatio: number): number {
  const found = BANDS.findIndex((end) => openRatio < end);
  return found < 0 ? BANDS.length : found;
}

/** The cells that a nearness belongs to, the most telling first. */
export function cellsOf(n: Nearness): readonly string[] {
  const band = bandOf(n.openRatio);
  const engine = band >= FAR_BAND && !n.isEngineMeasured ? ' new engine' : '';
  const architecture = band >= FARTHEST_BAND && !n.isArchitectureMeasured ? ' new architecture' : '';
  const names = [`${n.group} ${band}${engine}${architecture}`, `${n.group} ${band}${engine}`, `${n.group} ${band}`];
  return [...new Set([...names, `any ${band}`])];
}

/** A configuration measured before repeats within this (README.md, "Noise"). */
const REPEAT_SIGMA: Readonly<Record<IntervalKind, number>> = { first: 0.12, later: 0.08, rate: 0.08, prefill: 0.08 };
const UNKNOWN_SIGMA = 0.5;

const knownSigmas = new Map<string, number>();

/** Logarithmic standard deviation of an estimate: what left-out rows of the same nearness were off by. */
export function sigmaOf(kind: IntervalKind, nearness: Nearness, evidence: Evidence): number {
  const { group, openRatio, isEngineMeasured, isArchitectureMeasured } = nearness;
  const key = `${kind} ${group} ${bandOf(openRatio)} ${isEngineMeasured} ${isArchitectureMeasured}`;
  let sigma = knownSigmas.get(key);
  if (sigma === undefined) {
    sigma = tableSigma(kind, nearness);
    knownSigmas.set(key, sigma);
  }
  return evidence === 'measured' ? Math.max(sigma, REPEAT_SIGMA[kind]) : sigma;
}

function tableSigma(kind: IntervalKind, nearness: Nearness): number {
  const table = INTERVAL_SIGMAS[kind];
  // A cell with too few rows borrows from the next farther band of its own group before it does from other groups.
  const farther = BANDS.map((_, i) => `${nearness.group} ${bandOf(nearness.openRatio) + 1 + i}`);
  const own = cellsOf(nearness).filter((name) => !name.startsWith('any'));
  const cell = [...own, ...farther, ...cellsOf(nearness)].find((name) => table[name] !== undefined);
  return (cell === undefined ? undefined : table[cell]) ?? UNKNOWN_SIGMA;
}
