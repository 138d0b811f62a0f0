/**
 * Best layout of a job on a number of equal servers: every legal layout is weighed, most by a bound alone.
 *
 * The space has a fixed order, and of layouts that are equally fast the first in it wins: the answer depends on nothing
 * else. An exhaustive enumeration in the tests finds the same layouts.
 */
import { TRAINING_CALIBRATION, type TrainingCalibration } from './calibration.js';
import { dataTraffic, modelTraffic, pipelineSeconds } from './communication.js';
import { microBatchSeconds, modelFlopsPerToken, type Pace, paceOf } from './compute.js';
import type { TrainingJob } from './job.js';
import { type Checkpointing, type Layout, microBatches, type Sharding } from './layout.js';
import type { Machine } from './machine.js';
import {
  batchBytes,
  batchesInFlight,
  fullestBytes,
  type HeldStates,
  heldStates,
  meanStage,
  type TrainingMemory,
  trainingMemory,
} from './memory.js';
import {
  dataTrafficSeconds,
  exposedSeconds,
  hidingSeconds,
  innerTraffic,
  optimizerSeconds,
  PIPELINE_EXPOSURE,
  type StepTime,
  stepTime,
} from './step-time.js';

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
export function stepSecondsBound(job: TrainingJob, pace: Pace, devices: number): number {
  const linear = job.method === 'full' ? 6 : 4.1;
  const embeddings = job.model.embeddingParameters * (job.model.isTied ? 1 : 2);
  const flops = Math.min(modelFlopsPerToken(job), linear * (job.model.activeParameters - embeddings));
  return (flops * job.globalBatch * job.sequence) / (devices * pace.products * pace.framework);
}

/** Does the traffic inside a replica of the job ever leave a server? Then cells depend on the network too. */
export function cellsSeeNetwork(job: TrainingJob): boolean {
  return job.model.experts > 0 || job.sequence > 16_384;
}

/** Spaces of one job, which do not depend on the card: all cards of a question share them. Filled on demand. */
export interface LayoutCache {
  readonly spaces: Map<string, Space>;
  readonly batches: Map<number, Batches>;
  readonly stages: Map<number, Stage>;
}

export function layoutCache(): LayoutCache {
  return { spaces: new Map(), batches: new Map(), stages: new Map() };
}

/** What searches of one job on one card share, whatever the number of servers. Filled on demand. */
export interface SearchCache {
  readonly layouts: LayoutCache;
  readonly pace: Pace;
  /** By number of the stage: seconds of its micro-batch, without and with the traffic inside the model; NaN until needed. */
  readonly alone: number[];
  readonly inside: number[];
}

export function searchCache(
  job: TrainingJob,
  machine: Machine,
  calibration: TrainingCalibration = TRAINING_CALIBRATION,
  layouts: LayoutCache = layoutCache(),
): SearchCache {
  return { layouts, pace: paceOf(job, machine, calibration), alone: [], inside: [] };
}

/** One micro-batch with all layers in one stage, on any card. */
interface Stage {
  readonly number: number;
  readonly layout: Layout;
}

/** The layouts on so many devices of so many a server. */
interface Space {
  readonly blocks: readonly Block[];
  /** By layout: memory, bytes; NaN until it is first weighed. Layouts of a block follow each other by stage, then sharding. */
  readonly totalBytes: Float64Array;
  /** Where the last search found its best: the mark that the next one, on another card or network, has to beat. */
  leader: Place | null;
  /** Least memory of all layouts, bytes; known once none of them fitted. */
  smallestBytes: number | null;
}

/** Every recomputation and micro-batch of a split, whatever its pipeline, and the micro-batches of a step with each. */
interface Batches {
  readonly stages: readonly Stage[];
  readonly steps: readonly number[];
}

/** The layouts of one split: every recomputation and micro-batch (a stage) with every sharding. */
interface Block extends Batches {
  readonly split: Split;
  readonly virtualStages: number;
  /** Micro-batches that the bubble costs. */
  readonly idle: number;
  readonly shardings: readonly ShardingChoice[];
  /** By sharding; made when first weighed. */
  readonly sharded: (Sharded | undefined)[];
  /** Place of its first layout in the space. */
  readonly start: number;
}

