/**
 * Steady state of one replica under continuous batching: latencies and rates at a number of requests in flight.
 *
 * README.md, "Serving". Each decode step carries its share of other requests' prefill; past the cache limit requests wait
 * in a queue and only the first-token time grows.
 */
import type { FactorSet } from './efficiency.js';
import type { StepTimes } from './step-time.js';

const MILLI = 1e-3;
export interface RequestShape {
  /** Prompt tokens, shared prefix included. */
  readonly inputTokens: number;
  /** Prompt tokens that a prefix cache serves. */
  readonly sharedTokens: number;
  readonly outputTokens: number;
}

export interface ServingPoint {
  readonly timeToFirstTokenSeconds: number;
  readonly timePerOutputTokenSeconds: number;
  readonly endToEndSeconds: number;
  readonly requestsPerSecond: number;
  readonly outputTokensPerSecond: number;
  /** Sequences that run at once. */
  readonly running: number;
  /** Requests that wait for cache space. */
  readonly waiting: number;
  /** Seconds of the first-token time that are spent waiting for cache space. */
  readonly cacheWaitSeconds: number;
}

/** A point that a search writes over again and again; what is kept is a point of its own. */
export type Scratch = { -readonly [K in keyof ServingPoint]: ServingPoint[K] };

export function emptyPoint(): Scratch {
  return {
    timeToFirstTokenSeconds: Number.NaN,
    timePerOutputTokenSeconds: Number.NaN,
    endToEndSeconds: Number.NaN,
    requestsPerSecond: Number.NaN,
    outputTokensPerSecond: Number.NaN,
    running: Number.NaN,
    waiting: Number.NaN,
    cacheWaitSeconds: Number.NaN,
  };
}

/** Factors on first-token time and on time per later token that measured rows suggest. */
export interface Shifts {
  readonly first: number;
  readonly later: number;
}
export const NO_SHIFTS: Shifts = { first: 1, later: 1 };

/**
 * One replica with `concurrency` requests in flight and room for `slots` running ones (README.md, "Serving").
 * `TPOT = t_step(B) + share × (B − 1) × t_prefill / output`;
 * `TTFT = own prefill + first wave + steps × TPOT + fixed + cache wait`: a request waits in steps as they are, with the
 * prefill of others in them. `admissionSteps`: those that pass until the engine looks for new requests. `into`: where the
 * point is written, for searches that look at thousands.
 */
export function servingPoint(
  times: StepTimes,
  factors: FactorSet,
  request: RequestShape,
  concurrency: number,
  slots: number,
  shifts: Shifts = NO_SHIFTS,
  admissionSteps = 0,
  into: Scratch = emptyPoint(),
): ServingPoint {
  const running = Math.max(1, Math.min(concurrency, slots));
  const fresh = Math.max(1, request.inputTokens - request.sharedTokens);
  const output = Math.max(1, request.outputTokens);
  const context = request.inputTokens + output / 2;
  const marginal = times.prefillMarginal(fresh, request.sharedTokens);
  const others = Math.max(0, running - 1);
  const step = times.decode(running, context) + (factors.prefillShare * others * marginal) / output;
  const own = times.prefill(fresh, request.sharedTokens);
  const wave = factors.firstWave * 0.5 * others * marginal;
  const steps = (factors.firstTokenSteps + admissionSteps) * step;
  const base = (own + wave + steps + factors.firstTokenMs * MILLI) * shifts.first;
  const timePerOutput = step * shifts.later;
  const decodeSeconds = timePerOutput * (output - 1);
  const cycle = base + decodeSeconds;
  const rate = running / cycle;
  const waiting = Math.max(0, concurrency - running);
  const cacheWait = waiting / rate;
  const timeToFirst = base + cacheWait;
  into.timeToFirstTokenSeconds = timeToFirst;
  into.timePerOutputTokenSeconds = timePerOutput;
  into.endToEndSeconds = timeToFirst + decodeSeconds;
  into.requestsPerSecond = rate;
  into.outputTokensPerSecond = rate * output;
  into.running = running;
  into.waiting = waiting;
  into.cacheWaitSeconds = cacheWait;
  return into;
}
