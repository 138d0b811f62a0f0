import { finding } from '../finding.js';
import type { Screen } from './screen.js';

/** The provider is among those allowed and not excluded. */
export const PROVIDER_SCREEN: Screen = {
  code: 'provider-not-allowed',
  pointer: '/constraints/providers',
  isAsked: (constraints) => constraints.providers !== null || constraints.excludeProviders.size > 0,
  passes: (offer, _shape, { constraints }) =>
    (constraints.providers === null || constraints.providers.has(offer.provider.id)) &&
    !constraints.excludeProviders.has(offer.provider.id),
  reason: (offer, _shape, { constraints }) =>
    finding('provider-not-allowed', {
      provider: offer.provider.id,
      allowed: constraints.providers === null ? ['any'] : [...constraints.providers].sort(),
      excluded: [...constraints.excludeProviders].sort(),
    }),
};