/** A split under one sharding, whatever the micro-batch and the recomputation (which `layout` holds any of). */
interface Sharded {
  readonly layout: Layout;
  readonly held: HeldStates;
  /** Seconds of its traffic between replicas on the machine that asked last. */
  machine: Machine | null;
  dataSeconds: number;
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
 * A layout's first bound is its computation and inner traffic with all layers in one stage, spread evenly, with bubble and
 * stragglers; the second adds the traffic between stages and replicas that nothing can hide, and the optimiser. A layout
 * whose bound exceeds the runner-up (or the best, where the runner-up is not asked for and stays null) is never timed.
 * Layouts that tie with the fastest give way to the plainest of them; the runner-up is the fastest of the others.
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
  if (found.smallestBytes !== null && found.smallestBytes > usableBytes) {
    return { best: null, runnerUp: null, weighed: found.totalBytes.length, smallestBytes: found.smallestBytes };
  }
  makeRoom(cache);
  let best: Timed | null = null;
  let second: Timed | null = null;
  // With a runner-up to find, the mark would hide it.
  const mark = wantsRunnerUp ? Number.POSITIVE_INFINITY : leaderSeconds(search, found, usableBytes);
  weigh(search, found, servers, usableBytes, mark, (timed, limit) => {
    if (!best || timed.time.seconds < best.time.seconds) {
      second = best;
      best = timed;
    } else if (!second || timed.time.seconds < second.time.seconds) second = timed;
    return Math.min(limit, (wantsRunnerUp ? second : best)?.time.seconds ?? limit);
  });
  const fastest = best as Timed | null;
  if (fastest) found.leader = fastest.place;
  const chosen = fastest && plainest(search, found, servers, usableBytes, fastest);
  return {
    best: choiceOf(search, chosen),
    runnerUp: wantsRunnerUp ? choiceOf(search, chosen === fastest ? second : fastest) : null,
    weighed: found.totalBytes.length,
    smallestBytes: fastest ? null : smallestBytes(search, found),
  };
}

/**
 * Times every layout that fits and may be as fast as a mark, in the order of the space; `take` says the next mark. Splits
 * that cut the model into more than `most` parts are left out.
 */
function weigh(
  search: Search,
  found: Space,
  servers: number,
  usableBytes: number,
  mark: number,
  take: (timed: Timed, mark: number) => number,
  most = Number.POSITIVE_INFINITY,
): void {
  const { totalBytes } = found;
  const { inside } = search.cache;
  const straggling = (1 + search.calibration.stragglerPerDoubling * Math.log2(Math.max(1, servers))) * BOUND_SLACK;
  let limit = mark;
  for (const block of found.blocks) {
    const { stages, idle, start } = block;
    const { pipeline } = block.split;
    if (partsOf(block.split) > most) continue;
    const width = block.shardings.length;
    for (let stage = 0; stage < stages.length; stage++) {
      const batches = (block.steps[stage] ?? 1) + idle;
      const number = stages[stage]?.number ?? 0;
      if (Number.isNaN(inside[number])) inside[number] = insideSeconds(search, block, stage);
      const spread = (batches * (inside[number] ?? 0)) / pipeline;
      if (spread * straggling > limit) continue;
      let busy = Number.NaN;
      for (let sharding = 0; sharding < width; sharding++) {
        const place = start + stage * width + sharding;
        if (Number.isNaN(totalBytes[place])) weighMemory(search, found, block);
        if ((totalBytes[place] ?? 0) > usableBytes) continue;
        if (Number.isNaN(busy)) busy = spread + batches * betweenStages(search, block, stage);
        if (!canReach(search, block, stage, sharding, busy, straggling, limit)) continue;
        limit = take({ place: { block, stage, sharding }, time: timeOf(search, block, stage, sharding) }, limit);
      }
    }
  }
}

/** Times that differ by less are a tie: the formulas do not tell them apart (near a measured run they miss by 4 %). */
export const TIE_RATIO = 0.015;

