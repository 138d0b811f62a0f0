/** Traffic and addresses: by volume over the month with its tiers, by bandwidth, between regions and zones. */
import type { PriceUnit, SkuKind } from '../../catalogue/price.js';
import type { StorageNeed } from '../schemas.js';
import { NO_CHARGES, type PriceComponent, serviceCharges } from './component.js';

function moved(
  id: string,
  label: PriceComponent['label'],
  kind: SkuKind,
  field:
    | 'egressGiBPerMonth'
    | 'egressBandwidthMbps'
    | 'publicAddresses'
    | 'crossRegionGiBPerMonth'
    | 'crossRegionBandwidthMbps'
    | 'crossZoneGiBPerMonth',
  units: readonly PriceUnit[],
): PriceComponent {
  const example: StorageNeed = { [field]: 10 };
  return {
    id,
    label,
    reads: [field],
    example,
    charges: (context, offer, need) => {
      const amount = need[field];
      if (amount === undefined) return NO_CHARGES;
      return serviceCharges(context, offer, { component: id, kinds: [kind], sku: null, amount, per: 'plan', units });
    },
  };
}

const VOLUME = ['GiB', 'GB'] as const;

export const EGRESS_TRAFFIC = moved(
  'egress-traffic',
  { en: 'Internet traffic by volume', zh: '公网流量' },
  'egress-traffic',
  'egressGiBPerMonth',
  VOLUME,
);
export const EGRESS_BANDWIDTH = moved(
  'egress-bandwidth',
  { en: 'Internet traffic by bandwidth', zh: '公网带宽' },
  'egress-bandwidth',
  'egressBandwidthMbps',
  ['Mbps-month', 'Mbps-day', 'Mbps-hour'],
);
export const PUBLIC_ADDRESS = moved(
  'public-address',
  { en: 'Public addresses', zh: '公网 IP' },
  'public-address',
  'publicAddresses',
  ['hour', 'month', 'day'],
);
export const CROSS_REGION = moved(
  'cross-region-traffic',
  { en: 'Traffic between regions', zh: '跨地域流量' },
  'cross-region-traffic',
  'crossRegionGiBPerMonth',
  VOLUME,
);
export const CROSS_ZONE = moved(
  'cross-zone-traffic',
  { en: 'Traffic between zones', zh: '跨可用区流量' },
  'cross-zone-traffic',
  'crossZoneGiBPerMonth',
  VOLUME,
);
export const CROSS_REGION_BANDWIDTH = moved(
  'cross-region-bandwidth',
  { en: 'Bandwidth between regions', zh: '跨地域带宽' },
  'cross-region-traffic',
  'crossRegionBandwidthMbps',
  ['Mbps-month', 'Mbps-day', 'Mbps-hour'],
);
