import type { WhyNot } from '../answer.js';
import { type Finding, finding } from '../finding.js';
import type { ResolvedWhyNot } from '../resolve-question.js';
import type { ScoreContext } from '../scoring/dimension.js';
import { totalScore } from '../scoring/index.js';
import type { Weights } from '../workload/scenario.js';
import { nearestLimited, pricedCandidates } from './candidate.js';
import { decidingDimension } from './comparisons.js';
import { type FieldQuestion, reasonCodes, reasonsOf } from './field.js';
import { compareScored, type Scored } from './order.js';
import { MOST_PLACEMENTS, type RelaxationQuestion, relaxationsOf } from './relaxations.js';
import { familySizeNotPublished } from './untested.js';

/** Most changes shown for one name. */
const MOST_RELAXATIONS = 3;

/** Why a type or family is not first: its rank, or its first obstacle and the rank it would have without it. */
export function whyNotReply(
  asked: readonly ResolvedWhyNot[],
  relaxation: RelaxationQuestion,
  ranked: readonly Scored[],
  weights: Weights,
  context: ScoreContext,
): readonly WhyNot[] {
  const { field, question } = relaxation;
  const allowance = { placements: MOST_PLACEMENTS };
  return asked.map(({ asked: name, types }) => {
    const place = ranked.findIndex(({ candidate }) =>
      types.has(`${candidate.offer.provider.id}/${candidate.offer.type.id}`),
    );
    const winner = ranked[0];
    const found = ranked[place];
    if (found !== undefined && winner !== undefined) {
      const reason = finding('why-not-ranked', {
        instanceType: found.candidate.offer.type.id,
        rank: place + 1,
        score: found.score,
        winnerScore: winner.score,
      });
      return {
        asked: name,
        rank: place + 1,
        firstObstacle: null,
        reasons: place === 0 ? [reason] : [reason, largestLoss(found, winner, weights, context)],
        rankIfRelaxed: null,
        relaxations: [],
      };
    }
    const named = field.rejected.filter(({ offer }) => types.has(`${offer.provider.id}/${offer.type.id}`));
    // A name may be used by several clouds: those asked for are meant, if any of them has it.
    const meant = named.filter(({ offer }) => isProviderAllowed(offer.provider.id, question));
    const rejections = (meant.length > 0 ? meant : named)
      .map((item) => ({ item, failures: new Set(reasonCodes(item)).size }))
      // Where it may be rented at all comes first: elsewhere is no nearer for failing once.
      .sort(
        (a, b) =>
          Number(a.item.failedScreens !== 0) - Number(b.item.failedScreens !== 0) ||
          a.failures - b.failures ||
          a.item.offer.index - b.item.offer.index,
      );
    const nearest = rejections[0]?.item;
    if (nearest === undefined) {
      const family = [...types].map((key) => question.catalogue.familiesByKey.get(key)).find((f) => f !== undefined);
      const untested = field.untested.find((offer) => types.has(`${offer.provider.id}/${offer.type.id}`));
      const obstacle =
        untested !== undefined
          ? finding('speed-not-published', { accelerator: untested.type.accelerator })
          : family !== undefined
            ? familySizeNotPublished(family)
            : finding('why-not-elsewhere', { instanceType: name });
      return {
        asked: name,
        rank: null,
        firstObstacle: obstacle,
        reasons: [obstacle],
        rankIfRelaxed: null,
        relaxations: [],
      };
    }
    const reasons = reasonsOf(nearest, question);
    return {
      asked: name,
      rank: null,
      firstObstacle: reasons[0] ?? null,
      reasons: [...reasons],
      rankIfRelaxed: rankIfRelaxed(),
      relaxations: relaxationsOf(relaxation, allowance, (offer) =>
        types.has(`${offer.provider.id}/${offer.type.id}`),
      ).relaxations.slice(0, MOST_RELAXATIONS),
    };

    /** Rank among the feasible ones if the failed constraints were dropped; null when it cannot run at all. */
    function rankIfRelaxed(): number | null {
      let best: Scored | undefined;
      for (const { item } of rejections) {
        const shape = question.catalogue.shapes[item.offer.shapeIndex];
        const rentals = field.rentals[item.offer.shapeIndex] ?? [];
        if (shape === undefined || rentals.length === 0) continue;
        const priced = pricedCandidates(question, item.offer, shape, rentals);
        const nearest = nearestLimited(priced);
        for (const one of priced) {
          if (one.failures.length > 0 && one !== nearest) continue;
          const { candidate } = one;
          const scored = { candidate, score: totalScore(candidate, weights, context) };
          if (best === undefined || compareScored(scored, best) < 0) best = scored;
        }
      }
      const one = best;
      return one === undefined ? null : 1 + ranked.filter((other) => compareScored(other, one) < 0).length;
    }
  });
}

/** The dimension in which a plan falls furthest behind the first, weighed. */
function largestLoss(found: Scored, winner: Scored, weights: Weights, context: ScoreContext): Finding {
  return finding('why-not-dimension', decidingDimension(found, winner, weights, context));
}

function isProviderAllowed(id: string, { constraints: { providers, excludeProviders } }: FieldQuestion): boolean {
  return (providers === null || providers.has(id)) && !excludeProviders.has(id);
}
