/** Lists of the catalogue: filters, search in any spelling, pages in a stable order. */
import { createHash } from 'node:crypto';
import type { PriceRow } from '../engine/catalogue/price.js';
import { QuestionError } from '../engine/question-error.js';
import { condition, search } from './catalogue-filter.js';
import { CATALOGUE_KINDS, type CatalogueKind, type CatalogueKindName, type EntryFacts } from './catalogue-kinds.js';
import { geographiesOf } from './geographies.js';
import type { CatalogueEntry, CatalogueReader, CatalogueView } from './ports.js';
import { Problem } from './problems.js';
import { questionProblem } from './question-problem.js';

export interface ListRequest {
  readonly kind: CatalogueKindName;
  readonly limit: number;
  readonly cursor?: string;
  readonly search?: string;
  /** Retired entries too. */
  readonly retired: boolean;
  /** ISO 3166 codes or apac, emea, amer: of the region itself, or of the regions where a type is sold. */
  readonly geography: readonly string[];
  /** Parameter as written → values. */
  readonly filters: Readonly<Record<string, readonly unknown[]>>;
}

export interface ListedPrice extends Omit<PriceRow, 'provider' | 'sku' | 'skuKind'> {
  readonly priceSheet: string;
}

export interface ListedEntry {
  readonly facts: EntryFacts;
  readonly version: number;
  readonly origin: 'seed' | 'admin';
  readonly isRetired: boolean;
  readonly updatedAt: string;
  /** Instance types: where it is sold, and every published price with its source and date. */
  readonly regions?: readonly string[];
  readonly prices?: readonly ListedPrice[];
}

export interface CataloguePage {
  readonly items: readonly ListedEntry[];
  readonly nextCursor: string | null;
}

export type ListCatalogue = (request: ListRequest) => CataloguePage;

export function listCatalogue(reader: CatalogueReader): ListCatalogue {
  return (request) => {
    const view = reader.current();
    const kind = CATALOGUE_KINDS[request.kind];
    const isWanted = selection(view, kind, request);
    const after = request.cursor === undefined ? undefined : openCursor(request.cursor, request);
    const items: CatalogueEntry[] = [];
    let hasMore = false;
    for (const entry of view.entries(request.kind)) {
      if (after !== undefined && entry.key <= after) continue;
      if (!isWanted(entry)) continue;
      if (items.length === request.limit) {
        hasMore = true;
        break;
      }
      items.push(entry);
    }
    const last = items.at(-1);
    const inGeography = geographyTest(view, request.geography);
    return {
      items: items.map((entry) => ({
        facts: entry.facts,
        version: entry.version,
        origin: entry.origin,
        isRetired: entry.isRetired,
        updatedAt: entry.updatedAt,
        ...(kind.name === 'instance-types' ? sales(view, entry, inGeography) : {}),
      })),
      nextCursor: hasMore && last !== undefined ? makeCursor(last.key, request) : null,
    };
  };
}

function selection(view: CatalogueView, kind: CatalogueKind, request: ListRequest): (entry: CatalogueEntry) => boolean {
  const conditions = Object.entries(request.filters).map(([parameter, values]) =>
    condition(kind, parameter, isAcceleratorName(kind, parameter) ? acceleratorIds(view, values) : values),
  );
  const isFound = request.search === undefined ? undefined : search(request.search);
  const inGeography = geographyTest(view, request.geography);
  return (entry) =>
    (request.retired || !entry.isRetired) &&
    conditions.every((holds) => holds(entry.facts)) &&
    (isFound === undefined || isFound(namesOf(view, entry.facts))) &&
    (inGeography === undefined || placesOf(view, kind, entry).some(inGeography));
}

/** Fields that hold accelerator ids take names in any spelling. */
function isAcceleratorName(kind: CatalogueKind, parameter: string): boolean {
  return kind.name !== 'accelerators' && (parameter === 'accelerator' || parameter === 'accelerators');
}

function acceleratorIds(view: CatalogueView, names: readonly unknown[]): readonly string[] {
  const faults = [];
  const ids = [];
  for (const name of names) {
    const found = view.catalogue.resolveAccelerator(String(name), 'accelerator');
    if ('fault' in found) faults.push(found.fault);
    else ids.push(found.found.id);
  }
  if (faults.length > 0) throw questionProblem(new QuestionError(faults), 'parameter');
  return ids;
}

