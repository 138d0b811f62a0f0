/**
 * The story of an answer: question → demand → place → screen → price → score → rank → explain.
 *
 * `recommend` is pure: the same question, catalogue, price book, calibrations and day give the same bytes.
 */
import type { RecommendReply, Relaxation } from './answer.js';
import { assumedDefaults } from './assumptions.js';
import type { CapacityBasis } from './capacity/index.js';
import type { Catalogue } from './catalogue/catalogue.js';
import { type Finding, finding } from './finding.js';
import { PRICE_NOTES } from './pricing/bill.js';
import { fullLoadHours, openLoad } from './pricing/load.js';
import type { RecommendRequest } from './question.js';
import type { PricingClass } from './ranking/candidate.js';
import type { CandidateTable } from './ranking/candidate-table.js';
import { demandSensitivity } from './ranking/demand-sensitivity.js';
import { buildField, type Field } from './ranking/field.js';
import { leastRegret } from './ranking/least-regret.js';
import { countLimits, isLimit } from './ranking/limits.js';
import { mixedPlan } from './ranking/mixed-plan.js';
import { choosePlans, rankCandidates, type Scored } from './ranking/order.js';
import { paretoFront } from './ranking/pareto.js';
import { planOf } from './ranking/plan.js';
import { commonestReason, rejectedReply } from './ranking/rejections.js';
import { type RelaxationQuestion, relaxationsOf } from './ranking/relaxations.js';
import { priceSensitivity, sensitivityFinding } from './ranking/sensitivity.js';
import { untestedFamilies, untestedOffers } from './ranking/untested.js';
import { whyNotReply } from './ranking/why-not.js';
import { namesOfSeveralProviders } from './resolve-question.js';
import { type AskContext, type ResolvedQuestion, resolveRequest } from './resolve-request.js';
import type { ScoreContext } from './scoring/dimension.js';
import { shown } from './shown.js';
import { HOURS_PER_MONTH } from './units.js';
import { ENGINE_VERSION } from './version.js';
import type { Prepared, Weights } from './workload/scenario.js';

export type { AskContext } from './resolve-request.js';

/** Answers "what should we rent for this workload?". Throws QuestionError with all faults of the question. */
export function recommend(catalogue: Catalogue, request: RecommendRequest, context: AskContext): RecommendReply {
  const question = resolveRequest(catalogue, request, context);
  const { fieldQuestion, prepared, weights } = question;
  const field = buildField(fieldQuestion);
  const { ranked, scoring } = rankField(field, question);
  const plans = choosePlans(ranked, request.limit ?? 5, request.distinct ?? true).map((scored, i) =>
    planOf(scored, i + 1, ranked, question, scoring),
  );
  const winner = ranked[0]?.candidate ?? null;
  const rejected = rejectedReply(field.rejected, fieldQuestion, request.explain === 'full');
  const asked: RelaxationQuestion = {
    field,
    question: fieldQuestion,
    request,
    scenario: question.scenario,
    prepare: question.prepare,
  };
  const sensitivity = priceSensitivity(ranked, weights, scoring);
  const budget = fieldQuestion.constraints.maxMonthlyCost;
  // What keeps a budget only because nobody publishes its price is no answer to the budget.
  const isBudgetOpen = budget !== null && winner !== null && !winner.isPriced;
  const isAnswered = plans.length > 0 && !isBudgetOpen;
  const relaxed = isAnswered ? { relaxations: [], findings: [] } : relaxationsOf(asked);

  return {
    catalogueVersion: question.version,
    engineVersion: ENGINE_VERSION,
    pricedOn: question.pricedOn,
    currency: fieldQuestion.currency,
    demand: shown(prepared.demand),
    plans,
    paretoFront: paretoFront(ranked).map(({ scored: { candidate }, risk }) => ({
      provider: candidate.offer.provider.id,
      region: candidate.offer.region.id,
      instanceType: candidate.offer.type.id,
      servers: candidate.servers,
      monthly: { amount: candidate.cost.monthly.toFixed(2), currency: fieldQuestion.currency },
      time:
        candidate.option.timeMetric === null
          ? null
          : {
              metric: candidate.option.runHours === null ? 'latencyMs' : 'durationHours',
              value: shown(candidate.option.timeMetric),
            },
      risk,
    })),
    counts: {
      offers: catalogue.offers.length,
      feasible: ranked.length,
      unpriced: ranked.filter(({ candidate }) => !candidate.isPriced).length,
      untested: field.untested.length,
    },
    rejected,
    untested: [...untestedOffers(field.untested), ...untestedFamilies(question)],
    uncertainty:
      question.figures.length === 0
        ? null
        : leastRegret(question.figures, ranked, field.candidates.all(), fieldQuestion, question.prepare, request),
    sensitivity,
    demandSensitivity:
      request.explain === 'full'
        ? demandSensitivity({ ...asked, weights, scoring: (candidates) => scoreContext(candidates, question) }, ranked)
        : null,
    mixedFleet:
      request.requestMix === undefined || !context.solver
        ? null
        : mixedPlan(fieldQuestion, field.candidates.all(), question.prepare, request, context.solver),
    whyNot: [...whyNotReply(question.whyNot, asked, ranked, weights, scoring)],
    relaxations: [...relaxed.relaxations],
    roadmap: prepared
      .roadmap(winner === null ? null : { shape: winner.shape, option: winner.option, servers: winner.servers })
      .map((step) => ({ ...step, because: [...step.because] })),
    loadTest: mutableLoadTest(
      prepared.loadTest(winner === null ? null : { shape: winner.shape, option: winner.option }),
    ),
    findings: [
      ...prepared.findings,
      ...fieldQuestion.pricing.findings,
      ...assumedDefaults(request, fieldQuestion.constraints, question.pricedOn),
      ...namesOfSeveralProviders(catalogue, request.constraints ?? {}, fieldQuestion.constraints),
      weightsUsed(weights),
      ...otherCurrencies(field, fieldQuestion.currency),
      ...(isBudgetOpen
        ? [finding('no-priced-plan-in-budget', { budget: budget.toFixed(2), currency: fieldQuestion.currency })]
        : []),
      ...(sensitivity === null ? [] : [sensitivityFinding(sensitivity)]),
      ...(plans.length === 0
        ? [finding('no-plan-fits', { count: rejected.count, ...commonestReason(field.rejected) })]
        : []),
      ...relaxed.relaxations.slice(0, MOST_TOLD).map((one) => opens(one, fieldQuestion.currency)),
      ...relaxed.findings,
    ],
  };
}

