import { describe, expect, it } from 'vitest';
import { BrokenCatalogueError, openCatalogue } from '../../../src/engine/catalogue/snapshot.js';
import {
  accelerator,
  family,
  instanceType,
  provider,
  region,
  smallCatalogue,
  smallSnapshot,
  snapshot,
} from '../../support/small-catalogue.js';

describe('openCatalogue', () => {
  it('makes an offer of every type in every region where it is sold or priced', () => {
    expect(smallCatalogue().offers.map((o) => `${o.provider.id}/${o.type.id}@${o.region.id}`)).toEqual([
      'alpha/big.8@a-south',
      'alpha/mid.1@a-south',
      'alpha/small.1@a-south',
      'beta/mid.x@b-north',
      'beta/slice.q@b-north',
    ]);
  });

  it('gives equal hardware one shape, whatever its provider', () => {
    const { offers } = smallCatalogue();
    const shapeOf = (id: string) => offers.find((o) => o.type.id === id)?.shapeIndex;
    expect(shapeOf('mid.1')).toBe(shapeOf('mid.x'));
    expect(shapeOf('mid.1')).not.toBe(shapeOf('small.1'));
  });

  it('is indifferent to the order of the snapshot', () => {
    const small = smallSnapshot();
    const reversed = Object.fromEntries(
      Object.entries(small).map(([key, value]) => [key, Array.isArray(value) ? [...value].reverse() : value]),
    ) as typeof small;
    const names = (catalogue: ReturnType<typeof openCatalogue>) =>
      catalogue.offers.map((o) => `${o.type.id}#${o.shapeIndex}`);
    expect(names(openCatalogue(reversed))).toEqual(names(openCatalogue(small)));
    expect(openCatalogue(reversed).shapes).toEqual(openCatalogue(small).shapes);
  });

  it('gives a slice its own memory less the share that the driver takes of the whole card', () => {
    const catalogue = smallCatalogue();
    const slice = catalogue.offers.find((o) => o.type.id === 'slice.q');
    // 4 GiB sold; the whole T4 reports 14.6 of 16 GiB.
    expect(catalogue.shapes[slice?.shapeIndex ?? -1]?.deviceMemoryGiB).toBeCloseTo((4 * 14.6) / 16, 12);
    expect(catalogue.shapes[slice?.shapeIndex ?? -1]?.share).toBe(0.25);
  });

  it('keeps a type whose card is not published as an offer without a shape', () => {
    const base = smallSnapshot();
    const catalogue = openCatalogue({
      ...base,
      instanceTypes: [
        ...base.instanceTypes,
        instanceType({ provider: 'alpha', id: 'mystery', family: 'small', accelerator: null }),
      ],
    });
    const offer = catalogue.offers.find((o) => o.type.id === 'mystery');
    expect(offer?.shapeIndex).toBe(-1);
    expect(offer?.region.id).toBe('unpublished');
  });

  it('takes the most restrictive sale status of family, type and region', () => {
    const base = smallSnapshot();
    const catalogue = openCatalogue({
      ...base,
      families: base.families.map((f) => (f.id === 'big' ? { ...f, saleStatus: 'invite-only' as const } : f)),
    });
    expect(catalogue.offers.find((o) => o.type.id === 'big.8')?.saleStatus).toBe('invite-only');
  });

  it('throws with all broken references at once', () => {
    const broken = snapshot({
      providers: [provider({ id: 'alpha' })],
      regions: [region({ provider: 'nobody', id: 'r' })],
      accelerators: [accelerator({ id: 'x' }), accelerator({ id: 'x' })],
      families: [family({ provider: 'alpha', id: 'f', accelerators: ['missing'] })],
      instanceTypes: [instanceType({ provider: 'alpha', id: 't', family: 'gone', accelerator: 'y' })],
    });
    expect(() => openCatalogue(broken)).toThrow(BrokenCatalogueError);
    try {
      openCatalogue(broken);
    } catch (error) {
      expect((error as BrokenCatalogueError).problems).toEqual([
        'accelerator "x" twice',
        'region nobody/r: unknown provider',
        'family alpha/f: unknown accelerator "missing"',
        'instance type alpha/t: unknown family "gone"',
        'instance type alpha/t: unknown accelerator "y"',
      ]);
    }
  });
});
