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
  const p = waitProbability(slots, load);
  if (p <= 1 - percentile) return 0;
  return (variability * serviceSeconds * Math.log(p / (1 - percentile))) / (slots * (1 - load));
}
