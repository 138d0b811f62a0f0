/** Whether this process lives, and whether it can answer. */
import type { CatalogueReader, Clock, StoreHealth } from './ports.js';
import { type PriceFreshness, priceFreshness } from './price-freshness.js';
import { Problem } from './problems.js';

export interface Readiness {
  readonly isReady: boolean;
  readonly isDraining: boolean;
  readonly database: 'reachable' | 'unreachable';
  /** null: nothing was read yet. */
  readonly catalogue: { readonly version: string; readonly ageSeconds: number; readonly isStale: boolean } | null;
  /** How old each provider's prices are; stale ones are no reason to be unready. */
  readonly prices: readonly PriceFreshness[];
}

export interface CatalogueAge {
  readonly seconds: number;
  readonly isStale: boolean;
}

/** Seconds since the catalogue was last known to be current; undefined before it was read. */
export function ageOfCatalogue(reader: CatalogueReader, clock: Clock): CatalogueAge | undefined {
  try {
    const { confirmedAt, isStale } = reader.current();
    return { seconds: Math.max(0, Math.floor((clock.now().getTime() - confirmedAt.getTime()) / 1000)), isStale };
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/**
 * Ready means: able to answer. Without its database the service still plans and reads from the last catalogue, so taking
 * it out of rotation would turn a loss of writes into a loss of everything.
 */
export function readiness(
  store: StoreHealth,
  reader: CatalogueReader,
  clock: Clock,
): (isDraining: boolean) => Promise<Readiness> {
  return async (isDraining) => {
    const age = ageOfCatalogue(reader, clock);
    return {
      isReady: age !== undefined && !isDraining,
      isDraining,
      database: (await store.isReachable()) ? 'reachable' : 'unreachable',
      catalogue:
        age === undefined
          ? null
          : { version: reader.current().catalogue.version, ageSeconds: age.seconds, isStale: age.isStale },
      prices: age === undefined ? [] : pricesOf(reader, clock),
    };
  };
}

/** For the probe and the metrics. */
export function pricesOf(reader: CatalogueReader, clock: Clock): readonly PriceFreshness[] {
  return priceFreshness(reader.current().catalogue, clock.now().toISOString().slice(0, 10));
}
