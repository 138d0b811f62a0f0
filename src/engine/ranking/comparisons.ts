/** What a buyer would hold against the first plan, said before he asks. */
import { type Finding, finding } from '../finding.js';
import type { Scored } from './order.js';

/** Below this share of a plan's cost another plan is worth naming although it scores lower. */
const WORTH_NAMING_RATIO = 0.9;

/** The cheapest plan that ranks below, and the dimension that decided against it. */
export function cheaperElsewhere(scored: Scored, ranked: readonly Scored[], currency: string): readonly Finding[] {
  let cheapest: Scored | null = null;
  let least = billOf(scored) * WORTH_NAMING_RATIO;
  for (const other of ranked) {
    if (!other.candidate.isPriced || other.score >= scored.score || billOf(other) >= least) continue;
    cheapest = other;
    least = billOf(other);
  }
  if (cheapest === null) return [];
  const facts = {
    instanceType: cheapest.candidate.offer.type.id,
    region: cheapest.candidate.offer.region.id,
    currency,
    score: cheapest.score,
    ownScore: scored.score,
  };
  const bill = least.toFixed(2);
  return [
    isJob(cheapest)
      ? finding('cheaper-job-ranked-lower', { ...facts, perJob: bill })
      : finding('cheaper-plan-ranked-lower', { ...facts, monthly: bill }),
  ];
}

/** A job is paid for once, however many months it takes; a service by the month. */
function billOf(scored: Scored): number {
  const { cost, fleet } = scored.candidate;
  return isJob(scored) ? cost.perUnitOfWork * (fleet.workPerRun ?? Number.NaN) : cost.monthly;
}

function isJob({ candidate: { fleet, cost } }: Scored): boolean {
  return fleet.runHours !== null && fleet.workPerRun !== null && !Number.isNaN(cost.perUnitOfWork);
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
