/** Lays a rendering batch out on one server shape. */
import { finding } from '../../finding.js';
import { inverse, scaled } from '../../sizing/reference/transfer.js';
import { batchHours, clockAfter, devicesForDeadline } from '../../sizing/rendering/batch-plan.js';
import { multiCardEfficiency } from '../../sizing/rendering/frame-scaling.js';
import { type FrameTime, frameTime } from '../../sizing/rendering/frame-time.js';
import {
  MAX_OVERSUBSCRIPTION,
  RENDERER_MEMORY_GIB,
  runsOn,
  VCPU_PER_DEVICE,
} from '../../sizing/rendering/renderers.js';
import { type Estimate, HOURS_PER_MONTH, SECONDS_PER_HOUR } from '../../units.js';
import { LateReport } from '../late.js';
import { headroom, memoryOf, reject, rejected, sideBySide, unknownOutcome } from '../option-parts.js';
import type { HardwareShape, PlacementLimits, PlacementOption, PlacementOutcome, Rejection } from '../scenario.js';
import type { RenderQuestion } from './offline-rendering-question.js';

export interface FrameOnShape {
  readonly frame: FrameTime;
  readonly isOutOfCore: boolean;
  /** Frames that a server renders at once. */
  readonly framesAtOnce: number;
}

/** Frame time on a shape, or why not; null = no figure can be given. */
export function frameOnShape(
  question: RenderQuestion,
  shape: HardwareShape,
): FrameOnShape | readonly Rejection[] | null {
  const card = shape.accelerator;
  const reasons: Rejection[] = [];
  if (!runsOn(question.renderer, card)) {
    reasons.push(reject('renderer-not-on-card', { renderer: question.renderer, accelerator: card.name }));
  }
  const needed = question.sceneMemoryGiB === null ? null : question.sceneMemoryGiB + RENDERER_MEMORY_GIB;
  const memory = shape.deviceMemoryGiB;
  const isOutOfCore = needed !== null && memory !== null && needed > memory;
  if (isOutOfCore && needed !== null && memory !== null) {
    if (!question.maySpill || needed > memory * MAX_OVERSUBSCRIPTION) {
      reasons.push(
        reject('scene-memory-short', { neededGiB: needed, deviceMemoryGiB: memory, accelerator: card.name }),
      );
    }
  }
  if (reasons.length > 0) return reasons;
  const frame = frameTime(question.frame, card, shape.share, isOutOfCore, question.references.offsets);
  if (frame === null) return null;
  if (question.workload.cardsPerFrame !== 'all') return { frame, isOutOfCore, framesAtOnce: shape.count };
  const speedUp = shape.count * multiCardEfficiency(shape.count);
  const fixed = question.frame.fixedSeconds;
  const shared = (t: number) => fixed + (t - fixed) / speedUp;
  return {
    frame: {
      ...frame,
      seconds: {
        low: shared(frame.seconds.low),
        expected: shared(frame.seconds.expected),
        high: shared(frame.seconds.high),
        evidence: frame.seconds.evidence,
      },
    },
    isOutOfCore,
    framesAtOnce: 1,
  };
}

export function placeBatch(question: RenderQuestion, shape: HardwareShape, limits: PlacementLimits): PlacementOutcome {
  const on = frameOnShape(question, shape);
  if (on === null) return unknownOutcome();
  if (!('frame' in on)) return rejected(on);
  const reasons: Rejection[] = [];
  const servers = serversFor(question, on);
  if (servers === null) {
    reasons.push(
      reject('frame-longer-than-deadline', {
        secondsPerFrame: on.frame.seconds.expected,
        deadlineHours: question.deadlineHours,
      }),
    );
  } else if (servers > limits.maxServers) {
    reasons.push(reject('too-many-servers', { servers, maxServers: limits.maxServers }));
  }
  if (reasons.length > 0 || servers === null) return rejected(reasons);
  return { options: [batchOption(question, shape, on, servers)], rejections: [] };
}

/** Fewest servers that finish in time at the expected frame time; 1 without a deadline. */
function serversFor(question: RenderQuestion, on: FrameOnShape): number | null {
  if (question.deadlineHours === null) return 1;
  const batch = { frames: question.workload.frames, availabilityRatio: question.availabilityRatio };
  const atOnce = devicesForDeadline(batch, on.frame.seconds.expected, question.deadlineHours);
  return atOnce === null ? null : Math.ceil(atOnce / on.framesAtOnce - 1e-9);
}

export function batchDuration(question: RenderQuestion, on: FrameOnShape, servers: number): Estimate {
  const batch = { frames: question.workload.frames, availabilityRatio: question.availabilityRatio };
  const hours = (seconds: number) => batchHours(batch, servers * on.framesAtOnce, seconds);
  const { low, expected, high, evidence } = on.frame.seconds;
  return { low: hours(low), expected: hours(expected), high: hours(high), evidence };
}

export function batchPerformance(
  question: RenderQuestion,
  on: FrameOnShape,
  servers: number,
  devices: number,
): Readonly<Record<string, Estimate>> {
  const duration = batchDuration(question, on, servers);
  return {
    secondsPerFrame: on.frame.seconds,
    framesPerHour: inverse(on.frame.seconds, SECONDS_PER_HOUR * servers * on.framesAtOnce * question.availabilityRatio),
    durationHours: duration,
    acceleratorHours: scaled(duration, devices),
  };
}

