/** Resolves the names and the money of a question against the catalogue. Throws QuestionError with all faults at once. */
import type { Catalogue } from './catalogue/catalogue.js';
import { nearestNames, squeeze } from './catalogue/names.js';
import type { SaleStatus } from './catalogue/provenance.js';
import type { BillingMode } from './catalogue/provider.js';
import { type Finding, finding } from './finding.js';
import type { StorageNeed } from './pricing/schemas.js';
import type { Constraints, RecommendRequest, WeightsInput } from './question.js';
import { type Fault, fault } from './question-error.js';
import { DIMENSION_IDS, type Weights } from './workload/scenario.js';

export const BILLING_MODES: readonly BillingMode[] = ['on-demand', 'subscription', 'reserved', 'savings-plan', 'spot'];
const SALE_STATUSES: readonly SaleStatus[] = ['general', 'limited', 'invite-only', 'legacy', 'retired', 'unknown'];

/** What the screens test offers against: sets of catalogue keys; null = not stated. */
export interface ResolvedConstraints {
  readonly providers: ReadonlySet<string> | null;
  readonly excludeProviders: ReadonlySet<string>;
  /** Keys `provider/region`. */
  readonly regions: ReadonlySet<string> | null;
  /** Keys `provider/zone`. */
  readonly zones: ReadonlySet<string> | null;
  readonly geographies: ReadonlySet<string> | null;
  readonly accelerators: ReadonlySet<string> | null;
  readonly excludeAccelerators: ReadonlySet<string>;
  /** Keys `provider/type` of types and of all types of named families; `provider/family` of a family without types. */
  readonly instanceTypes: ReadonlySet<string> | null;
  readonly excludeInstanceTypes: ReadonlySet<string>;
  readonly billingModes: readonly BillingMode[];
  readonly saleStatuses: ReadonlySet<SaleStatus>;
  readonly maxMonthlyCost: number | null;
  readonly requireRdma: boolean;
  readonly requireNvlink: boolean;
  /** 0 = not stated. */
  readonly minVcpuPerAccelerator: number;
  readonly minHostMemoryGiBPerAccelerator: number;
  readonly allowSharing: boolean;
  readonly maxServers: number;
  readonly allowUnpriced: boolean;
  readonly quotas: readonly ResolvedQuota[];
}

export interface ResolvedQuota {
  readonly regions: ReadonlySet<string>;
  readonly instanceTypes: ReadonlySet<string> | null;
  readonly accelerator: string | null;
  readonly max: number;
}

export interface ResolvedWhyNot {
  readonly asked: string;
  /** Keys `provider/type`; `provider/family` of a family without types. */
  readonly types: ReadonlySet<string>;
}

interface NameTables {
  readonly providers: ReadonlyMap<string, readonly string[]>;
  readonly regions: ReadonlyMap<string, readonly string[]>;
  readonly zones: ReadonlyMap<string, readonly string[]>;
  readonly types: ReadonlyMap<string, readonly string[]>;
  readonly geographies: ReadonlySet<string>;
}

/** Spellings of providers, regions, zones and types → keys; made once a catalogue. */
function nameTables(catalogue: Catalogue): NameTables {
  const providers = new Map<string, string[]>();
  const regions = new Map<string, string[]>();
  const zones = new Map<string, string[]>();
  const types = new Map<string, string[]>();
  const geographies = new Set<string>(['apac', 'emea', 'amer']);
  const put = (map: Map<string, string[]>, name: string, key: string) => {
    const spelling = squeeze(name);
    const list = map.get(spelling);
    if (list === undefined) map.set(spelling, [key]);
    else if (!list.includes(key)) list.push(key);
  };
  for (const provider of catalogue.providersById.values()) {
    for (const name of [provider.id, provider.nameEn, provider.nameZh, ...provider.aliases])
      put(providers, name, provider.id);
  }
  for (const [key, region] of catalogue.regionsByKey) {
    for (const name of [
      region.id,
      region.nameEn,
      ...(region.nameZh === null ? [] : [region.nameZh]),
      ...region.aliases,
    ])
      put(regions, name, key);
    for (const zone of region.zones) put(zones, zone, `${region.provider}/${zone}`);
    if (region.geography !== null) geographies.add(region.geography);
  }
  for (const offer of catalogue.offers) {
    for (const zone of offer.zones) put(zones, zone, `${offer.provider.id}/${zone}`);
  }
  for (const [key, type] of catalogue.typesByKey) {
    put(types, type.id, key);
    put(types, type.family, key);
    const family = catalogue.familiesByKey.get(`${type.provider}/${type.family}`);
    for (const alias of family?.aliases ?? []) put(types, alias, key);
  }
  // A family of which no type is published is known all the same: it stands for itself.
  const withTypes = new Set([...catalogue.typesByKey.values()].map((type) => `${type.provider}/${type.family}`));
  for (const [key, family] of catalogue.familiesByKey) {
    if (!withTypes.has(key)) for (const name of [family.id, ...family.aliases]) put(types, name, key);
  }
  return { providers, regions, zones, types, geographies };
}

