/** How much one replica takes while every goal holds: bisection over monotone latencies. */
import { bisect } from './bisection.js';
import type { Goals, InferenceQuestion } from './question.js';
import { waitPercentile } from './queueing.js';
import { goalMargin, type Latencies, latenciesAt, type Replica } from './replica.js';
import type { RequestShape } from './serving.js';

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

/** How far the tightest goal is missed over the goal; negative while every goal holds, just met included. */
function excessOf(margin: ReturnType<typeof goalMargin>): number {
  if (margin === null) return Number.NEGATIVE_INFINITY;
  return margin.margin >= 0 ? -margin.margin - Number.MIN_VALUE : -margin.margin;
}

function halvings(most: number): (low: number, high: number) => number | null {
  let done = 0;
  return (low, high) => (done++ < most ? (low + high) / 2 : null);
}

/** Largest whole concurrency at which the goals hold. */
export function capacityOf(replica: Replica, goals: Goals, request: RequestShape): Capacity {
  const slots = Math.max(1, Math.floor(replica.slots(request)));
  const latencies = (c: number) => latenciesAt(replica.at(c, request), goals.percentile, request.outputTokens);
  const best = latencies(1);
  const miss = (c: number) => goalMargin(latencies(c), goals);
  const alone = goalMargin(best, goals);
  if (alone && alone.margin < 0)
    return { maxConcurrency: 0, ratePerSecond: 0, limit: alone.goal as Capacity['limit'], best };
  const all = miss(slots);
  if (!all || all.margin >= 0) {
    return {
      maxConcurrency: slots,
      ratePerSecond: replica.at(slots, request).requestsPerSecond,
      limit: replica.slotLimit(request),
      best,
    };
  }
  const { low, high } = bisect(
    1,
    excessOf(alone),
    slots,
    excessOf(all),
    (c) => excessOf(miss(c)),
    (from, to) => (to - from > 1 ? Math.floor((from + to) / 2) : null),
    1,
  );
  return {
    maxConcurrency: low,
    ratePerSecond: replica.at(low, request).requestsPerSecond,
    limit: (miss(high)?.goal ?? 'memory') as Capacity['limit'],
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
    const at = replica.at(c, request).requestsPerSecond;
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

/** Latencies under open arrivals at `rate` a second, wait for a slot included; null = overloaded. */
export function latenciesAtRate(
  replica: Replica,
  q: InferenceQuestion,
  request: RequestShape,
  rate: number,
): { readonly latencies: Latencies; readonly concurrency: number; readonly load: number } | null {
  const concurrency = concurrencyAtRate(replica, request, rate);
  if (concurrency === null) return null;
  const slots = Math.max(1, Math.floor(replica.slots(request)));
  const full = replica.at(slots, request);
  const load = rate / full.requestsPerSecond;
  const wait = waitPercentile(
    slots,
    load,
    full.endToEndSeconds,
    q.goals.percentile,
    (q.arrivalVariability + 0.25) / 1.25,
  );
  const pointOf = replica.at(Math.max(1, concurrency), request);
  return { latencies: latenciesAt(pointOf, q.goals.percentile, request.outputTokens, wait), concurrency, load };
}

/** Largest arrival rate of a replica within goals and `MAX_UTILISATION`. */
export function rateCapacity(replica: Replica, q: InferenceQuestion, request: RequestShape): number {
  const slots = replica.slots(request);
  const ceiling = replica.at(slots, request).requestsPerSecond * MAX_UTILISATION;
  const excess = (rate: number): number => {
    const at = latenciesAtRate(replica, q, request, rate);
    return at ? excessOf(goalMargin(at.latencies, q.goals)) : Number.POSITIVE_INFINITY;
  };
  const most = excess(ceiling);
  if (most < 0) return ceiling;
  return bisect(0, excess(0), ceiling, most, excess, halvings(BISECTIONS), ceiling / 2 ** BISECTIONS).low;
}
