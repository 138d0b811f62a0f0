/** Price sheets: heads and rows. What is published the database itself keeps as it is. */
import type { PriceSheetHead, PriceSheetReader, PriceSheetWriter } from '../application/ports.js';
import { Problem } from '../application/problems.js';
import { copyPriceRows } from './copy-price-rows.js';
import type { Database, Transaction } from './database.js';
import type { PriceSheetModel } from './generated/models.js';
import { insertPriceRows } from './insert-price-rows.js';
import { priceRowOf, RATE_COLUMNS } from './read-snapshot.js';
import { asked } from './store-errors.js';

function headOf(row: PriceSheetModel & { _count: { rows: number } }): PriceSheetHead {
  return {
    id: row.id,
    provider: row.provider,
    series: row.series,
    version: row.version,
    status: row.status as PriceSheetHead['status'],
    label: row.label,
    source: row.source,
    note: row.note,
    rowCount: row._count.rows,
    contentHash: row.contentHash,
    requiresApproval: row.requiresApproval,
    revision: row.revision,
    origin: row.origin as PriceSheetHead['origin'],
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    knownTo: row.knownTo?.toISOString() ?? null,
  };
}

const COUNTED = { _count: { select: { rows: true } } } as const;

export async function findSheetHead(database: Database | Transaction, id: string): Promise<PriceSheetHead | undefined> {
  const row = await database.priceSheet.findUnique({ where: { id }, include: COUNTED });
  return row === null ? undefined : headOf(row);
}

export function priceSheetReader(database: Database): PriceSheetReader {
  return {
    list: ({ provider, series, status, afterId, limit }) =>
      asked(async () => {
        const rows = await database.priceSheet.findMany({
          where: {
            ...(provider === undefined ? {} : { provider }),
            ...(series === undefined ? {} : { series }),
            ...(status === undefined ? {} : { status }),
            ...(afterId === undefined ? {} : { id: { gt: afterId } }),
          },
          orderBy: { id: 'asc' },
          take: limit,
          include: COUNTED,
        });
        return rows.map(headOf);
      }),
    find: (id) => asked(() => findSheetHead(database, id)),
    rows: (id, after, limit) =>
      asked(async () => {
        const rows = await database.$queryRaw<({ position: number } & Record<string, unknown>)[]>`
          SELECT "id"::float8 AS "position", ${RATE_COLUMNS} FROM "PriceRow"
           WHERE "sheet" = ${id} AND "id" > ${after}::bigint ORDER BY "PriceRow"."id" LIMIT ${limit}`;
        return rows.map(({ position, ...rate }) => ({ position, row: priceRowOf(rate) }));
      }),
  };
}

export function priceSheetWriter(transaction: Transaction): PriceSheetWriter {
  const find = async (id: string) => {
    await transaction.$queryRaw`SELECT "id" FROM "PriceSheet" WHERE "id" = ${id} FOR UPDATE`;
    return findSheetHead(transaction, id);
  };
  const headAfter = async (id: string): Promise<PriceSheetHead> => {
    const head = await findSheetHead(transaction, id);
    if (head === undefined) throw new Problem('not-found');
    return head;
  };
  const addRows: PriceSheetWriter['addRows'] = async (id, rows) => {
    const refused = await insertPriceRows(transaction, id, rows);
    await transaction.priceSheet.update({ where: { id }, data: { revision: { increment: 1 } } });
    return { head: await headAfter(id), clashes: refused.map((index) => ({ index })) };
  };

  return {
    find,
    async create({ provider, series, label, source, note, requiresApproval = false }, actor) {
      // Versions of a series follow each other: one draft at a time gets its number.
      await transaction.$queryRaw`SELECT "id" FROM "Provider" WHERE "id" = ${provider} FOR UPDATE`;
      const last = await transaction.priceSheet.aggregate({ where: { provider, series }, _max: { version: true } });
      const version = (last._max.version ?? 0) + 1;
      const id = `${provider}-${series}-v${version}`;
      const draft = { id, provider, series, version, label, source, note, requiresApproval };
      const data = { ...draft, origin: 'admin', createdBy: actor.id };
      return headOf(await transaction.priceSheet.create({ data, include: COUNTED }));
    },
    async putRows(id, rows) {
      await transaction.priceRow.deleteMany({ where: { sheet: id } });
      return addRows(id, rows);
    },
    addRows,
    async discard(id) {
      await transaction.priceSheet.delete({ where: { id } });
    },
    async publish(id, actor) {
      const sheet = await transaction.priceSheet.findUniqueOrThrow({ where: { id } });
      const { provider, series } = sheet;
      // One publication of a series at a time: the later one has to see what the earlier one published, to supersede it.
      await transaction.$queryRaw`SELECT "id" FROM "Provider" WHERE "id" = ${provider} FOR NO KEY UPDATE`;
      const now = new Date();
      await transaction.priceSheet.updateMany({
        where: { provider, series, status: 'published' },
        data: { status: 'superseded', knownTo: now, revision: { increment: 1 } },
      });
      await transaction.priceSheet.update({
        where: { id },
        data: {
          status: 'published',
          knownFrom: now,
          publishedAt: now,
          approvedBy: actor.id,
          contentHash: await hashOfRows(transaction, id),
          revision: { increment: 1 },
        },
      });
      return headAfter(id);
    },
    async contributors(id) {
      const rows = await transaction.$queryRaw<{ actor: string }[]>`
        SELECT DISTINCT "actor" FROM "AuditEvent"
         WHERE "subjectKind" = 'price-sheets' AND "subjectId" = ${id} AND "action" <> 'publish'`;
      return rows.map(({ actor }) => actor);
    },
    places: (id) =>
      transaction.$queryRaw<{ region: string | null; area: string | null }[]>`
        SELECT DISTINCT "region", "area" FROM "PriceRow" WHERE "sheet" = ${id}`,
    copyRows: (id, from) => copyPriceRows(transaction, id, from),
    async publishedOf(provider, series) {
      const found = await transaction.priceSheet.findFirst({
        where: { provider, series, status: 'published' },
        include: COUNTED,
      });
      return found === null ? undefined : headOf(found);
    },
  };
}

/** The same rates in any order have the same hash. Reckoned in the database: a sheet may have a million of them. */
export async function hashOfRows(transaction: Transaction, sheet: string): Promise<string> {
  const [found] = await transaction.$queryRaw<{ hash: string }[]>`
    SELECT encode(sha256(convert_to(coalesce(string_agg("line", '' ORDER BY "line"), ''), 'UTF8')), 'hex') AS "hash"
      FROM (SELECT md5(to_jsonb(rate)::text) AS "line"
              FROM (SELECT ${RATE_COLUMNS} FROM "PriceRow" WHERE "sheet" = ${sheet}) rate) lines`;
  return found?.hash ?? '';
}
