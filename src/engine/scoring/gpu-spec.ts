import { type Finding, finding } from '../finding.js';
import { type Candidate, clamp01, type Dimension } from './dimension.js';

/** Free memory at which a card neither fails on a longer prompt nor lies fallow. */
const COMFORTABLE_HEADROOM_RATIO = 0.15;
/** Margin to the goal above which more speed no longer helps the user. */
const COMFORTABLE_MARGIN_RATIO = 0.25;
/** Score where a fact is unknown: neither praised nor damned. */
const NEUTRAL = 0.5;

/**
 * GPU spec: memory, compute and use of the cards against the need.
 *
 * score = 0.45 × memory + 0.35 × goal + 0.20 × cards used
 * - memory: 0.5 at zero headroom, rising linearly to 1 at 15 % free ("if a job runs out of memory nothing else saves it").
 * - goal: 0.5 when the goal is just met, 1 from 25 % to spare; 0.75 when no goal was stated (nothing to miss).
 * - cards used: share of the server's devices that the layout uses.
 */
export const GPU_SPEC: Dimension = {
  id: 'gpuSpec',
  label: { en: 'GPU specification', zh: 'GPU 规格' },
  question: {
    en: 'Do model, memory and compute of the card meet the need, and with how much to spare?',
    zh: '加速卡的型号、显存与算力是否满足需求，余量多少？',
  },
  score({ option, shape }) {
    const memory =
      option.memoryHeadroomRatio === null
        ? NEUTRAL
        : 0.5 + 0.5 * clamp01(option.memoryHeadroomRatio / COMFORTABLE_HEADROOM_RATIO);
    const goal =
      option.goalMarginRatio === null ? 0.75 : 0.5 + 0.5 * clamp01(option.goalMarginRatio / COMFORTABLE_MARGIN_RATIO);
    const used = clamp01(1 - option.idleDevicesPerServer / shape.count);
    return 0.45 * memory + 0.35 * goal + 0.2 * used;
  },
  because({ option, shape }: Candidate) {
    const facts: Finding[] = [];
    if (option.memoryHeadroomRatio !== null) {
      facts.push(finding('memory-headroom', { headroomPercent: Math.round(option.memoryHeadroomRatio * 100) }));
    }
    facts.push(
      option.goalMarginRatio === null
        ? finding('no-goal-stated')
        : finding('goal-margin', { marginPercent: Math.round(option.goalMarginRatio * 100) }),
    );
    if (option.idleDevicesPerServer > 0) {
      facts.push(finding('devices-idle', { idleDevices: option.idleDevicesPerServer, devices: shape.count }));
    }
    return facts;
  },
};
