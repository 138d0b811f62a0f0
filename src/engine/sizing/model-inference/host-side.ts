/**
 * The CPU side: decode, resize, tokenise, and for OCR pipelines most of the work. A card that waits for its host is no
 * faster than the host.
 */
import type { InferenceTask } from './tasks.js';
import { TASKS } from './tasks.js';

/**
 * OCR pipelines: share of a page's seconds in which the card works. PP-OCRv5 server on V100: 0.74 s a page at 34 % GPU
 * utilisation, mobile 0.62 s at 17 % (PaddleOCR documentation, 2025); the rest is host work of one process.
 */
export const OCR_CARD_SHARE = { server: 0.34, mobile: 0.17 } as const;

export interface HostSide {
  /** vCPU-seconds that an item costs. */
  readonly cpuSecondsPerItem: number;
  /** Whether the host's work and the card's run one after the other in one process (OCR), so that workers overlap them. */
  readonly isPipelined: boolean;
}

/** Share of a page's seconds that the host works. */
export function ocrHostRatio(model: string): number {
  return 1 - (/mobile|tiny|slim/i.test(model) ? OCR_CARD_SHARE.mobile : OCR_CARD_SHARE.server);
}

/** Host work of an item. `fixedSeconds`: the part of an item in one process that is the host's, for OCR. */
export function hostSide(task: InferenceTask, fixedSeconds: number): HostSide {
  const perItem = TASKS[task].cpuSecondsPerItem;
  return perItem === null
    ? { cpuSecondsPerItem: fixedSeconds, isPipelined: true }
    : { cpuSecondsPerItem: perItem, isPipelined: false };
}

/** Share of a card's or core's time that may be planned: the rest absorbs the spread of arrivals. */
export const PLANNED_LOAD = 0.8;

/**
 * Items per second of one device when the host has `vcpu` vCPUs for it. null vCPU = unknown: the host is taken to keep up.
 *
 * Worked example: OCR page of 0.74 s, 34 % card: one worker does 1.35 pages/s; 8 vCPU feed 8 / 0.488 = 16 pages/s of host
 * work; the card allows 1 / (0.74 × 0.34) = 4.0 pages/s: 4.0 with three workers or more.
 */
export function deviceRate(
  cardSecondsPerItem: number,
  host: HostSide,
  vcpu: number | null,
): { rate: number; bound: 'card' | 'host' } {
  const card = host.isPipelined
    ? 1 / Math.max(1e-9, cardSecondsPerItem - host.cpuSecondsPerItem)
    : 1 / cardSecondsPerItem;
  if (vcpu === null) return { rate: card, bound: 'card' };
  const cpu = vcpu / host.cpuSecondsPerItem;
  return cpu < card ? { rate: cpu, bound: 'host' } : { rate: card, bound: 'card' };
}
