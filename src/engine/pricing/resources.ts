/** Named resources and the currency of an estimate, resolved against the catalogue. */
import type { Catalogue, Offer } from '../catalogue/catalogue.js';
import { namedType } from '../catalogue/named-type.js';
import { nearestNames } from '../catalogue/names.js';
import { UNPUBLISHED_REGION_ID } from '../catalogue/snapshot.js';
import { type Fault, fault } from '../question-error.js';
import { providerIds, regionKeys } from '../resolve-question.js';
import { indexRates } from './rate-index.js';
import type { CostEstimateRequest, CostResource } from './schemas.js';

/** The offer of a resource; a type that is not known to be sold there is priced if a rate covers it, and said so. */
export function offerOfResource(
  catalogue: Catalogue,
  resource: CostResource,
  pointer: string,
  faults: Fault[],
): { readonly offer: Offer; readonly isOffered: boolean } {
  const nothing = { offer: catalogue.offers[0] as Offer, isOffered: false };
  const before = faults.length;
  const [provider] = providerIds(catalogue, resource.provider);
  if (provider === undefined) {
    faults.push(
      fault(
        'unknown-provider',
        `${pointer}/provider`,
        { value: resource.provider },
        nearestNames(catalogue.providersById.keys(), resource.provider),
      ),
    );
    return nothing;
  }
  const resolved = namedType(catalogue, `${provider}/${resource.instanceType}`, `${pointer}/instanceType`);
  const type = 'found' in resolved ? resolved.found : undefined;
  if ('fault' in resolved) {
    const allowed = (resolved.fault.allowed ?? []).map((name) => name.replace(`${provider}/`, ''));
    faults.push({ ...resolved.fault, facts: { value: resource.instanceType }, allowed });
  }
  const mine = regionKeys(catalogue, resource.region).filter((key) => key.startsWith(`${provider}/`));
  const regionId =
    resource.region === UNPUBLISHED_REGION_ID ? UNPUBLISHED_REGION_ID : catalogue.regionsByKey.get(mine[0] ?? '')?.id;
  if (regionId === undefined) {
    const ids = [...catalogue.regionsByKey.values()].filter((r) => r.provider === provider).map((r) => r.id);
    faults.push(
      fault('unknown-region', `${pointer}/region`, { value: resource.region }, nearestNames(ids, resource.region)),
    );
  }
  if (faults.length > before || type === undefined) return nothing;
  const offers = catalogue.derive(offersByType).get(`${provider}/${type.id}`) ?? [];
  const offer = offers.find((o) => o.region.id === regionId);
  if (offer !== undefined) return { offer, isOffered: true };
  const sample = offers[0];
  const region = catalogue.regionsByKey.get(`${provider}/${regionId}`);
  if (sample === undefined || region === undefined) {
    faults.push(
      fault(
        'unknown-region',
        `${pointer}/region`,
        { value: resource.region },
        offers.map((o) => o.region.id),
      ),
    );
    return nothing;
  }
  return { offer: { ...sample, index: -1, region, zones: [] }, isOffered: false };
}

function offersByType(catalogue: Catalogue): ReadonlyMap<string, readonly Offer[]> {
  const map = new Map<string, Offer[]>();
  for (const offer of catalogue.offers) {
    const key = `${offer.provider.id}/${offer.type.id}`;
    const list = map.get(key);
    if (list === undefined) map.set(key, [offer]);
    else list.push(offer);
  }
  return map;
}

/** Stated, else the one currency in which the providers named publish; else the caller must say. */
export function estimateCurrency(
  catalogue: Catalogue,
  request: CostEstimateRequest,
  resources: readonly { readonly offer: Offer }[],
  faults: Fault[],
): string {
  const known = catalogue.derive(currenciesOf);
  if (request.currency !== undefined) {
    const reachable = new Set([
      ...known,
      ...(request.exchangeRates ?? []).filter((rate) => known.has(rate.from)).map((rate) => rate.to),
    ]);
    if (!reachable.has(request.currency))
      faults.push(fault('unknown-currency', '/currency', { value: request.currency }, [...reachable].sort()));
    return request.currency;
  }
  const possible = new Set(resources.flatMap(({ offer }) => (offer === undefined ? [] : offer.provider.currencies)));
  const [only] = possible;
  if (possible.size === 1 && only !== undefined) return only;
  // Resources that are not known have their own faults; the currency is asked for once they are.
  if (possible.size === 0 && faults.length > 0) return 'XXX';
  const list = [...possible].sort();
  faults.push(fault('currency-required', '/currency', { currencies: list }, list));
  return 'XXX';
}

function currenciesOf(catalogue: Catalogue): ReadonlySet<string> {
  catalogue.derive(indexRates);
  const known = new Set<string>();
  for (const sheet of catalogue.snapshot.priceSheets) for (const row of sheet.rows) known.add(row.currency);
  return known;
}
