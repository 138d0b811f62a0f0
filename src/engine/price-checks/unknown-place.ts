/** Region and area must be the catalogue's: a row of an unknown one would break the next snapshot. */
import type { PriceCheck } from './price-check.js';

export const unknownPlace: PriceCheck = {
  code: 'price-in-unknown-region',
  isOverridable: false,
  check({ row }, { catalogue }) {
    const { region, area, provider } = row;
    if (region !== undefined && !catalogue.regionsByKey.has(`${provider}/${region}`)) {
      const known = [...catalogue.regionsByKey.values()].filter((r) => r.provider === provider).map((r) => r.id);
      const close = known.filter((id) => region.startsWith(id) || id.startsWith(region.slice(0, 6)));
      const shown = (close.length > 0 ? close : known).slice(0, 5);
      return {
        field: 'region',
        value: region,
        expected: `a region of ${provider}${shown.length === 0 ? '' : `, e.g. ${shown.join(', ')}`}`,
        facts: { provider, nearest: shown },
      };
    }
    if (area !== undefined && !catalogue.priceAreasByKey.has(`${provider}/${area}`)) {
      const known = [...catalogue.priceAreasByKey.values()].filter((a) => a.provider === provider).map((a) => a.id);
      const shown = known.slice(0, 5);
      return {
        field: 'area',
        value: area,
        expected: `a price area of ${provider}${shown.length === 0 ? '' : `, e.g. ${shown.join(', ')}`}`,
        facts: { provider, nearest: shown },
      };
    }
    return undefined;
  },
};
