/**
 * The contract of a dimension. A score is 0…1 and absolute: it is worked out from the candidate and the need alone, so an
 * offer that is not chosen cannot move it. The one exception is cost, which is stated against the cheapest feasible plan on
 * a logarithmic scale: a cheaper newcomer shifts every cost score by the same amount and leaves the order alone.
 */
import type { Catalogue, Offer } from '../catalogue/catalogue.js';
import type { BillingMode } from '../catalogue/provider.js';
import type { SoftwareFeature } from '../catalogue/software.js';
import type { Finding } from '../finding.js';
import type { Demand, DimensionId, HardwareShape, PlacementOption } from '../workload/scenario.js';

/** What every dimension may look at. */
export interface Candidate {
  readonly offer: Offer;
  readonly shape: HardwareShape;
  readonly option: PlacementOption;
  readonly servers: number;
  /** Cost of a unit of work (or of a month where work is not known) as a float, in the asked currency; NaN = unpriced. */
  readonly unitCost: number;
  /** Its servers have a price, something beside them has none: `unitCost` is that of the priced part. */
  readonly hasUnpricedParts: boolean;
  /** Paid accelerator time without work over all paid time, 0…1. */
  readonly idleRatio: number;
  /** Modes with a price for this offer, among those asked for. */
  readonly pricedModes: readonly BillingMode[];
  /** Features of the catalogue that apply to this offer and help this category. */
  readonly features: readonly SoftwareFeature[];
}

/** What is the same for all candidates of a question. */
export interface ScoreContext {
  readonly catalogue: Catalogue;
  readonly demand: Demand;
  /** Lowest `unitCost` of all feasible candidates without unpriced parts, of all if each has some; NaN when none is priced. */
  readonly cheapestUnitCost: number;
  readonly usage: UsageProfile;
}

/** How the fleet is used, as far as billing suits it. */
export interface UsageProfile {
  /** Mean over peak of the load while running, 0…1. */
  readonly meanLoadRatio: number;
  /** Hours a month that a service runs. */
  readonly hoursPerMonth: number;
  readonly hoursOfMonth: number;
  /** Times a month that a job runs, where stated. */
  readonly runsPerMonth: number | null;
  readonly termMonths: number;
  readonly isInterruptible: boolean;
}

export interface Dimension {
  readonly id: DimensionId;
  readonly label: { readonly en: string; readonly zh: string };
  /** What it looks at, in a sentence. */
  readonly question: { readonly en: string; readonly zh: string };
  /** Score of a candidate, 0…1; no allocation. */
  score(candidate: Candidate, context: ScoreContext): number;
  /** The facts behind the score. */
  because(candidate: Candidate, context: ScoreContext): readonly Finding[];
}

export const clamp01 = (value: number): number => Math.min(1, Math.max(0, value));

/** have ÷ need, at most 1; 1 when nothing is needed; `unknownScore` when what it has is unknown. */
export function coverage(have: number | null, need: number | null, unknownScore: number): number {
  if (need === null || need <= 0) return 1;
  if (have === null) return unknownScore;
  return clamp01(have / need);
}
