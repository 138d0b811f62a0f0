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
 * Dense matmul rates that public tests reach, 10^12 per second, by arithmetic; one that was not tested reaches the share of its
 * nominal rate that 16 bits do. Small and PCIe cards: zzc0721/torch-performance-test-data (A800 SXM4 and H800 PCIe stand for A100
 * and H100 of the same form). L40S and larger: medians of aiconfigurator's GEMM tables from 4,096 rows on (README.md, "Ceilings").
 */
const MATMUL_CEILING_TFLOPS: Readonly<Record<string, Partial<Record<ComputeKind, number>>>> = {
  t4: { '16-bit': 42 },
  'v100-sxm2-16gb': { '16-bit': 94.8 },
  'v100-sxm2-32gb': { '16-bit': 94.8 },
  'v100-pcie-16gb': { '16-bit': 88.9 },
  'v100-pcie-32gb': { '16-bit': 88.9 },
  p40: { '16-bit': 10 },
  l4: { '16-bit': 70 },
  l20: { '16-bit': 114 },
  a10: { '16-bit': 69.5 },
  a10g: { '16-bit': 69.5 },
  'rtx-3090': { '16-bit': 76 },
  'rtx-4090': { '16-bit': 168 },
  l40s: { '16-bit': 266, fp8: 330 },
  'a100-sxm4-40gb': { '16-bit': 266 },
  'a100-sxm4-80gb': { '16-bit': 266 },
  'a100-pcie-40gb': { '16-bit': 241 },
  'a100-pcie-80gb': { '16-bit': 241 },
  'h100-pcie-80gb': { '16-bit': 478 },
  'h100-sxm5-80gb': { '16-bit': 765, fp8: 1190 },
  'h200-sxm-141gb': { '16-bit': 740, fp8: 1290 },
  'b200-sxm-180gb': { '16-bit': 1530, fp8: 1800, fp4: 3800 },
  'gb200-186gb': { '16-bit': 1700, fp8: 2000, fp4: 4200 },
  'b300-sxm-270gb': { '16-bit': 1530, fp8: 1800, fp4: 5900 },
  'rtx-pro-6000-blackwell-se': { '16-bit': 402, fp8: 683 },
};

/** Rate of a PCIe ×16 link, bytes a second and direction; the copies that collectives need are in `linkReach`. */
const PCIE_BYTES_PER_SECOND: Readonly<Record<number, number>> = { 3: 15.75e9, 4: 31.5e9, 5: 63e9, 6: 121e9 };
const PCIE_4_BYTES_PER_SECOND = 31.5e9;

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

/**
 * Cards of a server talk over NVLink or its like: what was stated, else what the card has. The NVLink of a PCIe form is a bridge
 * between two cards, which counts only where somebody states it.
 */
export function isLinked(card: Accelerator, interconnect: string | null): boolean {
  const gbps = card.interconnectGBps ?? 0;
  return interconnect === null ? gbps >= 200 && !/pcie/i.test(card.name) : interconnect !== 'pcie' && gbps > 0;
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
  const ceilings = MATMUL_CEILING_TFLOPS[card.id];
  const reach16 = Math.min(1, (ceilings?.['16-bit'] ?? nominal16) / nominal16);
  const reached = ceilings?.[kind];
  const reach = reached === undefined ? reach16 : Math.min(1, reached / nominal);
  const isNvlink = isLinked(card, interconnect);
  return {
    cardId: card.id,
    cardClass: cardClassOf(card),
    bytesPerSecond: card.memoryBandwidthGBps * BYTES_PER_GB * share,
    flopPerSecond: nominal * reach * FLOP_PER_TFLOP * share,
    flop16PerSecond: nominal16 * reach16 * FLOP_PER_TFLOP * share,
    computeKind: kind,
    link: isNvlink ? 'nvlink' : 'pcie',
    linkBytesPerSecond: isNvlink
      ? ((card.interconnectGBps ?? 0) * BYTES_PER_GB) / 2
      : (PCIE_BYTES_PER_SECOND[card.pcieGeneration ?? 4] ?? PCIE_4_BYTES_PER_SECOND),
    rdmaBytesPerSecond: rdmaGbps !== null && rdmaGbps > 0 ? (rdmaGbps * BYTES_PER_GB) / BITS_PER_BYTE : null,
  };
}
