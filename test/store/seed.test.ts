/** A release's catalogue: applied once, updating only what no admin changed. */
import { describe, expect, it } from 'vitest';
import type { CatalogueSnapshot } from '../../src/engine/catalogue/snapshot-schema.js';
import { openCatalogue } from '../../src/engine/index.js';
import { readSnapshot } from '../../src/store/read-snapshot.js';
import { applySeed } from '../../src/store/seed.js';
import { writesTo } from '../../src/store/writes.js';
import { createTestDatabase } from '../support/database.js';
import { accelerator, rate, smallSnapshot } from '../support/small-catalogue.js';

const ADMIN = { id: 'admin', tenant: 'default', requestId: 'r' };

async function seeded(seed = smallSnapshot()) {
  const { client } = await createTestDatabase();
  const report = await applySeed(client, seed);
  return { client, report, seed };
}

/** The next release: the same data with changes. */
function release(version: string, change: (next: CatalogueSnapshot) => void): CatalogueSnapshot {
  const next = structuredClone(smallSnapshot());
  next.version = version;
  change(next);
  return next;
}

describe('a first start', () => {
  it('adds everything, and what is read back is what was given', async () => {
    const { client, report, seed } = await seeded();
    expect(report).toMatchObject({ isApplied: true, updated: {}, left: [], retired: [], leftSheets: [] });
    expect(report.added).toMatchObject({ providers: 2, accelerators: 3, instanceTypes: 5 });
    const { snapshot } = await readSnapshot(client);
    const byId = (list: readonly { readonly id?: string }[]) =>
      [...list].sort((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1));
    for (const part of ['providers', 'accelerators', 'families', 'instanceTypes', 'models'] as const) {
      expect(byId(snapshot[part])).toEqual(byId(seed[part]));
    }
    const rows = (s: CatalogueSnapshot) =>
      s.priceSheets
        .flatMap((sheet) => sheet.rows)
        .map((row) => JSON.stringify(Object.entries(row).sort()))
        .sort();
    expect(rows(snapshot)).toEqual(rows(seed));
    expect(snapshot.priceSheets.every((sheet) => sheet.publishedAt === null && sheet.supersededAt === null)).toBe(true);
    openCatalogue(snapshot);
  });

  it('gives the same version on every database, and another one for other content', async () => {
    const [first, second] = [await seeded(), await seeded()];
    const version = (await readSnapshot(first.client)).snapshot.version;
    expect((await readSnapshot(second.client)).snapshot.version).toBe(version);
    await applySeed(
      second.client,
      release('r2', (next) => void next.accelerators.push(accelerator({ id: 'new' }))),
    );
    expect((await readSnapshot(second.client)).snapshot.version).not.toBe(version);
  });

  it('of two processes at once is one', async () => {
    const { client } = await createTestDatabase();
    const reports = await Promise.all([applySeed(client, smallSnapshot()), applySeed(client, smallSnapshot())]);
    expect(reports.map((report) => report.isApplied).sort()).toEqual([false, true]);
  });
});

describe('a second start', () => {
  it('changes nothing', async () => {
    const { client, seed } = await seeded();
    const before = await client.catalogueVersion.findUniqueOrThrow({ where: { id: 1 } });
    expect((await applySeed(client, seed)).isApplied).toBe(false);
    const same = await applySeed(client, { ...seed, version: 'the same under another name' });
    expect(same).toMatchObject({ isApplied: true, added: {}, updated: {}, left: [], retired: [] });
    const after = await client.catalogueVersion.findUniqueOrThrow({ where: { id: 1 } });
    expect(after.version).toBe(before.version);
    expect(await client.priceRow.count()).toBe(seed.priceSheets.reduce((n, sheet) => n + sheet.rows.length, 0));
  });
});

