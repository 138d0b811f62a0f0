/** Writes many price rows in few statements: a client's createMany costs a quarter of a millisecond a row. */
import type { PriceRow } from '../engine/catalogue/price.js';
import type { Database, Transaction } from './database.js';

/** Rows a statement; the JSON of one stays near a megabyte. */
const CHUNK = 2_000;

/**
 * Inserts into a draft sheet and returns the positions of the rows that did not go in, because a comparable rate for the
 * same key, tier and day was there already (or earlier in the list).
 */
export async function insertPriceRows(
  database: Database | Transaction,
  sheet: string,
  rows: readonly PriceRow[],
): Promise<number[]> {
  const refused: number[] = [];
  for (let start = 0; start < rows.length; start += CHUNK) {
    const chunk = rows.slice(start, start + CHUNK);
    const result = await database.$queryRaw<{ position: number }[]>`
      WITH given AS (
        SELECT nextval(pg_get_serial_sequence('"PriceRow"', 'id')) AS "id", element.position, row.*
          FROM jsonb_array_elements(${JSON.stringify(chunk)}::jsonb) WITH ORDINALITY AS element(value, position),
               jsonb_to_record(element.value) AS row(
                 "provider" text, "region" text, "area" text, "zone" text, "sku" text, "skuKind" text,
                 "billingMode" text, "termMonths" int, "payment" text, "unit" text, "price" numeric, "upfront" numeric,
                 "tierFrom" numeric, "tierTo" numeric, "currency" text, "effectiveFrom" date, "effectiveTo" date,
                 "os" text, "tenancy" text, "conditions" text, "isComparable" boolean, "source" text, "asOf" text,
                 "asOfDay" date, "confidence" text)
         ORDER BY element.position
      ), inserted AS (
        INSERT INTO "PriceRow" ("id", "sheet", "provider", "region", "area", "zone", "sku", "skuKind", "billingMode",
               "termMonths", "payment", "unit", "price", "upfront", "tierFrom", "tierTo", "currency", "effectiveFrom",
               "effectiveTo", "os", "tenancy", "conditions", "isComparable", "source", "asOf", "asOfDay", "confidence")
        SELECT "id", ${sheet}, "provider", "region", "area", "zone", "sku", "skuKind", "billingMode", "termMonths",
               "payment", "unit", "price", "upfront", "tierFrom", "tierTo", "currency", "effectiveFrom", "effectiveTo",
               "os", "tenancy", "conditions", coalesce("isComparable", true), "source", "asOf", "asOfDay", "confidence"
          FROM given ORDER BY position
            ON CONFLICT DO NOTHING
        RETURNING "id"
      )
      SELECT given.position::int AS position FROM given LEFT JOIN inserted USING ("id")
       WHERE inserted."id" IS NULL ORDER BY given.position`;
    for (const { position } of result) refused.push(start + position - 1);
  }
  return refused;
}