/** Where a caller stated a field of the constraints, where not under `/constraints`: JSON pointers. */
export type StatedAt = Readonly<Partial<Record<keyof Constraints, string>>>;

/** Resolves `constraints`; faults are appended to `faults`, and point to where the caller stated the field. */
export function resolveConstraints(
  catalogue: Catalogue,
  input: Constraints,
  faults: Fault[],
  statedAt: StatedAt = {},
): ResolvedConstraints {
  const tables = catalogue.derive(nameTables);
  const at = (field: keyof Constraints, index?: number) =>
    `${statedAt[field] ?? `/constraints/${field}`}${index === undefined ? '' : `/${index}`}`;

  const providerSet = (names: readonly string[] | undefined, field: keyof Constraints) =>
    stated(names)?.reduce((set, name, i) => {
      const ids = tables.providers.get(squeeze(name));
      if (ids === undefined)
        faults.push(
          fault('unknown-provider', at(field, i), { value: name }, nearestNames(catalogue.providersById.keys(), name)),
        );
      else for (const id of ids) set.add(id);
      return set;
    }, new Set<string>());
  const providers = providerSet(input.providers, 'providers') ?? null;
  const excludeProviders = providerSet(input.excludeProviders, 'excludeProviders') ?? new Set<string>();
  for (const id of providers ?? []) {
    if (excludeProviders.has(id)) {
      faults.push(
        fault('contradiction', at('excludeProviders'), {
          first: 'providers',
          second: 'excludeProviders',
          why: `both name ${id}`,
        }),
      );
    }
  }
  const isProviderAllowed = (id: string) => (providers === null || providers.has(id)) && !excludeProviders.has(id);

  const keyed = (
    names: readonly string[] | undefined,
    field: keyof Constraints,
    table: ReadonlyMap<string, readonly string[]>,
    code: 'unknown-region' | 'unknown-zone',
    all: () => Iterable<string>,
  ) =>
    stated(names)?.reduce((set, name, i) => {
      const keys = pinned(table, name, catalogue);
      if (keys.length === 0) faults.push(fault(code, at(field, i), { value: name }, nearestNames(all(), name)));
      else {
        const allowed = keys.filter((key) => isProviderAllowed(key.slice(0, key.indexOf('/'))));
        if (allowed.length === 0) {
          faults.push(
            fault('contradiction', at(field, i), {
              first: field,
              second: 'providers',
              why: `${name} belongs to ${keys.map((key) => key.slice(0, key.indexOf('/'))).join(', ')}`,
            }),
          );
        }
        for (const key of allowed) set.add(key);
      }
      return set;
    }, new Set<string>()) ?? null;
  const regions = keyed(input.regions, 'regions', tables.regions, 'unknown-region', () =>
    [...catalogue.regionsByKey.values()].map((r) => r.id),
  );
  const zones = keyed(input.zones, 'zones', tables.zones, 'unknown-zone', () =>
    catalogue.offers.flatMap((o) => o.zones),
  );
  if (zones !== null && zones.size > 0 && regions !== null && regions.size > 0) {
    const inside = new Set(zonesOf(catalogue, regions));
    if (![...zones].some((key) => inside.has(key)))
      faults.push(
        fault('contradiction', at('zones'), {
          first: 'regions',
          second: 'zones',
          why: 'no zone named lies in a region named',
        }),
      );
  }

  const geographies =
    stated(input.geographies)?.reduce((set, name, i) => {
      const id = name.toLowerCase();
      if (!tables.geographies.has(id))
        faults.push(fault('unknown-geography', at('geographies', i), { value: name }, [...tables.geographies].sort()));
      else set.add(id);
      return set;
    }, new Set<string>()) ?? null;
  if (geographies !== null && geographies.size > 0 && regions !== null && regions.size > 0) {
    const isInside = [...regions].some((key) => {
      const region = catalogue.regionsByKey.get(key);
      return (
        region !== undefined &&
        ((region.geography !== null && geographies.has(region.geography)) ||
          (region.continent !== null && geographies.has(region.continent)))
      );
    });
    if (!isInside)
      faults.push(
        fault('contradiction', at('geographies'), {
          first: 'regions',
          second: 'geographies',
          why: 'no region named lies in a geography named',
        }),
      );
  }

  const acceleratorSet = (names: readonly string[] | undefined, field: keyof Constraints) =>
    stated(names)?.reduce((set, name, i) => {
      const resolution = catalogue.resolveAccelerator(name, at(field, i));
      if ('fault' in resolution)
        faults.push(
          pinned(tables.types, name, catalogue).length > 0
            ? fault('accelerator-is-type', at(field, i), { value: name, field: OTHER_FIELD[field] ?? null })
            : resolution.fault,
        );
      else set.add(resolution.found.id);
      return set;
    }, new Set<string>());
  const accelerators = acceleratorSet(input.accelerators, 'accelerators') ?? null;
  const excludeAccelerators = acceleratorSet(input.excludeAccelerators, 'excludeAccelerators') ?? new Set<string>();
  for (const id of accelerators ?? []) {
    if (excludeAccelerators.has(id)) {
      faults.push(
        fault('contradiction', at('excludeAccelerators'), {
          first: 'accelerators',
          second: 'excludeAccelerators',
          why: `both name ${id}`,
        }),
      );
    }
  }

  const typeSet = (names: readonly string[] | undefined, field: keyof Constraints) =>
    stated(names)?.reduce((set, name, i) => {
      const isAccelerator =
        pinned(tables.types, name, catalogue).length === 0 &&
        'found' in catalogue.resolveAccelerator(name, at(field, i));
      if (isAccelerator)
        faults.push(fault('type-is-accelerator', at(field, i), { value: name, field: OTHER_FIELD[field] ?? null }));
      else for (const key of typeKeys(catalogue, name, at(field, i), faults)) set.add(key);
      return set;
    }, new Set<string>());
  const instanceTypes = typeSet(input.instanceTypes, 'instanceTypes') ?? null;
  const excludeInstanceTypes = typeSet(input.excludeInstanceTypes, 'excludeInstanceTypes') ?? new Set<string>();
  if (instanceTypes !== null && instanceTypes.size > 0) {
    const types = [...instanceTypes];
    const refuse = (second: string, why: string) =>
      faults.push(fault('contradiction', at('instanceTypes'), { first: 'instanceTypes', second, why }));
    if (types.every((key) => excludeInstanceTypes.has(key)))
      refuse('excludeInstanceTypes', 'each type named is excluded');
    if (!types.some((key) => isProviderAllowed(key.slice(0, key.indexOf('/')))))
      refuse('providers', 'no provider allowed has a type named');
    if (accelerators !== null && accelerators.size > 0 && !types.some((key) => mayHold(catalogue, key, accelerators)))
      refuse('accelerators', 'no type named holds an accelerator named');
  }

  return {
    providers,
    excludeProviders,
    regions,
    zones,
    geographies,
    accelerators,
    excludeAccelerators,
    instanceTypes,
    excludeInstanceTypes,
    billingModes: stated(input.billingModes) ?? BILLING_MODES.filter((mode) => mode !== 'spot'),
    saleStatuses: new Set(stated(input.saleStatuses) ?? SALE_STATUSES.filter((status) => status !== 'retired')),
    maxMonthlyCost: input.maxMonthlyCost === undefined ? null : Number(input.maxMonthlyCost.amount),
    requireRdma: input.requireRdma ?? false,
    requireNvlink: input.requireNvlink ?? false,
    minVcpuPerAccelerator: input.minVcpuPerAccelerator ?? 0,
    minHostMemoryGiBPerAccelerator: input.minHostMemoryGiBPerAccelerator ?? 0,
    allowSharing: input.allowSharing ?? true,
    maxServers: input.maxServers ?? 64,
    allowUnpriced: input.allowUnpriced ?? true,
    quotas: (input.quota ?? []).map((quota, i) => {
      const pointer = `/constraints/quota/${i}`;
      const regionKeys = pinned(tables.regions, quota.region, catalogue);
      if (regionKeys.length === 0)
        faults.push(
          fault(
            'unknown-region',
            `${pointer}/region`,
            { value: quota.region },
            nearestNames(
              [...catalogue.regionsByKey.values()].map((r) => r.id),
              quota.region,
            ),
          ),
        );
      if ((quota.instanceType === undefined) === (quota.accelerator === undefined)) {
        faults.push(fault('exactly-one-of', pointer, { fields: ['instanceType', 'accelerator'] }));
      }
      let accelerator: string | null = null;
      if (quota.accelerator !== undefined) {
        const resolution = catalogue.resolveAccelerator(quota.accelerator, `${pointer}/accelerator`);
        if ('fault' in resolution) faults.push(resolution.fault);
        else accelerator = resolution.found.id;
      }
      const types =
        quota.instanceType === undefined
          ? null
          : new Set(typeKeys(catalogue, quota.instanceType, `${pointer}/instanceType`, faults));
      return { regions: new Set(regionKeys), instanceTypes: types, accelerator, max: quota.max };
    }),
  };
}

