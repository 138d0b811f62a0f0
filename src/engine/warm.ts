/** What answers stand on and a catalogue derives when first asked, made ahead of the first question. */
import type { Catalogue } from './catalogue/catalogue.js';
import { familyOfName } from './sizing/inference/question.js';
import { catalogueReferences } from './sizing/inference/references.js';

/**
 * Derives it in steps, so that a caller can let questions go first in between. Answers do not depend on it. On the catalogue
 * of this release: 0.1 s for the measured rows, one step, and 0.8 s for the architectures, a step each.
 */
export function* warmCatalogue(catalogue: Catalogue): Generator<void> {
  const references = catalogue.derive(catalogueReferences);
  yield;
  const families = new Set<string>();
  for (const id of catalogue.modelsById.keys()) {
    const family = familyOfName(id, catalogue);
    if (family === null || families.has(family)) continue;
    families.add(family);
    references.of(family);
    yield;
  }
}
