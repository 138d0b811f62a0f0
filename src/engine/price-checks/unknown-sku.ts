/** A price for a server that the catalogue does not hold prices nothing: a misspelt type, or one still to be added. */
import type { Catalogue } from '../catalogue/catalogue.js';
import { indexNames, type NameIndex, type NameMatch } from '../catalogue/names.js';
import type { PriceCheck } from './price-check.js';

export const unknownSku: PriceCheck = {
  code: 'price-of-unknown-type',
  isOverridable: true,
  check({ row, type }, { catalogue }) {
    if (row.skuKind !== 'instance' || type !== undefined) return undefined;
    const match = catalogue.derive(indexTypes).get(row.provider)?.match(row.sku);
    const nearest = match === undefined ? [] : near(match);
    return {
      field: 'sku',
      value: row.sku,
      expected:
        nearest.length === 0
          ? 'an instance type of the catalogue'
          : `an instance type of the catalogue, e.g. ${nearest.slice(0, 3).join(', ')}`,
      facts: { provider: row.provider, nearest },
    };
  },
};

function near(match: NameMatch<string>): readonly string[] {
  if (match.kind === 'found') return [match.value];
  return match.kind === 'unknown' ? match.nearest : match.choices.slice(0, 5);
}

function indexTypes(catalogue: Catalogue): ReadonlyMap<string, NameIndex<string>> {
  const idsByProvider = new Map<string, string[]>();
  for (const type of catalogue.typesByKey.values()) {
    const ids = idsByProvider.get(type.provider);
    if (ids === undefined) idsByProvider.set(type.provider, [type.id]);
    else ids.push(type.id);
  }
  return new Map(
    [...idsByProvider].map(([provider, ids]) => [
      provider,
      indexNames(ids.map((id) => ({ value: id, label: id, exact: [id], aliases: [], group: id }))),
    ]),
  );
}
