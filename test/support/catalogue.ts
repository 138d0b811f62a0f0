/** A small catalogue for tests: plain objects with everything a test does not care about filled in. */
import type { Catalogue, Offer } from '../../src/engine/catalogue/catalogue.js';
import type { InstanceFamily, InstanceType } from '../../src/engine/catalogue/instance.js';
import type { PriceRow, PriceSheet } from '../../src/engine/catalogue/price.js';
import type { PriceArea, Provider, Region } from '../../src/engine/catalogue/provider.js';
import type { StorageType } from '../../src/engine/catalogue/service.js';
import { openCatalogue } from '../../src/engine/catalogue/snapshot.js';
import type { CatalogueSnapshot } from '../../src/engine/catalogue/snapshot-schema.js';

export const PROVENANCE = { source: 'test', asOf: '2026-11-01', confidence: 'official' } as const;

type Billing = Provider['billing'];

export interface SmallCatalogue {
  readonly providers?: readonly { id: string; billing?: Partial<Billing>; currencies?: string[] }[];
  readonly regions?: readonly { provider: string; id: string; zones?: string[] }[];
  readonly areas?: readonly Omit<PriceArea, 'provenance' | 'label'>[];
  readonly types?: readonly (Partial<InstanceType> & { provider: string; id: string; family: string })[];
  readonly storageTypes?: readonly (Partial<StorageType> & {
    provider: string;
    id: string;
    kind: StorageType['kind'];
  })[];
  readonly rows?: readonly RowInput[];
  readonly sheets?: readonly Partial<PriceSheet>[];
}

export type RowInput = Partial<PriceRow> & Pick<PriceRow, 'provider' | 'sku' | 'price'>;

/** A price row: an on-demand server-hour in CNY seen on 2026-11-01 unless told. */
export function row(input: RowInput): PriceRow {
  return {
    skuKind: 'instance',
    billingMode: 'on-demand',
    unit: 'hour',
    currency: 'CNY',
    effectiveFrom: null,
    source: 'test list',
    asOf: '2026-11-01',
    asOfDay: '2026-11-01',
    confidence: 'official',
    ...input,
  };
}

export function smallSnapshot(small: SmallCatalogue): CatalogueSnapshot {
  const rows = (small.rows ?? []).map(row);
  const providerIds = new Set([
    ...(small.providers ?? []).map((p) => p.id),
    ...(small.types ?? []).map((t) => t.provider),
    ...(small.regions ?? []).map((r) => r.provider),
  ]);
  const providers = [...providerIds].map((id): Provider => {
    const given = small.providers?.find((p) => p.id === id);
    return {
      id,
      nameEn: id,
      nameZh: id,
      kind: 'cloud',
      aliases: [],
      currencies: given?.currencies ?? ['CNY'],
      billing: {
        modes: ['on-demand', 'subscription'],
        incrementSeconds: 1,
        minimumSeconds: null,
        billsWhileStopped: null,
        pricesIncludeTax: null,
        termDiscounts: [],
        hourlySteps: [],
        spotInterruptionNoticeSeconds: null,
        ...given?.billing,
      },
      provenance: PROVENANCE,
    };
  });
  const regions = (small.regions ?? []).map(
    (r): Region => ({
      provider: r.provider,
      id: r.id,
      nameEn: r.id,
      nameZh: null,
      geography: 'cn',
      continent: 'apac',
      zones: r.zones ?? [],
      aliases: [],
      provenance: PROVENANCE,
    }),
  );
  const families = new Map<string, InstanceFamily>();
  for (const type of small.types ?? [])
    families.set(`${type.provider}/${type.family}`, {
      provider: type.provider,
      id: type.family,
      name: type.family,
      aliases: [],
      accelerators: [],
      madeFor: [],
      isCluster: false,
      isBareMetal: false,
      rdmaGbps: null,
      includesGraphicsLicence: null,
      includesGraphicsDriver: null,
      saleStatus: 'general',
      provenance: PROVENANCE,
    });
  const instanceTypes = (small.types ?? []).map(
    (type): InstanceType => ({
      accelerator: null,
      acceleratorCount: 1,
      acceleratorShare: 1,
      acceleratorMemoryGiB: null,
      vcpu: 8,
      memoryGiB: 32,
      networkGbps: null,
      rdmaGbps: null,
      localNvmeGiB: null,
      interconnect: null,
      cpuModel: null,
      cpuArchitecture: null,
      saleStatus: 'general',
      provenance: PROVENANCE,
      otherSources: [],
      ...type,
    }),
  );
  return {
    version: 'test-1',
    providers,
    regions,
    priceAreas: (small.areas ?? []).map((a) => ({ ...a, label: a.id, provenance: PROVENANCE })),
    accelerators: [],
    families: [...families.values()],
    instanceTypes,
    availability: instanceTypes.flatMap((type) =>
      regions
        .filter((r) => r.provider === type.provider)
        .map((r) => ({
          provider: type.provider,
          instanceType: type.id,
          region: r.id,
          zone: null,
          saleStatus: 'general' as const,
          provenance: PROVENANCE,
        })),
    ),
    softwareFeatures: [],
    storageTypes: (small.storageTypes ?? []).map((s) => ({
      name: s.id,
      aliases: [],
      isSystemDisk: true,
      minimumGiB: null,
      maximumGiB: null,
      stepGiB: null,
      throughputMBps: null,
      iops: null,
      includedPerformanceMBps: null,
      provenance: PROVENANCE,
      ...s,
    })),
    networkServices: [],
    models: [],
    priceSheets: [
      ...[...providerIds].map(
        (provider): PriceSheet =>
          sheet({ id: `${provider}-list`, provider, rows: rows.filter((r) => r.provider === provider) }),
      ),
      ...(small.sheets ?? []).map(sheet),
    ],
    measuredRows: [],
  };
}

export function sheet(input: Partial<PriceSheet>): PriceSheet {
  return {
    id: 'sheet',
    provider: 'acme',
    version: 1,
    label: 'test list',
    source: 'test list',
    publishedAt: null,
    supersededAt: null,
    rows: [],
    ...input,
  };
}

export function smallCatalogue(small: SmallCatalogue): Catalogue {
  return openCatalogue(smallSnapshot(small));
}

/** The offer of a type in a region; throws when there is none. */
export function offerOf(catalogue: Catalogue, type: string, region?: string): Offer {
  const offer = catalogue.offers.find((o) => o.type.id === type && (region === undefined || o.region.id === region));
  if (offer === undefined) throw new Error(`no offer of ${type} in ${region ?? 'any region'}`);
  return offer;
}
