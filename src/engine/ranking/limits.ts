/** The limits of a request that can be held only against a priced layout: servers, quotas, budget, currency, prices at all. */
import type { Offer } from '../catalogue/catalogue.js';
import { type Finding, finding } from '../finding.js';
import type { QuickCost } from '../pricing/index.js';
import type { ResolvedConstraints } from '../resolve-question.js';
import type { HardwareShape } from '../workload/scenario.js';
import type { PricedCandidate } from './candidate.js';

const LIMIT_CODES = [
  'too-many-servers',
  'quota-exceeded',
  'currency-mismatch',
  'unpriced-not-allowed',
  'over-budget',
] as const;
export type LimitCode = (typeof LIMIT_CODES)[number];

/** A limit that a layout breaks. */
export interface LimitFailure {
  readonly code: LimitCode;
  /** Index of the quota that is exceeded. */
  readonly quota?: number;
}

const bitOf = (code: LimitCode): number => 1 << LIMIT_CODES.indexOf(code);
const TOO_MANY_SERVERS = bitOf('too-many-servers');
const QUOTA_EXCEEDED = bitOf('quota-exceeded');

/** The limits that an offer breaks with so many servers at such a cost, as bits; 0 = none. Makes nothing. */
export function limitsBroken(
  constraints: ResolvedConstraints,
  offer: Offer,
  shape: HardwareShape,
  servers: number,
  cost: QuickCost,
): number {
  let limits = servers > constraints.maxServers ? TOO_MANY_SERVERS : 0;
  for (const quota of constraints.quotas)
    if (quotaNeed(quota, offer, shape, servers) > quota.max) limits |= QUOTA_EXCEEDED;
  return limits | priceLimit(constraints, cost);
}

const CURRENCY_MISMATCH = bitOf('currency-mismatch');
const UNPRICED_NOT_ALLOWED = bitOf('unpriced-not-allowed');
const OVER_BUDGET = bitOf('over-budget');

function priceLimit({ allowUnpriced, maxMonthlyCost }: ResolvedConstraints, cost: QuickCost): number {
  if (cost.currencyMismatch) return CURRENCY_MISMATCH;
  if (Number.isNaN(cost.monthly) && !allowUnpriced) return UNPRICED_NOT_ALLOWED;
  // What is known of a price may be too much already.
  return maxMonthlyCost !== null && cost.knownMonthly > maxMonthlyCost + 1e-9 ? OVER_BUDGET : 0;
}

/** Codes of limits that stand as bits. */
export function limitCodes(limits: number): readonly LimitCode[] {
  return LIMIT_CODES.filter((_code, bit) => limits & (1 << bit));
}

export function isLimit(limits: number, code: LimitCode): boolean {
  return (limits & bitOf(code)) !== 0;
}

export function countLimits(limits: number): number {
  let count = 0;
  for (let rest = limits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Of two layouts that break limits the nearer one: it breaks fewer, or as many and costs less. */
export function isNearer(count: number, monthly: number, otherCount: number, otherMonthly: number): boolean {
  return count < otherCount || (count === otherCount && monthly < otherMonthly);
}

/** The limits that an offer breaks, each exceeded quota by itself. */
export function limitFailures(
  constraints: ResolvedConstraints,
  offer: Offer,
  shape: HardwareShape,
  servers: number,
  cost: QuickCost,
): readonly LimitFailure[] {
  return limitCodes(limitsBroken(constraints, offer, shape, servers, cost)).flatMap((code): readonly LimitFailure[] =>
    code === 'quota-exceeded'
      ? constraints.quotas.flatMap((quota, i) =>
          quotaNeed(quota, offer, shape, servers) > quota.max ? [{ code, quota: i }] : [],
        )
      : [{ code }],
  );
}

/** What of a quota so many servers would use: servers or whole cards; 0 when the quota is about something else. */
export function quotaNeed(
  quota: ResolvedConstraints['quotas'][number],
  offer: Offer,
  shape: HardwareShape,
  servers: number,
): number {
  if (!quota.regions.has(`${offer.provider.id}/${offer.region.id}`)) return 0;
  if (quota.instanceTypes !== null)
    return quota.instanceTypes.has(`${offer.provider.id}/${offer.type.id}`) ? servers : 0;
  return quota.accelerator === shape.accelerator.id ? Math.ceil(servers * shape.count * shape.share) : 0;
}

/** The finding of a limit that a candidate breaks. */
export function limitFinding(
  { code, quota: index }: LimitFailure,
  { offer, shape, servers, cost }: Pick<PricedCandidate, 'offer' | 'shape' | 'servers' | 'cost'>,
  { constraints, currency }: { readonly constraints: ResolvedConstraints; readonly currency: string },
): Finding {
  switch (code) {
    case 'too-many-servers':
      return finding(code, { servers, maxServers: constraints.maxServers });
    case 'quota-exceeded': {
      const quota = constraints.quotas[index ?? 0];
      return finding(code, {
        needed: quota === undefined ? null : quotaNeed(quota, offer, shape, servers),
        unit: quota?.instanceTypes === null ? 'accelerators' : 'servers',
        region: offer.region.id,
        max: quota?.max ?? null,
      });
    }
    case 'over-budget':
      return finding(code, {
        monthly: cost.knownMonthly.toFixed(2),
        currency,
        budget: (constraints.maxMonthlyCost ?? 0).toFixed(2),
        over: (cost.knownMonthly - (constraints.maxMonthlyCost ?? 0)).toFixed(2),
      });
    case 'currency-mismatch':
      return finding(code, { currency });
    case 'unpriced-not-allowed':
      return finding(code, { billingModes: constraints.billingModes });
  }
}
