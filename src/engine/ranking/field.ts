/** The field: every offer of the catalogue as candidates, a rejection with all its reasons, or an option to test. */
import type { Catalogue, Offer } from '../catalogue/catalogue.js';
import type { Finding } from '../finding.js';
import type { Pricing } from '../pricing/index.js';
import type { ResolvedConstraints } from '../resolve-question.js';
import { SCREENS } from '../screening/index.js';
import type { PlacementOutcome, Prepared } from '../workload/scenario.js';
import { type LimitedRental, pricedCandidates, type Rental, rentalsOf } from './candidate.js';
import { CandidateTable } from './candidate-table.js';
import { limitCodes, limitFinding } from './limits.js';

/** An offer that fails, with what failed. Findings are built only when somebody looks. */
export interface RejectedOffer {
  readonly offer: Offer;
  /** Bit i is set when SCREENS[i] failed. */
  readonly failedScreens: number;
  /** Reasons of the shape in every layout; [] when the shape itself would do. */
  readonly placement: PlacementOutcome;
  /** The nearest layout, where every one breaks a limit: servers, quota, budget, currency, no price. */
  readonly limited: LimitedRental | null;
}

export interface Field {
  readonly placements: readonly PlacementOutcome[];
  /** What each shape's layouts rent. */
  readonly rentals: readonly (readonly Rental[])[];
  readonly candidates: CandidateTable;
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
const NO_RENTALS: readonly Rental[] = Object.freeze([]);

/** Lays the demand out on every shape, then screens and prices every offer. Never stops at the first "no". */
export function buildField(question: FieldQuestion): Field {
  const { catalogue, constraints, prepared } = question;
  const limits = { maxServers: constraints.maxServers, allowSharing: constraints.allowSharing };
  const placements = catalogue.shapes.map((shape) => prepared.place(shape, limits));
  // Shapes that are the same to the demand share an outcome, and so what they rent.
  const known = new Map<PlacementOutcome, readonly Rental[]>();
  const rentals = placements.map((outcome) => {
    const rented = known.get(outcome) ?? rentalsOf(outcome.options);
    known.set(outcome, rented);
    return rented;
  });
  const context = { catalogue, constraints };
  const asked = SCREENS.map((screen) => screen.isAsked(constraints));

  const candidates = new CandidateTable();
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
      else rejected.push({ offer, failedScreens, placement, limited: null });
      continue;
    }
    const rented = rentals[offer.shapeIndex] ?? NO_RENTALS;
    const limited = candidates.addOffer(question, offer, shape, rented);
    if (limited !== null) rejected.push({ offer, failedScreens, placement: NO_PLACEMENT, limited });
  }
  return { placements, rentals, candidates, rejected, untested };
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
  if (rejected.limited !== null && shape !== null)
    for (const { candidate, failures } of pricedCandidates(question, rejected.offer, shape, [rejected.limited.rental]))
      for (const failure of failures) reasons.push(limitFinding(failure, candidate, question));
  return reasons;
}

/** Codes of all reasons, without building the findings. */
export function reasonCodes(rejected: RejectedOffer): readonly string[] {
  const codes: string[] = [];
  SCREENS.forEach((screen, i) => {
    if ((rejected.failedScreens & (1 << i)) !== 0) codes.push(screen.code);
  });
  for (const rejection of rejected.placement.rejections) codes.push(rejection.code);
  if (rejected.limited !== null) codes.push(...limitCodes(rejected.limited.limits));
  return codes;
}
