/** The field: every offer of the catalogue as a candidate, a rejection with all its reasons, or an option to test. */
import type { Catalogue, Offer } from '../catalogue/catalogue.js';
import type { SoftwareFeature } from '../catalogue/software.js';
import { type Finding, finding } from '../finding.js';
import type { FleetDemand, Pricing, QuickCost } from '../pricing/index.js';
import type { ResolvedConstraints } from '../resolve-question.js';
import type { Candidate } from '../scoring/dimension.js';
import { SCREENS } from '../screening/index.js';
import type { Demand, HardwareShape, PlacementOption, PlacementOutcome, Prepared } from '../workload/scenario.js';

/** A candidate with its price, before scoring. */
export interface PricedCandidate extends Candidate {
  readonly fleet: FleetDemand;
  readonly cost: QuickCost;
  readonly isPriced: boolean;
}

/** An offer that fails, with what failed. Findings are built only when somebody looks. */
export interface RejectedOffer {
  readonly offer: Offer;
  /** Bit i is set when SCREENS[i] failed. */
  readonly failedScreens: number;
  /** Reasons of the shape in every layout; [] when the shape itself would do. */
  readonly placement: PlacementOutcome;
  /** Reasons of the nearest layout after pricing: servers, quota, budget, currency, no price. */
  readonly limits: readonly LimitFailure[];
}

export type LimitCode =
  | 'too-many-servers'
  | 'quota-exceeded'
  | 'over-budget'
  | 'currency-mismatch'
  | 'unpriced-not-allowed';

/** A limit that a candidate breaks. */
export interface LimitFailure {
  readonly code: LimitCode;
  readonly candidate: PricedCandidate;
  /** Index of the quota that is exceeded. */
  readonly quota?: number;
}

export interface Field {
  readonly placements: readonly PlacementOutcome[];
  readonly candidates: readonly PricedCandidate[];
  readonly rejected: readonly RejectedOffer[];
  readonly untested: readonly Offer[];
}

export interface FieldQuestion {
  readonly catalogue: Catalogue;
  readonly constraints: ResolvedConstraints;
  readonly prepared: Prepared;
  readonly pricing: Pricing;
  readonly currency: string;
}

const NO_PLACEMENT: PlacementOutcome = Object.freeze({ options: [], rejections: [] });

/** Servers at the peak, spares included. The small slack keeps 3.0000000001 units from renting a fourth. */
export function serversOf(option: PlacementOption): number {
  return option.serversPerUnit * (Math.max(1, Math.ceil(option.unitsAtPeak - 1e-9)) + option.spareUnits);
}

export function fleetOf(option: PlacementOption): FleetDemand {
  return {
    serversPerUnit: option.serversPerUnit,
    unitsAtPeak: option.unitsAtPeak,
    spareUnits: option.spareUnits,
    isElastic: option.isElastic,
    runHours: option.runHours?.expected ?? null,
    ...(option.runsPerMonth === undefined ? {} : { runsPerMonth: option.runsPerMonth }),
    // Whether the work may be interrupted is the caller's to say: `usage.interruptible` lets spot in.
    isInterruptible: true,
    workPerHour: option.workPerHour,
    workPerRun: option.workPerRun,
    workUnit: option.workUnit,
  };
}

/** Lays the demand out on every shape, then screens and prices every offer. Never stops at the first "no". */
export function buildField(question: FieldQuestion): Field {
  const { catalogue, constraints, prepared } = question;
  const limits = { maxServers: constraints.maxServers, allowSharing: constraints.allowSharing };
  const placements = catalogue.shapes.map((shape) => prepared.place(shape, limits));
  // Shapes that are the same to the demand share an outcome, and so their fleets: pricing knows a fleet by its object.
  const known = new Map<PlacementOutcome, readonly FleetDemand[]>();
  const fleets = placements.map((outcome) => {
    const fleet = known.get(outcome) ?? outcome.options.map(fleetOf);
    known.set(outcome, fleet);
    return fleet;
  });
  const context = { catalogue, constraints };
  const asked = SCREENS.map((screen) => screen.isAsked(constraints));

  const candidates: PricedCandidate[] = [];
  const rejected: RejectedOffer[] = [];
  const untested: Offer[] = [];
  for (const offer of catalogue.offers) {
    const shape = offer.shapeIndex < 0 ? null : (catalogue.shapes[offer.shapeIndex] ?? null);
    let failedScreens = 0;
    for (let i = 0; i < SCREENS.length; i++) {
      if (asked[i] && !SCREENS[i]?.passes(offer, shape, context)) failedScreens |= 1 << i;
    }
    const placement = placements[offer.shapeIndex] ?? NO_PLACEMENT;
    if (failedScreens !== 0 || shape === null || placement.options.length === 0) {
      if (failedScreens === 0 && placement.isUnknown === true) untested.push(offer);
      else rejected.push({ offer, failedScreens, placement, limits: [] });
      continue;
    }
    const outcome = candidatesOf(question, offer, shape, placement.options, fleets[offer.shapeIndex] ?? []);
    if (outcome.feasible.length > 0) candidates.push(...outcome.feasible);
    else rejected.push({ offer, failedScreens, placement: NO_PLACEMENT, limits: outcome.failures });
  }
  return { placements, candidates, rejected, untested };
}

