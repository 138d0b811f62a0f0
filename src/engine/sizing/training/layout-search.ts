/**
 * Best layout of a job on a number of equal servers: every legal layout is weighed, most by a bound alone.
 *
 * The order of the space is fixed and ties are broken by it, so that the answer does not depend on anything else. An
 * exhaustive enumeration in the tests finds the same layout.
 */
import { TRAINING_CALIBRATION, type TrainingCalibration } from './calibration.js';
import { communicationTime } from './communication.js';
import { frameworkSpeed, microBatchTime, modelFlopsPerToken, type StageTime, sustainedRate } from './compute.js';
import type { TrainingJob } from './job.js';
import type { Checkpointing, Layout, Sharding } from './layout.js';
import type { Machine } from './machine.js';
import { keptActivations, logitBytes, type TrainingMemory, trainingMemory } from './memory.js';
import { innerTraffic, type StepTime, stepTime } from './step-time.js';

/** Share of the device's memory that a planned layout may use: the rest is room for fragmentation and uneven batches. */
export const PLANNED_MEMORY_RATIO = 0.96;

export interface LayoutChoice {
  readonly layout: Layout;
  readonly memory: TrainingMemory;
  readonly time: StepTime;
}

export interface SearchResult {
  readonly best: LayoutChoice | null;
  readonly runnerUp: LayoutChoice | null;
  readonly weighed: number;
  /** Smallest memory of any layout, bytes: how far from fitting the best attempt is. */
  readonly smallestBytes: number;
}

export interface SearchSpace {
  readonly checkpointings: readonly Checkpointing[];
  readonly maxMicroBatch: number;
  /** Optimiser states in host memory: the last resort, since every step then waits for it. */
  readonly isOffloaded: boolean;
  readonly allowsFullSharding: boolean;
}

export const FULL_SPACE: SearchSpace = {
  checkpointings: ['none', 'selective', 'full'],
  maxMicroBatch: 64,
  isOffloaded: false,
  allowsFullSharding: true,
};

/** Why tensor degree t is illegal for the model, or null. */
export function tensorProblem(job: TrainingJob, tensor: number): string | null {
  const { model } = job;
  if (model.heads % tensor !== 0) return `${model.heads} attention heads do not divide by ${tensor}`;
  if (model.keyValueHeads % tensor !== 0 && tensor % model.keyValueHeads !== 0) {
    return `${model.keyValueHeads} key-value heads and ${tensor} do not divide each other`;
  }
  return null;
}

export interface Split {
  readonly tensor: number;
  readonly pipeline: number;
  readonly context: number;
  readonly expert: number;
  readonly data: number;
}

/** Pipeline depths worth weighing. */
const PIPELINES = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];
/** More tokens than these in a micro-batch make no product faster. */
const MOST_MICRO_TOKENS = 65_536;

/** All (tensor, pipeline, context, expert, data) of `devices`, cheapest communication first. */
export function legalSplits(job: TrainingJob, machine: Machine, devices: number): readonly Split[] {
  const { model, framework, globalBatch, sequence } = job;
  const splits: Split[] = [];
  const isParallel = framework.hasModelParallel && job.method === 'full';
  const maxTensor = isParallel ? Math.min(machine.devicesPerServer, devices) : 1;
  const maxPipeline = isParallel ? Math.min(model.layers, devices, 64) : 1;
  const maxContext =
    framework.hasModelParallel && sequence > 16_384 ? Math.min(devices, Math.floor(sequence / 8192)) : 1;
  for (let tensor = 1; tensor <= maxTensor; tensor *= 2) {
    if (tensorProblem(job, tensor) !== null) continue;
    for (const pipeline of PIPELINES) {
      if (pipeline > maxPipeline) break;
      if (devices % (tensor * pipeline) !== 0) continue;
      const most = Math.ceil(model.layers / pipeline);
      if ((most * pipeline) / model.layers > 1.1) continue;
      for (let context = 1; context <= maxContext; context *= 2) {
        if (devices % (tensor * pipeline * context) !== 0) continue;
        const data = devices / (tensor * pipeline * context);
        if (data > globalBatch) continue;
        for (const expert of expertDegrees(job, machine, tensor, data)) {
          splits.push({ tensor, pipeline, context, expert, data });
        }
      }
    }
  }
  return splits;
}

