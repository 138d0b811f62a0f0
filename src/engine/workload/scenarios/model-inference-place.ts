/** Lays a model service out on one server shape. */
import { finding } from '../../finding.js';
import { type Gate, gateOf } from '../../sizing/model-inference/card-gate.js';
import { deviceRate, hostSide } from '../../sizing/model-inference/host-side.js';
import {
  type DeviceService,
  devicesForRate,
  inWindows,
  latencyAtRate,
  latencyInFlight,
} from '../../sizing/model-inference/service-time.js';
import { taskMemory } from '../../sizing/model-inference/task-memory.js';
import { type BatchTime, batchTime } from '../../sizing/model-inference/task-speed.js';
import { TASKS } from '../../sizing/model-inference/tasks.js';
import { passesOf, WINDOW_SECONDS } from '../../sizing/model-inference/work.js';
import { together, workIn } from '../../sizing/reference/overlap.js';
import { spread } from '../../sizing/reference/transfer.js';
import { type Estimate, MS_PER_SECOND, SECONDS_PER_HOUR } from '../../units.js';
import { LateReport } from '../late.js';
import { headroom, memoryOf, reject, rejected, sideBySide, unknownOutcome } from '../option-parts.js';
import type {
  HardwareShape,
  MemoryParts,
  PartOfCard,
  PlacementOption,
  PlacementOutcome,
  Rejection,
} from '../scenario.js';
import type { InferenceQuestion } from './model-inference-question.js';

/** One way to run the model on a device. */
export interface DevicePlan {
  readonly batch: number;
  readonly time: BatchTime;
  readonly secondsPerBatch: number;
  readonly ratePerSecond: number;
  readonly bound: 'card' | 'host' | 'memory';
  readonly cpuSecondsPerItem: number;
  readonly memory: MemoryParts;
  /** Memory of one copy of the model with its batch; a pipeline keeps several. null = unknown. */
  readonly copyGiB: number | null;
}

const BATCHES = [1, 2, 4, 8, 16, 32, 64, 128, 256] as const;
const GENERATION_BATCHES = [1, 2, 4] as const;
/** A larger batch must bring more than this, or the smaller one is kept for its latency. */
export const WORTH_A_LARGER_BATCH = 1.05;

/** Slices of a card run a little below their share: two tenants evict each other's caches. */
export function sliceRate(share: number): number {
  return share >= 1 ? 1 : share ** 1.05;
}

export function candidateBatches(question: InferenceQuestion): readonly number[] {
  if (question.workload.batch !== undefined) return [question.workload.batch];
  if (question.task === 'video-generation' || question.task === 'ocr') return [1];
  return question.task === 'image-generation' ? GENERATION_BATCHES : BATCHES;
}

export function memoryOn(question: InferenceQuestion, shape: HardwareShape, batch: number): MemoryParts {
  if (question.peak !== null) return memoryOf(shape.deviceMemoryGiB, { other: question.peak.memoryGiB });
  const needed = taskMemory(
    question.task,
    question.modelName,
    question.parametersBillion,
    question.precision,
    batch,
    question.size,
  );
  return memoryOf(shape.deviceMemoryGiB, needed === null ? {} : { ...needed });
}

/** Speed and memory of one device at a batch; null = no reference reaches the card. */
export function planDevice(question: InferenceQuestion, shape: HardwareShape, batch: number): DevicePlan | null {
  const time = timeOn(question, shape.accelerator, batch);
  if (time === null) return null;
  const { fixedSeconds, overlap } = time;
  // A slice slows the card's part only.
  const onCard = workIn(time.seconds.expected, fixedSeconds, overlap) / sliceRate(shape.share);
  const secondsPerBatch = together(fixedSeconds, onCard, overlap) * question.itemsPerRequest;
  const host = hostSide(question.task, (fixedSeconds * question.itemsPerRequest) / batch);
  const vcpu = shape.vcpu === null ? null : shape.vcpu / shape.count;
  const fed = deviceRate(secondsPerBatch / batch, host, vcpu);
  const one = memoryOn(question, shape, batch);
  const common = { batch, time, secondsPerBatch, cpuSecondsPerItem: host.cpuSecondsPerItem, copyGiB: one.total };
  if (!host.isPipelined || one.total === null) {
    return { ...common, ...ratePerSecond(fed), memory: one };
  }
  // Workers overlap the host's part with the card's, as far as the card holds a copy of the models for each.
  const wanted = Math.max(1, Math.ceil(fed.rate * secondsPerBatch - 1e-9));
  const held = one.usable === null ? wanted : Math.max(1, Math.floor(one.usable / one.total));
  const workers = Math.min(wanted, held);
  return {
    ...common,
    ...(held < wanted ? { ratePerSecond: workers / secondsPerBatch, bound: 'memory' as const } : ratePerSecond(fed)),
    memory: memoryOf(shape.deviceMemoryGiB, { other: workers * one.total }),
  };
}

