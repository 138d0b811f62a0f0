/**
 * The story of an answer: question → demand → place → screen → price → score → rank → explain.
 *
 * `recommend` is pure: the same question, catalogue, price book and day give the same bytes.
 */
import type { Plan, RecommendReply } from './answer.js';
import { answerVersion } from './calibration/answer-version.js';
import type { Calibration } from './calibration/calibration.js';
import { correctedPrepare } from './calibration/correct.js';
import { openCorrections } from './calibration/corrections.js';
import type { Catalogue, Offer } from './catalogue/catalogue.js';
import { UNPUBLISHED_REGION_ID } from './catalogue/snapshot.js';
import { type Finding, finding } from './finding.js';
import type { LinearSolver } from './fleet/solver.js';
import { openPricing } from './pricing/index.js';
import type { PriceBook } from './pricing/schemas.js';
import type { RecommendRequest } from './question.js';
import { type Fault, fault, QuestionError } from './question-error.js';
import { fallbacksOf } from './ranking/fallbacks.js';
import { buildField, type Field, type FieldQuestion } from './ranking/field.js';
import { leastRegret } from './ranking/least-regret.js';
import { mixedPlan } from './ranking/mixed-plan.js';
import { choosePlans, rankCandidates, type Scored } from './ranking/order.js';
import { paretoFront } from './ranking/pareto.js';
import { rejectedReply } from './ranking/rejections.js';
import { type RelaxationQuestion, relaxationsOf } from './ranking/relaxations.js';
import { riskOf } from './ranking/risk.js';
import { priceSensitivity } from './ranking/sensitivity.js';
import { whyNotReply } from './ranking/why-not.js';
import { isCalendarDay, resolveConstraints, resolveCurrency, resolveWeights, typeKeys } from './resolve-question.js';
import type { ScoreContext } from './scoring/dimension.js';
import { scoreCard, weakestDimension } from './scoring/index.js';
import { MOST_FIGURES, type UncertainFigure, uncertainFigures } from './uncertainty/worlds.js';
import { HOURS_PER_MONTH } from './units.js';
import { ENGINE_VERSION } from './version.js';
import type { AnyScenario, Prepared, Weights } from './workload/scenario.js';
import { SCENARIOS } from './workload/scenarios/index.js';

/** What the engine is told beside the question: it has no clock and no caller. */
export interface AskContext {
  /** Today in UTC, YYYY-MM-DD: the default of `pricedOn`. */
  readonly today: string;
  /** The caller's own prices; null = list prices. */
  readonly priceBook: PriceBook | null;
  /** The caller's own load tests; they correct what is predicted. */
  readonly calibrations?: readonly Calibration[];
  /** Solver of mixed fleets; null = such a question is refused. */
  readonly solver?: LinearSolver | null;
}

/** Answers "what should we rent for this workload?". Throws QuestionError with all faults of the question. */
export function recommend(catalogue: Catalogue, request: RecommendRequest, context: AskContext): RecommendReply {
  const question = resolve(catalogue, request, context);
  const { fieldQuestion, prepared, weights } = question;
  const field = buildField(fieldQuestion);
  const scoring = scoreContext(field, question);
  const ranked = rankCandidates(field.candidates, weights, scoring);
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
  const relaxed = plans.length > 0 ? { relaxations: [], findings: [] } : relaxationsOf(asked);

  return {
    catalogueVersion: question.version,
    engineVersion: ENGINE_VERSION,
    pricedOn: question.pricedOn,
    currency: fieldQuestion.currency,
    demand: { ...prepared.demand, facts: { ...prepared.demand.facts } },
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
              value: candidate.option.timeMetric,
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
        : leastRegret(question.figures, ranked, field.candidates, fieldQuestion, question.prepare, request),
    sensitivity: priceSensitivity(ranked, weights, scoring),
    mixedFleet:
      request.requestMix === undefined || !context.solver
        ? null
        : mixedPlan(fieldQuestion, field.candidates, question.prepare, request, context.solver),
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
      ...assumptions(request, question),
      ...(plans.length === 0
        ? [finding('no-plan-fits', { count: rejected.count, reason: rejected.byReason[0]?.code ?? null })]
        : []),
      ...relaxed.findings,
    ],
  };
}

interface ResolvedQuestion {
  readonly scenario: AnyScenario;
  readonly prepared: Prepared;
  /** Prepares another workload of the same scenario in the same way. */
  readonly prepare: (workload: RecommendRequest['workload']) => Prepared;
  readonly fieldQuestion: FieldQuestion;
  readonly weights: Weights;
  readonly pricedOn: string;
  /** Of catalogue and calibrations. */
  readonly version: string;
  readonly whyNot: readonly { asked: string; types: ReadonlySet<string> }[];
  readonly request: RecommendRequest;
  readonly figures: readonly UncertainFigure[];
}