/** Types that a name (type or family, any provider) means, or the family itself where it has none; a fault when unknown. */
export function typeKeys(catalogue: Catalogue, name: string, pointer: string, faults: Fault[]): readonly string[] {
  const keys = pinned(catalogue.derive(nameTables).types, name, catalogue);
  if (keys.length === 0) {
    const names = new Set<string>();
    for (const type of catalogue.typesByKey.values()) names.add(type.id);
    for (const family of catalogue.familiesByKey.values()) names.add(family.id);
    faults.push(fault('unknown-instance-type', pointer, { value: name }, nearestNames(names, name)));
  }
  return keys;
}

/** Where a name of the other kind belongs: cards are not types, though many are called alike. */
const OTHER_FIELD: Partial<Record<keyof Constraints, keyof Constraints>> = {
  accelerators: 'instanceTypes',
  excludeAccelerators: 'excludeInstanceTypes',
  instanceTypes: 'accelerators',
  excludeInstanceTypes: 'excludeAccelerators',
};

/** Fields whose names may mean things of several providers. */
const SHARED_NAMES = ['instanceTypes', 'excludeInstanceTypes', 'regions'] as const;

/** Names that mean types or regions of several providers, all of which count: `provider/name` pins one. */
export function namesOfSeveralProviders(
  catalogue: Catalogue,
  input: Constraints,
  { providers, excludeProviders }: ResolvedConstraints,
  statedAt: StatedAt = {},
): readonly Finding[] {
  const tables = catalogue.derive(nameTables);
  return SHARED_NAMES.flatMap((field) =>
    (input[field] ?? []).flatMap((name) => {
      const keys = pinned(field === 'regions' ? tables.regions : tables.types, name, catalogue);
      const owners = [...new Set(keys.map((key) => key.slice(0, key.indexOf('/'))))].filter(
        (id) => (providers === null || providers.has(id)) && !excludeProviders.has(id),
      );
      const place = (statedAt[field] ?? `/constraints/${field}`).slice(1).replaceAll('/', '.');
      return owners.length < 2
        ? []
        : [
            finding('name-of-several-providers', {
              field: place,
              name,
              providers: owners.sort(),
              example: `${owners[0]}/${name}`,
            }),
          ];
    }),
  );
}

