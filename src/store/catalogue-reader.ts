/**
 * The catalogue in memory, kept current: read whole when the database announces a change (or at the next poll), swapped
 * in one step. While the database cannot be asked the last one stays, marked stale.
 */

import type { CatalogueReader, CatalogueView } from '../application/ports.js';
import { Problem } from '../application/problems.js';
import { openCatalogue } from '../engine/catalogue/snapshot.js';
import { type CatalogueWatch, readCatalogueVersion, watchCatalogueVersion } from './catalogue-version.js';
import { catalogueView } from './catalogue-view.js';
import type { Database } from './database.js';
import { emptyCache, readSnapshot } from './read-snapshot.js';

export interface ReaderOptions {
  readonly database: Database;
  readonly connectionString: string;
  readonly pollSeconds: number;
  /** Something did not work; the last catalogue stays in use. */
  readonly onTrouble: (error: unknown, what: string) => void;
  readonly onRefreshed?: (view: CatalogueView) => void;
}

export interface LiveCatalogue extends CatalogueReader {
  stop(): Promise<void>;
}

/** Reads the catalogue and goes on following it. Rejects when the first one cannot be read or is broken. */
export async function followCatalogue(options: ReaderOptions): Promise<LiveCatalogue> {
  const { database, connectionString, pollSeconds, onTrouble, onRefreshed } = options;
  const cache = emptyCache();
  let view: CatalogueView | undefined;
  let counted = -1n;
  let confirmedAt = new Date(0);
  let isStale = false;
  let running: Promise<void> = Promise.resolve();

  const read = async () => {
    if (view !== undefined && (await readCatalogueVersion(database)) === counted) {
      confirm();
      return;
    }
    const asOf = new Date();
    const next = await readSnapshot(database, cache);
    view = catalogueView(openCatalogue(next.snapshot), next.entries, asOf);
    counted = next.counted;
    confirm(asOf);
    onRefreshed?.(view);
  };
  const confirm = (at = new Date()) => {
    confirmedAt = at;
    isStale = false;
  };
  /** One after the other: whoever waits sees what was written before it asked. */
  const refresh = (): Promise<void> => {
    const next = running.then(read);
    running = next.catch(() => undefined);
    return next;
  };

  await refresh();
  const watch: CatalogueWatch = watchCatalogueVersion({
    connectionString,
    pollSeconds,
    onVersion: () => void refresh().catch((error) => onTrouble(error, 'the catalogue could not be read')),
    onAsked: (version) => {
      if (version === counted) confirm();
    },
    onTrouble: (error) => {
      isStale = true;
      onTrouble(error, 'the database cannot be asked for changes');
    },
  });

  return {
    current() {
      if (view === undefined) throw new Problem('not-ready');
      return { ...view, confirmedAt, isStale };
    },
    // A reader that cannot read now learns of the change later; what was written stays written.
    refresh: () => refresh().catch((error) => onTrouble(error, 'the catalogue could not be read')),
    async stop() {
      await watch.stop();
      await running;
    },
  };
}