/** Resolves names, money and weights; collects the faults of all parts before it throws. */
function resolve(catalogue: Catalogue, request: RecommendRequest, context: AskContext): ResolvedQuestion {
  const faults: Fault[] = [];
  const scenario = SCENARIOS[request.workload.scenario];
  let prepared: Prepared | null = null;
  const corrections = openCorrections(catalogue, context.calibrations ?? [], context.today);
  const prepare = (workload: RecommendRequest['workload']): Prepared => {
    if (scenario === undefined) throw new QuestionError([]);
    return correctedPrepare(scenario, workload, { catalogue, pointer: '/workload' }, corrections);
  };
  if (scenario === undefined)
    faults.push(
      fault('not-built-yet', '/workload/scenario', { scenario: request.workload.scenario }, Object.keys(SCENARIOS)),
    );
  else {
    try {
      prepared = prepare(request.workload);
    } catch (error) {
      if (!(error instanceof QuestionError)) throw error;
      faults.push(...error.faults);
    }
  }
  const constraints = resolveConstraints(catalogue, request.constraints ?? {}, faults);
  const pricedOn = request.pricedOn ?? context.today;
  if (!isCalendarDay(pricedOn)) faults.push(fault('impossible-date', '/pricedOn', { value: pricedOn }));
  (request.exchangeRates ?? []).forEach((rate, i) => {
    if (!isCalendarDay(rate.asOn))
      faults.push(fault('impossible-date', `/exchangeRates/${i}/asOn`, { value: rate.asOn }));
  });
  (request.existing ?? []).forEach((item, i) => {
    if (!isCalendarDay(item.until))
      faults.push(fault('impossible-date', `/existing/${i}/until`, { value: item.until }));
  });
  const currency = resolveCurrency(catalogue, request, constraints, faults);
  const weights = scenario === undefined ? null : resolveWeights(request.weights, scenario.defaultWeights, faults);
  const whyNot = (request.whyNot ?? []).map((asked, i) => ({
    asked,
    types: new Set(typeKeys(catalogue, asked, `/whyNot/${i}`, faults)),
  }));
  checkRequestMix(request, context, faults);
  const figures = uncertainFigures(request.workload);
  if (figures.length > MOST_FIGURES) {
    faults.push(
      fault('out-of-range', '/workload', {
        field: 'uncertain figures',
        value: figures.length,
        expected: `at most ${MOST_FIGURES}`,
      }),
    );
  }
  figures.forEach(({ pointer, low, expected, high }) => {
    if (!(low <= expected && expected <= high)) {
      faults.push(
        fault('out-of-range', `/workload${pointer}`, {
          field: pointer.slice(1),
          value: `${low} … ${expected} … ${high}`,
          expected: 'low ≤ expected ≤ high',
        }),
      );
    }
  });
  if (faults.length > 0 || scenario === undefined || prepared === null || weights === null)
    throw new QuestionError(faults);
  const pricing = openPricing(catalogue, {
    pricedOn,
    knownAt: request.knownAt ?? null,
    currency,
    exchangeRates: request.exchangeRates ?? [],
    usage: request.usage ?? {},
    storage: request.storage ?? {},
    billingModes: constraints.billingModes,
    existing: request.existing ?? [],
    interruptible: request.usage?.interruptible ?? false,
    priceBook: context.priceBook,
  });
  return {
    scenario,
    prepared,
    prepare,
    fieldQuestion: { catalogue, constraints, prepared, pricing, currency },
    weights,
    pricedOn,
    version: answerVersion(catalogue, context.calibrations ?? []),
    whyNot,
    request,
    figures,
  };
}

function checkRequestMix(request: RecommendRequest, { solver }: AskContext, faults: Fault[]): void {
  const { requestMix, workload } = request;
  if (requestMix === undefined) return;
  if (typeof workload.requestsPerSecond !== 'number' || workload.inputTokens === undefined) {
    faults.push(
      fault('contradiction', '/requestMix', {
        first: 'requestMix',
        second: 'workload',
        why: 'sizes of requests need a serving workload by requestsPerSecond, as one number',
      }),
    );
  }
  const sum = requestMix.reduce((total, bucket) => total + bucket.shareRatio, 0);
  if (Math.abs(sum - 1) > 1e-6) {
    faults.push(fault('out-of-range', '/requestMix', { field: 'sum of shareRatio', value: sum, expected: '1' }));
  }
  if (!solver) faults.push(fault('not-built-yet', '/requestMix', { scenario: 'requestMix' }));
}

