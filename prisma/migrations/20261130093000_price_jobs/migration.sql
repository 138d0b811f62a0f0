-- Imports and impacts are followed alike: one table of jobs, with what differs between them as JSON.
ALTER TABLE "PriceImport" RENAME TO "PriceJob";
ALTER TABLE "PriceJob" RENAME CONSTRAINT "PriceImport_pkey" TO "PriceJob_pkey";
ALTER TABLE "PriceJob" RENAME CONSTRAINT "PriceImport_sheet_fkey" TO "PriceJob_sheet_fkey";
DROP INDEX "PriceImport_sheet_idx";

ALTER TABLE "PriceJob"
  ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'import',
  ADD COLUMN "tenant" TEXT NOT NULL DEFAULT 'default',
  ADD COLUMN "settings" JSONB,
  ADD COLUMN "progress" JSONB;
UPDATE "PriceJob" SET
  "settings" = jsonb_build_object('format', "format", 'isDryRun', "isDryRun"),
  "progress" = jsonb_build_object('bytesRead', "bytesRead", 'rowsRead', "rowsRead", 'rowsAccepted', "rowsAccepted",
                                  'rowsQuarantined', "rowsQuarantined", 'rowsSkipped', "rowsSkipped");
ALTER TABLE "PriceJob"
  ALTER COLUMN "kind" DROP DEFAULT,
  ALTER COLUMN "tenant" DROP DEFAULT,
  ALTER COLUMN "settings" SET NOT NULL,
  ALTER COLUMN "progress" SET NOT NULL,
  DROP COLUMN "format",
  DROP COLUMN "isDryRun",
  DROP COLUMN "bytesRead",
  DROP COLUMN "rowsRead",
  DROP COLUMN "rowsAccepted",
  DROP COLUMN "rowsQuarantined",
  DROP COLUMN "rowsSkipped";

CREATE INDEX "PriceJob_sheet_kind_idx" ON "PriceJob"("sheet", "kind");
ALTER TABLE "PriceJob" DROP CONSTRAINT "PriceImport_status";
ALTER TABLE "PriceJob"
  ADD CONSTRAINT "PriceJob_status" CHECK ("status" IN ('running', 'done', 'failed', 'cancelled', 'interrupted')),
  ADD CONSTRAINT "PriceJob_kind" CHECK ("kind" IN ('import', 'impact'));

-- The rates of a sheet are read page by page.
DROP INDEX "PriceRow_sheet_idx";
CREATE INDEX "PriceRow_sheet_id_idx" ON "PriceRow"("sheet", "id");
