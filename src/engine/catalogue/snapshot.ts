/**
 * The one doorway into the engine: plain JSON → opened catalogue. Checks references, sorts, indexes and freezes; throws on
 * a broken catalogue at load, never inside a request. The order of the snapshot does not matter.
 */
import { type FaultCode, fault } from '../question-error.js';
import type { HardwareShape } from '../workload/scenario.js';
import type { Accelerator } from './accelerator.js';
import type { Catalogue, Offer, Resolution } from './catalogue.js';
import type { InstanceFamily, InstanceType } from './instance.js';
import type { MeasuredRow } from './measured-row.js';
import { indexNames, type NameIndex } from './names.js';
import type { SaleStatus } from './provenance.js';
import type { Region } from './provider.js';
import type { CatalogueSnapshot } from './snapshot-schema.js';

/**
 * Share of the nominal memory that a driver reports where the reported figure is not known: the low end of the 3–8 % that
 * cards lose to ECC and the driver (seed data: `usableMemoryGiB` of 40 cards).
 */
const USABLE_MEMORY_FLOOR_RATIO = 0.92;

/** Id of the stand-in region of a type whose regions nobody publishes. */
export const UNPUBLISHED_REGION_ID = 'unpublished';

const RESTRICTION: Readonly<Record<SaleStatus, number>> = {
  general: 0,
  unknown: 1,
  limited: 2,
  legacy: 3,
  'invite-only': 4,
  retired: 5,
};

/** Thrown by `openCatalogue`: the snapshot contradicts itself. */
export class BrokenCatalogueError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(
      `The catalogue is broken: ${problems.slice(0, 20).join('; ')}${problems.length > 20 ? ` (+${problems.length - 20} more)` : ''}`,
    );
    this.name = 'BrokenCatalogueError';
    this.problems = problems;
  }
}

