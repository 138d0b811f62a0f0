/**
 * Best layout of a job on a number of equal servers: every legal layout is weighed, most by a bound alone.
 *
 * The space has a fixed order, and of layouts that are equally fast the first in it wins: the answer depends on nothing
 * else. An exhaustive enumeration in the tests finds the same layouts.
 */
import { TRAINING_CALIBRATION, type TrainingCalibration } from './calibration.js';
import { modelTraffic } from './communication.js';
import {
  frameworkSpeed,
  microBatchTime,
  modelFlopsPerToken,
  type Pace,
  paceOf,
  type StageTime,
  sustainedRate,
} from './compute.js';
import type { TrainingJob } from './job.js';
import type { Checkpointing, Layout, Sharding } from './layout.js';
import type { Machine } from './machine.js';
import { type HeldStates, heldStates, type TrainingMemory, trainingBytes, trainingMemory } from './memory.js';
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
  /** Legal layouts of the space. */
  readonly weighed: number;
  /** Smallest memory of any layout where none fits, bytes: how far from fitting the best attempt is. */
  readonly smallestBytes: number | null;
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

/** Spaces of one job, which do not depend on the card: all cards of a question share them. Filled on demand. */
export interface LayoutCache {
  readonly spaces: Map<string, Space>;
  readonly stages: Map<number, Stage>;
}

export function layoutCache(): LayoutCache {
  return { spaces: new Map(), stages: new Map() };
}

/** What searches of one job on one card share, whatever the number of servers. Filled on demand. */
export interface SearchCache {
  readonly layouts: LayoutCache;
  readonly pace: Pace;
  /** By number of the stage. */
  readonly stages: (CardStage | undefined)[];
}

export function searchCache(
  job: TrainingJob,
  machine: Machine,
  calibration: TrainingCalibration = TRAINING_CALIBRATION,
  layouts: LayoutCache = layoutCache(),
): SearchCache {
  return { layouts, pace: paceOf(job, machine, calibration), stages: [] };
}

/** One micro-batch with all layers in one stage, on any card. */
interface Stage {
  readonly number: number;
  readonly layout: Layout;
}

/** The same on one card. */
interface CardStage {
  readonly time: StageTime;
  /** Seconds with the traffic inside the model. */
  readonly seconds: number;
}

/** The layouts on so many devices of so many a server. */
interface Space {
  readonly blocks: readonly Block[];
  readonly size: number;
  /** Where the last search found its best: the mark that the next one, on another card or network, has to beat. */
  leader: Place | null;
  smallestBytes: number | null;
}

/** The layouts of one split: every recomputation and micro-batch (a stage) with every sharding. */
interface Block {
  readonly split: Split;
  readonly virtualStages: number;
  readonly stages: readonly Stage[];
  /** By stage: micro-batches of a step, with those that the bubble costs. */
  readonly microBatches: Float64Array;
  readonly shardings: readonly ShardingChoice[];
  /** By sharding; made when first weighed. */
  readonly held: (HeldStates | undefined)[];
  /** By stage and sharding: memory, bytes; NaN until it is first weighed. */
  readonly totalBytes: Float64Array;
}

export interface ShardingChoice {
  readonly sharding: Sharding;
  readonly shardWidth: number;
}

/** A layout of a space: a stage and a sharding of a block, by their numbers. */
interface Place {
  readonly block: Block;
  readonly stage: number;
  readonly sharding: number;
}

/** What every step of one search reads. */
interface Search {
  readonly job: TrainingJob;
  readonly machine: Machine;
  readonly space: SearchSpace;
  readonly calibration: TrainingCalibration;
  readonly cache: SearchCache;
}

/** Room for rounding where a bound is held against a time that other sums make. */
const BOUND_SLACK = 1 - 1e-9;

/**
 * Weighs the whole space; `usableBytes` is what one device may hold.
 *
 * A layout's bound is its own computation and inner traffic with all layers in one stage, spread evenly, plus the bubble
 * and the stragglers: no sharding makes it faster. A layout whose bound exceeds the runner-up (or the best, where the
 * runner-up is not asked for and stays null) is never timed.
 */
