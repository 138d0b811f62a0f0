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
      risk: riskOf(scored.candidate),
      cost: scored.candidate.cost.monthly,
      time: scored.candidate.option.timeMetric ?? 0,
    }))
    .sort((a, b) => a.cost - b.cost || a.time - b.time || a.risk - b.risk);
  const front: typeof points = [];
  for (const point of points) {
    const isBeaten = front.some((p) => p.cost <= point.cost && p.time <= point.time && p.risk <= point.risk);
    if (!isBeaten) front.push(point);
    if (front.length === MOST_POINTS) break;
  }
  return front;
}
