/** Opens pricing for one question: `quick` for ranking, `bill` for showing; one mix decides both. */
import type { Catalogue, Offer } from '../catalogue/catalogue.js';
import type { BillingMode } from '../catalogue/provider.js';
import { type Finding, finding } from '../finding.js';
import { HOURS_PER_DAY, HOURS_PER_MONTH } from '../units.js';
import { buildBill } from './bill.js';
import { openContext, type PricingContext } from './context.js';
import { addMonthsToDay, dayNumber, wholeMonthsBetween } from './days.js';
import { type Levels, levelsOf } from './levels.js';
import { openLoad } from './load.js';
import { breakEvenHours, cheapestMix, type MixLimits, type Segment } from './mix.js';
import { bookKey } from './price-book-rates.js';
import type { FleetDemand, PricingQuestion, QuickCost } from './question.js';
import { fleetFindings, questionFindings } from './question-findings.js';
import { modeBit, modeSet, quickTotals } from './quick.js';
import type { Cost } from './schemas.js';
import { compileSurroundings, type Surroundings } from './surroundings.js';
import { compileTariff, type ServerRates, SPOT_OVERHEAD_RATIO, serverRates, type Tariff } from './tariff.js';

export type { FleetDemand, PricingQuestion, QuickCost } from './question.js';

export interface Pricing {
  readonly question: PricingQuestion;
  /** Assumptions and warnings of the whole question, once an answer. */
  readonly findings: readonly Finding[];
  /** Modes in which the servers have a usable rate, whichever the mix takes; in the fixed order of BillingMode. */
  pricedModes(offer: Offer): readonly BillingMode[];
  /** One object that each call writes over: what is to be kept is copied. Fastest offer by offer. */
  quick(offer: Offer, fleet: FleetDemand): QuickCost;
  bill(offer: Offer, fleet: FleetDemand): Cost;
}

/** Compiled questions that are kept at one time; each holds a small object an offer. */
const KEPT_QUESTIONS = 4;
/** Tariffs that are kept in all, of about a kilobyte each. */
const KEPT_TARIFFS = 40_000;

