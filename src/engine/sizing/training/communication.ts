/**
 * Bytes that a training step moves between devices, and the seconds they take on a machine's links.
 *
 * Volumes: data parallel 2·(d−1)/d·k·N (once a step), full sharding 3 gathers or scatters a micro-batch, tensor parallel
 * four all-reduces a layer and micro-batch (six with full recomputation), experts four exchanges a layer. A flat ring
 * carries the buffer once through each server's NIC, whatever the number of its cards.
 */
import type { TrainingJob } from './job.js';
import { devicesOf, type Layout, microBatches } from './layout.js';
import { allReduceGBps, type Machine } from './machine.js';
import { meanStage, type StageParameters } from './memory.js';

/** Seconds a micro-batch inside the forward and backward pass. */
export interface InnerTraffic {
  readonly tensorPerMicroBatch: number;
  readonly expertPerMicroBatch: number;
  readonly contextPerMicroBatch: number;
  readonly pipelinePerMicroBatch: number;
}

export interface CommunicationTime extends InnerTraffic {
  /** Seconds a step of gradient and weight traffic between replicas, before overlap: within servers and between them. */
  readonly dataCardSeconds: number;
  readonly dataServerSeconds: number;
  /** Slices of gathered weights and scattered gradients that the host copies one by one, a step. */
  readonly gatheredSlices: number;
  /** Bytes each server sends to others in a step. */
  readonly serverBytes: number;
  /** Bytes each card sends to its neighbours in a server in a step. */
  readonly cardBytes: number;
}

/** Devices of a replica of the model are placed next to each other: tensor first, then context and expert, pipeline last. */
export function communicationTime(
  job: TrainingJob,
  layout: Layout,
  machine: Machine,
  stage: StageParameters = meanStage(job, layout),
): CommunicationTime {
  const steps = microBatches(job.globalBatch, layout);
  const between = dataTraffic(job, layout, machine, steps, stage);
  const inside = modelTraffic(job, layout, machine, steps);
  return {
    dataCardSeconds: between.cardSeconds,
    dataServerSeconds: between.serverSeconds,
    gatheredSlices: between.slices,
    tensorPerMicroBatch: inside.tensorPerMicroBatch,
    expertPerMicroBatch: inside.expertPerMicroBatch,
    contextPerMicroBatch: inside.contextPerMicroBatch,
    pipelinePerMicroBatch: inside.pipelinePerMicroBatch,
    serverBytes: between.serverBytes + inside.serverBytes,
    cardBytes: between.cardBytes + inside.cardBytes,
  };
}

/** Traffic of gradients and weights between replicas in a step. */
export interface DataTraffic {
  /** Seconds before overlap, within servers and between them. */
  readonly cardSeconds: number;
  readonly serverSeconds: number;
  readonly slices: number;
  readonly cardBytes: number;
  readonly serverBytes: number;
}

const NO_DATA_TRAFFIC: DataTraffic = { cardSeconds: 0, serverSeconds: 0, slices: 0, cardBytes: 0, serverBytes: 0 };

type Written<T> = { -readonly [K in keyof T]: T[K] };
/**
 * A search asks thousands of times and reads at once, so each question writes over the last answer. The fractions tell V8 from
 * the start that the fields hold fractions, which it then writes in place.
 */
const lastData: Written<DataTraffic> = {
  cardSeconds: 0.5,
  serverSeconds: 0.5,
  slices: 0.5,
  cardBytes: 0.5,
  serverBytes: 0.5,
};

/**
 * Traffic of gradients and weights between replicas. One object that the next call writes over.
 * Copies of the same shard that sit in one fast domain make no hop between servers; the ring spans the domains.
 */
