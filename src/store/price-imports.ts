/** What an import of a price list does inside its transaction, and what it held back. */
import type {
  PlacedRow,
  PriceImportWriter,
  QuarantineItem,
  QuarantineReader,
  RefusedRow,
} from '../application/ports.js';
import { Problem } from '../application/problems.js';
import type { PriceRow } from '../engine/catalogue/price.js';
import type { Database, Transaction } from './database.js';
import { Prisma } from './generated/client.js';
import type { PriceQuarantineModel } from './generated/models.js';
import { insertPriceRows } from './insert-price-rows.js';
import { jsonText } from './json-text.js';
import { findSheetHead } from './price-sheets.js';
import { priceRowOf, RATE_COLUMNS } from './read-snapshot.js';
import { asked } from './store-errors.js';

const PAGE = 2_000;

export function priceImportWriter(transaction: Transaction): PriceImportWriter {
  return {
    async lock(sheet, purpose) {
      // An import takes long, so nobody waits for one; other changes wait for each other at the row.
      const name = `import ${sheet}`;
      const [lock] =
        purpose === 'import'
          ? await transaction.$queryRaw<{ taken: boolean }[]>`
              SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "taken"`
          : await transaction.$queryRaw<{ taken: boolean }[]>`
              SELECT pg_try_advisory_xact_lock_shared(hashtextextended(${name}, 0)) AS "taken"`;
      if (lock?.taken !== true) return 'busy';
      // Not FOR UPDATE: the log of imports refers to the sheet while this goes on.
      await transaction.$queryRaw`SELECT "id" FROM "PriceSheet" WHERE "id" = ${sheet} FOR NO KEY UPDATE`;
      return findSheetHead(transaction, sheet);
    },
    insert: (sheet, rows) => insertOrRefuse(transaction, sheet, rows),
    async quarantine(sheet, importId, entries) {
      if (entries.length === 0) return;
      const text = jsonText(entries);
      await transaction.$executeRaw`
        INSERT INTO "PriceQuarantine" ("import", "sheet", "line", "code", "detail", "row")
        SELECT ${importId}::uuid, ${sheet}, "line", "code", "detail", "content"
          FROM jsonb_to_recordset(${text}::jsonb)
            AS entry("line" int, "code" text, "detail" text, "content" jsonb)`;
    },
    async forgetRepeated(sheet, importId) {
      await transaction.$executeRaw`
        DELETE FROM "PriceQuarantine" mine USING "PriceQuarantine" other
         WHERE mine."import" = ${importId}::uuid AND other."sheet" = ${sheet} AND other."import" <> mine."import"
           AND other."status" = 'open' AND other."line" = mine."line" AND other."code" = mine."code"
           AND other."row" = mine."row"`;
    },
    serverRates: (sheet) => serverRates(transaction, sheet),
    equalRates: (sheet) => equalRates(transaction, sheet),
    async remove(sheet, positions) {
      if (positions.length === 0) return;
      await transaction.$executeRaw`
        DELETE FROM "PriceRow" WHERE "sheet" = ${sheet} AND "id" = ANY(${positions.map(String)}::bigint[])`;
    },
    async clear(sheet) {
      await transaction.priceRow.deleteMany({ where: { sheet } });
    },
    async touch(sheet) {
      await transaction.priceSheet.update({ where: { id: sheet }, data: { revision: { increment: 1 } } });
      const head = await findSheetHead(transaction, sheet);
      if (head === undefined) throw new Problem('not-found');
      return head;
    },
    async quarantined({ sheet, status, code, ids, limit }) {
      const rows = await transaction.priceQuarantine.findMany({
        where: {
          sheet,
          ...(status === undefined ? {} : { status }),
          ...(code === undefined ? {} : { code }),
          ...(ids === undefined ? {} : { id: { in: ids.map(BigInt) } }),
        },
        orderBy: { id: 'asc' },
        take: limit,
      });
      await transaction.$queryRaw`
        SELECT "id" FROM "PriceQuarantine" WHERE "id" = ANY(${rows.map(({ id }) => String(id))}::bigint[]) FOR UPDATE`;
      return rows.map(itemOf);
    },
    async resolve(ids, status, actor) {
      await transaction.priceQuarantine.updateMany({
        where: { id: { in: ids.map(BigInt) } },
        data: { status, resolvedBy: actor.id, resolvedAt: new Date() },
      });
    },
  };
}