/** Opens pricing for a question. The question's meaning is checked by `pricingFaults` before. */
export function openPricing(catalogue: Catalogue, question: PricingQuestion): Pricing {
  const context = openContext(catalogue, question);
  const { usage } = question;
  const load = openLoad(usage);
  const compiled = compiledFor(context);
  /** By the fleet object: callers hold one for each placement and ask for it at every offer. */
  const levelsByRule = new Map<string, Map<FleetDemand, Levels>>();
  const isSpotAllowed = question.interruptible && context.modes.has('spot');

  function tariffOf(offer: Offer): Tariff {
    const known = compiled.tariffs[offer.index];
    if (known !== undefined && known.offer === offer) return known;
    const made = compileTariff(context, offer, ratesOf(offer));
    if (offer.index >= 0) compiled.tariffs[offer.index] = made;
    return made;
  }

  function ratesOf(offer: Offer): ServerRates {
    if (offer.index < 0 || context.bookRates !== null) return serverRates(context, offer);
    const known = compiled.rates[offer.index];
    if (known !== undefined) return known;
    const made = serverRates(context, offer);
    compiled.rates[offer.index] = made;
    return made;
  }

  function surroundingsOf(offer: Offer): Surroundings {
    // Licences are priced by the server's size; all else by the region.
    const key = question.storage.licences === undefined ? offer.region : offer;
    const known = compiled.surroundings.get(key);
    if (known !== undefined) return known;
    const made = compileSurroundings(context, offer);
    compiled.surroundings.set(key, made);
    return made;
  }

  function levelsUnder({ runRule: rule }: Tariff): Map<FleetDemand, Levels> {
    let byFleet = levelsByRule.get(rule.key);
    if (byFleet === undefined) {
      byFleet = new Map();
      levelsByRule.set(rule.key, byFleet);
    }
    return byFleet;
  }

  function levelsFor(fleet: FleetDemand, { runRule }: Tariff, known: Map<FleetDemand, Levels>): Levels {
    let levels = known.get(fleet);
    if (levels === undefined) {
      levels = levelsOf(load, fleet, usage.runsPerMonth ?? fleet.runsPerMonth ?? 1, context.termMonths, runRule);
      known.set(fleet, levels);
    }
    return levels;
  }

  function limitsOf(offer: Offer, fleet: FleetDemand): MixLimits {
    const covered = coverOf(context, offer);
    return {
      allowOnDemand: context.modes.has('on-demand'),
      allowSpot: isSpotAllowed && fleet.isInterruptible,
      allowCommitted: true,
      maxSpotRatio: usage.maxSpotRatio ?? 1,
      spotOverheadRatio: usage.spotOverheadRatio ?? SPOT_OVERHEAD_RATIO,
      serversPerUnit: fleet.serversPerUnit,
      coveredUnits: covered.servers / fleet.serversPerUnit,
      coveredRatio: covered.ratio,
    };
  }

  const totals = quickTotals();
  /** What holds for all fleets of the offer that was asked for last, and the limits of its last fleet. */
  let site: {
    readonly offer: Offer;
    readonly tariff: Tariff;
    readonly surroundings: Surroundings;
    readonly levels: Map<FleetDemand, Levels>;
  } | null = null;
  let limits: MixLimits | null = null;
  let limitsFleet: FleetDemand | null = null;

  function quick(offer: Offer, fleet: FleetDemand): QuickCost {
    if (site?.offer !== offer) {
      const tariff = tariffOf(offer);
      site = { offer, tariff, surroundings: surroundingsOf(offer), levels: levelsUnder(tariff) };
      limits = null;
    }
    // Limits differ only in these two among the fleets of an offer.
    const isAsLast =
      limitsFleet?.serversPerUnit === fleet.serversPerUnit && limitsFleet.isInterruptible === fleet.isInterruptible;
    if (limits === null || !isAsLast) limits = limitsOf(offer, fleet);
    limitsFleet = fleet;
    const { tariff, surroundings, levels } = site;
    return totals(tariff, surroundings, levelsFor(fleet, tariff, levels), fleet, limits);
  }

  return {
    question,
    findings: questionFindings(context),
    pricedModes: (offer) => pricedModesOf(tariffOf(offer)),
    quick,
    bill(offer, fleet) {
      const tariff = tariffOf(offer);
      const surroundings = surroundingsOf(offer);
      const levels = levelsFor(fleet, tariff, levelsUnder(tariff));
      const limits = limitsOf(offer, fleet);
      const only = (allow: Partial<MixLimits>): MixLimits => ({
        ...limits,
        allowOnDemand: false,
        allowSpot: false,
        allowCommitted: false,
        ...allow,
      });
      const covered = coverOf(context, offer);
      const segments: readonly Segment[] = cheapestMix(tariff, surroundings, levels, limits);
      return buildBill({
        context,
        tariff,
        surroundings,
        levels,
        fleet,
        segments,
        allOnDemand: cheapestMix(tariff, surroundings, levels, only({ allowOnDemand: true }), null),
        allSubscription:
          tariff.subscription === null ? [] : cheapestMix(tariff, surroundings, levels, only({}), tariff.subscription),
        breakEvenHoursPerMonth: breakEvenHours(tariff, surroundings, tariff.committed[0] ?? tariff.subscription),
        coveredServers: covered.ratio === 0 ? 0 : Math.min(covered.servers, levels.count * fleet.serversPerUnit),
        findings: [
          ...surroundings.findings,
          ...fleetFindings(context, fleet, levels),
          ...coverFindings(context, offer),
          ...conflictFindings(context, tariff, ratesOf(offer)),
        ],
      });
    },
  };
}

function pricedModesOf(tariff: Tariff): readonly BillingMode[] {
  let mask = 0;
  if (tariff.onDemand !== null) mask |= modeBit('on-demand');
  if (tariff.spot !== null) mask |= modeBit('spot');
  for (const commitment of tariff.committed) mask |= modeBit(commitment.billingMode);
  return modeSet(mask);
}

/** What depends on the question's money only, lent from one question to the next. */
interface Compiled {
  readonly tariffs: Tariff[];
  readonly rates: ServerRates[];
  readonly surroundings: Map<Offer['region'] | Offer, Surroundings>;
}

