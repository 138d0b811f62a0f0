/** The hardware as training sees it: achievable rates of one device and of the links between devices. */
import type { Accelerator } from '../../catalogue/accelerator.js';
import { BITS_PER_BYTE } from '../../units.js';
import { classCeiling, matmulCeiling } from './matmul-ceiling.js';
import type { ComputePrecision } from './recipe.js';

export interface Machine {
  readonly accelerator: Accelerator;
  readonly devicesPerServer: number;
  readonly share: number;
  /** Memory of one device as the driver reports it, GiB. */
  readonly deviceMemoryGiB: number | null;
  readonly bandwidthGBps: number;
  readonly speedClass: string;
  /** Largest share of the dense peak that a product in 16, 8 and 4 bit reaches. */
  readonly ceiling16: number;
  readonly ceiling8: number;
  readonly ceiling4: number;
  /** The same of the card's class in 16 bit: what cards of more or less power differ from. */
  readonly classCeiling16: number;
  /** Bus bandwidth of a collective within the fast domain, a device, GB/s. */
  readonly fastGBps: number;
  /** Devices joined by the fast links: a server, or a rack for rack-scale NVLink. */
  readonly fastDomain: number;
  readonly isFastLink: boolean;
  /** Bus bandwidth between servers, a server, GB/s; 0 = none known. */
  readonly serverGBps: number;
  readonly hasRdma: boolean;
  /** Seconds of one step of a ring or tree; a full ring takes one for each member. */
  readonly fastLatency: number;
  readonly serverLatency: number;
  readonly hostGBps: number;
}

export interface NetworkFacts {
  readonly interconnect: 'nvlink' | 'nvswitch' | 'pcie' | 'other' | null;
  readonly rdmaGbps: number | null;
  readonly tcpGbps: number | null;
  /** Bus bandwidth of a large collective a server, GB/s, where somebody measured it on these very servers. */
  readonly busGBps?: number | undefined;
}

/** What a variant of a card differs in from its datasheet. */
export interface CardLimits {
  readonly powerW?: number | undefined;
  readonly memoryBandwidthGBps?: number | undefined;
}

/** Share of the line that a large collective moves. RDMA: 83–98 % measured (Voltage Park, Nebius); TCP: 55–65 %. */
const RDMA_LINE_RATIO = 0.85;
const TCP_LINE_RATIO = 0.6;
/** NCCL over sockets: what 8 TCP threads of one server reach without tuning, GB/s (3–5 measured on 40–100 Gbps). */
const TCP_CEILING_GBPS = 7.5;
/** Collective bus bandwidth over one-way NVLink: 229/300 on A100, 360–400/450 on H100, 135/150 on V100. */
const NVLINK_RATIO = 0.8;
/** NCCL over PCIe by generation, GB/s a device (NCCL maintainers: gen3 6–12, gen4 12–24). */
const PCIE_GBPS: readonly number[] = [2, 2, 3, 8, 16, 28, 50];

/** Seconds of a hop of a ring over NVLink, PCIe and RDMA (NCCL's own tuning table, Simple protocol); over sockets usual round trips. */
const NVLINK_HOP = 3.4e-6;
const PCIE_HOP = 5.7e-6;
const RDMA_HOP = 1.4e-5;
const TCP_HOP = 5e-5;

/** Racks whose NVLink joins many servers; NVIDIA GB200/GB300 NVL72. */
function fastDomainOf(accelerator: Accelerator, perServer: number, isFast: boolean): number {
  if (isFast && /^gb[23]00/.test(accelerator.id)) return Math.max(72, perServer);
  return perServer;
}

/** Classes found so far: a card's is the same for every question. */
const classes = new WeakMap<Accelerator, string>();

/** Group of cards whose achieved share of their ceiling was fitted together. */
export function cardClassOf(accelerator: Accelerator): string {
  let found = classes.get(accelerator);
  if (found === undefined) {
    found = findClass(accelerator);
    classes.set(accelerator, found);
  }
  return found;
}