/** Opens a snapshot. Throws BrokenCatalogueError with all broken references at once. */
export function openCatalogue(snapshot: CatalogueSnapshot): Catalogue {
  const problems: string[] = [];
  const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const keyed = <T>(items: readonly T[], key: (item: T) => string, what: string): Map<string, T> => {
    const sorted = items.map((item) => [key(item), item] as const).sort((a, b) => byText(a[0], b[0]));
    const map = new Map<string, T>();
    for (const [id, item] of sorted) {
      if (map.has(id)) problems.push(`${what} "${id}" twice`);
      map.set(id, item);
    }
    return map;
  };

  const acceleratorsById = keyed(snapshot.accelerators, (a) => a.id, 'accelerator');
  const modelsById = keyed(snapshot.models, (m) => m.id, 'model');
  const providersById = keyed(snapshot.providers, (p) => p.id, 'provider');
  const regionsByKey = keyed(snapshot.regions, (r) => `${r.provider}/${r.id}`, 'region');
  const priceAreasByKey = keyed(snapshot.priceAreas, (a) => `${a.provider}/${a.id}`, 'price area');
  const familiesByKey = keyed(snapshot.families, (f) => `${f.provider}/${f.id}`, 'family');
  const typesByKey = keyed(snapshot.instanceTypes, (t) => `${t.provider}/${t.id}`, 'instance type');

  for (const [key, region] of regionsByKey)
    if (!providersById.has(region.provider)) problems.push(`region ${key}: unknown provider`);
  for (const [key, area] of priceAreasByKey) {
    for (const region of area.regions) {
      if (!regionsByKey.has(`${area.provider}/${region}`))
        problems.push(`price area ${key}: unknown region "${region}"`);
    }
  }
  for (const [key, family] of familiesByKey) {
    if (!providersById.has(family.provider)) problems.push(`family ${key}: unknown provider`);
    for (const id of family.accelerators)
      if (!acceleratorsById.has(id)) problems.push(`family ${key}: unknown accelerator "${id}"`);
  }

  const zonesByTypeRegion = new Map<string, { status: SaleStatus; zones: string[] }>();
  const regionsByType = new Map<string, Set<string>>();
  const put = (typeKey: string, region: string) => {
    const set = regionsByType.get(typeKey);
    if (set === undefined) regionsByType.set(typeKey, new Set([region]));
    else set.add(region);
  };
  for (const row of snapshot.availability) {
    const typeKey = `${row.provider}/${row.instanceType}`;
    if (!typesByKey.has(typeKey)) problems.push(`availability: unknown instance type "${typeKey}"`);
    if (!regionsByKey.has(`${row.provider}/${row.region}`))
      problems.push(`availability: unknown region "${row.provider}/${row.region}"`);
    put(typeKey, row.region);
    const key = `${typeKey}@${row.region}`;
    const known = zonesByTypeRegion.get(key);
    if (known === undefined)
      zonesByTypeRegion.set(key, { status: row.saleStatus, zones: row.zone === null ? [] : [row.zone] });
    else {
      if (row.zone !== null && !known.zones.includes(row.zone)) known.zones.push(row.zone);
      if (RESTRICTION[row.saleStatus] < RESTRICTION[known.status]) known.status = row.saleStatus;
    }
  }
  // A rate stated for a region says that the type is sold there; a rate for an area does not.
  for (const sheet of snapshot.priceSheets) {
    for (const row of sheet.rows) {
      if (row.region !== undefined) {
        if (!regionsByKey.has(`${row.provider}/${row.region}`))
          problems.push(`price sheet ${sheet.id}: unknown region "${row.provider}/${row.region}"`);
        if (
          (row.skuKind === 'instance' || row.skuKind === 'accelerator-card') &&
          typesByKey.has(`${row.provider}/${row.sku}`)
        ) {
          put(`${row.provider}/${row.sku}`, row.region);
        }
      } else if (row.area !== undefined && !priceAreasByKey.has(`${row.provider}/${row.area}`)) {
        problems.push(`price sheet ${sheet.id}: unknown price area "${row.provider}/${row.area}"`);
      }
    }
  }

  const shapes: HardwareShape[] = [];
  const shapeIndexByKey = new Map<string, number>();
  const offers: Offer[] = [];
  for (const [key, type] of typesByKey) {
    const provider = providersById.get(type.provider);
    const family = familiesByKey.get(`${type.provider}/${type.family}`);
    if (provider === undefined) problems.push(`instance type ${key}: unknown provider`);
    if (family === undefined) problems.push(`instance type ${key}: unknown family "${type.family}"`);
    if (type.accelerator !== null && !acceleratorsById.has(type.accelerator))
      problems.push(`instance type ${key}: unknown accelerator "${type.accelerator}"`);
    if (provider === undefined || family === undefined) continue;
    const shapeIndex = shapeOf(type, family);
    const regionIds = [...(regionsByType.get(key) ?? [])].sort(byText);
    const regions: Region[] =
      regionIds.length > 0
        ? regionIds.flatMap((id) => regionsByKey.get(`${type.provider}/${id}`) ?? [])
        : [unpublishedRegion(type)];
    for (const region of regions) {
      const availability = zonesByTypeRegion.get(`${key}@${region.id}`);
      const status = [family.saleStatus, type.saleStatus, availability?.status ?? 'general'].reduce((a, b) =>
        RESTRICTION[b] > RESTRICTION[a] ? b : a,
      );
      offers.push({
        index: offers.length,
        type,
        family,
        provider,
        region,
        zones: Object.freeze([...(availability?.zones ?? [])].sort(byText)),
        saleStatus: status,
        shapeIndex,
      });
    }
  }
  if (problems.length > 0) throw new BrokenCatalogueError(problems);

  const rowsByTask = new Map<string, MeasuredRow[]>();
  for (const row of [...snapshot.measuredRows].sort((a, b) => byText(a.id, b.id))) {
    const list = rowsByTask.get(row.task);
    if (list === undefined) rowsByTask.set(row.task, [row]);
    else list.push(row);
  }

  const acceleratorNames = indexNames(
    [...acceleratorsById.values()].map((a) => ({
      value: a,
      label: a.name,
      exact: [a.id, a.name],
      aliases: a.aliases,
      group: `${a.memoryGiB}`,
      preference: formFactorPreference(a),
    })),
  );
  const modelNames = indexNames(
    [...modelsById.values()].map((m) => {
      const own = [m.id, m.name, ...(m.huggingFaceId ? [m.huggingFaceId] : [])];
      return {
        value: m,
        label: m.huggingFaceId ?? m.name,
        // Unlike a card's, an alias of a model is its own: `SDXL` is the base model, however many others have that word.
        exact: [...own, ...m.aliases],
        partly: own,
        aliases: m.huggingFaceId ? [m.huggingFaceId.slice(m.huggingFaceId.indexOf('/') + 1)] : [],
        group: m.id,
      };
    }),
  );
  const derived = new Map<unknown, unknown>();

  const catalogue: Catalogue = {
    snapshot,
    version: snapshot.version,
    acceleratorsById,
    modelsById,
    providersById,
    regionsByKey,
    priceAreasByKey,
    familiesByKey,
    typesByKey,
    softwareFeatures: Object.freeze([...snapshot.softwareFeatures].sort((a, b) => byText(a.id, b.id))),
    shapes: Object.freeze(shapes),
    offers: Object.freeze(offers),
    measuredRows: (task) => rowsByTask.get(task) ?? [],
    resolveAccelerator: (name, pointer) => resolve(acceleratorNames, name, pointer, 'accelerator'),
    resolveModel: (name, pointer) => resolve(modelNames, name, pointer, 'model'),
    derive: (make) => {
      if (!derived.has(make)) derived.set(make, make(catalogue));
      return derived.get(make) as ReturnType<typeof make>;
    },
  };
  return Object.freeze(catalogue);

  function shapeOf(type: InstanceType, family: InstanceFamily): number {
    const accelerator = type.accelerator === null ? undefined : acceleratorsById.get(type.accelerator);
    if (accelerator === undefined || type.acceleratorCount === null) return -1;
    const share = type.acceleratorShare ?? 1;
    const shape = {
      accelerator,
      count: type.acceleratorCount,
      share,
      deviceMemoryGiB: deviceMemoryGiB(accelerator, share, type.acceleratorMemoryGiB),
      interconnect: type.interconnect ?? interconnectOf(accelerator),
      rdmaGbps: type.rdmaGbps ?? family.rdmaGbps,
      networkGbps: type.networkGbps,
      vcpu: type.vcpu,
      hostMemoryGiB: type.memoryGiB,
      localNvmeGiB: type.localNvmeGiB,
    };
    const { accelerator: _, ...rest } = shape;
    const key = `${accelerator.id}|${Object.values(rest).join('|')}`;
    const known = shapeIndexByKey.get(key);
    if (known !== undefined) return known;
    shapeIndexByKey.set(key, shapes.length);
    shapes.push(Object.freeze({ key, ...shape }));
    return shapes.length - 1;
  }
}

