/** The one place where a Prisma client is made. */
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client.js';

export interface DatabaseOptions {
  readonly poolSize?: number;
  /** A connection in the pool failed; the pool makes another. */
  readonly onConnectionError?: (error: Error) => void;
}

/** A client for the whole life of the process (or of a test file). Nothing connects before the first query. */
export function openDatabase(connectionString: string, options: DatabaseOptions = {}): PrismaClient {
  const { poolSize = 10, onConnectionError = () => undefined } = options;
  const adapter = new PrismaPg(
    { connectionString, max: poolSize, connectionTimeoutMillis: 5_000, application_name: 'cardwise' },
    { onPoolError: onConnectionError, onConnectionError },
  );
  return new PrismaClient({ adapter });
}

export type Database = PrismaClient;
/** What a use case's writes get: the client, or the transaction it is in. */
export type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];
