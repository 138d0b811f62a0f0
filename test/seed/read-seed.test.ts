import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSeed, SEED_DATA_DIRECTORY } from '../../prisma/seed/read-seed.js';
import { openCatalogue } from '../../src/engine/catalogue/snapshot.js';

const folder = mkdtempSync(join(tmpdir(), 'seed-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A seed of one provider, written as the data folder is. */
function writeSeed(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(folder, 'one-'));
  const all = {
    'providers/acme/provider.json': '{"nameEn":"Acme","nameZh":"Acme","kind":"cloud","billing":{},"from":"page"}',
    'providers/acme/sources.json':
      '{"page":{"source":"a page","asOf":"2026","asOfDay":"2026-05-01","confidence":"official"}}',
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

describe('readSeed', () => {
  it('fills what is not there: unknown as null, lists as empty, also inside nested objects', () => {
    const { providers, instanceTypes } = readSeed(
      writeSeed({
        'providers/acme/instance-types.ndjson': '{"id":"x.1","family":"x","saleStatus":"unknown","from":"page"}\n',
      }),
    );
    expect(providers[0]?.billing).toEqual({
      modes: [],
      incrementSeconds: null,
      minimumSeconds: null,
      billsWhileStopped: null,
      pricesIncludeTax: null,
      termDiscounts: [],
      hourlySteps: [],
      spotInterruptionNoticeSeconds: null,
    });
    expect(instanceTypes[0]).toMatchObject({ provider: 'acme', accelerator: null, vcpu: null, otherSources: [] });
    expect(instanceTypes[0]?.provenance).toEqual({ source: 'a page', asOf: '2026', confidence: 'official' });
  });

  it('spreads one line of availability over its regions and zones', () => {
    const { availability } = readSeed(
      writeSeed({
        'providers/acme/availability.ndjson':
          '{"instanceType":"x.1","saleStatus":"general","in":{"r1":["r1-a","r1-b"],"r2":[]},"from":"page"}\n',
      }),
    );
    expect(availability.map(({ region, zone }) => [region, zone])).toEqual([
      ['r1', 'r1-a'],
      ['r1', 'r1-b'],
      ['r2', null],
    ]);
  });

  it('gives a price row the defaults of its sheet and the day of its source', () => {
    const { priceSheets } = readSeed(
      writeSeed({
        'providers/acme/price-sheets/acme-1.ndjson':
          '{"label":"l","source":"s","defaults":{"currency":"USD","billingMode":"on-demand","unit":"hour","skuKind":"instance","from":"page"}}\n{"region":"r1","sku":"x.1","price":"1.5"}\n',
      }),
    );
    expect(priceSheets[0]?.rows[0]).toEqual({
      provider: 'acme',
      currency: 'USD',
      billingMode: 'on-demand',
      unit: 'hour',
      skuKind: 'instance',
      region: 'r1',
      sku: 'x.1',
      price: '1.5',
      effectiveFrom: null,
      source: 'a page',
      asOf: '2026',
      asOfDay: '2026-05-01',
      confidence: 'official',
    });
  });

  it('names the file and line that is not JSON, and the source that is not there', () => {
    expect(() => readSeed(writeSeed({ 'providers/acme/families.ndjson': '{"id":"x"\n' }))).toThrow(
      'providers/acme/families.ndjson:1 is not JSON',
    );
    expect(() => readSeed(writeSeed({ 'providers/acme/families.ndjson': '{"id":"x","from":"hearsay"}\n' }))).toThrow(
      'no source named hearsay',
    );
  });

  it('gives equal versions to equal content only', () => {
    const one = readSeed(writeSeed({ 'models/a.ndjson': '' })).version;
    const same = readSeed(writeSeed({ 'models/a.ndjson': '' })).version;
    const other = readSeed(writeSeed({ 'models/a.ndjson': '{"id":"m"}\n' })).version;
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });
});

describe('the committed data', () => {
  const snapshot = readSeed();
  const type = (provider: string, id: string) =>
    snapshot.instanceTypes.find((t) => t.provider === provider && t.id === id);
  const rates = (sku: string, mode: string) =>
    snapshot.priceSheets
      .flatMap((sheet) => sheet.rows)
      .filter(
        (row) => row.sku === sku && row.billingMode === mode && row.skuKind === 'instance' && row.currency === 'CNY',
      );

  it('shows the memory of one card, never of all of them: eight H200 are 8 × 141 GiB = 1,128 (CT-012)', () => {
    const h200 = snapshot.accelerators.find((a) => a.id === 'h200-sxm-141gb');
    expect([h200?.memoryGiB, 8 * (h200?.memoryGiB ?? 0)]).toEqual([141, 1128]);
  });

  it('sells no retired type as if it could be bought: g2.8xlarge is not offered (CT-016)', () => {
    const found = snapshot.instanceTypes.filter((t) => t.provider === 'aws' && t.id.startsWith('g2.'));
    expect(found.filter((t) => t.saleStatus !== 'retired')).toEqual([]);
  });

  it('opens as a catalogue', () => {
    expect(openCatalogue(snapshot).offers.length).toBeGreaterThan(3500);
  });

  it('spells fractions one way: the share, and the memory of the slice', () => {
    const slice = (provider: string, id: string) => {
      const t = type(provider, id);
      return [t?.acceleratorCount, t?.acceleratorShare, t?.acceleratorMemoryGiB];
    };
    expect(slice('tencent', 'GN7.LARGE20')).toEqual([1, 0.25, 4]);
    expect(slice('azure', 'Standard_NV12ads_A10_v5')).toEqual([1, 0.3333, 8]);
    expect(slice('azure', 'Standard_NV6ads_A10_v5')).toEqual([1, 0.1667, 4]);
    expect(slice('gcp', 'g4-standard-6')).toEqual([1, 0.125, 12]);
    expect(slice('aws', 'g6f.large')).toEqual([1, 0.125, 3]);
    expect(slice('alibaba', 'ecs.sgn7i-vws-m2.xlarge')).toEqual([1, 0.0833, 2]);
    expect(slice('tencent', 'GT4.41XLARGE948')).toEqual([8, 1, 40]);
  });

  it('keeps families whose card, size or price nobody publishes', () => {
    const family = (id: string) => snapshot.families.find((f) => f.provider === 'tencent' && f.id === id);
    expect(family('PTX1')).toMatchObject({ accelerators: ['zixiao-c100'], madeFor: ['inference'] });
    expect(family('PNV6')).toMatchObject({
      accelerators: ['nvidia-96gb-undisclosed', 'nvidia-141gb-undisclosed'],
      saleStatus: 'invite-only',
    });
    for (const id of ['PNV5', 'PNV5i', 'GC49', 'GC49d', 'GC49sg', 'HCCPNV6', 'HCCPNV4sne'])
      expect(family(id)).toBeDefined();
    expect(family('HCCPNV4sne')).toMatchObject({ isCluster: true, rdmaGbps: 1600, accelerators: [] });
    expect(snapshot.accelerators.find((a) => a.id === 'zixiao-c100')).toMatchObject({ kind: 'npu', memoryGiB: null });
  });

  it('has GN10Xp cheaper by the hour and dearer by the month than GN10X', () => {
    const price = (sku: string, mode: string) => Math.min(...rates(sku, mode).map((row) => Number(row.price)));
    expect(price('GN10Xp.2XLARGE40', 'on-demand')).toBeLessThan(price('GN10X.2XLARGE40', 'on-demand'));
    expect(price('GN10Xp.2XLARGE40', 'subscription')).toBeGreaterThan(price('GN10X.2XLARGE40', 'subscription'));
    // Break-even against on-demand: 5750 / 11.98 = 480 hours a month, 4671 / 16.21 = 288 hours.
    expect(Math.round(5750 / 11.98)).toBe(480);
    expect(price('GN10Xp.2XLARGE40', 'subscription') / price('GN10Xp.2XLARGE40', 'on-demand')).toBeCloseTo(480, 0);
    expect(price('GN10X.2XLARGE40', 'subscription') / price('GN10X.2XLARGE40', 'on-demand')).toBeCloseTo(288, 0);
  });

  it('keeps prices of areas as low and high of one price', () => {
    const [low] = rates('GN7.2XLARGE32', 'on-demand').filter((row) => row.area === 'mainland-cheapest-zone');
    const [high] = rates('GN7.2XLARGE32', 'on-demand').filter((row) => row.area === 'mainland-dearest-zone');
    expect([low?.price, high?.price]).toEqual(['7.81', '8.68']);
    const bound = (id: string | undefined) =>
      snapshot.priceAreas.find((a) => a.provider === 'tencent' && a.id === id)?.bound;
    expect([bound(low?.area), bound(high?.area), bound('mainland')]).toEqual(['low', 'high', 'exact']);
  });

  it('dates undated pages by the end of the period that they state', () => {
    const [row] = rates('GT4.4XLARGE96', 'on-demand');
    expect(row).toMatchObject({
      price: '28.64',
      asOf: '2021-2022 (undated mirror)',
      asOfDay: '2022-12-31',
      effectiveFrom: null,
    });
  });

  it('dates no price after the day on which the collection was closed', () => {
    const days = snapshot.priceSheets.flatMap((sheet) => sheet.rows.map((row) => row.asOfDay ?? ''));
    expect(days.sort().at(-1)).toBe('2026-09-30');
  });

  it('does not price plans with promotions, prices that include a disk, or spot prices above on-demand', () => {
    const doubtful = snapshot.priceSheets
      .flatMap((sheet) => sheet.rows)
      .filter((row) => /promotion|includes a|above the on-demand/.test(row.conditions ?? ''));
    expect(doubtful.length).toBeGreaterThan(5);
    for (const row of doubtful) expect(row.isComparable).toBe(false);
  });

  it('tells cards of one name apart: A100 of 40 and 80 GB, H20 of 96 and 141 GB, A10G from A10', () => {
    const catalogue = openCatalogue(snapshot);
    expect(catalogue.resolveAccelerator('A100', '/x')).toHaveProperty('fault.code', 'ambiguous-accelerator');
    expect(catalogue.resolveAccelerator('H20', '/x')).toHaveProperty('fault.code', 'ambiguous-accelerator');
    expect(catalogue.resolveAccelerator('h20 96gb', '/x')).toHaveProperty('found.id', 'h20-96gb');
    expect(catalogue.resolveAccelerator('A10G', '/x')).toHaveProperty('found.id', 'a10g');
    expect(catalogue.resolveAccelerator('NVIDIA Tesla T4 16GB', '/x')).toHaveProperty('found.id', 't4');
    expect(catalogue.resolveAccelerator('RTX4090', '/x')).toHaveProperty('found.id', 'rtx-4090');
    expect(catalogue.resolveAccelerator('昇腾 910B', '/x')).toHaveProperty('found.id', 'ascend-910b');
    expect(catalogue.resolveAccelerator('紫霄C100', '/x')).toHaveProperty('found.id', 'zixiao-c100');
    expect(catalogue.resolveAccelerator('寒武纪 MLU590', '/x')).toHaveProperty('found.id', 'mlu590');
  });

  it('keeps MIG places on the card: no profile reaches past the grid of eight memory slices', () => {
    for (const a of snapshot.accelerators)
      for (const profile of a.migProfiles) {
        expect(profile.placements).toHaveLength(profile.maxInstances);
        for (const start of profile.placements) expect(start + profile.memorySlices).toBeLessThanOrEqual(8);
        expect(profile.memoryGiB * profile.maxInstances).toBeLessThanOrEqual((a.memoryGiB ?? 0) * 1.01);
      }
  });

  it('marks recalled facts as such, and ships no guess', () => {
    const models = snapshot.models.filter((m) => !m.isVerified && m.provenance.confidence === 'secondary');
    // Checked against a copy of the config, but for the layers of full attention.
    expect(models.map((m) => m.id).filter((id) => id === 'mimo-v2-flash' || id === 'qwen1.5-32b')).toEqual([
      'mimo-v2-flash',
    ]);
    expect(snapshot.instanceTypes.some((t) => t.id.startsWith('ai1s.') || t.id === 'ml.gni3cl.45xlarge')).toBe(false);
  });

  it('gives every region a country or says that the place is not stated', () => {
    const placeless = snapshot.regions.filter((r) => r.geography === null);
    for (const region of placeless) expect(region.nameEn).toContain('place not stated');
    expect(snapshot.regions.find((r) => r.id === 'ap-hongkong')?.geography).toBe('hk');
    expect(snapshot.regions.find((r) => r.id === 'cn-hongkong')?.geography).toBe('hk');
  });

  it('puts the licence of share-alike facts beside them', () => {
    for (const provider of ['alibaba', 'azure', 'gcp'])
      expect(readFileSync(join(SEED_DATA_DIRECTORY, 'providers', provider, 'LICENSE'), 'utf8')).toContain(
        'CC BY-SA 4.0',
      );
    const folders = readdirSync(join(SEED_DATA_DIRECTORY, 'providers'));
    expect(folders).toHaveLength(snapshot.providers.length);
    const top = readFileSync(new URL('../../LICENSE', import.meta.url), 'utf8');
    for (const folder of folders)
      expect(top.includes(`prisma/seed/data/providers/${folder}\n`)).toBe(
        existsSync(join(SEED_DATA_DIRECTORY, 'providers', folder, 'LICENSE')),
      );
  });
});
