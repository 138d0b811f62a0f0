/** How much one replica takes while every goal holds: bisection over monotone latencies. */
import { bisect } from './bisection.js';
import type { Goals, InferenceQuestion } from './question.js';
import { waitPercentile } from './queueing.js';
import { goalExcess, goalMargin, type Latencies, latenciesAt, type Replica } from './replica.js';
import { emptyPoint, type RequestShape } from './serving.js';

/** A replica is not planned beyond this share of its rate: waits explode above (README.md, "Queueing"). */
export const MAX_UTILISATION = 0.8;
const BISECTIONS = 10;
/** Halvings of the slots: a four-thousandth of them. */
const CONCURRENCY_BISECTIONS = 12;

export interface Capacity {
  /** Requests in flight that a replica takes within memory, engine and goals; 0 = not even one meets the goals. */
  readonly maxConcurrency: number;
  /** Arrivals a second that it takes; for open arrivals with the wait at the percentile counted in. */
  readonly ratePerSecond: number;
  readonly limit: 'memory' | 'maxSequences' | 'timeToFirstTokenMs' | 'timePerOutputTokenMs' | 'endToEndMs';
  /** Latencies of one request alone. */
  readonly best: Latencies;
}

/** `goalExcess` for a bisection: what just meets its goals lies below the crossing. */
function belowWhenMet(excess: number): number {
  return excess <= 0 ? excess - Number.MIN_VALUE : excess;
}

function halvings(most: number): (low: number, high: number) => number | null {
  let done = 0;
  return (low, high) => (done++ < most ? (low + high) / 2 : null);
}

/** Searches look at a point and go on. */
const scratch = emptyPoint();

/** Largest whole concurrency at which the goals hold. */
export function capacityOf(replica: Replica, goals: Goals, request: RequestShape): Capacity {
  const slots = Math.max(1, Math.floor(replica.slots(request)));
  const excess = (c: number) => goalExcess(replica.at(c, request, scratch), goals, request.outputTokens);
  const goalAt = (c: number) => {
    const latencies = latenciesAt(replica.at(c, request), goals.percentile, request.outputTokens);
    return (goalMargin(latencies, goals)?.goal ?? 'memory') as Capacity['limit'];
  };
  const best = latenciesAt(replica.at(1, request), goals.percentile, request.outputTokens);
  const alone = excess(1);
  if (alone > 0) return { maxConcurrency: 0, ratePerSecond: 0, limit: goalAt(1), best };
  const all = excess(slots);
  if (all <= 0) {
    return {
      maxConcurrency: slots,
      ratePerSecond: replica.at(slots, request).requestsPerSecond,
      limit: replica.slotLimit(request),
      best,
    };
  }
  const { low, high } = bisect(
    1,
    belowWhenMet(alone),
    slots,
    all,
    (c) => belowWhenMet(excess(c)),
    (from, to) => (to - from > 1 ? Math.floor((from + to) / 2) : null),
    1,
  );
  return {
    maxConcurrency: low,
    ratePerSecond: replica.at(low, request).requestsPerSecond,
    limit: goalAt(high),
    best,
  };
}

/** Concurrency at which a replica completes `rate` requests a second (Little's law); null = above what it can do. */
export function concurrencyAtRate(replica: Replica, request: RequestShape, rate: number): number | null {
  const slots = replica.slots(request);
  if (replica.at(slots, request).requestsPerSecond <= rate) return null;
  const alone = replica.at(1, request).requestsPerSecond;
  if (rate <= alone) return rate / alone;
  // Little's law: c less what `rate` keeps in flight at c. Its sign is that of the rate's excess, and it is nearly straight.
  const done = (c: number) => {
    const at = replica.at(c, request, scratch).requestsPerSecond;
    return at < rate ? Math.min(c - (c * rate) / at, -Number.MIN_VALUE) : c - (c * rate) / at;
  };
  return bisect(
    1,
    done(1),
    slots,
    done(slots),
    done,
    halvings(CONCURRENCY_BISECTIONS),
    (slots - 1) / 2 ** CONCURRENCY_BISECTIONS,
  ).high;
}

interface OpenPoint {
  readonly concurrency: number;
  readonly load: number;
  /** Wait for a slot at the percentile, seconds. */
  readonly wait: number;
}

/** Where open arrivals at `rate` a second settle; null = overloaded. */
function openPoint(replica: Replica, q: InferenceQuestion, request: RequestShape, rate: number): OpenPoint | null {
  const concurrency = concurrencyAtRate(replica, request, rate);
  if (concurrency === null) return null;
  const slots = Math.max(1, Math.floor(replica.slots(request)));
  const full = replica.at(slots, request, scratch);
  const load = rate / full.requestsPerSecond;
  const wait = waitPercentile(
    slots,
    load,
    full.endToEndSeconds,
    q.goals.percentile,
    (q.arrivalVariability + 0.25) / 1.25,
  );
  return { concurrency, load, wait };
}

/** Latencies under open arrivals at `rate` a second, wait for a slot included; null = overloaded. */
export function latenciesAtRate(
  replica: Replica,
  q: InferenceQuestion,
  request: RequestShape,
  rate: number,
): { readonly latencies: Latencies; readonly concurrency: number; readonly load: number } | null {
  const open = openPoint(replica, q, request, rate);
  if (open === null) return null;
  const { concurrency, load, wait } = open;
  const pointOf = replica.at(Math.max(1, concurrency), request, scratch);
  return { latencies: latenciesAt(pointOf, q.goals.percentile, request.outputTokens, wait), concurrency, load };
}

/** Largest arrival rate of a replica within goals and `MAX_UTILISATION`. */
export function rateCapacity(replica: Replica, q: InferenceQuestion, request: RequestShape): number {
  const slots = replica.slots(request);
  const ceiling = replica.at(slots, request).requestsPerSecond * MAX_UTILISATION;
  const excess = (rate: number): number => {
    const open = openPoint(replica, q, request, rate);
    if (open === null) return Number.POSITIVE_INFINITY;
    const pointOf = replica.at(Math.max(1, open.concurrency), request, scratch);
    return belowWhenMet(goalExcess(pointOf, q.goals, request.outputTokens, open.wait));
  };
  const most = excess(ceiling);
  if (most < 0) return ceiling;
  return bisect(0, excess(0), ceiling, most, excess, halvings(BISECTIONS), ceiling / 2 ** BISECTIONS).low;
}
