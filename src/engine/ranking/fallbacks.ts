import type { Plan } from '../answer.js';
import type { Scored } from './order.js';

/** Rungs of the ladder. */
const MOST_FALLBACKS = 3;

/**
 * What to rent when a plan cannot be had, in order: the same type in another region (out of stock there), then the best
 * plans of other families (quota of the family), priced ones first.
 */
export function fallbacksOf(plan: Scored, ranked: readonly Scored[], currency: string): Plan['fallbacks'] {
  const { offer } = plan.candidate;
  const ladder: Plan['fallbacks'] = [];
  const families = new Set([`${offer.provider.id}/${offer.family.id}`]);
  const elsewhere = ranked.find(
    ({ candidate }) =>
      candidate.offer.provider.id === offer.provider.id &&
      candidate.offer.type.id === offer.type.id &&
      candidate.offer.region.id !== offer.region.id,
  );
  if (elsewhere !== undefined) ladder.push(rung(elsewhere, 'stock'));
  for (const other of ranked) {
    if (ladder.length === MOST_FALLBACKS) break;
    const family = `${other.candidate.offer.provider.id}/${other.candidate.offer.family.id}`;
    if (families.has(family)) continue;
    families.add(family);
    ladder.push(rung(other, 'quota'));
  }
  return ladder;

  function rung({ candidate }: Scored, reason: 'stock' | 'quota'): Plan['fallbacks'][number] {
    const isKnown = candidate.isPriced && plan.candidate.isPriced;
    return {
      provider: candidate.offer.provider.id,
      region: candidate.offer.region.id,
      instanceType: candidate.offer.type.id,
      reason,
      monthlyDelta: isKnown
        ? { amount: (candidate.cost.monthly - plan.candidate.cost.monthly).toFixed(2), currency }
        : null,
    };
  }
}
