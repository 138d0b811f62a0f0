/** The HTTP service on a catalogue in memory: what can be read and planned, and no database to write to. */
import { afterAll } from 'vitest';
import { type AppOptions, buildApp } from '../../src/app.js';
import { CATALOGUE_KINDS, type CatalogueKindName, keyOf } from '../../src/application/catalogue-kinds.js';
import { catalogueView } from '../../src/application/catalogue-view.js';
import type { ApiKey, CatalogueEntry, Clock } from '../../src/application/ports.js';
import { Problem } from '../../src/application/problems.js';
import { createUseCases, type Ports, type UseCases } from '../../src/application/use-cases.js';
import { type CatalogueSnapshot, evaluate, openCatalogue, recommend } from '../../src/engine/index.js';
import type { App } from '../../src/http/app-types.js';
import { smallSnapshot } from './small-catalogue.js';

export const TODAY = '2026-11-30';
export const fixedClock: Clock = { now: () => new Date(`${TODAY}T08:00:00.000Z`) };
const unavailable = async (): Promise<never> => {
  throw new Problem('database-unavailable');
};

export function memoryPorts(snapshot: CatalogueSnapshot = smallSnapshot(), keys: readonly StoredKey[] = []): Ports {
  const entries = Object.fromEntries(
    Object.values(CATALOGUE_KINDS).map((kind) => [
      kind.name,
      snapshot[kind.collection].map(
        (facts): CatalogueEntry => ({
          key: keyOf(kind, facts),
          facts,
          version: 1,
          origin: 'seed',
          isRetired: 'saleStatus' in facts && facts.saleStatus === 'retired',
          updatedAt: '2026-11-01T00:00:00.000Z',
        }),
      ),
    ]),
  ) as unknown as Record<CatalogueKindName, CatalogueEntry[]>;
  const view = catalogueView(openCatalogue(snapshot), entries, fixedClock.now());
  return {
    engine: { recommend, evaluate },
    clock: fixedClock,
    reader: { current: () => view, refresh: async () => undefined },
    writes: { transact: unavailable },
    priceSheets: { list: unavailable, find: unavailable, rows: unavailable },
    keyRing: {
      find: (prefix) => keys.find(({ key }) => key.prefix === prefix),
      refresh: async () => undefined,
    },
    keys: { list: unavailable, find: unavailable },
    audit: { list: unavailable },
    health: { isReachable: async () => false },
  };
}

export interface StoredKey {
  readonly key: ApiKey;
  readonly secretHash: string;
}

export interface TestApp {
  readonly app: App;
  readonly useCases: UseCases;
}

const opened: App[] = [];

/** Call at the top of a test file; closed after its tests. */
export async function testApp(ports: Partial<Ports> = {}, options: Partial<AppOptions> = {}): Promise<TestApp> {
  const useCases = createUseCases({ ...memoryPorts(), ...ports });
  const app = await buildApp(useCases, {
    auth: 'open',
    version: '0.0.0-test',
    limits: { read: 1e6, plan: 1e6, write: 1e6 },
    ...options,
  });
  await app.ready();
  opened.push(app);
  return { app, useCases };
}

afterAll(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
});
