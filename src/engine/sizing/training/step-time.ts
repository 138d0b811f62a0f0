/** Time of one optimiser step: computation, pipeline bubble, traffic that computation does not hide, optimiser, stragglers. */
import { TRAINING_CALIBRATION, type TrainingCalibration } from './calibration.js';
import { type CommunicationTime, communicationTime, type InnerTraffic } from './communication.js';
import { memoryRate, microBatchSeconds, smoothMaximum } from './compute.js';
import type { TrainingJob } from './job.js';
import { devicesOf, type Layout, microBatches, type Sharding } from './layout.js';
import type { Machine } from './machine.js';
import { meanStage, type StageParameters } from './memory.js';

/** Seconds of a step and where they go; the parts sum to the whole. */
export interface StepTime {
  readonly seconds: number;
  readonly compute: number;
  readonly bubble: number;
  /** Tensor, expert, context and pipeline traffic on the critical path. */
  readonly model: number;
  /** Gradient and weight traffic between replicas that computation does not hide. */
  readonly data: number;
  readonly optimizer: number;
  readonly straggler: number;
  readonly traffic: CommunicationTime;
}

export function stepTime(
  job: TrainingJob,
  layout: Layout,
  machine: Machine,
  calibration: TrainingCalibration = TRAINING_CALIBRATION,
  /** A caller that weighs several layouts hands on what they share. */
  microSeconds: number = microBatchSeconds(job, layout, machine, calibration),
  stage: StageParameters = meanStage(job, layout),
): StepTime {
  const steps = microBatches(job.globalBatch, layout);
  const traffic = communicationTime(job, layout, machine, stage);
  const modelPerMicro = innerTraffic(job, traffic, calibration);
  const compute = steps * microSeconds;
  const model = steps * modelPerMicro;
  // 1F1B: (p − 1) micro-batches of idle time; interleaving divides it by the chunks of a stage.
  const bubble = ((layout.pipeline - 1) / Math.max(1, layout.virtualStages)) * (microSeconds + modelPerMicro);
  const optimizer = optimizerSeconds(job, layout, machine, calibration, stage);
  const busy = compute + model + bubble;
  const { dataCardSeconds, dataServerSeconds, gatheredSlices } = traffic;
  const dataSeconds = dataTrafficSeconds(dataCardSeconds, dataServerSeconds, gatheredSlices, calibration);
  const data = exposedSeconds(layout.sharding, busy, steps, dataSeconds, calibration);
  const servers = Math.max(1, devicesOf(layout) / machine.devicesPerServer);
  const straggler = calibration.stragglerPerDoubling * Math.log2(servers) * (busy + data);
  return {
    seconds: busy + data + optimizer + straggler,
    compute,
    bubble,
    model,
    data,
    optimizer,
    straggler,
    traffic,
  };
}

/** Seconds of the traffic between replicas that what is busy does not hide. */
export function exposedSeconds(
  sharding: Sharding,
  busy: number,
  steps: number,
  dataSeconds: number,
  calibration: TrainingCalibration,
): number {
  const hiding = hidingSeconds(sharding, busy, steps);
  return dataSeconds > 0 ? smoothMaximum(hiding, dataSeconds, calibration.overlapExponent) - hiding : 0;
}

/** Gradients of unsharded replicas travel during the last backward pass only; sharded weights in every pass. */
export function hidingSeconds(sharding: Sharding, busy: number, steps: number): number {
  return sharding === 'zero3' ? busy : Math.max(busy / steps, 1e-9) * 0.67;
}

/** Seconds of the traffic between replicas: the links within servers, those between them and the host work side by side. */
export function dataTrafficSeconds(
  cardSeconds: number,
  serverSeconds: number,
  slices: number,
  calibration: TrainingCalibration,
): number {
  return Math.max(cardSeconds, serverSeconds, slices * calibration.sliceSeconds);
}

/** Share of the traffic between pipeline stages that stays on the critical path. */
export const PIPELINE_EXPOSURE = 0.5;

/** Seconds a micro-batch of the traffic inside the model that stays on the critical path. */
export function innerTraffic(job: TrainingJob, traffic: InnerTraffic, calibration: TrainingCalibration): number {
  return (
    (job.framework.hidesTensorTraffic ? calibration.tensorExposureHidden : calibration.tensorExposure) *
      traffic.tensorPerMicroBatch +
    (job.framework.hidesExpertTraffic ? calibration.expertExposureHidden : calibration.expertExposure) *
      traffic.expertPerMicroBatch +
    traffic.contextPerMicroBatch +
    PIPELINE_EXPOSURE * traffic.pipelinePerMicroBatch
  );
}

/** Reading and writing weights, gradients and states once, at memory bandwidth; over PCIe and host memory when offloaded. */
export function optimizerSeconds(
  job: TrainingJob,
  layout: Layout,
  machine: Machine,
  calibration: TrainingCalibration,
  stage: StageParameters,
): number {
  const trained = job.method === 'full' ? stage.dense + stage.routed + stage.embeddings : stage.adapters;
  const shards = layout.sharding === 'none' ? 1 : layout.data * layout.context;
  const own = trained / shards;
  const bytes = 2 * (job.bytes.optimizer + job.bytes.gradients + job.bytes.weights);
  if (!layout.isOffloaded) return (own * bytes) / memoryRate(machine, calibration);
  // Host Adam moves about 20 bytes a parameter through host memory (~10 GB/s a rank) and 4 over PCIe.
  return own * (20 / 10e9 + 4 / (machine.hostGBps * 1e9));
}
