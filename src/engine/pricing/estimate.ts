/** `/cost-estimate`: the bill of named resources, of a plan, or of several alternatives side by side. */
import type { RecommendReply } from '../answer.js';
import { answerVersion } from '../calibration/answer-version.js';
import type { Catalogue, Offer } from '../catalogue/catalogue.js';
import { finding } from '../finding.js';
import { type Fault, fault, QuestionError } from '../question-error.js';
import { HOURS_PER_MONTH } from '../units.js';
import { moneyFaults, storageFaults, usageFaults } from './faults.js';
import { openPricing } from './index.js';
import { fullLoadHours, hoursAbove, openLoad } from './load.js';
import { decimal, toCents, toMicros } from './money.js';
import type { FleetDemand, PricingQuestion } from './question.js';
import { estimateCurrency, offerOfResource } from './resources.js';
import type {
  Cost,
  CostEstimateReply,
  CostEstimateRequest,
  CostResource,
  EstimateBill,
  PriceBook,
  Usage,
} from './schemas.js';

export interface EstimateContext {
  /** Today in UTC: the default of `pricedOn`. */
  readonly today: string;
  readonly priceBook: PriceBook | null;
  /** Answers a request of `/recommend`; needed for `planId`. */
  readonly recommend: (request: never) => RecommendReply;
}

type Resolved = { readonly resource: CostResource; readonly offer: Offer; readonly isOffered: boolean };

/** Answers "what will this cost?". Throws QuestionError with all faults of the question. */
export function estimateCost(
  catalogue: Catalogue,
  request: CostEstimateRequest,
  context: EstimateContext,
): CostEstimateReply {
  const forms = [request.resources, request.alternatives, request.planId].filter((form) => form !== undefined);
  if (forms.length !== 1)
    throw new QuestionError([fault('exactly-one-of', '', { fields: ['resources', 'alternatives', 'planId'] })]);
  if (request.planId !== undefined) return billOfPlan(request, request.planId, context);

  const faults: Fault[] = [];
  const pricedOn = request.pricedOn ?? context.today;
  const usage = request.usage ?? {};
  faults.push(...usageFaults(usage, '/usage'));
  faults.push(
    ...moneyFaults({ pricedOn, exchangeRates: request.exchangeRates ?? [], existing: request.existing ?? [] }),
  );
  if (request.request !== undefined)
    faults.push(
      fault('contradiction', '/request', { first: 'request', second: 'planId', why: 'planId is not stated' }),
    );
  const groups = request.alternatives ?? [request.resources ?? []];
  const resolved = groups.map((resources, g) =>
    resources.map((resource, r): Resolved => {
      const pointer = request.alternatives === undefined ? `/resources/${r}` : `/alternatives/${g}/${r}`;
      if (resource.storage !== undefined) faults.push(...storageFaults(resource.storage, `${pointer}/storage`));
      return { resource, ...offerOfResource(catalogue, resource, pointer, faults) };
    }),
  );
  const currency = estimateCurrency(catalogue, request, resolved.flat(), faults);
  if (faults.length > 0) throw new QuestionError(faults);

  const base = {
    pricedOn,
    knownAt: request.knownAt ?? null,
    currency,
    exchangeRates: request.exchangeRates ?? [],
    usage,
    existing: request.existing ?? [],
    priceBook: context.priceBook,
  };
  const bills = resolved.map((group) => billOf(catalogue, request, group, base));
  const order = bills.map((_, index) => index).sort((a, b) => compareBills(bills[a], bills[b]) || a - b);
  const first = bills[order[0] ?? 0];
  if (first === undefined) throw new QuestionError([fault('exactly-one-of', '', { fields: ['resources'] })]);
  const cheapest = first.monthly;
  return {
    catalogueVersion: answerVersion(catalogue, [], context.priceBook),
    pricedOn,
    ...first,
    ...(request.alternatives === undefined
      ? {}
      : {
          alternatives: order.flatMap((index) => {
            const bill = bills[index];
            if (bill === undefined) return [];
            const delta =
              bill.monthly === null || cheapest === null
                ? null
                : toCents(decimal(bill.monthly.amount).minus(cheapest.amount));
            return [{ index, delta, bill }];
          }),
        }),
    exchangeRates: [...base.exchangeRates],
  };
}

