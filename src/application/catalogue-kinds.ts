/**
 * The kinds of catalogue entries that have an address of their own. To add one: its line here. List filters, paths,
 * reference checks and audit subjects are derived from it.
 */
import type { TSchema } from 'typebox';
import { Accelerator } from '../engine/catalogue/accelerator.js';
import { InstanceFamily, InstanceType } from '../engine/catalogue/instance.js';
import { ModelCard } from '../engine/catalogue/model-card.js';
import { PriceArea, Provider, Region } from '../engine/catalogue/provider.js';
import { NetworkService, StorageType } from '../engine/catalogue/service.js';
import type { CatalogueSnapshot } from '../engine/catalogue/snapshot-schema.js';
import { SoftwareFeature } from '../engine/catalogue/software.js';

/** Facts of an entry: the object that its schema describes. */
export type EntryFacts = Readonly<Record<string, unknown>>;

/** Something that an entry names and that has to be there. */
export interface Reference {
  readonly kind: CatalogueKindName;
  readonly key: string;
  readonly pointer: string;
}

export interface CatalogueKind {
  /** Segment of the address and subject of audit events. */
  readonly name: CatalogueKindName;
  readonly schema: TSchema;
  readonly collection: Exclude<keyof CatalogueSnapshot, 'version'>;
  readonly singular: string;
  /** true: ids are the provider's own, the key is `provider/id`. */
  readonly isOfProvider: boolean;
  /** true: a retired entry stays known to planning as `saleStatus: retired`; false: it leaves the catalogue. */
  readonly hasSaleStatus: boolean;
  references(facts: EntryFacts): readonly Reference[];
}

export const CATALOGUE_KIND_NAMES = [
  'accelerators',
  'instance-families',
  'instance-types',
  'providers',
  'regions',
  'price-areas',
  'software-features',
  'storage-types',
  'network-services',
  'models',
] as const;
export type CatalogueKindName = (typeof CATALOGUE_KIND_NAMES)[number];

const text = (facts: EntryFacts, field: string): string => String(facts[field]);
const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

const toProvider = (facts: EntryFacts): Reference[] =>
  typeof facts.provider === 'string' ? [{ kind: 'providers', key: facts.provider, pointer: '/provider' }] : [];

function kind(
  name: CatalogueKindName,
  singular: string,
  schema: TSchema,
  collection: CatalogueKind['collection'],
  options: { isOfProvider?: boolean; hasSaleStatus?: boolean; references?: CatalogueKind['references'] } = {},
): CatalogueKind {
  return {
    name,
    singular,
    schema,
    collection,
    isOfProvider: options.isOfProvider ?? false,
    hasSaleStatus: options.hasSaleStatus ?? false,
    references: options.references ?? (() => []),
  };
}

export const CATALOGUE_KINDS: Readonly<Record<CatalogueKindName, CatalogueKind>> = {
  accelerators: kind('accelerators', 'accelerator', Accelerator, 'accelerators'),
  'instance-families': kind('instance-families', 'instance family', InstanceFamily, 'families', {
    isOfProvider: true,
    hasSaleStatus: true,
    references: (facts) => [
      ...toProvider(facts),
      ...texts(facts.accelerators).map((key, i) => ({
        kind: 'accelerators' as const,
        key,
        pointer: `/accelerators/${i}`,
      })),
    ],
  }),
  'instance-types': kind('instance-types', 'instance type', InstanceType, 'instanceTypes', {
    isOfProvider: true,
    hasSaleStatus: true,
    references: (facts) => [
      ...toProvider(facts),
      { kind: 'instance-families', key: `${text(facts, 'provider')}/${text(facts, 'family')}`, pointer: '/family' },
      ...(typeof facts.accelerator === 'string'
        ? [{ kind: 'accelerators' as const, key: facts.accelerator, pointer: '/accelerator' }]
        : []),
    ],
  }),
  providers: kind('providers', 'provider', Provider, 'providers'),
  regions: kind('regions', 'region', Region, 'regions', { isOfProvider: true, references: toProvider }),
  'price-areas': kind('price-areas', 'price area', PriceArea, 'priceAreas', {
    isOfProvider: true,
    references: (facts) => [
      ...toProvider(facts),
      ...texts(facts.regions).map((id, i) => ({
        kind: 'regions' as const,
        key: `${text(facts, 'provider')}/${id}`,
        pointer: `/regions/${i}`,
      })),
    ],
  }),
  'software-features': kind('software-features', 'software feature', SoftwareFeature, 'softwareFeatures', {
    references: (facts) => [
      ...toProvider(facts),
      ...texts((facts.appliesTo as EntryFacts | undefined)?.accelerators).map((key, i) => ({
        kind: 'accelerators' as const,
        key,
        pointer: `/appliesTo/accelerators/${i}`,
      })),
    ],
  }),
  'storage-types': kind('storage-types', 'storage type', StorageType, 'storageTypes', {
    isOfProvider: true,
    references: toProvider,
  }),
  'network-services': kind('network-services', 'network service', NetworkService, 'networkServices', {
    isOfProvider: true,
    references: toProvider,
  }),
  models: kind('models', 'model', ModelCard, 'models'),
};

/** The key under which an entry is kept: what its address ends with. */
export function keyOf(kind: CatalogueKind, facts: EntryFacts): string {
  return kind.isOfProvider ? `${text(facts, 'provider')}/${text(facts, 'id')}` : text(facts, 'id');
}
