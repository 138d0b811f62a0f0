/** The slice of a card that one light load takes, where a technology fences it off from the rest. */
import type { Catalogue, Offer } from '../catalogue/catalogue.js';
import type { PartOfCard } from '../workload/scenario.js';
import type { SharedSlice, TechnologyId } from './schemas.js';
import { technologiesOf } from './technologies.js';

/** A load that takes more than this of the card, memory or compute, leaves too little for a neighbour of its kind. */
const MOST_OF_A_CARD = 0.5;

/**
 * The smallest slice over the technologies of the offer's cards that isolate memory and compute; null = the cards cannot be
 * shared so, or less than half of one would be left.
 *
 * Worked example: 3.2 GiB and 12 % of a T4 under qGPU (steps of 1 GiB and 5 %): 4 GiB and 15 %.
 */
export function sliceFor(
  catalogue: Catalogue,
  offer: Offer,
  part: PartOfCard,
): (Pick<SharedSlice, 'memoryGiB' | 'computeRatio'> & { readonly technology: TechnologyId }) | null {
  const shape = catalogue.shapes[offer.shapeIndex];
  if (shape === undefined || shape.deviceMemoryGiB === null) return null;
  const card = { accelerator: shape.accelerator, memoryGiB: shape.deviceMemoryGiB };
  const tenant = { id: 'load', ...part, load: [1], latencyClass: 'normal', isolation: 'hard' } as const;
  for (const technology of technologiesOf(catalogue, offer)) {
    if (!technology.isolatesMemory || !technology.isolatesCompute) continue;
    const slice = technology.fit([tenant], card)?.[0];
    if (slice === undefined) continue;
    if (slice.computeRatio > MOST_OF_A_CARD || slice.memoryGiB > MOST_OF_A_CARD * card.memoryGiB) continue;
    return { technology: technology.id, memoryGiB: slice.memoryGiB, computeRatio: slice.computeRatio };
  }
  return null;
}
