import type { MigProfile } from '../catalogue/accelerator.js';
import type { Card, CardFit, Technology, Tenant } from './technology.js';

/**
 * MIG: hardware partitions with legal placements on the card's grid of memory slices (catalogue: `migProfiles`, from the
 * vendor's MIG user guide). Arithmetic on sizes alone is wrong: a 3g.40gb may start at slice 0 or 4 only.
 */
export const MIG: Technology = {
  id: 'mig',
  isolatesMemory: true,
  isolatesCompute: true,
  isTimeShared: false,
  source: 'NVIDIA Multi-Instance GPU user guide: profiles and placements',
  fit: placeOnGrid,
};

/** Profiles that hold a tenant, smallest first. Compute of a profile is its slices over those of the whole card. */
function profilesFor(tenant: Tenant, profiles: readonly MigProfile[], wholeSlices: number): readonly MigProfile[] {
  return profiles
    .filter(
      (p) => p.memoryGiB >= tenant.memoryGiB - 1e-9 && p.computeSlices / wholeSlices >= tenant.computeRatio - 1e-9,
    )
    .sort((a, b) => a.memorySlices - b.memorySlices || a.computeSlices - b.computeSlices);
}

function placeOnGrid(tenants: readonly Tenant[], { accelerator }: Card): CardFit {
  const profiles = accelerator.migProfiles;
  const wholeSlices = Math.max(0, ...profiles.map((p) => p.computeSlices));
  if (wholeSlices === 0) return null;
  const choices = tenants.map((tenant) => profilesFor(tenant, profiles, wholeSlices));
  if (choices.some((list) => list.length === 0)) return null;
  // The largest first: fewer dead ends.
  const order = choices
    .map((_, i) => i)
    .sort((a, b) => (choices[b]?.[0]?.memorySlices ?? 0) - (choices[a]?.[0]?.memorySlices ?? 0) || a - b);
  const placed: ({ profile: MigProfile; start: number } | undefined)[] = [];
  return place(0, 0, 0)
    ? tenants.flatMap((tenant, i) => {
        const spot = placed[i];
        return spot === undefined
          ? []
          : [
              {
                serviceId: tenant.id,
                memoryGiB: spot.profile.memoryGiB,
                computeRatio: Number((spot.profile.computeSlices / wholeSlices).toFixed(6)),
                profile: spot.profile.name,
                startSlice: spot.start,
              },
            ];
      })
    : null;

  /** `taken` is a bit mask of memory slices. */
  function place(depth: number, taken: number, computeSlices: number): boolean {
    const index = order[depth];
    if (index === undefined) return true;
    for (const profile of choices[index] ?? []) {
      if (computeSlices + profile.computeSlices > wholeSlices) continue;
      for (const start of profile.placements) {
        const mask = ((1 << profile.memorySlices) - 1) << start;
        if ((taken & mask) !== 0) continue;
        placed[index] = { profile, start };
        if (place(depth + 1, taken | mask, computeSlices + profile.computeSlices)) return true;
      }
    }
    return false;
  }
}