/** Into how many parts a layout cuts the model: what has to be set up, balanced and found again when a run fails. */
export function partsOf({ tensor, pipeline, context, expert }: Split | Layout): number {
  return tensor * pipeline * context * expert;
}

/** The layout with the fewest parts among those that tie with the fastest; of equally many, the fastest. */
function plainest(search: Search, found: Space, servers: number, usableBytes: number, fastest: Timed): Timed {
  let chosen = fastest;
  let parts = partsOf(fastest.place.block.split);
  if (parts === 1) return fastest;
  const tie = fastest.time.seconds * (1 + TIE_RATIO);
  const take = (timed: Timed): number => {
    const own = partsOf(timed.place.block.split);
    const isPlainer = own < parts || (own === parts && timed.time.seconds < chosen.time.seconds);
    if (isPlainer && timed.time.seconds <= tie) {
      chosen = timed;
      parts = own;
    }
    return tie;
  };
  weigh(search, found, servers, usableBytes, tie, take, parts - 1);
  return chosen;
}

/** A layout with the time of its step. */
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
function leaderSeconds(search: Search, { leader, totalBytes }: Space, usableBytes: number): number {
  if (leader === null) return Number.POSITIVE_INFINITY;
  const { block, stage, sharding } = leader;
  const total = totalBytes[block.start + stage * block.shardings.length + sharding] ?? 0;
  if (total > usableBytes) return Number.POSITIVE_INFINITY;
  return timeOf(search, block, stage, sharding).seconds;
}

function smallestBytes(search: Search, space: Space): number {
  if (space.smallestBytes !== null) return space.smallestBytes;
  for (const block of space.blocks) weighMemory(search, space, block);
  space.smallestBytes = space.totalBytes.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  return space.smallestBytes;
}

/** Notes the memory of all layouts of a block, once. What shardings hold is made again for the few that are timed. */
function weighMemory(search: Search, { totalBytes }: Space, block: Block): void {
  const { start, stages } = block;
  if (!Number.isNaN(totalBytes[start])) return;
  const { job, calibration } = search;
  const parameters = meanStage(job, layoutOf(search, block, 0, 0));
  const held = block.shardings.map((_, sharding) =>
    heldStates(job, layoutOf(search, block, 0, sharding), calibration, parameters),
  );
  let place = start;
  for (let stage = 0; stage < stages.length; stage++) {
    const one = stages[stage];
    if (one === undefined) continue;
    const inFlight = batchesInFlight(block.split.pipeline, block.virtualStages, block.steps[stage] ?? 1);
    const batch = batchBytes(job, one.layout, parameters.layers, inFlight, calibration);
    for (const states of held) totalBytes[place++] = fullestBytes(states, batch);
  }
}

function shardedOf(search: Search, block: Block, sharding: number): Sharded {
  let made = block.sharded[sharding];
  if (made === undefined) {
    const layout = layoutOf(search, block, 0, sharding);
    made = { layout, held: heldStates(search.job, layout, search.calibration), machine: null, dataSeconds: 0 };
    block.sharded[sharding] = made;
  }
  return made;
}

/** Seconds a micro-batch of the traffic between pipeline stages. */
function betweenStages(search: Search, block: Block, stage: number): number {
  if (block.split.pipeline === 1) return 0;
  const { layout } = shardedOf(search, block, 0);
  const microBatch = block.stages[stage]?.layout.microBatch;
  return PIPELINE_EXPOSURE * pipelineSeconds(search.job, layout, search.machine, microBatch);
}

/**
 * Can the layout be as fast as `limit`? From `busy`, seconds below which its computation, inner traffic and bubble do not
 * come: a step only gains by more of them, for at most as much of the other traffic hides behind them.
 */
