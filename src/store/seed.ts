/**
 * Applies the catalogue that comes with a release: adds what is new, updates what no admin changed, leaves the rest and
 * says so. Running it again with the same data changes nothing.
 */
import type { CatalogueSnapshot } from '../engine/catalogue/snapshot-schema.js';
import { ALL_TABLES, type CatalogueTable } from './catalogue-tables.js';
import type { Database, Transaction } from './database.js';
import { Prisma } from './generated/client.js';
import { insertPriceRows } from './insert-price-rows.js';
import { hashOfRows } from './price-sheets.js';
import { contentHash, writeEntries } from './write-entries.js';

export interface SeedReport {
  readonly version: string;
  /** false: this very data was applied before, nothing was looked at. */
  readonly isApplied: boolean;
  readonly added: Readonly<Record<string, number>>;
  readonly updated: Readonly<Record<string, number>>;
  /** Not updated, because an admin changed them; `kind key`. */
  readonly left: readonly string[];
  /** No longer in the release, and retired. */
  readonly retired: readonly string[];
  /** Published sheets whose rates differ in the release, but which an admin's own version follows. */
  readonly leftSheets: readonly string[];
}

/** Of more than this many names a report keeps the first. */
const MAX_NAMED = 200;
const TIMEOUT_MS = 300_000;
/** Any number of our own: one process seeds at a time. */
const SEED_LOCK = 718_201_126;

type Counts = Record<string, number>;

