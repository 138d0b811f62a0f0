/** Names of models, codes and scenes as sources print them, made comparable. */

/** Lower case without separators and the hub's owner: `Qwen/Qwen3-Embedding 0.6B` → `qwen3embedding0.6b`. */
export function normaliseName(name: string): string {
  const slash = name.lastIndexOf('/');
  const bare = slash >= 0 && !/\s/.test(name.slice(0, slash)) ? name.slice(slash + 1) : name;
  return bare.toLowerCase().replace(/[^a-z0-9.\u4e00-\u9fff]+/g, '');
}

/** Known names nearest to a wanted one: shared beginnings and shared pairs of letters first. */
export function nearestNames(wanted: string, names: readonly string[], most = 8): string[] {
  const target = pairs(normaliseName(wanted));
  return [...new Set(names)]
    .map((name) => ({ name, score: likeness(target, pairs(normaliseName(name))) }))
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map((entry) => entry.name);
}

function pairs(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (let i = 0; i + 1 < text.length; i += 1) found.add(text.slice(i, i + 2));
  return found;
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 0;
  let shared = 0;
  for (const pair of a) if (b.has(pair)) shared += 1;
  return (2 * shared) / (a.size + b.size);
}
