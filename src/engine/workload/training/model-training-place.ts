/** Speed, fit and needs of a model-training question on a number of equal servers. */
import type { Accelerator } from '../../catalogue/accelerator.js';
import { type Finding, finding } from '../../finding.js';
import { spread, transferAll } from '../../sizing/reference/transfer.js';
import {
  DEVICE_HOURS_BETWEEN_FAILURES,
  RESTART_SECONDS,
  STARTUP_HOURS,
  WRITE_GBPS_PER_SERVER,
} from '../../sizing/training/goodput.js';
import { asReference, SIGMA_WIDENING, scalingRatio } from '../../sizing/training/model-reference.js';
import { BYTES_PER_GIB, type Estimate, HOURS_PER_DAY, SECONDS_PER_HOUR } from '../../units.js';
import { LateReport } from '../late.js';
import type {
  HardwareShape,
  MemoryParts,
  PlacementLimits,
  PlacementOption,
  PlacementOutcome,
  Rejection,
} from '../scenario.js';
import { precisionSupport } from './compatibility.js';
import {
  askedOf,
  hasFastLink,
  type ModelTrainingQuestion,
  modeOn,
  referencesFor,
  ruleOf,
} from './model-training-question.js';

/** Samples a second that one vCPU decodes and augments (libjpeg-turbo 200–350 for images). */
const DECODED_PER_VCPU: Readonly<Record<string, number>> = {
  images: 300,
  video: 12,
  audio: 150,
  text: 5000,
  mixed: 150,
};
/** Mean file size of a sample, MB. */
const SAMPLE_MB: Readonly<Record<string, number>> = { images: 0.11, video: 4, audio: 0.3, text: 0.002, mixed: 0.2 };
const SERVER_STEPS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 128, 256, 512];

export interface ModelSpeed {
  /** Units a second of all cards. */
  readonly rate: Estimate;
  readonly scalingRatio: number;
  readonly isFeedLimited: boolean;
  readonly mode: string;
  readonly nearest: string;
  readonly referenceCount: number;
  readonly vcpuNeeded: number;
  /** Samples a second of all cards, for CPUs and storage; null = not known. */
  readonly samplesPerSecond: number | null;
}

export interface ServerFacts {
  readonly accelerator: Accelerator;
  readonly count: number;
  readonly share: number;
  readonly isFastLink: boolean;
  readonly hasRdma: boolean;
  readonly vcpu: number | null;
}

export function modelSpeed(question: ModelTrainingQuestion, server: ServerFacts, devices: number): ModelSpeed | null {
  const mode = modeOn(server.accelerator, question.workload.precision ?? 'auto');
  const carried = transferAll(referencesFor(question, mode, devices), server.accelerator, mode, ruleOf(question));
  if (carried === null) return null;
  const ratio = scalingRatio({
    devices,
    perServer: server.count,
    isFastLink: server.isFastLink,
    hasRdma: server.hasRdma,
  });
  let rate = Math.exp(carried.lnRate) * devices * ratio * server.share;
  const perVcpu = DECODED_PER_VCPU[question.kind] ?? 150;
  const isCountable = question.unit === 'samples';
  // A run counted in hours still reads samples: as many as the model is known to take on such cards.
  const known = isCountable ? null : sampleRate(question, server, devices, mode, ratio);
  const vcpuNeeded = isCountable ? rate / devices / perVcpu : known === null ? 6 : known / devices / perVcpu;
  let isFeedLimited = false;
  if (isCountable && server.vcpu !== null) {
    const limit = (server.vcpu / server.count) * perVcpu * devices;
    if (rate > limit) {
      isFeedLimited = true;
      rate = limit;
    }
  }
  return {
    rate: spread(rate, carried.sigma * SIGMA_WIDENING, question.isScaled ? 'transferred' : carried.evidence),
    scalingRatio: ratio,
    isFeedLimited,
    mode,
    nearest: carried.nearest.id,
    referenceCount: carried.referenceCount,
    vcpuNeeded,
    samplesPerSecond: isCountable ? rate : known,
  };
}