function namesOf(view: CatalogueView, facts: EntryFacts): readonly string[] {
  const accelerator =
    typeof facts.accelerator === 'string' ? view.catalogue.acceleratorsById.get(facts.accelerator) : undefined;
  return [
    facts.id,
    facts.name,
    facts.nameEn,
    facts.nameZh,
    facts.huggingFaceId,
    facts.label,
    facts.family,
    ...(Array.isArray(facts.aliases) ? facts.aliases : []),
    accelerator?.name,
  ].filter((name): name is string => typeof name === 'string');
}

interface Place {
  readonly geography: string | null;
  readonly continent: string | null;
}

function geographyTest(view: CatalogueView, geographies: readonly string[]): ((place: Place) => boolean) | undefined {
  if (geographies.length === 0) return undefined;
  const wanted = geographiesOf(view.catalogue, geographies);
  return ({ geography, continent }) =>
    (geography !== null && wanted.has(geography)) || (continent !== null && wanted.has(continent));
}

function placesOf(view: CatalogueView, kind: CatalogueKind, entry: CatalogueEntry): readonly Place[] {
  const { catalogue } = view;
  if (kind.name === 'regions') return [catalogue.regionsByKey.get(entry.key)].filter((r) => r !== undefined);
  const sold = catalogue.derive(offersByType).get(entry.key) ?? [];
  return sold.map((offer) => offer.region);
}

function offersByType({
  offers,
}: CatalogueView['catalogue']): ReadonlyMap<string, CatalogueView['catalogue']['offers'][number][]> {
  const map = new Map<string, CatalogueView['catalogue']['offers'][number][]>();
  for (const offer of offers) {
    const key = `${offer.type.provider}/${offer.type.id}`;
    const list = map.get(key);
    if (list === undefined) map.set(key, [offer]);
    else list.push(offer);
  }
  return map;
}

/** Comparable or not, superseded or not: everything that is published about the type now, with where it comes from. */
function pricesByType({ snapshot }: CatalogueView['catalogue']): ReadonlyMap<string, readonly ListedPrice[]> {
  const map = new Map<string, ListedPrice[]>();
  for (const sheet of snapshot.priceSheets) {
    if (sheet.supersededAt !== null) continue;
    for (const { provider, sku, skuKind, ...row } of sheet.rows) {
      if (skuKind !== 'instance' && skuKind !== 'accelerator-card') continue;
      const key = `${provider}/${sku}`;
      const price = { ...row, priceSheet: sheet.id };
      const list = map.get(key);
      if (list === undefined) map.set(key, [price]);
      else list.push(price);
    }
  }
  return map;
}

function sales(view: CatalogueView, entry: CatalogueEntry, inGeography: ((place: Place) => boolean) | undefined) {
  const { catalogue } = view;
  const provider = String(entry.facts.provider);
  const isInside = (id: string) => {
    const region = catalogue.regionsByKey.get(`${provider}/${id}`);
    return inGeography === undefined || (region !== undefined && inGeography(region));
  };
  const regions = (catalogue.derive(offersByType).get(entry.key) ?? [])
    .map((offer) => offer.region.id)
    .filter(isInside);
  const prices = (catalogue.derive(pricesByType).get(entry.key) ?? []).filter((price) =>
    price.region !== undefined
      ? isInside(price.region)
      : (catalogue.priceAreasByKey.get(`${provider}/${price.area}`)?.regions ?? []).some(isInside),
  );
  return { regions, prices };
}

// A cursor holds the last key and a digest of key and question: it opens only for the list that it was made for.

function makeCursor(key: string, request: ListRequest): string {
  return Buffer.from(JSON.stringify([key, seal(key, request)])).toString('base64url');
}

function openCursor(cursor: string, request: ListRequest): string {
  try {
    const [key, sealed] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as [unknown, unknown];
    if (typeof key === 'string' && sealed === seal(key, request)) return key;
  } catch {
    // Not one of ours: refused below.
  }
  throw new Problem('invalid-cursor', {
    errors: [
      {
        parameter: 'cursor',
        code: 'invalid-cursor',
        detail: { en: 'Not a cursor of this list.', zh: '不是此列表的游标。' },
      },
    ],
  });
}

function seal(key: string, { kind, search: text, retired, geography, filters }: ListRequest): string {
  const question = JSON.stringify([key, kind, text ?? null, retired, geography, Object.entries(filters).sort()]);
  return createHash('sha256').update(question).digest('base64url').slice(0, 16);
}
