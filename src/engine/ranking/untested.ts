/** Options to test: hardware of which nobody publishes figures. Named, never sized. */
import type { RecommendReply } from '../answer.js';
import type { Catalogue, Offer } from '../catalogue/catalogue.js';
import type { InstanceFamily } from '../catalogue/instance.js';
import { type Finding, finding } from '../finding.js';
import type { ResolvedQuestion } from '../resolve-request.js';

export function untestedOffers(offers: readonly Offer[]): RecommendReply['untested'] {
  const groups = new Map<string, { offer: Offer; regions: string[] }>();
  for (const offer of offers) {
    const key = `${offer.provider.id}|${offer.type.id}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { offer, regions: [offer.region.id] });
    else group.regions.push(offer.region.id);
  }
  return [...groups.values()].map(({ offer, regions }) => ({
    provider: offer.provider.id,
    instanceType: offer.type.id,
    regions,
    findings: [finding('speed-not-published', { accelerator: offer.type.accelerator })],
  }));
}

/** Why a family without a published size is no candidate. */
export function familySizeNotPublished({ id, accelerators }: InstanceFamily): Finding {
  return finding('family-size-not-published', { family: id, accelerators });
}

function sizedFamilies(catalogue: Catalogue): ReadonlySet<string> {
  return new Set(
    catalogue.offers.filter((offer) => offer.shapeIndex >= 0).map((offer) => `${offer.provider.id}/${offer.family.id}`),
  );
}

/** Families of which no size is published, for the same kind of work: named, never sized. */
export function untestedFamilies({ fieldQuestion, prepared }: ResolvedQuestion): RecommendReply['untested'] {
  const { catalogue, constraints } = fieldQuestion;
  const sized = catalogue.derive(sizedFamilies);
  const options: RecommendReply['untested'] = [];
  for (const [key, family] of catalogue.familiesByKey) {
    if (sized.has(key) || !family.madeFor.includes(prepared.demand.category)) continue;
    if (constraints.providers !== null && !constraints.providers.has(family.provider)) continue;
    if (constraints.excludeProviders.has(family.provider) || !constraints.saleStatuses.has(family.saleStatus)) continue;
    if (constraints.accelerators !== null && !family.accelerators.some((id) => constraints.accelerators?.has(id)))
      continue;
    if (constraints.instanceTypes !== null && !constraints.instanceTypes.has(key)) continue;
    if (constraints.excludeInstanceTypes.has(key)) continue;
    if (constraints.regions !== null || constraints.zones !== null) continue;
    if (
      constraints.geographies !== null &&
      ![...catalogue.regionsByKey.values()].some(
        (r) =>
          r.provider === family.provider &&
          ((r.geography !== null && constraints.geographies?.has(r.geography)) ||
            (r.continent !== null && constraints.geographies?.has(r.continent))),
      )
    )
      continue;
    options.push({
      provider: family.provider,
      instanceType: family.id,
      regions: [],
      findings: [familySizeNotPublished(family)],
    });
  }
  return options;
}