function findClass(accelerator: Accelerator): string {
  const text = `${accelerator.id} ${accelerator.architecture ?? ''}`.toLowerCase();
  if (accelerator.vendor.toLowerCase().includes('amd') || /^mi\d/.test(accelerator.id)) return 'amd';
  if (/^(gb200|gb300|b200|b300|b100)/.test(accelerator.id)) return 'blackwell';
  if (/h20-|h20$/.test(accelerator.id)) return 'h20';
  if (/^(h100|h200|h800|gh200)/.test(accelerator.id)) return 'hopper';
  if (/^(a100|a800)/.test(accelerator.id)) return 'a100';
  if (/v100/.test(accelerator.id)) return 'volta';
  if (/turing|^t4|rtx-6000$|rtx-8000|20[78]0/.test(text)) return 'turing';
  if (/blackwell|50[789]0/.test(text)) return 'blackwell-small';
  if (/ada|^l4|^l20|^l40|40[6789]0/.test(text)) return 'ada';
  if (/ampere|^a10|^a16|^a30|^a40|a[456]000|30[6789]0/.test(text)) return 'ampere-small';
  if (/pascal|p100|p40|p4$/.test(text)) return 'pascal';
  return accelerator.kind === 'gpu' ? 'other' : 'npu';
}

/** Dense peak of a precision, TFLOPS, with the precision that the products really run in; null when unknown. */
export function peakTflops(accelerator: Accelerator, compute: ComputePrecision): number | null {
  switch (compute) {
    case 'fp32':
      return accelerator.fp32Tflops;
    case 'tf32':
      return accelerator.tf32Tflops ?? accelerator.fp32Tflops;
    case 'fp8':
      return accelerator.fp8Tflops ?? accelerator.fp16Tflops;
    case 'fp4':
      return accelerator.fp4Tflops ?? accelerator.fp8Tflops ?? accelerator.fp16Tflops;
    default:
      return accelerator.fp16Tflops ?? accelerator.fp32Tflops;
  }
}

/**
 * How much more than its line two servers make of an all-reduce: a tree crosses once each way where a ring crosses almost
 * twice. Measured bus bandwidth over 0.85 of the line: 1.35 (A100, 400 Gbps EFA), 1.28 and 1.15 (H100, 3,200 Gbps); four
 * servers of H100 0.97.
 */
const TWO_SERVER_GAIN = 1.25;

/** Bus bandwidth of a large all-reduce over all cards of so many servers, GB/s: a card's within one, a server's beyond. */
export function allReduceGBps(machine: Machine, servers: number): number {
  if (servers <= 1) return machine.fastGBps;
  return machine.serverGBps * (servers === 2 ? TWO_SERVER_GAIN : 1);
}

export function machineOf(
  accelerator: Accelerator,
  devicesPerServer: number,
  share: number,
  deviceMemoryGiB: number | null,
  network: NetworkFacts,
  limits: CardLimits = {},
): Machine {
  const speedClass = cardClassOf(accelerator);
  const link = accelerator.interconnectGBps ?? 0;
  const isFastLink =
    devicesPerServer > 1 &&
    link > 0 &&
    network.interconnect !== 'pcie' &&
    (network.interconnect !== null || !/pcie/.test(accelerator.id));
  const pcie = PCIE_GBPS[Math.min(6, Math.round(accelerator.pcieGeneration ?? 3))] ?? 8;
  const rdma = network.rdmaGbps ?? 0;
  const tcp = network.tcpGbps ?? 0;
  const hasRdma = rdma > 0;
  return {
    accelerator,
    devicesPerServer,
    share,
    deviceMemoryGiB,
    bandwidthGBps: limits.memoryBandwidthGBps ?? accelerator.memoryBandwidthGBps ?? 0,
    speedClass,
    ceiling16: matmulCeiling(accelerator, speedClass, 'bf16', limits.powerW),
    ceiling8: matmulCeiling(accelerator, speedClass, 'fp8', limits.powerW),
    ceiling4: matmulCeiling(accelerator, speedClass, 'fp4', limits.powerW),
    classCeiling16: classCeiling(speedClass),
    fastGBps: isFastLink ? (link / 2) * NVLINK_RATIO : pcie,
    fastDomain: fastDomainOf(accelerator, devicesPerServer, isFastLink),
    isFastLink,
    serverGBps:
      network.busGBps ??
      (hasRdma
        ? (rdma / BITS_PER_BYTE) * RDMA_LINE_RATIO
        : Math.min(TCP_CEILING_GBPS, (tcp / BITS_PER_BYTE) * TCP_LINE_RATIO)),
    hasRdma,
    fastLatency: isFastLink ? NVLINK_HOP : PCIE_HOP,
    serverLatency: hasRdma ? RDMA_HOP : TCP_HOP,
    hostGBps: pcie * 1.6,
  };
}
