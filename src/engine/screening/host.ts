import { finding } from '../finding.js';
import type { HardwareShape } from '../workload/scenario.js';
import type { Screen } from './screen.js';

/** The server has vCPUs enough for each card (or slice of one); unknown is not a promise. */
export const VCPU_SCREEN: Screen = {
  code: 'vcpu-short',
  pointer: '/constraints/minVcpuPerAccelerator',
  isAsked: (constraints) => constraints.minVcpuPerAccelerator > 0,
  passes: (_offer, shape, { constraints }) => vcpuPerAccelerator(shape) >= constraints.minVcpuPerAccelerator,
  reason: (_offer, shape, { constraints }) =>
    finding('vcpu-short', { has: shown(vcpuPerAccelerator(shape)), needed: constraints.minVcpuPerAccelerator }),
};

/** The server has memory enough for each card (or slice of one), GiB; unknown is not a promise. */
export const HOST_MEMORY_SCREEN: Screen = {
  code: 'host-memory-short',
  pointer: '/constraints/minHostMemoryGiBPerAccelerator',
  isAsked: (constraints) => constraints.minHostMemoryGiBPerAccelerator > 0,
  passes: (_offer, shape, { constraints }) =>
    hostMemoryPerAccelerator(shape) >= constraints.minHostMemoryGiBPerAccelerator,
  reason: (_offer, shape, { constraints }) =>
    finding('host-memory-short', {
      hasGiB: shown(hostMemoryPerAccelerator(shape)),
      neededGiB: constraints.minHostMemoryGiBPerAccelerator,
    }),
};

/** vCPUs of the server for each of its devices; NaN = unknown. */
export function vcpuPerAccelerator(shape: HardwareShape | null): number {
  return shape === null || shape.vcpu === null ? Number.NaN : shape.vcpu / shape.count;
}

/** GiB of the server for each of its devices; NaN = unknown. */
export function hostMemoryPerAccelerator(shape: HardwareShape | null): number {
  return shape === null || shape.hostMemoryGiB === null ? Number.NaN : shape.hostMemoryGiB / shape.count;
}

function shown(value: number): number | null {
  return Number.isNaN(value) ? null : Number(value.toPrecision(4));
}