function ratePerSecond({ rate, bound }: ReturnType<typeof deviceRate>) {
  return { ratePerSecond: rate, bound };
}

/** Speeds depend on the card and the batch only: many shapes share them. */
function timeOn(question: InferenceQuestion, card: HardwareShape['accelerator'], batch: number): BatchTime | null {
  const key = `${card.id}|${batch}`;
  const known = question.times.get(key);
  if (known !== undefined) return known;
  const time = batchTime(question.references, card, question.precision, batch, question.speed);
  question.times.set(key, time);
  return time;
}

function fitsMemory(plan: DevicePlan): boolean {
  return plan.memory.usable === null || plan.memory.total === null || plan.memory.total <= plan.memory.usable;
}

/** Seconds of an item with its queue, for so many devices (whole ones). */
export function itemSeconds(question: InferenceQuestion, plan: DevicePlan, devices: number): number {
  const { rate, concurrency } = question.workload;
  const service = serviceOf(question, plan);
  if (rate !== undefined) return latencyAtRate(service, devices, rate);
  if (concurrency !== undefined) return latencyInFlight(service, Math.ceil(concurrency / devices));
  return service.secondsPerBatch;
}

/** Long recordings are cut into windows that are batched. */
export function serviceOf({ task, size }: InferenceQuestion, plan: DevicePlan): DeviceService {
  const isLong = task === 'speech-recognition' && (size.audioSeconds ?? 0) > WINDOW_SECONDS;
  return isLong ? inWindows(plan, Math.ceil((size.audioSeconds ?? 0) / WINDOW_SECONDS)) : plan;
}

/** Devices, not rounded, that the load needs with this plan; null = no number of devices meets the latency goal. */
export function devicesNeeded(question: InferenceQuestion, plan: DevicePlan): number | null {
  const { rate, concurrency, latencyMs } = question.workload;
  const goal = latencyMs === undefined ? Number.POSITIVE_INFINITY : latencyMs / MS_PER_SECOND;
  const service = serviceOf(question, plan);
  if (service.secondsPerBatch > goal) return null;
  if (concurrency !== undefined) {
    if (!Number.isFinite(goal)) return 1;
    const inFlight = service.batch * Math.floor(goal / service.secondsPerBatch + 1e-9);
    return concurrency / inFlight;
  }
  if (rate === undefined) return 1;
  let devices = devicesForRate(plan, rate);
  // A few more devices shorten the queue; past twice the need the batch itself is too slow.
  for (let step = 0; step < 12; step += 1) {
    if (itemSeconds(question, plan, Math.ceil(devices)) <= goal) return devices;
    devices = Math.ceil(devices) + 1;
  }
  return null;
}

export function gateRejections(question: InferenceQuestion, shape: HardwareShape, gate: Gate): Rejection[] {
  if (gate.kind !== 'closed') return [];
  const facts = {
    accelerator: shape.accelerator.name,
    precision: question.precision,
    engine: question.engine,
    nearest: gate.code === 'precision-not-on-card' ? gate.nearest : null,
  };
  return [reject(gate.code, facts)];
}

