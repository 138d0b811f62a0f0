/** The limits of a request that can be held only against a priced layout: servers, quotas, budget, currency, prices at all. */
import type { Offer } from '../catalogue/catalogue.js';
import { type Finding, finding } from '../finding.js';
import type { QuickCost } from '../pricing/index.js';
import type { ResolvedConstraints } from '../resolve-question.js';
import type { HardwareShape } from '../workload/scenario.js';
import type { PricedCandidate } from './candidate.js';

export type LimitCode =
  | 'too-many-servers'
  | 'quota-exceeded'
  | 'over-budget'
  | 'currency-mismatch'
  | 'unpriced-not-allowed';

/** A limit that a layout breaks. */
export interface LimitFailure {
  readonly code: LimitCode;
  /** Index of the quota that is exceeded. */
  readonly quota?: number;
}

const NO_FAILURES: readonly LimitFailure[] = Object.freeze([]);

/** The limits that an offer breaks with so many servers at such a cost. */
export function limitFailures(
  constraints: ResolvedConstraints,
  offer: Offer,
  shape: HardwareShape,
  servers: number,
  cost: QuickCost,
): readonly LimitFailure[] {
  let failures = NO_FAILURES;
  if (servers > constraints.maxServers) failures = [{ code: 'too-many-servers' }];
  for (let i = 0; i < constraints.quotas.length; i++) {
    const quota = constraints.quotas[i];
    if (quota !== undefined && quotaNeed(quota, offer, shape, servers) > quota.max)
      failures = [...failures, { code: 'quota-exceeded', quota: i }];
  }
  if (Number.isNaN(cost.monthly)) {
    if (cost.currencyMismatch) failures = [...failures, { code: 'currency-mismatch' }];
    else if (!constraints.allowUnpriced) failures = [...failures, { code: 'unpriced-not-allowed' }];
  } else if (constraints.maxMonthlyCost !== null && cost.monthly > constraints.maxMonthlyCost + 1e-9) {
    failures = [...failures, { code: 'over-budget' }];
  }
  return failures;
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
        monthly: cost.monthly.toFixed(2),
        currency,
        budget: (constraints.maxMonthlyCost ?? 0).toFixed(2),
        over: (cost.monthly - (constraints.maxMonthlyCost ?? 0)).toFixed(2),
      });
    case 'currency-mismatch':
      return finding(code, { currency });
    case 'unpriced-not-allowed':
      return finding(code, { billingModes: constraints.billingModes });
  }
}
