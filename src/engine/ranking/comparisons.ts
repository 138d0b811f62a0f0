/** What a buyer would hold against the first plan, said before he asks. */
import { type Finding, finding } from '../finding.js';
import type { ScoreContext } from '../scoring/dimension.js';
import { scoreCard } from '../scoring/index.js';
import { shown } from '../shown.js';
import { DIMENSION_IDS, type DimensionId, type Weights } from '../workload/scenario.js';
import type { Scored } from './order.js';

/** Below this share of a plan's cost another plan is worth naming although it scores lower. */
const WORTH_NAMING_RATIO = 0.9;

/** The cheapest plan that scores less. */
export function cheaperElsewhere(scored: Scored, ranked: readonly Scored[], currency: string): readonly Finding[] {
  const cheaper = cheapestBelow(scored, ranked, (other) => other.score < scored.score);
  if (cheaper === null) return [];
  const { plan, bill } = cheaper;
  const facts = {
    instanceType: plan.candidate.offer.type.id,
    region: plan.candidate.offer.region.id,
    currency,
    score: plan.score,
    ownScore: scored.score,
  };
  return [
    isJob(plan)
      ? finding('cheaper-job-ranked-lower', { ...facts, perJob: bill.toFixed(2) })
      : finding('cheaper-plan-ranked-lower', { ...facts, monthly: bill.toFixed(2) }),
  ];
}

/** The cheapest of the plans that pass, if its bill is worth naming beside that of `scored`; nothing is below an unknown bill. */
function cheapestBelow(
  scored: Scored,
  ranked: readonly Scored[],
  passes: (other: Scored) => boolean,
): { readonly plan: Scored; readonly bill: number } | null {
  let plan: Scored | null = null;
  let bill = billOf(scored) * WORTH_NAMING_RATIO;
  for (const other of ranked) {
    if (!other.candidate.isPriced || !passes(other) || !(billOf(other) < bill)) continue;
    plan = other;
    bill = billOf(other);
  }
  return plan === null ? null : { plan, bill };
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

/** A plan that is cheaper and faster than the first, and what keeps it behind all the same. */
export function beatenOnCostAndTime(
  winner: Scored,
  ranked: readonly Scored[],
  currency: string,
  weights: Weights,
  context: ScoreContext,
): readonly Finding[] {
  const own = winner.candidate.option.timeMetric;
  if (own === null) return [];
  const isFaster = ({ candidate: { option } }: Scored) =>
    option.timeMetric !== null && option.timeMetric <= own * WORTH_NAMING_RATIO;
  const better = cheapestBelow(winner, ranked, isFaster);
  if (better === null) return [];
  const { plan, bill } = better;
  const { offer, servers, option } = plan.candidate;
  const { dimension, score, winnerScore } = decidingDimension(plan, winner, weights, context);
  const facts = {
    instanceType: offer.type.id,
    region: offer.region.id,
    servers,
    currency,
    costPercent: Math.round((bill / billOf(winner)) * 100),
    time: shown(option.timeMetric),
    ownTime: shown(own),
    timeUnit: option.runHours === null ? 'ms' : 'h',
    dimension,
    score,
    ownScore: winnerScore,
  };
  return [
    isJob(plan)
      ? finding('job-beaten-on-cost-and-time', { ...facts, perJob: bill.toFixed(2) })
      : finding('beaten-on-cost-and-time', { ...facts, monthly: bill.toFixed(2) }),
  ];
}

/** The dimension in which a plan falls furthest behind the first, weighed. */
export function decidingDimension(found: Scored, winner: Scored, weights: Weights, context: ScoreContext) {
  const own = scoreCard(found.candidate, weights, context);
  const best = scoreCard(winner.candidate, weights, context);
  const loss = (id: DimensionId) => (best[id].score - own[id].score) * best[id].weight;
  const dimension = DIMENSION_IDS.reduce((most, id) => (loss(id) > loss(most) + 1e-12 ? id : most));
  return {
    dimension,
    score: own[dimension].score,
    winnerScore: best[dimension].score,
    weight: best[dimension].weight,
  };
}

/** Unpriced plans rank last; the best of them, and of those that are priced in part, is named where it would have won. */
export function unpricedAbove(winner: Scored, ranked: readonly Scored[], currency: string): readonly Finding[] {
  if (!winner.candidate.isPriced) return [];
  const above = (isPartly: boolean) =>
    ranked.find(
      ({ candidate, score }) => !candidate.isPriced && candidate.hasUnpricedParts === isPartly && score > winner.score,
    );
  const facts = ({ candidate: { offer }, score }: Scored) => ({
    instanceType: offer.type.id,
    region: offer.region.id,
    family: offer.family.id,
    score,
    ownScore: winner.score,
  });
  const partly = above(true);
  const unpriced = above(false);
  return [
    ...(partly === undefined
      ? []
      : [
          finding('partly-priced-plan-scores-higher', {
            ...facts(partly),
            monthly: partly.candidate.cost.knownMonthly.toFixed(2),
            currency,
          }),
        ]),
    ...(unpriced === undefined ? [] : [finding('unpriced-plan-scores-higher', facts(unpriced))]),
  ];
}