describe('a newer release', () => {
  it('adds and updates, but leaves what an admin changed, and says so', async () => {
    const { client } = await seeded();
    await writesTo(client).transact(async (session) => {
      const t4 = await session.catalogue.find('accelerators', 't4');
      await session.catalogue.replace('accelerators', 't4', { ...t4?.facts, tdpW: 71 });
      await session.audit(ADMIN, { action: 'replace', subjectKind: 'accelerators', subjectId: 't4' });
    });
    const report = await applySeed(
      client,
      release('r2', (next) => {
        for (const card of next.accelerators) card.tdpW = 99;
        next.accelerators.push(accelerator({ id: 'new' }));
      }),
    );
    expect(report).toMatchObject({
      added: { accelerators: 1 },
      updated: { accelerators: 2 },
      left: ['accelerators t4'],
    });
    const cards = (await readSnapshot(client)).snapshot.accelerators;
    expect(cards.map((card) => [card.id, card.tdpW])).toEqual([
      ['a10', 99],
      ['a100-sxm4-80gb', 99],
      ['new', 150],
      ['t4', 71],
    ]);
  });

  it('leaves an entry that an admin retired', async () => {
    const { client } = await seeded();
    await writesTo(client).transact((session) => session.catalogue.retire('instance-types', 'alpha/small.1'));
    await applySeed(
      client,
      release('r2', (next) => void next.accelerators.push(accelerator({ id: 'new' }))),
    );
    const { snapshot } = await readSnapshot(client);
    expect(snapshot.instanceTypes.find((type) => type.id === 'small.1')?.saleStatus).toBe('retired');
  });

  it('retires types that it no longer has, and brings them back when it has them again', async () => {
    const { client, seed } = await seeded();
    const without = release('r2', (next) => {
      next.instanceTypes = next.instanceTypes.filter((type) => type.id !== 'small.1');
      next.availability = next.availability.filter((row) => row.instanceType !== 'small.1');
      for (const sheet of next.priceSheets) sheet.rows = sheet.rows.filter((row) => row.sku !== 'small.1');
    });
    expect((await applySeed(client, without)).retired).toContain('instanceTypes alpha/small.1');
    const gone = (await readSnapshot(client)).snapshot;
    expect(gone.instanceTypes.find((type) => type.id === 'small.1')?.saleStatus).toBe('retired');
    await applySeed(client, { ...seed, version: 'r3' });
    const back = (await readSnapshot(client)).snapshot;
    expect(back.instanceTypes.find((type) => type.id === 'small.1')?.saleStatus).toBe('general');
  });

  it('brings other rates as the next version of their sheet, keeping the old one', async () => {
    const { client } = await seeded();
    const report = await applySeed(
      client,
      release('r2', (next) => {
        for (const row of next.priceSheets[0]?.rows ?? []) row.price = '7';
      }),
    );
    expect(report.updated).toMatchObject({ priceSheets: 1 });
    const { snapshot } = await readSnapshot(client);
    const sheets = snapshot.priceSheets.filter((sheet) => sheet.provider === 'alpha');
    expect(sheets.map((sheet) => [sheet.version, sheet.supersededAt === null])).toEqual([
      [1, false],
      [2, true],
    ]);
    expect(sheets[1]?.rows.every((row) => row.price === '7')).toBe(true);
    expect(sheets[1]?.publishedAt).toBe(sheets[0]?.supersededAt);
  });

  it('leaves a sheet that an admin’s own version follows', async () => {
    const { client, seed } = await seeded();
    const [sheet] = seed.priceSheets;
    if (sheet === undefined) throw new Error('no sheet');
    await writesTo(client).transact(async (session) => {
      const draft = await session.priceSheets.create(
        { provider: sheet.provider, series: sheet.id, label: 'ours', source: 'us', note: null },
        ADMIN,
      );
      await session.priceSheets.putRows(draft.id, [
        rate({ provider: sheet.provider, sku: 'mid.1', region: 'a-south', price: '1' }),
      ]);
      await session.priceSheets.publish(draft.id, ADMIN);
    });
    const report = await applySeed(
      client,
      release('r2', (next) => {
        for (const row of next.priceSheets[0]?.rows ?? []) row.price = '7';
      }),
    );
    expect(report.leftSheets).toEqual([sheet.id]);
    const { snapshot } = await readSnapshot(client);
    const current = snapshot.priceSheets.filter((s) => s.provider === sheet.provider && s.supersededAt === null);
    expect(current.flatMap((s) => s.rows.map((row) => row.price))).toEqual(['1']);
  });

  it('keeps two sources for one rate, counting the one that was seen later', async () => {
    const seed = smallSnapshot();
    const [sheet] = seed.priceSheets;
    const [first] = sheet?.rows ?? [];
    if (sheet === undefined || first === undefined) throw new Error('no rates');
    sheet.rows.push({ ...first, price: '1.11', asOfDay: '2026-09-01', asOf: '2026-09-01', source: 'seen later' });
    const { client } = await seeded(seed);
    const rows = (await readSnapshot(client)).snapshot.priceSheets
      .flatMap((s) => s.rows)
      .filter(
        (row) => row.sku === first.sku && row.provider === first.provider && row.billingMode === first.billingMode,
      );
    expect(rows.map((row) => [row.price, row.isComparable ?? true]).sort()).toEqual(
      [
        ['1.11', true],
        [first.price, false],
      ].sort(),
    );
  });
});
