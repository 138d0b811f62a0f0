/** API keys: rows, and the ring in memory that every request asks. */
import type { ApiKey, KeyReader, KeyRing, KeyWriter, Scope } from '../application/ports.js';
import type { Database, Transaction } from './database.js';
import type { ApiKeyModel } from './generated/models.js';
import { asked } from './store-errors.js';

function apiKeyOf(row: ApiKeyModel): ApiKey {
  return {
    id: row.id,
    tenant: row.tenant,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes as Scope[],
    rotates: row.rotatesId,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function findKey(database: Database | Transaction, id: string): Promise<ApiKey | undefined> {
  if (!UUID.test(id)) return undefined;
  const row = await database.apiKey.findUnique({ where: { id } });
  return row === null ? undefined : apiKeyOf(row);
}

export function keyReader(database: Database): KeyReader {
  return {
    list: () =>
      asked(async () =>
        (await database.apiKey.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })).map(apiKeyOf),
      ),
    find: (id) => asked(() => findKey(database, id)),
  };
}

export function keyWriter(transaction: Transaction): KeyWriter {
  return {
    find: (id) => findKey(transaction, id),
    async count() {
      // Two processes that start at once must not both make a first key.
      await transaction.$executeRaw`LOCK TABLE "ApiKey" IN SHARE ROW EXCLUSIVE MODE`;
      return transaction.apiKey.count();
    },
    async create({ tenant, name, prefix, secretHash, scopes, rotates, expiresAt }, actor) {
      return apiKeyOf(
        await transaction.apiKey.create({
          data: {
            tenant,
            name,
            prefix,
            secretHash,
            scopes: [...scopes],
            rotatesId: rotates,
            expiresAt,
            createdBy: actor.id,
          },
        }),
      );
    },
    async expire(id, expiresAt) {
      return apiKeyOf(
        await transaction.apiKey.update({ where: { id }, data: { expiresAt, version: { increment: 1 } } }),
      );
    },
    async revoke(id, revokedAt) {
      return apiKeyOf(
        await transaction.apiKey.update({ where: { id }, data: { revokedAt, version: { increment: 1 } } }),
      );
    },
  };
}

export interface LiveKeyRing extends KeyRing {
  stop(): void;
}

export interface KeyRingOptions {
  readonly database: Database;
  /** How long a key that was revoked on another replica may go on working here. */
  readonly pollSeconds: number;
  readonly onTrouble: (error: unknown, what: string) => void;
}

/** Reads all keys and goes on following them. While the database is away, those that were known go on working. */
export async function followKeys({ database, pollSeconds, onTrouble }: KeyRingOptions): Promise<LiveKeyRing> {
  let byPrefix = new Map<string, { key: ApiKey; secretHash: string }>();
  const read = async () => {
    const rows = await database.apiKey.findMany({ where: { revokedAt: null } });
    byPrefix = new Map(rows.map((row) => [row.prefix, { key: apiKeyOf(row), secretHash: row.secretHash }]));
  };
  const refresh = () => read().catch((error: unknown) => onTrouble(error, 'the API keys could not be read'));
  await read();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const wait = () => {
    timer = setTimeout(async () => {
      await refresh();
      if (!isStopped) wait();
    }, pollSeconds * 1000);
    timer.unref();
  };
  wait();
  return {
    find: (prefix) => byPrefix.get(prefix),
    refresh,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
