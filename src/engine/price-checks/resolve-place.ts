/** Places as people write them: another spelling of a region's id, its name, an alias; the words of a price area. */
import type { Catalogue } from '../catalogue/catalogue.js';
import { squeeze } from '../catalogue/names.js';
import type { PriceRow } from '../catalogue/price.js';

type Place = { readonly region: string; readonly zone?: string } | { readonly area: string };
type Places = ReadonlyMap<string, Place>;

/** The row with the catalogue's own ids; unchanged where its place is one of them already, or is none we know. */
export function resolvePlace(row: PriceRow, catalogue: Catalogue): PriceRow {
  const { region } = row;
  if (region === undefined && row.area === undefined) {
    // A provider with one region leaves nothing to state.
    const only = catalogue.derive(onlyRegions).get(row.provider);
    return only === undefined ? row : { ...row, region: only };
  }
  if (region === undefined || catalogue.regionsByKey.has(`${row.provider}/${region}`)) return row;
  const places = catalogue.derive(indexPlaces);
  const place = places.get(`${row.provider}/${squeeze(region)}`);
  if (place === undefined) return resolveZone(row, region, places, catalogue);
  if ('region' in place) return { ...row, ...place };
  const { region: _region, zone: _zone, ...rest } = row;
  return { ...rest, area: place.area };
}

/** The region of each provider that has just one. */
function onlyRegions(catalogue: Catalogue): ReadonlyMap<string, string> {
  const regions = new Map<string, string | null>();
  for (const { provider, id } of catalogue.regionsByKey.values())
    regions.set(provider, regions.has(provider) ? null : id);
  return new Map([...regions].flatMap(([provider, id]) => (id === null ? [] : [[provider, id]])));
}

/** "Guangzhou-3" is zone 3 of the region called Guangzhou, where that region has such a zone. */
function resolveZone(row: PriceRow, text: string, places: Places, catalogue: Catalogue): PriceRow {
  const [, name, number] = /^(.+)-(\d+)$/.exec(text) ?? [];
  const place = name === undefined ? undefined : places.get(`${row.provider}/${squeeze(name)}`);
  if (place === undefined || !('region' in place)) return row;
  const zone = `${place.region}-${number}`;
  const zones = catalogue.regionsByKey.get(`${row.provider}/${place.region}`)?.zones ?? [];
  return zones.includes(zone) ? { ...row, region: place.region, zone } : row;
}

/** Spellings that fit two places resolve to neither. */
function indexPlaces(catalogue: Catalogue): Places {
  const places = new Map<string, Place>();
  const ambiguous = new Set<string>();
  const put = (provider: string, name: string, place: Place) => {
    const key = `${provider}/${squeeze(name)}`;
    const known = places.get(key);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(place)) ambiguous.add(key);
    places.set(key, place);
  };
  for (const region of catalogue.regionsByKey.values()) {
    for (const name of [
      region.id,
      region.nameEn,
      ...(region.nameZh === null ? [] : [region.nameZh]),
      ...region.aliases,
    ])
      put(region.provider, name, { region: region.id });
    // A zone's own id says its region.
    for (const zone of region.zones) put(region.provider, zone, { region: region.id, zone });
  }
  for (const area of catalogue.priceAreasByKey.values()) {
    for (const name of [area.id, area.label, ...(area.aliases ?? [])]) put(area.provider, name, { area: area.id });
  }
  for (const key of ambiguous) places.delete(key);
  return places;
}
