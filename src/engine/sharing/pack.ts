/**
 * Bin packing with a caller's own notion of what fits: exact branch and bound with a counted limit, so that the answer is
 * the same on every machine, and a proven gap when the limit is reached.
 *
 * Requirement on `fits`: monotone, i.e. every subset of a set that fits also fits.
 */

export interface Packing {
  /** Indexes of the items of each bin; bins in the order of their first item. */
  readonly bins: readonly (readonly number[])[];
  /** Proven lower bound of the number of bins. */
  readonly lowerBound: number;
  /** Search nodes used. */
  readonly nodes: number;
}

export interface PackQuestion {
  readonly count: number;
  /** Size of an item for ordering, larger first; ties by index. */
  readonly size: (item: number) => number;
  /** Whether these items fit one bin together. Called with sets that contain no item twice. */
  readonly fits: (items: readonly number[]) => boolean;
  /** Items of equal kind are interchangeable: only one order of them is searched. */
  readonly kind: (item: number) => string;
  /** A lower bound on the bins of all items (e.g. total over capacity, the largest over the resources). */
  readonly lowerBound: number;
  /** Most search nodes. */
  readonly maxNodes: number;
}

/** Packs the items into the fewest bins. Null when an item fits no bin by itself. O(maxNodes × items). */
export function packFewest(question: PackQuestion): Packing | null {
  const { count, fits, kind, maxNodes } = question;
  const order = Array.from({ length: count }, (_, i) => i).sort((a, b) => question.size(b) - question.size(a) || a - b);
  if (order.some((item) => !fits([item]))) return null;
  const lowerBound = Math.max(count === 0 ? 0 : 1, question.lowerBound, cliqueBound(order, fits));

  let best = firstFit(order, fits);
  let nodes = 0;
  let isCut = false;
  const bins: number[][] = [];
  if (best.length > lowerBound) search(0);
  const sorted = best.map((bin) => [...bin].sort((a, b) => a - b)).sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
  return { bins: sorted, lowerBound: isCut ? lowerBound : best.length, nodes };

  function search(depth: number): void {
    if (isCut || best.length === lowerBound) return;
    if (++nodes > maxNodes) {
      isCut = true;
      return;
    }
    const item = order[depth];
    if (item === undefined) {
      best = bins.map((bin) => [...bin]);
      return;
    }
    const tried = new Set<string>();
    for (const bin of bins) {
      const state = bin.map(kind).sort().join('|');
      if (tried.has(state)) continue;
      tried.add(state);
      if (!fits([...bin, item])) continue;
      bin.push(item);
      search(depth + 1);
      bin.pop();
      if (isCut || best.length === lowerBound) return;
    }
    if (bins.length + 1 < best.length) {
      bins.push([item]);
      search(depth + 1);
      bins.pop();
    }
  }
}

/** First-fit decreasing: the start of the search and the answer where the search is cut. */
function firstFit(order: readonly number[], fits: PackQuestion['fits']): number[][] {
  const bins: number[][] = [];
  for (const item of order) {
    const bin = bins.find((b) => fits([...b, item]));
    if (bin === undefined) bins.push([item]);
    else bin.push(item);
  }
  return bins;
}

/** Items that fit no bin pairwise need a bin each: a greedy clique of the conflict graph. */
function cliqueBound(order: readonly number[], fits: PackQuestion['fits']): number {
  const clique: number[] = [];
  for (const item of order) if (clique.every((other) => !fits([other, item]))) clique.push(item);
  return clique.length;
}
