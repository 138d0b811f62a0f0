/** Requests to the object storage, priced by ten thousand. */
import { NO_CHARGES, type PriceComponent, serviceCharges } from './component.js';

/** Requests in the unit of the price. */
const REQUESTS_PER_UNIT = 10_000;

export const OBJECT_REQUESTS: PriceComponent = {
  id: 'object-requests',
  label: { en: 'Requests to the object storage', zh: '对象存储请求' },
  reads: ['objectRequestsPerMonth'],
  example: { objectRequestsPerMonth: 1_000_000 },
  charges: (context, offer, need) =>
    need.objectRequestsPerMonth === undefined
      ? NO_CHARGES
      : serviceCharges(context, offer, {
          component: 'object-requests',
          kinds: ['object-requests'],
          sku: null,
          amount: need.objectRequestsPerMonth / REQUESTS_PER_UNIT,
          per: 'plan',
          units: ['10k-requests'],
        }),
};
