import type { SaleStatus } from '../catalogue/provenance.js';
import { finding } from '../finding.js';
import { type Candidate, coverage, type Dimension, type ScoreContext } from './dimension.js';

/** How easily it can be bought. */
const SALE_SCORE: Readonly<Record<SaleStatus, number>> = {
  general: 1,
  unknown: 0.7,
  limited: 0.6,
  legacy: 0.5,
  'invite-only': 0.3,
  retired: 0,
};

/** Score of a purpose that the source does not state: between a secondary purpose and a foreign one. */
const PURPOSE_UNKNOWN = 0.4;

/**
 * Instance type: is the family made for the scenario, are CPU and memory a card enough, can it be bought.
 *
 * score = 0.6 × purpose + 0.15 × vCPU + 0.1 × host memory + 0.15 × sale status
 * - purpose: 1 when the scenario is the family's first stated purpose, 0.6 as its second, 0.5 as a later one, 0.1 when the
 *   family is made for something else, 0.4 when the source does not say. It weighs most because "first the scenario, then
 *   the family" is what keeps a training server from being rented for serving because its card happens to be cheap.
 * - vCPU, host memory: what an accelerator gets over what keeps it fed, at most 1 (0.6 when unknown).
 */
export const INSTANCE_TYPE: Dimension = {
  id: 'instanceType',
  label: { en: 'Instance type', zh: '实例类型' },
  question: {
    en: 'Is the family made for this kind of job, are vCPUs and memory a card enough, and is it for sale?',
    zh: '规格族是否面向此类任务，每卡 vCPU 与内存是否足够，是否在售？',
  },
  score(candidate, context) {
    const { option } = candidate;
    return (
      0.6 * purpose(candidate, context) +
      0.15 * coverage(perDevice(candidate, candidate.shape.vcpu), option.needs.vcpuPerAccelerator, 0.6) +
      0.1 *
        coverage(perDevice(candidate, candidate.shape.hostMemoryGiB), option.needs.hostMemoryGiBPerAccelerator, 0.6) +
      0.15 * SALE_SCORE[candidate.offer.saleStatus]
    );
  },
  because(candidate, { demand }) {
    const { family } = candidate.offer;
    const { needs } = candidate.option;
    const facts = [
      family.madeFor.length === 0
        ? finding('family-purpose-unknown', { family: family.id })
        : finding('family-made-for', { family: family.id, madeFor: family.madeFor, category: demand.category }),
    ];
    if (needs.vcpuPerAccelerator !== null) {
      facts.push(
        finding('vcpu-per-accelerator', {
          have: perDevice(candidate, candidate.shape.vcpu),
          need: needs.vcpuPerAccelerator,
        }),
      );
    }
    if (needs.hostMemoryGiBPerAccelerator !== null) {
      facts.push(
        finding('memory-per-accelerator', {
          have: perDevice(candidate, candidate.shape.hostMemoryGiB),
          need: needs.hostMemoryGiBPerAccelerator,
        }),
      );
    }
    if (candidate.offer.saleStatus !== 'general') {
      facts.push(
        finding('sale-status-note', { instanceType: candidate.offer.type.id, saleStatus: candidate.offer.saleStatus }),
      );
    }
    return facts;
  },
};

function purpose({ offer }: Candidate, { demand }: ScoreContext): number {
  const { madeFor } = offer.family;
  if (madeFor.length === 0) return PURPOSE_UNKNOWN;
  const place = madeFor.indexOf(demand.category);
  if (place < 0) return 0.1;
  return place === 0 ? 1 : place === 1 ? 0.6 : 0.5;
}

/** Devices that work share the server's CPU and memory. */
function perDevice({ shape, option }: Candidate, total: number | null): number | null {
  return total === null ? null : total / Math.max(1, shape.count - option.idleDevicesPerServer);
}
