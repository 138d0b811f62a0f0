/** Lays simulations out: cards a run, servers, hours. */
import { finding } from '../../finding.js';
import { hasWeakFp64 } from '../../sizing/hpc/codes.js';
import { cardRate, type RunRate, runRate } from '../../sizing/hpc/run-speed.js';
import { RDMA_ENOUGH_GBPS } from '../../sizing/hpc/scaling.js';
import { inverse, rateEstimate, scaled, spread } from '../../sizing/reference/transfer.js';
import type { Estimate } from '../../units.js';
import { LateReport } from '../late.js';
import { headroom, memoryOf, reject, rejected, sideBySide, unknownOutcome } from '../option-parts.js';
import type { HardwareShape, PlacementLimits, PlacementOption, PlacementOutcome, Rejection } from '../scenario.js';
import type { HpcQuestion } from './hpc-question.js';

export interface RunLayout {
  /** Cards (or slices) that one run takes in a server, and servers that it spans. */
  readonly cardsPerServer: number;
  readonly serversPerRun: number;
  readonly servers: number;
  readonly rate: RunRate;
  readonly hoursPerRun: Estimate;
  readonly hours: Estimate;
}

/** Below this efficiency added cards are waste; only memory may force them. */
const WORTHWHILE_EFFICIENCY = 0.35;
/** Share of the device memory that a run may use; runtime and buffers take the rest. */
const USABLE_MEMORY = 0.92;
const SERVER_STEPS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024] as const;
/** GROMACS needs about eight cores a V100-class card (RNASE: 164 ns/day at 1 core, 399 at 8, 400 at 16). */
const VCPU_PER_CARD = 8;

export function linksOf(shape: HardwareShape) {
  return {
    isFastInside: shape.interconnect === 'nvlink' || shape.interconnect === 'nvswitch',
    hasRdma: (shape.rdmaGbps ?? 0) >= RDMA_ENOUGH_GBPS,
  };
}

/** Devices that the memory of one run needs. */
export function devicesForMemory(question: HpcQuestion, shape: HardwareShape): number | null {
  if (question.memoryGiB === null) return 1;
  if (shape.deviceMemoryGiB === null) return null;
  return Math.ceil(question.memoryGiB / (shape.deviceMemoryGiB * USABLE_MEMORY) - 1e-9);
}

/** One layout: `cards` in each of `span` servers a run, on `servers` servers in all. */
export function layoutOf(
  question: HpcQuestion,
  shape: HardwareShape,
  one: Omit<RunRate, 'efficiency'>,
  cards: number,
  span: number,
  servers: number,
): RunLayout {
  const whole = runRate(question.query, shape.accelerator, one, cards, span, linksOf(shape));
  // A slice gives its share of the card.
  const rate = { ...whole, lnRate: whole.lnRate + Math.log(shape.share) };
  const compute = inverse(rateEstimate(rate), question.workPerRun * question.hoursPerUnitTime);
  const hoursPerRun = {
    low: compute.low + question.setupHours,
    expected: compute.expected + question.setupHours,
    high: compute.high + question.setupHours,
    evidence: compute.evidence,
  };
  const atOnce = span > 1 ? Math.floor(servers / span) : servers * Math.floor(shape.count / cards);
  const waves = Math.ceil(question.runs / Math.max(1, atOnce) - 1e-9);
  return { cardsPerServer: cards, serversPerRun: span, servers, rate, hoursPerRun, hours: scaled(hoursPerRun, waves) };
}

/** Counts of cards that a run may take in a server. */
function cardSteps(count: number, least: number): number[] {
  const steps: number[] = [];
  for (let n = 1; n <= count; n *= 2) if (n >= least) steps.push(n);
  if (!steps.includes(count) && count >= least) steps.push(count);
  return steps;
}

