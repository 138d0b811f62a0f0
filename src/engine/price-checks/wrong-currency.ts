/**
 * The currency must be one that the provider prices this region in: dollars for a Chinese region of a cloud that sells it in
 * yuan are a seventh of the price (https://github.com/infracost/infracost/issues/3090). A provider that prices some region in
 * several currencies is held to its list of currencies only.
 */
import type { PriceCheck } from './price-check.js';

export const wrongCurrency: PriceCheck = {
  code: 'price-in-wrong-currency',
  isOverridable: true,
  check({ row }, { catalogue, published }) {
    const provider = catalogue.providersById.get(row.provider);
    if (provider !== undefined && provider.currencies.length > 0 && !provider.currencies.includes(row.currency))
      return {
        field: 'currency',
        value: row.currency,
        expected: provider.currencies.join(' or '),
        facts: { region: row.region ?? row.area ?? '' },
      };
    if (row.region === undefined || published.isMixedCurrency(row.provider)) return undefined;
    const used = published.currenciesOf(row.provider, row.region);
    return used.size > 0 && !used.has(row.currency)
      ? { field: 'currency', value: row.currency, expected: [...used].join(' or '), facts: { region: row.region } }
      : undefined;
  },
};
