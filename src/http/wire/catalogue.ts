/** Catalogue lists on the wire: parameters and pages derived from the schema of the kind. */
import { type TObject, type TSchema, Type } from 'typebox';
import {
  DERIVED_FIGURES,
  type FilterField,
  filterFields,
  RANGE_OPERATORS,
} from '../../application/catalogue-filter.js';
import type { CatalogueKind, CatalogueKindName, EntryFacts } from '../../application/catalogue-kinds.js';
import type { CataloguePage, ListedEntry, ListRequest } from '../../application/list-catalogue.js';
import { etagOf } from '../../application/read-catalogue.js';
import { PriceRow } from '../../engine/catalogue/price.js';
import { csv } from './csv.js';

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 200;

const several = (items: TSchema, description: string) => Type.Array(items, { maxItems: 50, description });

export const Cursor = Type.String({ maxLength: 2000, description: '`nextCursor` of the page before.' });
export const Limit = Type.Integer({
  minimum: 1,
  maximum: MAX_LIMIT,
  default: DEFAULT_LIMIT,
  description: 'Most items of a page.',
});

/** Parameters that are no filters of a field. */
const GENERAL = new Set(['limit', 'cursor', 'search', 'retired', 'geography']);
/** Kinds that are somewhere. */
const PLACED = new Set<CatalogueKindName>(['regions', 'instance-types']);

export function listQuery(kind: CatalogueKind): TObject {
  const properties: Record<string, TSchema> = {
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Words of a name or alias in any spelling: case and separators do not matter.',
      }),
    ),
    retired: Type.Optional(Type.Boolean({ default: false, description: 'true: retired entries, too.' })),
  };
  if (PLACED.has(kind.name)) {
    properties.geography = Type.Optional(
      several(
        Type.String({ pattern: '^[A-Za-z]{2,4}$' }),
        'ISO 3166 codes (`cn` is the mainland) or `apac`, `emea`, `amer`; any of them.',
      ),
    );
  }
  for (const field of filterFields(kind)) Object.assign(properties, parametersOf(kind, field));
  for (const [name, { description }] of Object.entries(DERIVED_FIGURES[kind.name] ?? {})) {
    Object.assign(properties, ranges(name, description));
  }
  return Type.Object(properties, { additionalProperties: false });
}

function parametersOf(kind: CatalogueKind, { name, kind: fieldKind, schema }: FilterField): Record<string, TSchema> {
  const description = typeof schema.description === 'string' ? ` ${schema.description}` : '';
  if (fieldKind === 'number') {
    return {
      [name]: Type.Optional(several(Type.Number(), `Exactly one of these.${description}`)),
      ...ranges(name, description.trim()),
    };
  }
  if (fieldKind === 'flag') return { [name]: Type.Optional(several(Type.Boolean(), `As stated.${description}`)) };
  const isAccelerator = kind.name !== 'accelerators' && (name === 'accelerator' || name === 'accelerators');
  if (isAccelerator) {
    return {
      [name]: Type.Optional(
        several(Type.String({ minLength: 1, maxLength: 150 }), 'Accelerators in any spelling; any of them.'),
      ),
    };
  }
  const choices = (schema.anyOf as readonly { const?: unknown }[] | undefined)?.map((option) => option.const);
  const items =
    choices === undefined
      ? Type.String({ minLength: 1, maxLength: 300 })
      : Type.Unsafe<string>({ type: 'string', enum: choices.filter((choice) => typeof choice === 'string') });
  return { [name]: Type.Optional(several(items, `Any of these.${description}`)) };
}

function ranges(name: string, description: string): Record<string, TSchema> {
  const words = { gte: 'At least', gt: 'More than', lte: 'At most', lt: 'Less than' };
  return Object.fromEntries(
    RANGE_OPERATORS.map((operator) => [
      `${name}[${operator}]`,
      Type.Optional(
        Type.Number({ description: `${words[operator]} this; unknown values never match. ${description}`.trim() }),
      ),
    ]),
  );
}

