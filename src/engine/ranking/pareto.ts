import type { Scored } from './order.js';
import { riskOf } from './risk.js';

/** A point of the front with what it is judged by. */
export interface FrontPoint {
  readonly scored: Scored;
  readonly risk: number;
}

/** Most points shown; the cheapest are kept. */
const MOST_POINTS = 20;

/** Plans that no other beats in cost, time and risk at once; cheapest first. Unpriced plans are left out. */
export function paretoFront(ranked: readonly Scored[]): readonly FrontPoint[] {
  const points = ranked
    .filter(({ candidate }) => candidate.isPriced)
    .map((scored) => ({
      scored,
      cost: scored.candidate.cost.monthly,
      time: scored.candidate.option.timeMetric ?? 0,
    }));
  // Risk stands on estimates that are made when asked for: most points are told apart by cost and time alone.
  const risks = new Map<Scored, number>();
  const riskAt = ({ scored }: { readonly scored: Scored }): number => {
    let risk = risks.get(scored);
    if (risk === undefined) {
      risk = riskOf(scored.candidate);
      risks.set(scored, risk);
    }
    return risk;
  };
  points.sort((a, b) => a.cost - b.cost || a.time - b.time || riskAt(a) - riskAt(b));
  const front: typeof points = [];
  for (const point of points) {
    const isBeaten = front.some((p) => p.cost <= point.cost && p.time <= point.time && riskAt(p) <= riskAt(point));
    if (!isBeaten) front.push(point);
    if (front.length === MOST_POINTS) break;
  }
  return front.map((point) => ({ scored: point.scored, risk: riskAt(point) }));
}