function scoreContext(field: Field, question: ResolvedQuestion): ScoreContext {
  let cheapest = Number.NaN;
  for (const { unitCost } of field.candidates)
    if (!(unitCost >= cheapest)) cheapest = Number.isNaN(unitCost) ? cheapest : unitCost;
  const { usage } = question.request;
  const load = usage?.hourlyLoad;
  return {
    catalogue: question.fieldQuestion.catalogue,
    demand: question.prepared.demand,
    cheapestUnitCost: cheapest,
    usage: {
      meanLoadRatio:
        load === undefined ? (usage?.loadShape?.meanRatio ?? 1) : load.reduce((a, b) => a + b, 0) / load.length,
      hoursPerMonth: usage?.hoursPerMonth ?? HOURS_PER_MONTH,
      hoursOfMonth: HOURS_PER_MONTH,
      termMonths: usage?.termMonths ?? 1,
      isInterruptible: usage?.interruptible ?? false,
    },
  };
}

function planOf(
  scored: Scored,
  rank: number,
  ranked: readonly Scored[],
  question: ResolvedQuestion,
  scoring: ScoreContext,
): Plan {
  const { candidate, score } = scored;
  const { offer, shape, option } = candidate;
  const { constraints, currency, pricing } = question.fieldQuestion;
  const dimensions = scoreCard(candidate, question.weights, scoring);
  const weakest = weakestDimension(dimensions);
  const cost = pricing.bill(offer, candidate.fleet);
  const zone =
    constraints.zones === null
      ? null
      : (offer.zones.find((z) => constraints.zones?.has(`${offer.provider.id}/${z}`)) ?? null);
  const findings: Finding[] = [
    ...cheaperElsewhere(scored, ranked, currency),
    ...(rank === 1 ? unpricedAbove(scored, ranked) : []),
    finding('weakest-dimension', { dimension: weakest, score: dimensions[weakest].score }),
    ...option.findings,
  ];
  if (!candidate.isPriced)
    findings.push(finding('price-not-published', { instanceType: offer.type.id, region: offer.region.id }));
  if (offer.region.id === UNPUBLISHED_REGION_ID)
    findings.push(finding('region-not-published', { instanceType: offer.type.id }));
  if (offer.saleStatus !== 'general')
    findings.push(finding('sale-status-note', { instanceType: offer.type.id, saleStatus: offer.saleStatus }));
  const units = candidate.servers / option.serversPerUnit;
  return {
    id: planId(question.version, candidate),
    rank,
    score,
    dimensions,
    placement: {
      provider: offer.provider.id,
      region: offer.region.id,
      zone,
      instanceType: offer.type.id,
      family: offer.family.id,
      saleStatus: offer.saleStatus,
      accelerator: shape.accelerator.id,
      acceleratorsPerServer: shape.count,
      acceleratorShareRatio: shape.share,
      servers: candidate.servers,
      replicas: Math.max(1, Math.round(units * option.replicasPerUnit)),
      parallelism: { ...option.parallelism },
      sharing: option.sharing,
      software: { name: option.software.name, version: option.software.version, precision: option.software.precision },
    },
    performance: { ...option.performance },
    memory: {
      perAcceleratorGiB: option.memory,
      ...(option.memoryExtras === undefined ? {} : option.memoryExtras),
    },
    cost,
    ...(constraints.maxMonthlyCost === null ? {} : { budgetProven: candidate.isPriced && !cost.unpriced }),
    risk: riskOf(candidate),
    fallbacks: fallbacksOf(scored, ranked, currency),
    findings,
  };
}

/** Below this share of a plan's cost another plan is worth naming although it scores lower. */
const WORTH_NAMING_RATIO = 0.9;

/** The cheapest plan that ranks below, and the dimension that decided against it. */
function cheaperElsewhere(scored: Scored, ranked: readonly Scored[], currency: string): readonly Finding[] {
  const { monthly } = scored.candidate.cost;
  let cheapest: Scored | null = null;
  for (const other of ranked) {
    if (!other.candidate.isPriced || other.score >= scored.score) continue;
    if (other.candidate.cost.monthly < (cheapest?.candidate.cost.monthly ?? monthly * WORTH_NAMING_RATIO))
      cheapest = other;
  }
  if (cheapest === null) return [];
  return [
    finding('cheaper-plan-ranked-lower', {
      instanceType: cheapest.candidate.offer.type.id,
      region: cheapest.candidate.offer.region.id,
      monthly: cheapest.candidate.cost.monthly.toFixed(2),
      currency,
      score: cheapest.score,
      ownScore: scored.score,
    }),
  ];
}