function sampleRate(
  question: ModelTrainingQuestion,
  server: ServerFacts,
  devices: number,
  mode: string,
  ratio: number,
): number | null {
  const asked = { ...askedOf(question, devices), mode };
  const references = question.sampleRows.map((row) => asReference(row, asked));
  const carried = transferAll(references, server.accelerator, mode, ruleOf(question));
  return carried === null ? null : Math.exp(carried.lnRate) * devices * ratio * server.share;
}

/** States of mixed-precision training, 16 bytes a parameter; activations follow the batch and are not known. */
export function modelStatesGiB(question: ModelTrainingQuestion): number | null {
  return question.parametersBillion === null ? null : (question.parametersBillion * 1e9 * 16) / BYTES_PER_GIB;
}

export function modelMemory(question: ModelTrainingQuestion, deviceGiB: number | null): MemoryParts {
  const parameters = question.parametersBillion;
  const gib = (bytes: number) => (bytes * 1e9) / BYTES_PER_GIB;
  return {
    device: deviceGiB,
    usable: deviceGiB,
    ...(parameters === null
      ? {}
      : { weights: gib(parameters * 4), gradients: gib(parameters * 4), optimizer: gib(parameters * 8) }),
    runtime: 1,
    total: null,
  };
}

export interface ModelRun {
  readonly performance: Readonly<Record<string, Estimate>>;
  readonly runHours: Estimate | null;
  readonly goodputRatio: number;
}

export function modelRun(
  question: ModelTrainingQuestion,
  speed: ModelSpeed,
  devices: number,
  servers: number,
): ModelRun {
  const { rate } = speed;
  const scale = (e: Estimate, factor: number): Estimate => ({
    ...e,
    low: e.low * factor,
    expected: e.expected * factor,
    high: e.high * factor,
  });
  const performance: Record<string, Estimate> = {
    scalingEfficiencyRatio: {
      low: Math.max(0, speed.scalingRatio - 0.08),
      expected: speed.scalingRatio,
      high: Math.min(1, speed.scalingRatio + 0.05),
      evidence: 'interpolated',
    },
  };
  if (question.unit === 'samples') performance.samplesPerSecond = rate;
  if (question.unit === 'tokens') {
    performance.tokensPerSecond = rate;
    performance.tokensPerSecondPerAccelerator = scale(rate, 1 / devices);
  }
  const batch = question.workload.globalBatchSamples;
  if (batch !== undefined && question.unit === 'samples') {
    performance.stepTimeSeconds = {
      low: batch / rate.high,
      expected: batch / rate.expected,
      high: batch / rate.low,
      evidence: rate.evidence,
    };
  }
  const write =
    ((question.parametersBillion ?? 0.1) * 14) / (question.workload.checkpointWriteGBps ?? WRITE_GBPS_PER_SERVER);
  const perHour =
    devices / DEVICE_HOURS_BETWEEN_FAILURES +
    ((question.workload.interruptionsPerServerDay ?? 0) * servers) / HOURS_PER_DAY;
  const between = SECONDS_PER_HOUR / perHour;
  const interval = Math.max(300, Math.sqrt(2 * write * between));
  const goodputRatio = 1 / (1 + write / interval + interval / (2 * between) + RESTART_SECONDS / between);
  if (question.work === null) return { performance, runHours: null, goodputRatio };
  const hours = (work: number, perSecond: number) => work / perSecond / SECONDS_PER_HOUR / goodputRatio + STARTUP_HOURS;
  const runHours: Estimate = {
    low: hours(question.work.low, rate.high),
    expected: hours(question.work.expected, rate.expected),
    high: hours(question.work.high, rate.low),
    evidence: rate.evidence,
  };
  performance.durationHours = runHours;
  performance.acceleratorHours = scale(runHours, devices);
  return { performance, runHours, goodputRatio };
}

export function modelPlacer(question: ModelTrainingQuestion) {
  const outcomes = new Map<string, PlacementOutcome>();
  return (shape: HardwareShape, limits: PlacementLimits): PlacementOutcome => {
    const key = [
      shape.accelerator.id,
      shape.count,
      shape.share,
      shape.deviceMemoryGiB,
      shape.interconnect,
      (shape.rdmaGbps ?? 0) > 0,
      (shape.networkGbps ?? 0) > 0,
      shape.vcpu,
      limits.maxServers,
      limits.allowSharing,
    ].join('|');
    const known = outcomes.get(key);
    if (known) return known;
    const outcome = placeOn(question, shape, limits);
    outcomes.set(key, outcome);
    return outcome;
  };
}

