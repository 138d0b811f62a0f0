/** One entry of the catalogue. */
import type { CatalogueKindName } from './catalogue-kinds.js';
import type { CatalogueEntry, CatalogueReader } from './ports.js';
import { absent } from './problems.js';

export type ReadCatalogue = (kind: CatalogueKindName, key: string) => CatalogueEntry;

export function readCatalogue(reader: CatalogueReader): ReadCatalogue {
  return (kind, key) => {
    const entry = reader.current().entry(kind, key);
    if (entry === undefined) throw absent(kind, key);
    return entry;
  };
}

/** The strong entity tag of an entry: its version, and a word for retired ones. */
export function etagOf(entry: Pick<CatalogueEntry, 'version' | 'isRetired'>): string {
  return `"v${entry.version}${entry.isRetired ? '-retired' : ''}"`;
}
