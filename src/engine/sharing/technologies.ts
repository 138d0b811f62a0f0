/** The registry of sharing technologies: where each may be used, and with which limits. */
import type { Catalogue, Offer } from '../catalogue/catalogue.js';
import type { SharingLimits } from '../catalogue/software.js';
import { MIG } from './mig.js';
import { commonPool, steppedSlices, type Technology } from './technology.js';

/** Throughput kept when processes take turns on a card: context switches and lost overlap cost about a tenth. */
const TIME_SLICING_EFFICIENCY = 0.9;
/** MPS runs processes side by side; what is lost is contention, kept at 5 %. */
const MPS_EFFICIENCY = 0.95;
/** Clients of one MPS server on Volta and newer (NVIDIA Multi-Process Service guide). */
const MPS_CLIENTS = 48;
/** Time-slicing replicas that operators set in practice; the device plugin itself sets no limit. */
const TIME_SLICING_REPLICAS = 16;

const TIME_SLICING = commonPool(
  'time-slicing',
  TIME_SLICING_EFFICIENCY,
  TIME_SLICING_REPLICAS,
  'NVIDIA k8s-device-plugin: time-slicing',
);
const MPS = commonPool('mps', MPS_EFFICIENCY, MPS_CLIENTS, 'NVIDIA Multi-Process Service guide');

/** Technologies by which the cards of an offer can be shared, the provider's own first; slices of cards (share < 1) are shared already. */
export function technologiesOf(catalogue: Catalogue, offer: Offer): readonly Technology[] {
  const shape = catalogue.shapes[offer.shapeIndex];
  if (shape === undefined || shape.share < 1) return [];
  const list: Technology[] = [];
  const own = catalogue.softwareFeatures.filter((feature) => feature.provider !== null);
  const everywhere = catalogue.softwareFeatures.filter((feature) => feature.provider === null);
  for (const feature of [...own, ...everywhere]) {
    const limits = feature.sharing;
    if (limits === undefined || (limits.technology !== 'qgpu' && limits.technology !== 'hami')) continue;
    if (feature.provider !== null && feature.provider !== offer.provider.id) continue;
    if (feature.appliesTo.families.length > 0 && !feature.appliesTo.families.includes(offer.family.id)) continue;
    if (feature.appliesTo.accelerators.length > 0 && !feature.appliesTo.accelerators.includes(shape.accelerator.id))
      continue;
    if (!list.some((technology) => technology.id === limits.technology)) {
      list.push(steppedSlices(limits.technology, limits as SharingLimits, feature.provenance.source));
    }
  }
  if (shape.accelerator.migProfiles.length > 0) list.push(MIG);
  if (shape.accelerator.kind === 'gpu' && shape.accelerator.vendor === 'NVIDIA') {
    list.push(TIME_SLICING);
    if (Number(shape.accelerator.computeCapability ?? 0) >= 7) list.push(MPS);
  }
  return list;
}
