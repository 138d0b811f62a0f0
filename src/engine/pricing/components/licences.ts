/** Software licences (their tiers are by the vCPUs of the server) and cluster fees that the caller names. */
import { merge, NO_CHARGES, type PriceComponent, serviceCharges } from './component.js';

export const SOFTWARE_LICENCE: PriceComponent = {
  id: 'software-licence',
  label: { en: 'Software licences', zh: '软件许可' },
  reads: ['licences'],
  example: { licences: [{ sku: 'LICENCE', quantity: 1, perServer: true }] },
  charges: (context, offer, need) =>
    merge(
      NO_CHARGES,
      ...(need.licences ?? []).map((licence) =>
        serviceCharges(context, offer, {
          component: 'software-licence',
          kinds: ['software-licence'],
          sku: licence.sku,
          amount: licence.quantity,
          tierBy: offer.type.vcpu,
          per: licence.perServer === true ? 'server' : 'plan',
          units: ['licence-hour', 'hour', 'month', 'user-month'],
        }),
      ),
    ),
};

export const CLUSTER_FEE: PriceComponent = {
  id: 'cluster-fee',
  label: { en: 'Cluster fees', zh: '集群管理费' },
  reads: ['clusterFees'],
  example: { clusterFees: [{ sku: 'CLUSTER', quantity: 1 }] },
  charges: (context, offer, need) =>
    merge(
      NO_CHARGES,
      ...(need.clusterFees ?? []).map((fee) =>
        serviceCharges(context, offer, {
          component: 'cluster-fee',
          kinds: ['cluster-fee'],
          sku: fee.sku,
          amount: fee.quantity,
          per: 'plan',
          units: ['hour', 'month', 'day'],
        }),
      ),
    ),
};
