/**
 * What a run on demand is billed for: the provider's increment and shortest run, and hourly prices that fall with the length
 * of a run. A server that would be released for a short gap may be cheaper when it is kept.
 */
import type { Offer } from '../catalogue/catalogue.js';
import { SECONDS_PER_HOUR } from '../units.js';

export interface RunRule {
  /** Equal keys bill equally. */
  readonly key: string;
  readonly incrementHours: number;
  readonly minimumHours: number;
  /** Rising by `fromHours`, the first from 0; `payableRatio` of the hourly price from there on. */
  readonly steps: readonly { readonly fromHours: number; readonly payableRatio: number }[];
}

const PLAIN_STEPS = Object.freeze([{ fromHours: 0, payableRatio: 1 }]);

/** Increments up to a minute are below the precision of any estimated run. */
const FINE_SECONDS = 60;

/** Increments up to an hour change nothing for runs of whole hours. */
export const PLAIN_RULE: RunRule = Object.freeze({ key: '', incrementHours: 0, minimumHours: 0, steps: PLAIN_STEPS });

export function runRuleOf(offer: Offer): RunRule {
  const { incrementSeconds, minimumSeconds, hourlySteps } = offer.provider.billing;
  const mine = hourlySteps.filter((s) => s.families.length === 0 || s.families.includes(offer.family.id));
  const isFine = (incrementSeconds ?? 0) <= FINE_SECONDS && (minimumSeconds ?? 0) <= FINE_SECONDS;
  if (isFine && mine.length === 0) return PLAIN_RULE;
  const sorted = [...mine].sort((a, b) => a.fromHours - b.fromHours);
  const steps =
    sorted.length === 0
      ? PLAIN_STEPS
      : [
          ...(sorted[0]?.fromHours === 0 ? [] : PLAIN_STEPS),
          ...sorted.map(({ fromHours, payableRatio }) => ({ fromHours, payableRatio })),
        ];
  return {
    key: `${incrementSeconds ?? 0}/${minimumSeconds ?? 0}/${steps.map((s) => `${s.fromHours}:${s.payableRatio}`).join(',')}`,
    incrementHours: (incrementSeconds ?? 0) / SECONDS_PER_HOUR,
    minimumHours: (minimumSeconds ?? 0) / SECONDS_PER_HOUR,
    steps,
  };
}

/** Hours that a run of `hours` is billed for, before any step. */
export function billedRunHours(rule: RunRule, hours: number): number {
  if (hours <= 0) return 0;
  const { incrementHours, minimumHours } = rule;
  const rounded = incrementHours > 0 ? Math.ceil(hours / incrementHours - 1e-9) * incrementHours : hours;
  return Math.max(rounded, minimumHours);
}

/** Adds a run's billed hours to the steps in which they fall. */
export function addRun(rule: RunRule, hours: number, times: number, into: number[]): void {
  const billed = billedRunHours(rule, hours);
  for (let s = 0; s < rule.steps.length; s++) {
    const from = rule.steps[s]?.fromHours ?? 0;
    const to = rule.steps[s + 1]?.fromHours ?? Number.POSITIVE_INFINITY;
    if (billed > from) into[s] = (into[s] ?? 0) + (Math.min(billed, to) - from) * times;
  }
}

/** A run's hours at the full price that would cost the same. */
export function equivalentHours(rule: RunRule, hours: number): number {
  const billed = billedRunHours(rule, hours);
  let sum = 0;
  for (let s = 0; s < rule.steps.length; s++) {
    const step = rule.steps[s];
    if (step === undefined || billed <= step.fromHours) break;
    sum +=
      (Math.min(billed, rule.steps[s + 1]?.fromHours ?? Number.POSITIVE_INFINITY) - step.fromHours) * step.payableRatio;
  }
  return sum;
}

/** A cheapest way to cover a repeating pattern of busy hours with runs. */
export interface CoveringRuns {
  /** Lengths of the runs of one cycle; empty when it is never released. */
  readonly runs: readonly number[];
  readonly isNeverReleased: boolean;
}

