/** Lays an inference question out on one hardware shape: every legal layout that holds the model and meets the goals. */
import type { Accelerator } from '../../catalogue/accelerator.js';
import { type Finding, finding } from '../../finding.js';
import { BITS_PER_BYTE, BYTES_PER_GB, MS_PER_SECOND, SECONDS_PER_HOUR } from '../../units.js';
import { LateRejection, LateReport } from '../../workload/late.js';
import type {
  HardwareShape,
  MemoryParts,
  PartOfCard,
  PlacementLimits,
  PlacementOption,
  PlacementOutcome,
  Rejection,
  SoftwareFit,
} from '../../workload/scenario.js';
import { shapeKeys } from '../../workload/shape-keys.js';
import { type Capacity, capacityOf, MAX_UTILISATION } from './capacity.js';
import { type Compatibility, compatibilityOf } from './compatibility.js';
import { type Corrected, corrected, correctedLike, NEAREST_FOR_MANY, referencesForQuestion } from './corrected.js';
import type { FactorSet } from './efficiency.js';
import { devicesOf, type Layout, layoutFault, layoutsFor, legalLayouts } from './layouts.js';
import type { MemoryBudget } from './memory.js';
import { replicasNeeded, Served } from './performance.js';
import type { WeightPrecision } from './precision.js';
import { attentionNeed, type InferenceQuestion } from './question.js';
import { catalogueReferences } from './references.js';
import { type DeviceContext, goalMargin, memoryOn, type Replica, replicasOn } from './replica.js';

/** A replica is spread over at most this many servers. */
const MAX_SERVERS_A_REPLICA = 8;
/** vCPUs that keep one accelerator's scheduler, tokeniser and HTTP front busy (vLLM's guide: 2 + one a device). */
const VCPU_PER_ACCELERATOR = 6;
/** Host memory a device: pinned buffers and the loading of its weights. */
const HOST_GIB_PER_DEVICE_GIB = 0.6;
/** Bytes of one token on the wire, with its JSON. */
const WIRE_BYTES_PER_TOKEN = 60;
/** Weights are loaded within this time when a replica starts, MB/s from it. */
const LOAD_SECONDS = 300;

const reject = (f: Finding): Rejection => ({ code: f.code, finding: f });

/** Device of a shape as sizing sees it; null when its memory is unknown. */
export function deviceOf(shape: HardwareShape): DeviceContext | null {
  if (shape.deviceMemoryGiB === null) return null;
  const { cudaVisibleMemoryGiB: visible, usableMemoryGiB: usable } = shape.accelerator;
  const ratio = visible != null && usable !== null ? visible / usable : 1;
  return {
    card: shape.accelerator,
    share: shape.share,
    deviceGiB: shape.deviceMemoryGiB * ratio,
    interconnect: shape.interconnect,
    rdmaGbps: shape.rdmaGbps,
  };
}

/** Device group sizes of one replica on a server: divisors and powers of two, so that whole replicas fill it. */
function groupSizes(count: number): readonly number[] {
  const sizes: number[] = [];
  for (let g = 1; g <= count; g++) if (count % g === 0 || (g & (g - 1)) === 0) sizes.push(g);
  return sizes;
}

export function memoryParts(budget: MemoryBudget): MemoryParts {
  return {
    device: budget.deviceGiB,
    usable: budget.usableGiB,
    weights: budget.weightsGiB,
    kvCache: Math.max(0, budget.cacheGiB),
    activations: budget.activationsGiB,
    runtime: budget.runtimeGiB,
    total: budget.weightsGiB + budget.activationsGiB + budget.runtimeGiB + budget.longestSequenceGiB,
  };
}

/** Free memory beyond one longest sequence over usable memory; what a full step lacks counts as missing. */
export function headroomOf(budget: MemoryBudget): number {
  const free = budget.cacheGiB - budget.longestSequenceGiB;
  return (budget.overrunGiB > 0 ? Math.min(free, -budget.overrunGiB) : free) / budget.usableGiB;
}

export function softwareFit(q: InferenceQuestion, c: Compatibility, isManyServers: boolean): SoftwareFit {
  return {
    name: q.engine.name,
    version: q.engine.version,
    precision: c.precision,
    maturityRatio: Math.round(c.maturityRatio * 100) / 100,
    helpfulFeatureKinds: ['inference-engine', 'image', 'sharing', ...(isManyServers ? ['communication-library'] : [])],
    because: c.because,
  };
}

