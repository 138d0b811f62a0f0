/**
 * The service itself, in this process, on the catalogue that comes with the program: what can be planned without a
 * database. The command line asks it as it asks any other, so an answer has the same bytes whoever gives it.
 */
import type { AddressInfo } from 'node:net';
import { readSeed } from '../../prisma/seed/read-seed.js';
import { buildApp } from '../app.js';
import { inProcessEngine } from '../application/in-process-engine.js';
import { Problem } from '../application/problems.js';
import { createUseCases, type Ports } from '../application/use-cases.js';
import type { Catalogue } from '../engine/index.js';
import { openCatalogue } from '../engine/index.js';
import { ENGINE_VERSION } from '../engine/version.js';
import { loadSolver } from '../solver.js';
import { openEnginePool } from '../workers/engine-pool.js';

export interface LocalService {
  readonly baseUrl: string;
  readonly catalogue: Catalogue;
  close(): Promise<void>;
}

const UNLIMITED = { read: 1e9, plan: 1e9, write: 1e9, failed: 1e9 };

const NO_SERVER = {
  en: 'This needs a server: give --server (or CARDWISE_SERVER). Without one only planning is possible.',
  zh: '此操作需要服务器：请指定 --server（或 CARDWISE_SERVER）。未连接服务器时仅支持规划。',
};

/** Everything that would need a database says so. */
const absent: unknown = new Proxy(() => undefined, {
  get: () => absent,
  apply: () => {
    throw new Problem('database-unavailable', { detail: NO_SERVER });
  },
});

/** Ports that a service may lack. */
const OPTIONAL = new Set(['calibrations', 'priceBooks']);

export async function startLocalService(today: Date): Promise<LocalService> {
  const catalogue = openCatalogue(readSeed());
  const pool = openEnginePool();
  const view = { catalogue, entries: () => [], entry: () => undefined, confirmedAt: today, isStale: false };
  const given: Partial<Ports> = {
    engine: inProcessEngine(await loadSolver()),
    batchEngine: { width: pool.size * 2, recommend: pool.recommend },
    clock: { now: () => today },
    reader: { current: () => view, refresh: async () => undefined },
    // Nobody looks later at what was asked here.
    questions: { note: () => undefined, latest: async () => [] },
  };
  const ports = new Proxy(given as Ports, {
    get: (own, name) => Reflect.get(own, name) ?? (OPTIONAL.has(String(name)) ? undefined : absent),
  });
  const app = await buildApp(createUseCases(ports), {
    auth: 'open',
    version: ENGINE_VERSION,
    limits: UNLIMITED,
    maxEventLoopDelayMs: 1e9,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    catalogue,
    async close() {
      app.server.closeAllConnections();
      await app.close();
      await pool.close();
    },
  };
}
