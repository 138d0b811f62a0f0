/** The robust centre of a few weighted figures, and the spread that is left around it. */

export interface Observation {
  readonly value: number;
  readonly weight: number;
}

export interface Location {
  readonly centre: number;
  /** Standard deviation around the centre, the prior counted in. */
  readonly spread: number;
  /** Weight that was left after damping. */
  readonly weight: number;
}

/** Scale of honest differences between tests of one configuration, in ln units: one in three differs by more than 28 %. */
const SCALE = 0.25;
/** Degrees of freedom of Student's t: a figure five scales off has a seventh of its weight. */
const DEGREES = 4;
const ROUNDS = 60;
/** Tests that the prior spread counts as. */
const PRIOR_SPREAD_WEIGHT = 2;

/**
 * Centre of the observations with a prior at `prior` that counts as `priorWeight` observations: iterated weighted means,
 * begun at the weighted median, each observation damped by its distance. The prior is not damped.
 */
export function robustLocation(
  observations: readonly Observation[],
  prior: number,
  priorWeight: number,
  priorSpread: number,
): Location {
  let centre = weightedMedian([...observations, { value: prior, weight: priorWeight }]);
  let damped = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let sum = prior * priorWeight;
    damped = 0;
    for (const { value, weight } of observations) {
      const w = weight * damping(value - centre);
      sum += w * value;
      damped += w;
    }
    const next = damped + priorWeight > 0 ? sum / (damped + priorWeight) : centre;
    if (Math.abs(next - centre) < 1e-12) break;
    centre = next;
  }
  let squares = PRIOR_SPREAD_WEIGHT * priorSpread ** 2;
  for (const { value, weight } of observations) squares += weight * damping(value - centre) * (value - centre) ** 2;
  return { centre, spread: Math.sqrt(squares / (damped + PRIOR_SPREAD_WEIGHT)), weight: damped };
}

function damping(distance: number): number {
  return 1 / (1 + (distance / SCALE) ** 2 / DEGREES);
}

function weightedMedian(observations: readonly Observation[]): number {
  const sorted = [...observations].filter(({ weight }) => weight > 0).sort((a, b) => a.value - b.value);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let passed = 0;
  for (const { value, weight } of sorted) {
    passed += weight;
    if (passed >= half) return value;
  }
  return 0;
}