export function placeService(
  question: InferenceQuestion,
  shape: HardwareShape,
  testable: ReadonlySet<string>,
): PlacementOutcome {
  const engine = shape.accelerator.kind === 'gpu' || question.isEngineStated ? question.engine : null;
  const gate = gateOf(shape.accelerator, question.precision, engine, testable);
  const closed = gateRejections(question, shape, gate);
  if (groupsOf(question, shape) === 0) {
    closed.push(reject('cards-per-item-short', { cardsPerItem: question.cardsPerItem, count: shape.count }));
  }
  if (closed.length > 0) return rejected(closed);
  const smallest = memoryOn(question, shape, candidateBatches(question)[0] ?? 1);
  if (smallest.usable !== null && smallest.total !== null && smallest.total > smallest.usable) {
    return rejected([
      reject('model-memory-short', {
        neededGiB: smallest.total,
        deviceMemoryGiB: smallest.usable,
        accelerator: shape.accelerator.name,
      }),
    ]);
  }
  if (gate.kind === 'unknown') return unknownOutcome();
  const best = bestPlan(question, shape);
  if (best === null) return unknownOutcome();
  if ('fastestSeconds' in best) {
    return rejected([
      reject('latency-goal-missed', {
        goalMs: question.workload.latencyMs ?? null,
        latencyMs: best.fastestSeconds * MS_PER_SECOND,
        accelerator: shape.accelerator.name,
      }),
    ]);
  }
  return { options: [serviceOption(question, shape, best.plan, best.devices)], rejections: [] };
}

/** The batch that needs the fewest devices, smaller batches first when they do almost as well. */
function bestPlan(
  question: InferenceQuestion,
  shape: HardwareShape,
): { plan: DevicePlan; devices: number } | { fastestSeconds: number } | null {
  let best: { plan: DevicePlan; devices: number; cost: number } | null = null;
  let fastestSeconds = Number.POSITIVE_INFINITY;
  for (const batch of candidateBatches(question)) {
    const plan = planDevice(question, shape, batch);
    if (plan === null) return null;
    if (!fitsMemory(plan)) break;
    const devices = devicesNeeded(question, plan);
    if (devices === null) {
      fastestSeconds = Math.min(fastestSeconds, serviceOf(question, plan).secondsPerBatch);
      continue;
    }
    const cost =
      question.workload.rate === undefined && question.workload.concurrency === undefined
        ? 1 / plan.ratePerSecond
        : devices;
    if (best === null || cost * WORTH_A_LARGER_BATCH < best.cost) best = { plan, devices, cost };
  }
  return best ?? { fastestSeconds };
}

/** More arrives than is served: the queue has no end, and an item no latency. */
function isOverloaded({ workload: { rate } }: InferenceQuestion, plan: DevicePlan, devices: number): boolean {
  return rate !== undefined && rate >= plan.ratePerSecond * devices;
}

/** Metrics of so many whole devices; overloaded ones have no latency. */
export function servicePerformance(
  question: InferenceQuestion,
  plan: DevicePlan,
  devices: number,
): Readonly<Record<string, Estimate>> {
  const { sigma } = plan.time;
  const { evidence } = plan.time.seconds;
  const { concurrency } = question.workload;
  const facts = TASKS[question.task];
  const inFlight = concurrency === undefined ? null : Math.ceil(concurrency / devices);
  const rate =
    inFlight === null
      ? plan.ratePerSecond * devices
      : Math.min(plan.ratePerSecond * devices, (concurrency ?? 0) / latencyInFlight(plan, inFlight));
  const rateEstimate = spread(rate, sigma, evidence);
  const performance: Record<string, Estimate> = { [facts.rateMetric]: rateEstimate };
  if (!isOverloaded(question, plan, devices))
    performance.latencyMs = spread(itemSeconds(question, plan, devices) * MS_PER_SECOND, sigma, evidence);
  if (facts.rateMetric !== 'outputTokensPerSecond') performance.requestsPerSecond = rateEstimate;
  if (question.task === 'ocr') performance.imagesPerSecond = rateEstimate;
  const audio = question.size.audioSeconds ?? nearestSize(question, plan)?.audioSeconds;
  if (audio !== undefined && question.task.startsWith('speech')) {
    performance.realTimeFactor = spread(rate * audio, sigma, evidence);
    performance.streams = spread(Math.max(0, rate * audio * STREAM_MARGIN), sigma, evidence);
  }
  if (question.task === 'image-generation') {
    const size = { ...nearestSize(question, plan), ...question.size };
    const passes = passesOf(question.task, size, { model: question.modelName });
    performance.iterationsPerSecond = spread(rate * passes, sigma, evidence);
  }
  if (question.size.tokens !== undefined) {
    performance.tokensPerSecond = spread(rate * question.size.tokens, sigma, evidence);
  }
  return performance;
}
/** Live streams must not fall behind: planned to 80 % of the real-time factor. */
const STREAM_MARGIN = 0.8;

