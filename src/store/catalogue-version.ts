/** Notices that the catalogue has changed, here or on another replica. */
import pg from 'pg';
import type { Database, Transaction } from './database.js';

export async function readCatalogueVersion(database: Database | Transaction): Promise<bigint> {
  const row = await database.catalogueVersion.findUniqueOrThrow({ where: { id: 1 } });
  return row.version;
}

export interface CatalogueWatch {
  stop(): Promise<void>;
}

export interface CatalogueWatchOptions {
  readonly connectionString: string;
  readonly pollSeconds: number;
  /** Told each new version once, in order; also the present one when the watch starts. */
  readonly onVersion: (version: bigint) => void;
  /** Told after each time the database was asked and answered, whether or not anything is new. */
  readonly onAsked?: (version: bigint) => void;
  /** The database could not be asked; the watch goes on trying. */
  readonly onTrouble: (error: Error) => void;
}

/**
 * Listens for the database's announcements, and asks now and then as well: an announcement made while the connection was
 * down is lost. A lost connection is made again at the next turn, without end.
 */
export function watchCatalogueVersion(options: CatalogueWatchOptions): CatalogueWatch {
  const { connectionString, pollSeconds, onVersion, onAsked, onTrouble } = options;
  let client: pg.Client | undefined;
  let last = -1n;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();

  const tell = (version: bigint) => {
    if (isStopped || version <= last) return;
    last = version;
    onVersion(version);
  };
  const drop = async (broken: pg.Client | undefined) => {
    if (client === broken) client = undefined;
    await broken?.end().catch(() => undefined);
  };

  const ask = async () => {
    if (!client) {
      const made = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, keepAlive: true });
      made.on('notification', ({ payload }) => tell(BigInt(payload ?? 0)));
      made.on('error', (error) => {
        onTrouble(error);
        void drop(made);
      });
      client = made;
      await made.connect();
      await made.query('LISTEN catalogue_version');
    }
    const { rows } = await client.query('SELECT "version" FROM "CatalogueVersion" WHERE "id" = 1');
    const version = BigInt(rows[0].version);
    tell(version);
    onAsked?.(version);
  };

  const takeTurn = () => {
    turn = ask().catch(async (error: Error) => {
      if (!isStopped) onTrouble(error);
      await drop(client);
    });
    void turn.then(() => {
      if (isStopped) return;
      timer = setTimeout(takeTurn, (client ? pollSeconds : Math.min(pollSeconds, 2)) * 1000);
      timer.unref();
    });
  };
  takeTurn();

  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await turn;
      await drop(client);
    },
  };
}
