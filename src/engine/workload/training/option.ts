/** One placement option of a training job, with what it asks of the server and why it was chosen. */
import { type Facts, type Finding, finding } from '../../finding.js';
import type { Layout } from '../../sizing/training/layout.js';
import { devicesOf } from '../../sizing/training/layout.js';
import { type LayoutChoice, TIE_RATIO } from '../../sizing/training/layout-search.js';
import type { Machine } from '../../sizing/training/machine.js';
import { hostStateBytes, type TrainingMemory } from '../../sizing/training/memory.js';
import { stepTime } from '../../sizing/training/step-time.js';
import { BITS_PER_BYTE, BYTES_PER_GB, BYTES_PER_GIB, SECONDS_PER_HOUR } from '../../units.js';
import { LateReport } from '../late.js';
import type { HardwareShape, MemoryParts, Needs, PlacementOption, SoftwareFit } from '../scenario.js';
import { linkWarnings } from './compatibility.js';
import type { Correction } from './correction.js';
import { dataFeed } from './data-feed.js';
import type { RunEstimate } from './duration.js';
import type { TrainingQuestion } from './question.js';

export interface OptionInput {
  readonly question: TrainingQuestion;
  readonly shape: HardwareShape;
  readonly machine: Machine;
  readonly choice: LayoutChoice;
  /** The second best layout: looked for only when it is told. */
  readonly runnerUp: () => LayoutChoice | null;
  readonly servers: number;
  readonly weighed: number;
  readonly needsSharding: boolean;
  readonly correction: Correction;
  readonly run: RunEstimate;
}

/** Text of a layout, e.g. `tensor 8 × pipeline 2 × data 4, zero1, micro-batch 2, full recomputation`. */
export function layoutText(layout: Layout): string {
  const parts = [`tensor ${layout.tensor}`, `pipeline ${layout.pipeline}`];
  if (layout.context > 1) parts.push(`context ${layout.context}`);
  if (layout.expert > 1) parts.push(`expert ${layout.expert}`);
  parts.push(`data ${layout.data}`);
  const sharding =
    layout.sharding === 'zero3' && layout.shardWidth < layout.data * layout.context
      ? `hybrid sharding over ${layout.shardWidth}`
      : layout.sharding === 'none'
        ? 'no sharding'
        : layout.sharding;
  const offload = layout.isOffloaded ? ', optimiser states in host memory' : '';
  return `${parts.join(' × ')}, ${sharding}, micro-batch ${layout.microBatch}, recomputation ${layout.checkpointing}${offload}`;
}

/** Facts of the finding that tells a layout: its text, and each part of it for programs that write launch files. */
export function layoutFacts(layout: Layout): Facts {
  const isHybrid = layout.sharding === 'zero3' && layout.shardWidth < layout.data * layout.context;
  return {
    layout: layoutText(layout),
    microBatch: layout.microBatch,
    sharding: layout.sharding,
    ...(isHybrid ? { shardWidth: layout.shardWidth } : {}),
    activationCheckpointing: layout.checkpointing,
    virtualPipelineStages: layout.virtualStages,
    offload: layout.isOffloaded ? 'optimizer' : 'none',
  };
}

export function memoryParts(memory: TrainingMemory, deviceGiB: number | null, usableRatio: number): MemoryParts {
  const gib = (bytes: number) => bytes / BYTES_PER_GIB;
  return {
    device: deviceGiB,
    usable: deviceGiB === null ? null : deviceGiB * usableRatio,
    weights: gib(memory.weights),
    activations: gib(memory.activations),
    runtime: gib(memory.runtime),
    gradients: gib(memory.gradients),
    optimizer: gib(memory.optimizer),
    logits: gib(memory.logits),
    other: gib(memory.other),
    total: gib(memory.total),
  };
}