export function layoutFinding(layout: Layout): Finding {
  const { tensor, pipeline, expert, attentionData } = layout;
  return finding('layout-chosen', { tensor, pipeline, expert, attentionData, devices: devicesOf(layout) });
}

/** What holds for every layout on a shape's card. */
export function cardCompatibility(
  q: InferenceQuestion,
  shape: { readonly accelerator: HardwareShape['accelerator'] },
): Compatibility {
  return compatibilityOf({
    card: shape.accelerator,
    engine: q.engine.name,
    version: q.engine.version,
    precision: q.precision,
    isPrecisionStated: q.isPrecisionStated,
    attention: attentionNeed(q.model),
  });
}

/** A replica with what it takes: the same for every server that holds such devices. */
class Bench {
  readonly corrected: Corrected;
  readonly memory: MemoryParts;
  readonly capacity: Capacity;
  /** Replicas that the peak needs, not rounded; null = none suffices. */
  readonly needed: number | null;
  readonly #served: Served[] = [];
  readonly #q: InferenceQuestion;

  constructor(corrected: Corrected, q: InferenceQuestion) {
    const { replica } = corrected;
    this.corrected = corrected;
    this.#q = q;
    this.memory = memoryParts(replica.budget);
    this.capacity = capacityOf(replica, q.goals, q.request);
    this.needed = replicasNeeded(replica, q, this.capacity);
  }

