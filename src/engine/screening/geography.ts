import { finding } from '../finding.js';
import { isInGeography } from '../resolve-question.js';
import type { Screen } from './screen.js';

/** The region lies in a country or continent that was named. */
export const GEOGRAPHY_SCREEN: Screen = {
  code: 'geography-not-allowed',
  pointer: '/constraints/geographies',
  isAsked: (constraints) => constraints.geographies !== null,
  passes: (offer, _shape, { catalogue, constraints }) =>
    constraints.geographies === null || isInGeography(catalogue, offer, constraints.geographies),
  reason: (offer, _shape, { constraints }) =>
    finding('geography-not-allowed', {
      region: offer.region.id,
      geography: offer.region.geography,
      allowed: [...(constraints.geographies ?? [])].sort(),
    }),
};
