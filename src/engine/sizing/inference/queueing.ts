/** Waiting of open arrivals: a replica is a station of `slots` servers (README.md, "Queueing"). */

/** Erlang C: probability that an arrival waits, for `slots` servers at utilisation `load` (0…1). */
export function waitProbability(slots: number, load: number): number {
  if (load <= 0) return 0;
  if (load >= 1) return 1;
  const offered = slots * load;
  let inverse = 1;
  for (let k = 1; k <= slots; k++) inverse = 1 + (inverse * k) / offered;
  const erlangB = 1 / inverse;
  return erlangB / (1 - load * (1 - erlangB));
}

/** Slack of the sum's rounding: nearer than this the exact probability decides. */
const ROUNDING = 1e-9;

/**
 * Surely fewer than `share` of arrivals wait. 1 / Erlang B = 1 + c/a + c (c − 1)/a² + …, all terms positive, so a part of the
 * sum is a lower bound; where waiting is rare a few terms tell.
 */
function waitsLessOftenThan(slots: number, load: number, share: number): boolean {
  if (load <= 0) return true;
  const enough = ((1 - share * load) / (share * (1 - load))) * (1 + ROUNDING);
  const offered = slots * load;
  let sum = 1;
  let term = 1;
  for (let k = slots; k >= 1; k--) {
    term *= k / offered;
    sum += term;
    if (sum >= enough) return true;
    if (term < ROUNDING) return false;
  }
  return false;
}

/**
 * Wait that a share `percentile` (0…1) of arrivals does not exceed, seconds: exponential tail of M/G/c by Allen-Cunneen.
 * `variability` is (Ca² + Cs²) / 2; 1 for Poisson arrivals and exponential service.
 */
export function waitPercentile(
  slots: number,
  load: number,
  serviceSeconds: number,
  percentile: number,
  variability: number,
): number {
  if (load >= 1) return Number.POSITIVE_INFINITY;
  if (waitsLessOftenThan(slots, load, 1 - percentile)) return 0;
  const p = waitProbability(slots, load);
  if (p <= 1 - percentile) return 0;
  return (variability * serviceSeconds * Math.log(p / (1 - percentile))) / (slots * (1 - load));
}
