/** Lays a language-model training job out on one hardware shape: several numbers of servers, the best layout of each. */
import type { Accelerator } from '../../catalogue/accelerator.js';
import type { Facts, FindingCode } from '../../finding.js';
import { TRAINING_CALIBRATION } from '../../sizing/training/calibration.js';
import { paceOf } from '../../sizing/training/compute.js';
import type { TrainingJob } from '../../sizing/training/job.js';
import {
  cellsSeeNetwork,
  FULL_SPACE,
  type LayoutCache,
  type LayoutChoice,
  layoutCache,
  PLANNED_MEMORY_RATIO,
  type SearchCache,
  type SearchResult,
  type SearchSpace,
  searchCache,
  searchLayout,
  stepSecondsBound,
} from '../../sizing/training/layout-search.js';
import { type Machine, machineOf, peakTflops } from '../../sizing/training/machine.js';
import { hostStateBytes, minimumStateGiB } from '../../sizing/training/memory.js';
import { BYTES_PER_GIB, SECONDS_PER_HOUR } from '../../units.js';
import { reject as rejection } from '../option-parts.js';
import type { HardwareShape, PlacementLimits, PlacementOption, PlacementOutcome, Rejection } from '../scenario.js';
import { shapeKeys } from '../shape-keys.js';
import { type PrecisionSupport, precisionSupport, recipeFor } from './compatibility.js';
import type { Correct, Correction } from './correction.js';
import { type RunEstimate, runEstimate } from './duration.js';
import { placementOption } from './option.js';
import { type TrainingQuestion, withRecipe } from './question.js';

/** Server counts tried, in order: powers of two and their midpoints, up to the limit. */
const SERVER_STEPS = [
  1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 4096,
];
/** How much faster than the bound of the formulas a run near measurements may be said to be. */
const MOST_CORRECTION = 1.6;
/** Options of one shape that an answer carries. */
const MOST_OPTIONS = 5;

/** TCCL: the vendor states about 50 % more bandwidth use than NCCL in large-model training. Off unless asked for. */
const TCCL_CLAIMED_GAIN = 1.5;

/** Makes the place function of a question; outcomes are remembered by what they depend on. */
export function placer(question: TrainingQuestion, correct: Correct, bench: Bench) {
  bench.questions++;
  const outcomes = new Map<string, PlacementOutcome>();
  const cards = new Map<Accelerator, CardQuestion>();
  return (shape: HardwareShape, limits: PlacementLimits): PlacementOutcome => {
    const host = isOffloadable(question) ? shape.hostMemoryGiB : null;
    const network = `${shape.rdmaGbps}|${shape.networkGbps}`;
    const key = `${shapeKeys(shape).devices}|${network}|${host}|${limits.maxServers}|${limits.allowSharing}`;
    const known = outcomes.get(key);
    if (known) return known;
    const asked = cards.get(shape.accelerator) ?? cardQuestion(question, shape.accelerator, cards, bench);
    const outcome = placeOn(asked, shape, limits, correct);
    outcomes.set(key, outcome);
    return outcome;
  };
}

/** The question with the recipe that a card needs, what the card says to it, and where it is laid out. */
interface CardQuestion {
  readonly question: TrainingQuestion;
  readonly support: PrecisionSupport;
  readonly searches: JobSearches;
}

function cardQuestion(
  asked: TrainingQuestion,
  accelerator: Accelerator,
  cards: Map<Accelerator, CardQuestion>,
  bench: Bench,
): CardQuestion {
  const recipe = recipeFor(accelerator, asked.requestedRecipe);
  let made: CardQuestion | null = null;
  // Cards of one recipe share the question, and with it the searches.
  for (const other of cards.values()) if (other.question.job.recipe === recipe) made = other;
  const question = made?.question ?? withRecipe(asked, recipe);
  made = {
    question,
    support: precisionSupport(accelerator, recipe),
    searches: made?.searches ?? searchesOf(question.job, bench),
  };
  cards.set(accelerator, made);
  return made;
}

/**
 * Searches by job, of the jobs that were laid out last. A deadline or a number of tokens is no part of a job, so the dozens of
 * questions by which a smallest change is found ask for the same searches.
 */
export interface Bench {
  readonly jobs: Map<string, JobSearches>;
  /** Questions that were laid out so far. */
  questions: number;
}

export function openBench(): Bench {
  return { jobs: new Map(), questions: 0 };
}

/** One question's job in each recipe that its cards need. */
const MOST_JOBS = 4;

/** What shapes share of the searches of one job. */
interface JobSearches {
  /** What the searches are made with: megabytes, which only the question that works on the job needs. */
  layouts: LayoutCache;
  readonly caches: Map<string, SearchCache>;
  readonly results: Map<string, SearchResult>;
  /** The last question that asked for the job. */
  question: number;
}

