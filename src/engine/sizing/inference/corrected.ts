/** Brings a replica together with the measured rows that are most like it. */
import { MS_PER_SECOND } from '../../units.js';
import type { FactorContext } from './efficiency.js';
import type { WeightPrecision } from './precision.js';
import type { InferenceQuestion } from './question.js';
import { type Correction, correctionFrom, NO_CORRECTION } from './reference-correction.js';
import type { Features } from './reference-kernel.js';
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
  const later = correctionFrom(features, near.later, most);
  const first = concurrency === null ? NO_CORRECTION : correctionFrom(features, near.first, most);
  if (later.count === 0 && first.count === 0) return { replica, features, first, later };
  return {
    replica: replica.shifted({ first: Math.exp(first.shift), later: Math.exp(later.shift) }),
    features,
    first,
    later,
  };
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