function expertDegrees(job: TrainingJob, machine: Machine, tensor: number, data: number): readonly number[] {
  const { model, framework } = job;
  if (model.experts === 0 || !framework.hasModelParallel || job.method !== 'full') return [1];
  const degrees: number[] = [1];
  for (let expert = 2; expert <= Math.min(model.experts, data * tensor, 64); expert *= 2) {
    if (model.experts % expert !== 0 || (data * tensor) % expert !== 0) continue;
    if (expert > machine.fastDomain && !machine.hasRdma) continue;
    degrees.push(expert);
  }
  return degrees;
}

/** Shardings worth weighing, with the width of full sharding. */
export function shardings(
  job: TrainingJob,
  machine: Machine,
  split: { pipeline: number; context: number; data: number; tensor: number },
  space: SearchSpace,
): readonly ShardingChoice[] {
  const replicas = split.data * split.context;
  if (replicas === 1) return [{ sharding: 'none', shardWidth: 1 }];
  const list: ShardingChoice[] = [];
  if (job.method !== 'full') list.push({ sharding: 'none', shardWidth: 1 });
  list.push({ sharding: 'zero1', shardWidth: 1 });
  if (split.pipeline > 1) return list;
  list.push({ sharding: 'zero2', shardWidth: 1 });
  if (!space.allowsFullSharding) return list;
  list.push({ sharding: 'zero3', shardWidth: replicas });
  const inServer = Math.floor(machine.fastDomain / split.tensor);
  if (inServer > 1 && replicas > inServer && replicas % inServer === 0) {
    list.push({ sharding: 'zero3', shardWidth: inServer });
  }
  return list;
}

/** Seconds below which no layout of `devices` can bring a step of the job. */
export function stepSecondsBound(
  job: TrainingJob,
  machine: Machine,
  devices: number,
  calibration: TrainingCalibration,
): number {
  const speed = frameworkSpeed(job, calibration);
  const linear = job.method === 'full' ? 6 : 4.1;
  const embeddings = job.model.embeddingParameters * (job.model.isTied ? 1 : 2);
  const flops = Math.min(modelFlopsPerToken(job), linear * (job.model.activeParameters - embeddings));
  const rate = sustainedRate(machine, job.bytes.compute, calibration);
  return (flops * job.globalBatch * job.sequence) / (devices * rate * speed);
}

/** Does the traffic inside a replica of the job ever leave a server? Then cells depend on the network too. */
export function cellsSeeNetwork(job: TrainingJob): boolean {
  return job.model.experts > 0 || job.sequence > 16_384;
}

/** Layouts of one job in one space, which do not depend on the card: all cards of a question share them. Filled on demand. */
export interface LayoutCache {
  readonly cells: Map<string, readonly Cell[]>;
  readonly stages: Map<number, Stage>;
}

export function layoutCache(): LayoutCache {
  return { cells: new Map(), stages: new Map() };
}

/** What searches of one job on one card share, whatever the number of servers. Filled on demand. */
export interface SearchCache {
  readonly layouts: LayoutCache;
  readonly times: Map<Stage, CardStage>;
  /** Cells by number of devices. */
  readonly cells: Map<number, BoundedCells>;
}

export function searchCache(layouts: LayoutCache = layoutCache()): SearchCache {
  return { layouts, times: new Map(), cells: new Map() };
}

/** One micro-batch with all layers in one stage, on any card. */
export interface Stage {
  readonly layout: Layout;
  /** Bytes of activations and logits. */
  readonly heldBytes: number;
}

/** The same on one card. */
interface CardStage {
  readonly time: StageTime;
  /** Seconds with the traffic inside the model. */
  readonly seconds: number;
}

/** A cell of the space: everything but the sharding. */
interface Cell {
  readonly split: Split;
  readonly virtualStages: number;
  readonly stage: Stage;
  /** Micro-batches of a step, and those that the bubble costs. */
  readonly microBatches: number;
  /** Bytes that it holds whatever the sharding: activations and logits of a single stage, 0 for pipelines. */
  readonly heldBytes: number;
  readonly shardings: readonly ShardingChoice[];
  /** Memory with each of them, bytes; NaN until it is first weighed. */
  readonly totalBytes: number[];
}

export interface ShardingChoice {
  readonly sharding: Sharding;
  readonly shardWidth: number;
}