export function placementOption(input: OptionInput): PlacementOption {
  const { question, shape, choice, servers, run } = input;
  const { layout, memory } = choice;
  const deadline = question.deadlineHours;
  const hours = run.runHours?.expected ?? null;
  const usable = (shape.deviceMemoryGiB ?? 0) * BYTES_PER_GIB;
  return {
    parallelism: {
      tensor: layout.tensor,
      pipeline: layout.pipeline,
      data: layout.data,
      expert: layout.expert,
      ...(layout.context > 1 ? { context: layout.context } : {}),
    },
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
    memoryHeadroomRatio: usable > 0 ? Math.max(0, 1 - memory.total / usable) : null,
    goalMarginRatio: deadline !== null && hours !== null ? (deadline - hours) / deadline : null,
    utilisationRatio: run.utilisationRatio,
    timeMetric: hours ?? run.stepSeconds,
    report: new LateReport(run.performance, () => optionFindings(input)),
    memory: memoryParts(memory, shape.deviceMemoryGiB, 1),
    needs: needsOf(input),
    software: softwareFit(question, shape, servers),
  };
}

function needsOf(input: OptionInput): Needs {
  const { question, choice, servers, run } = input;
  const { time } = choice;
  const feed = dataFeed(question, run.tokensPerSecond, servers);
  const write = question.checkpointWriteGBps === null ? 0 : (question.checkpointWriteGBps * 1000) / servers;
  const perDeviceModel = (question.job.model.parameters * 2) / BYTES_PER_GIB;
  return {
    vcpuPerAccelerator: feed.vcpuPerAccelerator,
    // A process loads its share of the weights through host memory, and keeps buffers for the loader.
    hostMemoryGiBPerAccelerator:
      16 +
      Math.min(64, perDeviceModel / Math.max(1, devicesOf(choice.layout))) +
      (choice.layout.isOffloaded ? hostStateBytes(question.job) / BYTES_PER_GIB / devicesOf(choice.layout) : 0),
    interServerGbps: servers > 1 ? ((time.traffic.serverBytes / run.stepSeconds) * BITS_PER_BYTE) / BYTES_PER_GB : 0,
    intraServerGBps: time.traffic.cardBytes / run.stepSeconds / BYTES_PER_GB,
    isRdmaRequired: servers > 1 && isRdmaDecisive(input),
    storageMBps: Math.max(feed.readMBpsPerServer, write),
    egressGbps: 0,
  };
}

/** Would TCP at 25 Gbps slow the step by a quarter or more? */
function isRdmaDecisive(input: OptionInput): boolean {
  const { question, choice, machine } = input;
  if (!machine.hasRdma) return false;
  return slowdownOverTcp(question, choice, machine) > 1.25;
}

/** Step time over TCP at 25 Gbps against the step time on this machine, same layout. */
export function slowdownOverTcp(question: TrainingQuestion, choice: LayoutChoice, machine: Machine): number {
  const tcp: Machine = { ...machine, hasRdma: false, serverGBps: (25 / BITS_PER_BYTE) * 0.6, serverLatency: 5e-5 };
  return stepTime(question.job, choice.layout, tcp).seconds / choice.time.seconds;
}

function softwareFit(question: TrainingQuestion, shape: HardwareShape, servers: number): SoftwareFit {
  const { accelerator } = shape;
  const { job } = question;
  const capability = Number(accelerator.computeCapability ?? '0');
  const hasFlash = capability >= 8;
  const because: Finding[] = [];
  let maturity = accelerator.vendor.toLowerCase().includes('nvidia') ? 1 : 0.6;
  if (accelerator.kind !== 'gpu') maturity = 0.45;
  if (!hasFlash && accelerator.vendor.toLowerCase().includes('nvidia')) {
    maturity = 0.6;
    because.push(finding('flash-attention-needs-ampere', { accelerator: accelerator.name }));
  }
  if (accelerator.hasBf16 === false) {
    maturity -= 0.1;
    because.push(finding('training-in-fp16', { accelerator: accelerator.name }));
  }
  return {
    name: job.framework.id,
    version: null,
    precision: job.recipe,
    maturityRatio: Math.max(0, maturity),
    helpfulFeatureKinds:
      servers > 1
        ? ['training-acceleration', 'communication-library', 'cluster', 'data-acceleration', 'image', 'driver']
        : ['training-acceleration', 'image', 'driver', 'data-acceleration'],
    because,
  };
}

