import { describe, expect, it } from 'vitest';
import { CHECKS, type CheckInput, checkSeed, readExceptions, readPriceBands } from '../../prisma/seed/checks.js';
import { readSeed } from '../../prisma/seed/read-seed.js';
import { findShapeFaults } from '../../prisma/seed/shape.js';
import type { InstanceType } from '../../src/engine/catalogue/instance.js';
import type { PriceRow } from '../../src/engine/catalogue/price.js';
import type { CatalogueSnapshot } from '../../src/engine/catalogue/snapshot-schema.js';

const snapshot = readSeed();
const bands = readPriceBands();

/** The seed with one thing spoilt; the objections that this adds. */
function objectionsTo(spoil: Partial<CatalogueSnapshot>, input: Partial<CheckInput> = {}) {
  return checkSeed({ snapshot: { ...snapshot, ...spoil }, bands, ...input }, readExceptions());
}

function typeOf(provider: string, id: string): InstanceType {
  const type = snapshot.instanceTypes.find((t) => t.provider === provider && t.id === id);
  if (type === undefined) throw new Error(`no ${provider}/${id}`);
  return type;
}

/** All types, with one of them changed. */
function withType(provider: string, id: string, change: Partial<InstanceType>): Partial<CatalogueSnapshot> {
  const type = typeOf(provider, id);
  return { instanceTypes: snapshot.instanceTypes.map((t) => (t === type ? { ...t, ...change } : t)) };
}

/** One more price row, in a sheet of its own, after the pattern of a row of the seed. */
function withPrice(sku: string, change: Partial<PriceRow>): Partial<CatalogueSnapshot> {
  const sheet = snapshot.priceSheets.find((s) => s.rows.some((row) => row.sku === sku));
  const row = sheet?.rows.find((r) => r.sku === sku);
  if (sheet === undefined || row === undefined) throw new Error(`no price of ${sku}`);
  const rows = [{ ...row, asOf: '2026-10-01', asOfDay: '2026-10-01', ...change }];
  return { priceSheets: [...snapshot.priceSheets, { ...sheet, id: 'one-more', rows }] };
}

/** A price row that says nothing of where it holds. */
function withoutPlace(sku: string): Partial<CatalogueSnapshot> {
  const { priceSheets = [] } = withPrice(sku, { currency: 'USD', price: '1.5' });
  return {
    priceSheets: priceSheets.map((sheet) =>
      sheet.id === 'one-more' ? { ...sheet, rows: sheet.rows.map(({ region: _, ...row }) => row) } : sheet,
    ),
  };
}

const checksOf = (objections: readonly { check: string }[]) => [...new Set(objections.map((o) => o.check))];

describe('the committed seed', () => {
  it('has the shape that the schemas declare', () => {
    expect(findShapeFaults(snapshot)).toEqual([]);
  });

  it('passes every check, and needs every exception that is listed', () => {
    expect(objectionsTo({})).toEqual([]);
  });

  it('gives a reason for every exception', () => {
    for (const { check, reason } of readExceptions()) {
      expect(Object.keys(CHECKS)).toContain(check);
      expect(reason.length).toBeGreaterThan(10);
    }
  });
});

