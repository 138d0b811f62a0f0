/** The smallest single changes of the constraints that open a plan, each with the plan and its price. */
import type { Relaxation } from '../answer.js';
import type { RecommendRequest } from '../question.js';
import { SCREENS } from '../screening/index.js';
import {
  candidatesOf,
  type FieldQuestion,
  fleetOf,
  type LimitFailure,
  type PricedCandidate,
  quotaNeed,
  type RejectedOffer,
} from './field.js';
import { compareCandidates } from './order.js';

/** Most relaxations shown. */
const MOST_RELAXATIONS = 6;

/** Looks at the offers that fail exactly one requirement; for each such requirement the cheapest offer that opens. */
export function relaxationsOf(
  rejected: readonly RejectedOffer[],
  question: FieldQuestion,
  request: RecommendRequest,
): readonly Relaxation[] {
  const best = new Map<string, { candidate: PricedCandidate; change: Relaxation['change'] }>();
  for (const item of rejected) {
    const opened = openedBy(item, question, request);
    if (opened === null) continue;
    const known = best.get(opened.change.pointer);
    if (known === undefined || isSmaller(opened, known)) best.set(opened.change.pointer, opened);
  }
  return [...best.values()]
    .sort((a, b) => compareCandidates(a.candidate, b.candidate))
    .slice(0, MOST_RELAXATIONS)
    .map(({ candidate, change }) => ({
      change,
      plan: {
        provider: candidate.offer.provider.id,
        region: candidate.offer.region.id,
        instanceType: candidate.offer.type.id,
        servers: candidate.servers,
      },
      monthly: candidate.isPriced ? { amount: candidate.cost.monthly.toFixed(2), currency: question.currency } : null,
    }));
}

interface Opened {
  readonly candidate: PricedCandidate;
  readonly change: Relaxation['change'];
}

/** A numeric limit is relaxed the least; a list by the cheapest plan it opens. */
function isSmaller(a: Opened, b: Opened): boolean {
  if (typeof a.change.to === 'number' && typeof b.change.to === 'number' && a.change.to !== b.change.to)
    return a.change.to < b.change.to;
  if (a.candidate.isPriced !== b.candidate.isPriced) return a.candidate.isPriced;
  return compareCandidates(a.candidate, b.candidate) < 0;
}

function openedBy(item: RejectedOffer, question: FieldQuestion, request: RecommendRequest): Opened | null {
  const { constraints } = request;
  if (item.failedScreens !== 0) {
    const index = 31 - Math.clz32(item.failedScreens);
    if (item.failedScreens !== 1 << index || item.placement.options.length === 0) return null;
    const screen = SCREENS[index];
    const shape = question.catalogue.shapes[item.offer.shapeIndex];
    if (screen === undefined || shape === undefined) return null;
    const change = screenChange(screen.pointer, item, request);
    if (change === null) return null;
    const { feasible } = candidatesOf(
      question,
      item.offer,
      shape,
      item.placement.options,
      item.placement.options.map(fleetOf),
    );
    const candidate = [...feasible].sort(compareCandidates)[0];
    return candidate === undefined ? null : { candidate, change };
  }
  if (item.limits.length !== 1) return null;
  const [failure] = item.limits;
  return failure === undefined ? null : limitChange(failure, question, constraints);
}

function screenChange(
  pointer: string,
  { offer }: RejectedOffer,
  request: RecommendRequest,
): Relaxation['change'] | null {
  const constraints = request.constraints ?? {};
  const extend = (list: readonly string[] | undefined, value: string) => ({
    pointer,
    from: list ?? null,
    to: [...(list ?? []), value],
  });
  switch (pointer) {
    case '/constraints/providers':
      return (constraints.excludeProviders?.length ?? 0) > 0 && (constraints.providers?.length ?? 0) === 0
        ? { pointer: '/constraints/excludeProviders', from: constraints.excludeProviders, to: [] }
        : extend(constraints.providers, offer.provider.id);
    case '/constraints/geographies':
      return offer.region.geography === null ? null : extend(constraints.geographies, offer.region.geography);
    case '/constraints/regions':
      return extend(constraints.regions, `${offer.provider.id}/${offer.region.id}`);
    case '/constraints/zones':
      return offer.zones[0] === undefined ? null : extend(constraints.zones, `${offer.provider.id}/${offer.zones[0]}`);
    case '/constraints/accelerators':
      return offer.type.accelerator === null || (constraints.accelerators?.length ?? 0) === 0
        ? null
        : extend(constraints.accelerators, offer.type.accelerator);
    case '/constraints/instanceTypes':
      return (constraints.instanceTypes?.length ?? 0) === 0 ? null : extend(constraints.instanceTypes, offer.type.id);
    case '/constraints/saleStatuses':
      return extend(
        constraints.saleStatuses ?? ['general', 'limited', 'invite-only', 'legacy', 'unknown'],
        offer.saleStatus,
      );
    case '/constraints/requireRdma':
    case '/constraints/requireNvlink':
      return { pointer, from: true, to: false };
    case '/constraints/allowSharing':
      return { pointer, from: false, to: true };
    default:
      return null;
  }
}

function limitChange(
  failure: LimitFailure,
  question: FieldQuestion,
  constraints: RecommendRequest['constraints'],
): Opened | null {
  const { candidate } = failure;
  switch (failure.code) {
    case 'too-many-servers':
      return {
        candidate,
        change: { pointer: '/constraints/maxServers', from: question.constraints.maxServers, to: candidate.servers },
      };
    case 'quota-exceeded': {
      const index = failure.quota ?? 0;
      const quota = question.constraints.quotas[index];
      if (quota === undefined) return null;
      return {
        candidate,
        change: { pointer: `/constraints/quota/${index}/max`, from: quota.max, to: quotaNeed(quota, candidate) },
      };
    }
    case 'over-budget':
      return {
        candidate,
        change: {
          pointer: '/constraints/maxMonthlyCost/amount',
          from: constraints?.maxMonthlyCost?.amount ?? null,
          to: (Math.ceil(candidate.cost.monthly * 100 - 1e-6) / 100).toFixed(2),
        },
      };
    case 'unpriced-not-allowed':
      return { candidate, change: { pointer: '/constraints/allowUnpriced', from: false, to: true } };
    case 'currency-mismatch':
      return null;
  }
}
