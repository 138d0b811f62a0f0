import type { Catalogue, Offer } from '../catalogue/catalogue.js';
import type { Region } from '../catalogue/provider.js';
import { UNPUBLISHED_REGION_ID } from '../catalogue/snapshot.js';
import { finding } from '../finding.js';
import { indexRates } from '../pricing/rate-index.js';
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

/**
 * Whether an offer lies in one of the geographies. One whose region nobody publishes does only if its price is stated for
 * areas that lie there whole: a mainland price is of a mainland server, and no price says nothing of where a server stands.
 */
function isInGeography(catalogue: Catalogue, offer: Offer, geographies: ReadonlySet<string>): boolean {
  const isInside = ({ geography, continent }: Region) =>
    (geography !== null && geographies.has(geography)) || (continent !== null && geographies.has(continent));
  if (offer.region.id !== UNPUBLISHED_REGION_ID) return isInside(offer.region);
  const possible = catalogue.derive(possibleRegions).get(offer) ?? [];
  return possible.length > 0 && possible.every(isInside);
}

/** Of the offers without a published region: all regions of the areas that their servers' prices are stated for. */
function possibleRegions(catalogue: Catalogue): ReadonlyMap<Offer, readonly Region[]> {
  const rates = catalogue.derive(indexRates);
  const possible = new Map<Offer, readonly Region[]>();
  for (const offer of catalogue.offers) {
    if (offer.region.id !== UNPUBLISHED_REGION_ID) continue;
    const { provider, type } = offer;
    const entries = [
      ...rates.bySku(provider.id, 'instance', type.id),
      ...rates.bySku(provider.id, 'accelerator-card', type.id),
      ...(type.accelerator === null ? [] : rates.bySku(provider.id, 'accelerator-card', type.accelerator)),
    ];
    const regions = new Set<Region>();
    for (const { areaRegions } of entries)
      for (const id of areaRegions ?? []) {
        const region = catalogue.regionsByKey.get(`${provider.id}/${id}`);
        if (region !== undefined) regions.add(region);
      }
    possible.set(offer, [...regions]);
  }
  return possible;
}
