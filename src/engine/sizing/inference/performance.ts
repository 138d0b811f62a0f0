/** What one or several replicas of a question do, as estimates: the one code path of `/recommend`, `/evaluate` and validation. */
import type { Finding } from '../../finding.js';
import { finding } from '../../finding.js';
import { type Estimate, type Evidence, MS_PER_SECOND } from '../../units.js';
import type { OptionReport } from '../../workload/scenario.js';
import { type Capacity, latenciesAtRate, MAX_UTILISATION, rateCapacity } from './capacity.js';
import type { Corrected } from './corrected.js';
import { estimate } from './estimates.js';
import { evidenceOf, sigmaOf } from './evidence.js';
import type { InferenceQuestion } from './question.js';
import type { Correction, Reference } from './reference-correction.js';
import { type Latencies, latenciesAt, type Replica } from './replica.js';
import type { RequestShape } from './serving.js';

export interface LoadCase {
  readonly latencies: Latencies | null;
  readonly concurrency: number;
  readonly perSecond: number;
  readonly waiting: number;
  readonly slots: number;
  readonly cacheWaitMs: number;
  readonly fullRate: number;
  readonly isOverloaded: boolean;
}

/** One load case on one of `replicas` replicas. */
export function loadCase(
  replica: Replica,
  q: InferenceQuestion,
  request: RequestShape,
  amount: number,
  replicas: number,
): LoadCase {
  const slots = replica.slots(request);
  const full = replica.at(slots, request);
  let latencies: Latencies | null = null;
  let concurrency = slots;
  let perSecond = full.requestsPerSecond;
  let waiting = 0;
  let cacheWaitMs = 0;
  let isOverloaded = false;
  if (q.load.kind === 'concurrency') {
    concurrency = Math.max(1, Math.ceil(amount / replicas));
    const point = replica.at(concurrency, request);
    latencies = latenciesAt(point, q.goals.percentile, request.outputTokens);
    perSecond = point.requestsPerSecond;
    waiting = point.waiting;
    cacheWaitMs = point.cacheWaitSeconds * MS_PER_SECOND;
  } else if (q.load.kind === 'rate') {
    const rate = amount / replicas;
    const at = latenciesAtRate(replica, q, request, rate);
    if (at === null) isOverloaded = true;
    else {
      latencies = at.latencies;
      concurrency = at.concurrency;
      perSecond = rate;
    }
  }
  return {
    latencies,
    concurrency,
    perSecond,
    waiting,
    slots,
    cacheWaitMs,
    fullRate: full.requestsPerSecond,
    isOverloaded,
  };
}

/** An arrival rate that was given is served as given, unless it is too much. */
const GIVEN_RATE_SIGMA = 0.02;

function nearestFinding(metric: string, c: Correction, nearest: Reference): Finding {
  return finding('nearest-measured', {
    rowId: nearest.rowId,
    model: nearest.features.family,
    accelerator: nearest.features.card,
    engine:
      nearest.features.version === null
        ? nearest.features.engine
        : `${nearest.features.engine} ${nearest.features.version}`,
    count: c.count,
    metric,
    correctionRatio: Number(Math.exp(c.shift).toPrecision(3)),
  });
}

/** The question's load on `replicas` equal replicas. Figures and findings are made when they are read. */
export class Served implements OptionReport {
  readonly replicas: number;
  readonly latencies: Latencies | null;
  /** Requests in flight on one replica. */
  readonly concurrency: number;
  readonly requestsPerSecond: number;
  readonly outputTokensPerSecond: number;
  /** Rate over the replica's full rate. */
  readonly utilisation: number;
  readonly #of: Corrected;
  readonly #q: InferenceQuestion;
  readonly #capacity: Capacity;
  readonly #namesRows: boolean;
  readonly #main: LoadCase;
  #performance: OptionReport['performance'] | null = null;
  #findings: readonly Finding[] | null = null;

  /** `namesRows`: name the nearest measured rows (one configuration); hundreds of shapes only state their evidence. */
  constructor(of: Corrected, q: InferenceQuestion, replicas: number, capacity: Capacity, namesRows: boolean) {
    const main = loadCase(of.replica, q, q.request, amountOf(q, 'expected'), replicas);
    this.replicas = replicas;
    this.latencies = main.latencies;
    this.concurrency = main.concurrency;
    this.requestsPerSecond = main.perSecond * replicas;
    this.outputTokensPerSecond = main.perSecond * replicas * q.request.outputTokens;
    this.utilisation = Math.min(1, main.perSecond / main.fullRate);
    this.#of = of;
    this.#q = q;
    this.#capacity = capacity;
    this.#namesRows = namesRows;
    this.#main = main;
  }

  get performance(): OptionReport['performance'] {
    this.#performance ??= this.#predict();
    return this.#performance;
  }