export function searchLayout(
  job: TrainingJob,
  machine: Machine,
  servers: number,
  usableBytes: number,
  space: SearchSpace = FULL_SPACE,
  calibration: TrainingCalibration = TRAINING_CALIBRATION,
  cache: SearchCache = searchCache(job, machine, calibration),
  wantsRunnerUp = true,
): SearchResult {
  const search: Search = { job, machine, space, calibration, cache };
  const found = spaceOf(search, servers * machine.devicesPerServer);
  const straggling = (1 + calibration.stragglerPerDoubling * Math.log2(Math.max(1, servers))) * BOUND_SLACK;
  let best: Timed | null = null;
  let runnerUp: Timed | null = null;
  // With a runner-up to find, the mark would hide it.
  let limit = wantsRunnerUp ? Number.POSITIVE_INFINITY : leaderSeconds(search, found, usableBytes);
  for (const block of found.blocks) {
    const { pipeline } = block.split;
    const width = block.shardings.length;
    for (let stage = 0; stage < block.stages.length; stage++) {
      const { seconds } = cardStage(search, block, stage);
      if (((block.microBatches[stage] ?? 0) * seconds * straggling) / pipeline > limit) continue;
      for (let sharding = 0; sharding < width; sharding++) {
        if (bytesOf(search, block, stage, sharding) > usableBytes) continue;
        const time = timeOf(search, block, stage, sharding);
        if (!best || time.seconds < best.time.seconds) {
          runnerUp = best;
          best = { place: { block, stage, sharding }, time };
        } else if (!runnerUp || time.seconds < runnerUp.time.seconds) {
          runnerUp = { place: { block, stage, sharding }, time };
        } else continue;
        limit = Math.min(limit, (wantsRunnerUp ? runnerUp : best)?.time.seconds ?? limit);
      }
    }
  }
  if (best) found.leader = best.place;
  return {
    best: choiceOf(search, best),
    runnerUp: wantsRunnerUp ? choiceOf(search, runnerUp) : null,
    weighed: found.size,
    smallestBytes: best ? null : smallestBytes(search, found),
  };
}

interface Timed {
  readonly place: Place;
  readonly time: StepTime;
}

function choiceOf(search: Search, timed: Timed | null): LayoutChoice | null {
  if (timed === null) return null;
  const { block, stage, sharding } = timed.place;
  const layout = layoutOf(search, block, stage, sharding);
  return { layout, memory: trainingMemory(search.job, layout, search.calibration), time: timed.time };
}

/** Seconds of the layout that won on other cards, where it fits this one. */
function leaderSeconds(search: Search, { leader }: Space, usableBytes: number): number {
  if (leader === null) return Number.POSITIVE_INFINITY;
  const { block, stage, sharding } = leader;
  if (bytesOf(search, block, stage, sharding) > usableBytes) return Number.POSITIVE_INFINITY;
  return timeOf(search, block, stage, sharding).seconds;
}

function smallestBytes(search: Search, space: Space): number {
  if (space.smallestBytes !== null) return space.smallestBytes;
  let smallest = Number.POSITIVE_INFINITY;
  for (const block of space.blocks) {
    for (let stage = 0; stage < block.stages.length; stage++) {
      for (let sharding = 0; sharding < block.shardings.length; sharding++) {
        smallest = Math.min(smallest, bytesOf(search, block, stage, sharding));
      }
    }
  }
  space.smallestBytes = smallest;
  return smallest;
}

function bytesOf(search: Search, block: Block, stage: number, sharding: number): number {
  const place = stage * block.shardings.length + sharding;
  let total = block.totalBytes[place] ?? Number.NaN;
  if (Number.isNaN(total)) {
    const layout = layoutOf(search, block, stage, sharding);
    total = trainingBytes(search.job, layout, search.calibration, heldOf(search, block, sharding, layout));
    block.totalBytes[place] = total;
  }
  return total;
}

