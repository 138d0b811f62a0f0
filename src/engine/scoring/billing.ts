import type { BillingMode } from '../catalogue/provider.js';
import { finding } from '../finding.js';
import { SECONDS_PER_HOUR } from '../units.js';
import type { Candidate, Dimension, UsageProfile } from './dimension.js';

/** Share of the month above which a commitment pays on usual list prices (break-evens of 288…480 of 730 hours). */
const STEADY_USE_RATIO = 0.66;
/** Score where no mode has a public price: as an unpublished price says nothing, neither praised nor damned. */
const UNKNOWN_MODES = 0.5;

/**
 * Billing: do the priced modes suit the usage, and can it be let go. It looks at which modes have a price, never at how
 * high the price is (that is cost), so a cheaper rate cannot lower it.
 *
 * score = 0.5 × suitability + 0.3 × release + 0.2 × freedom
 * - suitability: share of the modes that suit the usage which are priced here (steady: a commitment; varying, and jobs that
 *   end: on-demand; interruptible: spot as well).
 * - release: on-demand billed by the second or minute 1, by the hour 0.7, by the day 0.4, not priced 0, unknown 0.6.
 * - freedom: 1 when it can be used without any commitment, 0.4 when only a commitment of months is priced.
 */
export const BILLING: Dimension = {
  id: 'billing',
  label: { en: 'Billing', zh: '计费方式' },
  question: {
    en: 'Do the billing modes suit the use, can it be released at any time, and how long is it bound?',
    zh: '计费方式是否适合使用方式，能否随时释放，承诺期多长？',
  },
  score(candidate, context) {
    const { pricedModes } = candidate;
    if (pricedModes.length === 0) return UNKNOWN_MODES;
    let suitable = 0;
    let hits = 0;
    for (const group of MODE_GROUPS) {
      if (!group.suits(context.usage, candidate)) continue;
      suitable++;
      if (isAnyPriced(group.modes, pricedModes)) hits++;
    }
    return (
      0.5 * (hits / suitable) +
      0.3 * release(candidate) +
      0.2 * (pricedModes.includes('on-demand') || pricedModes.includes('spot') ? 1 : 0.4)
    );
  },
  because(candidate, context) {
    const { pricedModes, offer } = candidate;
    if (pricedModes.length === 0) return [finding('billing-none')];
    const facts = [
      finding('billing-modes', {
        modes: pricedModes,
        suitable: MODE_GROUPS.filter(({ suits }) => suits(context.usage, candidate)).map(({ modes }) =>
          modes.join(' / '),
        ),
      }),
    ];
    if (pricedModes.includes('on-demand')) {
      if (offer.provider.billing.incrementSeconds !== null) {
        facts.push(finding('billing-release', { incrementSeconds: offer.provider.billing.incrementSeconds }));
      }
    } else if (!pricedModes.includes('spot')) facts.push(finding('billing-commitment', { termMonths: 1 }));
    return facts;
  },
};

/** A service by its hours and load; a job by the hours that its runs take. */
function isSteady(usage: UsageProfile, { option }: Candidate): boolean {
  const { hoursPerMonth, hoursOfMonth, meanLoadRatio } = usage;
  const hours =
    option.runHours === null
      ? hoursPerMonth * meanLoadRatio
      : option.runHours.expected * (usage.runsPerMonth ?? option.runsPerMonth ?? 1);
  return hours / hoursOfMonth >= STEADY_USE_RATIO;
}

/** Groups of modes of which one each should be priced where the group suits the usage. */
const MODE_GROUPS: readonly {
  readonly modes: readonly BillingMode[];
  readonly suits: (usage: UsageProfile, candidate: Candidate) => boolean;
}[] = [
  { modes: ['subscription', 'reserved', 'savings-plan'], suits: isSteady },
  { modes: ['on-demand'], suits: (usage, candidate) => !isSteady(usage, candidate) || usage.termMonths <= 1 },
  { modes: ['spot'], suits: (usage) => usage.isInterruptible },
];

function isAnyPriced(modes: readonly BillingMode[], pricedModes: readonly BillingMode[]): boolean {
  for (const mode of modes) if (pricedModes.includes(mode)) return true;
  return false;
}

function release({ pricedModes, offer }: Candidate): number {
  if (!pricedModes.includes('on-demand') && !pricedModes.includes('spot')) return 0;
  const increment = offer.provider.billing.incrementSeconds;
  if (increment === null) return 0.6;
  if (increment <= 60) return 1;
  return increment <= SECONDS_PER_HOUR ? 0.7 : 0.4;
}
