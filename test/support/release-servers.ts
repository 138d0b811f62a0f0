/** Servers of the release's own cards, for placing workloads on. */
import type { Catalogue } from '../../src/engine/catalogue/catalogue.js';
import type { HardwareShape } from '../../src/engine/workload/scenario.js';
import { seedCatalogue } from './seed-catalogue.js';

export const releaseCatalogue: Catalogue = seedCatalogue();

/** A server of some whole cards (or slices) of the release, with plenty of everything else. */
export function serverOf(accelerator: string, count = 1, given: Partial<HardwareShape> = {}): HardwareShape {
  const card = releaseCatalogue.acceleratorsById.get(accelerator);
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