/** Unpriced plans rank last; the best of them is named where it would have won. */
function unpricedAbove(winner: Scored, ranked: readonly Scored[]): readonly Finding[] {
  const best = ranked.find(({ candidate }) => !candidate.isPriced);
  if (best === undefined || !winner.candidate.isPriced || best.score <= winner.score) return [];
  const { offer } = best.candidate;
  return [
    finding('unpriced-plan-scores-higher', {
      instanceType: offer.type.id,
      region: offer.region.id,
      family: offer.family.id,
      score: best.score,
      ownScore: winner.score,
    }),
  ];
}

/** FNV-1a over the placement: the same plan of the same catalogue keeps its id. */
function planId(version: string, { offer, option, servers }: Scored['candidate']): string {
  const text = [
    version,
    offer.provider.id,
    offer.type.id,
    offer.region.id,
    servers,
    ...Object.values(option.parallelism),
  ].join('|');
  let high = 0x811c9dc5;
  let low = 0x01000193;
  for (let i = 0; i < text.length; i++) {
    high = Math.imul(high ^ text.charCodeAt(i), 0x01000193) >>> 0;
    low = Math.imul(low ^ text.charCodeAt(text.length - 1 - i), 0x01000193) >>> 0;
  }
  return `plan-${high.toString(16).padStart(8, '0')}${low.toString(16).padStart(8, '0')}`;
}

function untestedOffers(offers: readonly Offer[]): RecommendReply['untested'] {
  const groups = new Map<string, { offer: Offer; regions: string[] }>();
  for (const offer of offers) {
    const key = `${offer.provider.id}|${offer.type.id}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { offer, regions: [offer.region.id] });
    else group.regions.push(offer.region.id);
  }
  return [...groups.values()].map(({ offer, regions }) => ({
    provider: offer.provider.id,
    instanceType: offer.type.id,
    regions,
    findings: [finding('speed-not-published', { accelerator: offer.type.accelerator })],
  }));
}

/** Families of which no size is published, for the same kind of work: named, never sized. */
function untestedFamilies({ fieldQuestion, prepared }: ResolvedQuestion): RecommendReply['untested'] {
  const { catalogue, constraints } = fieldQuestion;
  const sized = new Set(
    catalogue.offers.filter((offer) => offer.shapeIndex >= 0).map((offer) => `${offer.provider.id}/${offer.family.id}`),
  );
  const options: RecommendReply['untested'] = [];
  for (const [key, family] of catalogue.familiesByKey) {
    if (sized.has(key) || !family.madeFor.includes(prepared.demand.category)) continue;
    if (constraints.providers !== null && !constraints.providers.has(family.provider)) continue;
    if (constraints.excludeProviders.has(family.provider) || !constraints.saleStatuses.has(family.saleStatus)) continue;
    if (constraints.accelerators !== null && !family.accelerators.some((id) => constraints.accelerators?.has(id)))
      continue;
    if (constraints.instanceTypes !== null || constraints.regions !== null || constraints.zones !== null) continue;
    if (
      constraints.geographies !== null &&
      ![...catalogue.regionsByKey.values()].some(
        (r) =>
          r.provider === family.provider &&
          ((r.geography !== null && constraints.geographies?.has(r.geography)) ||
            (r.continent !== null && constraints.geographies?.has(r.continent))),
      )
    )
      continue;
    options.push({
      provider: family.provider,
      instanceType: family.id,
      regions: [],
      findings: [finding('family-size-not-published', { family: family.id, accelerators: family.accelerators })],
    });
  }
  return options;
}

function assumptions(request: RecommendRequest, { weights, pricedOn }: ResolvedQuestion): readonly Finding[] {
  const list: Finding[] = [];
  if (request.pricedOn === undefined) list.push(finding('assumed-default', { field: 'pricedOn', value: pricedOn }));
  list.push(
    finding('weights-used', { weights: Object.entries(weights).map(([id, value]) => `${id} ${value.toFixed(2)}`) }),
  );
  return list;
}

function mutableLoadTest(test: ReturnType<Prepared['loadTest']>): RecommendReply['loadTest'] {
  return {
    summary: test.summary,
    measure: [...test.measure],
    decide: [...test.decide],
    commands: test.commands.map((c) => ({ ...c })),
  };
}