function searchesOf(job: TrainingJob, bench: Bench): JobSearches {
  const key = JSON.stringify([job, job.model.attendedTokens(job.sequence)]);
  const { jobs, questions } = bench;
  const known = jobs.get(key);
  if (known !== undefined) {
    known.question = questions;
    return known;
  }
  for (const oldest of jobs.keys()) {
    if (jobs.size < MOST_JOBS) break;
    jobs.delete(oldest);
  }
  for (const other of jobs.values()) {
    if (other.question === questions || other.caches.size === 0) continue;
    other.caches.clear();
    other.layouts = layoutCache();
  }
  const made = { layouts: layoutCache(), caches: new Map(), results: new Map(), question: questions };
  jobs.set(key, made);
  return made;
}

/** The best layout on so many servers; on one of them the network does not matter. */
function searchOn(
  job: TrainingJob,
  machine: Machine,
  servers: number,
  usable: number,
  card: string,
  searches: JobSearches,
): SearchResult {
  const { caches, layouts, results } = searches;
  const network = `${card}|${machine.serverGBps}|${machine.hasRdma}`;
  const key = servers === 1 ? card : `${network}|${servers}`;
  const known = results.get(key);
  if (known !== undefined) return known;
  const seen = cellsSeeNetwork(job) ? network : card;
  const cache = caches.get(seen) ?? searchCache(job, machine, TRAINING_CALIBRATION, layouts);
  caches.set(seen, cache);
  const result = searchLayout(job, machine, servers, usable, FULL_SPACE, TRAINING_CALIBRATION, cache, false);
  results.set(key, result);
  return result;
}

export function shapeMachine(library: 'nccl' | 'tccl', shape: HardwareShape): Machine {
  const machine = machineOf(shape.accelerator, shape.count, shape.share, shape.deviceMemoryGiB, {
    interconnect: shape.interconnect,
    rdmaGbps: shape.rdmaGbps,
    tcpGbps: shape.networkGbps,
  });
  if (library !== 'tccl') return machine;
  return { ...machine, serverGBps: machine.serverGBps * TCCL_CLAIMED_GAIN };
}

const OFFLOADED_SPACE: SearchSpace = { ...FULL_SPACE, isOffloaded: true };

/** Fine-tuning of all weights: adapters have next to no states, and a run from scratch would never end. */
function isOffloadable({ scenario, job }: TrainingQuestion): boolean {
  return scenario === 'llm-finetuning' && job.method === 'full';
}

/** May optimiser states go to host memory where nothing else fits: on whole cards of a server that can hold them? */
function canOffload(question: TrainingQuestion, shape: HardwareShape, usableGiB: number): boolean {
  const { job } = question;
  if (!isOffloadable(question) || shape.share < 1) return false;
  const host = shape.hostMemoryGiB;
  if (host === null || host * BYTES_PER_GIB < hostStateBytes(job)) return false;
  return minimumStateGiB(job, true) <= usableGiB * shape.count;
}

/** A number of servers with its best layout. */
interface Found {
  readonly servers: number;
  readonly choice: LayoutChoice;
  readonly correction: Correction;
  readonly run: RunEstimate;
}

