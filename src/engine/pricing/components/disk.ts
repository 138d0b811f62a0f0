/** System and data disks of each server, by storage type, and throughput beyond what a disk includes. */
import type { Offer } from '../../catalogue/catalogue.js';
import type { StorageType } from '../../catalogue/service.js';
import { type Finding, finding } from '../../finding.js';
import { sumRates } from '../charge.js';
import type { PricingContext } from '../context.js';
import type { StorageNeed } from '../schemas.js';
import {
  type ComponentCharges,
  merge,
  NO_CHARGES,
  type PriceComponent,
  serviceCharges,
  soldSize,
  storageTypesNamed,
  unpriced,
} from './component.js';

type Role = 'system-disk' | 'data-disk';

export const SYSTEM_DISK: PriceComponent = {
  id: 'system-disk',
  label: { en: 'System disks', zh: '系统盘' },
  reads: ['systemDiskGiB', 'diskType'],
  example: { systemDiskGiB: 100 },
  charges: (context, offer, need) =>
    need.systemDiskGiB === undefined
      ? NO_CHARGES
      : diskCharges(context, offer, need, 'system-disk', need.systemDiskGiB),
};

export const DATA_DISK: PriceComponent = {
  id: 'data-disk',
  label: { en: 'Data disks and their extra throughput', zh: '数据盘与额外性能' },
  reads: ['dataDiskGiB', 'datasetGiB', 'diskType', 'diskThroughputMBps'],
  example: { dataDiskGiB: 500, diskThroughputMBps: 400 },
  charges: (context, offer, need) => {
    const dataset = datasetOnDisk(need);
    const size = (need.dataDiskGiB ?? 0) + (dataset ?? 0);
    if (need.dataDiskGiB === undefined && dataset === null) {
      return {
        ...NO_CHARGES,
        findings: [
          ...datasetFindings(need),
          ...(need.diskThroughputMBps === undefined
            ? []
            : [finding('throughput-without-disk', { diskThroughputMBps: need.diskThroughputMBps })]),
          ...(need.diskType === undefined || need.systemDiskGiB !== undefined
            ? []
            : [finding('disk-type-without-disk', { diskType: need.diskType })]),
        ],
      };
    }
    const charges = diskCharges(context, offer, need, 'data-disk', size);
    return dataset === null || dataset === 0
      ? charges
      : { ...charges, findings: [...charges.findings, finding('dataset-on-data-disk', { datasetGiB: dataset })] };
  },
};

/** The data set has its own line only where no store is stated for it. */
function datasetOnDisk(need: StorageNeed): number | null {
  if (need.datasetGiB === undefined) return null;
  const hasHome =
    need.dataDiskGiB !== undefined ||
    need.fileStorageGiB !== undefined ||
    need.parallelFileStorageGiB !== undefined ||
    need.objectStorageGiB !== undefined;
  return hasHome ? null : need.datasetGiB;
}

/** A data set whose store is stated is part of that store's size. */
function datasetFindings(need: StorageNeed): readonly Finding[] {
  if (need.datasetGiB === undefined) return [];
  const largest = Math.max(
    need.dataDiskGiB ?? 0,
    need.fileStorageGiB ?? 0,
    need.parallelFileStorageGiB ?? 0,
    need.objectStorageGiB ?? 0,
  );
  return largest >= need.datasetGiB
    ? [finding('dataset-in-stated-store', { datasetGiB: need.datasetGiB })]
    : [finding('dataset-larger-than-store', { datasetGiB: need.datasetGiB, storeGiB: largest })];
}

function diskCharges(
  context: PricingContext,
  offer: Offer,
  need: StorageNeed,
  role: Role,
  sizeGiB: number,
): ComponentCharges {
  const name = need.diskType ?? null;
  const demand = {
    component: role,
    kinds: ['block-storage'] as const,
    per: 'server' as const,
    units: ['GiB-hour', 'GiB-month', 'GB-hour', 'GB-month'] as const,
  };
  if (sizeGiB === 0) return serviceCharges(context, offer, { ...demand, sku: name, amount: 0 });

  const types = storageTypesNamed(context, offer, 'block', name).filter((t) => role === 'data-disk' || t.isSystemDisk);
  if (types.length === 0) {
    // Nothing is said of the provider's storage types: its priced skus speak for themselves.
    const known = context.storageTypes(offer.provider.id).some((t) => t.kind === 'block');
    return known
      ? unpriced({ ...demand, sku: name, amount: sizeGiB }, offer, false, context)
      : serviceCharges(context, offer, { ...demand, sku: name, amount: sizeGiB });
  }
  let best: ComponentCharges | null = null;
  let missing: ComponentCharges | null = null;
  for (const type of types) {
    const size = soldSize(type, sizeGiB);
    if (size === null) continue;
    const disk = serviceCharges(context, offer, { ...demand, sku: type.id, amount: size });
    const extra = role === 'data-disk' ? extraThroughput(context, offer, need, type) : NO_CHARGES;
    const all = merge(disk, extra);
    if (all.unpriced.length > 0) {
      missing ??= all;
      continue;
    }
    const rounded =
      size === sizeGiB
        ? []
        : [finding('disk-size-rounded', { component: role, storageType: type.id, askedGiB: sizeGiB, soldGiB: size })];
    if (best === null || sumRates(all.committed) < sumRates(best.committed))
      best = { ...all, findings: [...all.findings, ...rounded] };
  }
  return best ?? missing ?? unpriced({ ...demand, sku: name, amount: sizeGiB }, offer, false, context);
}

function extraThroughput(
  context: PricingContext,
  offer: Offer,
  need: StorageNeed,
  type: StorageType,
): ComponentCharges {
  const wanted = need.diskThroughputMBps;
  if (wanted === undefined) return NO_CHARGES;
  const included = type.includedPerformanceMBps;
  if (included === null || wanted <= included) {
    const facts = { diskThroughputMBps: wanted, storageType: type.id, includedMBps: included };
    const code = included === null ? 'disk-throughput-not-published' : 'disk-throughput-included';
    return { ...NO_CHARGES, findings: [finding(code, facts)] };
  }
  return serviceCharges(context, offer, {
    component: 'data-disk-performance',
    kinds: ['block-storage-performance'],
    sku: type.id,
    amount: wanted - included,
    per: 'server',
    units: ['MBps-hour', 'MBps-month'],
  });
}
