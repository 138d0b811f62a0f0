/**
 * How much of the datasheet a card and an engine reach: one named factor a resource, never mixed with datasheet facts.
 *
 * A factor is `exp(base + engine + class + card + format)`, clamped to its bounds. An unseen card keeps base, engine and
 * class: the fit shrinks every effect toward zero, so that what was not measured falls back to the common value.
 */
import { FACTOR_TABLE } from './factors.js';
import type { CardClass, LinkKind } from './hardware.js';
import type { WeightFormat } from './precision.js';

export const FACTOR_IDS = [
  'weightRead',
  'cacheRead',
  'decodeCompute',
  'prefillCompute',
  'attentionCompute',
  'overlap',
  'kernelUs',
  'prefillKernelUs',
  'sequenceUs',
  'stepMs',
  'allReduceUs',
  'linkReach',
  'expertRead',
  'expertCompute',
  'expertPrefill',
  'prefillShare',
  'firstTokenMs',
  'firstTokenSteps',
  'firstWave',
] as const;
export type FactorId = (typeof FACTOR_IDS)[number];
export type FactorSet = Readonly<Record<FactorId, number>>;

export interface FactorRow {
  /** Natural logarithm of the common value. */
  readonly base: number;
  readonly low: number;
  readonly high: number;
  /** Additive effects on the logarithm; keys `engine:vllm`, `class:hopper`, `card:t4`, `format:4-bit`, `engine*format:…`. */
  readonly effects: Readonly<Record<string, number>>;
}

export interface FactorContext {
  readonly engine: string;
  readonly vintage: string;
  readonly cardClass: CardClass;
  readonly cardId: string;
  readonly format: WeightFormat['kind'];
  readonly structure: 'dense' | 'moe';
  readonly link: LinkKind;
}

/** Generations that every engine is tuned for: class and engine say it all. On other cards each engine has kernels of its own. */
const TUNED_CLASSES: ReadonlySet<CardClass> = new Set(['hopper', 'blackwell-hbm']);

/** Keys of the effects that apply in a context, coarse to fine. */
export function effectKeys(c: FactorContext): readonly string[] {
  const keys = [
    `engine:${c.engine}`,
    `engine:${c.engine}@${c.vintage}`,
    `class:${c.cardClass}`,
    `card:${c.cardId}`,
    `format:${c.format}`,
    `format:${c.format}|class:${c.cardClass}`,
    `format:${c.format}|engine:${c.engine}`,
    `class:${c.cardClass}|engine:${c.engine}`,
    `structure:${c.structure}`,
    `structure:${c.structure}|engine:${c.engine}`,
    `link:${c.link}`,
  ];
  if (!TUNED_CLASSES.has(c.cardClass)) keys.push(`card:${c.cardId}|engine:${c.engine}`);
  return keys;
}

/** Table of factors: what the fit writes. */
export type FactorTable = Readonly<Record<FactorId, FactorRow>>;

/** All factors of a context, given the keys of its effects. */
export function factorsOf(keys: readonly string[], table: FactorTable): FactorSet {
  const out = {} as Record<FactorId, number>;
  for (const id of FACTOR_IDS) {
    const row = table[id];
    let log = row.base;
    for (const key of keys) log += row.effects[key] ?? 0;
    out[id] = Math.min(row.high, Math.max(row.low, Math.exp(log)));
  }
  return out;
}

/** All factors of a context, as fitted. */
export function factorsFor(context: FactorContext): FactorSet {
  const keys = effectKeys(context);
  const id = `${keys[1]} ${keys[3]} ${keys[5]} ${keys[8]} ${keys[10]}`;
  let factors = knownFactors.get(id);
  if (factors === undefined) {
    factors = Object.freeze(factorsOf(keys, FACTOR_TABLE));
    if (knownFactors.size >= MOST_KNOWN) knownFactors.clear();
    knownFactors.set(id, factors);
  }
  return factors;
}

/** Contexts are few (engines × cards × formats); the bound only keeps a caller's own cards from adding up. */
const MOST_KNOWN = 4096;
const knownFactors = new Map<string, FactorSet>();
