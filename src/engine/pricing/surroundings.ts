/** What a bill holds beside the servers, for one provider and region: compiled once a question. */
import type { Offer } from '../catalogue/catalogue.js';
import type { Finding } from '../finding.js';
import type { Charge } from './charge.js';
import { lineAmount, sumRates } from './charge.js';
import { merge, type UnpricedService } from './components/component.js';
import { COMPONENTS } from './components/index.js';
import type { PricingContext } from './context.js';

export interface Surroundings {
  /** Charges of each server, by how the server is billed. */
  readonly onDemand: readonly Charge[];
  readonly committed: readonly Charge[];
  /** What these come to for a server: by the hour and by the month on demand, by the month when committed. */
  readonly onDemandHourly: number;
  readonly onDemandMonthly: number;
  readonly committedMonthly: number;
  readonly plan: readonly Charge[];
  readonly planMonthly: number;
  readonly unpriced: readonly UnpricedService[];
  readonly findings: readonly Finding[];
}

export function compileSurroundings(context: PricingContext, offer: Offer): Surroundings {
  const all = merge(
    ...Object.values(COMPONENTS).map((component) => component.charges(context, offer, context.question.storage)),
  );
  let planMonthly = 0;
  for (const charge of all.plan) planMonthly += lineAmount(charge, 1);
  return {
    ...all,
    onDemandHourly: sumRates(all.onDemand, 'server-hour'),
    onDemandMonthly: sumRates(all.onDemand, 'server-month'),
    committedMonthly: sumRates(all.committed),
    planMonthly,
  };
}
