/** One replica on one kind of device in one layout: memory, step times, and what it serves at a concurrency. */
import type { Accelerator } from '../../catalogue/accelerator.js';
import { BYTES_PER_GIB, MS_PER_SECOND } from '../../units.js';
import { type FactorContext, type FactorSet, factorsFor } from './efficiency.js';
import { engineMemory, isShareByLayout, sequenceLimit, vintageOf } from './engine-memory.js';
import { type DeviceRates, deviceRates, isLinked } from './hardware.js';
import { type KvBytes, kvBytes, kvBytesOfSequence, kvBytesOn, kvShare } from './kv-cache.js';
import { devicesOf, type Layout } from './layouts.js';
import { type MemoryBudget, memoryBudget } from './memory.js';
import { computeKindOn, WEIGHT_FORMATS, type WeightPrecision } from './precision.js';
import { cachePrecision, type EngineSettings, type Goals, type InferenceQuestion } from './question.js';
import type { EngineMemory } from './runtime-memory.js';
import { NO_SHIFTS, type RequestShape, type Scratch, type ServingPoint, type Shifts, servingPoint } from './serving.js';
import { type StepTimes, stepTimes } from './step-time.js';
import { weightBytes } from './weights.js';

export interface DeviceContext {
  readonly card: Accelerator;
  readonly share: number;
  readonly deviceGiB: number;
  readonly interconnect: string | null;
  readonly rdmaGbps: number | null;
}

export interface Replica {
  readonly layout: Layout;
  readonly devices: number;
  readonly budget: MemoryBudget;
  readonly rates: DeviceRates;
  readonly factors: FactorSet;
  readonly times: StepTimes;
  /** Sequences of a mean request that cache and engine hold at once. */
  slots(request: RequestShape): number;
  /** What binds the slots. */
  slotLimit(request: RequestShape): 'memory' | 'maxSequences';
  /** `into`: where a search has the point written, to be read before the next one. */
  at(concurrency: number, request: RequestShape, into?: Scratch): ServingPoint;
  /** The same replica with what measured rows say about its times. */
  shifted(shifts: Shifts): Replica;
}

/** Launches without CUDA graphs cost about this many times as much (60–150 µs a layer instead of 10–30). */
const EAGER_LAUNCH = 4;
/** Blocks are planned to nine tenths: vLLM preempts when they run out. */
const USABLE_BLOCK_RATIO = 0.95;

/** Cache of a replica whose weights are in `precision`, as the engine lays it out. */
function cacheOf(q: InferenceQuestion, precision: WeightPrecision): KvBytes {
  return precision === q.precision ? q.kv : kvBytes(q.model, cachePrecision(q, precision));
}

/** Budget of a replica without its speed: what `/evaluate` needs where rates are unknown. */
export function replicaMemory(
  q: InferenceQuestion,
  engine: EngineSettings,
  precision: WeightPrecision,
  device: Pick<DeviceContext, 'card' | 'deviceGiB' | 'interconnect'>,
  layout: Layout,
  sequences = 1,
): MemoryBudget {
  return memoryOn(q, engine, precision, device, sequences)(layout);
}

/** `replicaMemory` of one device for many layouts: what does not depend on the layout is worked out once. */
export function memoryOn(
  q: InferenceQuestion,
  engine: EngineSettings,
  precision: WeightPrecision,
  { card, deviceGiB, interconnect }: Pick<DeviceContext, 'card' | 'deviceGiB' | 'interconnect'>,
  sequences = 1,
): (layout: Layout) => MemoryBudget {
  const weights = weightBytes(q.model, WEIGHT_FORMATS[precision]);
  const kv = kvBytesOn(cacheOf(q, precision), card.vendor);
  const engineIn = (layout: Layout) =>
    engineMemory(engine, {
      maxContextTokens: q.maxContextTokens.high,
      inputTokens: q.request.inputTokens,
      sequences,
      precision,
      layout,
      deviceGiB,
      isLinked: isLinked(card, interconnect),
    });
  let shared: EngineMemory | null = null;
  return (layout) => {
    shared = shared === null || isShareByLayout(engine) ? engineIn(layout) : shared;
    return memoryBudget({
      model: q.model,
      layout,
      weights,
      kv,
      engine: shared,
      deviceGiB,
      maxContextTokens: q.maxContextTokens.expected,
      blockTokens: engine.blockTokens,
    });
  };
}

/**
 * Decode steps until SGLang looks for new requests. Its published recipes for Blackwell set `--scheduler-recv-interval 30` from
 * 16 requests in flight on and 10 below (github.com/SemiAnalysisAI/InferenceX benchmarks/dsr1_fp8_b200.sh); a request waits half
 * of it. Other engines and cards look at every step.
 */
