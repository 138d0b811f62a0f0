/** Which of two representations the caller wants. */
import { Problem } from '../../application/problems.js';

/** The best liked of the types; the first of them when nothing is asked for. Throws `not-acceptable`. */
export function negotiate<T extends string>(header: string | undefined, types: readonly [T, ...T[]]): T {
  if (header === undefined || header.trim() === '') return types[0];
  const ranges = header
    .slice(0, 1000)
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((p) => /^\s*q=([0-9.]+)\s*$/.exec(p)?.[1]).find((q) => q !== undefined);
      return { range: range.trim(), quality: quality === undefined ? 1 : Number(quality) };
    });
  const liking = (type: T) => {
    const [main] = type.split('/');
    const fitting = ranges.filter(({ range }) => range === type || range === `${main}/*` || range === '*/*');
    const closest = fitting.sort(
      (a, b) => Number(b.range === type) - Number(a.range === type) || b.range.length - a.range.length,
    )[0];
    return closest?.quality ?? 0;
  };
  const best = [...types].sort((a, b) => liking(b) - liking(a))[0] ?? types[0];
  if (liking(best) === 0) throw new Problem('not-acceptable');
  return best;
}