  /** The question's load on so many replicas. */
  serve(replicas: number): Served {
    for (const known of this.#served) if (known.replicas === replicas) return known;
    const made = new Served(this.corrected, this.#q, replicas, this.capacity, false);
    this.#served.push(made);
    return made;
  }
}

/** Everything that one kind of device does in each layout, whatever the server around it. */
interface DeviceBench {
  budget(layout: Layout): MemoryBudget;
  bench(layout: Layout): Bench | null;
  /** Of the other layouts, those that hold the model and that none beats at every load. */
  unbeaten(of: DeviceLayouts): ReadonlySet<Layout>;
}

/** What is known of a layout on one kind of device; undefined = not asked for yet, null = there is none. */
interface Known {
  readonly budget: MemoryBudget;
  corrected: Corrected | null | undefined;
  bench: Bench | null | undefined;
}

/** Layouts of one replica on so many devices: the plain ones, and the rest of what is legal. */
interface DeviceLayouts {
  readonly plain: readonly Layout[];
  readonly others: readonly Layout[];
}

/** A layout is one object throughout a question: what is known of it is found by it. */
interface Benches {
  readonly compatibility: (card: Accelerator) => Compatibility;
  readonly software: (compatibility: Compatibility) => {
    readonly oneServer: SoftwareFit;
    readonly manyServers: SoftwareFit;
  };
  /** Layouts by devices, where fast links join them and where none do. */
  readonly linkedLayouts: (devices: number) => DeviceLayouts;
  readonly plainLayouts: (devices: number) => DeviceLayouts;
  /** Tensor parallel within servers, pipeline stages across them. */
  readonly spanningLayouts: (tensor: number) => (pipeline: number) => Layout;
  readonly device: (key: string, device: DeviceContext) => DeviceBench;
}

/** Remembers what is made of equal keys. */
function remember<A, K, T>(keyOf: (of: A) => K, make: (of: A) => T): (of: A) => T {
  const known = new Map<K, T>();
  return (of) => {
    const key = keyOf(of);
    let value = known.get(key);
    if (value === undefined) {
      value = make(of);
      known.set(key, value);
    }
    return value;
  };
}

const itself = <T>(value: T): T => value;

const isSameLayout = (a: Layout, b: Layout): boolean =>
  a.tensor === b.tensor && a.pipeline === b.pipeline && a.expert === b.expert && a.attentionData === b.attentionData;

/** Shares of its slots at which two layouts are compared; their times are nearly straight in between. */
const COMPARED_AT = [0, 1, 0.1, 0.4] as const;

/** Another layout of the same device group holds as many requests and is nowhere slower. */
function isBeaten(one: Replica, rival: Replica, { request }: InferenceQuestion): boolean {
  const slots = one.slots(request);
  if (rival.slots(request) < slots) return false;
  for (const share of COMPARED_AT) {
    const c = share === 1 ? slots : 1 + (slots - 1) * share;
    const a = one.at(c, request);
    const b = rival.at(c, request);
    if (
      b.requestsPerSecond < a.requestsPerSecond ||
      b.timePerOutputTokenSeconds > a.timePerOutputTokenSeconds ||
      b.timeToFirstTokenSeconds > a.timeToFirstTokenSeconds
    )
      return false;
  }
  return true;
}

function makeBenches(q: InferenceQuestion): Benches {
  const factorsByCard = new Map<string, FactorSet>();
  const correctionByCard = new Map<string, Corrected>();
  const references = referencesForQuestion(q, q.catalogue.derive(catalogueReferences));

  function correct(plain: Replica, id: string, precision: WeightPrecision): Corrected {
    const found = correctionByCard.get(id);
    if (found) return correctedLike(found, plain);
    // Corrected at the capacity of the card's first layout: nearness to rows changes little from layout to layout.
    const at = q.load.kind === 'saturated' ? null : Math.max(1, capacityOf(plain, q.goals, q.request).maxConcurrency);
    const one = corrected(q, plain, precision, at, NEAREST_FOR_MANY, references);
    correctionByCard.set(id, one);
    return one;
  }

  function benchOf(device: DeviceContext, precision: WeightPrecision): DeviceBench {
    const { id } = device.card;
    const budgetOf = memoryOn(q, q.engine, precision, device);
    const make = replicasOn(q, device, precision, factorsByCard.get(id));
    const known = new Map<Layout, Known>();
    function knownOf(layout: Layout): Known {
      let of = known.get(layout);
      if (of === undefined) {
        of = { budget: budgetOf(layout), corrected: undefined, bench: undefined };
        known.set(layout, of);
      }
      return of;
    }
    function correctedIn(layout: Layout): Corrected | null {
      const of = knownOf(layout);
      if (of.corrected === undefined) {
        if (make === null) of.corrected = null;
        else {
          const plain = make(layout, of.budget);
          factorsByCard.set(id, plain.factors);
          of.corrected = correct(plain, id, precision);
        }
      }
      return of.corrected;
    }
    return {
      budget: (layout) => knownOf(layout).budget,
      bench(layout) {
        const of = knownOf(layout);
        if (of.bench === undefined) {
          const one = correctedIn(layout);
          of.bench = one === null ? null : new Bench(one, q);
        }
        return of.bench;
      },
      unbeaten: remember(itself, ({ plain, others }: DeviceLayouts): ReadonlySet<Layout> => {
        const replicaIn = (layout: Layout) =>
          knownOf(layout).budget.fits ? (correctedIn(layout)?.replica ?? null) : null;
        const rivals = plain.flatMap((layout) => replicaIn(layout) ?? []);
        const kept = new Set<Layout>();
        for (const layout of others) {
          const replica = replicaIn(layout);
          if (!replica || rivals.some((rival) => isBeaten(replica, rival, q))) continue;
          rivals.push(replica);
          kept.add(layout);
        }
        return kept;
      }),
    };
  }

  const devices = new Map<string, DeviceBench>();
  const compatibility = remember(itself, (accelerator: Accelerator) => cardCompatibility(q, { accelerator }));
  const layoutsOn = (isLinked: boolean) =>
    remember(itself, (devices: number): DeviceLayouts => {
      const plain = layoutsFor(q.model, devices, isLinked);
      const others = legalLayouts(q.model, devices).filter((layout) => !plain.some((one) => isSameLayout(one, layout)));
      return { plain, others };
    });
  return {
    compatibility,
    software: remember(itself, (of: Compatibility) => ({
      oneServer: softwareFit(q, of, false),
      manyServers: softwareFit(q, of, true),
    })),
    linkedLayouts: layoutsOn(true),
    plainLayouts: layoutsOn(false),
    spanningLayouts: remember(itself, (tensor: number) =>
      remember(itself, (pipeline: number): Layout => ({ tensor, pipeline, expert: 1, attentionData: 1 })),
    ),
    device(key, device) {
      let one = devices.get(key);
      if (one === undefined) {
        one = benchOf(device, compatibility(device.card).precision);
        devices.set(key, one);
      }
      return one;
    },
  };
}

/**
 * A placing function for one question. Shapes that differ only in vCPU, host memory, disks or the network to the world are
 * the same to a replica, so each combination of what matters is laid out once.
 */
export function makePlacer(q: InferenceQuestion): (shape: HardwareShape, limits: PlacementLimits) => PlacementOutcome {
  const known = new Map<string, PlacementOutcome>();
  const bench = makeBenches(q);
  return (shape, limits) => {
    const rdma = Math.max(0, shape.rdmaGbps ?? 0);
    const key = `${shapeKeys(shape).devices}|${rdma}|${limits.maxServers}|${limits.allowSharing}`;
    let outcome = known.get(key);
    if (outcome === undefined) {
      outcome = placeOnce(q, bench, shape, limits);
      known.set(key, outcome);
    }
    return outcome;
  };
}

/** All options of one shape, or all reasons why there is none. Deterministic; no option is dropped for being dearer. */
function placeOnce(
  q: InferenceQuestion,
  bench: Benches,
  shape: HardwareShape,
  limits: PlacementLimits,
): PlacementOutcome {
  const rejections: Rejection[] = [];
  const card = shape.accelerator;
  const compatibility = bench.compatibility(card);
  if (!compatibility.ok)
    for (const f of compatibility.because) if (f.code.endsWith('-unsupported')) rejections.push(reject(f));
  if (shape.share < 1 && !limits.allowSharing)
    rejections.push(reject(finding('sharing-not-allowed', { acceleratorShareRatio: shape.share })));
  const device = deviceOf(shape);
  if (!device || card.memoryBandwidthGBps === null || (card.fp16Tflops === null && card.fp32Tflops === null)) {
    if (rejections.length > 0) return { options: [], rejections };
    return {
      options: [],
      rejections: [reject(finding('accelerator-facts-unknown', { accelerator: card.name }))],
      isUnknown: true,
    };
  }

  const ofDevice = bench.device(shapeKeys(shape).device, device);
  const options: PlacementOption[] = [];
  let nearest: MemoryBudget | null = null;
  let nearestDevices = 1;
  let bestMiss: Miss | null = null;
  let fewestServers = Number.POSITIVE_INFINITY;

  const consider = (layout: Layout, serversPerUnit: number, mustWin = false): boolean => {
    const budget = ofDevice.budget(layout);
    if (!budget.fits) {
      if (!nearest || budget.cacheGiB - budget.longestSequenceGiB > nearest.cacheGiB - nearest.longestSequenceGiB) {
        nearest = budget;
        nearestDevices = devicesOf(layout);
      }
      return false;
    }
    if (rejections.length > 0) return true;
    const built = ofDevice.bench(layout);
    if (!built) return false;
    const option = optionOf(
      q,
      shape,
      built,
      bench.software(compatibility)[serversPerUnit > 1 ? 'manyServers' : 'oneServer'],
      serversPerUnit,
    );
    if ('goal' in option) {
      if (!bestMiss || option.margin > bestMiss.margin) bestMiss = option;
    } else {
      const servers = (Math.ceil(option.unitsAtPeak - 1e-9) + option.spareUnits) * option.serversPerUnit;
      fewestServers = Math.min(fewestServers, servers);
      if (servers <= limits.maxServers && !(mustWin && options.some((o) => isNoWorse(o, option)))) options.push(option);
    }
    return true;
  };

  let isHeld = false;
  const isLinked = shape.interconnect === 'nvlink' || shape.interconnect === 'nvswitch';
  const layoutsOn = isLinked ? bench.linkedLayouts : bench.plainLayouts;
  // Slices of a card cannot work together (a CUDA process sees one MIG instance).
  const sizes = shape.share < 1 ? [1] : groupSizes(shape.count);
  for (const size of sizes) {
    for (const layout of layoutsOn(size).plain) if (consider(layout, 1)) isHeld = true;
  }
  // The other legal layouts: memory first, then who is beaten at every load, then who neither saves servers nor time.
  for (const size of sizes) {
    const layouts = layoutsOn(size);
    const { others } = layouts;
    if (others.length === 0) continue;
    if (rejections.length > 0) for (const layout of others) isHeld = consider(layout, 1) || isHeld;
    else {
      const kept = ofDevice.unbeaten(layouts);
      for (const layout of others) {
        if (ofDevice.budget(layout).fits && !kept.has(layout)) isHeld = true;
        else if (consider(layout, 1, true)) isHeld = true;
      }
    }
  }
  if (!isHeld && shape.share === 1 && (shape.rdmaGbps ?? 0) > 0) {
    const most = Math.min(limits.maxServers, MAX_SERVERS_A_REPLICA);
    let tensor = shape.count;
    while (tensor > 1 && layoutFault(q.model, { tensor, pipeline: 1, expert: 1, attentionData: 1 }) !== null) tensor--;
    for (let servers = 2; servers <= most && !isHeld; servers++) {
      const pipeline = (shape.count * servers) / tensor;
      if (!Number.isInteger(pipeline)) continue;
      const layout = bench.spanningLayouts(tensor)(pipeline);
      if (layoutFault(q.model, layout) === null && consider(layout, servers)) isHeld = true;
    }
  }

  if (options.length > 0) return { options, rejections: [] };
  const short = nearest as MemoryBudget | null;
  if (!isHeld && short)
    rejections.push(new LateRejection(shortageCode(short), () => shortage(card.name, short, nearestDevices)));
  const missed = bestMiss as Miss | null;
  if (missed) {
    const { goal, valueMs, goalMs } = missed;
    rejections.push(
      new LateRejection('goal-missed', () => finding('goal-missed', { goal, valueMs, goalMs, accelerator: card.name })),
    );
  }
  if (Number.isFinite(fewestServers)) {
    const { maxServers } = limits;
    rejections.push(
      new LateRejection('too-many-servers', () =>
        finding('too-many-servers', { servers: fewestServers, maxServers, accelerator: card.name }),
      ),
    );
  }
  return { options: [], rejections };
}

/** `a` needs no more of the server and is no slower than `b`. */
function isNoWorse(a: PlacementOption, b: PlacementOption): boolean {
  return (
    a.unitsAtPeak * a.serversPerUnit <= b.unitsAtPeak * b.serversPerUnit && (a.timeMetric ?? 0) <= (b.timeMetric ?? 0)
  );
}

function shortageCode(budget: MemoryBudget): 'memory-short' | 'step-overrun' {
  return budget.cacheGiB >= budget.longestSequenceGiB ? 'step-overrun' : 'memory-short';
}

/** Why a budget does not fit. */
export function shortage(accelerator: string, budget: MemoryBudget, devices: number): Finding {
  if (shortageCode(budget) === 'step-overrun') {
    return finding('step-overrun', { accelerator, overrunGiB: round(budget.overrunGiB) });
  }
  return finding('memory-short', {
    accelerator,
    neededGiB: round(budget.usableGiB - budget.cacheGiB + budget.longestSequenceGiB),
    usableGiB: round(budget.usableGiB),
    devices,
  });
}

/**
 * What one replica takes of its card: memory without the cache that no request fills, compute for its rate at the planned load
 * and for its tightest goal, times being inverse to the share.
 */
function partOfOneCard(
  budget: MemoryBudget,
  { utilisation, concurrency }: { readonly utilisation: number; readonly concurrency: number },
  margin: number | null,
): PartOfCard {
  const filled = Math.min(1, Math.max(1, concurrency) / Math.max(1, budget.maxConcurrency));
  return {
    memoryGiB: budget.usableGiB - budget.cacheGiB * (1 - filled),
    computeRatio: Math.min(1, Math.max(utilisation / MAX_UTILISATION, margin === null ? 0 : 1 - margin)),
  };
}

type Miss = { readonly goal: string; readonly valueMs: number; readonly goalMs: number; readonly margin: number };

function optionOf(
  q: InferenceQuestion,
  shape: HardwareShape,
  bench: Bench,
  software: SoftwareFit,
  serversPerUnit: number,
): PlacementOption | Miss {
  const { memory, capacity, needed } = bench;
  const { replica } = bench.corrected;
  if (needed === null) {
    const miss = goalMargin(capacity.best, q.goals);
    return miss ?? { goal: 'requestsPerSecond', valueMs: 0, goalMs: 0, margin: -1 };
  }
  const replicasPerUnit = serversPerUnit > 1 ? 1 : Math.max(1, Math.floor(shape.count / replica.devices));
  const unitsAtPeak = needed / replicasPerUnit;
  const replicas = Math.max(1, Math.ceil(unitsAtPeak - 1e-9)) * replicasPerUnit;
  const spareUnits = Math.ceil(q.spareReplicas / replicasPerUnit);
  // A unit's replicas all serve: what is rented shares the load.
  const served = bench.serve(q.load.kind === 'saturated' ? replicasPerUnit : replicas);
  const margin = served.latencies ? goalMargin(served.latencies, q.goals) : null;
  const { budget } = replica;
  const headroom = headroomOf(budget);
  const inFlight = Math.max(1, served.concurrency);
  const step = replica.times.decode(inFlight, q.request.inputTokens + q.request.outputTokens / 2);
  const traffic = replica.times.stepTraffic(inFlight);

  const explain = (): readonly Finding[] => {
    const findings: Finding[] = [layoutFinding(replica.layout), ...served.findings];
    if (headroom < 0.05) {
      findings.push(
        finding('memory-tight', {
          freeGiB: round(budget.cacheGiB - budget.longestSequenceGiB),
          usableGiB: round(budget.usableGiB),
        }),
      );
    }
    if (serversPerUnit > 1)
      findings.push(finding('replica-spans-servers', { servers: serversPerUnit, rdmaGbps: shape.rdmaGbps }));
    if (replica.rates.link === 'pcie' && replica.layout.tensor > 1) {
      findings.push(
        finding('tensor-parallel-over-pcie', {
          tensor: replica.layout.tensor,
          accelerator: shape.accelerator.name,
          communicationPercent: round(
            100 * Math.min(1, traffic / (replica.rates.linkBytesPerSecond * replica.factors.linkReach) / step),
          ),
        }),
      );
    }
    if (replicas + spareUnits * replicasPerUnit === 1 && q.load.kind !== 'saturated')
      findings.push(finding('no-spare-replica'));
    return findings;
  };
  const tokensPerSecond = served.outputTokensPerSecond * (1 + q.request.inputTokens / q.request.outputTokens);
  return {
    parallelism: {
      tensor: replica.layout.tensor,
      pipeline: replica.layout.pipeline,
      data: replica.layout.attentionData > 1 ? replica.layout.attentionData : replicas,
      expert: replica.layout.expert,
    },
    serversPerUnit,
    unitsAtPeak,
    spareUnits,
    replicasPerUnit,
    isElastic: q.load.kind !== 'saturated',
    runHours: null,
    workPerHour: (served.outputTokensPerSecond * SECONDS_PER_HOUR) / 1e6,
    workPerRun: null,
    workUnit: 'million-output-tokens',
    idleDevicesPerServer: serversPerUnit > 1 ? 0 : shape.count - replicasPerUnit * replica.devices,
    memoryHeadroomRatio: headroom,
    goalMarginRatio: margin ? margin.margin : null,
    utilisationRatio: served.utilisation,
    timeMetric: served.latencies ? served.latencies.endToEndMs : MS_PER_SECOND / served.requestsPerSecond,
    report: new LateReport(() => served.performance, explain),
    memory,
    memoryExtras: { kvCacheTokens: budget.kvCacheTokens, maxConcurrency: budget.maxConcurrency },
    partOfOneCard:
      replicas === 1 && spareUnits === 0 && replica.devices === 1 && shape.share === 1 && q.load.kind !== 'saturated'
        ? () => partOfOneCard(budget, served, margin?.margin ?? null)
        : undefined,
    needs: {
      vcpuPerAccelerator: VCPU_PER_ACCELERATOR,
      hostMemoryGiBPerAccelerator: Math.ceil(budget.deviceGiB * HOST_GIB_PER_DEVICE_GIB),
      interServerGbps: serversPerUnit > 1 ? (traffic / step / BYTES_PER_GB) * BITS_PER_BYTE : 0,
      intraServerGBps: replica.devices > 1 ? traffic / step / BYTES_PER_GB : 0,
      isRdmaRequired: serversPerUnit > 1,
      storageMBps: Math.ceil((budget.weightsGiB * replica.devices * 1024) / LOAD_SECONDS / serversPerUnit),
      egressGbps: (tokensPerSecond * WIRE_BYTES_PER_TOKEN * BITS_PER_BYTE) / BYTES_PER_GB,
    },
    software,
  };
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}
