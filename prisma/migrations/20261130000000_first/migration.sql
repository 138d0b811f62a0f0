-- CreateTable
CREATE TABLE "Provider" (
    "id" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "origin" TEXT NOT NULL DEFAULT 'seed',
    "seedHash" TEXT,
    "retiredAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Provider_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Region" (
    "provider" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "geography" TEXT,
    "zones" TEXT[],
    "facts" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "origin" TEXT NOT NULL DEFAULT 'seed',
    "seedHash" TEXT,
    "retiredAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Region_pkey" PRIMARY KEY ("provider","id")
);

-- CreateTable
CREATE TABLE "PriceArea" (
    "provider" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "regions" TEXT[],
    "bound" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "origin" TEXT NOT NULL DEFAULT 'seed',
    "seedHash" TEXT,
    "retiredAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PriceArea_pkey" PRIMARY KEY ("provider","id")
);

-- CreateTable
CREATE TABLE "Accelerator" (
    "id" TEXT NOT NULL,
    "vendor" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "origin" TEXT NOT NULL DEFAULT 'seed',
    "seedHash" TEXT,
    "retiredAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Accelerator_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AcceleratorAlias" (
    "alias" TEXT NOT NULL,
    "accelerator" TEXT NOT NULL,

    CONSTRAINT "AcceleratorAlias_pkey" PRIMARY KEY ("alias","accelerator")
);

-- CreateTable
CREATE TABLE "InstanceFamily" (
    "provider" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "saleStatus" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "origin" TEXT NOT NULL DEFAULT 'seed',
    "seedHash" TEXT,
    "retiredAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "InstanceFamily_pkey" PRIMARY KEY ("provider","id")
);

-- CreateTable
CREATE TABLE "InstanceType" (
    "provider" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "family" TEXT NOT NULL,
    "accelerator" TEXT,
    "acceleratorCount" INTEGER,
    "acceleratorShare" DOUBLE PRECISION,
    "saleStatus" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "origin" TEXT NOT NULL DEFAULT 'seed',
    "seedHash" TEXT,
    "retiredAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "InstanceType_pkey" PRIMARY KEY ("provider","id")
);

-- CreateTable
CREATE TABLE "Availability" (
    "provider" TEXT NOT NULL,
    "instanceType" TEXT NOT NULL,
    "region" TEXT NOT NULL,
    "zone" TEXT NOT NULL DEFAULT '',
    "saleStatus" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "origin" TEXT NOT NULL DEFAULT 'seed',
    "seedHash" TEXT,
    "retiredAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Availability_pkey" PRIMARY KEY ("provider","instanceType","region","zone")
);

-- CreateTable
CREATE TABLE "SoftwareFeature" (
    "id" TEXT NOT NULL,
    "provider" TEXT,
    "kind" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "origin" TEXT NOT NULL DEFAULT 'seed',
    "seedHash" TEXT,
    "retiredAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SoftwareFeature_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "StorageType" (
    "provider" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "origin" TEXT NOT NULL DEFAULT 'seed',
    "seedHash" TEXT,
    "retiredAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "StorageType_pkey" PRIMARY KEY ("provider","id")
);

-- CreateTable
CREATE TABLE "NetworkService" (
    "provider" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "origin" TEXT NOT NULL DEFAULT 'seed',
    "seedHash" TEXT,
    "retiredAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "NetworkService_pkey" PRIMARY KEY ("provider","id")
);

-- CreateTable
CREATE TABLE "ModelCard" (
    "id" TEXT NOT NULL,
    "huggingFaceId" TEXT,
    "task" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "origin" TEXT NOT NULL DEFAULT 'seed',
    "seedHash" TEXT,
    "retiredAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ModelCard_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MeasuredRow" (
    "id" TEXT NOT NULL,
    "task" TEXT NOT NULL,
    "accelerator" TEXT NOT NULL,
    "metric" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "origin" TEXT NOT NULL DEFAULT 'seed',
    "seedHash" TEXT,
    "retiredAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "MeasuredRow_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Calibration" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant" TEXT NOT NULL,
    "accelerator" TEXT,
    "measuredOn" DATE NOT NULL,
    "facts" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdBy" TEXT,
    "retiredAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Calibration_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PriceSheet" (
    "id" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "series" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "label" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "note" TEXT,
    "effectiveFrom" DATE,
    "effectiveTo" DATE,
    "knownFrom" TIMESTAMPTZ(3),
    "knownTo" TIMESTAMPTZ(3),
    "contentHash" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "origin" TEXT NOT NULL DEFAULT 'seed',
    "seedHash" TEXT,
    "createdBy" TEXT,
    "approvedBy" TEXT,
    "publishedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PriceSheet_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PriceRow" (
    "id" BIGSERIAL NOT NULL,
    "sheet" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "region" TEXT,
    "area" TEXT,
    "zone" TEXT,
    "sku" TEXT NOT NULL,
    "skuKind" TEXT NOT NULL,
    "billingMode" TEXT NOT NULL,
    "termMonths" INTEGER,
    "payment" TEXT,
    "unit" TEXT NOT NULL,
    "price" DECIMAL(27,12) NOT NULL,
    "upfront" DECIMAL(27,12),
    "tierFrom" DECIMAL(27,12),
    "tierTo" DECIMAL(27,12),
    "currency" CHAR(3) NOT NULL,
    "effectiveFrom" DATE,
    "effectiveTo" DATE,
    "os" TEXT,
    "tenancy" TEXT,
    "conditions" TEXT,
    "isComparable" BOOLEAN NOT NULL DEFAULT true,
    "source" TEXT NOT NULL,
    "asOf" TEXT NOT NULL,
    "asOfDay" DATE,
    "confidence" TEXT NOT NULL,

    CONSTRAINT "PriceRow_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PriceImport" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "sheet" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'running',
    "isDryRun" BOOLEAN NOT NULL DEFAULT false,
    "bytesRead" BIGINT NOT NULL DEFAULT 0,
    "rowsRead" INTEGER NOT NULL DEFAULT 0,
    "rowsAccepted" INTEGER NOT NULL DEFAULT 0,
    "rowsQuarantined" INTEGER NOT NULL DEFAULT 0,
    "rowsSkipped" INTEGER NOT NULL DEFAULT 0,
    "report" JSONB,
    "createdBy" TEXT,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "PriceImport_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PriceQuarantine" (
    "id" BIGSERIAL NOT NULL,
    "import" UUID NOT NULL,
    "sheet" TEXT NOT NULL,
    "line" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "row" JSONB NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "resolvedBy" TEXT,
    "resolvedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PriceQuarantine_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PriceBook" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdBy" TEXT,
    "retiredAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PriceBook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Quote" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant" TEXT NOT NULL,
    "catalogueVersion" TEXT NOT NULL,
    "engineVersion" TEXT NOT NULL,
    "pricedOn" DATE NOT NULL,
    "request" JSONB NOT NULL,
    "answer" JSONB NOT NULL,
    "contentHash" TEXT NOT NULL,
    "monthly" DECIMAL(27,12),
    "currency" CHAR(3) NOT NULL,
    "createdBy" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Quote_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ApiKey" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "secretHash" TEXT NOT NULL,
    "scopes" TEXT[],
    "rotatesId" UUID,
    "createdBy" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "IdempotencyRecord" (
    "tenant" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "requestHash" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'in-flight',
    "replyStatus" INTEGER,
    "replyHeader" JSONB,
    "replyBody" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IdempotencyRecord_pkey" PRIMARY KEY ("tenant","key")
);

-- CreateTable
CREATE TABLE "AuditEvent" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "tenant" TEXT,
    "action" TEXT NOT NULL,
    "subjectKind" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "requestId" TEXT,

    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CatalogueVersion" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "version" BIGINT NOT NULL DEFAULT 0,
    "changedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CatalogueVersion_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RecordedQuestion" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "tenant" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "requestHash" TEXT NOT NULL,
    "request" JSONB NOT NULL,
    "catalogueVersion" TEXT NOT NULL,
    "plans" JSONB NOT NULL,

    CONSTRAINT "RecordedQuestion_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "InstanceType_provider_family_idx" ON "InstanceType"("provider", "family");

-- CreateIndex
CREATE INDEX "InstanceType_accelerator_idx" ON "InstanceType"("accelerator");

-- CreateIndex
CREATE INDEX "Availability_provider_region_idx" ON "Availability"("provider", "region");

-- CreateIndex
CREATE INDEX "SoftwareFeature_provider_idx" ON "SoftwareFeature"("provider");

-- CreateIndex
CREATE INDEX "MeasuredRow_accelerator_task_idx" ON "MeasuredRow"("accelerator", "task");

-- CreateIndex
CREATE INDEX "Calibration_tenant_idx" ON "Calibration"("tenant");

-- CreateIndex
CREATE INDEX "PriceSheet_status_provider_idx" ON "PriceSheet"("status", "provider");

-- CreateIndex
CREATE UNIQUE INDEX "PriceSheet_provider_series_version_key" ON "PriceSheet"("provider", "series", "version");

-- CreateIndex
CREATE INDEX "PriceRow_sheet_idx" ON "PriceRow"("sheet");

-- CreateIndex
CREATE INDEX "PriceRow_provider_sku_idx" ON "PriceRow"("provider", "sku");

-- CreateIndex
CREATE INDEX "PriceImport_sheet_idx" ON "PriceImport"("sheet");

-- CreateIndex
CREATE INDEX "PriceQuarantine_import_status_idx" ON "PriceQuarantine"("import", "status");

-- CreateIndex
CREATE INDEX "PriceQuarantine_sheet_status_idx" ON "PriceQuarantine"("sheet", "status");

-- CreateIndex
CREATE UNIQUE INDEX "PriceBook_tenant_name_key" ON "PriceBook"("tenant", "name");

-- CreateIndex
CREATE INDEX "Quote_tenant_createdAt_idx" ON "Quote"("tenant", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "ApiKey_prefix_key" ON "ApiKey"("prefix");

-- CreateIndex
CREATE INDEX "ApiKey_tenant_idx" ON "ApiKey"("tenant");

-- CreateIndex
CREATE INDEX "IdempotencyRecord_expiresAt_idx" ON "IdempotencyRecord"("expiresAt");

-- CreateIndex
CREATE INDEX "AuditEvent_subjectKind_subjectId_id_idx" ON "AuditEvent"("subjectKind", "subjectId", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_at_idx" ON "AuditEvent"("at");

-- CreateIndex
CREATE INDEX "RecordedQuestion_at_idx" ON "RecordedQuestion"("at");

-- CreateIndex
CREATE UNIQUE INDEX "RecordedQuestion_tenant_operation_requestHash_key" ON "RecordedQuestion"("tenant", "operation", "requestHash");

-- AddForeignKey
ALTER TABLE "Region" ADD CONSTRAINT "Region_provider_fkey" FOREIGN KEY ("provider") REFERENCES "Provider"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PriceArea" ADD CONSTRAINT "PriceArea_provider_fkey" FOREIGN KEY ("provider") REFERENCES "Provider"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AcceleratorAlias" ADD CONSTRAINT "AcceleratorAlias_accelerator_fkey" FOREIGN KEY ("accelerator") REFERENCES "Accelerator"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InstanceFamily" ADD CONSTRAINT "InstanceFamily_provider_fkey" FOREIGN KEY ("provider") REFERENCES "Provider"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InstanceType" ADD CONSTRAINT "InstanceType_provider_fkey" FOREIGN KEY ("provider") REFERENCES "Provider"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InstanceType" ADD CONSTRAINT "InstanceType_provider_family_fkey" FOREIGN KEY ("provider", "family") REFERENCES "InstanceFamily"("provider", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InstanceType" ADD CONSTRAINT "InstanceType_accelerator_fkey" FOREIGN KEY ("accelerator") REFERENCES "Accelerator"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Availability" ADD CONSTRAINT "Availability_provider_instanceType_fkey" FOREIGN KEY ("provider", "instanceType") REFERENCES "InstanceType"("provider", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Availability" ADD CONSTRAINT "Availability_provider_region_fkey" FOREIGN KEY ("provider", "region") REFERENCES "Region"("provider", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SoftwareFeature" ADD CONSTRAINT "SoftwareFeature_provider_fkey" FOREIGN KEY ("provider") REFERENCES "Provider"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StorageType" ADD CONSTRAINT "StorageType_provider_fkey" FOREIGN KEY ("provider") REFERENCES "Provider"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "NetworkService" ADD CONSTRAINT "NetworkService_provider_fkey" FOREIGN KEY ("provider") REFERENCES "Provider"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MeasuredRow" ADD CONSTRAINT "MeasuredRow_accelerator_fkey" FOREIGN KEY ("accelerator") REFERENCES "Accelerator"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Calibration" ADD CONSTRAINT "Calibration_accelerator_fkey" FOREIGN KEY ("accelerator") REFERENCES "Accelerator"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PriceSheet" ADD CONSTRAINT "PriceSheet_provider_fkey" FOREIGN KEY ("provider") REFERENCES "Provider"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PriceRow" ADD CONSTRAINT "PriceRow_sheet_fkey" FOREIGN KEY ("sheet") REFERENCES "PriceSheet"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PriceImport" ADD CONSTRAINT "PriceImport_sheet_fkey" FOREIGN KEY ("sheet") REFERENCES "PriceSheet"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PriceQuarantine" ADD CONSTRAINT "PriceQuarantine_import_fkey" FOREIGN KEY ("import") REFERENCES "PriceImport"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PriceQuarantine" ADD CONSTRAINT "PriceQuarantine_sheet_fkey" FOREIGN KEY ("sheet") REFERENCES "PriceSheet"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_rotatesId_fkey" FOREIGN KEY ("rotatesId") REFERENCES "ApiKey"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- ─── From here on by hand: what schema.prisma cannot say ─────────────────────────────────────────────────────────────

CREATE EXTENSION IF NOT EXISTS btree_gist;

-- Errors of ours carry a class of our own, so that the service can tell them from PostgreSQL's:
--   CW001  a published price sheet, or a row of one, would change
--   CW002  an audit event would change or go
--   CW003  a quote would change

-- ── Columns and facts name the same thing ────────────────────────────────────────────────────────────────────────────

ALTER TABLE "Provider" ADD CONSTRAINT "Provider_facts_agree" CHECK ("facts"->>'id' = "id");
ALTER TABLE "Accelerator" ADD CONSTRAINT "Accelerator_facts_agree"
  CHECK ("facts"->>'id' = "id" AND "facts"->>'vendor' = "vendor" AND "facts"->>'kind' = "kind");
ALTER TABLE "Region" ADD CONSTRAINT "Region_facts_agree"
  CHECK ("facts"->>'provider' = "provider" AND "facts"->>'id' = "id"
         AND "facts"->>'geography' IS NOT DISTINCT FROM "geography");
ALTER TABLE "PriceArea" ADD CONSTRAINT "PriceArea_facts_agree"
  CHECK ("facts"->>'provider' = "provider" AND "facts"->>'id' = "id" AND "facts"->>'bound' = "bound");
ALTER TABLE "InstanceFamily" ADD CONSTRAINT "InstanceFamily_facts_agree"
  CHECK ("facts"->>'provider' = "provider" AND "facts"->>'id' = "id" AND "facts"->>'saleStatus' = "saleStatus");
ALTER TABLE "InstanceType" ADD CONSTRAINT "InstanceType_facts_agree"
  CHECK ("facts"->>'provider' = "provider" AND "facts"->>'id' = "id" AND "facts"->>'family' = "family"
         AND "facts"->>'accelerator' IS NOT DISTINCT FROM "accelerator" AND "facts"->>'saleStatus' = "saleStatus");
ALTER TABLE "Availability" ADD CONSTRAINT "Availability_facts_agree"
  CHECK ("facts"->>'provider' = "provider" AND "facts"->>'instanceType' = "instanceType"
         AND "facts"->>'region' = "region" AND coalesce("facts"->>'zone', '') = "zone"
         AND "facts"->>'saleStatus' = "saleStatus");
ALTER TABLE "SoftwareFeature" ADD CONSTRAINT "SoftwareFeature_facts_agree"
  CHECK ("facts"->>'id' = "id" AND "facts"->>'provider' IS NOT DISTINCT FROM "provider" AND "facts"->>'kind' = "kind");
ALTER TABLE "StorageType" ADD CONSTRAINT "StorageType_facts_agree"
  CHECK ("facts"->>'provider' = "provider" AND "facts"->>'id' = "id" AND "facts"->>'kind' = "kind");
ALTER TABLE "NetworkService" ADD CONSTRAINT "NetworkService_facts_agree"
  CHECK ("facts"->>'provider' = "provider" AND "facts"->>'id' = "id" AND "facts"->>'kind' = "kind");
ALTER TABLE "ModelCard" ADD CONSTRAINT "ModelCard_facts_agree"
  CHECK ("facts"->>'id' = "id" AND "facts"->>'task' = "task");
ALTER TABLE "MeasuredRow" ADD CONSTRAINT "MeasuredRow_facts_agree"
  CHECK ("facts"->>'id' = "id" AND "facts"->>'task' = "task" AND "facts"->>'accelerator' = "accelerator"
         AND "facts"->>'metric' = "metric");

-- ── Words that a column may hold ─────────────────────────────────────────────────────────────────────────────────────

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['Provider', 'Region', 'PriceArea', 'Accelerator', 'InstanceFamily', 'InstanceType',
    'Availability', 'SoftwareFeature', 'StorageType', 'NetworkService', 'ModelCard', 'MeasuredRow', 'PriceSheet'] LOOP
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK ("origin" IN (''seed'', ''admin''))', name, name || '_origin');
  END LOOP;
  FOREACH name IN ARRAY ARRAY['InstanceFamily', 'InstanceType', 'Availability'] LOOP
    EXECUTE format(
      'ALTER TABLE %I ADD CONSTRAINT %I CHECK ("saleStatus" IN (''general'', ''limited'', ''invite-only'', ''legacy'', ''retired'', ''unknown''))',
      name, name || '_sale_status');
  END LOOP;
END
$$;

ALTER TABLE "PriceSheet"
  ADD CONSTRAINT "PriceSheet_status" CHECK ("status" IN ('draft', 'published', 'superseded')),
  ADD CONSTRAINT "PriceSheet_effective" CHECK ("effectiveTo" > "effectiveFrom"),
  ADD CONSTRAINT "PriceSheet_known" CHECK ("knownTo" >= "knownFrom"),
  ADD CONSTRAINT "PriceSheet_version" CHECK ("version" >= 1);

ALTER TABLE "PriceRow"
  ADD CONSTRAINT "PriceRow_region_or_area" CHECK (num_nonnulls("region", "area") = 1),
  ADD CONSTRAINT "PriceRow_zone_in_region" CHECK ("zone" IS NULL OR "region" IS NOT NULL),
  ADD CONSTRAINT "PriceRow_billing_mode"
    CHECK ("billingMode" IN ('on-demand', 'subscription', 'reserved', 'savings-plan', 'spot')),
  ADD CONSTRAINT "PriceRow_payment" CHECK ("payment" IN ('no-upfront', 'partial-upfront', 'all-upfront')),
  ADD CONSTRAINT "PriceRow_amounts" CHECK ("price" >= 0 AND ("upfront" IS NULL OR "upfront" >= 0)),
  ADD CONSTRAINT "PriceRow_term" CHECK ("termMonths" > 0),
  ADD CONSTRAINT "PriceRow_tier" CHECK ("tierFrom" >= 0 AND ("tierTo" IS NULL OR "tierTo" > coalesce("tierFrom", 0))),
  ADD CONSTRAINT "PriceRow_effective" CHECK ("effectiveTo" > "effectiveFrom"),
  ADD CONSTRAINT "PriceRow_currency" CHECK ("currency" ~ '^[A-Z]{3}$');

ALTER TABLE "PriceImport" ADD CONSTRAINT "PriceImport_status" CHECK ("status" IN ('running', 'done', 'failed'));
ALTER TABLE "PriceQuarantine" ADD CONSTRAINT "PriceQuarantine_status"
  CHECK ("status" IN ('open', 'accepted', 'rejected'));
ALTER TABLE "IdempotencyRecord" ADD CONSTRAINT "IdempotencyRecord_status" CHECK ("status" IN ('in-flight', 'done'));
ALTER TABLE "CatalogueVersion" ADD CONSTRAINT "CatalogueVersion_one_row" CHECK ("id" = 1);

-- ── Rates of a sheet never overlap ───────────────────────────────────────────────────────────────────────────────────

-- One number for what makes two rates the same rate, so that the index compares one column and not fourteen.
CREATE FUNCTION rate_key(VARIADIC parts text[]) RETURNS uuid
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT md5(array_to_string(parts, E'\x1f', E'\x1e'))::uuid $$;

-- An import inserts with ON CONFLICT DO NOTHING and quarantines what did not go in. Unknown starts and ends are open.
ALTER TABLE "PriceRow" ADD CONSTRAINT "PriceRow_no_overlap" EXCLUDE USING gist (
  rate_key("sheet", "provider", "region", "area", "zone", "sku", "skuKind", "billingMode", "termMonths"::text,
           "payment", "unit", "currency"::text, "os", "tenancy") WITH =,
  daterange("effectiveFrom", "effectiveTo", '[)') WITH &&,
  numrange("tierFrom", "tierTo", '[)') WITH &&
) WHERE ("isComparable");

-- ── What is published never changes ──────────────────────────────────────────────────────────────────────────────────

CREATE FUNCTION keep_published_sheet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."status" = 'draft' THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'price sheet % is published and cannot be removed', OLD."id" USING ERRCODE = 'CW001';
  END IF;
  IF (OLD."id", OLD."provider", OLD."series", OLD."version", OLD."label", OLD."source", OLD."note",
      OLD."effectiveFrom", OLD."knownFrom", OLD."contentHash", OLD."origin", OLD."createdBy", OLD."approvedBy",
      OLD."publishedAt", OLD."createdAt")
     IS DISTINCT FROM
     (NEW."id", NEW."provider", NEW."series", NEW."version", NEW."label", NEW."source", NEW."note",
      NEW."effectiveFrom", NEW."knownFrom", NEW."contentHash", NEW."origin", NEW."createdBy", NEW."approvedBy",
      NEW."publishedAt", NEW."createdAt")
     OR (OLD."status", NEW."status") NOT IN
        (('published', 'published'), ('published', 'superseded'), ('superseded', 'superseded')) THEN
    RAISE EXCEPTION 'price sheet % is published and cannot change', OLD."id" USING ERRCODE = 'CW001';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER "PriceSheet_keep_published" BEFORE UPDATE OR DELETE ON "PriceSheet"
  FOR EACH ROW EXECUTE FUNCTION keep_published_sheet();

-- Once a statement, not once a row: an import writes a hundred thousand.
CREATE FUNCTION keep_published_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  published text;
BEGIN
  SELECT s."id" INTO published FROM "PriceSheet" s
   WHERE s."status" <> 'draft' AND s."id" IN (SELECT "sheet" FROM touched) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'price sheet % is published, its rows cannot change', published USING ERRCODE = 'CW001';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "PriceRow_keep_published_insert" AFTER INSERT ON "PriceRow"
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION keep_published_rows();
CREATE TRIGGER "PriceRow_keep_published_update" AFTER UPDATE ON "PriceRow"
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION keep_published_rows();
CREATE TRIGGER "PriceRow_keep_published_update_to" AFTER UPDATE ON "PriceRow"
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION keep_published_rows();
CREATE TRIGGER "PriceRow_keep_published_delete" AFTER DELETE ON "PriceRow"
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION keep_published_rows();

CREATE FUNCTION keep_quote() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR to_jsonb(OLD) - 'revokedAt' <> to_jsonb(NEW) - 'revokedAt' OR OLD."revokedAt" IS NOT NULL THEN
    RAISE EXCEPTION 'quote % cannot change', OLD."id" USING ERRCODE = 'CW003';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER "Quote_keep" BEFORE UPDATE OR DELETE ON "Quote" FOR EACH ROW EXECUTE FUNCTION keep_quote();

-- ── The audit trail only grows ───────────────────────────────────────────────────────────────────────────────────────

CREATE FUNCTION keep_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit events are only ever added' USING ERRCODE = 'CW002';
END
$$;
CREATE TRIGGER "AuditEvent_keep" BEFORE UPDATE OR DELETE ON "AuditEvent"
  FOR EACH ROW EXECUTE FUNCTION keep_audit_event();
CREATE TRIGGER "AuditEvent_keep_all" BEFORE TRUNCATE ON "AuditEvent"
  FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_event();

-- ── The catalogue's version ──────────────────────────────────────────────────────────────────────────────────────────

INSERT INTO "CatalogueVersion" ("id") VALUES (1);

-- Once a transaction: the mark is local to it, and goes with a savepoint that is rolled back, as the count does.
CREATE FUNCTION count_catalogue_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  this_transaction text := pg_current_xact_id()::text;
  counted bigint;
BEGIN
  IF current_setting('cardwise.counted_transaction', true) IS DISTINCT FROM this_transaction THEN
    UPDATE "CatalogueVersion" SET "version" = "version" + 1, "changedAt" = now() WHERE "id" = 1
      RETURNING "version" INTO counted;
    PERFORM set_config('cardwise.counted_transaction', this_transaction, true);
    PERFORM pg_notify('catalogue_version', counted::text);
  END IF;
  RETURN NULL;
END
$$;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['Provider', 'Region', 'PriceArea', 'Accelerator', 'AcceleratorAlias', 'InstanceFamily',
    'InstanceType', 'Availability', 'SoftwareFeature', 'StorageType', 'NetworkService', 'ModelCard', 'MeasuredRow',
    'Calibration', 'PriceBook'] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION count_catalogue_change()',
      name || '_count', name);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) '
      'EXECUTE FUNCTION count_catalogue_change()', name || '_count_update', name);
  END LOOP;
END
$$;

-- Drafts are nobody's answer: of price sheets only what is or was published counts.
CREATE TRIGGER "PriceSheet_count" AFTER INSERT ON "PriceSheet"
  FOR EACH ROW WHEN (NEW."status" <> 'draft') EXECUTE FUNCTION count_catalogue_change();
CREATE TRIGGER "PriceSheet_count_update" AFTER UPDATE ON "PriceSheet"
  FOR EACH ROW WHEN (NEW."status" <> 'draft' AND OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION count_catalogue_change();

-- ── A service role that owns nothing ─────────────────────────────────────────────────────────────────────────────────

-- Where migrations run as the owner and the service as another role, this gives the service what it needs and no more:
-- the owner of a table could switch the triggers above off, the service cannot.
CREATE FUNCTION grant_service_role(service name) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), service);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO %I', current_schema(), service);
  EXECUTE format('GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA %I TO %I', current_schema(), service);
  EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON "AuditEvent" FROM %I', service);
  EXECUTE format('REVOKE INSERT, DELETE, TRUNCATE ON "CatalogueVersion" FROM %I', service);
  IF to_regclass('"_prisma_migrations"') IS NOT NULL THEN
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON "_prisma_migrations" FROM %I', service);
  END IF;
END
$$;
