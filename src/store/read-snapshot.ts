/** Reads everything that an answer may depend on, as it is at one moment. */
import { createHash } from 'node:crypto';
import { CATALOGUE_KINDS, type CatalogueKindName, type EntryFacts, keyOf } from '../application/catalogue-kinds.js';
import type { CatalogueEntry } from '../application/ports.js';
import type { PriceRow, PriceSheet } from '../engine/catalogue/price.js';
import type { CatalogueSnapshot } from '../engine/catalogue/snapshot-schema.js';
import { ALL_TABLES, type CatalogueTable, KIND_TABLES } from './catalogue-tables.js';
import { readCatalogueVersion } from './catalogue-version.js';
import type { Database, Transaction } from './database.js';
import { Prisma } from './generated/client.js';

export interface ReadCatalogue {
  /** The count of changes, for "is there anything new?". */
  readonly counted: bigint;
  readonly snapshot: CatalogueSnapshot;
  readonly entries: Readonly<Record<CatalogueKindName, readonly CatalogueEntry[]>>;
}

/** What was read before: tables that did not change since, and sheets, whose rows never do. */
export interface SnapshotCache {
  readonly tables: Map<CatalogueTable, { readonly mark: string; readonly rows: readonly EntryRow[] }>;
  readonly sheets: Map<string, { readonly rows: PriceRow[]; readonly hash: string }>;
}

export function emptyCache(): SnapshotCache {
  return { tables: new Map(), sheets: new Map() };
}

interface EntryRow {
  readonly facts: EntryFacts;
  readonly version: number;
  readonly origin: 'seed' | 'admin';
  readonly retiredAt: Date | null;
  readonly updatedAt: Date;
}

export async function readSnapshot(database: Database, cache: SnapshotCache = emptyCache()): Promise<ReadCatalogue> {
  return database.$transaction(
    async (transaction) => {
      const counted = await readCatalogueVersion(transaction);
      const rows = new Map<CatalogueTable, readonly EntryRow[]>();
      for (const table of ALL_TABLES) rows.set(table, await readTable(transaction, table, cache));
      const sheets = await readSheets(transaction, cache.sheets);
      return { counted, ...assemble(rows, sheets) };
    },
    { isolationLevel: 'RepeatableRead', timeout: 120_000, maxWait: 10_000 },
  );
}

async function readTable(
  transaction: Transaction,
  table: CatalogueTable,
  { tables }: SnapshotCache,
): Promise<readonly EntryRow[]> {
  const from = Prisma.raw(`"${table.table}"`);
  // Each write leaves a new row version behind: a table whose versions are the same was not written.
  const [state] = await transaction.$queryRaw<{ mark: string }[]>`
    SELECT count(*) || ' ' || coalesce(bit_xor(hashtextextended(xmin::text || ctid::text, 0)), 0) AS "mark" FROM ${from}`;
  const mark = state?.mark ?? '';
  const known = tables.get(table);
  if (known?.mark === mark) return known.rows;
  const order = Prisma.raw(table.key.map((column) => `"${column.name}" COLLATE "C"`).join(', '));
  const rows = await transaction.$queryRaw<EntryRow[]>`
    SELECT "facts", "version", "origin", "retiredAt", "updatedAt" FROM ${from} ORDER BY ${order}`;
  tables.set(table, { mark, rows });
  return rows;
}

async function readSheets(
  transaction: Transaction,
  cache: SnapshotCache['sheets'],
): Promise<readonly { readonly sheet: PriceSheet; readonly hash: string }[]> {
  const heads = await transaction.priceSheet.findMany({ where: { status: { not: 'draft' } }, orderBy: { id: 'asc' } });
  for (const { id, contentHash } of heads) {
    if (cache.has(id)) continue;
    // Publishing notes the hash of the rates; they cannot change any more.
    cache.set(id, { rows: await readRows(transaction, id), hash: contentHash ?? id });
  }
  for (const id of cache.keys()) if (!heads.some((head) => head.id === id)) cache.delete(id);
  return heads.map((head) => {
    const { rows, hash } = cache.get(head.id) ?? { rows: [], hash: '' };
    const sheet = {
      id: head.id,
      provider: head.provider,
      version: head.version,
      label: head.label,
      source: head.source,
      publishedAt: head.knownFrom?.toISOString() ?? null,
      supersededAt: head.knownTo?.toISOString() ?? null,
      rows,
    };
    return { sheet, hash };
  });
}

