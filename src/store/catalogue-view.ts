/** A catalogue with the bookkeeping of its entries, in the order of their keys. */

import type { CatalogueKindName } from '../application/catalogue-kinds.js';
import type { CatalogueEntry, CatalogueView } from '../application/ports.js';
import type { Catalogue } from '../engine/catalogue/catalogue.js';

export function catalogueView(
  catalogue: Catalogue,
  entries: Readonly<Record<CatalogueKindName, readonly CatalogueEntry[]>>,
  confirmedAt: Date,
): CatalogueView {
  const sorted = new Map<string, readonly CatalogueEntry[]>();
  const byKey = new Map<string, ReadonlyMap<string, CatalogueEntry>>();
  for (const [kind, list] of Object.entries(entries)) {
    sorted.set(
      kind,
      [...list].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)),
    );
    byKey.set(kind, new Map(list.map((entry) => [entry.key, entry])));
  }
  return {
    catalogue,
    entries: (kind) => sorted.get(kind) ?? [],
    entry: (kind, key) => byKey.get(kind)?.get(key),
    confirmedAt,
    isStale: false,
  };
}