function heldOf({ job, calibration }: Search, block: Block, sharding: number, layout: Layout): HeldStates {
  let held = block.held[sharding];
  if (held === undefined) {
    held = heldStates(job, layout, calibration);
    block.held[sharding] = held;
  }
  return held;
}

function timeOf(search: Search, block: Block, stage: number, sharding: number): StepTime {
  const { job, machine, calibration, cache } = search;
  const layout = layoutOf(search, block, stage, sharding);
  const micro =
    layout.pipeline === 1
      ? cardStage(search, block, stage).time
      : microBatchTime(job, layout, machine, calibration, cache.pace);
  return stepTime(job, layout, machine, calibration, micro, heldOf(search, block, sharding, layout).stage);
}

function layoutOf({ space }: Search, block: Block, stage: number, sharding: number): Layout {
  const { split, virtualStages } = block;
  const one = block.stages[stage]?.layout;
  const choice = block.shardings[sharding];
  return {
    tensor: split.tensor,
    pipeline: split.pipeline,
    context: split.context,
    expert: split.expert,
    data: split.data,
    microBatch: one?.microBatch ?? 1,
    sharding: choice?.sharding ?? 'none',
    shardWidth: choice?.shardWidth ?? 1,
    checkpointing: one?.checkpointing ?? 'none',
    virtualStages,
    isOffloaded: space.isOffloaded,
  };
}

/** The space on so many devices, in its fixed order. */
function spaceOf({ job, machine, space, cache }: Search, devices: number): Space {
  // All that legal splits and shardings read of a machine.
  const key = `${devices}|${machine.devicesPerServer}|${machine.fastDomain}|${machine.hasRdma}`;
  const known = cache.layouts.spaces.get(key);
  if (known !== undefined) return known;
  let size = 0;
  const blocks = legalSplits(job, machine, devices).map((split): Block => {
    const largest = largestMicroBatch(job, split.data, space);
    const virtualStages = usualVirtualStages(job, split.pipeline);
    const idle = (split.pipeline - 1) / virtualStages;
    const choices = shardings(job, machine, split, space);
    const stages: Stage[] = [];
    for (const checkpointing of space.checkpointings) {
      for (let microBatch = largest; microBatch >= 1; microBatch /= 2) {
        stages.push(oneStage(split, checkpointing, microBatch, cache.layouts));
      }
    }
    size += stages.length * choices.length;
    return {
      split,
      virtualStages,
      stages,
      microBatches: Float64Array.from(
        stages,
        ({ layout }) => Math.ceil(job.globalBatch / (split.data * layout.microBatch) - 1e-9) + idle,
      ),
      shardings: choices,
      held: [],
      totalBytes: new Float64Array(stages.length * choices.length).fill(Number.NaN),
    };
  });
  const made = { blocks, size, leader: null, smallestBytes: null };
  cache.layouts.spaces.set(key, made);
  return made;
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
  { tensor, context, expert }: Split,
  checkpointing: Checkpointing,
  microBatch: number,
  { stages }: LayoutCache,
): Stage {
  const recomputed = checkpointing === 'none' ? 0 : checkpointing === 'selective' ? 1 : 2;
  const key = (((tensor * 4096 + context) * 4096 + expert) * 4 + recomputed) * 128 + microBatch;
  const known = stages.get(key);
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
  const stage = { number: stages.size, layout };
  stages.set(key, stage);
  return stage;
}

const NO_STAGE: CardStage = { time: { seconds: 0, products: 0, attention: 0, elementwise: 0 }, seconds: 0 };

function cardStage({ job, machine, calibration, cache }: Search, block: Block, place: number): CardStage {
  const stage = block.stages[place];
  if (stage === undefined) return NO_STAGE;
  let made = cache.stages[stage.number];
  if (made === undefined) {
    const time = microBatchTime(job, stage.layout, machine, calibration, cache.pace);
    const traffic = innerTraffic(job, modelTraffic(job, stage.layout, machine, 1), calibration);
    made = { time, seconds: time.seconds + traffic };
    cache.stages[stage.number] = made;
  }
  return made;
}
