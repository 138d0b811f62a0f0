/** Which table a kind of catalogue entry is kept in, and which of its facts are columns there. */
import type { CatalogueKindName, EntryFacts } from '../application/catalogue-kinds.js';
import type { CatalogueSnapshot } from '../engine/catalogue/snapshot-schema.js';

export interface Column {
  readonly name: string;
  readonly type: 'text' | 'text[]' | 'int' | 'float8';
  readonly of: (facts: EntryFacts) => unknown;
}

export interface CatalogueTable {
  readonly table: string;
  readonly collection: Exclude<keyof CatalogueSnapshot, 'version' | 'priceSheets'>;
  readonly key: readonly Column[];
  readonly columns: readonly Column[];
  readonly hasSaleStatus: boolean;
}

const fact = (name: string, type: Column['type'] = 'text'): Column => ({
  name,
  type,
  of: (facts) => facts[name] ?? null,
});
const ID = [fact('id')];
const PROVIDER_ID = [fact('provider'), fact('id')];

function table(
  name: string,
  collection: CatalogueTable['collection'],
  key: readonly Column[],
  columns: readonly Column[] = [],
): CatalogueTable {
  return {
    table: name,
    collection,
    key,
    columns,
    hasSaleStatus: columns.some((column) => column.name === 'saleStatus'),
  };
}

const PROVIDERS = table('Provider', 'providers', ID);
const REGIONS = table('Region', 'regions', PROVIDER_ID, [fact('geography'), fact('zones', 'text[]')]);
const AREAS = table('PriceArea', 'priceAreas', PROVIDER_ID, [fact('regions', 'text[]'), fact('bound')]);
const ACCELERATORS = table('Accelerator', 'accelerators', ID, [fact('vendor'), fact('kind')]);
const FAMILIES = table('InstanceFamily', 'families', PROVIDER_ID, [fact('saleStatus')]);
const TYPES = table('InstanceType', 'instanceTypes', PROVIDER_ID, [
  fact('family'),
  fact('accelerator'),
  fact('acceleratorCount', 'int'),
  fact('acceleratorShare', 'float8'),
  fact('saleStatus'),
]);
const SOFTWARE = table('SoftwareFeature', 'softwareFeatures', ID, [fact('provider'), fact('kind')]);
const STORAGE = table('StorageType', 'storageTypes', PROVIDER_ID, [fact('kind')]);
const NETWORK = table('NetworkService', 'networkServices', PROVIDER_ID, [fact('kind')]);
const MODELS = table('ModelCard', 'models', ID, [fact('huggingFaceId'), fact('task')]);

export const AVAILABILITY = table(
  'Availability',
  'availability',
  [
    fact('provider'),
    fact('instanceType'),
    fact('region'),
    { name: 'zone', type: 'text', of: (facts) => facts.zone ?? '' },
  ],
  [fact('saleStatus')],
);
const MEASURED = table('MeasuredRow', 'measuredRows', ID, [fact('task'), fact('accelerator'), fact('metric')]);

export const KIND_TABLES: Readonly<Record<CatalogueKindName, CatalogueTable>> = {
  providers: PROVIDERS,
  regions: REGIONS,
  'price-areas': AREAS,
  accelerators: ACCELERATORS,
  'instance-families': FAMILIES,
  'instance-types': TYPES,
  'software-features': SOFTWARE,
  'storage-types': STORAGE,
  'network-services': NETWORK,
  models: MODELS,
};

/** All tables of the snapshot but prices; each after those that it refers to. */
export const ALL_TABLES: readonly CatalogueTable[] = [
  PROVIDERS,
  REGIONS,
  AREAS,
  ACCELERATORS,
  FAMILIES,
  TYPES,
  AVAILABILITY,
  SOFTWARE,
  STORAGE,
  NETWORK,
  MODELS,
  MEASURED,
];