export function quarantineReader(database: Database): QuarantineReader {
  return {
    list: ({ sheet, status, code, afterId, limit }) =>
      asked(async () => {
        const rows = await database.priceQuarantine.findMany({
          where: {
            sheet,
            ...(status === undefined ? {} : { status }),
            ...(code === undefined ? {} : { code }),
            ...(afterId === undefined ? {} : { id: { gt: BigInt(afterId) } }),
          },
          orderBy: { id: 'asc' },
          take: limit,
        });
        return rows.map(itemOf);
      }),
    counts: (sheet) =>
      asked(async () => {
        const groups = await database.priceQuarantine.groupBy({
          by: ['code', 'status'],
          where: { sheet },
          _count: { _all: true },
          orderBy: [{ code: 'asc' }, { status: 'asc' }],
        });
        return groups.map(({ code, status, _count }) => ({
          code,
          status: status as QuarantineItem['status'],
          count: _count._all,
        }));
      }),
  };
}

function itemOf(row: PriceQuarantineModel): QuarantineItem {
  return {
    id: row.id.toString(),
    import: row.import,
    line: row.line,
    code: row.code,
    detail: row.detail,
    content: row.row,
    status: row.status as QuarantineItem['status'],
    resolvedBy: row.resolvedBy,
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
  };
}

/** A row of a rate that is kept for the record only has no key: the very same one again is refused, too. */
async function insertOrRefuse(
  transaction: Transaction,
  sheet: string,
  rows: readonly PriceRow[],
): Promise<readonly RefusedRow[]> {
  const records = rows.flatMap((row, index) => (row.isComparable === false ? [index] : []));
  const known = records.length === 0 ? [] : await knownRecords(transaction, sheet, rows, records);
  const repeated = new Set(known);
  const fresh = rows.flatMap((row, index) => (repeated.has(index) ? [] : [{ row, index }]));
  const refused = await insertPriceRows(
    transaction,
    sheet,
    fresh.map(({ row }) => row),
  );
  const clashing = refused.flatMap((position) => fresh[position]?.index ?? []);
  const same = known.map((index) => ({
    index,
    existing: { price: rows[index]?.price ?? '', upfront: rows[index]?.upfront ?? null },
  }));
  return [...same, ...(await standingRates(transaction, sheet, rows, clashing))].sort((a, b) => a.index - b.index);
}

const GIVEN = Prisma.sql`jsonb_to_record(element.value) AS given(
  "provider" text, "region" text, "area" text, "zone" text, "sku" text, "skuKind" text, "billingMode" text,
  "termMonths" int, "payment" text, "unit" text, "price" numeric, "upfront" numeric, "tierFrom" numeric, "tierTo" numeric,
  "currency" text, "effectiveFrom" date, "effectiveTo" date, "os" text, "tenancy" text, "conditions" text, "source" text,
  "asOf" text, "asOfDay" date, "confidence" text)`;

async function knownRecords(
  transaction: Transaction,
  sheet: string,
  rows: readonly PriceRow[],
  indexes: readonly number[],
): Promise<number[]> {
  const text = JSON.stringify(indexes.map((index) => rows[index]));
  const found = await transaction.$queryRaw<{ position: number }[]>`
    SELECT element.position::int AS "position"
      FROM jsonb_array_elements(${text}::jsonb) WITH ORDINALITY AS element(value, position), ${GIVEN}
     WHERE EXISTS (
       SELECT 1 FROM "PriceRow" r
        WHERE r."sheet" = ${sheet} AND NOT r."isComparable" AND r."provider" = given."provider" AND r."sku" = given."sku"
          AND (r."region", r."area", r."zone", r."skuKind", r."billingMode", r."termMonths", r."payment", r."unit",
               r."price", r."upfront", r."tierFrom", r."tierTo", r."currency"::text, r."effectiveFrom", r."effectiveTo",
               r."os", r."tenancy", r."conditions", r."source", r."asOf")
              IS NOT DISTINCT FROM
              (given."region", given."area", given."zone", given."skuKind", given."billingMode", given."termMonths",
               given."payment", given."unit", given."price", given."upfront", given."tierFrom", given."tierTo",
               given."currency", given."effectiveFrom", given."effectiveTo", given."os", given."tenancy",
               given."conditions", given."source", given."asOf"))`;
  return found.flatMap(({ position }) => indexes[position - 1] ?? []);
}