/** Prices every option of an offer; returns those within all limits, else the failures of the nearest one. */
export function candidatesOf(
  question: FieldQuestion,
  offer: Offer,
  shape: HardwareShape,
  options: readonly PlacementOption[],
  fleets: readonly FleetDemand[],
): { readonly feasible: readonly PricedCandidate[]; readonly failures: readonly LimitFailure[] } {
  const feasible: PricedCandidate[] = [];
  let failures: readonly LimitFailure[] = [];
  let nearest = Number.POSITIVE_INFINITY;
  for (const candidate of pricedCandidates(question, offer, shape, options, fleets)) {
    const failed = limitFailures(question.constraints, candidate);
    if (failed.length === 0) feasible.push(candidate);
    else if (
      failed.length < nearest ||
      (failed.length === nearest && candidate.cost.monthly < (failures[0]?.candidate.cost.monthly ?? 0))
    ) {
      nearest = failed.length;
      failures = failed;
    }
  }
  return { feasible, failures };
}

/** Every option of an offer with its price, limits not yet looked at. */
export function pricedCandidates(
  question: FieldQuestion,
  offer: Offer,
  shape: HardwareShape,
  options: readonly PlacementOption[],
  fleets: readonly FleetDemand[],
): readonly PricedCandidate[] {
  const features = featuresOf(question, offer);
  const pricedModes = question.pricing.pricedModes(offer);
  const candidates: PricedCandidate[] = [];
  for (let i = 0; i < options.length; i++) {
    const option = options[i];
    const fleet = fleets[i];
    if (option === undefined || fleet === undefined) continue;
    const cost = question.pricing.quick(offer, fleet);
    const isPriced = !Number.isNaN(cost.monthly);
    candidates.push({
      offer,
      shape,
      option,
      servers: serversOf(option),
      unitCost: isPriced ? (Number.isNaN(cost.perUnitOfWork) ? cost.monthly : cost.perUnitOfWork) : Number.NaN,
      idleRatio: cost.idleRatio,
      pricedModes,
      features,
      fleet,
      cost,
      isPriced,
    });
  }
  return candidates;
}

/** Limits of the request that a candidate breaks. */
export function limitFailures(constraints: ResolvedConstraints, candidate: PricedCandidate): readonly LimitFailure[] {
  const failures: LimitFailure[] = [];
  if (candidate.servers > constraints.maxServers) failures.push({ code: 'too-many-servers', candidate });
  for (let i = 0; i < constraints.quotas.length; i++) {
    const quota = constraints.quotas[i];
    if (quota !== undefined && quotaNeed(quota, candidate) > quota.max)
      failures.push({ code: 'quota-exceeded', candidate, quota: i });
  }
  if (!candidate.isPriced) {
    if (candidate.cost.currencyMismatch) failures.push({ code: 'currency-mismatch', candidate });
    else if (!constraints.allowUnpriced) failures.push({ code: 'unpriced-not-allowed', candidate });
  } else if (constraints.maxMonthlyCost !== null && candidate.cost.monthly > constraints.maxMonthlyCost + 1e-9) {
    failures.push({ code: 'over-budget', candidate });
  }
  return failures;
}

/** What of a quota a candidate would use: servers or whole cards; 0 when the quota is about something else. */
export function quotaNeed(quota: ResolvedConstraints['quotas'][number], { offer, shape, servers }: Candidate): number {
  if (!quota.regions.has(`${offer.provider.id}/${offer.region.id}`)) return 0;
  if (quota.instanceTypes !== null)
    return quota.instanceTypes.has(`${offer.provider.id}/${offer.type.id}`) ? servers : 0;
  return quota.accelerator === shape.accelerator.id ? Math.ceil(servers * shape.count * shape.share) : 0;
}

