/** Uncertain figures of a question and the worlds drawn from them: a seeded low-discrepancy sequence, never a clock. */

/** A figure stated as a range, and where it stands in the workload. */
export interface UncertainFigure {
  /** JSON pointer below the workload, e.g. `/requestsPerSecond`. */
  readonly pointer: string;
  readonly low: number;
  readonly expected: number;
  readonly high: number;
}

/** Finds every `{ low, expected, high }` of a workload, in the order of its fields. */
export function uncertainFigures(workload: unknown, pointer = ''): readonly UncertainFigure[] {
  if (Array.isArray(workload) || workload === null || typeof workload !== 'object') return [];
  const fields = workload as Record<string, unknown>;
  const { low, expected, high } = fields;
  if (typeof low === 'number' && typeof expected === 'number' && typeof high === 'number') {
    return [{ pointer, low, expected, high }];
  }
  return Object.keys(fields)
    .sort()
    .flatMap((key) => uncertainFigures(fields[key], `${pointer}/${key}`));
}

/** The workload with each uncertain figure replaced by one number; `values[i]` belongs to `figures[i]`. */
export function workloadAt<W>(workload: W, figures: readonly UncertainFigure[], values: readonly number[]): W {
  const byPointer = new Map(figures.map((figure, i) => [figure.pointer, values[i] ?? figure.expected]));
  return replace(workload, '') as W;

  function replace(value: unknown, pointer: string): unknown {
    const known = byPointer.get(pointer);
    if (known !== undefined) return known;
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map((item, i) => replace(item, `${pointer}/${i}`));
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replace(inner, `${pointer}/${key}`)]));
  }
}

/** Largest number of uncertain figures: the sequence below stays even up to there. */
export const MOST_FIGURES = 8;

/**
 * `count` points of the unit cube, row by row (point p, figure f at `p * figures + f`): the additive recurrence with the
 * generalised golden ratio (Roberts 2018, "R_d"), shifted by the seed. Deterministic; discrepancy like Sobol's for few
 * dimensions and no tables.
 */
export function unitPoints(figures: number, count: number, seed: number): Float64Array {
  let phi = 2;
  for (let i = 0; i < 40; i++) phi = (1 + phi) ** (1 / (figures + 1));
  const points = new Float64Array(figures * count);
  for (let f = 0; f < figures; f++) {
    const step = phi ** -(f + 1);
    const shift = (0.5 + (seed + 1) * 0.754877666 * (f + 1)) % 1;
    for (let p = 0; p < count; p++) points[p * figures + f] = (shift + step * (p + 1)) % 1;
  }
  return points;
}

/**
 * Quantile of a figure: `expected` is the median, `low` and `high` the bounds; between them geometric where all are
 * positive, else linear.
 */
export function quantile({ low, expected, high }: UncertainFigure, u: number): number {
  const [from, to, share] = u < 0.5 ? [low, expected, u * 2] : [expected, high, u * 2 - 1];
  return from > 0 && to > 0 ? from * (to / from) ** share : from + (to - from) * share;
}