export function listRequest(kind: CatalogueKindName, query: Readonly<Record<string, unknown>>): ListRequest {
  const filters = Object.entries(query).filter(([name, value]) => !GENERAL.has(name) && value !== undefined);
  return {
    kind,
    limit: Number(query.limit ?? DEFAULT_LIMIT),
    ...(typeof query.cursor === 'string' ? { cursor: query.cursor } : {}),
    ...(typeof query.search === 'string' ? { search: query.search } : {}),
    retired: query.retired === true,
    geography: ((query.geography as readonly string[] | undefined) ?? []).map(String),
    filters: Object.fromEntries(filters.map(([name, value]) => [name, [value].flat()])),
  };
}

const EntryState = Type.Object(
  {
    etag: Type.String({ maxLength: 60, description: 'ETag of the entry, for If-Match.' }),
    origin: Type.Union([Type.Literal('seed'), Type.Literal('admin')], {
      description: 'seed: comes with the release and follows it; admin: changed here, releases leave it alone.',
    }),
    isRetired: Type.Boolean(),
    updatedAt: Type.String({ format: 'date-time', maxLength: 40 }),
  },
  { additionalProperties: false, $id: 'EntryState', description: 'How the entry is kept.' },
);

const { provider: _provider, sku: _sku, skuKind: _skuKind, ...priceFields } = PriceRow.properties;
const ListedPrice = Type.Object(
  { ...priceFields, priceSheet: Type.String({ maxLength: 100, description: 'Id of the price sheet.' }) },
  { additionalProperties: false, $id: 'ListedPrice', description: 'A published rate with its source and date.' },
);

const pascal = (text: string) => text.replace(/(^|[- ])([a-z])/g, (_, __, letter: string) => letter.toUpperCase());

export function pageSchema(kind: CatalogueKind): TObject {
  const { properties } = kind.schema as TObject;
  const item = Type.Object(
    {
      ...properties,
      entry: EntryState,
      ...(kind.name === 'instance-types'
        ? {
            regions: Type.Array(Type.String({ maxLength: 80 }), {
              maxItems: 500,
              description: 'Regions where it is sold.',
            }),
            prices: Type.Array(ListedPrice, {
              maxItems: 100_000,
              description: 'Every rate that is published for it now.',
            }),
          }
        : {}),
    },
    {
      additionalProperties: false,
      $id: `Listed${pascal(kind.singular)}`,
      description: `An ${kind.singular} in a list.`.replace(/^An (?=[^aeiou])/, 'A '),
    },
  );
  return Type.Object(
    {
      items: Type.Array(item, { maxItems: MAX_LIMIT }),
      nextCursor: Type.Union([Type.String({ maxLength: 2000 }), Type.Null()], {
        description: 'null: this is the last page.',
      }),
    },
    { additionalProperties: false, $id: `${pascal(kind.singular)}Page`, description: 'A page in the order of keys.' },
  );
}

export function pageReply(page: CataloguePage) {
  return { items: page.items.map(itemReply), nextCursor: page.nextCursor };
}

function itemReply(item: ListedEntry) {
  const { facts, origin, isRetired, updatedAt, regions, prices } = item;
  return {
    ...facts,
    entry: { etag: etagOf(item), origin, isRetired, updatedAt },
    ...(regions === undefined ? {} : { regions }),
    ...(prices === undefined ? {} : { prices }),
  };
}

/** The page as CSV: a column a field, lists and objects as JSON. Cells that a spreadsheet would run are defused. */
export function pageCsv(kind: CatalogueKind, page: CataloguePage): string {
  const names = Object.keys((kind.schema as TObject).properties).filter((name) => name !== 'provenance');
  const extra = kind.name === 'instance-types' ? ['regions', 'prices'] : [];
  const columns = [...names, ...extra, 'source', 'asOf', 'confidence', 'origin', 'isRetired', 'updatedAt'];
  const rows = page.items.map((item) => {
    const provenance = (item.facts.provenance ?? {}) as EntryFacts;
    const values: Record<string, unknown> = {
      ...item.facts,
      regions: item.regions ?? item.facts.regions,
      prices: item.prices,
      source: provenance.source,
      asOf: provenance.asOf,
      confidence: provenance.confidence,
      origin: item.origin,
      isRetired: item.isRetired,
      updatedAt: item.updatedAt,
    };
    return columns.map((name) => values[name]);
  });
  return csv(columns, rows);
}