/** Fully priced ones by money, then partly priced ones, then those without a total. */
function compareBills(a: EstimateBill | undefined, b: EstimateBill | undefined): number {
  const rank = (bill: EstimateBill | undefined) =>
    bill === undefined || bill.monthly === null ? 2 : bill.unpriced.length > 0 ? 1 : 0;
  return rank(a) - rank(b) || Number(a?.monthly?.amount ?? 0) - Number(b?.monthly?.amount ?? 0);
}

function billOf(
  catalogue: Catalogue,
  request: CostEstimateRequest,
  group: readonly Resolved[],
  base: Omit<PricingQuestion, 'billingModes' | 'storage' | 'interruptible'>,
): EstimateBill {
  const { usage, currency } = base;
  const parts = group.map(({ resource, offer, isOffered }) => {
    const termMonths = resource.termMonths ?? usage.termMonths ?? 1;
    const isNamedSpot = resource.billingMode === 'spot';
    const pricing = openPricing(catalogue, {
      ...base,
      usage: { ...usage, termMonths },
      storage: resource.storage ?? {},
      billingModes: resource.billingMode === undefined ? (request.billingModes ?? []) : [resource.billingMode],
      interruptible: isNamedSpot || (usage.interruptible ?? false),
    });
    const cost = pricing.bill(offer, fleetOf(resource.servers, usage));
    const extra = [
      ...pricing.findings,
      ...(isOffered ? [] : [finding('not-offered-there', { instanceType: offer.type.id, region: offer.region.id })]),
      ...(isNamedSpot && usage.interruptible !== true ? [finding('spot-interruptible-assumed')] : []),
    ];
    return { cost: { ...cost, findings: [...extra, ...cost.findings] }, termMonths };
  });
  const load = openLoad(usage);
  const hours = hoursAbove(load, 0);
  const monthly = sumMoney(parts.map(({ cost }) => cost.monthly));
  // From each part's price of an hour, which stems from its money before it was rounded to cents.
  const hourly = sumMoney(parts.map(({ cost }) => cost.hourly));
  const work = request.work === undefined ? 0 : request.work.perHour * fullLoadHours(load);
  const termMonths = Math.max(...parts.map((part) => part.termMonths));
  return {
    monthly: monthly === null ? null : { amount: toCents(monthly), currency },
    monthlyRange: sumRanges(parts.map(({ cost }) => cost)),
    hourly: hourly === null ? null : { amount: toMicros(hourly), currency },
    perUnitOfWork:
      hourly === null || request.work === undefined || work === 0
        ? null
        : { amount: toMicros(hourly.times(hours).dividedBy(work)), currency, unit: request.work.unit },
    perJob: null,
    currency,
    lines: parts.flatMap(({ cost }) => cost.lines),
    billingMix: parts.flatMap(({ cost }) => cost.billingMix),
    comparedWith: {
      allOnDemand: moneyOf(sumMoney(parts.map(({ cost }) => cost.comparedWith.allOnDemand)), currency),
      allSubscription: moneyOf(sumMoney(parts.map(({ cost }) => cost.comparedWith.allSubscription)), currency),
    },
    breakEvenHoursPerMonth: parts.length === 1 ? (parts[0]?.cost.breakEvenHoursPerMonth ?? null) : null,
    schedule: sumSchedules(
      parts.map(({ cost }) => cost),
      termMonths,
    ),
    findings: uniqueFindings([
      ...(usage.hoursPerMonth === undefined ? [finding('month-is-730-hours', { hoursPerMonth: HOURS_PER_MONTH })] : []),
      ...(usage.termMonths === undefined && parts.some((p) => p.termMonths === 1)
        ? [finding('assumed-default', { field: 'usage.termMonths', value: 1 })]
        : []),
      ...(request.pricedOn === undefined
        ? [finding('assumed-default', { field: 'pricedOn', value: base.pricedOn })]
        : []),
      ...parts.flatMap(({ cost }) => cost.findings),
    ]),
    termMonths,
    termTotal: moneyOf(
      parts.some(({ cost }) => cost.monthly === null)
        ? null
        : parts.reduce(
            (total, { cost, termMonths: months }) => total.plus(decimal(cost.monthly?.amount ?? '0').times(months)),
            decimal(0),
          ),
      currency,
    ),
    unpriced: parts.flatMap(({ cost }) => cost.unpricedItems),
  };
}

