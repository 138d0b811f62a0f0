import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packFewest } from '../../../src/engine/sharing/pack.js';

const fitsSum = (sizes: readonly number[], capacity: number) => (items: readonly number[]) =>
  items.reduce((sum, item) => sum + (sizes[item] ?? 0), 0) <= capacity;

const pack = (sizes: readonly number[], capacity: number, maxNodes = 1e6) =>
  packFewest({
    count: sizes.length,
    size: (i) => sizes[i] ?? 0,
    fits: fitsSum(sizes, capacity),
    kind: (i) => String(sizes[i]),
    lowerBound: Math.ceil(sizes.reduce((a, b) => a + b, 0) / capacity),
    maxNodes,
  });

/** Slow and separate: tries every assignment of items to at most n bins. */
function bruteForce(sizes: readonly number[], capacity: number): number {
  for (let bins = sizes.length === 0 ? 0 : 1; bins <= sizes.length; bins++) {
    const loads = new Array<number>(bins).fill(0);
    const place = (i: number): boolean => {
      if (i === sizes.length) return true;
      for (let b = 0; b < bins; b++) {
        const size = sizes[i] ?? 0;
        if ((loads[b] ?? 0) + size > capacity) continue;
        loads[b] = (loads[b] ?? 0) + size;
        if (place(i + 1)) return true;
        loads[b] = (loads[b] ?? 0) - size;
      }
      return false;
    };
    if (place(0)) return bins;
  }
  return sizes.length;
}

describe('packFewest', () => {
  it('beats first fit where first fit is wrong', () => {
    // First-fit decreasing puts 6 5 | 5 3 2 | 3 (12): three bins; 6 3 3 and 5 5 2 make two.
    expect(pack([6, 5, 5, 3, 3, 2], 12)?.bins.length).toBe(2);
  });
  it('equals brute force on 500 small sets', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 10 }), { maxLength: 8 }), (sizes) => {
        const packing = pack(sizes, 10);
        expect(packing?.bins.length).toBe(bruteForce(sizes, 10));
        expect(packing?.bins.flat().sort((a, b) => a - b)).toEqual(sizes.map((_, i) => i));
        for (const bin of packing?.bins ?? []) expect(fitsSum(sizes, 10)(bin)).toBe(true);
      }),
      { numRuns: 500, seed: 7 },
    );
  });
  it('needs as many bins in any order of the same items', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 9 }),
        fc.integer(),
        (sizes, seed) => {
          const shuffled = [...sizes].sort((a, b) => ((a * 31 + seed) % 7) - ((b * 31 + seed) % 7));
          expect(pack(shuffled, 12)?.bins.length).toBe(pack(sizes, 12)?.bins.length);
        },
      ),
      { seed: 11 },
    );
  });
  it('says null when an item fits no bin, and an honest lower bound when the search is cut', () => {
    expect(pack([11], 10)).toBeNull();
    const cut = pack([6, 5, 5, 3, 3, 2], 12, 1);
    expect(cut?.bins.length).toBe(3);
    expect(cut?.lowerBound).toBe(2);
  });
});
