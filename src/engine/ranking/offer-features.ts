/** Software features of the catalogue that apply to an offer and help a category of jobs. */
import type { Catalogue, Offer } from '../catalogue/catalogue.js';
import type { Category } from '../catalogue/instance.js';
import type { SoftwareFeature } from '../catalogue/software.js';

type FeaturesByCategory = Partial<Record<Category, readonly SoftwareFeature[]>>;

/** For `catalogue.derive`: by offer; offers alike share a table, which is filled as categories are asked for. */
function featureTables(catalogue: Catalogue): readonly {
  readonly all: readonly SoftwareFeature[];
  readonly byCategory: FeaturesByCategory;
}[] {
  const known = new Map<string, { all: readonly SoftwareFeature[]; byCategory: FeaturesByCategory }>();
  return catalogue.offers.map((offer) => {
    const key = `${offer.provider.id}|${offer.family.id}|${offer.type.accelerator}`;
    let table = known.get(key);
    if (table === undefined) {
      const all = catalogue.softwareFeatures.filter(
        ({ provider, appliesTo }) =>
          (provider === null || provider === offer.provider.id) &&
          (appliesTo.families.length === 0 || appliesTo.families.includes(offer.family.id)) &&
          (appliesTo.accelerators.length === 0 ||
            (offer.type.accelerator !== null && appliesTo.accelerators.includes(offer.type.accelerator))),
      );
      table = { all, byCategory: {} };
      known.set(key, table);
    }
    return table;
  });
}

export function featuresOf(catalogue: Catalogue, offer: Offer, category: Category): readonly SoftwareFeature[] {
  const table = catalogue.derive(featureTables)[offer.index];
  if (table === undefined) return [];
  table.byCategory[category] ??= table.all.filter(
    ({ appliesTo }) => appliesTo.categories.length === 0 || appliesTo.categories.includes(category),
  );
  return table.byCategory[category];
}