/** Shares tariffs among questions of equal money, rates among those of one day, surroundings among those of equal storage. */
function compiledFor(context: PricingContext): Compiled {
  const { question, index, catalogue } = context;
  const kept = Math.max(1, Math.min(KEPT_QUESTIONS, Math.floor(KEPT_TARIFFS / Math.max(1, catalogue.offers.length))));
  const lend = <T>(kind: string, key: unknown, make: () => T): T => {
    const name = `${kind} ${JSON.stringify(key)}`;
    const memo = index.memo as Map<string, T>;
    const known = memo.get(name);
    const value = known ?? make();
    // The most recently used stands last; the oldest of its kind is given up.
    memo.delete(name);
    memo.set(name, value);
    const mine = [...memo.keys()].filter((other) => other.startsWith(`${kind} `));
    for (const old of mine.slice(0, Math.max(0, mine.length - kept))) memo.delete(old);
    return value;
  };
  const day = [question.pricedOn, question.knownAt, [...(question.zones ?? [])].sort()];
  const money = [
    day,
    question.currency,
    question.exchangeRates,
    [...context.modes].sort(),
    context.termMonths,
    context.commitmentMonths,
    bookKey(question.priceBook),
  ];
  return {
    rates: lend<ServerRates[]>('rates', day, () => []),
    tariffs: lend<Tariff[]>('tariffs', money, () => []),
    surroundings: lend<Compiled['surroundings']>('surroundings', [money, question.storage], () => new Map()),
  };
}

const NOTHING_COVERED = Object.freeze({ servers: 0, ratio: 0 });

/** Servers of this offer that are paid for already, and the share of the term for which they are. */
function coverOf({ question, existing, termMonths }: PricingContext, offer: Offer): { servers: number; ratio: number } {
  let servers = 0;
  let serverMonths = 0;
  for (const { stated, isOf } of existing) {
    if (!isOf(offer)) continue;
    const months = Math.min(termMonths, monthsLeft(question.pricedOn, stated.until));
    if (months <= 0) continue;
    servers += stated.count;
    serverMonths += stated.count * months;
  }
  return servers === 0 ? NOTHING_COVERED : { servers, ratio: serverMonths / (servers * termMonths) };
}

/** Whole months, and the days after them as a share of a month; 0 when it has ended. */
function monthsLeft(pricedOn: string, until: string): number {
  if (until <= pricedOn) return 0;
  const whole = wholeMonthsBetween(pricedOn, until);
  const days = dayNumber(until) - dayNumber(addMonthsToDay(pricedOn, whole));
  return whole + Math.min(1, (Math.max(0, days) * HOURS_PER_DAY) / HOURS_PER_MONTH);
}

function coverFindings({ question, existing, termMonths }: PricingContext, offer: Offer): readonly Finding[] {
  return existing
    .filter(({ isOf }) => isOf(offer))
    .map(({ stated }) => {
      const facts = {
        count: stated.count,
        instanceType: offer.type.id,
        region: offer.region.id,
        until: stated.until,
      };
      const months = monthsLeft(question.pricedOn, stated.until);
      if (months <= 0) return finding('existing-ended', facts);
      return finding('existing-used-first', {
        ...facts,
        coveredMonths: Number(Math.min(months, termMonths).toFixed(2)),
        termMonths,
      });
    });
}

function conflictFindings(context: PricingContext, tariff: Tariff, rates: ServerRates): readonly Finding[] {
  return [...rates.instance, ...rates.card].flatMap((rate) => {
    const point = rate.point[0];
    if (point === undefined || rate.conflicts.length === 0 || context.exchange.rankOf(rate.currency) === -1) return [];
    return [
      finding('price-conflict', {
        instanceType: tariff.offer.type.id,
        billingMode: rate.billingMode,
        currency: rate.currency,
        used: point.row.price,
        usedAsOf: point.row.asOf,
        others: rate.conflicts.slice(0, 5).map((c) => `${c.row.price} (${c.row.asOf}, ${c.row.confidence})`),
      }),
    ];
  });
}
