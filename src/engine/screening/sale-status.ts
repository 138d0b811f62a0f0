import { finding } from '../finding.js';
import type { Screen } from './screen.js';

/** The sale status is one of those allowed (default: all but retired). */
export const SALE_STATUS_SCREEN: Screen = {
  code: 'sale-status-not-allowed',
  pointer: '/constraints/saleStatuses',
  isAsked: () => true,
  passes: (offer, _shape, { constraints }) => constraints.saleStatuses.has(offer.saleStatus),
  reason: (offer, _shape, { constraints }) =>
    finding('sale-status-not-allowed', { saleStatus: offer.saleStatus, allowed: [...constraints.saleStatuses].sort() }),
};
