/**
 * The candidates of a question as rows of numbers: what ranking compares of each stands side by side, and a candidate is made an
 * object when somebody looks at it. Of ten thousand that are compared, a few hundred are looked at.
 */
import type { Offer } from '../catalogue/catalogue.js';
import type { BillingMode } from '../catalogue/provider.js';
import type { SoftwareFeature } from '../catalogue/software.js';
import type { QuickCost } from '../pricing/index.js';
import type { HardwareShape } from '../workload/scenario.js';
import {
  candidateOf,
  type LimitedRental,
  type PricedCandidate,
  type PricingClass,
  pricingClass,
  type Rental,
} from './candidate.js';
import type { FieldQuestion } from './field.js';
import { countLimits, isNearer, limitsBroken } from './limits.js';
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

const COLUMNS = [
  'rental',
  'monthly',
  'knownMonthly',
  'hourly',
  'perUnitOfWork',
  'unitCost',
  'idleRatio',
  'spotServers',
] as const;
type Column = (typeof COLUMNS)[number];
const WIDTH = COLUMNS.length;
const PLACE = Object.fromEntries(COLUMNS.map((name, i) => [name, i])) as Readonly<Record<Column, number>>;
const FIRST_ROWS = 1024;

/** One row a candidate; the rows of an offer stand together, and an offer is added once. */
export class CandidateTable {
  readonly sites: Site[] = [];
  #rows = 0;
  #numbers = new Float64Array(FIRST_ROWS * WIDTH);

  get length(): number {
    return this.#rows;
  }

  /** Adds a row; `rental` is the place of its layout among the rentals of its site. */
  add(rental: number, cost: QuickCost): void {
    const start = this.#rows * WIDTH;
    if (start === this.#numbers.length) {
      const wider = new Float64Array(2 * start);
      wider.set(this.#numbers);
      this.#numbers = wider;
    }
    const numbers = this.#numbers;
    numbers[start + PLACE.rental] = rental;
    numbers[start + PLACE.monthly] = cost.monthly;
    numbers[start + PLACE.knownMonthly] = cost.knownMonthly;
    numbers[start + PLACE.hourly] = cost.hourly;
    numbers[start + PLACE.perUnitOfWork] = cost.perUnitOfWork;
    numbers[start + PLACE.unitCost] = cost.unitCost;
    numbers[start + PLACE.idleRatio] = cost.idleRatio;
    numbers[start + PLACE.spotServers] = cost.spotServers;
    this.#rows++;
  }

  #at(row: number, place: number): number {
    return this.#numbers[row * WIDTH + place] ?? Number.NaN;
  }

  /** How much of its price is known. */
  pricing(row: number): PricingClass {
    return pricingClass(this.#at(row, PLACE.monthly), this.#at(row, PLACE.knownMonthly));
  }

  /** Money a month of what has a price; NaN = unpriced. */
  knownMonthly(row: number): number {
    return this.#at(row, PLACE.knownMonthly);
  }

  unitCost(row: number): number {
    return this.#at(row, PLACE.unitCost);
  }

  idleRatio(row: number): number {
    return this.#at(row, PLACE.idleRatio);
  }

  rental(site: Site, row: number): Rental {
    const rental = site.rentals[this.#at(row, PLACE.rental)];
    if (rental === undefined) throw new RangeError(`row ${row} is not of this offer`);
    return rental;
  }

  /** The candidate of a row. */
  candidate(site: Site, row: number): PricedCandidate {
    const rental = this.rental(site, row);
    return candidateOf(site, rental, {
      monthly: this.#at(row, PLACE.monthly),
      knownMonthly: this.#at(row, PLACE.knownMonthly),
      unitCost: this.#at(row, PLACE.unitCost),
      hourly: this.#at(row, PLACE.hourly),
      perUnitOfWork: this.#at(row, PLACE.perUnitOfWork),
      // What has a price in no allowed currency breaks a limit, and stands in no table.
      currencyMismatch: false,
      idleRatio: this.#at(row, PLACE.idleRatio),
      servers: rental.servers,
      spotServers: this.#at(row, PLACE.spotServers),
    });
  }

  /** Every candidate as an object: for questions that look at all of them. */
  all(): readonly PricedCandidate[] {
    return this.sites.flatMap((site) =>
      Array.from({ length: site.end - site.first }, (_, i) => this.candidate(site, site.first + i)),
    );
  }

  /**
   * Prices an offer and adds the layouts that keep within all limits. Where none does: the one that breaks the fewest, of those
   * the cheapest.
   */
  addOffer(
    { catalogue, constraints, pricing, prepared }: FieldQuestion,
    offer: Offer,
    shape: HardwareShape,
    rentals: readonly Rental[],
  ): LimitedRental | null {
    const first = this.#rows;
    let nearest: Rental | null = null;
    let nearestLimits = 0;
    let nearestMonthly = Number.NaN;
    for (let i = 0; i < rentals.length; i++) {
      const rental = rentals[i];
      if (rental === undefined) continue;
      const cost = pricing.quick(offer, rental.fleet);
      const limits = limitsBroken(constraints, offer, shape, rental.servers, cost);
      if (limits === 0) {
        this.add(i, cost);
        continue;
      }
      if (this.#rows > first) continue;
      const counts = countLimits(limits);
      if (nearest !== null && !isNearer(counts, cost.knownMonthly, countLimits(nearestLimits), nearestMonthly))
        continue;
      nearest = rental;
      nearestLimits = limits;
      nearestMonthly = cost.knownMonthly;
    }
    if (this.#rows === first) return nearest === null ? null : { rental: nearest, limits: nearestLimits };
    const pricedModes = pricing.pricedModes(offer);
    const features = featuresOf(catalogue, offer, prepared.demand.category);
    this.sites.push({ offer, shape, rentals, pricedModes, features, first, end: this.#rows });
    return null;
  }
}