  get findings(): readonly Finding[] {
    this.#findings ??= this.#explain();
    return this.#findings;
  }

  #predict(): OptionReport['performance'] {
    const q = this.#q;
    const { replica, features, nearness, first, later } = this.#of;
    const { replicas, latencies } = this;
    const main = this.#main;
    const corners = q.hasRanges
      ? [
          loadCase(replica, q, q.lightRequest, amountOf(q, 'low'), replicas),
          loadCase(replica, q, q.heavyRequest, amountOf(q, 'high'), replicas),
        ]
      : [];
    const evidence = evidenceOf(features, later);
    const rateSigma = sigmaOf('rate', nearness.later, evidence);
    const firstEvidence = first.count > 0 ? evidenceOf(features, first) : 'analytic';
    const performance: Record<string, Estimate> = {};
    const addLatency = (name: string, pick: (l: Latencies) => number, sigma: number, from: Evidence): void => {
      if (latencies === null) return;
      performance[name] = estimate(
        pick(latencies),
        sigma,
        from,
        corners.flatMap((c) => (c.latencies ? [pick(c.latencies)] : [])),
      );
    };
    addLatency(
      'timeToFirstTokenMs',
      (l) => l.timeToFirstTokenMs,
      sigmaOf('first', nearness.first, firstEvidence),
      firstEvidence,
    );
    if (q.request.outputTokens > 1)
      addLatency(
        'timePerOutputTokenMs',
        (l) => l.timePerOutputTokenMs,
        sigmaOf('later', nearness.later, evidence),
        evidence,
      );
    addLatency('endToEndLatencyMs', (l) => l.endToEndMs, rateSigma, evidence);
    const servedSigma = q.load.kind === 'rate' && !main.isOverloaded ? GIVEN_RATE_SIGMA : rateSigma;
    const throughput = (tokens: (r: RequestShape) => number) =>
      estimate(
        this.requestsPerSecond * tokens(q.request),
        servedSigma,
        evidence,
        corners.map((c, i) => c.perSecond * replicas * tokens(i === 0 ? q.lightRequest : q.heavyRequest)),
      );
    performance.outputTokensPerSecond = throughput((r) => r.outputTokens);
    performance.totalTokensPerSecond = throughput((r) => r.inputTokens + r.outputTokens);
    performance.requestsPerSecond = throughput(() => 1);
    performance.maxConcurrency = estimate(this.#capacity.maxConcurrency * replicas, rateSigma, evidence);
    return performance;
  }

  #explain(): readonly Finding[] {
    const q = this.#q;
    const { first, later } = this.#of;
    const capacity = this.#capacity;
    const main = this.#main;
    const findings: Finding[] = [];
    if (q.request.outputTokens <= 1) findings.push(finding('no-decode'));
    if (capacity.maxConcurrency > 0) {
      findings.push(finding('binding-limit', { maxConcurrency: capacity.maxConcurrency, limit: capacity.limit }));
    }
    for (const [metric, c] of [
      ['timePerOutputTokenMs', later],
      ['timeToFirstTokenMs', first],
    ] as const) {
      if (this.#namesRows && c.nearest) findings.push(nearestFinding(metric, c, c.nearest));
    }
    if (q.load.kind === 'saturated') findings.push(finding('saturated-no-latency'));
    if (main.waiting > 0) {
      findings.push(
        finding('kv-cliff', {
          requestsInFlight: main.concurrency,
          slots: Math.floor(main.slots),
          waiting: Math.ceil(main.waiting),
          cacheWaitMs: Math.round(main.cacheWaitMs),
        }),
      );
    }
    if (q.load.kind === 'rate' && !main.isOverloaded) {
      findings.push(
        finding('replica-rate', {
          usedPercent: Math.round(this.utilisation * 100),
          fullPerSecond: main.fullRate,
          mostPercent: MAX_UTILISATION * 100,
        }),
      );
    }
    if (main.isOverloaded) {
      findings.push(
        finding('overload', {
          requestsPerSecond: amountOf(q, 'expected'),
          capacityPerSecond: main.fullRate * this.replicas,
        }),
      );
    }
    return findings;
  }
}

function amountOf({ load }: InferenceQuestion, k: 'low' | 'expected' | 'high'): number {
  return load.kind === 'concurrency' ? load.inFlight[k] : load.kind === 'rate' ? load.perSecond[k] : 0;
}

/** Replicas that the peak needs, not rounded; null = no number of replicas meets the goals. */
export function replicasNeeded(replica: Replica, q: InferenceQuestion, capacity: Capacity): number | null {
  if (q.load.kind === 'saturated') return 1;
  if (capacity.maxConcurrency < 1) return null;
  if (q.load.kind === 'concurrency') return q.load.inFlight.expected / capacity.maxConcurrency;
  const rate = rateCapacity(replica, q, q.request);
  return rate <= 0 ? null : q.load.perSecond.expected / rate;
}
