/** `/capacity-plan`: demand over months → servers, commitments, cost and risk; three policies side by side. */
import { answerVersion } from '../calibration/answer-version.js';
import type { Catalogue, Offer } from '../catalogue/catalogue.js';
import { type Finding, finding } from '../finding.js';
import { isDay, isMonthEnd, wholeMonthsBetween } from '../pricing/days.js';
import { commitmentsOf } from '../pricing/existing.js';
import { moneyFaults, storageFaults, usageFaults } from '../pricing/faults.js';
import type { FleetDemand, PricingQuestion } from '../pricing/index.js';
import { openLoad } from '../pricing/load.js';
import { decimal, roundCents, toCents } from '../pricing/money.js';
import { type ServerCosts, serverCosts } from '../pricing/server-costs.js';
import type { RecommendRequest } from '../question.js';
import { type Fault, fault, QuestionError } from '../question-error.js';
import type { AskContext } from '../resolve-request.js';
import { actionsOf } from './actions.js';
import { demandFaults, outlookOf } from './demand.js';
import { coarsened, MOST_LEVELS, sizingOf } from './fleet.js';
import { type Outlook, type PolicyResult, runPolicy } from './policy.js';
import type { CapacityPlanReply, CapacityPlanRequest } from './schemas.js';

/** What `/recommend` would rent for the workload: the first plan before it is rounded to whole servers. */
export interface CapacityBasis {
  readonly offer: Offer;
  readonly fleet: FleetDemand;
  /** Load for which the fleet was sized, in `loadUnit`; null for jobs. */
  readonly peakLoad: number | null;
  readonly loadUnit: string | null;
  /** The question with which it was priced. */
  readonly pricing: PricingQuestion;
}

/** `today` is the default of `pricedOn`; the rest is what the answer's version names. */
export type CapacityContext = Pick<AskContext, 'today' | 'priceBook' | 'calibrations'>;

/** Ranks the workload; null when no plan fits. Throws QuestionError. */
export type BasisFinder = (request: RecommendRequest) => {
  readonly basis: CapacityBasis | null;
  readonly findings: readonly Finding[];
};

const DEFAULT_TERMS = [1, 3, 6, 12, 24, 36, 60] as const;
const DEFAULT_QUEUE_PROBABILITY = 0.05;
/** Unit of the load of jobs. */
const JOB_LOAD_UNIT = 'runs-per-month';