/** Cells with a bound below their step time on one card. */
interface BoundedCells {
  readonly cells: readonly Cell[];
  readonly bounds: Float64Array;
  /** Places of the cells by rising bound; equal bounds keep the order of the space. */
  readonly order: Uint32Array;
}

/**
 * Weighs the whole space; `usableBytes` is what one device may hold.
 *
 * A cell's bound is its own computation and inner traffic with all layers in one stage, spread evenly, plus the bubble:
 * no sharding makes it faster. Cells are taken by rising bound until it exceeds the runner-up (or the best, where the
 * runner-up is not asked for: it is then only the second best of those weighed).
 */
export function searchLayout(
  job: TrainingJob,
  machine: Machine,
  servers: number,
  usableBytes: number,
  space: SearchSpace = FULL_SPACE,
  calibration: TrainingCalibration = TRAINING_CALIBRATION,
  cache: SearchCache = searchCache(),
  wantsRunnerUp = true,
): SearchResult {
  const devices = servers * machine.devicesPerServer;
  const { cells, bounds, order } =
    cache.cells.get(devices) ?? boundedCells(job, machine, devices, space, calibration, cache);
  let best: LayoutChoice | null = null;
  let runnerUp: LayoutChoice | null = null;
  let weighed = 0;
  let smallestBytes = Number.POSITIVE_INFINITY;
  const straggling = 1 + calibration.stragglerPerDoubling * Math.log2(Math.max(1, servers));
  for (const place of order) {
    const cell = cells[place];
    const limit = wantsRunnerUp ? runnerUp : best;
    if (cell === undefined || (limit && (bounds[place] ?? 0) * straggling >= limit.time.seconds)) break;
    // Too much before any state: no sharding helps (the smallest attempt is then a smaller micro-batch).
    if (cell.heldBytes > usableBytes && cell.stage.layout.microBatch > 1) continue;
    let micro: StageTime | null = null;
    for (let i = 0; i < cell.shardings.length; i++) {
      weighed++;
      const total = totalBytes(job, cell, i, space, calibration);
      if (total < smallestBytes) smallestBytes = total;
      if (total > usableBytes) continue;
      const layout = layoutOf(cell, i, space);
      micro ??=
        layout.pipeline === 1
          ? cardStage(job, machine, cell.stage, calibration, cache).time
          : microBatchTime(job, layout, machine, calibration);
      const time = stepTime(job, layout, machine, calibration, micro);
      if (best && time.seconds >= best.time.seconds && runnerUp && time.seconds >= runnerUp.time.seconds) continue;
      const choice = { layout, memory: trainingMemory(job, layout, calibration), time };
      if (!best || time.seconds < best.time.seconds) {
        runnerUp = best;
        best = choice;
      } else runnerUp = choice;
    }
  }
  return { best, runnerUp, weighed, smallestBytes };
}

function totalBytes(
  job: TrainingJob,
  cell: Cell,
  sharding: number,
  space: SearchSpace,
  calibration: TrainingCalibration,
): number {
  let total = cell.totalBytes[sharding] ?? Number.NaN;
  if (Number.isNaN(total)) {
    ({ total } = trainingMemory(job, layoutOf(cell, sharding, space), calibration));
    cell.totalBytes[sharding] = total;
  }
  return total;
}

/** A cell with one of its shardings. */
function layoutOf({ split, stage, virtualStages, shardings }: Cell, sharding: number, space: SearchSpace): Layout {
  return {
    tensor: split.tensor,
    pipeline: split.pipeline,
    context: split.context,
    expert: split.expert,
    data: split.data,
    microBatch: stage.layout.microBatch,
    sharding: shardings[sharding]?.sharding ?? 'none',
    shardWidth: shardings[sharding]?.shardWidth ?? 1,
    checkpointing: stage.layout.checkpointing,
    virtualStages,
    isOffloaded: space.isOffloaded,
  };
}

function boundedCells(
  job: TrainingJob,
  machine: Machine,
  devices: number,
  space: SearchSpace,
  calibration: TrainingCalibration,
  cache: SearchCache,
): BoundedCells {
  const cells = cellsOf(job, machine, devices, space, calibration, cache.layouts);
  const bounds = new Float64Array(cells.length);
  const order = new Uint32Array(cells.length);
  cells.forEach(({ stage, microBatches, split }, place) => {
    const { seconds } = cardStage(job, machine, stage, calibration, cache);
    bounds[place] = (microBatches * seconds) / split.pipeline;
    order[place] = place;
  });
  order.sort((a, b) => (bounds[a] ?? 0) - (bounds[b] ?? 0) || a - b);
  const bounded = { cells, bounds, order };
  cache.cells.set(devices, bounded);
  return bounded;
}

