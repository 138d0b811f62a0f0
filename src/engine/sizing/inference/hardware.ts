/** What time depends on, of one device and the links of its group: rates in bytes, FLOP and seconds. */
import type { Accelerator } from '../../catalogue/accelerator.js';
import { BITS_PER_BYTE, BYTES_PER_GB, FLOP_PER_TFLOP } from '../../units.js';
import { type ComputeKind, nominalTflops } from './precision.js';

/** Cards that behave alike: same generation and memory kind. */
export type CardClass =
  | 'pascal'
  | 'volta'
  | 'turing'
  | 'ampere-hbm'
  | 'ampere-gddr'
  | 'ada'
  | 'hopper'
  | 'blackwell-hbm'
  | 'blackwell-gddr'
  | 'cdna'
  | 'ascend'
  | 'other';

export type LinkKind = 'nvlink' | 'pcie';

export interface DeviceRates {
  readonly cardId: string;
  readonly cardClass: CardClass;
  readonly bytesPerSecond: number;
  readonly flopPerSecond: number;
  readonly flop16PerSecond: number;
  readonly computeKind: ComputeKind;
  readonly link: LinkKind;
  /** Achievable bytes a second and direction between two devices of a server. */
  readonly linkBytesPerSecond: number;
  /** Between servers; null = no known RDMA. */
  readonly rdmaBytesPerSecond: number | null;
}

/**
 * Dense 16-bit matmul rates that public tests reached, 10^12 per second, where they lie far under the nominal figure
 * (zzc0721/torch-performance-test-data and published kernel timings; README.md, "Ceilings").
 */
const MATMUL_CEILING_TFLOPS: Readonly<Record<string, number>> = {
  t4: 42,
  'v100-sxm2-16gb': 94.8,
  'v100-sxm2-32gb': 94.8,
  'v100-pcie-16gb': 88.9,
  'v100-pcie-32gb': 88.9,
  p40: 10,
  l4: 70,
  l20: 114,
  a10: 69.5,
  a10g: 69.5,
  'rtx-3090': 76,
  'rtx-4090': 168,
  l40s: 266,
};

/** Payload rate of a PCIe ×16 link, bytes a second and direction, with the copies that collectives need. */
const PCIE_BYTES_PER_SECOND: Readonly<Record<number, number>> = { 3: 8e9, 4: 16e9, 5: 32e9, 6: 48e9 };

export function cardClassOf(card: Accelerator): CardClass {
  const a = (card.architecture ?? '').toLowerCase();
  const isHbm = (card.memoryBandwidthGBps ?? 0) >= 900 && card.hasRtCores !== true;
  if (a.includes('pascal')) return 'pascal';
  if (a.includes('volta')) return 'volta';
  if (a.includes('turing')) return 'turing';
  if (a.includes('ampere')) return a.includes('ga100') ? 'ampere-hbm' : 'ampere-gddr';
  if (a.includes('ada')) return 'ada';
  if (a.includes('hopper')) return 'hopper';
  if (a.includes('blackwell')) return a.includes('gb20') || !isHbm ? 'blackwell-gddr' : 'blackwell-hbm';
  if (a.includes('cdna')) return 'cdna';
  if (a.includes('ascend') || a.includes('davinci')) return 'ascend';
  return 'other';
}

/** Cards of a server talk over NVLink or its like: what was stated, else what the card has. */
export function isLinked(card: Accelerator, interconnect: string | null): boolean {
  const gbps = card.interconnectGBps ?? 0;
  return interconnect === null ? gbps >= 200 : interconnect !== 'pcie' && gbps > 0;
}

/** Rates of one device of a server; null when bandwidth or compute of the card is unknown. */
export function deviceRates(
  card: Accelerator,
  share: number,
  interconnect: string | null,
  rdmaGbps: number | null,
  kind: ComputeKind,
): DeviceRates | null {
  const nominal = nominalTflops(card, kind);
  const nominal16 = nominalTflops(card, '16-bit');
  if (card.memoryBandwidthGBps === null || nominal === null || nominal16 === null) return null;
  const ceiling = MATMUL_CEILING_TFLOPS[card.id] ?? nominal16;
  const reach = Math.min(1, ceiling / nominal16);
  const isNvlink = isLinked(card, interconnect);
  return {
    cardId: card.id,
    cardClass: cardClassOf(card),
    bytesPerSecond: card.memoryBandwidthGBps * BYTES_PER_GB * share,
    flopPerSecond: nominal * reach * FLOP_PER_TFLOP * share,
    flop16PerSecond: nominal16 * reach * FLOP_PER_TFLOP * share,
    computeKind: kind,
    link: isNvlink ? 'nvlink' : 'pcie',
    linkBytesPerSecond: isNvlink
      ? ((card.interconnectGBps ?? 0) * BYTES_PER_GB) / 2
      : (PCIE_BYTES_PER_SECOND[card.pcieGeneration ?? 4] ?? 16e9),
    rdmaBytesPerSecond: rdmaGbps !== null && rdmaGbps > 0 ? (rdmaGbps * BYTES_PER_GB) / BITS_PER_BYTE : null,
  };
}