/** Keys `provider/zone` of all zones in regions (`provider/region`). */
function zonesOf(catalogue: Catalogue, regions: ReadonlySet<string>): readonly string[] {
  return [
    ...[...regions].flatMap((key) => (catalogue.regionsByKey.get(key)?.zones ?? []).map((zone) => ({ key, zone }))),
    ...catalogue.offers.flatMap((offer) =>
      offer.zones.map((zone) => ({ key: `${offer.provider.id}/${offer.region.id}`, zone })),
    ),
  ].flatMap(({ key, zone }) => (regions.has(key) ? [`${key.slice(0, key.indexOf('/'))}/${zone}`] : []));
}

/** Whether a type, or a family without types, holds one of the accelerators, as far as is known. */
function mayHold(catalogue: Catalogue, key: string, accelerators: ReadonlySet<string>): boolean {
  const type = catalogue.typesByKey.get(key);
  if (type !== undefined) return type.accelerator === null || accelerators.has(type.accelerator);
  const held = catalogue.familiesByKey.get(key)?.accelerators ?? [];
  return held.length === 0 || held.some((id) => accelerators.has(id));
}

/** Region keys (`provider/region`) that a name means; [] when unknown. `provider/region` pins the provider. */
export function regionKeys(catalogue: Catalogue, name: string): readonly string[] {
  return pinned(catalogue.derive(nameTables).regions, name, catalogue);
}

/** Geographies that a question may name: countries of regions, and continents. */
export function knownGeographies(catalogue: Catalogue): ReadonlySet<string> {
  return catalogue.derive(nameTables).geographies;
}

/** Provider ids that a name means; [] when unknown. */
export function providerIds(catalogue: Catalogue, name: string): readonly string[] {
  return catalogue.derive(nameTables).providers.get(squeeze(name)) ?? [];
}

