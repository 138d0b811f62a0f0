/** What one or several replicas of a question do, as estimates: the one code path of `/recommend`, `/evaluate` and validation. */
import type { Finding } from '../../finding.js';
import { finding } from '../../finding.js';
import { type Estimate, type Evidence, MS_PER_SECOND } from '../../units.js';
import { LateReport } from '../../workload/late.js';
import type { OptionReport } from '../../workload/scenario.js';
import { type Capacity, capacityOf, latenciesAtRate, rateCapacity } from './capacity.js';
import type { Corrected } from './corrected.js';
import { estimate } from './estimates.js';
import { evidenceOf, sigmaOf } from './evidence.js';
import type { InferenceQuestion } from './question.js';
import type { Correction, Reference } from './reference-correction.js';
import { type Latencies, latenciesAt, type Replica } from './replica.js';
import type { RequestShape } from './serving.js';

export interface Served {
  readonly latencies: Latencies | null;
  /** Requests in flight on one replica. */
  readonly concurrency: number;
  readonly requestsPerSecond: number;
  readonly outputTokensPerSecond: number;
  /** Rate over the replica's full rate. */
  readonly utilisation: number;
  readonly report: OptionReport;
}

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
  const common = { slots, fullRate: full.requestsPerSecond, isOverloaded: false };
  if (q.load.kind === 'saturated') {
    return {
      ...common,
      latencies: null,
      concurrency: slots,
      perSecond: full.requestsPerSecond,
      waiting: 0,
      cacheWaitMs: 0,
    };
  }
  if (q.load.kind === 'concurrency') {
    const inFlight = Math.max(1, Math.ceil(amount / replicas));
    const p = replica.at(inFlight, request);
    return {
      ...common,
      latencies: latenciesAt(p, q.goals.percentile, request.outputTokens),
      concurrency: inFlight,
      perSecond: p.requestsPerSecond,
      waiting: p.waiting,
      cacheWaitMs: p.cacheWaitSeconds * MS_PER_SECOND,
    };
  }
  const rate = amount / replicas;
  const at = latenciesAtRate(replica, q, request, rate);
  if (!at) {
    return {
      ...common,
      latencies: null,
      concurrency: slots,
      perSecond: full.requestsPerSecond,
      waiting: 0,
      cacheWaitMs: 0,
      isOverloaded: true,
    };
  }
  return {
    ...common,
    latencies: at.latencies,
    concurrency: at.concurrency,
    perSecond: rate,
    waiting: 0,
    cacheWaitMs: 0,
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

/** Serves the question's load with `replicas` equal replicas. */
export function serve(
  of: Corrected,
  q: InferenceQuestion,
  replicas: number,
  capacity: Capacity = capacityOf(of.replica, q.goals, q.request),
  /** true: name the nearest measured rows (one configuration); hundreds of shapes only state their evidence. */
  namesRows = true,
): Served {
  const { replica, features } = of;
  const amount = (k: 'low' | 'expected' | 'high') =>
    q.load.kind === 'concurrency' ? q.load.inFlight[k] : q.load.kind === 'rate' ? q.load.perSecond[k] : 0;
  const main = loadCase(replica, q, q.request, amount('expected'), replicas);
  const perSecond = main.perSecond * replicas;
  function predict(): Readonly<Record<string, Estimate>> {
    const corners = q.hasRanges
      ? [
          loadCase(replica, q, q.lightRequest, amount('low'), replicas),
          loadCase(replica, q, q.heavyRequest, amount('high'), replicas),
        ]
      : [];
    const { nearness } = of;
    const evidence = evidenceOf(features, of.later);
    const rateSigma = sigmaOf('rate', nearness.later, evidence);
    const firstEvidence = of.first.count > 0 ? evidenceOf(features, of.first) : 'analytic';
    const performance: Record<string, Estimate> = {};
    const addLatency = (name: string, pick: (l: Latencies) => number, sigma: number, from: Evidence): void => {
      if (!main.latencies) return;
      performance[name] = estimate(
        pick(main.latencies),
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
        perSecond * tokens(q.request),
        servedSigma,
        evidence,
        corners.map((c, i) => c.perSecond * replicas * tokens(i === 0 ? q.lightRequest : q.heavyRequest)),
      );
    performance.outputTokensPerSecond = throughput((r) => r.outputTokens);
    performance.totalTokensPerSecond = throughput((r) => r.inputTokens + r.outputTokens);
    performance.requestsPerSecond = throughput(() => 1);
    performance.maxConcurrency = estimate(capacity.maxConcurrency * replicas, rateSigma, evidence);
    return performance;
  }

  function explain(): readonly Finding[] {
    const findings: Finding[] = [];
    if (q.request.outputTokens <= 1) findings.push(finding('no-decode'));
    if (capacity.maxConcurrency > 0) {
      findings.push(finding('binding-limit', { maxConcurrency: capacity.maxConcurrency, limit: capacity.limit }));
    }
    for (const [metric, c] of [
      ['timePerOutputTokenMs', of.later],
      ['timeToFirstTokenMs', of.first],
    ] as const) {
      if (namesRows && c.nearest) findings.push(nearestFinding(metric, c, c.nearest));
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
    if (main.isOverloaded) {
      findings.push(
        finding('overload', { requestsPerSecond: amount('expected'), capacityPerSecond: main.fullRate * replicas }),
      );
    }
    return findings;
  }

  return {
    latencies: main.latencies,
    concurrency: main.concurrency,
    requestsPerSecond: perSecond,
    outputTokensPerSecond: perSecond * q.request.outputTokens,
    utilisation: Math.min(1, main.perSecond / main.fullRate),
    report: new LateReport(predict, explain),
  };
}

/** Replicas that the peak needs, not rounded; null = no number of replicas meets the goals. */
export function replicasNeeded(replica: Replica, q: InferenceQuestion, capacity: Capacity): number | null {
  if (q.load.kind === 'saturated') return 1;
  if (capacity.maxConcurrency < 1) return null;
  if (q.load.kind === 'concurrency') return q.load.inFlight.expected / capacity.maxConcurrency;
  const rate = rateCapacity(replica, q, q.request);
  return rate <= 0 ? null : q.load.perSecond.expected / rate;
}
