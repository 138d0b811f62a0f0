/** What pricing is asked: when, in which currency, for which use; and how many servers a placement rents. */
import type { BillingMode } from '../catalogue/provider.js';
import type { ExchangeRate, ExistingCommitment, PriceBook, StorageNeed, Usage } from './schemas.js';

export interface PricingQuestion {
  /** Day whose prices count, YYYY-MM-DD. */
  readonly pricedOn: string;
  /** Instant whose knowledge counts: sheets published later are not seen; null = all that we know. */
  readonly knownAt: string | null;
  readonly currency: string;
  readonly exchangeRates: readonly ExchangeRate[];
  readonly usage: Usage;
  readonly storage: StorageNeed;
  /** Modes that may be used; empty = all but spot. */
  readonly billingModes: readonly BillingMode[];
  readonly existing: readonly ExistingCommitment[];
  /** The work survives the loss of a server; spot needs it, and the fleet's own flag. */
  readonly interruptible: boolean;
  readonly priceBook: PriceBook | null;
  /** Zones that may be used: prices of other zones do not count. Absent or empty = any. */
  readonly zones?: readonly string[];
}

/** How many servers a placement rents, and when. See PlacementOption for the meaning of a unit. */
export interface FleetDemand {
  readonly serversPerUnit: number;
  /** Not rounded: 3.2 units rent 4. */
  readonly unitsAtPeak: number;
  readonly spareUnits: number;
  /** true: units follow the load; false: all of them run in every hour with load. */
  readonly isElastic: boolean;
  /** Hours of one run of a job on all its servers; null for services. */
  readonly runHours: number | null;
  /** Times a month that the job runs by its own account; the usage that a caller states goes before it. Absent: once. */
  readonly runsPerMonth?: number | undefined;
  readonly isInterruptible: boolean;
  /** Work of all units in an hour at the peak, in `workUnit`s; null = unknown. */
  readonly workPerHour: number | null;
  readonly workPerRun: number | null;
  readonly workUnit: string;
}

/** What ranking needs of a price, in plain floats, for tens of thousands of offers. Equal to the bill to the cent. */
export interface QuickCost {
  /** Whole plan a month; NaN = something is unpriced. */
  readonly monthly: number;
  /** The same without what has no price (a disk, an address); NaN = the servers have none. */
  readonly knownMonthly: number;
  /** What plans are compared by: `knownMonthly` over the work of a month, or as it is where work is not known. */
  readonly unitCost: number;
  /** monthly / hours in which the plan runs. */
  readonly hourly: number;
  readonly perUnitOfWork: number;
  /** true: the servers have a price, but in no currency that the question allows. */
  readonly currencyMismatch: boolean;
  /** Share of paid server-hours whose capacity the load does not use, 0…1. */
  readonly idleRatio: number;
  /** Servers at the peak, spares included. */
  readonly servers: number;
  /** Servers of the peak that are on spot. */
  readonly spotServers: number;
}