export function dataTraffic(
  job: TrainingJob,
  layout: Layout,
  machine: Machine,
  steps: number,
  stage: StageParameters,
): DataTraffic {
  const replicas = layout.data * layout.context;
  if (replicas <= 1) return NO_DATA_TRAFFIC;
  const { model, bytes } = job;
  const domain = machine.fastDomain;
  const perServer = machine.devicesPerServer;
  const layers = model.layers / layout.pipeline;
  const parameters = stage.dense + stage.routed + stage.embeddings;
  const trained = job.method === 'full' ? parameters : stage.adapters + (job.trainsEmbeddings ? stage.embeddings : 0);
  const inDomain = Math.max(1, Math.min(replicas, Math.floor(domain / layout.tensor)));
  const domains = Math.max(1, Math.ceil(replicas / inDomain - 1e-9));
  const shardsPerServer = Math.min(perServer, layout.tensor * (inDomain === 1 ? layout.pipeline : 1));
  const serversInDomain = Math.max(1, domain / perServer);
  const isSharded = layout.sharding === 'zero3';
  const frozen = job.method === 'full' ? 0 : parameters * (job.method === 'qlora' ? 0.55 : 2);
  // Pipelines keep the gathered weights for all their micro-batches.
  const gathers = layout.pipeline > 1 ? 1 : steps;
  // Full sharding gathers weights twice and scatters gradients once a micro-batch.
  const gathered = isSharded ? steps * (job.method === 'full' ? 2 * bytes.gatherBytes * parameters : 2 * frozen) : 0;
  const reduced = isSharded
    ? gathers * trained * bytes.gradientTraffic
    : trained * (bytes.gradientTraffic + (layout.sharding === 'none' ? bytes.gradientTraffic : bytes.gatherBytes));
  const isHybrid = isSharded && layout.shardWidth < replicas;
  const local = ((gathered + reduced) * (inDomain - 1)) / inDomain;
  // Hybrid sharding keeps gathers inside the shard group and reduces only its slice between groups.
  const crossing = isHybrid
    ? (2 * trained * bytes.gradientTraffic * shardsPerServer * (domains - 1)) / domains
    : ((gathered + reduced) * shardsPerServer * (replicas - 1)) / replicas;
  const messages = isSharded ? 3 * layers * steps * gatheredUnits(job) : 2 * Math.min(16, layers);
  // Gathers and scatters go round a ring of all that share; an all-reduce climbs a tree.
  const ring = isHybrid ? layout.shardWidth : replicas;
  const latency = isSharded
    ? (ring - 1) * machine.fastLatency + (isHybrid ? 0 : domains) * machine.serverLatency
    : machine.serverLatency * Math.log2(domains + 1);
  const serverSeconds =
    domains > 1
      ? seconds(
          crossing / serversInDomain,
          layout.sharding === 'none' ? allReduceGBps(machine, domains) : machine.serverGBps,
        ) +
        messages * latency
      : 0;
  lastData.cardSeconds =
    seconds(local, machine.fastGBps) + messages * (isSharded ? inDomain - 1 : 1) * machine.fastLatency;
  lastData.serverSeconds = serverSeconds;
  lastData.slices = isSharded && job.framework.copiesSlices ? messages * replicas : 0;
  lastData.cardBytes = local;
  lastData.serverBytes = domains > 1 ? crossing / serversInDomain : 0;
  return lastData;
}

/** Traffic inside the model, bytes a step. */
interface ModelTraffic extends InnerTraffic {
  readonly cardBytes: number;
  readonly serverBytes: number;
}

const NO_MODEL_TRAFFIC: ModelTraffic = {
  tensorPerMicroBatch: 0,
  expertPerMicroBatch: 0,
  contextPerMicroBatch: 0,
  pipelinePerMicroBatch: 0,
  cardBytes: 0,
  serverBytes: 0,
};

const lastModel: Written<ModelTraffic> = {
  tensorPerMicroBatch: 0.5,
  expertPerMicroBatch: 0.5,
  contextPerMicroBatch: 0.5,
  pipelinePerMicroBatch: 0.5,
  cardBytes: 0.5,
  serverBytes: 0.5,
};

