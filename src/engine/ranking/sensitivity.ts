/** How far prices and demand may move before another plan wins. */
import type { RecommendReply } from '../answer.js';
import { type Finding, finding } from '../finding.js';
import type { ScoreContext } from '../scoring/dimension.js';
import { totalScore } from '../scoring/index.js';
import type { Weights } from '../workload/scenario.js';
import type { PricedCandidate } from './candidate.js';
import type { Scored } from './order.js';

type Sensitivity = NonNullable<RecommendReply['sensitivity']>;

/** Price ratios beyond which we do not look: a hundredfold change is another market. */
const MOST_RATIO = 100;
/** Steps of the bisection; 100^(1/2^40) is far below a cent. */
const STEPS = 40;

/**
 * Price sensitivity of the first plan against the best plan of another family: sizes of one family are one price list.
 * `winnerPriceRatio`: its price may rise up to this ratio and it still wins; `rivalPriceRatio`: the rival's price must fall
 * to this ratio to win. Null = no price change within a factor of 100 changes the winner, or a price is unknown.
 */
export function priceSensitivity(
  ranked: readonly Scored[],
  weights: Weights,
  context: ScoreContext,
): Sensitivity | null {
  const winner = ranked[0]?.candidate;
  if (winner === undefined || !winner.isPriced) return null;
  const rival = ranked.find(
    ({ candidate }) =>
      candidate.isPriced &&
      (candidate.offer.provider.id !== winner.offer.provider.id ||
        candidate.offer.family.id !== winner.offer.family.id),
  )?.candidate;
  if (rival === undefined) return null;
  const others = ranked.filter(({ candidate }) => candidate !== winner && candidate !== rival && candidate.isPriced);
  const cheapestOther = others.reduce(
    (min, { candidate }) => Math.min(min, candidate.unitCost),
    Number.POSITIVE_INFINITY,
  );
  const wins = (winnerRatio: number, rivalRatio: number) => {
    const a = repriced(winner, winnerRatio);
    const b = repriced(rival, rivalRatio);
    const moved = { ...context, cheapestUnitCost: Math.min(a.unitCost, b.unitCost, cheapestOther) };
    return totalScore(a, weights, moved) >= totalScore(b, weights, moved);
  };
  return {
    winner: name(winner),
    rival: name(rival),
    winnerPriceRatio: lastWinning((ratio) => wins(ratio, 1)),
    rivalPriceRatio: invert(lastWinning((ratio) => wins(1, 1 / ratio))),
  };
}

/** The sentence of a price sensitivity. */
export function sensitivityFinding({ winner, rival, winnerPriceRatio, rivalPriceRatio }: Sensitivity): Finding {
  const named = ({ provider, instanceType, region }: Sensitivity['winner']) => `${instanceType}, ${provider}/${region}`;
  const names = { winner: named(winner), rival: named(rival) };
  if (winnerPriceRatio === null || rivalPriceRatio === null) return finding('first-plan-whatever-the-price', names);
  return finding('first-plan-holds', {
    ...names,
    risePercent: percentBelow(winnerPriceRatio - 1),
    fallPercent: percentBelow(1 - rivalPriceRatio),
  });
}

/** Whole per cent, rounded down: the statement must hold up to it. */
function percentBelow(ratio: number): number {
  return Math.max(0, Math.floor(ratio * 100 + 1e-9));
}

/** Largest ratio in 1 … 100 at which the winner still wins; null when it wins throughout. Monotone, so bisection. */
function lastWinning(wins: (ratio: number) => boolean): number | null {
  if (wins(MOST_RATIO)) return null;
  let low = 1;
  let high = MOST_RATIO;
  for (let i = 0; i < STEPS; i++) {
    const middle = Math.sqrt(low * high);
    if (wins(middle)) low = middle;
    else high = middle;
  }
  return Number(low.toFixed(4));
}

const invert = (ratio: number | null) => (ratio === null ? null : Number((1 / ratio).toFixed(4)));

function repriced(candidate: PricedCandidate, ratio: number): PricedCandidate {
  return ratio === 1 ? candidate : { ...candidate, unitCost: candidate.unitCost * ratio };
}

function name({ offer }: PricedCandidate): Sensitivity['winner'] {
  return { provider: offer.provider.id, region: offer.region.id, instanceType: offer.type.id };
}
