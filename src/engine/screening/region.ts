import { finding } from '../finding.js';
import type { Screen } from './screen.js';

/** The region is among those named. */
export const REGION_SCREEN: Screen = {
  code: 'region-not-allowed',
  pointer: '/constraints/regions',
  isAsked: (constraints) => constraints.regions !== null,
  passes: (offer, _shape, { constraints }) =>
    constraints.regions === null || constraints.regions.has(`${offer.provider.id}/${offer.region.id}`),
  reason: (offer, _shape, { constraints }) =>
    finding('region-not-allowed', { region: offer.region.id, allowed: [...(constraints.regions ?? [])].sort() }),
};

/** The type is sold in one of the zones named. Where no zones are published, none can be promised. */
export const ZONE_SCREEN: Screen = {
  code: 'zone-not-allowed',
  pointer: '/constraints/zones',
  isAsked: (constraints) => constraints.zones !== null,
  passes: (offer, _shape, { constraints }) =>
    constraints.zones === null || offer.zones.some((zone) => constraints.zones?.has(`${offer.provider.id}/${zone}`)),
  reason: (offer, _shape, { constraints }) =>
    finding('zone-not-allowed', { zones: offer.zones, allowed: [...(constraints.zones ?? [])].sort() }),
};