function placeOn(
  { question, support, searches }: CardQuestion,
  shape: HardwareShape,
  limits: PlacementLimits,
  correct: Correct,
): PlacementOutcome {
  const rejections: Rejection[] = [];
  const reject = (code: FindingCode, facts: Facts) => rejections.push(rejection(code, facts));
  const { accelerator } = shape;
  if (accelerator.kind !== 'gpu' && accelerator.fp16Tflops === null) {
    reject('training-stack-unknown', { accelerator: accelerator.name });
    return { options: [], rejections };
  }
  if (shape.share < 1 && !limits.allowSharing) {
    reject('training-needs-whole-cards', { shareRatio: shape.share });
  }
  for (const because of support.because) rejections.push({ code: because.code, finding: because });
  const { job } = question;
  const isUnknown =
    shape.deviceMemoryGiB === null || !accelerator.memoryBandwidthGBps || !peakTflops(accelerator, job.bytes.compute);
  if (isUnknown) {
    if (rejections.length > 0) return { options: [], rejections };
    return { options: [], rejections: [], isUnknown: true };
  }
  const machine = shapeMachine(question.communicationLibrary, shape);
  const usableGiB = (shape.deviceMemoryGiB ?? 0) * PLANNED_MEMORY_RATIO;
  const usable = usableGiB * BYTES_PER_GIB;
  // Fractions and cards without a network between servers run on one server.
  const isSingle = shape.share < 1 || machine.serverGBps <= 0;
  const most = isSingle ? 1 : Math.max(1, limits.maxServers);
  const minimum = minimumStateGiB(job);
  const mayOffload = canOffload(question, shape, usableGiB);
  if (minimum > usableGiB * shape.count * most && !mayOffload) {
    reject('training-states-too-large', {
      neededGiB: minimum,
      availableGiB: usableGiB * shape.count * most,
      servers: most,
      accelerator: accelerator.name,
    });
    return { options: [], rejections };
  }
  if (rejections.length > 0) return { options: [], rejections };

  const needsSharding = minimum > usableGiB;
  const tokens = question.tokens?.expected ?? null;
  const deadline = question.deadlineHours;
  const pace = paceOf(job, machine, TRAINING_CALIBRATION);
  const card = shapeKeys(shape).devices;
  const found: Found[] = [];
  let weighed = 0;
  let smallest = Number.POSITIVE_INFINITY;
  let fastestHours = Number.POSITIVE_INFINITY;
  let fastestStep = Number.POSITIVE_INFINITY;
  const add = (servers: number, choice: LayoutChoice) => {
    const correction = correct(job, machine, choice.layout);
    const run = runEstimate(question, choice, machine, correction);
    fastestStep = choice.time.seconds;
    if (run.runHours !== null) fastestHours = Math.min(fastestHours, run.runHours.expected);
    found.push({ servers, choice, correction, run });
  };
  const tryServers = (servers: number): void => {
    if (minimum > usableGiB * shape.count * servers) return;
    const result = searchOn(job, machine, servers, usable, card, searches);
    weighed += result.weighed;
    smallest = Math.min(smallest, result.smallestBytes ?? smallest);
    // More servers that are not faster are of no use.
    if (result.best && result.best.time.seconds < fastestStep * 0.98) add(servers, result.best);
  };
  const isInTime = ({ run: { runHours } }: Found) =>
    deadline === null || tokens === null || (runHours !== null && runHours.expected <= deadline);

  const steps = SERVER_STEPS.filter((n) => n <= most);
  if (!steps.includes(most)) steps.push(most);
  const boundHours = (servers: number) =>
    (stepSecondsBound(job, pace, servers * shape.count) * (tokens ?? 0)) /
    (job.globalBatch * job.sequence) /
    SECONDS_PER_HOUR;
  if (deadline !== null && boundHours(most) > deadline * MOST_CORRECTION) {
    // Not even a perfect layout on all servers would be in time.
    reject('training-misses-deadline', {
      deadlineHours: deadline,
      fastestHours: boundHours(most),
      servers: most,
      accelerator: accelerator.name,
    });
    return { options: [], rejections };
  }
  if (deadline !== null && tokens !== null) {
    for (const servers of steps) {
      if (boundHours(servers) > deadline * MOST_CORRECTION) continue;
      tryServers(servers);
      if (found.filter(isInTime).length >= 3) break;
    }
  } else {
    for (const servers of steps.filter((n) => (n & (n - 1)) === 0 || n === most)) {
      tryServers(servers);
      if (found.length >= MOST_OPTIONS) break;
    }
  }
  if (found.length === 0 && deadline !== null && tokens !== null) tryServers(most);
  if (found.length === 0 && mayOffload) {
    // Host memory is the last resort, and on one server only: more of them would wait for it all the same.
    const result = searchLayout(job, machine, 1, usable, OFFLOADED_SPACE);
    weighed += result.weighed;
    smallest = Math.min(smallest, result.smallestBytes ?? smallest);
    if (result.best) add(1, result.best);
  }
  const inTime = found.filter(isInTime);
  if (inTime.length === 0) {
    if (found.length === 0) {
      const bytes = Number.isFinite(smallest) ? smallest / BYTES_PER_GIB : minimum / shape.count / most;
      reject('training-does-not-fit', {
        neededGiB: bytes,
        usableGiB,
        accelerator: accelerator.name,
        sequenceTokens: job.sequence,
        servers: most,
      });
    } else {
      reject('training-misses-deadline', {
        deadlineHours: deadline ?? 0,
        fastestHours,
        servers: found.at(-1)?.servers ?? most,
        accelerator: accelerator.name,
      });
    }
    return { options: [], rejections };
  }
  const options: PlacementOption[] = inTime.slice(0, MOST_OPTIONS).map(({ servers, choice, correction, run }) =>
    placementOption({
      question,
      shape,
      machine,
      choice,
      runnerUp: () =>
        searchLayout(job, machine, servers, usable, choice.layout.isOffloaded ? OFFLOADED_SPACE : FULL_SPACE).runnerUp,
      servers,
      weighed,
      needsSharding,
      correction,
      run,
    }),
  );
  return { options, rejections: [] };
}
