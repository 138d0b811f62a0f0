import { afterEach, describe, expect, it, vi } from 'vitest';
import { type CatalogueWatch, readCatalogueVersion, watchCatalogueVersion } from '../../src/store/catalogue-version.js';
import { createTestDatabase } from '../support/database.js';

const { client, connectionString } = await createTestDatabase();
let made = 0;

async function addProvider(): Promise<string> {
  made += 1;
  const id = `provider-${made}`;
  await client.provider.create({ data: { id, facts: { id } } });
  return id;
}

describe('the catalogue version', () => {
  it('counts a transaction once, however much it writes', async () => {
    const before = await readCatalogueVersion(client);
    await client.$transaction(async (transaction) => {
      for (const id of ['a', 'b', 'c']) await transaction.provider.create({ data: { id, facts: { id } } });
    });
    expect(await readCatalogueVersion(client)).toBe(before + 1n);
  });

  it('does not count what was rolled back', async () => {
    const before = await readCatalogueVersion(client);
    await expect(
      client.$transaction(async (transaction) => {
        await transaction.provider.create({ data: { id: 'gone', facts: { id: 'gone' } } });
        throw new Error('changed our mind');
      }),
    ).rejects.toThrow('changed our mind');
    expect(await readCatalogueVersion(client)).toBe(before);
  });

  it('does not count a write that changes nothing', async () => {
    const id = await addProvider();
    const before = await readCatalogueVersion(client);
    await client.$executeRaw`UPDATE "Provider" SET "version" = "version" WHERE "id" = ${id}`;
    expect(await readCatalogueVersion(client)).toBe(before);
  });

  it('counts a price sheet when it is published, not while it is a draft', async () => {
    const provider = await addProvider();
    const before = await readCatalogueVersion(client);
    const sheet = await client.priceSheet.create({
      data: { id: 's-1', provider, series: 's', version: 1, label: 's', source: 's' },
    });
    expect(await readCatalogueVersion(client)).toBe(before);
    await client.priceSheet.update({ where: { id: sheet.id }, data: { status: 'published' } });
    expect(await readCatalogueVersion(client)).toBe(before + 1n);
  });
});

describe('watchCatalogueVersion', () => {
  let watch: CatalogueWatch | undefined;
  afterEach(async () => {
    await watch?.stop();
  });

  it('tells the present version, and each new one at once', async () => {
    const seen: bigint[] = [];
    const onTrouble = vi.fn();
    watch = watchCatalogueVersion({ connectionString, pollSeconds: 600, onVersion: (v) => seen.push(v), onTrouble });
    const start = await readCatalogueVersion(client);
    await vi.waitFor(() => expect(seen).toEqual([start]));
    await addProvider();
    await vi.waitFor(() => expect(seen).toEqual([start, start + 1n]));
    expect(onTrouble).not.toHaveBeenCalled();
  });

  it('finds its way back after the connection was lost', async () => {
    const seen: bigint[] = [];
    const onTrouble = vi.fn();
    watch = watchCatalogueVersion({ connectionString, pollSeconds: 1, onVersion: (v) => seen.push(v), onTrouble });
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    await client.$queryRaw`SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
      WHERE query LIKE '%"CatalogueVersion"%' AND pid <> pg_backend_pid() AND datname = current_database()
        AND application_name <> 'cardwise'`;
    await vi.waitFor(() => expect(onTrouble).toHaveBeenCalled());
    await addProvider();
    await vi.waitFor(() => expect(seen).toHaveLength(2), { timeout: 5_000 });
  });
});