describe('a bad row is refused', () => {
  it('refuses an accelerator that is not there, in a type and in a software feature', () => {
    expect(checksOf(objectionsTo(withType('tencent', 'GT4.4XLARGE96', { accelerator: 'a100' })))).toContain(
      'unknown-accelerator',
    );
    const [feature, ...others] = snapshot.softwareFeatures;
    if (feature === undefined) throw new Error('no software');
    const spoilt = { ...feature, appliesTo: { ...feature.appliesTo, accelerators: ['gtx-9999'] } };
    expect(checksOf(objectionsTo({ softwareFeatures: [spoilt, ...others] }))).toEqual(['unknown-accelerator']);
  });

  it('refuses a region and a zone that are not there', () => {
    const [row] = snapshot.availability;
    if (row === undefined) throw new Error('no availability');
    const add = (change: Partial<typeof row>) =>
      objectionsTo({ availability: [...snapshot.availability, { ...row, ...change }] });
    expect(checksOf(add({ region: 'atlantis-1' }))).toEqual(['unknown-region']);
    expect(checksOf(add({ zone: 'atlantis-1a' }))).toEqual(['unknown-region']);
  });

  it('refuses a price without a place, with two places, or in an area that is not there', () => {
    const base = { currency: 'USD', price: '1.5' };
    const spoil = (change: Partial<PriceRow>) =>
      checksOf(objectionsTo(withPrice('g4dn.xlarge', { ...base, ...change })));
    expect(spoil({ area: 'mainland' })).toContain('unknown-region');
    expect(checksOf(objectionsTo(withoutPlace('g4dn.xlarge')))).toEqual(['unknown-region']);
    expect(spoil({ region: 'us-east-9' })).toContain('unknown-region');
  });

  it('refuses a price of a server that is not there, and a type of a family that is not there', () => {
    expect(checksOf(objectionsTo(withPrice('g4dn.xlarge', { sku: 'g4dn.tiny' })))).toContain('unknown-sku');
    expect(checksOf(objectionsTo(withType('aws', 'g4dn.xlarge', { family: 'g4' })))).toContain('unknown-sku');
  });

  it('refuses a model whose layers do not make its parameters, and a name of two models', () => {
    const spoil = (
      id: string,
      change: (card: CatalogueSnapshot['models'][number]) => CatalogueSnapshot['models'][number],
    ) => checksOf(objectionsTo({ models: snapshot.models.map((card) => (card.id === id ? change(card) : card)) }));
    const withTotal = (parametersBillion: number) =>
      spoil('llama-2-7b', (card) => ({
        ...card,
        transformer: card.transformer === null ? null : { ...card.transformer, parametersBillion },
      }));
    // Its layers make 6.738 billion.
    expect(withTotal(6.62)).toEqual([]);
    expect(withTotal(6.6)).toEqual(['parameter-count']);
    expect(spoil('llama-2-7b', (card) => ({ ...card, aliases: ['OPT 13B'] }))).toEqual(['model-name-twice']);
  });

  it('refuses a quarter of a card with the memory of the whole card', () => {
    // GN7.LARGE20 is a quarter of a T4 of 16 GB: 4 GB.
    expect(typeOf('tencent', 'GN7.LARGE20').acceleratorMemoryGiB).toBe(4);
    expect(checksOf(objectionsTo(withType('tencent', 'GN7.LARGE20', { acceleratorMemoryGiB: 16 })))).toEqual([
      'fraction-memory',
    ]);
    expect(checksOf(objectionsTo(withType('tencent', 'GN7.LARGE20', { acceleratorMemoryGiB: null })))).toEqual([
      'fraction-memory',
    ]);
  });

  it('refuses 80 GB of memory on a card of 40 GB', () => {
    expect(checksOf(objectionsTo(withType('tencent', 'GT4.4XLARGE96', { acceleratorMemoryGiB: 80 })))).toEqual([
      'card-memory',
    ]);
  });

  it('refuses a spot price above the on-demand price of its place', () => {
    // a3-highgpu-1g in asia-east1 costs 12.794848 an hour on demand.
    const row = { region: 'asia-east1', billingMode: 'spot' as const, price: '12.80' };
    expect(checksOf(objectionsTo(withPrice('a3-highgpu-1g', row)))).toEqual(['spot-above-on-demand']);
    expect(objectionsTo(withPrice('a3-highgpu-1g', { ...row, price: '12.79' }))).toEqual([]);
  });

  it('refuses a month below 100 or above 740 hours of the hourly price of its source', () => {
    const monthOf = (price: string) => {
      const sheet = snapshot.priceSheets.find((s) => s.id === 'tencent-gpu-cny');
      if (sheet === undefined) throw new Error('no sheet');
      const rows = sheet.rows.map((row) =>
        row.sku === 'GT4.4XLARGE96' && row.billingMode === 'subscription' && row.skuKind === 'instance'
          ? { ...row, price }
          : row,
      );
      return checksOf(
        objectionsTo({ priceSheets: snapshot.priceSheets.map((s) => (s === sheet ? { ...s, rows } : s)) }, { bands }),
      );
    };
    // 28.64 an hour: 100 hours are 2864, 740 hours are 21193.60.
    expect(monthOf('2863.99')).toContain('month-against-hour');
    expect(monthOf('21193.61')).toContain('month-against-hour');
    expect(monthOf('13748')).toEqual([]);
  });

  it('refuses a price of a card-hour outside the band of the card, and a card without a band', () => {
    expect(checksOf(objectionsTo(withPrice('g4dn.xlarge', { price: '52.6' })))).toEqual(['price-band']);
    expect(checksOf(objectionsTo(withPrice('g4dn.xlarge', { price: '0.0526' })))).toEqual(['price-band']);
    expect(checksOf(objectionsTo({}, { bands: bands.filter((band) => band.accelerator !== 't4') }))).toContain(
      'price-band',
    );
  });

  it('reads a band for the whole card: an eighth of a card may cost an eighth', () => {
    // g6f.large has an eighth of an L4 at 0.202 USD: 1.616 USD a card-hour.
    expect(typeOf('aws', 'g6f.large').acceleratorShare).toBe(0.125);
    expect(objectionsTo(withPrice('g6f.large', { price: '0.202' }))).toEqual([]);
    expect(checksOf(objectionsTo(withPrice('g6f.large', { price: '2.02' })))).toEqual(['price-band']);
  });

  it('refuses two rates of one key and day', () => {
    const sheet = snapshot.priceSheets.find((s) => s.id === 'aws-usd');
    const [row] = sheet?.rows ?? [];
    if (sheet === undefined || row === undefined) throw new Error('no sheet');
    const twice = { ...sheet, id: 'twice', rows: [row] };
    expect(checksOf(objectionsTo({ priceSheets: [...snapshot.priceSheets, twice] }))).toEqual(['same-rate-twice']);
  });

  it('refuses an exception that nothing needs', () => {
    const stale = { check: 'price-band', key: 'nobody/nothing', reason: 'it was once' };
    const objections = checkSeed({ snapshot, bands }, [...readExceptions(), stale]);
    expect(checksOf(objections)).toEqual(['stale-exception']);
  });
});