function nearestSize(question: InferenceQuestion, plan: DevicePlan) {
  return question.references.curves.find((weighed) => weighed.curve.id === plan.time.referenceId)?.curve.size;
}

/** Groups of cards of a server that take one item each. */
export function groupsOf(question: InferenceQuestion, shape: HardwareShape): number {
  return Math.floor(shape.count / question.cardsPerItem);
}

/** Devices of a server that the load keeps busy. */
function usedPerServer(question: InferenceQuestion, groups: number, devices: number, servers: number): number {
  return Math.min(groups, Math.ceil(devices / servers - 1e-9)) * question.cardsPerItem;
}

function serviceOption(
  question: InferenceQuestion,
  shape: HardwareShape,
  plan: DevicePlan,
  devices: number,
): PlacementOption {
  const { rate, concurrency, latencyMs } = question.workload;
  const facts = TASKS[question.task];
  const groups = groupsOf(question, shape);
  const units = devices / groups;
  const servers = Math.max(1, Math.ceil(units - 1e-9));
  const whole = servers * groups;
  const isJob = rate === undefined && concurrency === undefined;
  const latency = itemSeconds(question, plan, whole) * MS_PER_SECOND;
  const audio = facts.workUnit === 'audio-hour' ? (question.size.audioSeconds ?? 30) / SECONDS_PER_HOUR : 1;
  const itemsPerHour = (rate ?? plan.ratePerSecond * (isJob ? whole : devices)) * SECONDS_PER_HOUR;
  return {
    parallelism: { ...sideBySide(whole), ...(question.cardsPerItem > 1 ? { context: question.cardsPerItem } : {}) },
    serversPerUnit: 1,
    unitsAtPeak: units,
    spareUnits: 0,
    replicasPerUnit: groups,
    isElastic: true,
    runHours: null,
    workPerHour: (itemsPerHour * audio) / facts.itemsPerWorkUnit,
    workPerRun: null,
    workUnit: facts.workUnit,
    idleDevicesPerServer: shape.count - usedPerServer(question, groups, isJob ? whole : devices, servers),
    memoryHeadroomRatio: headroom(plan.memory),
    goalMarginRatio: latencyMs === undefined ? null : (latencyMs - latency) / latencyMs,
    utilisationRatio: rate === undefined ? null : Math.min(1, rate / (plan.ratePerSecond * whole)),
    timeMetric: latency,
    report: new LateReport(
      () => servicePerformance(question, plan, whole),
      () => serviceFindings(question, shape, plan, devices),
    ),
    memory: plan.memory,
    needs: {
      vcpuPerAccelerator: Math.max(1, Math.ceil(plan.ratePerSecond * plan.cpuSecondsPerItem)),
      hostMemoryGiBPerAccelerator: plan.memory.weights === undefined ? null : 2 * plan.memory.weights + 4,
      interServerGbps: 0,
      intraServerGBps: 0,
      isRdmaRequired: false,
      storageMBps: 0,
      egressGbps: 0,
    },
    software: {
      name: question.engine ?? 'any',
      version: null,
      precision: question.precision,
      maturityRatio: softwareMaturity(question, plan),
      helpfulFeatureKinds: ['inference-engine', 'sharing', 'driver'],
      because: [],
    },
    partOfOneCard: () => partOfOneCard(question, shape, plan, devices),
  };
}

