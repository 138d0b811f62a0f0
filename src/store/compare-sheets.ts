/** How two price sheets differ, worked out in the database. */
import type { RateChange, RateDifference, SheetComparer } from '../application/ports.js';
import type { Database } from './database.js';
import { Prisma } from './generated/client.js';
import { priceRowOf, RATE_COLUMNS } from './read-snapshot.js';
import { asked } from './store-errors.js';

/** Rates of a sheet by their key; rows with the same one (kept for the record only) are told apart by their number. */
const ratesOf = (sheet: string | null) => Prisma.sql`
  SELECT "id", "price", "upfront", "isComparable",
         rate_key("provider", "region", "area", "zone", "sku", "skuKind", "billingMode", "termMonths"::text, "payment",
                  "unit", "currency"::text, "os", "tenancy", "effectiveFrom"::text, "tierFrom"::text,
                  "isComparable"::text) AS "key",
         row_number() OVER (PARTITION BY "provider", "region", "area", "zone", "sku", "skuKind", "billingMode",
                  "termMonths", "payment", "unit", "currency", "os", "tenancy", "effectiveFrom", "tierFrom", "isComparable"
                  ORDER BY "price", "id") AS "number"
    FROM "PriceRow" WHERE "sheet" = ${sheet}`;

const compared = (sheet: string, against: string | null) => Prisma.sql`
  SELECT before."id" AS "beforeId", after."id" AS "afterId",
         CASE WHEN before."id" IS NULL THEN 'added' WHEN after."id" IS NULL THEN 'removed'
              WHEN before."price" = after."price" AND before."upfront" IS NOT DISTINCT FROM after."upfront" THEN 'unchanged'
              ELSE 'changed' END AS "change"
    FROM (${ratesOf(against)}) before FULL JOIN (${ratesOf(sheet)}) after USING ("key", "number")`;

export function sheetComparer(database: Database): SheetComparer {
  return {
    compare: (sheet, against, after, limit) =>
      asked(async () => {
        const groups = await database.$queryRaw<{ change: RateChange | 'unchanged'; count: number }[]>`
          SELECT "change", count(*)::int AS "count" FROM (${compared(sheet, against)}) c GROUP BY "change"`;
        const counts = { added: 0, removed: 0, changed: 0, unchanged: 0 };
        for (const { change, count } of groups) counts[change] = count;
        const places = await database.$queryRaw<
          { position: number; change: RateChange; beforeId: bigint | null; afterId: bigint | null }[]
        >`
          SELECT * FROM (
            SELECT "change", "beforeId", "afterId",
                   (row_number() OVER (ORDER BY array_position(ARRAY['changed', 'removed', 'added'], "change"),
                                                coalesce("afterId", "beforeId")))::int AS "position"
              FROM (${compared(sheet, against)}) c WHERE "change" <> 'unchanged') numbered
           WHERE "position" > ${after} ORDER BY "position" LIMIT ${limit}`;
        const rows = await rowsById(
          database,
          places.flatMap(({ beforeId, afterId }) => [beforeId, afterId].filter((id) => id !== null)),
        );
        const items = places.map(
          ({ position, change, beforeId, afterId }): RateDifference => ({
            position,
            change,
            before: beforeId === null ? null : (rows.get(beforeId) ?? null),
            after: afterId === null ? null : (rows.get(afterId) ?? null),
          }),
        );
        return { counts, items };
      }),
    changes: (sheet, against, limit) =>
      asked(async () => {
        const differing = (one: string | null, other: string | null) => database.$queryRaw<Record<string, unknown>[]>`
          SELECT ${RATE_COLUMNS} FROM "PriceRow" WHERE "sheet" = ${one} EXCEPT ALL
          SELECT ${RATE_COLUMNS} FROM "PriceRow" WHERE "sheet" = ${other} LIMIT ${limit + 1}`;
        const added = await differing(sheet, against);
        const removed = await differing(against, sheet);
        if (added.length + removed.length > limit) return 'too-many';
        const currencies = await database.$queryRaw<{ currency: string }[]>`
          SELECT DISTINCT "currency"::text AS "currency" FROM "PriceRow" WHERE "sheet" = ${sheet} ORDER BY "currency"`;
        return {
          added: added.map(priceRowOf),
          removed: removed.map(priceRowOf),
          currencies: currencies.map(({ currency }) => currency),
        };
      }),
    summary: (sheet) =>
      asked(
        () => database.$queryRaw`
          SELECT "billingMode", count(*)::int AS "rows", min("asOfDay")::text AS "oldest", max("asOfDay")::text AS "newest"
            FROM "PriceRow" WHERE "sheet" = ${sheet} GROUP BY "billingMode" ORDER BY "billingMode"`,
      ),
  };
}

async function rowsById(database: Database, ids: readonly bigint[]) {
  const rows = await database.$queryRaw<({ rowId: bigint } & Record<string, unknown>)[]>`
    SELECT "id" AS "rowId", ${RATE_COLUMNS} FROM "PriceRow" WHERE "id" = ANY(${ids.map(String)}::bigint[])`;
  return new Map(rows.map(({ rowId, ...rate }) => [rowId, priceRowOf(rate)] as const));
}