function placeOn(question: ModelTrainingQuestion, shape: HardwareShape, limits: PlacementLimits): PlacementOutcome {
  const rejections: Rejection[] = [];
  const reject = (f: Finding) => rejections.push({ code: f.code, finding: f });
  const { accelerator } = shape;
  const { workload } = question;
  if (shape.share < 1 && !limits.allowSharing)
    reject(finding('training-needs-whole-cards', { shareRatio: shape.share }));
  const mode = modeOn(accelerator, workload.precision ?? 'auto');
  for (const because of precisionSupport(
    accelerator,
    mode === 'fp32' || mode === 'tf32' || mode === 'fp8' || mode === 'bf16' ? mode : 'fp16',
  ).because)
    reject(because);
  const states = modelStatesGiB(question);
  if (states !== null && shape.deviceMemoryGiB !== null && states + 1.5 > shape.deviceMemoryGiB) {
    reject(
      finding('training-does-not-fit', {
        neededGiB: states + 1.5,
        usableGiB: shape.deviceMemoryGiB,
        accelerator: accelerator.name,
        sequenceTokens: 0,
        servers: 1,
      }),
    );
  }
  const server = serverOf(shape);
  const first = modelSpeed(question, server, shape.count);
  if (first === null) {
    return rejections.length > 0 ? { options: [], rejections } : { options: [], rejections: [], isUnknown: true };
  }
  if (rejections.length > 0) return { options: [], rejections };
  const canSpan = shape.share === 1 && ((shape.rdmaGbps ?? 0) > 0 || (shape.networkGbps ?? 0) > 0);
  const most = canSpan ? limits.maxServers : 1;
  const deadline = workload.deadlineHours ?? null;
  const options: PlacementOption[] = [];
  let fastest = Number.POSITIVE_INFINITY;
  for (const servers of SERVER_STEPS.filter((n) => n <= most)) {
    const devices = servers * shape.count;
    if (workload.globalBatchSamples !== undefined && devices > workload.globalBatchSamples) break;
    const speed = servers === 1 ? first : modelSpeed(question, server, devices);
    if (speed === null) break;
    const run = modelRun(question, speed, devices, servers);
    const hours = run.runHours?.expected ?? null;
    if (hours !== null) {
      if (hours >= fastest) break;
      fastest = hours;
      if (deadline !== null && hours > deadline) continue;
    }
    options.push(optionOf(question, shape, servers, speed, run));
    if (options.length >= 5) break;
  }
  if (options.length === 0) {
    reject(
      finding('training-misses-deadline', {
        deadlineHours: deadline ?? 0,
        fastestHours: fastest,
        servers: most,
        accelerator: accelerator.name,
      }),
    );
  }
  return { options, rejections };
}

export function serverOf(shape: HardwareShape): ServerFacts {
  const isPcie = shape.interconnect === 'pcie';
  return {
    accelerator: shape.accelerator,
    count: shape.count,
    share: shape.share,
    isFastLink: !isPcie && hasFastLink(shape.accelerator),
    hasRdma: (shape.rdmaGbps ?? 0) > 0,
    vcpu: shape.vcpu,
  };
}

