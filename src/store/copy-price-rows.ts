/** Rows of one sheet into another, without leaving the database. */
import type { Transaction } from './database.js';

/** Returns how many went in; a rate that the sheet has already stays as it is. */
export async function copyPriceRows(transaction: Transaction, into: string, from: string): Promise<number> {
  return transaction.$executeRaw`
    INSERT INTO "PriceRow" ("sheet", "provider", "region", "area", "zone", "sku", "skuKind", "billingMode", "termMonths",
           "payment", "unit", "price", "upfront", "tierFrom", "tierTo", "currency", "effectiveFrom", "effectiveTo", "os",
           "tenancy", "conditions", "isComparable", "source", "asOf", "asOfDay", "confidence")
    SELECT ${into}, "provider", "region", "area", "zone", "sku", "skuKind", "billingMode", "termMonths", "payment", "unit",
           "price", "upfront", "tierFrom", "tierTo", "currency", "effectiveFrom", "effectiveTo", "os", "tenancy",
           "conditions", "isComparable", "source", "asOf", "asOfDay", "confidence"
      FROM "PriceRow" old WHERE old."sheet" = ${from}
       AND (old."isComparable" OR NOT EXISTS (
             SELECT 1 FROM "PriceRow" mine
              WHERE mine."sheet" = ${into} AND NOT mine."isComparable" AND mine."provider" = old."provider"
                AND mine."sku" = old."sku"
                AND to_jsonb(mine) - 'id' - 'sheet' = to_jsonb(old) - 'id' - 'sheet'))
     ORDER BY old."id"
        ON CONFLICT DO NOTHING`;
}