export function placeRuns(question: HpcQuestion, shape: HardwareShape, limits: PlacementLimits): PlacementOutcome {
  const card = shape.accelerator;
  if (card.kind !== 'gpu')
    return rejected([reject('code-not-on-card', { code: question.code.label, accelerator: card.name })]);
  const one = cardRate(question.query, card);
  const least = devicesForMemory(question, shape);
  if (one === null || least === null) return unknownOutcome();
  const layouts = layoutsOf(question, shape, one, least, limits.maxServers);
  const reasons: Rejection[] = [];
  const { deadlineHours } = question.workload;
  if (layouts.length === 0) {
    reasons.push(
      reject('run-memory-short', {
        neededGiB: question.memoryGiB,
        availableGiB: (shape.deviceMemoryGiB ?? 0) * USABLE_MEMORY * shape.count * limits.maxServers,
        accelerator: card.name,
      }),
    );
  }
  const inTime = deadlineHours === undefined ? layouts : layouts.filter((l) => l.hours.expected <= deadlineHours);
  if (layouts.length > 0 && inTime.length === 0) {
    const fastest = layouts.reduce((a, b) => (b.hours.expected < a.hours.expected ? b : a));
    reasons.push(
      reject('runs-not-in-time', {
        hours: fastest.hours.expected,
        deadlineHours: deadlineHours ?? null,
        servers: fastest.servers,
        accelerator: card.name,
      }),
    );
  }
  if (reasons.length > 0) return rejected(reasons);
  const best = inTime.reduce((a, b) => (isBetter(b, a) ? b : a));
  return { options: [runOption(question, shape, best)], rejections: [] };
}

/** Fewer servers first, then less time. */
function isBetter(a: RunLayout, b: RunLayout): boolean {
  return a.servers !== b.servers ? a.servers < b.servers : a.hours.expected < b.hours.expected - 1e-9;
}

function layoutsOf(
  question: HpcQuestion,
  shape: HardwareShape,
  one: Omit<RunRate, 'efficiency'>,
  least: number,
  maxServers: number,
): RunLayout[] {
  const layouts: RunLayout[] = [];
  const deadline = question.workload.deadlineHours ?? Number.POSITIVE_INFINITY;
  for (const servers of SERVER_STEPS) {
    if (servers > maxServers) break;
    for (const cards of cardSteps(shape.count, least)) {
      if (servers > question.runs && servers > 1) break;
      const layout = layoutOf(question, shape, one, cards, 1, servers);
      if (layout.rate.efficiency >= WORTHWHILE_EFFICIENCY || cards <= Math.max(1, least)) layouts.push(layout);
    }
    // A run over several servers: all their cards, one run after another or side by side.
    const span = question.runs >= servers && least <= shape.count ? null : Math.ceil(servers / question.runs);
    if (span !== null && span > 1 && span * shape.count >= least) {
      const layout = layoutOf(question, shape, one, shape.count, span, servers);
      const isForced = (span - 1) * shape.count < least;
      if (layout.rate.efficiency >= WORTHWHILE_EFFICIENCY || isForced) layouts.push(layout);
    }
    if (layouts.some((l) => l.hours.expected <= deadline)) break;
  }
  return layouts;
}

/** Metrics of a layout. */
export function runPerformance(
  question: HpcQuestion,
  shape: HardwareShape,
  layout: RunLayout,
): Record<string, Estimate> {
  const rate = rateEstimate(layout.rate);
  const devices = layout.servers * shape.count;
  const performance: Record<string, Estimate> = {
    durationHours: layout.hours,
    acceleratorHours: scaled(layout.hours, devices),
    hoursPerRun: layout.hoursPerRun,
    scalingEfficiencyRatio: spread(Math.min(1.2, layout.rate.efficiency), layout.rate.sigma / 2, layout.rate.evidence),
  };
  if (question.workload.reference?.hoursPerRun !== undefined) return performance;
  const metric = question.code.metric;
  performance[metric] = metric === 'secondsPerRun' ? inverse(rate, question.workPerRun) : rate;
  if (metric === 'secondsPerRun') performance.unitsPerSecond = rate;
  return performance;
}

export function runMemory(question: HpcQuestion, shape: HardwareShape, devicesPerRun: number) {
  return memoryOf(
    shape.deviceMemoryGiB,
    question.memoryGiB === null ? {} : { other: question.memoryGiB / devicesPerRun },
  );
}