/** Blocks a cycle up to which every gap is tried as one that is released; above, a spread of them. */
const EXACT_BLOCKS = 100;
const TRIED_GAPS = 12;

/**
 * Cheapest runs that cover the busy hours of a cycle: some gap is released, or none is. For each gap that may be the released
 * one, a dynamic programme decides which of the others are bridged. `endlessEquivalentHours` is the cost of never releasing,
 * a cycle. Exact up to a hundred blocks a cycle (any day or week).
 */
export function coverRuns(rule: RunRule, busy: readonly boolean[], endlessEquivalentHours: number): CoveringRuns {
  const blocks = blocksFromLongestGap(busy);
  if (blocks.length === 0) return { runs: [], isNeverReleased: false };
  if (blocks[0]?.gapBefore === 0) return { runs: [], isNeverReleased: true };
  const stride = blocks.length <= EXACT_BLOCKS ? 1 : Math.ceil(blocks.length / TRIED_GAPS);
  let best = coverFrom(rule, blocks);
  for (let start = stride; start < blocks.length; start += stride) {
    const tried = coverFrom(rule, [...blocks.slice(start), ...blocks.slice(0, start)]);
    if (tried.cost < best.cost - 1e-9) best = tried;
  }
  if (endlessEquivalentHours < best.cost) return { runs: [], isNeverReleased: true };
  return { runs: best.runs, isNeverReleased: false };
}

/** The first block's gap is released; `best[i]` is the cheapest cover of the first i blocks, a run bridging what it spans. */
function coverFrom(
  rule: RunRule,
  blocks: readonly Block[],
): { readonly cost: number; readonly runs: readonly number[] } {
  const best = new Float64Array(blocks.length + 1).fill(Number.POSITIVE_INFINITY);
  const cut = new Int32Array(blocks.length + 1);
  const lengthAtCut = new Float64Array(blocks.length + 1);
  best[0] = 0;
  for (let i = 1; i <= blocks.length; i++) {
    let length = 0;
    for (let j = i - 1; j >= 0; j--) {
      length += (blocks[j]?.hours ?? 0) + (j < i - 1 ? (blocks[j + 1]?.gapBefore ?? 0) : 0);
      const cost = (best[j] ?? 0) + equivalentHours(rule, length);
      if (cost < (best[i] ?? 0) - 1e-12) {
        best[i] = cost;
        cut[i] = j;
        lengthAtCut[i] = length;
      }
    }
  }
  const runs: number[] = [];
  for (let i = blocks.length; i > 0; i = cut[i] ?? 0) runs.push(lengthAtCut[i] ?? 0);
  return { cost: best[blocks.length] ?? 0, runs };
}

interface Block {
  hours: number;
  gapBefore: number;
}

/** Busy blocks of the cycle, the first being the one after the longest gap; a cycle without gaps is one block. */
function blocksFromLongestGap(busy: readonly boolean[]): Block[] {
  const n = busy.length;
  const start = busy.findIndex((b, i) => b && !busy[(i + n - 1) % n]);
  if (start === -1) return busy[0] === true ? [{ hours: n, gapBefore: 0 }] : [];
  const blocks: Block[] = [];
  let gap = 0;
  for (let step = 0; step < n; step++) {
    if (busy[(start + step) % n]) {
      const last = blocks.at(-1);
      if (gap === 0 && last !== undefined) last.hours++;
      else blocks.push({ hours: 1, gapBefore: gap });
      gap = 0;
    } else gap++;
  }
  const first = blocks[0];
  if (first !== undefined) first.gapBefore = gap;
  let longest = 0;
  for (let i = 1; i < blocks.length; i++)
    if ((blocks[i]?.gapBefore ?? 0) > (blocks[longest]?.gapBefore ?? 0)) longest = i;
  return [...blocks.slice(longest), ...blocks.slice(0, longest)];
}