function canReach(
  search: Search,
  block: Block,
  stage: number,
  sharding: number,
  busy: number,
  straggling: number,
  limit: number,
): boolean {
  const { job, machine, calibration } = search;
  const sharded = shardedOf(search, block, sharding);
  const { layout, held } = sharded;
  const steps = block.steps[stage] ?? 1;
  const left = limit - optimizerSeconds(job, layout, machine, calibration, held.stage) * BOUND_SLACK;
  if (busy * straggling > left) return false;
  const data = dataSecondsOf(search, sharded, steps);
  // The larger of the two is less than their smooth maximum, and found without powers.
  const hidden = hidingSeconds(layout.sharding, busy, steps);
  if ((busy + Math.max(0, data - hidden)) * straggling > left) return false;
  return (busy + exposedSeconds(layout.sharding, busy, steps, data, calibration)) * straggling <= left;
}

function dataSecondsOf({ job, machine, calibration }: Search, sharded: Sharded, steps: number): number {
  const { layout, held } = sharded;
  // Only full sharding moves more with more micro-batches.
  if (sharded.machine === machine && layout.sharding !== 'zero3') return sharded.dataSeconds;
  const between = dataTraffic(job, layout, machine, steps, held.stage);
  sharded.machine = machine;
  sharded.dataSeconds = dataTrafficSeconds(between.cardSeconds, between.serverSeconds, between.slices, calibration);
  return sharded.dataSeconds;
}

function timeOf(search: Search, block: Block, stage: number, sharding: number): StepTime {
  const { job, machine, calibration, cache } = search;
  const layout = layoutOf(search, block, stage, sharding);
  const micro =
    layout.pipeline === 1
      ? aloneSeconds(search, block, stage)
      : microBatchSeconds(job, layout, machine, calibration, cache.pace);
  return stepTime(job, layout, machine, calibration, micro, shardedOf(search, block, sharding).held.stage);
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
  const blocks: Block[] = [];
  let size = 0;
  for (const split of legalSplits(job, machine, devices)) {
    const virtualStages = usualVirtualStages(job, split.pipeline);
    const { stages, steps } = batchesOf(job, split, space, cache.layouts);
    const choices = shardings(job, machine, split, space);
    blocks.push({
      split,
      virtualStages,
      stages,
      steps,
      idle: (split.pipeline - 1) / virtualStages,
      shardings: choices,
      sharded: [],
      start: size,
    });
    size += stages.length * choices.length;
  }
  const totalBytes = new Float64Array(size).fill(Number.NaN);
  const made = { blocks, totalBytes, leader: null, smallestBytes: null };
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

function batchesOf(job: TrainingJob, split: Split, space: SearchSpace, cache: LayoutCache): Batches {
  const { data } = split;
  const key = ((split.tensor * 4096 + split.context) * 128 + split.expert) * 16_777_216 + data;
  const known = cache.batches.get(key);
  if (known !== undefined) return known;
  const stages: Stage[] = [];
  const steps: number[] = [];
  for (const checkpointing of space.checkpointings) {
    for (let microBatch = largestMicroBatch(job, data, space); microBatch >= 1; microBatch /= 2) {
      stages.push(oneStage(split, checkpointing, microBatch, cache));
      steps.push(microBatches(job.globalBatch, { data, microBatch }));
    }
  }
  const made = { stages, steps };
  cache.batches.set(key, made);
  return made;
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

/** Makes room in the card's cache for the seconds of all stages that the job has by now. */
function makeRoom({ layouts, alone, inside }: SearchCache): void {
  while (inside.length < layouts.stages.size) {
    alone.push(Number.NaN);
    inside.push(Number.NaN);
  }
}

/** Seconds of a micro-batch with all layers in one stage, without any traffic. */
function aloneSeconds({ job, machine, calibration, cache }: Search, block: Block, place: number): number {
  const stage = block.stages[place];
  if (stage === undefined) return 0;
  const { number, layout } = stage;
  if (Number.isNaN(cache.alone[number])) {
    cache.alone[number] = microBatchSeconds(job, layout, machine, calibration, cache.pace);
  }
  return cache.alone[number] ?? 0;
}

/** The same with the traffic inside the model. */
function insideSeconds(search: Search, block: Block, place: number): number {
  const { job, machine, calibration } = search;
  const layout = block.stages[place]?.layout;
  if (layout === undefined) return 0;
  return aloneSeconds(search, block, place) + innerTraffic(job, modelTraffic(job, layout, machine, 1), calibration);
}
