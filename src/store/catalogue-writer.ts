/** Writes of catalogue entries within a transaction. The database counts and announces the change by itself. */
import { CATALOGUE_KINDS, type CatalogueKindName, type EntryFacts } from '../application/catalogue-kinds.js';
import type { CatalogueEntry, CatalogueWriter } from '../application/ports.js';
import { Problem } from '../application/problems.js';
import { AVAILABILITY, KIND_TABLES } from './catalogue-tables.js';
import type { Transaction } from './database.js';
import { Prisma } from './generated/client.js';
import { entryOf } from './read-snapshot.js';
import { writeEntries } from './write-entries.js';

type Row = Parameters<typeof entryOf>[1];

/** Most entries that a refusal names. */
const MAX_REFERRERS = 20;

export function catalogueWriter(transaction: Transaction): CatalogueWriter {
  const tableOf = (kind: CatalogueKindName) => Prisma.raw(`"${KIND_TABLES[kind].table}"`);
  const isAt = (kind: CatalogueKindName, key: string) => {
    const { isOfProvider } = CATALOGUE_KINDS[kind];
    if (!isOfProvider) return Prisma.sql`"id" = ${key}`;
    const slash = key.indexOf('/');
    return Prisma.sql`"provider" = ${key.slice(0, slash)} AND "id" = ${key.slice(slash + 1)}`;
  };
  // References are locked for sharing only, here as in `existing`: two writers who each held one and wanted it for
  // themselves would wait for each other.
  const locked = async (kind: CatalogueKindName, key: string, lock: 'UPDATE' | 'SHARE') => {
    const [row] = await transaction.$queryRaw<Row[]>`
      SELECT "facts", "version", "origin", "retiredAt", "updatedAt" FROM ${tableOf(kind)}
       WHERE ${isAt(kind, key)} FOR ${Prisma.raw(lock)}`;
    return row && entryOf(kind, row);
  };
  const find = (kind: CatalogueKindName, key: string) => locked(kind, key, 'UPDATE');
  const findWritten = async (kind: CatalogueKindName, key: string): Promise<CatalogueEntry> => {
    const entry = await find(kind, key);
    if (entry === undefined) throw new Error(`${kind} ${key} was written and is not there`);
    return entry;
  };
  const replace = async (kind: CatalogueKindName, key: string, facts: EntryFacts) => {
    await writeEntries(transaction, KIND_TABLES[kind], [facts], 'admin');
    return findWritten(kind, key);
  };

  return {
    find,
    look: (kind, key) => locked(kind, key, 'SHARE'),
    async create(kind, key, facts) {
      const [written] = await writeEntries(transaction, KIND_TABLES[kind], [facts], 'admin');
      // Someone else created it between our look and our write.
      if (written?.isNew !== true) throw new Problem('already-exists');
      return findWritten(kind, key);
    },
    replace,
    async retire(kind, key) {
      const before = await findWritten(kind, key);
      if (KIND_TABLES[kind].hasSaleStatus) await replace(kind, key, { ...before.facts, saleStatus: 'retired' });
      await transaction.$executeRaw`
        UPDATE ${tableOf(kind)} SET "retiredAt" = now(), "origin" = 'admin', "updatedAt" = now(),
               "version" = "version" + ${KIND_TABLES[kind].hasSaleStatus ? 0 : 1}
         WHERE ${isAt(kind, key)}`;
      return findWritten(kind, key);
    },
    async existing(kind, keys) {
      const id = CATALOGUE_KINDS[kind].isOfProvider ? Prisma.sql`"provider" || '/' || "id"` : Prisma.sql`"id"`;
      const rows = await transaction.$queryRaw<{ key: string }[]>`
        SELECT ${id} AS "key" FROM ${tableOf(kind)}
         WHERE ${id} = ANY(${[...keys]}) AND "retiredAt" IS NULL FOR SHARE`;
      return new Set(rows.map((row) => row.key));
    },
    referrers: (kind, key) => referrers(transaction, kind, key),
    async putAvailability(rows) {
      return (await writeEntries(transaction, AVAILABILITY, rows, 'admin')).length;
    },
  };
}

async function referrers(transaction: Transaction, kind: CatalogueKindName, key: string): Promise<readonly string[]> {
  const [provider = '', id = ''] = [key.slice(0, key.indexOf('/')), key.slice(key.indexOf('/') + 1)];
  const queries: Partial<Record<CatalogueKindName, Prisma.Sql>> = {
    accelerators: Prisma.sql`
      SELECT 'instance type ' || "provider" || '/' || "id" AS "name" FROM "InstanceType" WHERE "accelerator" = ${key} AND "retiredAt" IS NULL
      UNION ALL SELECT 'instance family ' || "provider" || '/' || "id" FROM "InstanceFamily"
       WHERE "retiredAt" IS NULL AND "facts"->'accelerators' ? ${key}
      UNION ALL SELECT 'measurement ' || "id" FROM "MeasuredRow" WHERE "accelerator" = ${key} AND "retiredAt" IS NULL
      UNION ALL SELECT 'software feature ' || "id" FROM "SoftwareFeature"
       WHERE "retiredAt" IS NULL AND "facts"->'appliesTo'->'accelerators' ? ${key}`,
    providers: Prisma.sql`
      SELECT 'region ' || "provider" || '/' || "id" AS "name" FROM "Region" WHERE "provider" = ${key} AND "retiredAt" IS NULL
      UNION ALL SELECT 'instance family ' || "provider" || '/' || "id" FROM "InstanceFamily" WHERE "provider" = ${key}
      UNION ALL SELECT 'instance type ' || "provider" || '/' || "id" FROM "InstanceType" WHERE "provider" = ${key}
      UNION ALL SELECT 'price sheet ' || "id" FROM "PriceSheet" WHERE "provider" = ${key}
      UNION ALL SELECT 'storage type ' || "provider" || '/' || "id" FROM "StorageType" WHERE "provider" = ${key} AND "retiredAt" IS NULL
      UNION ALL SELECT 'network service ' || "provider" || '/' || "id" FROM "NetworkService" WHERE "provider" = ${key} AND "retiredAt" IS NULL
      UNION ALL SELECT 'software feature ' || "id" FROM "SoftwareFeature" WHERE "provider" = ${key} AND "retiredAt" IS NULL`,
    regions: Prisma.sql`
      SELECT 'availability of ' || "instanceType" AS "name" FROM "Availability"
       WHERE "provider" = ${provider} AND "region" = ${id} AND "retiredAt" IS NULL
      UNION ALL SELECT 'price area ' || "provider" || '/' || "id" FROM "PriceArea"
       WHERE "provider" = ${provider} AND ${id} = ANY("regions") AND "retiredAt" IS NULL
      UNION ALL SELECT DISTINCT 'price sheet ' || "sheet" FROM "PriceRow" WHERE "provider" = ${provider} AND "region" = ${id}`,
    'price-areas': Prisma.sql`
      SELECT DISTINCT 'price sheet ' || "sheet" AS "name" FROM "PriceRow" WHERE "provider" = ${provider} AND "area" = ${id}`,
  };
  const query = queries[kind];
  if (query === undefined) return [];
  const rows = await transaction.$queryRaw<
    { name: string }[]
  >`SELECT "name" FROM (${query}) AS found ORDER BY 1 LIMIT ${MAX_REFERRERS}`;
  return rows.map((row) => row.name);
}
