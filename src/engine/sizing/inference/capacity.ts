/** How much one replica takes while every goal holds: bisection over monotone latencies. */

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
  let low = 1;
  let high = slots;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const m = miss(middle);
    if (m && m.margin < 0) high = middle;
    else low = middle;
  }
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
  let low = 1;
  let high = slots;
  for (let i = 0; i < CONCURRENCY_BISECTIONS; i++) {
    const middle = (low + high) / 2;
    const done = replica.at(middle, request).requestsPerSecond;
    if (done < rate) low = middle;
    else high = middle;
  }
  return high;
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
  const holds = (rate: number): boolean => {
    const at = latenciesAtRate(replica, q, request, rate);
    if (!at) return false;
    const m = goalMargin(at.latencies, q.goals);
    return !m || m.margin >= 0;
  };
  if (holds(ceiling)) return ceiling;
  let low = 0;
  let high = ceiling;
  for (let i = 0; i < BISECTIONS; i++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}