/** Named servers: with a load they follow it, else all of them run in every hour of use. */
function fleetOf(servers: number, usage: Usage): FleetDemand {
  return {
    serversPerUnit: 1,
    unitsAtPeak: servers,
    spareUnits: 0,
    isElastic: usage.hourlyLoad !== undefined || usage.loadShape !== undefined,
    runHours: null,
    isInterruptible: true,
    workPerHour: null,
    workPerRun: null,
    workUnit: 'unit',
  };
}

/** The bill of a plan is the bill that `/recommend` showed, to the cent. */
function billOfPlan(request: CostEstimateRequest, planId: string, context: EstimateContext): CostEstimateReply {
  const faults: Fault[] = [];
  if (request.request === undefined)
    faults.push(fault('exactly-one-of', '/request', { fields: ['request (with planId)'] }));
  for (const field of [
    'usage',
    'existing',
    'pricedOn',
    'knownAt',
    'currency',
    'exchangeRates',
    'billingModes',
    'work',
  ] as const) {
    if (request[field] !== undefined)
      faults.push(fault('contradiction', `/${field}`, { first: field, second: 'planId', why: 'state it in request' }));
  }
  if (faults.length > 0 || request.request === undefined) throw new QuestionError(faults);
  const reply = context.recommend(request.request as never);
  const plan = reply.plans.find((candidate) => candidate.id === planId);
  if (plan === undefined)
    throw new QuestionError([
      fault(
        'unknown-plan',
        '/planId',
        { value: planId },
        reply.plans.map((candidate) => candidate.id),
      ),
    ]);
  const usage = (request.request as { usage?: Usage }).usage;
  const rates = (request.request as { exchangeRates?: CostEstimateReply['exchangeRates'] }).exchangeRates;
  return {
    catalogueVersion: reply.catalogueVersion,
    pricedOn: reply.pricedOn,
    ...asEstimate(plan.cost, usage?.termMonths ?? 1),
    exchangeRates: rates ?? [],
  };
}

/** The estimate form of a plan's cost. */
export function asEstimate(cost: Cost, termMonths: number): EstimateBill {
  const { unpriced: _, unpricedItems, ...same } = cost;
  return {
    ...same,
    termMonths,
    termTotal: cost.monthly === null ? null : moneyOf(decimal(cost.monthly.amount).times(termMonths), cost.currency),
    unpriced: unpricedItems,
  };
}

type Amount = ReturnType<typeof decimal>;

function sumMoney(parts: readonly (Cost['monthly'] | null)[]): Amount | null {
  let total = decimal(0);
  for (const part of parts) {
    if (part === null) return null;
    total = total.plus(part.amount);
  }
  return total;
}

function moneyOf(amount: Amount | null, currency: string): Cost['monthly'] {
  return amount === null ? null : { amount: toCents(amount), currency };
}

function sumRanges(costs: readonly Cost[]): Cost['monthlyRange'] {
  if (costs.every((cost) => cost.monthlyRange === null) || costs.some((cost) => cost.monthly === null)) return null;
  const sum = (end: 'low' | 'high') =>
    toCents(costs.reduce((total, c) => total.plus(c.monthlyRange?.[end] ?? c.monthly?.amount ?? '0'), decimal(0)));
  return { low: sum('low'), high: sum('high') };
}

function sumSchedules(costs: readonly Cost[], months: number): EstimateBill['schedule'] {
  if (costs.some((cost) => cost.schedule.length === 0)) return [];
  return Array.from({ length: months }, (_, m) => {
    const sum = (field: 'cash' | 'amortised') =>
      toCents(costs.reduce((total, cost) => total.plus(cost.schedule[m]?.[field] ?? '0'), decimal(0)));
    return { month: m + 1, cash: sum('cash'), amortised: sum('amortised') };
  });
}

function uniqueFindings(findings: Cost['findings']): Cost['findings'] {
  const seen = new Set<string>();
  return findings.filter((f) => {
    const key = JSON.stringify([f.code, f.facts]);
    return seen.has(key) ? false : seen.add(key) !== undefined;
  });
}
