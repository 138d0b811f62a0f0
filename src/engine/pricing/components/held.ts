/** What the plan holds beside its servers: snapshots, images, backups, file, parallel and object storage. */
import type { Offer } from '../../catalogue/catalogue.js';
import type { SkuKind } from '../../catalogue/price.js';
import type { StorageType } from '../../catalogue/service.js';
import { finding } from '../../finding.js';
import { sumRates } from '../charge.js';
import type { PricingContext } from '../context.js';
import type { StorageNeed } from '../schemas.js';
import {
  type ComponentCharges,
  NO_CHARGES,
  type PriceComponent,
  serviceCharges,
  soldSize,
  storageTypesNamed,
  unpriced,
} from './component.js';

const HELD_UNITS = ['GiB-month', 'GiB-hour', 'GB-month', 'GB-hour'] as const;

/** Charges for an amount held all month, of a storage type named or the cheapest of its kind. */
export function heldCharges(
  context: PricingContext,
  offer: Offer,
  component: string,
  skuKind: SkuKind,
  kind: StorageType['kind'],
  amountGiB: number | undefined,
  name: string | undefined,
): ComponentCharges {
  if (amountGiB === undefined) return NO_CHARGES;
  const types = storageTypesNamed(context, offer, kind, name ?? null);
  const isKnown = context.storageTypes(offer.provider.id).some((t) => t.kind === kind);
  const demand = { component, kinds: [skuKind], per: 'plan' as const, units: HELD_UNITS };
  const missing = () => unpriced({ ...demand, sku: name ?? null, amount: amountGiB }, offer, false, context);
  if (amountGiB > 0 && isKnown && types.length === 0) return missing();
  if (amountGiB === 0 || !isKnown)
    return serviceCharges(context, offer, { ...demand, sku: name ?? null, amount: amountGiB });

  // Archives are cheaper than anything that can be read at once: a standard class counts where none is named.
  const standard = types.filter((t) => /standard$/i.test(t.id));
  const asked = name === undefined && kind === 'object' && standard.length > 0 ? standard : types;
  let best: ComponentCharges | null = null;
  for (const [size, group] of groupBySize(asked, amountGiB)) {
    const made = serviceCharges(context, offer, {
      ...demand,
      sku: name ?? null,
      skus: group.map((t) => t.id),
      amount: size,
    });
    const rounded =
      size === amountGiB
        ? []
        : [
            finding('disk-size-rounded', {
              component,
              storageType: group[0]?.id ?? component,
              askedGiB: amountGiB,
              soldGiB: size,
            }),
          ];
    const withFinding = { ...made, findings: [...made.findings, ...rounded] };
    if (best === null || isCheaper(made, best)) best = withFinding;
  }
  return best ?? missing();
}

function groupBySize(types: readonly StorageType[], amountGiB: number): ReadonlyMap<number, readonly StorageType[]> {
  const groups = new Map<number, StorageType[]>();
  for (const type of types) {
    const size = soldSize(type, amountGiB);
    if (size !== null) groups.set(size, [...(groups.get(size) ?? []), type]);
  }
  return new Map([...groups].sort((a, b) => a[0] - b[0]));
}

function isCheaper(a: ComponentCharges, b: ComponentCharges): boolean {
  if (a.unpriced.length !== b.unpriced.length) return a.unpriced.length < b.unpriced.length;
  return sumRates(a.plan) < sumRates(b.plan);
}

function held(
  id: string,
  label: PriceComponent['label'],
  skuKind: SkuKind,
  kind: StorageType['kind'],
  field: keyof StorageNeed & `${string}GiB`,
  nameField?: 'fileStorageType' | 'parallelFileStorageType' | 'objectStorageType',
): PriceComponent {
  return {
    id,
    label,
    reads: nameField === undefined ? [field] : [field, nameField],
    example: { [field]: 200 },
    charges: (context, offer, need) =>
      heldCharges(
        context,
        offer,
        id,
        skuKind,
        kind,
        need[field] as number | undefined,
        nameField === undefined ? undefined : need[nameField],
      ),
  };
}

export const SNAPSHOT = held('snapshot', { en: 'Snapshots', zh: '快照' }, 'snapshot', 'snapshot', 'snapshotGiB');
export const IMAGE = held('image', { en: 'Custom images', zh: '自定义镜像' }, 'image', 'image', 'imageGiB');
export const BACKUP = held('backup', { en: 'Backups', zh: '备份' }, 'backup', 'backup', 'backupGiB');
export const FILE_STORAGE = held(
  'file-storage',
  { en: 'Shared file storage', zh: '文件存储' },
  'file-storage',
  'file',
  'fileStorageGiB',
  'fileStorageType',
);
export const PARALLEL_FILE_STORAGE = held(
  'parallel-file-storage',
  { en: 'Parallel file system', zh: '并行文件系统' },
  'parallel-file-storage',
  'parallel-file',
  'parallelFileStorageGiB',
  'parallelFileStorageType',
);
export const OBJECT_STORAGE = held(
  'object-storage',
  { en: 'Object storage', zh: '对象存储' },
  'object-storage',
  'object',
  'objectStorageGiB',
  'objectStorageType',
);