/** What the sheet has in place of each row that clashes with it; by the index of the exclusion constraint. */
async function standingRates(
  transaction: Transaction,
  sheet: string,
  rows: readonly PriceRow[],
  indexes: readonly number[],
): Promise<RefusedRow[]> {
  if (indexes.length === 0) return [];
  const text = JSON.stringify(indexes.map((index) => rows[index]));
  const found = await transaction.$queryRaw<{ position: number; price: string; upfront: string | null }[]>`
    SELECT element.position::int AS "position", standing."price", standing."upfront"
      FROM jsonb_array_elements(${text}::jsonb) WITH ORDINALITY AS element(value, position), ${GIVEN}, LATERAL (
        SELECT trim_scale(r."price")::text AS "price", trim_scale(r."upfront")::text AS "upfront" FROM "PriceRow" r
         WHERE rate_key(r."sheet", r."provider", r."region", r."area", r."zone", r."sku", r."skuKind", r."billingMode",
                        r."termMonths"::text, r."payment", r."unit", r."currency"::text, r."os", r."tenancy")
             = rate_key(${sheet}, given."provider", given."region", given."area", given."zone", given."sku",
                        given."skuKind", given."billingMode", given."termMonths"::text, given."payment", given."unit",
                        given."currency", given."os", given."tenancy")
           AND daterange(r."effectiveFrom", r."effectiveTo", '[]') && daterange(given."effectiveFrom", given."effectiveTo", '[]')
           AND numrange(r."tierFrom", r."tierTo", '[)') && numrange(given."tierFrom", given."tierTo", '[)')
           AND r."isComparable"
         LIMIT 1) AS standing`;
  return found.flatMap(({ position, price, upfront }) => {
    const index = indexes[position - 1];
    return index === undefined ? [] : [{ index, existing: { price, upfront } }];
  });
}

/** Rates of a server together, on-demand ones first. Nothing when the sheet has on-demand rates only. */
async function* serverRates(transaction: Transaction, sheet: string): AsyncGenerator<readonly PlacedRow[]> {
  const [other] = await transaction.$queryRaw<{ found: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM "PriceRow" WHERE "sheet" = ${sheet} AND "billingMode" <> 'on-demand') AS "found"`;
  if (other?.found !== true) return;
  // A cursor takes no parameters.
  const literal = Prisma.raw(`'${sheet.replaceAll("'", "''")}'`);
  await transaction.$executeRaw`
    DECLARE server_rates NO SCROLL CURSOR FOR
    SELECT "id"::float8 AS "position", ${RATE_COLUMNS} FROM "PriceRow"
     WHERE "sheet" = ${literal} AND "isComparable" AND "skuKind" IN ('instance', 'accelerator-card')
     ORDER BY "provider", "region", "area", "sku", "skuKind", "currency", "os", "tenancy", "billingMode" <> 'on-demand'`;
  for (;;) {
    const rows = await transaction.$queryRaw<({ position: number } & Record<string, unknown>)[]>`
      FETCH ${Prisma.raw(String(PAGE))} FROM server_rates`;
    if (rows.length > 0) yield rows.map(({ position, ...rate }) => ({ position, row: priceRowOf(rate) }));
    if (rows.length < PAGE) break;
  }
  await transaction.$executeRaw`CLOSE server_rates`;
}

/** A market is what makes two rates of one server the same rate, without the server. */
async function equalRates(transaction: Transaction, sheet: string): Promise<readonly (readonly PlacedRow[])[]> {
  const market = Prisma.sql`rate_key("provider", "region", "area", "zone", "skuKind", "billingMode", "termMonths"::text,
    "payment", "unit", "currency"::text, "os", "tenancy")`;
  const rates = Prisma.sql`FROM "PriceRow"
     WHERE "sheet" = ${sheet} AND "isComparable" AND "skuKind" IN ('instance', 'accelerator-card')`;
  const rows = await transaction.$queryRaw<({ position: number; market: string } & Record<string, unknown>)[]>`
    WITH equal AS (
      SELECT ${market} AS "market" ${rates}
       GROUP BY 1 HAVING min("sku") <> max("sku") AND min("price") = max("price")
                     AND min(coalesce("upfront", 0)) = max(coalesce("upfront", 0)))
    SELECT "id"::float8 AS "position", ${market}::text AS "market", ${RATE_COLUMNS} ${rates}
       AND ${market} IN (SELECT "market" FROM equal) ORDER BY "PriceRow"."id"`;
  const markets = new Map<string, PlacedRow[]>();
  for (const { position, market: name, ...rate } of rows) {
    const placed = { position, row: priceRowOf(rate) };
    const known = markets.get(name);
    if (known === undefined) markets.set(name, [placed]);
    else known.push(placed);
  }
  return [...markets.values()];
}
