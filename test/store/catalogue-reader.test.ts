/** The catalogue in memory: current within a moment, never mixed, and still there when the database is not. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { followCatalogue, type LiveCatalogue } from '../../src/store/catalogue-reader.js';
import { openDatabase } from '../../src/store/database.js';
import { startTemporaryDatabase } from '../../src/store/embedded/embedded-database.js';
import { migrate } from '../../src/store/migrate.js';
import { applySeed } from '../../src/store/seed.js';
import { writesTo } from '../../src/store/writes.js';
import { createTestDatabase } from '../support/database.js';
import { accelerator, smallSnapshot } from '../support/small-catalogue.js';

let reader: LiveCatalogue | undefined;
afterEach(async () => {
  await reader?.stop();
  reader = undefined;
});

const { client, connectionString } = await createTestDatabase();
await applySeed(client, smallSnapshot());
const follow = (onTrouble = vi.fn(), pollSeconds = 600) =>
  followCatalogue({ database: client, connectionString, pollSeconds, onTrouble });

const add = (id: string) =>
  writesTo(client).transact((session) => session.catalogue.create('accelerators', id, accelerator({ id })));

describe('a reader', () => {
  it('sees what another wrote, without being asked', async () => {
    reader = await follow();
    const before = reader.current().catalogue.version;
    await add('announced');
    await vi.waitFor(() => expect(reader?.current().catalogue.acceleratorsById.has('announced')).toBe(true));
    expect(reader.current().catalogue.version).not.toBe(before);
    expect(reader.current().isStale).toBe(false);
  });

  it('sees its own write after a refresh', async () => {
    reader = await follow();
    await add('own');
    await reader.refresh();
    expect(reader.current().entry('accelerators', 'own')?.origin).toBe('admin');
  });

  it('keeps the last catalogue when what is stored is broken, and says so', async () => {
    const onTrouble = vi.fn();
    reader = await follow(onTrouble);
    const before = reader.current().catalogue.version;
    await client.$executeRaw`UPDATE "InstanceFamily" SET "facts" = jsonb_set("facts", '{accelerators}', '["nothing"]') WHERE "id" = 'mid'`;
    await vi.waitFor(() => expect(onTrouble).toHaveBeenCalled());
    expect(reader.current().catalogue.version).toBe(before);
    await client.$executeRaw`UPDATE "InstanceFamily" SET "facts" = jsonb_set("facts", '{accelerators}', '["a10"]') WHERE "id" = 'mid'`;
    await reader.refresh();
    expect(reader.current().catalogue.version).toBe(before);
  });

  it('reads again only what was written', async () => {
    reader = await follow();
    const before = reader.current().catalogue.snapshot;
    await add('single');
    await reader.refresh();
    const after = reader.current().catalogue.snapshot;
    expect(after.accelerators.length).toBe(before.accelerators.length + 1);
    expect(after.models[0]).toBe(before.models[0]);
    expect(after.priceSheets[0]?.rows).toBe(before.priceSheets[0]?.rows);
  });
});

describe('without its database', () => {
  it('goes on from the last catalogue, marked stale; writes are refused; and it recovers by itself', async () => {
    const server = await startTemporaryDatabase();
    const url = server.url('postgres');
    await migrate(url);
    const own = openDatabase(url, { poolSize: 2 });
    await applySeed(own, smallSnapshot());
    reader = await followCatalogue({
      database: own,
      connectionString: url,
      pollSeconds: 1,
      onTrouble: () => undefined,
    });
    const version = reader.current().catalogue.version;
    expect(reader.current().isStale).toBe(false);
    await server.stop();
    await vi.waitFor(() => expect(reader?.current().isStale).toBe(true), { timeout: 10_000 });
    expect(reader.current().catalogue.version).toBe(version);
    await expect(
      writesTo(own).transact((session) => session.catalogue.create('accelerators', 'x', accelerator({ id: 'x' }))),
    ).rejects.toMatchObject({ code: 'database-unavailable' });
    await reader.stop();
    reader = undefined;
    await own.$disconnect();
  });

  it('is current again as soon as the database is back', async () => {
    reader = await follow(vi.fn(), 1);
    const cut = () => client.$queryRaw<unknown[]>`SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> 'cardwise'`;
    await vi.waitFor(async () => expect(await cut()).toHaveLength(1));
    await vi.waitFor(() => expect(reader?.current().isStale).toBe(true), { timeout: 5000, interval: 5 });
    await vi.waitFor(() => expect(reader?.current().isStale).toBe(false), { timeout: 10_000 });
    await add('after');
    await vi.waitFor(() => expect(reader?.current().catalogue.acceleratorsById.has('after')).toBe(true), {
      timeout: 10_000,
    });
  });
});