/**
 * What capacity planning stands on: the first plan, before it is rounded to whole servers; null when no plan fits.
 * Throws QuestionError as `recommend` does.
 */
export function findCapacityBasis(
  catalogue: Catalogue,
  request: RecommendRequest,
  context: AskContext,
): { readonly basis: CapacityBasis | null; readonly findings: readonly Finding[] } {
  const question = resolveRequest(catalogue, request, context);
  const { fieldQuestion, prepared } = question;
  const winner = rankField(buildField(fieldQuestion), question).ranked[0]?.candidate;
  return {
    basis:
      winner === undefined
        ? null
        : {
            offer: winner.offer,
            fleet: winner.fleet,
            peakLoad: prepared.demand.peakLoad,
            loadUnit: prepared.demand.loadUnit,
            pricing: fieldQuestion.pricing.question,
          },
    findings: [
      ...prepared.findings,
      ...fieldQuestion.pricing.findings,
      ...namesOfSeveralProviders(catalogue, request.constraints ?? {}, fieldQuestion.constraints),
      ...assumedDefaults(request, fieldQuestion.constraints, question.pricedOn).filter(
        // The horizon says for how long.
        ({ facts }) => facts.field !== 'usage.termMonths',
      ),
      ...(winner === undefined
        ? []
        : fieldQuestion.pricing.bill(winner.offer, winner.fleet).findings.filter(({ code }) => PRICE_NOTES.has(code))),
      ...(winner?.option.report.findings ?? []),
    ],
  };
}

/** The candidates of a field in their order, the best layout of each offer, and what they were scored against. */
export function rankField(
  field: Field,
  question: ResolvedQuestion,
): { readonly ranked: readonly Scored[]; readonly scoring: ScoreContext } {
  const scoring = scoreContext(field.candidates, question);
  return { ranked: rankCandidates(field.candidates, question.weights, scoring), scoring };
}

function scoreContext(candidates: CandidateTable, question: ResolvedQuestion): ScoreContext {
  const cheapestOf = (most: PricingClass) => {
    let cheapest = Number.NaN;
    for (let row = 0; row < candidates.length; row++) {
      const unitCost = candidates.unitCost(row);
      if (candidates.pricing(row) <= most && !(unitCost >= cheapest)) cheapest = unitCost;
    }
    return cheapest;
  };
  const cheapestPriced = cheapestOf(0);
  const { usage } = question.request;
  const hoursPerMonth = usage?.hoursPerMonth ?? HOURS_PER_MONTH;
  return {
    catalogue: question.fieldQuestion.catalogue,
    demand: question.prepared.demand,
    cheapestUnitCost: Number.isNaN(cheapestPriced) ? cheapestOf(1) : cheapestPriced,
    usage: {
      meanLoadRatio: Math.min(1, fullLoadHours(openLoad(usage ?? {})) / hoursPerMonth),
      hoursPerMonth,
      hoursOfMonth: HOURS_PER_MONTH,
      runsPerMonth: usage?.runsPerMonth ?? null,
      termMonths: usage?.termMonths ?? 1,
      isInterruptible: usage?.interruptible ?? false,
    },
  };
}

/** Relaxations that are told in a sentence; the others are in the list. */
const MOST_TOLD = 3;

function opens({ change: { pointer, from, to }, plan, monthly }: Relaxation, currency: string): Finding {
  const shown = (value: unknown) =>
    typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return finding('change-opens-plan', {
    pointer,
    from: shown(from),
    to: shown(to),
    ...plan,
    monthly: monthly?.amount ?? null,
    currency,
  });
}

/** Offers that fail for their currency alone: a stated rate would let them in. */
function otherCurrencies({ rejected }: Field, currency: string): Finding[] {
  const currencies = new Set<string>();
  let count = 0;
  for (const { offer, limited } of rejected) {
    if (limited === null || !isLimit(limited.limits, 'currency-mismatch') || countLimits(limited.limits) > 1) continue;
    count++;
    for (const other of offer.provider.currencies) currencies.add(other);
  }
  currencies.delete(currency);
  return count === 0
    ? []
    : [finding('priced-in-other-currencies', { count, currency, currencies: [...currencies].sort() })];
}

function weightsUsed(weights: Weights): Finding {
  return finding('weights-used', {
    weights: Object.entries(weights).map(([id, value]) => `${id} ${value.toFixed(2)}`),
  });
}

function mutableLoadTest(test: ReturnType<Prepared['loadTest']>): RecommendReply['loadTest'] {
  return {
    summary: test.summary,
    measure: [...test.measure],
    decide: [...test.decide],
    commands: test.commands.map((c) => ({ ...c })),
  };
}