export async function applySeed(database: Database, seed: CatalogueSnapshot): Promise<SeedReport> {
  return database.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${SEED_LOCK}::bigint)`;
      if ((await lastSeed(transaction)) === seed.version) return { ...NOTHING, version: seed.version };
      const added: Counts = {};
      const updated: Counts = {};
      const left: string[] = [];
      const retired: string[] = [];
      for (const table of ALL_TABLES) {
        const entries = seed[table.collection];
        const written = await writeEntries(transaction, table, entries, 'seed');
        const fresh = written.filter((row) => row.isNew).length;
        if (fresh > 0) added[table.collection] = fresh;
        if (written.length > fresh) updated[table.collection] = written.length - fresh;
        if (written.length < entries.length) left.push(...(await leftAlone(transaction, table, entries)));
        retired.push(...(await retireMissing(transaction, table, entries)));
      }
      const leftSheets: string[] = [];
      for (const sheet of seed.priceSheets) {
        const outcome = await applySheet(transaction, sheet);
        if (outcome === 'added') added.priceSheets = (added.priceSheets ?? 0) + 1;
        if (outcome === 'updated') updated.priceSheets = (updated.priceSheets ?? 0) + 1;
        if (outcome === 'left') leftSheets.push(sheet.id);
      }
      const report = {
        version: seed.version,
        isApplied: true,
        added,
        updated,
        left: left.slice(0, MAX_NAMED),
        retired: retired.slice(0, MAX_NAMED),
        leftSheets,
      };
      await transaction.auditEvent.create({
        data: {
          actor: 'system',
          action: 'seed',
          subjectKind: 'seed',
          subjectId: seed.version,
          after: { ...report, left: [...report.left], retired: [...report.retired] },
        },
      });
      return report;
    },
    { timeout: TIMEOUT_MS, maxWait: 60_000 },
  );
}

const NOTHING = { isApplied: false, added: {}, updated: {}, left: [], retired: [], leftSheets: [] };

async function lastSeed(transaction: Transaction): Promise<string | undefined> {
  const last = await transaction.auditEvent.findFirst({ where: { subjectKind: 'seed' }, orderBy: { id: 'desc' } });
  return last?.subjectId;
}

const nameOf = (table: CatalogueTable) => Prisma.raw(`"${table.table}"`);
const keyText = (table: CatalogueTable) =>
  Prisma.raw(table.key.map((column) => `"${column.name}"`).join(` || '/' || `));

function keysOf(table: CatalogueTable, entries: readonly Readonly<Record<string, unknown>>[]): Map<string, string> {
  return new Map(entries.map((facts) => [table.key.map((column) => column.of(facts)).join('/'), contentHash(facts)]));
}

/** Entries of the release that say something else than an admin's. */
async function leftAlone(
  transaction: Transaction,
  table: CatalogueTable,
  entries: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly string[]> {
  const kept = await transaction.$queryRaw<{ key: string; seedHash: string | null }[]>`
    SELECT ${keyText(table)} AS "key", "seedHash" FROM ${nameOf(table)} WHERE "origin" = 'admin' ORDER BY 1`;
  const offered = keysOf(table, entries);
  return kept
    .filter(({ key, seedHash }) => offered.has(key) && offered.get(key) !== seedHash)
    .map(({ key }) => `${table.collection} ${key}`);
}

/** What is sold no more, by the release; other kinds stay, since something may refer to them. */
async function retireMissing(
  transaction: Transaction,
  table: CatalogueTable,
  entries: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly string[]> {
  if (!table.hasSaleStatus || entries.length === 0) return [];
  const keys = [...keysOf(table, entries).keys()];
  const gone = await transaction.$queryRaw<{ key: string }[]>`
    UPDATE ${nameOf(table)} SET "retiredAt" = now(), "updatedAt" = now(), "version" = "version" + 1,
           "saleStatus" = 'retired', "facts" = jsonb_set("facts", '{saleStatus}', '"retired"'), "seedHash" = NULL
     WHERE "origin" = 'seed' AND "retiredAt" IS NULL
       AND NOT (${keyText(table)} IN (SELECT jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)))
    RETURNING ${keyText(table)} AS "key"`;
  return gone.map(({ key }) => `${table.collection} ${key}`).sort();
}

type Rate = CatalogueSnapshot['priceSheets'][number]['rows'][number];

/** Newest first: where two sources state the same rate, the one that was seen last counts. */
function bySight(a: Rate, b: Rate): number {
  return (b.asOfDay ?? '').localeCompare(a.asOfDay ?? '');
}

/** Where rates of one sheet overlap, one counts; the others are kept beside it, with their sources. */
async function insertRates(transaction: Transaction, sheet: string, rows: readonly Rate[]): Promise<void> {
  const ordered = [...rows].sort(bySight);
  const refused = await insertPriceRows(transaction, sheet, ordered);
  const beside = refused.flatMap((index) => {
    const row = ordered[index];
    if (row === undefined) return [];
    const conditions = [row.conditions, BESIDE].filter((text) => text !== undefined).join('; ');
    return [{ ...row, isComparable: false, conditions: conditions.slice(0, 400) }];
  });
  await insertPriceRows(transaction, sheet, beside);
}

const BESIDE = 'another source of this sheet states the same rate, and was seen later';

/** A published sheet never changes: other rates come as the next version of their series. */
async function applySheet(
  transaction: Transaction,
  sheet: CatalogueSnapshot['priceSheets'][number],
): Promise<'same' | 'added' | 'updated' | 'left'> {
  const series = sheet.id;
  const { provider, label, source, rows } = sheet;
  const seedHash = contentHash({ provider, label, source, rows });
  const last = await transaction.priceSheet.findFirst({
    where: { provider, series, status: { not: 'draft' } },
    orderBy: { version: 'desc' },
  });
  if (last !== null && last.seedHash === seedHash) return 'same';
  if (last !== null && last.origin === 'admin') return 'left';
  const latest = await transaction.priceSheet.aggregate({ where: { provider, series }, _max: { version: true } });
  const version = (latest._max.version ?? 0) + 1;
  const id = version === 1 ? sheet.id : `${sheet.id}.v${version}`;
  await transaction.priceSheet.create({
    data: { id, provider, series, version, label, source, origin: 'seed', seedHash },
  });
  await insertRates(transaction, id, rows);
  const now = new Date();
  // What the release says was known all along; only a newer release's rates are news.
  const known = last === null ? {} : { knownFrom: now };
  if (last !== null) {
    await transaction.priceSheet.update({
      where: { id: last.id },
      data: { status: 'superseded', knownTo: now, revision: { increment: 1 } },
    });
  }
  await transaction.priceSheet.update({
    where: { id },
    data: { status: 'published', publishedAt: now, contentHash: await hashOfRows(transaction, id), ...known },
  });
  return last === null ? 'added' : 'updated';
}
