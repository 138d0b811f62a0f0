/** Brings a replica together with the measured rows that are most like it. */
import { MS_PER_SECOND } from '../../units.js';
import type { FactorContext } from './efficiency.js';
import { type Nearness, nearnessOf } from './evidence.js';
import type { WeightPrecision } from './precision.js';
import type { InferenceQuestion } from './question.js';
import { type Correction, correctionFrom, NO_CORRECTION, type Reference } from './reference-correction.js';
import { type Features, FIRST_KERNEL, LATER_KERNEL } from './reference-kernel.js';
import { catalogueReferences, featuresOf, type References } from './references.js';
import { factorContext, type Replica } from './replica.js';

/** Rows that a prediction of one configuration may lean on. */
export const NEAREST_FOR_ONE = 40;
/** The same where hundreds of shapes are laid out. */
export const NEAREST_FOR_MANY = 10;

export interface Corrected {
  readonly replica: Replica;
  readonly features: Features;
  readonly first: Correction;
  readonly later: Correction;
  /** How far the question is from what was measured, for first tokens and for the rest. */
  readonly nearness: { readonly first: Nearness; readonly later: Nearness };
}

/** Corrects a replica at the load of the question on `replicas` replicas. */
export function corrected(
  q: InferenceQuestion,
  replica: Replica,
  precision: WeightPrecision,
  concurrency: number | null,
  most: number,
  references: References = q.catalogue.derive(catalogueReferences),
): Corrected {
  const context: FactorContext = factorContext(q, replica.rates, precision);
  const features = featuresOf(context, q.model.family, q.engine.version, replica.layout, q.request, concurrency);
  const near = references.of(features.family);
  const later = correctionFrom(features, near.later, most, LATER_KERNEL);
  const first = concurrency === null ? NO_CORRECTION : correctionFrom(features, near.first, most, FIRST_KERNEL);
  const isEngineMeasured = references.isMeasured(features.engine, features.card);
  const nearness = {
    first: nearnessOf(features, first, near.first, isEngineMeasured),
    later: nearnessOf(features, later, near.later, isEngineMeasured),
  };
  return { replica: shiftedBy(replica, first, later), features, first, later, nearness };
}

function shiftedBy(replica: Replica, first: Correction, later: Correction): Replica {
  if (later.count === 0 && first.count === 0) return replica;
  return replica.shifted({ first: Math.exp(first.shift), later: Math.exp(later.shift) });
}

/** Corrects another layout of the same card by what was found for its first one. */
export function correctedLike(of: Corrected, replica: Replica): Corrected {
  const { features, first, later, nearness } = of;
  return { replica: shiftedBy(replica, first, later), features, first, later, nearness };
}

/** Rows kept for a question before any card is looked at. */
const KEPT_FOR_MANY = 150;

/** The references that matter to a question whatever the card: same architecture, nearest in engine and lengths. */
export function referencesForQuestion(q: InferenceQuestion, references: References): References {
  const all = references.of(q.model.family);
  const keep = (list: readonly Reference[]): readonly Reference[] => {
    if (list.length <= KEPT_FOR_MANY) return list;
    const { name, version } = q.engine;
    const input = Math.log2(q.request.inputTokens);
    const output = Math.log2(q.request.outputTokens);
    const distance = (f: Features): number =>
      (f.engine === name ? 0 : 3) +
      (f.version === version ? 0 : 0.5) +
      Math.abs(f.input - input) +
      Math.abs(f.output - output);
    return list
      .map((reference, i) => ({ reference, i, d: distance(reference.features) }))
      .sort((a, b) => a.d - b.d || a.i - b.i)
      .slice(0, KEPT_FOR_MANY)
      .map((x) => x.reference);
  };
  const kept = { later: keep(all.later), first: keep(all.first) };
  return { of: () => kept, isMeasured: references.isMeasured };
}

/** Requests in flight on one replica that the question's load means; null = saturated. */
export function loadOnReplica(q: InferenceQuestion, replica: Replica, replicas: number): number | null {
  if (q.load.kind === 'saturated') return null;
  if (q.load.kind === 'concurrency') return Math.max(1, Math.ceil(q.load.inFlight.expected / replicas));
  const alone = replica.at(1, q.request);
  const rate = q.load.perSecond.expected / replicas;
  const busy = rate * (alone.endToEndSeconds + 1 / MS_PER_SECOND);
  return Math.max(1, Math.min(replica.slots(q.request), busy * 1.5));
}
