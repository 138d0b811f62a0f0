import { finding } from '../finding.js';
import { type Candidate, coverage, type Dimension } from './dimension.js';

/** Share of a TCP link that reaches the job, against RDMA (training rows over TCP and RDMA; see sizing/training). */
const TCP_EFFICIENCY = 0.5;
/** Bandwidth that PCIe 4.0 ×16 carries between cards, GB/s in one direction (32 nominal). */
const PCIE_GBPS = 25;
/** Local NVMe reads at least this fast, MB/s; a cloud disk sustains about a tenth (catalogue: storage types). */
const NVME_MBPS = 3000;
const CLOUD_DISK_MBPS = 350;

/**
 * Network and storage: RDMA, NVLink, NIC and disks against what the workload moves.
 *
 * score = 0.4 × between servers + 0.25 × between cards + 0.2 × storage + 0.15 × public traffic
 * Each part is what the server has over what the job moves, at most 1. Where the job moves nothing, the part is 0.9, and 1
 * where the means are there all the same (room to grow). Unknown: 0.5.
 */
export const NETWORK_STORAGE: Dimension = {
  id: 'networkStorage',
  label: { en: 'Network and storage', zh: '网络与存储' },
  question: {
    en: 'Do RDMA, NVLink, network and disks carry what the job moves?',
    zh: 'RDMA、NVLink、网络与磁盘能否承载任务的数据量？',
  },
  score(candidate) {
    return (
      0.4 * betweenServers(candidate) +
      0.25 * betweenCards(candidate) +
      0.2 * storage(candidate) +
      0.15 * egress(candidate)
    );
  },
  because(candidate) {
    const { needs } = candidate.option;
    const { shape } = candidate;
    const facts = [];
    if (needs.interServerGbps > 0) {
      facts.push(
        finding('network-between-servers', {
          need: Number(needs.interServerGbps.toPrecision(3)),
          rdmaGbps: shape.rdmaGbps,
          networkGbps: shape.networkGbps,
        }),
      );
    }
    if (needs.intraServerGBps > 0) {
      facts.push(
        finding('network-between-cards', {
          need: Number(needs.intraServerGBps.toPrecision(3)),
          interconnect: shape.interconnect,
        }),
      );
    }
    if (needs.storageMBps > 0) {
      facts.push(
        finding('storage-need', { need: Number(needs.storageMBps.toPrecision(3)), localNvmeGiB: shape.localNvmeGiB }),
      );
    }
    if (facts.length === 0) facts.push(finding('network-not-needed'));
    return facts;
  },
};

function betweenServers({ option, shape }: Candidate): number {
  const hasRdma = (shape.rdmaGbps ?? 0) > 0;
  const need = option.needs.interServerGbps;
  if (need <= 0) return hasRdma ? 1 : 0.9;
  if (hasRdma) return coverage(shape.rdmaGbps, need, 0.5);
  return shape.networkGbps === null ? 0.3 : 0.6 * coverage(shape.networkGbps * TCP_EFFICIENCY, need, 0.3);
}

function betweenCards({ option, shape }: Candidate): number {
  const need = option.needs.intraServerGBps;
  const isLinked = shape.interconnect === 'nvlink' || shape.interconnect === 'nvswitch';
  if (need <= 0) return isLinked ? 1 : 0.9;
  if (isLinked) return coverage(shape.accelerator.interconnectGBps, need, 0.9);
  if (shape.interconnect === null) return 0.5;
  return coverage(PCIE_GBPS, need, 0.5);
}

function storage({ option, shape }: Candidate): number {
  const has = (shape.localNvmeGiB ?? 0) > 0 ? NVME_MBPS : CLOUD_DISK_MBPS;
  if (option.needs.storageMBps <= 0) return has === NVME_MBPS ? 1 : 0.9;
  return coverage(has, option.needs.storageMBps, 0.5);
}

function egress({ option, shape, servers }: Candidate): number {
  if (option.needs.egressGbps <= 0) return 0.95;
  return coverage(shape.networkGbps === null ? null : shape.networkGbps * servers, option.needs.egressGbps, 0.5);
}
