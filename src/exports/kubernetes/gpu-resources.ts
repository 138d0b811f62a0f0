/** What a container asks for to get cards, whole or shared. Names are those of the vendors' device plugins. */
import { MIB_PER_GIB } from '../../engine/units.js';

/** Extended resource of whole devices, by vendor of the card. */
const WHOLE: Readonly<Record<string, string>> = {
  NVIDIA: 'nvidia.com/gpu',
  AMD: 'amd.com/gpu',
  Google: 'google.com/tpu',
  AWS: 'aws.amazon.com/neuron',
  Intel: 'habana.ai/gaudi',
  Huawei: 'huawei.com/Ascend910',
  Cambricon: 'cambricon.com/mlu',
  Hygon: 'hygon.com/dcunum',
  Iluvatar: 'iluvatar.ai/gpu',
  Enflame: 'enflame.com/gcu',
  'Moore Threads': 'mthreads.com/gpu',
};

/** undefined = no device plugin of that vendor is known to us. */
export function wholeDevices(vendor: string, count: number): Readonly<Record<string, number>> | undefined {
  const name = WHOLE[vendor];
  return name === undefined ? undefined : { [name]: count };
}

export interface Slice {
  readonly technology: string;
  readonly memoryGiB: number;
  readonly computeRatio: number;
  /** MIG only. */
  readonly profile: string | null;
}

/**
 * A part of one card. qGPU counts compute in per cent of a card in steps of 5 and memory in whole GiB (Tencent TKE);
 * HAMi counts memory in MiB and compute in per cent; MIG names the profile; time slices and MPS only count.
 */
export function slicedDevice({
  technology,
  memoryGiB,
  computeRatio,
  profile,
}: Slice): Readonly<Record<string, number>> {
  const percent = Math.ceil(computeRatio * 100 - 1e-9);
  switch (technology) {
    case 'qgpu':
      return {
        'tke.cloud.tencent.com/qgpu-core': Math.min(100, Math.max(5, Math.ceil(percent / 5) * 5)),
        'tke.cloud.tencent.com/qgpu-memory': Math.max(1, Math.ceil(memoryGiB - 1e-9)),
      };
    case 'hami':
      return {
        'nvidia.com/gpu': 1,
        'nvidia.com/gpumem': Math.ceil(memoryGiB * MIB_PER_GIB - 1e-6),
        'nvidia.com/gpucores': Math.min(100, Math.max(1, percent)),
      };
    case 'mig':
      return profile === null ? { 'nvidia.com/gpu': 1 } : { [`nvidia.com/mig-${profile}`]: 1 };
    default:
      return { 'nvidia.com/gpu': 1 };
  }
}

/** Smallest MIG profile that holds both needs; null = none does. */
export function migProfileFor(
  profiles: readonly { readonly name: string; readonly memoryGiB: number; readonly computeRatio: number }[],
  memoryGiB: number,
  computeRatio: number,
): string | null {
  const fitting = profiles
    .filter((p) => p.memoryGiB >= memoryGiB - 1e-9 && p.computeRatio >= computeRatio - 1e-9)
    .sort((a, b) => a.memoryGiB - b.memoryGiB || a.computeRatio - b.computeRatio || (a.name < b.name ? -1 : 1));
  return fitting[0]?.name ?? null;
}