/** The smallest share of one whole card that bears the load within the goal; null where it takes more, or a figure is missing. */
function partOfOneCard(
  question: InferenceQuestion,
  shape: HardwareShape,
  plan: DevicePlan,
  devices: number,
): PartOfCard | null {
  const { rate, concurrency } = question.workload;
  if ((rate === undefined && concurrency === undefined) || question.cardsPerItem > 1) return null;
  if (devices > 1 || shape.share < 1 || plan.copyGiB === null) return null;
  const { overlap } = plan.time;
  const fixed = plan.time.fixedSeconds * question.itemsPerRequest;
  for (let percent = SHARE_STEP_PERCENT; percent < 100; percent += SHARE_STEP_PERCENT) {
    const speed = sliceRate(percent / 100);
    const secondsPerBatch = together(fixed, workIn(plan.secondsPerBatch, fixed, overlap) / speed, overlap);
    const slice = { ...plan, secondsPerBatch, ratePerSecond: plan.ratePerSecond * speed };
    const needed = devicesNeeded(question, slice);
    if (needed === null || needed > 1) continue;
    const copies = question.task === 'ocr' ? Math.ceil((rate ?? 0) * secondsPerBatch) : 1;
    return { memoryGiB: Math.max(1, copies) * plan.copyGiB, computeRatio: percent / 100 };
  }
  return null;
}
/** Step of compute that sharing technologies hand out (qGPU: 5 % of a card). */
const SHARE_STEP_PERCENT = 5;

/** 1 where this very card was measured with the model; less, the further the reference lies. */
function softwareMaturity(question: InferenceQuestion, plan: DevicePlan): number {
  const byEvidence = { measured: 1, calibrated: 1, interpolated: 0.9, transferred: 0.75, analytic: 0.5 } as const;
  return (
    byEvidence[plan.time.seconds.evidence] * (question.references.own === null && plan.time.isOtherModel ? 0.8 : 1)
  );
}

export function serviceFindings(question: InferenceQuestion, shape: HardwareShape, plan: DevicePlan, devices: number) {
  const facts = TASKS[question.task];
  const findings = [
    finding('speed-from-reference', {
      item: facts.item,
      itemsPerSecond: plan.ratePerSecond,
      accelerator: shape.accelerator.name,
      batch: plan.batch,
      reference: plan.time.referenceId,
      referenceModel: plan.time.referenceModel ?? question.modelName,
      referenceAccelerator: plan.time.referenceCard.name,
      evidence: plan.time.seconds.evidence,
    }),
  ];
  if (plan.bound === 'host') {
    findings.push(
      finding('host-bound', {
        vcpuPerDevice: shape.vcpu === null ? null : shape.vcpu / shape.count,
        cpuSecondsPerItem: plan.cpuSecondsPerItem,
        item: facts.item,
      }),
    );
  }
  if (isOverloaded(question, plan, devices)) findings.push(finding('queue-without-end', {}));
  const { concurrency, latencyMs } = question.workload;
  if (concurrency !== undefined && latencyMs === undefined) {
    const latencySeconds = itemSeconds(question, plan, Math.max(1, Math.ceil(devices)));
    findings.push(finding('latency-without-goal', { concurrency, latencySeconds, item: facts.item }));
  }
  if (question.peak !== null) {
    findings.push(
      finding('memory-from-measurement', { memoryGiB: question.peak.memoryGiB, reference: question.peak.row }),
    );
  }
  if (plan.bound === 'memory') {
    findings.push(
      finding('workers-bound-by-memory', {
        accelerator: shape.accelerator.name,
        deviceMemoryGiB: plan.memory.usable,
        workers: Math.round((plan.memory.total ?? 0) / (plan.copyGiB ?? 1)),
      }),
    );
  }
  const part = partOfOneCard(question, shape, plan, devices);
  const memoryGiB = part?.memoryGiB ?? plan.memory.total;
  if (question.workload.rate !== undefined && shape.share === 1 && memoryGiB !== null && plan.memory.usable !== null) {
    const computeRatio = part?.computeRatio ?? devices / Math.max(1, Math.ceil(devices));
    const memoryRatio = memoryGiB / plan.memory.usable;
    findings.push(
      part !== null && computeRatio <= 0.5 && memoryRatio <= 0.5
        ? finding('sharing-fits', { computeRatio, memoryRatio })
        : finding('sharing-does-not-fit', { computeRatio, memoryRatio }),
    );
  }
  return findings;
}
