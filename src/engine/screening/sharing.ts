import { finding } from '../finding.js';
import type { Screen } from './screen.js';

/** Fractions of a card are used only where sharing is allowed. */
export const SHARING_SCREEN: Screen = {
  code: 'sharing-not-allowed',
  pointer: '/constraints/allowSharing',
  isAsked: (constraints) => !constraints.allowSharing,
  passes: (_offer, shape, { constraints }) => constraints.allowSharing || shape === null || shape.share === 1,
  reason: (_offer, shape) => finding('sharing-not-allowed', { acceleratorShareRatio: shape?.share ?? null }),
};
