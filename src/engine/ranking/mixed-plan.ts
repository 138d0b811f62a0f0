/** The mixed fleet of a question that states its requests by size (`requestMix`). */
import type { RecommendReply } from '../answer.js';
import { mixedFleet } from '../fleet/mixed-fleet.js';
import type { LinearSolver } from '../fleet/solver.js';
import type { RecommendRequest } from '../question.js';
import type { Prepared } from '../workload/scenario.js';
import type { PricedCandidate } from './candidate.js';
import type { FieldQuestion } from './field.js';
import { compareCandidates } from './order.js';

type MixedReply = NonNullable<RecommendReply['mixedFleet']>;

/** Card types that take part: the cheapest offers of different shapes, at the lengths of the workload. */
const MOST_TYPES = 8;

/**
 * Sizes every bucket on the cheapest shapes, then splits the buckets over them. The types are chosen at the lengths of the
 * workload, half by the money of the whole fleet and half by the money of one server (small requests like small servers).
 * Null when a bucket fits none of them.
 */
export function mixedPlan(
  question: FieldQuestion,
  candidates: readonly PricedCandidate[],
  prepare: (workload: RecommendRequest['workload']) => Prepared,
  request: RecommendRequest,
  solver: LinearSolver,
): MixedReply | null {
  const { constraints, currency } = question;
  const buckets = request.requestMix ?? [];
  const types = cheapestTypes(candidates);
  const limits = { maxServers: constraints.maxServers, allowSharing: constraints.allowSharing };
  const load = buckets.map((bucket) => {
    const prepared = prepare(bucketWorkload(request, bucket));
    return types.map(({ shape }) =>
      prepared
        .place(shape, limits)
        .options.reduce(
          (least, option) => Math.min(least, option.unitsAtPeak * option.serversPerUnit),
          Number.POSITIVE_INFINITY,
        ),
    );
  });
  const answer = mixedFleet(
    {
      load,
      unitMonthly: types.map((type) => type.cost.monthly / type.servers),
      mostUnits: types.map(() => constraints.maxServers),
    },
    solver,
  );
  if (answer === null) return null;
  const money = (monthly: number) => ({ amount: monthly.toFixed(2), currency });
  return {
    monthly: money(answer.monthly),
    single:
      answer.single === null
        ? null
        : { ...name(types[answer.single.type]), servers: answer.single.units, monthly: money(answer.single.monthly) },
    gapRatio: answer.gapRatio,
    parts: types.flatMap((type, t) =>
      (answer.units[t] ?? 0) === 0
        ? []
        : [
            {
              ...name(type),
              servers: answer.units[t] ?? 0,
              monthly: money((answer.units[t] ?? 0) * (type.cost.monthly / type.servers)),
              buckets: buckets.flatMap((bucket, b) => {
                const share = answer.shares[b]?.[t] ?? 0;
                return share < 1e-6
                  ? []
                  : [
                      {
                        inputTokens: bucket.inputTokens,
                        outputTokens: bucket.outputTokens,
                        shareRatio: Number(share.toFixed(6)),
                      },
                    ];
              }),
            },
          ],
    ),
  };
}

/** The workload of one bucket: its lengths, and its share of the arrival rate. */
function bucketWorkload(
  request: RecommendRequest,
  bucket: NonNullable<RecommendRequest['requestMix']>[number],
): RecommendRequest['workload'] {
  const rate = request.workload.requestsPerSecond as number;
  return {
    ...request.workload,
    inputTokens: bucket.inputTokens,
    outputTokens: bucket.outputTokens,
    requestsPerSecond: rate * bucket.shareRatio,
  };
}

function cheapestTypes(candidates: readonly PricedCandidate[]): readonly PricedCandidate[] {
  const byShape = new Map<number, PricedCandidate>();
  for (const candidate of candidates) {
    const known = byShape.get(candidate.offer.shapeIndex);
    if (candidate.isPriced && (known === undefined || compareCandidates(candidate, known) < 0)) {
      byShape.set(candidate.offer.shapeIndex, candidate);
    }
  }
  const perServer = (candidate: PricedCandidate) => candidate.cost.monthly / candidate.servers;
  const byFleet = [...byShape.values()].sort(compareCandidates);
  const byServer = [...byFleet].sort((a, b) => perServer(a) - perServer(b) || compareCandidates(a, b));
  return [...new Set([...byFleet.slice(0, MOST_TYPES / 2), ...byServer.slice(0, MOST_TYPES / 2), ...byFleet])].slice(
    0,
    MOST_TYPES,
  );
}

function name(candidate: PricedCandidate | undefined) {
  return {
    provider: candidate?.offer.provider.id ?? '',
    region: candidate?.offer.region.id ?? '',
    instanceType: candidate?.offer.type.id ?? '',
  };
}
