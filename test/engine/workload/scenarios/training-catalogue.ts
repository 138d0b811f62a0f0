/** The seed catalogue and shapes of it, for tests of the training scenarios. */
import { readSeed } from '../../../../prisma/seed/read-seed.js';
import type { Catalogue } from '../../../../src/engine/catalogue/catalogue.js';
import { openCatalogue } from '../../../../src/engine/catalogue/snapshot.js';
import type { HardwareShape, Prepared } from '../../../../src/engine/workload/scenario.js';

export const CATALOGUE: Catalogue = openCatalogue(readSeed());
export const CONTEXT = { catalogue: CATALOGUE, pointer: '/workload' };
export const LIMITS = { maxServers: 64, allowSharing: true };

/** A server of eight (or so many) cards of this id. */
export function shape(acceleratorId: string, changes: Partial<HardwareShape> = {}): HardwareShape {
  const accelerator = CATALOGUE.acceleratorsById.get(acceleratorId);
  if (!accelerator) throw new Error(`no accelerator ${acceleratorId}`);
  return {
    key: acceleratorId,
    accelerator,
    count: 8,
    share: 1,
    deviceMemoryGiB: accelerator.usableMemoryGiB ?? accelerator.memoryGiB,
    interconnect: (accelerator.interconnectGBps ?? 0) >= 300 ? 'nvlink' : 'pcie',
    rdmaGbps: 0,
    networkGbps: 25,
    vcpu: 96,
    hostMemoryGiB: 768,
    localNvmeGiB: null,
    ...changes,
  };
}

export function options(prepared: Prepared, on: HardwareShape, maxServers = 64) {
  return prepared.place(on, { maxServers, allowSharing: true }).options;
}
