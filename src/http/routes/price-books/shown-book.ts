/** A price book as it is answered: without the tenant, which the caller is. */
import type { StoredPriceBook } from '../../../application/ports.js';

export function shownBook({ name, apiKey, terms, version, createdBy, updatedAt }: StoredPriceBook) {
  return { name, apiKey, ...terms, version, createdBy, updatedAt };
}