export function sceneMemory(question: RenderQuestion, shape: HardwareShape) {
  return memoryOf(
    shape.deviceMemoryGiB,
    question.sceneMemoryGiB === null
      ? {}
      : {
          weights: Math.min(
            question.sceneMemoryGiB,
            Math.max(0, (shape.deviceMemoryGiB ?? Infinity) - RENDERER_MEMORY_GIB),
          ),
          runtime: RENDERER_MEMORY_GIB,
        },
  );
}

function batchOption(
  question: RenderQuestion,
  shape: HardwareShape,
  on: FrameOnShape,
  servers: number,
): PlacementOption {
  const card = shape.accelerator;
  const frames = question.workload.frames;
  const duration = batchDuration(question, on, servers);
  const atOnce = servers * on.framesAtOnce;
  const waves = Math.ceil(frames / atOnce - 1e-9);
  const memory = sceneMemory(question, shape);
  const isRayTraced = question.frame.mode === 'ray-traced';
  const because = [
    isRayTraced && card.hasRtCores === true
      ? finding('has-rt-cores', { accelerator: card.name })
      : finding('no-rt-cores', { accelerator: card.name }),
  ];
  return {
    parallelism: sideBySide(shape.count * servers),
    serversPerUnit: servers,
    unitsAtPeak: 1,
    spareUnits: 0,
    replicasPerUnit: 1,
    isElastic: false,
    runHours: duration,
    runsPerMonth: question.batchesPerMonth,
    workPerHour: frames / duration.expected,
    workPerRun: frames,
    workUnit: 'frame',
    idleDevicesPerServer: Math.max(0, Math.floor((atOnce - frames) / servers)),
    memoryHeadroomRatio: headroom(memory),
    goalMarginRatio:
      question.deadlineHours === null ? null : (question.deadlineHours - duration.expected) / question.deadlineHours,
    utilisationRatio: Math.min(1, frames / (waves * atOnce)),
    timeMetric: duration.expected,
    report: new LateReport(
      () => batchPerformance(question, on, servers, servers * shape.count),
      () => batchFindings(question, shape, on, servers, duration),
    ),
    memory,
    needs: {
      vcpuPerAccelerator: VCPU_PER_DEVICE,
      hostMemoryGiBPerAccelerator: question.sceneMemoryGiB === null ? null : 2 * question.sceneMemoryGiB,
      interServerGbps: 0,
      intraServerGBps: 0,
      isRdmaRequired: false,
      storageMBps: 0,
      egressGbps: 0,
    },
    software: {
      name: question.renderer,
      version: null,
      precision: 'fp32',
      maturityRatio: rendererMaturity(isRayTraced, card.hasRtCores, card.vendor),
      helpfulFeatureKinds: ['graphics-licence', 'driver', 'image'],
      because,
    },
  };
}

/** Share of the renderer's acceleration that the card has: RT cores are about half of it. */
function rendererMaturity(isRayTraced: boolean, hasRtCores: boolean | null, vendor: string): number {
  const rt = !isRayTraced || hasRtCores === true ? 1 : 0.5;
  return vendor === 'NVIDIA' ? rt : rt * 0.7;
}

function batchFindings(
  question: RenderQuestion,
  shape: HardwareShape,
  on: FrameOnShape,
  servers: number,
  duration: Estimate,
) {
  const nearest = on.frame.nearest;
  const findings = [
    finding('frame-time-transferred', {
      reference: nearest.id,
      referenceAccelerator: nearest.accelerator.name,
      accelerator: shape.accelerator.name,
      secondsPerFrame: on.frame.seconds.expected,
      lowSecondsPerFrame: on.frame.seconds.low,
      highSecondsPerFrame: on.frame.seconds.high,
    }),
    finding('one-frame-a-device', { framesAtOnce: servers * on.framesAtOnce }),
  ];
  const hoursPerMonth = duration.expected * question.batchesPerMonth;
  // More than a month holds is told with the bill.
  if (hoursPerMonth <= HOURS_PER_MONTH) {
    const { batchesPerMonth } = question;
    findings.push(finding('batch-hours-a-month', { hoursPerMonth, batchesPerMonth, runHours: duration.expected }));
  }
  if (question.startsAt !== null) {
    findings.push(
      finding('batch-finish', {
        startsAt: question.startsAt,
        finishesAt: clockAfter(question.startsAt, duration.expected),
        finishesAtIfSlow: clockAfter(question.startsAt, duration.high),
        runHours: duration.expected,
      }),
    );
  }
  // A stated deadline is told as every goal is; one that follows from the hours of a window is told here.
  const { window } = question.workload;
  if (window !== undefined && question.deadlineHours !== null && duration.high > question.deadlineHours) {
    const { deadlineHours } = question;
    const safeServers = Math.ceil((servers * duration.high) / deadlineHours - 1e-9);
    findings.push(finding('deadline-not-safe', { highHours: duration.high, deadlineHours, safeServers }));
  }
  if (on.isOutOfCore) findings.push(finding('out-of-core', { accelerator: shape.accelerator.name }));
  if (shape.share < 1) findings.push(finding('slice-slower-than-share', { share: shape.share }));
  const licensedPer = question.workload.licensedPer ?? 'none';
  if (licensedPer !== 'none') {
    findings.push(
      finding('render-licences', {
        licences: licensedPer === 'server' ? servers : servers * shape.count,
        licensedPer,
      }),
    );
  }
  return findings;
}