function optionOf(
  question: ModelTrainingQuestion,
  shape: HardwareShape,
  servers: number,
  speed: ModelSpeed,
  run: ModelRun,
): PlacementOption {
  const devices = servers * shape.count;
  const deadline = question.workload.deadlineHours ?? null;
  const hours = run.runHours?.expected ?? null;
  const isCountable = question.unit === 'samples';
  const perServer = (speed.samplesPerSecond ?? 0) / servers;
  const gradientBytes = (question.parametersBillion ?? 0.1) * 1e9 * 4;
  const stepSeconds =
    isCountable && question.workload.globalBatchSamples
      ? question.workload.globalBatchSamples / speed.rate.expected
      : 0.4;
  const states = modelStatesGiB(question);
  return {
    parallelism: { tensor: 1, pipeline: 1, data: devices, expert: 1 },
    serversPerUnit: servers,
    unitsAtPeak: 1,
    spareUnits: 0,
    replicasPerUnit: 1,
    isElastic: false,
    runHours: run.runHours,
    workPerHour: hours !== null && hours > 0 ? 1 / hours : null,
    workPerRun: 1,
    workUnit: 'training-run',
    idleDevicesPerServer: 0,
    memoryHeadroomRatio:
      states !== null && shape.deviceMemoryGiB ? Math.max(0, 1 - (states + 1) / shape.deviceMemoryGiB) : null,
    goalMarginRatio: deadline !== null && hours !== null ? (deadline - hours) / deadline : null,
    utilisationRatio: speed.isFeedLimited ? 0.5 : speed.scalingRatio,
    timeMetric: hours ?? 1 / speed.rate.expected,
    report: new LateReport(run.performance, () =>
      modelFindings(
        question,
        shape.accelerator,
        speed,
        run,
        shape.vcpu === null ? null : shape.vcpu / shape.count,
        servers,
        (shape.rdmaGbps ?? 0) > 0,
      ),
    ),
    memory: modelMemory(question, shape.deviceMemoryGiB),
    needs: {
      vcpuPerAccelerator: Math.max(4, Math.min(48, Math.ceil(speed.vcpuNeeded))),
      hostMemoryGiBPerAccelerator: 32,
      interServerGbps: servers > 1 ? (2 * gradientBytes * 8) / 1e9 / stepSeconds : 0,
      intraServerGBps: shape.count > 1 ? (2 * gradientBytes) / 1e9 / stepSeconds : 0,
      isRdmaRequired: servers > 1 && (shape.rdmaGbps ?? 0) > 0,
      storageMBps: perServer * (SAMPLE_MB[question.kind] ?? 0.1),
      egressGbps: 0,
    },
    software: {
      name: question.workload.framework ?? 'pytorch',
      version: null,
      precision: speed.mode,
      maturityRatio: shape.accelerator.vendor.toLowerCase().includes('nvidia')
        ? 1
        : shape.accelerator.kind === 'gpu'
          ? 0.6
          : 0.4,
      helpfulFeatureKinds:
        servers > 1
          ? ['training-acceleration', 'communication-library', 'cluster', 'data-acceleration', 'image', 'driver']
          : ['training-acceleration', 'data-acceleration', 'image', 'driver'],
      because: [],
    },
  };
}

/** A published warning: two servers of eight V100 32 GB slower in all than one (mlfoundations/open_clip, issue 466). */
const SLOW_NETWORK = { exampleModel: 'CoCa ViT-L-14, V100', exampleOneServer: 30, exampleTwoServers: 10 };

export function modelFindings(
  question: ModelTrainingQuestion,
  accelerator: Accelerator,
  speed: ModelSpeed,
  run: ModelRun,
  vcpu: number | null,
  servers: number,
  hasRdma: boolean,
): readonly Finding[] {
  const findings: Finding[] = [];
  if (servers > 1 && !hasRdma) findings.push(finding('model-training-over-tcp', { servers, ...SLOW_NETWORK }));
  const row = question.rows.find((r) => r.row.id === speed.nearest);
  findings.push(
    finding('training-nearest-measurement', {
      rows: speed.referenceCount,
      model: row?.row.model ?? question.name,
      accelerator: row?.accelerator.name ?? question.own?.accelerator.name ?? accelerator.name,
      framework: row?.row.engine ?? '-',
      source: row?.row.provenance.source ?? 'your own run',
    }),
  );
  if (speed.isFeedLimited) {
    findings.push(
      finding('training-feed-limited', { vcpuPerAccelerator: vcpu, samplesPerSecond: speed.rate.expected }),
    );
  }
  findings.push(
    finding('training-data-feed', {
      datasetKind: question.kind,
      datasetGiB: question.workload.datasetGiB ?? null,
      readMBpsPerServer:
        speed.samplesPerSecond === null ? null : (speed.samplesPerSecond / servers) * (SAMPLE_MB[question.kind] ?? 0.1),
      vcpuPerAccelerator: Math.ceil(speed.vcpuNeeded),
    }),
  );
  if (run.runHours && (question.workload.interruptionsPerServerDay ?? 0) > 0) {
    findings.push(finding('training-interruptions', { goodputRatio: run.goodputRatio }));
  }
  return findings;
}