/** Traffic of tensor, expert, context and pipeline parallel. One object that the next call writes over. */
export function modelTraffic(job: TrainingJob, layout: Layout, machine: Machine, steps: number): ModelTraffic {
  if (layout.tensor * layout.pipeline * layout.context * layout.expert === 1) return NO_MODEL_TRAFFIC;
  const { model, bytes } = job;
  const layers = model.layers / layout.pipeline;
  const tokens = (layout.microBatch * job.sequence) / layout.context;
  const element = bytes.activationBytes;
  const domain = machine.fastDomain;
  const perServer = machine.devicesPerServer;
  const replicaDevices = layout.tensor * layout.context;
  const passes = layout.checkpointing === 'full' ? 6 : 4;
  const tensorVolume = perRank(passes * 2 * tokens * model.hidden * element * layers, layout.tensor);
  const tensorPerMicroBatch =
    layout.tensor > 1
      ? seconds(tensorVolume, linkGBps(machine, layout.tensor)) + passes * 2 * layers * machine.fastLatency
      : 0;
  const moeShare = model.moeLayers / model.layers;
  const copies = model.expertsPerToken;
  const dispatched = (4 * copies * tokens * model.hidden * element * layers * moeShare) / layout.tensor;
  const { sendsTokensOnce } = job.framework;
  const expertVolume = dispatched * crossingShare(layout.expert, copies, sendsTokensOnce);
  // Experts of one group lie in `islands` of fast links; what stays inside one does not load the network.
  const islands = Math.max(1, (layout.expert * layout.tensor) / domain);
  const crossing = dispatched * crossingShare(islands, copies, sendsTokensOnce);
  const expertPerMicroBatch =
    layout.expert > 1
      ? Math.max(
          seconds(expertVolume, machine.fastGBps),
          islands > 1 ? seconds(crossing, machine.serverGBps / Math.min(perServer, layout.expert * layout.tensor)) : 0,
        ) +
        4 * layers * moeShare * (islands > 1 ? machine.serverLatency : machine.fastLatency)
      : 0;
  const contextVolume =
    layout.context > 1
      ? (3 * tokens * model.keyValueHeads * model.headSize * 2 * element * layers * (layout.context - 1)) /
        layout.tensor
      : 0;
  // Ring attention hides most of its exchange behind the scores.
  const contextPerMicroBatch = layout.context > 1 ? 0.3 * seconds(contextVolume, linkGBps(machine, replicaDevices)) : 0;
  lastModel.tensorPerMicroBatch = tensorPerMicroBatch;
  lastModel.expertPerMicroBatch = expertPerMicroBatch;
  lastModel.contextPerMicroBatch = contextPerMicroBatch;
  lastModel.pipelinePerMicroBatch = pipelineSeconds(job, layout, machine);
  lastModel.cardBytes = steps * (tensorVolume + expertVolume + contextVolume);
  lastModel.serverBytes =
    layout.pipeline > 1 && crossesServers(layout, machine)
      ? steps * pipelineVolume(job, layout, layout.microBatch) * Math.min(perServer, replicaDevices)
      : 0;
  return lastModel;
}

/** Seconds that a micro-batch takes from one pipeline stage to the next and back. */
export function pipelineSeconds(
  job: TrainingJob,
  layout: Layout,
  machine: Machine,
  microBatch: number = layout.microBatch,
): number {
  if (layout.pipeline === 1) return 0;
  const isFar = crossesServers(layout, machine);
  const link = isFar
    ? machine.serverGBps / Math.max(1, Math.min(machine.devicesPerServer, layout.tensor * layout.context))
    : machine.fastGBps;
  return (
    seconds(pipelineVolume(job, layout, microBatch), link) + 2 * (isFar ? machine.serverLatency : machine.fastLatency)
  );
}

/** Bytes a micro-batch between two pipeline stages, a device. */
function pipelineVolume(job: TrainingJob, layout: Layout, microBatch: number): number {
  const tokens = (microBatch * job.sequence) / layout.context;
  return (2 * tokens * job.model.hidden * job.bytes.activationBytes * layout.virtualStages) / layout.tensor;
}

function crossesServers(layout: Layout, machine: Machine): boolean {
  return devicesOf(layout) > machine.fastDomain;
}

/**
 * Share of the exchange of experts that crosses between ranks, or between islands of fast links. Every copy of a token goes
 * to one of them at random; where a token is sent there once, whatever the number of its experts, fewer copies cross.
 */
function crossingShare(islands: number, copies: number, isSentOnce: boolean): number {
  if (islands <= 1) return 0;
  if (!isSentOnce) return (islands - 1) / islands;
  return ((islands - 1) * (1 - (1 - 1 / islands) ** copies)) / copies;
}

/** Pieces in which the weights of a layer are gathered: whole, or matrix by matrix where the framework hooks each of them. */
function gatheredUnits(job: TrainingJob): number {
  const { framework, model } = job;
  if (framework.style !== 'deepspeed') return 1;
  const experts = framework.loopsOverExperts ? (model.experts * model.moeLayers) / model.layers : 0;
  // Llama: four matrices of attention and three of each expert; GPT: two and two.
  return model.isGated ? 4 + 3 * Math.max(1, experts) : 4;
}

function seconds(volumeBytes: number, rateGBps: number): number {
  if (volumeBytes <= 0) return 0;
  return rateGBps > 0 ? volumeBytes / (rateGBps * 1e9) : Number.POSITIVE_INFINITY;
}

/** What each of so many ranks sends of a volume that all of them end up with. */
function perRank(volume: number, width: number): number {
  return (volume * (width - 1)) / width;
}

/** Bandwidth between a device and the next among so many that lie together, GB/s. */
function linkGBps({ fastDomain, fastGBps, serverGBps, devicesPerServer }: Machine, span: number): number {
  return span <= fastDomain ? fastGBps : serverGBps / Math.max(1, Math.min(devicesPerServer, span));
}