function runOption(question: HpcQuestion, shape: HardwareShape, layout: RunLayout): PlacementOption {
  const devicesPerRun = layout.cardsPerServer * layout.serversPerRun;
  const memory = runMemory(question, shape, devicesPerRun);
  const { deadlineHours } = question.workload;
  const perServer =
    layout.serversPerRun > 1 ? shape.count : Math.floor(shape.count / layout.cardsPerServer) * layout.cardsPerServer;
  const busy = Math.min(layout.servers * perServer, question.runs * devicesPerRun);
  const isTogether = devicesPerRun > 1;
  return {
    parallelism: sideBySide(layout.servers * shape.count),
    serversPerUnit: layout.servers,
    unitsAtPeak: 1,
    spareUnits: 0,
    replicasPerUnit: 1,
    isElastic: false,
    runHours: layout.hours,
    workPerHour: question.runs / layout.hours.expected,
    workPerRun: question.runs,
    workUnit: 'simulation-run',
    idleDevicesPerServer: Math.max(0, Math.floor((layout.servers * shape.count - busy) / layout.servers)),
    memoryHeadroomRatio: headroom(memory),
    goalMarginRatio: deadlineHours === undefined ? null : (deadlineHours - layout.hours.expected) / deadlineHours,
    utilisationRatio: Math.min(1, layout.rate.efficiency),
    timeMetric: layout.hours.expected,
    report: new LateReport(
      () => runPerformance(question, shape, layout),
      () => runFindings(question, shape, layout),
    ),
    memory,
    needs: {
      vcpuPerAccelerator: question.code.kind === 'particles' ? VCPU_PER_CARD : VCPU_PER_CARD / 2,
      hostMemoryGiBPerAccelerator: question.memoryGiB === null ? null : (1.5 * question.memoryGiB) / devicesPerRun,
      interServerGbps: layout.serversPerRun > 1 ? RDMA_ENOUGH_GBPS : 0,
      intraServerGBps: isTogether && layout.cardsPerServer > 1 ? 50 : 0,
      isRdmaRequired: false,
      storageMBps: 0,
      egressGbps: 0,
    },
    software: {
      name: question.code.label,
      version: null,
      precision: question.code.bound === 'fp64' ? 'fp64' : 'fp32',
      maturityRatio: softwareMaturity(question, shape, layout),
      helpfulFeatureKinds: isTogether ? ['communication-library', 'cluster', 'driver'] : ['driver', 'image'],
      because: [],
    },
  };
}

function softwareMaturity(question: HpcQuestion, shape: HardwareShape, layout: RunLayout): number {
  const vendor = shape.accelerator.vendor === 'NVIDIA' ? 1 : shape.accelerator.vendor === 'AMD' ? 0.8 : 0.5;
  const precision = question.code.bound === 'fp64' && hasWeakFp64(shape.accelerator) ? 0.5 : 1;
  return vendor * precision * (layout.rate.evidence === 'transferred' ? 0.85 : 1);
}

export function runFindings(question: HpcQuestion, shape: HardwareShape, layout: RunLayout) {
  const card = shape.accelerator;
  const { nearest } = layout.rate;
  const findings = [
    finding('run-time-from-reference', {
      code: question.code.label,
      case: question.caseName,
      accelerator: card.name,
      hoursPerRun: layout.hoursPerRun.expected,
      reference: nearest.id,
      referenceAccelerator: nearest.accelerator.name,
      evidence: layout.rate.evidence,
    }),
  ];
  if (question.code.bound === 'fp64' && hasWeakFp64(card)) {
    findings.push(
      finding('weak-double-precision', {
        accelerator: card.name,
        fp64Tflops: card.fp64Tflops,
        fp32Tflops: card.fp32Tflops,
      }),
    );
  }
  const devicesPerRun = layout.cardsPerServer * layout.serversPerRun;
  if (devicesPerRun > 1) {
    findings.push(
      finding('run-scaling', {
        cards: devicesPerRun,
        scalingEfficiencyRatio: layout.rate.efficiency,
        scaling: question.code.scaling,
      }),
    );
  }
  if (layout.serversPerRun > 1 && !linksOf(shape).hasRdma) {
    findings.push(finding('scaling-without-rdma', { rdmaGbps: shape.rdmaGbps, servers: layout.serversPerRun }));
  }
  if (question.code.scaling === 'poor' && question.runs === 1 && shape.count > 1) {
    findings.push(finding('run-replicas-instead', { code: question.code.label }));
  }
  if (question.setupHours > 0) findings.push(finding('serial-setup', { setupHoursPerRun: question.setupHours }));
  return findings;
}
