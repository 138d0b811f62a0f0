/**
 * Names in any spelling: case, separators and the words of a vendor's marketing are ignored. A name that fits several
 * things of different memory is ambiguous; an unknown one is answered with the nearest names.
 */

/** Words that carry no information in an accelerator's name. */
const NOISE = new Set(['nvidia', 'tesla', 'geforce', 'gpu', 'the', 'corporation']);

/** The point of a model's size, which tells 1.3B from 13B; other points (of versions) carry nothing. */
const SIZE_POINT = /(?<=\d)\.(?=\d+[bm](?![a-z0-9]))/g;

/** A word keeps every decimal point: `Qwen2` is no part of `Qwen2.5`. */
const DECIMAL_POINT = /(?<=\d)\.(?=\d)/g;

/** A plus at the end of a word says more than nothing: `Command R+` is not Command R. */
const FINAL_PLUS = /(?<=[a-z0-9])\+(?=\s|$)/g;

/** Lower case, letters and digits only, and the point of a size. "RTX 4090" becomes `rtx4090`, "OPT-1.3B" `opt1·3b`. */
export function squeeze(name: string): string {
  return name
    .toLowerCase()
    .replace(FINAL_PLUS, 'plus')
    .replace(SIZE_POINT, '·')
    .replace(/[^a-z0-9·\u4e00-\u9fff]+/g, '');
}

/** Words of a name; `96g` and `96gib` are read as `96gb`, noise words are dropped. */
export function words(name: string): readonly string[] {
  return name
    .toLowerCase()
    .replace(DECIMAL_POINT, '·')
    .split(/[^a-z0-9·\u4e00-\u9fff]+/)
    .filter((word) => word !== '' && !NOISE.has(word))
    .map((word) => word.replace(/^(\d+)(g|gib)$/, '$1gb'));
}

/** One thing that can be named. `group` tells apart what an unqualified name may not mix (e.g. memory size). */
export interface Named<T> {
  readonly value: T;
  /** Shown in `allowed`. */
  readonly label: string;
  /** Exact names: an exact hit wins over everything else. */
  readonly exact: readonly string[];
  /** Names of which some words already name the thing; absent = the exact ones. */
  readonly partly?: readonly string[];
  /** Other spellings; one spelling may stand with several things. */
  readonly aliases: readonly string[];
  readonly group: string;
  /** Among several of one group the lowest wins (e.g. the form factor that most servers hold); absent = never chosen so. */
  readonly preference?: number;
}

export type NameMatch<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'ambiguous'; readonly choices: readonly string[] }
  | { readonly kind: 'unknown'; readonly nearest: readonly string[] };

export interface NameIndex<T> {
  match(name: string): NameMatch<T>;
}

/** Builds a name index. Lookups are a hash probe for known spellings; word matching only for the rest. */
export function indexNames<T>(items: readonly Named<T>[]): NameIndex<T> {
  const exact = new Map<string, Named<T>[]>();
  const alias = new Map<string, Named<T>[]>();
  const put = (map: Map<string, Named<T>[]>, key: string, item: Named<T>) => {
    const list = map.get(key);
    if (list === undefined) map.set(key, [item]);
    else if (!list.includes(item)) list.push(item);
  };
  const wordSets = items.map((item) =>
    [item.label, ...(item.partly ?? item.exact)].map((name) => new Set(words(name))),
  );
  for (const item of items) {
    for (const name of item.exact) put(exact, squeeze(name), item);
    for (const name of item.aliases) put(alias, squeeze(name), item);
  }
  const spellings = items.flatMap((item) =>
    [item.label, ...item.exact, ...item.aliases].map((name) => ({ name: squeeze(name), item })),
  );

  return {
    match(name) {
      const found = matchAsWritten(name);
      if (found.kind !== 'unknown') return found;
      // `A100-SXM-80` leaves the unit of the memory out.
      const withUnit = /[-_ ]\d{2,3}$/.test(name) ? matchAsWritten(`${name}GB`) : found;
      return withUnit.kind === 'unknown' ? found : withUnit;
    },
  };

  function matchAsWritten(name: string): NameMatch<T> {
    const key = squeeze(name);
    const exactHits = exact.get(key) ?? [];
    if (exactHits.length === 1 && exactHits[0] !== undefined) return { kind: 'found', value: exactHits[0].value };
    if (exactHits.length > 1) return ambiguous(exactHits);
    const aliasHits = alias.get(key) ?? [];
    const asked = words(name);
    // A spelling of several words that some source uses for one thing alone means that thing.
    if (aliasHits.length === 1 && aliasHits[0] !== undefined && asked.length > 1)
      return { kind: 'found', value: aliasHits[0].value };
    const wordHits =
      asked.length === 0
        ? []
        : items.filter((_, i) => wordSets[i]?.some((set) => asked.every((word) => set.has(word))));
    const candidates = [...new Set([...aliasHits, ...wordHits])];
    const groups = new Set(candidates.map((item) => item.group));
    if (groups.size > 1) return ambiguous(candidates);
    const only = aliasHits.length === 1 ? aliasHits[0] : candidates.length === 1 ? candidates[0] : undefined;
    if (only !== undefined) return { kind: 'found', value: only.value };
    if (candidates.length > 1) {
      const [first, second] = [...candidates].sort((a, b) => (a.preference ?? 9) - (b.preference ?? 9));
      const isClear = first?.preference !== undefined && first.preference < (second?.preference ?? 9);
      return first !== undefined && isClear ? { kind: 'found', value: first.value } : ambiguous(candidates);
    }
    // Looked up only by whoever shows it: a name that is merely tried costs a probe.
    return {
      kind: 'unknown',
      get nearest() {
        return nearest(key);
      },
    };
  }

  function ambiguous(hits: readonly Named<T>[]): NameMatch<T> {
    return { kind: 'ambiguous', choices: hits.map((item) => item.label).sort() };
  }

  function nearest(key: string): readonly string[] {
    const best = new Map<string, number>();
    for (const { name, item } of spellings) {
      const likeness = similarity(key, name);
      if (likeness > (best.get(item.label) ?? 0)) best.set(item.label, likeness);
    }
    return [...best.entries()]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, 5)
      .map(([label]) => label);
  }
}

/** Dice coefficient of character pairs, 0…1. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length < 2 || b.length < 2) return a !== '' && b.startsWith(a) ? 0.5 : 0;
  const pairs = new Map<string, number>();
  for (let i = 0; i < a.length - 1; i++) {
    const pair = a.slice(i, i + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  let shared = 0;
  for (let i = 0; i < b.length - 1; i++) {
    const pair = b.slice(i, i + 2);
    const left = pairs.get(pair) ?? 0;
    if (left > 0) {
      shared++;
      pairs.set(pair, left - 1);
    }
  }
  return (2 * shared) / (a.length + b.length - 2);
}

/** The five nearest of some names to one that is unknown, nearest first; what is hardly alike is left out. */
export function nearestNames(names: Iterable<string>, asked: string): readonly string[] {
  return [...new Set(names)]
    .map((name) => [name, similarity(squeeze(asked), squeeze(name))] as const)
    .filter(([, likeness]) => likeness > 0.2)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, 5)
    .map(([name]) => name);
}
