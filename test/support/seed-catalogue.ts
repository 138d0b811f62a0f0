/** The opened catalogue of the release, once a test file. */
import { readSeed } from '../../prisma/seed/read-seed.js';
import type { Catalogue } from '../../src/engine/catalogue/catalogue.js';
import { openCatalogue } from '../../src/engine/catalogue/snapshot.js';
import type { HardwareShape } from '../../src/engine/workload/scenario.js';

export const seedCatalogue: Catalogue = openCatalogue(readSeed());

/** A server of some whole cards (or slices) of the release, with plenty of everything else. */
export function serverOf(accelerator: string, count = 1, given: Partial<HardwareShape> = {}): HardwareShape {
  const card = seedCatalogue.acceleratorsById.get(accelerator);
  if (card === undefined) throw new Error(`no accelerator ${accelerator}`);
  const share = given.share ?? 1;
  const memory = card.usableMemoryGiB ?? card.memoryGiB;
  return {
    key: `test:${accelerator}:${count}:${share}`,
    accelerator: card,
    count,
    share,
    deviceMemoryGiB: memory === null ? null : memory * share,
    interconnect: count > 1 ? 'nvlink' : null,
    rdmaGbps: null,
    networkGbps: 25,
    vcpu: 16 * count,
    hostMemoryGiB: 64 * count,
    localNvmeGiB: null,
    ...given,
  };
}

export const anyLimits = { maxServers: 1000, allowSharing: true } as const;