function pinned(table: ReadonlyMap<string, readonly string[]>, name: string, catalogue: Catalogue): readonly string[] {
  const slash = name.indexOf('/');
  const prefix = slash > 0 ? providerIds(catalogue, name.slice(0, slash)) : [];
  if (prefix.length > 0) {
    return (table.get(squeeze(name.slice(slash + 1))) ?? []).filter((key) =>
      prefix.includes(key.slice(0, key.indexOf('/'))),
    );
  }
  return table.get(squeeze(name)) ?? [];
}

function stated<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}

/** Weights normalised to 1; omitted ones take the scenario's default. A fault when all are zero. */
export function resolveWeights(input: WeightsInput | undefined, defaults: Weights, faults: Fault[]): Weights {
  const raw = DIMENSION_IDS.map((id) => input?.[id] ?? defaults[id]);
  const sum = raw.reduce((a, b) => a + b, 0);
  if (!(sum > 0)) {
    faults.push(fault('weights-all-zero', '/weights'));
    return defaults;
  }
  return Object.fromEntries(DIMENSION_IDS.map((id, i) => [id, (raw[i] ?? 0) / sum])) as unknown as Weights;
}

/** A day that exists in the calendar. */
export function isCalendarDay(day: string): boolean {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return false;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return year >= 1970 && date >= 1 && date <= (lengths[month - 1] ?? 0);
}

/** Currency of the answer: stated, else of the budget, else of the possible providers if they share one. */
export function resolveCurrency(
  catalogue: Catalogue,
  request: RecommendRequest,
  constraints: ResolvedConstraints,
  faults: Fault[],
): string {
  const budget = request.constraints?.maxMonthlyCost?.currency;
  const known = new Set<string>();
  for (const sheet of catalogue.snapshot.priceSheets) for (const row of sheet.rows) known.add(row.currency);
  const reachable = new Set([
    ...known,
    ...(request.exchangeRates ?? []).filter((rate) => known.has(rate.from)).map((rate) => rate.to),
  ]);
  if (request.currency !== undefined) {
    if (budget !== undefined && budget !== request.currency) {
      faults.push(
        fault('currency-contradiction', '/constraints/maxMonthlyCost/currency', {
          budgetCurrency: budget,
          currency: request.currency,
        }),
      );
    }
    if (!reachable.has(request.currency))
      faults.push(fault('unknown-currency', '/currency', { value: request.currency }, [...reachable].sort()));
    return request.currency;
  }
  if (budget !== undefined) {
    if (!reachable.has(budget))
      faults.push(
        fault('unknown-currency', '/constraints/maxMonthlyCost/currency', { value: budget }, [...reachable].sort()),
      );
    return budget;
  }
  const possible = new Set<string>();
  for (const provider of catalogue.providersById.values()) {
    // A list none of whose names is known is a fault of its own, and narrows nothing.
    if (constraints.providers?.size && !constraints.providers.has(provider.id)) continue;
    if (constraints.excludeProviders.has(provider.id)) continue;
    if (constraints.regions?.size && ![...constraints.regions].some((key) => key.startsWith(`${provider.id}/`)))
      continue;
    for (const currency of provider.currencies) possible.add(currency);
  }
  const [only] = possible;
  if (possible.size === 1 && only !== undefined) return only;
  faults.push(fault('currency-required', '/currency', { currencies: [...possible].sort() }, [...possible].sort()));
  return 'XXX';
}

/** Spellings by which storage is known: of storage types, and the skus that only a price sheet names. */
function storageNames(catalogue: Catalogue): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const type of catalogue.snapshot.storageTypes) {
    for (const name of [type.id, type.name, ...type.aliases]) names.set(squeeze(name), type.id);
  }
  for (const sheet of catalogue.snapshot.priceSheets) {
    for (const row of sheet.rows) if (row.skuKind.includes('storage')) names.set(squeeze(row.sku), row.sku);
  }
  return names;
}

/** Storage that no provider has by that name; the fault lists the nearest ones. */
export function storageNameFaults(catalogue: Catalogue, storage: StorageNeed, pointer: string): readonly Fault[] {
  const names = catalogue.derive(storageNames);
  return (['diskType', 'fileStorageType', 'parallelFileStorageType', 'objectStorageType'] as const).flatMap((field) => {
    const value = storage[field];
    if (value === undefined || names.has(squeeze(value))) return [];
    return [
      fault('unknown-storage-type', `${pointer}/${field}`, { value }, nearestNames(new Set(names.values()), value)),
    ];
  });
}
