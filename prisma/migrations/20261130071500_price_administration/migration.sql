-- AlterTable
ALTER TABLE "PriceSheet" ADD COLUMN "requiresApproval" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "PriceBook" ADD COLUMN "apiKey" UUID;

-- An import that somebody stopped is not one that failed.
ALTER TABLE "PriceImport" DROP CONSTRAINT "PriceImport_status";
ALTER TABLE "PriceImport"
  ADD CONSTRAINT "PriceImport_status" CHECK ("status" IN ('running', 'done', 'failed', 'cancelled'));

-- Whether a second person had to publish a sheet stays as it was.
CREATE FUNCTION keep_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'price sheet % is published and cannot change', OLD."id" USING ERRCODE = 'CW001';
END
$$;
CREATE TRIGGER "PriceSheet_keep_approval" BEFORE UPDATE ON "PriceSheet"
  FOR EACH ROW WHEN (OLD."status" <> 'draft' AND OLD."requiresApproval" <> NEW."requiresApproval")
  EXECUTE FUNCTION keep_approval();
