import { finding } from '../finding.js';
import type { Screen } from './screen.js';

/** The type's accelerator and count are published: without them nothing can be sized. */
export const ACCELERATOR_KNOWN: Screen = {
  code: 'hardware-not-published',
  pointer: '/catalogue/instance-types',
  isAsked: () => true,
  passes: (offer) => offer.shapeIndex >= 0,
  reason: (offer) =>
    finding('hardware-not-published', {
      instanceType: offer.type.id,
      accelerator: offer.type.accelerator,
      acceleratorCount: offer.type.acceleratorCount,
    }),
};

/** The accelerator is among those named and not excluded. */
export const ACCELERATOR_SCREEN: Screen = {
  code: 'accelerator-not-allowed',
  pointer: '/constraints/accelerators',
  isAsked: (constraints) => constraints.accelerators !== null || constraints.excludeAccelerators.size > 0,
  passes: (offer, _shape, { constraints }) => {
    const id = offer.type.accelerator;
    if (id === null) return constraints.accelerators === null;
    return (
      (constraints.accelerators === null || constraints.accelerators.has(id)) &&
      !constraints.excludeAccelerators.has(id)
    );
  },
  reason: (offer, _shape, { constraints }) =>
    finding('accelerator-not-allowed', {
      accelerator: offer.type.accelerator,
      allowed: constraints.accelerators === null ? ['any'] : [...constraints.accelerators].sort(),
      excluded: [...constraints.excludeAccelerators].sort(),
    }),
};