function admissionSteps(engine: string, cardClass: string, concurrency: number): number {
  if (engine !== 'sglang' || cardClass !== 'blackwell-hbm') return 0;
  return concurrency >= 16 ? 15 : 5;
}

/** Where a replica's factors come from. */
export function factorContext(q: InferenceQuestion, rates: DeviceRates, precision: WeightPrecision): FactorContext {
  const { engine, model } = q;
  return {
    engine: engine.name,
    vintage: vintageOf(engine.name, engine.version),
    cardClass: rates.cardClass,
    cardId: rates.cardId,
    format: WEIGHT_FORMATS[precision].kind,
    structure: model.experts ? 'moe' : 'dense',
    link: rates.link,
  };
}

/**
 * Builds a replica; null when bandwidth or compute of the card is unknown. The fit states factors of its own; a caller that
 * has the memory budget hands it on.
 */
export function makeReplica(
  q: InferenceQuestion,
  device: DeviceContext,
  layout: Layout,
  precision: WeightPrecision,
  stated?: FactorSet,
  known?: MemoryBudget,
): Replica | null {
  const make = replicasOn(q, device, precision, stated);
  return make === null ? null : make(layout, known ?? replicaMemory(q, q.engine, precision, device, layout));
}

/** `makeReplica` of one device for many layouts: what does not depend on the layout is worked out once. */
export function replicasOn(
  q: InferenceQuestion,
  device: DeviceContext,
  precision: WeightPrecision,
  stated?: FactorSet,
): ((layout: Layout, budget: MemoryBudget) => Replica) | null {
  const format = WEIGHT_FORMATS[precision];
  const { model, engine } = q;
  const kv = cacheOf(q, precision);
  const rates = deviceRates(
    device.card,
    device.share,
    device.interconnect,
    device.rdmaGbps,
    computeKindOn(device.card, format),
  );
  if (!rates) return null;
  const weights = weightBytes(model, format);
  const fitted = stated ?? factorsFor(factorContext(q, rates, precision));
  const factors = engine.cudaGraphs ? fitted : { ...fitted, kernelUs: fitted.kernelUs * EAGER_LAUNCH };
  const sequences = sequenceLimit(engine, rates.cardId, device.deviceGiB);
  return (layout, budget) => {
    const times = stepTimes({
      model,
      weights,
      kv,
      rates,
      layout,
      factors,
      quantisesActivations: rates.computeKind !== '16-bit' && rates.computeKind !== 'fp32',
      isPipelined: engine.name !== 'llama.cpp' && engine.name !== 'transformers',
    });
    const cacheBytes = (Math.max(0, budget.cacheGiB) * BYTES_PER_GIB * layout.attentionData) / kvShare(model, layout);
    const most = sequences * layout.attentionData;

    function memorySlots(request: RequestShape): number {
      // Engines that allocate as they go hold half of an answer on average; TensorRT-LLM reserves it whole.
      const held = engine.name === 'tensorrt-llm' ? request.outputTokens : request.outputTokens / 2;
      const own = request.inputTokens - request.sharedTokens + held + engine.blockTokens / 2;
      const shared = request.sharedTokens > 0 ? kvBytesOfSequence(kv, model, request.sharedTokens) : 0;
      const each = Math.max(kvBytesOfSequence(kv, model, own), 1);
      return ((cacheBytes - shared) * USABLE_BLOCK_RATIO) / each;
    }
    let lastRequest: RequestShape | null = null;
    let lastSlots = 0;
    function slots(request: RequestShape): number {
      if (request !== lastRequest) {
        lastRequest = request;
        lastSlots = Math.max(1, Math.min(memorySlots(request), most));
      }
      return lastSlots;
    }
    const build = (shifts: Shifts): Replica => {
      const serving = (concurrency: number, room: number, request: RequestShape, into?: Scratch) =>
        servingPoint(
          times,
          factors,
          request,
          concurrency,
          room,
          shifts,
          admissionSteps(engine.name, rates.cardClass, concurrency),
          into,
        );
      // The full and the lone replica are asked for again and again.
      let fullRequest: RequestShape | null = null;
      let full: ServingPoint | null = null;
      let aloneRequest: RequestShape | null = null;
      let alone: ServingPoint | null = null;
      return {
        layout,
        devices: devicesOf(layout),
        budget,
        rates,
        factors: fitted,
        times,
        slots,
        slotLimit: (request) => (memorySlots(request) < most ? 'memory' : 'maxSequences'),
        at(concurrency, request, into) {
          const room = slots(request);
          if (concurrency === 1) {
            if (alone === null || aloneRequest !== request) {
              alone = serving(1, room, request);
              aloneRequest = request;
            }
            return alone;
          }
          if (concurrency === room) {
            if (full === null || fullRequest !== request) {
              full = serving(room, room, request);
              fullRequest = request;
            }
            return full;
          }
          return serving(concurrency, room, request, into);
        },
        shifted: build,
      };
    };
    return build(NO_SHIFTS);
  };
}

