import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MigProfile } from '../../../src/engine/catalogue/accelerator.js';
import { MIG } from '../../../src/engine/sharing/mig.js';
import type { Tenant } from '../../../src/engine/sharing/technology.js';
import { accelerator } from '../../support/small-catalogue.js';

/** A100-80GB: NVIDIA MIG user guide, table of profiles and placements. */
const PROFILES: MigProfile[] = [
  {
    name: '1g.10gb',
    computeSlices: 1,
    memorySlices: 1,
    memoryGiB: 9.5,
    placements: [0, 1, 2, 3, 4, 5, 6],
    maxInstances: 7,
  },
  { name: '1g.20gb', computeSlices: 1, memorySlices: 2, memoryGiB: 19.5, placements: [0, 2, 4, 6], maxInstances: 4 },
  { name: '2g.20gb', computeSlices: 2, memorySlices: 2, memoryGiB: 19.5, placements: [0, 2, 4], maxInstances: 3 },
  { name: '3g.40gb', computeSlices: 3, memorySlices: 4, memoryGiB: 39.25, placements: [0, 4], maxInstances: 2 },
  { name: '4g.40gb', computeSlices: 4, memorySlices: 4, memoryGiB: 39.25, placements: [0], maxInstances: 1 },
  { name: '7g.80gb', computeSlices: 7, memorySlices: 8, memoryGiB: 78.75, placements: [0], maxInstances: 1 },
];
const CARD = { accelerator: accelerator({ id: 'a100', migProfiles: PROFILES }), memoryGiB: 79.2 };

const tenant = (memoryGiB: number, computeRatio: number, id = `${memoryGiB}/${computeRatio}`): Tenant => ({
  id,
  memoryGiB,
  computeRatio,
  load: [1],
  latencyClass: 'normal',
  isolation: 'hard',
});

/** Independent: every choice of profile and start for every tenant, on a boolean grid of eight memory slices. */
function canPlace(tenants: readonly Tenant[]): boolean {
  const grid = new Array<boolean>(8).fill(false);
  const step = (i: number, compute: number): boolean => {
    const t = tenants[i];
    if (t === undefined) return true;
    return PROFILES.some((profile) => {
      if (profile.memoryGiB < t.memoryGiB || profile.computeSlices / 7 < t.computeRatio - 1e-9) return false;
      if (compute + profile.computeSlices > 7) return false;
      return profile.placements.some((start) => {
        const cells = Array.from({ length: profile.memorySlices }, (_, k) => start + k);
        if (cells.some((cell) => cell > 7 || grid[cell])) return false;
        for (const cell of cells) grid[cell] = true;
        const isPlaced = step(i + 1, compute + profile.computeSlices);
        for (const cell of cells) grid[cell] = false;
        return isPlaced;
      });
    });
  };
  return step(0, 0);
}

describe('MIG', () => {
  it('places what the user guide allows and refuses what only arithmetic allows', () => {
    // 3g + 3g: starts 0 and 4, six of seven compute slices. 4g + 3g: 4g at 0, 3g at 4.
    expect(MIG.fit([tenant(39, 3 / 7, 'a'), tenant(39, 3 / 7, 'b')], CARD)?.map((s) => s.startSlice)).toEqual([0, 4]);
    expect(MIG.fit([tenant(39, 4 / 7, 'a'), tenant(39, 3 / 7, 'b')], CARD)).not.toBeNull();
    // Three 2g and one 1g.20gb fill eight memory and seven compute slices; a fourth 2g has no start left.
    expect(
      MIG.fit([tenant(15, 2 / 7, 'a'), tenant(15, 2 / 7, 'b'), tenant(15, 2 / 7, 'c'), tenant(15, 1 / 7, 'd')], CARD),
    ).not.toBeNull();
    expect(
      MIG.fit([tenant(15, 0.28, 'a'), tenant(15, 0.28, 'b'), tenant(15, 0.28, 'c'), tenant(15, 0.28, 'd')], CARD),
    ).toBeNull();
    // Seven of 10 GB leave 9 GB of memory that no eighth instance may use.
    expect(
      MIG.fit(
        Array.from({ length: 8 }, (_, i) => tenant(5, 0.05, `s${i}`)),
        CARD,
      ),
    ).toBeNull();
  });

  it('agrees with an independent placement search on random sets, and never overlaps', () => {
    const tenants = fc.array(
      fc.record({
        memory: fc.constantFrom(4, 9, 12, 19, 25, 39, 60),
        compute: fc.constantFrom(0.1, 0.14, 0.28, 0.4, 0.57),
      }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(tenants, (list) => {
        const set = list.map(({ memory, compute }, i) => tenant(memory, compute, `s${i}`));
        const fit = MIG.fit(set, CARD);
        expect(fit !== null).toBe(canPlace(set));
        const cells = (fit ?? []).flatMap((slice) => {
          const profile = PROFILES.find((p) => p.name === slice.profile);
          expect(profile?.placements).toContain(slice.startSlice);
          return Array.from({ length: profile?.memorySlices ?? 0 }, (_, k) => (slice.startSlice ?? 0) + k);
        });
        expect(new Set(cells).size).toBe(cells.length);
      }),
      { numRuns: 1000, seed: 5 },
    );
  });
});
