/** What a buyer would hold against the first plan, said before he asks. */
import { type Finding, finding } from '../finding.js';
import type { Scored } from './order.js';

/** Below this share of a plan's cost another plan is worth naming although it scores lower. */
const WORTH_NAMING_RATIO = 0.9;

/** The cheapest plan that ranks below, and the dimension that decided against it. */
export function cheaperElsewhere(scored: Scored, ranked: readonly Scored[], currency: string): readonly Finding[] {
  const { monthly } = scored.candidate.cost;
  let cheapest: Scored | null = null;
  for (const other of ranked) {
    if (!other.candidate.isPriced || other.score >= scored.score) continue;
    if (other.candidate.cost.monthly < (cheapest?.candidate.cost.monthly ?? monthly * WORTH_NAMING_RATIO))
      cheapest = other;
  }
  if (cheapest === null) return [];
  return [
    finding('cheaper-plan-ranked-lower', {
      instanceType: cheapest.candidate.offer.type.id,
      region: cheapest.candidate.offer.region.id,
      monthly: cheapest.candidate.cost.monthly.toFixed(2),
      currency,
      score: cheapest.score,
      ownScore: scored.score,
    }),
  ];
}

/** The cheapest server by the hour, where its work is dearer: a low hourly price that takes longer. */
export function cheaperByTheHour(winner: Scored, ranked: readonly Scored[], currency: string): readonly Finding[] {
  const hourly = ({ candidate }: Scored) => candidate.cost.hourly / candidate.servers;
  let cheapest = winner;
  for (const other of ranked) if (other.candidate.isPriced && hourly(other) < hourly(cheapest)) cheapest = other;
  const ratio = cheapest.candidate.unitCost / winner.candidate.unitCost;
  // No multiple of what costs nothing.
  if (cheapest === winner || !(ratio > 1 && Number.isFinite(ratio))) return [];
  return [
    finding('cheap-hour-dear-work', {
      instanceType: cheapest.candidate.offer.type.id,
      serverHourly: hourly(cheapest).toFixed(2),
      ownServerHourly: hourly(winner).toFixed(2),
      currency,
      workUnit: winner.candidate.option.workUnit,
      unitCostRatio: Number(ratio.toFixed(3)),
    }),
  ];
}

/** Unpriced plans rank last; the best of them is named where it would have won. */
export function unpricedAbove(winner: Scored, ranked: readonly Scored[]): readonly Finding[] {
  const best = ranked.find(({ candidate }) => !candidate.isPriced);
  if (best === undefined || !winner.candidate.isPriced || best.score <= winner.score) return [];
  const { offer } = best.candidate;
  return [
    finding('unpriced-plan-scores-higher', {
      instanceType: offer.type.id,
      region: offer.region.id,
      family: offer.family.id,
      score: best.score,
      ownScore: winner.score,
    }),
  ];
}