/** Memory of one device as the driver reports it; slices lose the same share as the whole card. */
function deviceMemoryGiB(accelerator: Accelerator, share: number, soldGiB: number | null): number | null {
  const nominal =
    share === 1
      ? (accelerator.memoryGiB ?? soldGiB)
      : (soldGiB ?? (accelerator.memoryGiB === null ? null : accelerator.memoryGiB * share));
  if (nominal === null) return null;
  const ratio =
    accelerator.usableMemoryGiB !== null && accelerator.memoryGiB !== null
      ? accelerator.usableMemoryGiB / accelerator.memoryGiB
      : USABLE_MEMORY_FLOOR_RATIO;
  return nominal * ratio;
}

/** Of one memory size the module that most servers hold is meant first; where a source left the form factor open, last. */
function formFactorPreference(accelerator: Accelerator): number {
  if (/unspecified/i.test(accelerator.name)) return 3;
  if (/sxm|oam/i.test(accelerator.name)) return 0;
  return /pcie|nvl|-se$/i.test(accelerator.name) ? 1 : 2;
}

/** What joins the cards where the type's source does not say: SXM-like modules come with their links, others with PCIe. */
function interconnectOf(accelerator: Accelerator): HardwareShape['interconnect'] {
  if (accelerator.interconnectGBps === null) return null;
  if (accelerator.interconnectGBps === 0) return 'pcie';
  return /sxm/i.test(accelerator.name) ? 'nvlink' : null;
}

function unpublishedRegion(type: InstanceType): Region {
  return {
    provider: type.provider,
    id: UNPUBLISHED_REGION_ID,
    nameEn: 'region not published',
    nameZh: '未公布地域',
    geography: null,
    continent: null,
    zones: [],
    aliases: [],
    provenance: type.provenance,
  };
}

function resolve<T>(names: NameIndex<T>, name: string, pointer: string, what: 'accelerator' | 'model'): Resolution<T> {
  const match = names.match(name);
  if (match.kind === 'found') return { found: match.value };
  const codes: Record<typeof what, readonly [FaultCode, FaultCode]> = {
    accelerator: ['ambiguous-accelerator', 'unknown-accelerator'],
    model: ['ambiguous-model', 'unknown-model'],
  };
  if (match.kind === 'ambiguous') return { fault: fault(codes[what][0], pointer, { value: name }, match.choices) };
  return {
    get fault() {
      return fault(codes[what][1], pointer, { value: name }, match.nearest);
    },
  };
}