/** Rows of a sheet that are read together. */
const PAGE = 5_000;

/**
 * Amounts as the shortest text, days as text, absent what is not stated. Equal texts of a sheet are one text in memory: a
 * long list repeats its regions, units and sources in every row.
 */
async function readRows(transaction: Transaction, sheet: string): Promise<PriceRow[]> {
  const texts = new Map<string, string>();
  const shared = (text: string) => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
  const rows: PriceRow[] = [];
  for (let last = 0; ; ) {
    const page = await transaction.$queryRaw<({ position: number } & Record<string, unknown>)[]>`
      SELECT "id"::float8 AS "position", ${RATE_COLUMNS} FROM "PriceRow"
       WHERE "sheet" = ${sheet} AND "id" > ${last}::bigint ORDER BY "PriceRow"."id" LIMIT ${PAGE}`;
    for (const { position, ...rate } of page) {
      for (const [name, value] of Object.entries(rate)) if (typeof value === 'string') rate[name] = shared(value);
      rows.push(priceRowOf(rate));
      last = position;
    }
    if (page.length < PAGE) return rows;
  }
}

export const RATE_COLUMNS = Prisma.sql`
  "provider", "region", "area", "zone", "sku", "skuKind", "billingMode", "termMonths", "payment", "unit",
  trim_scale("price")::text AS "price", trim_scale("upfront")::text AS "upfront", "tierFrom"::float8 AS "tierFrom",
  "tierTo"::float8 AS "tierTo", "currency"::text AS "currency", "effectiveFrom"::text AS "effectiveFrom",
  "effectiveTo"::text AS "effectiveTo", "os", "tenancy", "conditions", "isComparable", "source", "asOf",
  "asOfDay"::text AS "asOfDay", "confidence"`;

/** A null means unknown for these, not stated for all others. */
const NULLABLE = new Set(['effectiveFrom', 'asOfDay']);

export function priceRowOf(rate: Readonly<Record<string, unknown>>): PriceRow {
  const stated = Object.entries(rate).filter(
    ([name, value]) => (value !== null || NULLABLE.has(name)) && !(name === 'isComparable' && value === true),
  );
  return Object.fromEntries(stated) as unknown as PriceRow;
}

function assemble(
  rows: ReadonlyMap<CatalogueTable, readonly EntryRow[]>,
  sheets: readonly { readonly sheet: PriceSheet; readonly hash: string }[],
): Omit<ReadCatalogue, 'counted'> {
  const digest = createHash('sha256');
  const collections: Record<string, unknown[]> = {};
  for (const [table, list] of rows) {
    const current = list.filter((row) => isKnown(table, row)).map((row) => row.facts);
    collections[table.collection] = current;
    digest.update(`\0${table.collection}\0`);
    for (const facts of current) digest.update(JSON.stringify(facts)).update('\n');
  }
  for (const { sheet, hash } of sheets) {
    const { rows: _, ...head } = sheet;
    digest.update(JSON.stringify({ ...head, hash })).update('\n');
  }
  const version = `c-${digest.digest('hex').slice(0, 24)}`;
  const snapshot = {
    ...collections,
    version,
    priceSheets: sheets.map(({ sheet }) => sheet),
  } as unknown as CatalogueSnapshot;
  const entries = Object.fromEntries(
    Object.values(CATALOGUE_KINDS).map((kind) => [
      kind.name,
      (rows.get(KIND_TABLES[kind.name]) ?? []).map((row) => entryOf(kind.name, row)),
    ]),
  ) as unknown as Record<CatalogueKindName, CatalogueEntry[]>;
  return { snapshot, entries };
}

/** What is on sale no more is still known as such; other things are gone when they are retired. */
function isKnown(table: CatalogueTable, row: EntryRow): boolean {
  return row.retiredAt === null || (table.hasSaleStatus && table.collection !== 'availability');
}

export function entryOf(kind: CatalogueKindName, row: EntryRow): CatalogueEntry {
  return {
    key: keyOf(CATALOGUE_KINDS[kind], row.facts),
    facts: row.facts,
    version: row.version,
    origin: row.origin,
    isRetired: row.retiredAt !== null || row.facts.saleStatus === 'retired',
    updatedAt: row.updatedAt.toISOString(),
  };
}
