/** Servers that are paid for already, and the offers that they are servers of, however the caller spells them. */
import type { Catalogue, Offer } from '../catalogue/catalogue.js';
import { squeeze } from '../catalogue/names.js';
import { UNPUBLISHED_REGION_ID } from '../catalogue/snapshot.js';
import { providerIds, regionKeys } from '../resolve-question.js';
import type { ExistingCommitment } from './schemas.js';

/** A commitment, and whether an offer's servers are its own. Made once a question, asked for every offer. */
export interface Commitment {
  readonly stated: ExistingCommitment;
  isOf(offer: Offer): boolean;
}

/**
 * Type, region and provider count in any spelling that the catalogue knows (`gn7.2xlarge32`, `Guangzhou`, `tencent/…`). A name that
 * the catalogue does not know means no offer.
 */
export function commitmentsOf(catalogue: Catalogue, existing: readonly ExistingCommitment[]): readonly Commitment[] {
  return existing.map((stated) => ({ stated, isOf: matchOf(catalogue, stated) }));
}

function matchOf(
  catalogue: Catalogue,
  { provider, instanceType, region }: ExistingCommitment,
): (offer: Offer) => boolean {
  const slash = instanceType.indexOf('/');
  const pinned = slash > 0 ? providerIds(catalogue, instanceType.slice(0, slash)) : [];
  const type = squeeze(pinned.length > 0 ? instanceType.slice(slash + 1) : instanceType);
  const owners = new Set(
    [...(provider === undefined ? catalogue.providersById.keys() : providerIds(catalogue, provider))].filter(
      (id) => pinned.length === 0 || pinned.includes(id),
    ),
  );
  const types = new Set([...catalogue.typesByKey].flatMap(([key, { id }]) => (squeeze(id) === type ? [key] : [])));
  const regions = new Set(regionKeys(catalogue, region));
  const isUnpublished = region === UNPUBLISHED_REGION_ID;
  return (offer) =>
    owners.has(offer.provider.id) &&
    types.has(`${offer.provider.id}/${offer.type.id}`) &&
    (offer.region.id === UNPUBLISHED_REGION_ID
      ? isUnpublished
      : regions.has(`${offer.provider.id}/${offer.region.id}`));
}