function optionFindings(input: OptionInput): readonly Finding[] {
  const { question, choice, machine, servers, shape, run } = input;
  const runnerUp = input.runnerUp();
  const { layout, time } = choice;
  const { job } = question;
  const findings: Finding[] = [];
  findings.push(
    finding('training-layout', {
      ...layoutFacts(layout),
      stepSeconds: run.stepSeconds,
      layoutsWeighed: input.weighed,
    }),
  );
  if (runnerUp) {
    const ratio = runnerUp.time.seconds / time.seconds;
    const facts = {
      layout: layoutText(runnerUp.layout),
      stepSeconds: run.stepSeconds * ratio,
      memoryGiB: runnerUp.memory.total / BYTES_PER_GIB,
    };
    findings.push(
      ratio < 1
        ? finding('training-layout-tie', { ...facts, fasterRatio: 1 - ratio, tieRatio: TIE_RATIO })
        : finding('training-layout-runner-up', { ...facts, slowerRatio: ratio - 1 }),
    );
  }
  if (input.needsSharding) {
    findings.push(
      finding('training-memory-forces-sharding', {
        memoryGiB: shape.deviceMemoryGiB ?? 0,
        accelerator: shape.accelerator.name,
      }),
    );
  }
  if (layout.isOffloaded)
    findings.push(finding('training-offloaded', { hostGiB: hostStateBytes(job) / BYTES_PER_GIB }));
  findings.push(input.correction.explain());
  const share = (seconds: number) => seconds / time.seconds;
  if (devicesOf(layout) > 1) {
    findings.push(
      finding('training-scaling-loss', {
        scalingEfficiencyRatio: run.scalingRatio,
        bubbleRatio: share(time.bubble),
        modelTrafficRatio: share(time.model),
        dataTrafficRatio: share(time.data),
        stragglerRatio: share(time.straggler),
      }),
    );
  }
  const stepTokens = (job.globalBatch * job.sequence) / devicesOf(layout);
  findings.push(...linkWarnings(layout, machine, stepTokens));
  if (servers > 1) {
    const slowdown = slowdownOverTcp(question, choice, machine);
    const compute = time.compute / Math.max(1, job.globalBatch * job.sequence);
    const breakEven =
      time.traffic.serverBytes /
      ((25 / BITS_PER_BYTE) * 0.6 * BYTES_PER_GB) /
      Math.max(1e-12, compute) /
      devicesOf(layout);
    if (machine.hasRdma) {
      findings.push(
        finding('training-rdma-break-even', {
          tcpGbps: 25,
          tcpSlowdown: slowdown,
          breakEvenTokens: Math.round(breakEven),
          tokensPerDevice: Math.round(stepTokens),
        }),
      );
    } else {
      findings.push(
        finding('training-over-tcp', { serverGBps: machine.serverGBps, dataTrafficRatio: share(time.data) }),
      );
    }
  }
  if (run.runHours && run.runHours.expected > 2) {
    findings.push(
      finding('training-checkpoints', {
        checkpointGB: run.goodput.checkpointGB,
        writeSeconds: run.goodput.writeSeconds,
        intervalMinutes: run.goodput.intervalSeconds / 60,
        hoursBetweenFailures: run.goodput.meanSecondsBetweenFailures / SECONDS_PER_HOUR,
        goodputRatio: run.goodput.ratio,
      }),
    );
  }
  if (question.communicationLibrary === 'tccl') findings.push(finding('tccl-vendor-claim', {}));
  findings.push(...dataFeed(question, run.tokensPerSecond, servers).findings);
  return findings;
}
