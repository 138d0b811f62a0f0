-- DropIndex
DROP INDEX "Quote_tenant_createdAt_idx";

-- AlterTable
ALTER TABLE "Quote" DROP COLUMN "answer",
DROP COLUMN "request",
DROP COLUMN "revokedAt",
ADD COLUMN     "approver" TEXT,
ADD COLUMN     "costCentre" TEXT,
ADD COLUMN     "document" TEXT NOT NULL,
ADD COLUMN     "number" INTEGER NOT NULL,
ADD COLUMN     "reference" TEXT,
ADD COLUMN     "signature" TEXT NOT NULL,
ADD COLUMN     "signingKeyId" TEXT NOT NULL,
ADD COLUMN     "state" TEXT NOT NULL,
ADD COLUMN     "tags" JSONB NOT NULL,
ALTER COLUMN "createdBy" SET NOT NULL,
ALTER COLUMN "createdAt" DROP DEFAULT,
ALTER COLUMN "expiresAt" SET NOT NULL;

-- CreateTable
CREATE TABLE "QuoteEvent" (
    "id" BIGSERIAL NOT NULL,
    "quoteId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT NOT NULL,
    "fromState" TEXT,
    "toState" TEXT NOT NULL,
    "by" TEXT,
    "note" TEXT,

    CONSTRAINT "QuoteEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SigningKey" (
    "id" TEXT NOT NULL,
    "publicKey" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SigningKey_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "QuoteEvent_quoteId_id_idx" ON "QuoteEvent"("quoteId", "id");

-- CreateIndex
CREATE INDEX "Quote_tenant_reference_idx" ON "Quote"("tenant", "reference");

-- CreateIndex
CREATE INDEX "Quote_tenant_costCentre_idx" ON "Quote"("tenant", "costCentre");

-- CreateIndex
CREATE UNIQUE INDEX "Quote_tenant_number_key" ON "Quote"("tenant", "number");

-- AddForeignKey
ALTER TABLE "Quote" ADD CONSTRAINT "Quote_signingKeyId_fkey" FOREIGN KEY ("signingKeyId") REFERENCES "SigningKey"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "QuoteEvent" ADD CONSTRAINT "QuoteEvent_quoteId_fkey" FOREIGN KEY ("quoteId") REFERENCES "Quote"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ─── From here on by hand: what schema.prisma cannot say ─────────────────────────────────────────────────────────────

ALTER TABLE "Quote" ADD CONSTRAINT "Quote_state_known" CHECK ("state" IN ('draft', 'issued', 'accepted', 'withdrawn'));
ALTER TABLE "Quote" ADD CONSTRAINT "Quote_number_positive" CHECK ("number" > 0);

-- A quote's content never changes; its state moves forward only.
CREATE OR REPLACE FUNCTION keep_quote() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE'
     OR to_jsonb(OLD) - 'state' <> to_jsonb(NEW) - 'state'
     OR NOT (OLD."state" = NEW."state"
             OR (OLD."state" = 'draft' AND NEW."state" IN ('issued', 'withdrawn'))
             OR (OLD."state" = 'issued' AND NEW."state" IN ('accepted', 'withdrawn'))) THEN
    RAISE EXCEPTION 'quote % cannot change', OLD."id" USING ERRCODE = 'CW003';
  END IF;
  RETURN NEW;
END
$$;
CREATE FUNCTION keep_for_good() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'CW003';
END
$$;
CREATE TRIGGER "Quote_keep_all" BEFORE TRUNCATE ON "Quote" FOR EACH STATEMENT EXECUTE FUNCTION keep_for_good();
CREATE TRIGGER "QuoteEvent_keep" BEFORE UPDATE OR DELETE ON "QuoteEvent" FOR EACH ROW EXECUTE FUNCTION keep_for_good();
CREATE TRIGGER "QuoteEvent_keep_all" BEFORE TRUNCATE ON "QuoteEvent" FOR EACH STATEMENT EXECUTE FUNCTION keep_for_good();
CREATE TRIGGER "SigningKey_keep" BEFORE UPDATE OR DELETE ON "SigningKey" FOR EACH ROW EXECUTE FUNCTION keep_for_good();
