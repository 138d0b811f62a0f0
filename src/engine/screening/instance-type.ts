import { finding } from '../finding.js';
import type { Screen } from './screen.js';

/** The type or its family is among those named and not excluded. */
export const INSTANCE_TYPE_SCREEN: Screen = {
  code: 'instance-type-not-allowed',
  pointer: '/constraints/instanceTypes',
  isAsked: (constraints) => constraints.instanceTypes !== null || constraints.excludeInstanceTypes.size > 0,
  passes: (offer, _shape, { constraints }) => {
    const key = `${offer.provider.id}/${offer.type.id}`;
    return (
      (constraints.instanceTypes === null || constraints.instanceTypes.has(key)) &&
      !constraints.excludeInstanceTypes.has(key)
    );
  },
  reason: (offer) => finding('instance-type-not-allowed', { instanceType: offer.type.id, family: offer.family.id }),
};