/** Spread of latencies over requests (logarithmic): P99 / median is 2.3 for first tokens, 1.18 for later ones. */
const FIRST_TOKEN_SIGMA = 0.36;
const LATER_TOKEN_SIGMA = 0.07;

/** Normal quantile of 0.5…0.99 (rational approximation, error under 1e-3). */
export function normalQuantile(p: number): number {
  if (p <= 0.5) return 0;
  const t = Math.sqrt(-2 * Math.log(1 - p));
  return t - (2.30753 + 0.27061 * t) / (1 + 0.99229 * t + 0.04481 * t * t);
}

let spreads = { percentile: Number.NaN, first: 1, later: 1 };

/** Factors from the median to a percentile; a question has one percentile, so the last is remembered. */
function spreadAt(percentile: number): { readonly first: number; readonly later: number } {
  if (spreads.percentile !== percentile) {
    const z = normalQuantile(percentile);
    spreads = { percentile, first: Math.exp(FIRST_TOKEN_SIGMA * z), later: Math.exp(LATER_TOKEN_SIGMA * z) };
  }
  return spreads;
}

export interface Latencies {
  readonly timeToFirstTokenMs: number;
  readonly timePerOutputTokenMs: number;
  readonly endToEndMs: number;
}

/**
 * Time a client sees between tokens, over the engine's step with all slots taken. Clients that wait for their answer leave
 * slots empty: they come back late, answer lengths vary, a run has a tail. Measured on left-out rows (README, "Client").
 */
const CLIENT_STEP_RATIO = 0.84;

/** First-token time of a point at a percentile, ms. */
function firstTokenMs(of: ServingPoint, percentile: number, extraFirstTokenSeconds: number): number {
  const first = (of.timeToFirstTokenSeconds - of.cacheWaitSeconds) * spreadAt(percentile).first + of.cacheWaitSeconds;
  return (first + extraFirstTokenSeconds) * MS_PER_SECOND;
}

function outputTokenMs(of: ServingPoint, percentile: number): number {
  return of.timePerOutputTokenSeconds * CLIENT_STEP_RATIO * spreadAt(percentile).later * MS_PER_SECOND;
}

const endToEndMs = (ttft: number, tpot: number, outputTokens: number): number =>
  ttft + tpot * Math.max(0, outputTokens - 1);

/** Latencies of a point at a percentile (0.5…0.99). */
export function latenciesAt(
  pointOf: ServingPoint,
  percentile: number,
  outputTokens: number,
  extraFirstTokenSeconds = 0,
): Latencies {
  const ttft = firstTokenMs(pointOf, percentile, extraFirstTokenSeconds);
  const tpot = outputTokenMs(pointOf, percentile);
  return {
    timeToFirstTokenMs: ttft,
    timePerOutputTokenMs: tpot,
    endToEndMs: endToEndMs(ttft, tpot, outputTokens),
  };
}

/** How far the tightest goal is missed over the goal: `-goalMargin`, without making anything; −∞ without goals. */
export function goalExcess(
  pointOf: ServingPoint,
  goals: Goals,
  outputTokens: number,
  extraFirstTokenSeconds = 0,
): number {
  const ttft = firstTokenMs(pointOf, goals.percentile, extraFirstTokenSeconds);
  const tpot = outputTokenMs(pointOf, goals.percentile);
  const all = endToEndMs(ttft, tpot, outputTokens);
  return Math.max(
    excess(ttft, goals.timeToFirstTokenMs),
    excess(tpot, goals.timePerOutputTokenMs),
    excess(all, goals.endToEndMs),
  );
}

function excess(value: number, goal: number | null): number {
  return goal === null ? Number.NEGATIVE_INFINITY : -((goal - value) / goal);
}

/** (goal − value) / goal of the tightest goal; null without goals. Negative = missed. */
export function goalMargin(
  l: Latencies,
  goals: Goals,
): { readonly margin: number; readonly goal: string; readonly valueMs: number; readonly goalMs: number } | null {
  let worst: { margin: number; goal: string; valueMs: number; goalMs: number } | null = null;
  const consider = (goal: string, valueMs: number, goalMs: number | null) => {
    if (goalMs === null) return;
    const margin = (goalMs - valueMs) / goalMs;
    if (worst === null || margin < worst.margin) worst = { margin, goal, valueMs, goalMs };
  };
  consider('timeToFirstTokenMs', l.timeToFirstTokenMs, goals.timeToFirstTokenMs);
  consider('timePerOutputTokenMs', l.timePerOutputTokenMs, goals.timePerOutputTokenMs);
  consider('endToEndMs', l.endToEndMs, goals.endToEndMs);
  return worst;
}
