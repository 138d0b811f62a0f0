/** What one server of an offer costs in each way it can be had, disks included: for plans over months. */
import type { Catalogue, Offer } from '../catalogue/catalogue.js';
import type { BillingMode } from '../catalogue/provider.js';
import { openContext } from './context.js';
import type { PricingQuestion } from './question.js';
import { compileSurroundings } from './surroundings.js';
import { compileTariff, SPOT_OVERHEAD_RATIO, serverRates } from './tariff.js';

export interface ServerCosts {
  /** An hour on demand; NaN = no price or not allowed. */
  readonly onDemandHourly: number;
  /** An hour of useful work on spot, interruptions included; NaN = no price or not allowed. */
  readonly spotHourly: number;
  /** What a server on demand or spot costs a month whatever its hours. */
  readonly flexibleMonthly: number;
  /** A month of a committed server, the cheapest of each term, shortest term first. */
  readonly commitments: readonly {
    readonly billingMode: BillingMode;
    readonly termMonths: number;
    readonly monthly: number;
  }[];
  /** What the plan costs beside its servers, a month. */
  readonly planMonthly: number;
  readonly hasUnpricedParts: boolean;
}

/** Costs of a server when commitments of the given terms may be made. */
export function serverCosts(
  catalogue: Catalogue,
  question: PricingQuestion,
  offer: Offer,
  isInterruptible: boolean,
  termsMonths: readonly number[],
): ServerCosts {
  const at = (termMonths: number) => openContext(catalogue, { ...question, usage: { ...question.usage, termMonths } });
  const base = at(1);
  const rates = serverRates(base, offer);
  const tariff = compileTariff(base, offer, rates);
  const around = compileSurroundings(base, offer);
  const { onDemandHourly: perHour, onDemandMonthly: perMonth } = around;
  const overhead = 1 + (question.usage.spotOverheadRatio ?? SPOT_OVERHEAD_RATIO);
  const isSpotAllowed = isInterruptible && question.interruptible && base.modes.has('spot');

  const byTerm = new Map<number, { billingMode: BillingMode; termMonths: number; monthly: number }>();
  for (const term of termsMonths) {
    const context = at(term);
    if (context.commitmentMonths < 1) continue;
    const extras = compileSurroundings(context, offer).committedMonthly;
    for (const { billingMode, termMonths, monthly } of compileTariff(context, offer, rates).committed) {
      if (!termsMonths.includes(termMonths)) continue;
      const known = byTerm.get(termMonths);
      if (known === undefined || monthly + extras < known.monthly)
        byTerm.set(termMonths, { billingMode, termMonths, monthly: monthly + extras });
    }
  }
  return {
    onDemandHourly: base.modes.has('on-demand') ? tariff.onDemandHourly + perHour : Number.NaN,
    spotHourly: isSpotAllowed ? (tariff.spotHourly + perHour) * overhead : Number.NaN,
    flexibleMonthly: perMonth,
    commitments: [...byTerm.values()].sort((a, b) => a.termMonths - b.termMonths),
    planMonthly: around.planMonthly,
    hasUnpricedParts: around.unpriced.length > 0,
  };
}