/** The space on so many devices, in its fixed order. */
function cellsOf(
  job: TrainingJob,
  machine: Machine,
  devices: number,
  space: SearchSpace,
  calibration: TrainingCalibration,
  cache: LayoutCache,
): readonly Cell[] {
  // All that legal splits and shardings read of a machine.
  const key = `${devices}|${machine.devicesPerServer}|${machine.fastDomain}|${machine.hasRdma}`;
  const known = cache.cells.get(key);
  if (known !== undefined) return known;
  const cells: Cell[] = [];
  for (const split of legalSplits(job, machine, devices)) {
    const largest = largestMicroBatch(job, split.data, space);
    const virtualStages = usualVirtualStages(job, split.pipeline);
    const idle = (split.pipeline - 1) / virtualStages;
    const choices = shardings(job, machine, split, space);
    for (const checkpointing of space.checkpointings) {
      for (let microBatch = largest; microBatch >= 1; microBatch /= 2) {
        const stage = oneStage(job, split, checkpointing, microBatch, calibration, cache);
        cells.push({
          split,
          virtualStages,
          stage,
          microBatches: Math.ceil(job.globalBatch / (split.data * microBatch) - 1e-9) + idle,
          heldBytes: split.pipeline === 1 ? stage.heldBytes : 0,
          shardings: choices,
          totalBytes: choices.map(() => Number.NaN),
        });
      }
    }
  }
  cache.cells.set(key, cells);
  return cells;
}

/** Most chunks a pipeline stage holds by itself. */
const MOST_CHUNKS = 6;

/** Chunks a stage where the framework interleaves by itself: as many as there are layers, up to six. */
export function usualVirtualStages(job: TrainingJob, pipeline: number): number {
  if (pipeline === 1 || !job.framework.interleavesPipelines) return 1;
  return Math.max(1, Math.min(MOST_CHUNKS, Math.floor(job.model.layers / pipeline)));
}

/** Largest power of two that the global batch, the space and the use of more tokens allow. */
export function largestMicroBatch(job: TrainingJob, data: number, space: SearchSpace): number {
  const most = Math.min(space.maxMicroBatch, Math.floor(job.globalBatch / data), MOST_MICRO_TOKENS / job.sequence);
  return 2 ** Math.floor(Math.log2(Math.max(1, most)));
}

function oneStage(
  job: TrainingJob,
  { tensor, context, expert }: Split,
  checkpointing: Checkpointing,
  microBatch: number,
  calibration: TrainingCalibration,
  cache: LayoutCache,
): Stage {
  const recomputed = checkpointing === 'none' ? 0 : checkpointing === 'selective' ? 1 : 2;
  const key = (((tensor * 4096 + context) * 4096 + expert) * 4 + recomputed) * 128 + microBatch;
  const known = cache.stages.get(key);
  if (known !== undefined) return known;
  const layout: Layout = {
    tensor,
    pipeline: 1,
    context,
    expert,
    data: 1,
    microBatch,
    sharding: 'none',
    shardWidth: 1,
    checkpointing,
    virtualStages: 1,
    isOffloaded: false,
  };
  const tokens = (microBatch * job.sequence) / context;
  const heldBytes =
    keptActivations(job, layout, job.model.layers, tokens, 1, calibration) +
    logitBytes(job, layout, tokens, calibration);
  const stage = { layout, heldBytes };
  cache.stages.set(key, stage);
  return stage;
}

function cardStage(
  job: TrainingJob,
  machine: Machine,
  stage: Stage,
  calibration: TrainingCalibration,
  cache: SearchCache,
): CardStage {
  const known = cache.times.get(stage);
  if (known !== undefined) return known;
  const time = microBatchTime(job, stage.layout, machine, calibration);
  const traffic = innerTraffic(job, communicationTime(job, stage.layout, machine), calibration);
  const made = { time, seconds: time.seconds + traffic };
  cache.times.set(stage, made);
  return made;
}
