/** Price books of tenants: rows, and the shelf in memory that every price asks. */
import type {
  PriceBookReader,
  PriceBookShelf,
  PriceBookTerms,
  PriceBookWriter,
  StoredPriceBook,
} from '../application/ports.js';
import type { PriceBook } from '../engine/pricing/schemas.js';
import type { Database, Transaction } from './database.js';
import type { Prisma } from './generated/client.js';
import type { PriceBookModel } from './generated/models.js';
import { asked } from './store-errors.js';

function storedOf(row: PriceBookModel): StoredPriceBook {
  return {
    name: row.name,
    tenant: row.tenant,
    apiKey: row.apiKey,
    terms: row.facts as unknown as PriceBookTerms,
    version: row.version,
    createdBy: row.createdBy,
    updatedAt: row.updatedAt.toISOString(),
  };
}

async function find(
  database: Database | Transaction,
  tenant: string,
  name: string,
): Promise<StoredPriceBook | undefined> {
  const row = await database.priceBook.findUnique({ where: { tenant_name: { tenant, name } } });
  return row === null || row.retiredAt !== null ? undefined : storedOf(row);
}

export function priceBookReader(database: Database): PriceBookReader {
  return {
    list: (tenant) =>
      asked(async () => {
        const rows = await database.priceBook.findMany({
          where: { tenant, retiredAt: null },
          orderBy: { name: 'asc' },
        });
        return rows.map(storedOf);
      }),
    find: (tenant, name) => asked(() => find(database, tenant, name)),
  };
}

export function priceBookWriter(transaction: Transaction): PriceBookWriter {
  return {
    async find(tenant, name) {
      await transaction.$queryRaw`
        SELECT "id" FROM "PriceBook" WHERE "tenant" = ${tenant} AND "name" = ${name} FOR UPDATE`;
      return find(transaction, tenant, name);
    },
    async put({ tenant, name, apiKey, terms }, actor) {
      const facts = terms as unknown as Prisma.InputJsonValue;
      return storedOf(
        await transaction.priceBook.upsert({
          where: { tenant_name: { tenant, name } },
          create: { tenant, name, apiKey, facts, createdBy: actor.id },
          update: { apiKey, facts, retiredAt: null, version: { increment: 1 } },
        }),
      );
    },
    async boundTo(tenant, apiKey) {
      const row = await transaction.priceBook.findFirst({ where: { tenant, apiKey, retiredAt: null } });
      return row?.name;
    },
    async retire(tenant, name) {
      await transaction.priceBook.update({
        where: { tenant_name: { tenant, name } },
        data: { retiredAt: new Date(), version: { increment: 1 } },
      });
    },
  };
}

/** Reads all books; whoever follows the catalogue's version refreshes it. */
export async function openPriceBookShelf(
  database: Database,
  onTrouble: (error: unknown, what: string) => void,
): Promise<PriceBookShelf> {
  let ofKey = new Map<string, PriceBook>();
  let ofTenant = new Map<string, PriceBook>();
  const read = async () => {
    const rows = await database.priceBook.findMany({
      where: { retiredAt: null },
      orderBy: [{ tenant: 'asc' }, { name: 'asc' }],
    });
    const keys = new Map<string, PriceBook>();
    const tenants = new Map<string, PriceBook>();
    for (const row of rows) {
      const { name, tenant, apiKey, terms, version } = storedOf(row);
      const book: PriceBook = { id: name, version, ...terms };
      if (apiKey !== null) keys.set(`${tenant} ${apiKey}`, book);
      // The first by name: a second book for the whole tenant is refused when it is written.
      else if (!tenants.has(tenant)) tenants.set(tenant, book);
    }
    ofKey = keys;
    ofTenant = tenants;
  };
  await read();
  return {
    of: (tenant, apiKey) => ofKey.get(`${tenant} ${apiKey}`) ?? ofTenant.get(tenant) ?? null,
    refresh: () => read().catch((error: unknown) => onTrouble(error, 'the price books could not be read')),
  };
}