/** The finding of a limit that failed. */
export function limitFinding(failure: LimitFailure, question: FieldQuestion): Finding {
  const { candidate, code } = failure;
  const { constraints, currency } = question;
  const { offer } = candidate;
  switch (code) {
    case 'too-many-servers':
      return finding(code, { servers: candidate.servers, maxServers: constraints.maxServers });
    case 'quota-exceeded': {
      const quota = constraints.quotas[failure.quota ?? 0];
      return finding(code, {
        needed: quota === undefined ? null : quotaNeed(quota, candidate),
        unit: quota?.instanceTypes === null ? 'accelerators' : 'servers',
        region: offer.region.id,
        max: quota?.max ?? null,
      });
    }
    case 'over-budget':
      return finding(code, {
        monthly: candidate.cost.monthly.toFixed(2),
        currency,
        budget: (constraints.maxMonthlyCost ?? 0).toFixed(2),
        over: (candidate.cost.monthly - (constraints.maxMonthlyCost ?? 0)).toFixed(2),
      });
    case 'currency-mismatch':
      return finding(code, { currency });
    case 'unpriced-not-allowed':
      return finding(code, { billingModes: constraints.billingModes });
  }
}

/** All reasons of a rejected offer, screens first, in registry order. */
export function reasonsOf(rejected: RejectedOffer, question: FieldQuestion): readonly Finding[] {
  const context = { catalogue: question.catalogue, constraints: question.constraints };
  const shape = question.catalogue.shapes[rejected.offer.shapeIndex] ?? null;
  const reasons: Finding[] = [];
  SCREENS.forEach((screen, i) => {
    if ((rejected.failedScreens & (1 << i)) !== 0) reasons.push(screen.reason(rejected.offer, shape, context));
  });
  for (const rejection of rejected.placement.rejections) reasons.push(rejection.finding);
  for (const failure of rejected.limits) reasons.push(limitFinding(failure, question));
  return reasons;
}

/** Codes of all reasons, without building the findings. */
export function reasonCodes(rejected: RejectedOffer): readonly string[] {
  const codes: string[] = [];
  SCREENS.forEach((screen, i) => {
    if ((rejected.failedScreens & (1 << i)) !== 0) codes.push(screen.code);
  });
  for (const rejection of rejected.placement.rejections) codes.push(rejection.code);
  for (const failure of rejected.limits) codes.push(failure.code);
  return codes;
}

/** Features that apply to each offer; made once a catalogue. */
function featureTable(catalogue: Catalogue): readonly (readonly SoftwareFeature[])[] {
  const cache = new Map<string, readonly SoftwareFeature[]>();
  return catalogue.offers.map((offer) => {
    const key = `${offer.provider.id}|${offer.family.id}|${offer.type.accelerator}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const list = catalogue.softwareFeatures.filter(
      (feature) =>
        (feature.provider === null || feature.provider === offer.provider.id) &&
        (feature.appliesTo.families.length === 0 || feature.appliesTo.families.includes(offer.family.id)) &&
        (feature.appliesTo.accelerators.length === 0 ||
          (offer.type.accelerator !== null && feature.appliesTo.accelerators.includes(offer.type.accelerator))),
    );
    cache.set(key, list);
    return list;
  });
}

function featuresOf({ catalogue, prepared }: FieldQuestion, offer: Offer): readonly SoftwareFeature[] {
  return forCategory(catalogue.derive(featureTable)[offer.index] ?? [], prepared.demand);
}

const categoryCache = new WeakMap<readonly SoftwareFeature[], Map<string, readonly SoftwareFeature[]>>();

function forCategory(features: readonly SoftwareFeature[], demand: Demand): readonly SoftwareFeature[] {
  let byCategory = categoryCache.get(features);
  if (byCategory === undefined) {
    byCategory = new Map();
    categoryCache.set(features, byCategory);
  }
  let list = byCategory.get(demand.category);
  if (list === undefined) {
    list = features.filter(
      (f) => f.appliesTo.categories.length === 0 || f.appliesTo.categories.includes(demand.category),
    );
    byCategory.set(demand.category, list);
  }
  return list;
}
