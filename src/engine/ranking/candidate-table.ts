/**
 * The candidates of a question as columns: what ranking compares of each stands in arrays of numbers, and a candidate is made
 * an object when somebody looks at it. Of ten thousand that are compared, a few hundred are looked at.
 */
import type { Offer } from '../catalogue/catalogue.js';
import type { BillingMode } from '../catalogue/provider.js';
import type { SoftwareFeature } from '../catalogue/software.js';
import type { HardwareShape } from '../workload/scenario.js';
import { candidateOf, type PricedCandidate, type Rental, unitCostOf } from './candidate.js';
import type { FieldQuestion } from './field.js';
import { limitFailures } from './limits.js';
import { featuresOf } from './offer-features.js';

/** An offer that stands in the table, with what holds for all its rows. */
export interface Site {
  readonly offer: Offer;
  readonly shape: HardwareShape;
  readonly rentals: readonly Rental[];
  readonly pricedModes: readonly BillingMode[];
  readonly features: readonly SoftwareFeature[];
  /** Its rows: from the first up to, not with, the end. */
  readonly first: number;
  readonly end: number;
}

/** One row a candidate; the rows of an offer stand together, and an offer is added once. */
export interface CandidateTable {
  readonly sites: Site[];
  /** Place of the row's layout among the rentals of its site. */
  readonly rental: number[];
  readonly monthly: number[];
  readonly hourly: number[];
  readonly perUnitOfWork: number[];
  readonly unitCost: number[];
  readonly idleRatio: number[];
  readonly spotServers: number[];
}

export function emptyTable(): CandidateTable {
  return {
    sites: [],
    rental: [],
    monthly: [],
    hourly: [],
    perUnitOfWork: [],
    unitCost: [],
    idleRatio: [],
    spotServers: [],
  };
}

/** Prices an offer and adds the layouts that keep within all limits; false when there is none. */
export function addOffer(
  table: CandidateTable,
  { catalogue, constraints, pricing, prepared }: FieldQuestion,
  offer: Offer,
  shape: HardwareShape,
  rentals: readonly Rental[],
): boolean {
  const first = table.rental.length;
  const quote = pricing.quoteFor(offer);
  for (let i = 0; i < rentals.length; i++) {
    const rental = rentals[i];
    if (rental === undefined) continue;
    const cost = quote(rental.fleet);
    if (limitFailures(constraints, offer, shape, rental.servers, cost).length > 0) continue;
    table.rental.push(i);
    table.monthly.push(cost.monthly);
    table.hourly.push(cost.hourly);
    table.perUnitOfWork.push(cost.perUnitOfWork);
    table.unitCost.push(unitCostOf(cost));
    table.idleRatio.push(cost.idleRatio);
    table.spotServers.push(cost.spotServers);
  }
  const end = table.rental.length;
  if (end === first) return false;
  const pricedModes = pricing.pricedModes(offer);
  const features = featuresOf(catalogue, offer, prepared.demand.category);
  table.sites.push({ offer, shape, rentals, pricedModes, features, first, end });
  return true;
}

/** The candidate of a row. */
export function candidateAt(table: CandidateTable, site: Site, row: number): PricedCandidate {
  const rental = rentalAt(table, site, row);
  return candidateOf(site, rental, {
    monthly: at(table.monthly, row),
    hourly: at(table.hourly, row),
    perUnitOfWork: at(table.perUnitOfWork, row),
    // What has a price in no allowed currency breaks a limit, and stands in no table.
    currencyMismatch: false,
    idleRatio: at(table.idleRatio, row),
    servers: rental.servers,
    spotServers: at(table.spotServers, row),
  });
}

export function rentalAt(table: CandidateTable, site: Site, row: number): Rental {
  const rental = site.rentals[at(table.rental, row)];
  if (rental === undefined) throw new RangeError(`row ${row} is not of this offer`);
  return rental;
}

/** Every candidate as an object: for questions that look at all of them. */
export function allCandidates(table: CandidateTable): readonly PricedCandidate[] {
  return table.sites.flatMap((site) =>
    Array.from({ length: site.end - site.first }, (_, i) => candidateAt(table, site, site.first + i)),
  );
}

const at = (column: readonly number[], row: number): number => column[row] ?? Number.NaN;