/** Answers "when must we grow, and what do we commit to?". Throws QuestionError with all faults of the question. */
export function planCapacity(
  catalogue: Catalogue,
  request: CapacityPlanRequest,
  context: CapacityContext,
  findBasis: BasisFinder,
): CapacityPlanReply {
  const pricedOn = request.pricedOn ?? context.today;
  const usage = request.usage ?? {};
  const faults: Fault[] = [
    ...demandFaults(request.demand, request.horizonMonths),
    ...usageFaults(usage, '/usage'),
    ...storageFaults(request.storage ?? {}, '/storage'),
    ...moneyFaults({ pricedOn, exchangeRates: request.exchangeRates ?? [], existing: request.existing ?? [] }),
  ];
  for (const field of ['growthRatioPerMonth', 'termMonths', 'runsPerMonth'] as const) {
    if (usage[field] !== undefined)
      faults.push(
        fault('contradiction', `/usage/${field}`, {
          first: `usage.${field}`,
          second: field === 'termMonths' ? 'horizonMonths' : 'demand',
          why: 'demand and horizonMonths say it here',
        }),
      );
  }
  if (faults.length > 0) throw new QuestionError(faults);

  const { demand: _, horizonMonths, policy, ...same } = request;
  const { basis, findings } = findBasis(same);
  const startMonth = pricedOn.slice(0, 7);
  const outlook = outlookOf(
    request.demand,
    horizonMonths,
    startMonth,
    basis?.peakLoad ?? basis?.fleet.runsPerMonth ?? 1,
  );
  const common = {
    catalogueVersion: answerVersion(catalogue, context.calibrations, context.priceBook),
    pricedOn,
    forecast: outlook.forecast,
  };
  if (basis === null)
    return {
      ...common,
      currency: request.currency ?? request.constraints?.maxMonthlyCost?.currency ?? 'XXX',
      plan: null,
      months: [],
      policies: [],
      findings: [...outlook.findings, ...findings],
    };

  const question = basis.pricing;
  const load = openLoad(usage);
  const exact = sizingOf(basis.fleet, basis.peakLoad, load);
  const highest = Math.max(...outlook.months.map((m) => m.expected + 4 * (m.high - m.low)));
  const sizing = coarsened(exact, Math.ceil(exact.levelsFor(highest) / MOST_LEVELS));
  const terms = [...new Set(policy?.commitmentTermsMonths ?? DEFAULT_TERMS.filter((t) => t <= horizonMonths))].sort(
    (a, b) => a - b,
  );
  const costs = serverCosts(catalogue, question, basis.offer, basis.fleet.isInterruptible, terms);
  const maxQueueProbability = policy?.maxQueueProbability ?? DEFAULT_QUEUE_PROBABILITY;
  const view: Outlook = {
    demand: outlook.months,
    sizing,
    costs,
    coveredMonthsOf: coverage(
      catalogue,
      question,
      basis.offer,
      outlook.months[0]?.month ?? startMonth,
      sizing.serversPerLevel,
    ),
    maxQueueProbability,
  };
  const planned = runPolicy('planned', view);
  const peak = runPolicy('peak', view);
  const mean = runPolicy('mean', view);
  const isPriced = planned.months.every((m) => Number.isFinite(m.cost)) && !costs.hasUnpricedParts;
  const money = (amount: number) => ({ amount: roundCents(amount).toFixed(2), currency: question.currency });
  const actions = actionsOf(planned, sizing, question.currency);
  const total = (result: PolicyResult) =>
    isPriced && result.months.every((m) => Number.isFinite(m.cost))
      ? {
          amount: toCents(result.months.reduce((sum, m) => sum.plus(roundCents(m.cost).toFixed(2)), decimal(0))),
          currency: question.currency,
        }
      : null;

  return {
    ...common,
    currency: question.currency,
    plan: {
      provider: basis.offer.provider.id,
      region: basis.offer.region.id,
      instanceType: basis.offer.type.id,
      loadPerServer: exact.carriedBy(1 + basis.fleet.spareUnits) / exact.serversPerLevel,
      loadUnit: basis.peakLoad === null ? JOB_LOAD_UNIT : (basis.loadUnit ?? 'load'),
    },
    months: planned.months.map((m, i) => ({
      month: m.month,
      demand: roundRange(outlook.months[i] ?? { low: 0, expected: 0, high: 0 }),
      servers: m.levels * sizing.serversPerLevel,
      committed: m.committed * sizing.serversPerLevel,
      onDemand: m.onDemand * sizing.serversPerLevel,
      spot: m.spot * sizing.serversPerLevel,
      monthly: isPriced ? money(m.cost) : null,
      monthlyRange: isPriced
        ? { low: roundCents(m.costLow).toFixed(2), high: roundCents(m.costHigh).toFixed(2) }
        : null,
      missProbability: ratio(m.missProbability),
      idleRatio: ratio(m.idleRatio),
      actions: [...(actions[i] ?? [])],
    })),
    policies: [peak, mean, planned].map((result) => ({
      name: result.name,
      totalCost: total(result),
      servers: Math.max(0, ...result.months.map((m) => m.levels * sizing.serversPerLevel)),
      worstMissProbability: ratio(Math.max(0, ...result.months.map((m) => m.missProbability))),
      meanIdleRatio: ratio(result.months.reduce((sum, m) => sum + m.idleRatio, 0) / Math.max(1, result.months.length)),
    })),
    findings: [...outlook.findings, ...findings, ...assumptions(request, costs, terms, isPriced, basis)],
  };
}

function assumptions(
  request: CapacityPlanRequest,
  costs: ServerCosts,
  terms: readonly number[],
  isPriced: boolean,
  basis: CapacityBasis,
): readonly Finding[] {
  const found: Finding[] = [];
  if (request.policy?.maxQueueProbability === undefined)
    found.push(finding('assumed-default', { field: 'policy.maxQueueProbability', value: DEFAULT_QUEUE_PROBABILITY }));
  found.push(
    finding('commitments-considered', {
      asked: terms,
      priced: costs.commitments.map((c) => c.termMonths),
    }),
  );
  if (!isPriced)
    found.push(
      finding('server-unpriced', {
        provider: basis.offer.provider.id,
        region: basis.offer.region.id,
        instanceType: basis.offer.type.id,
        currency: basis.pricing.currency,
      }),
    );
  if (basis.peakLoad !== null)
    found.push(finding('load-scales-evenly', { peakLoad: basis.peakLoad, loadUnit: basis.loadUnit }));
  return found;
}

/** Leading months, counted from `firstMonth`, for which level k is paid for already. */
function coverage(
  catalogue: Catalogue,
  { existing }: PricingQuestion,
  offer: Offer,
  firstMonth: string,
  serversPerLevel: number,
): (level: number) => number {
  const months: number[] = [];
  for (const { stated, isOf } of commitmentsOf(catalogue, existing)) {
    if (!isOf(offer) || !isDay(stated.until)) continue;
    // A month counts when it is covered to its last day.
    const left = wholeMonthsBetween(`${firstMonth}-01`, stated.until) + (isMonthEnd(stated.until) ? 1 : 0);
    for (let n = 0; n < stated.count; n++) months.push(Math.max(0, left));
  }
  months.sort((a, b) => b - a);
  // A level is covered while all of its servers are.
  return (level) => months[(level + 1) * serversPerLevel - 1] ?? 0;
}

function roundRange(range: { readonly low: number; readonly expected: number; readonly high: number }) {
  const round = (value: number) => Number(value.toPrecision(9));
  return { low: round(range.low), expected: round(range.expected), high: round(range.high) };
}

function ratio(value: number): number {
  return Number(Math.min(1, Math.max(0, value)).toFixed(6));
}
