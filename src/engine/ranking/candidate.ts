/** An offer in one layout with its price, before it is scored. */
import type { Offer } from '../catalogue/catalogue.js';
import type { FleetDemand, QuickCost } from '../pricing/index.js';
import type { Candidate } from '../scoring/dimension.js';
import type { HardwareShape, PlacementOption } from '../workload/scenario.js';
import type { FieldQuestion } from './field.js';
import { isNearer, type LimitFailure, limitFailures } from './limits.js';
import { featuresOf } from './offer-features.js';

export interface PricedCandidate extends Candidate {
  readonly fleet: FleetDemand;
  readonly cost: QuickCost;
  /** Nothing of it is unpriced. */
  readonly isPriced: boolean;
}

/** A layout with what it rents. Shapes that are the same to the demand share theirs: pricing knows a fleet by its object. */
export interface Rental {
  readonly option: PlacementOption;
  readonly fleet: FleetDemand;
  /** Servers at the peak, spares included. */
  readonly servers: number;
}

export function rentalsOf(options: readonly PlacementOption[]): readonly Rental[] {
  return options.map((option) => ({ option, fleet: fleetOf(option), servers: serversOf(option) }));
}

/** Servers at the peak, spares included. The small slack keeps 3.0000000001 units from renting a fourth. */
export function serversOf(option: PlacementOption): number {
  return option.serversPerUnit * (Math.max(1, Math.ceil(option.unitsAtPeak - 1e-9)) + option.spareUnits);
}

function fleetOf(option: PlacementOption): FleetDemand {
  return {
    serversPerUnit: option.serversPerUnit,
    unitsAtPeak: option.unitsAtPeak,
    spareUnits: option.spareUnits,
    isElastic: option.isElastic,
    runHours: option.runHours?.expected ?? null,
    runsPerMonth: option.runsPerMonth,
    // Whether the work may be interrupted is the caller's to say: `usage.interruptible` lets spot in.
    isInterruptible: true,
    workPerHour: option.workPerHour,
    workPerRun: option.workPerRun,
    workUnit: option.workUnit,
  };
}

/** How much of a price is known: 0 = all, 1 = the servers' but not all beside them, 2 = none. The order in which plans rank. */
export type PricingClass = 0 | 1 | 2;

export function pricingClass(monthly: number, knownMonthly: number): PricingClass {
  return Number.isNaN(knownMonthly) ? 2 : Number.isNaN(monthly) ? 1 : 0;
}

/** A layout of an offer at a price, with what holds for all layouts of the offer. */
export function candidateOf(
  { offer, shape, pricedModes, features }: Pick<PricedCandidate, 'offer' | 'shape' | 'pricedModes' | 'features'>,
  { option, fleet, servers }: Rental,
  cost: QuickCost,
): PricedCandidate {
  const known = pricingClass(cost.monthly, cost.knownMonthly);
  return {
    offer,
    shape,
    option,
    servers,
    unitCost: cost.unitCost,
    idleRatio: cost.idleRatio,
    pricedModes,
    features,
    fleet,
    cost,
    hasUnpricedParts: known === 1,
    isPriced: known === 0,
  };
}

/** A layout that breaks limits of the request, as bits of `limits.ts`. */
export interface LimitedRental {
  readonly rental: Rental;
  readonly limits: number;
}

/** A candidate with the limits of the request that it breaks. */
export interface LimitedCandidate {
  readonly candidate: PricedCandidate;
  readonly failures: readonly LimitFailure[];
}

/** Layouts of an offer, each with its price and the limits that it breaks. */
export function pricedCandidates(
  question: FieldQuestion,
  offer: Offer,
  shape: HardwareShape,
  rentals: readonly Rental[],
): readonly LimitedCandidate[] {
  const { pricing, constraints, catalogue, prepared } = question;
  const site = {
    offer,
    shape,
    pricedModes: pricing.pricedModes(offer),
    features: featuresOf(catalogue, offer, prepared.demand.category),
  };
  return rentals.map((rental) => {
    const cost = { ...pricing.quick(offer, rental.fleet) };
    return {
      candidate: candidateOf(site, rental, cost),
      failures: limitFailures(constraints, offer, shape, rental.servers, cost),
    };
  });
}

/** The layouts of an offer that keep within all limits. */
export function feasibleCandidates(
  question: FieldQuestion,
  offer: Offer,
  shape: HardwareShape,
  rentals: readonly Rental[],
): readonly PricedCandidate[] {
  return pricedCandidates(question, offer, shape, rentals).flatMap(({ candidate, failures }) =>
    failures.length === 0 ? [candidate] : [],
  );
}

/** Of the layouts that break limits the one that breaks the fewest; of those the cheapest. */
export function nearestLimited(candidates: readonly LimitedCandidate[]): LimitedCandidate | null {
  let nearest: LimitedCandidate | null = null;
  for (const one of candidates) {
    const { failures, candidate } = one;
    if (failures.length === 0) continue;
    const least = nearest?.candidate.cost.knownMonthly ?? Number.NaN;
    if (nearest === null || isNearer(failures.length, candidate.cost.knownMonthly, nearest.failures.length, least))
      nearest = one;
  }
  return nearest;
}
