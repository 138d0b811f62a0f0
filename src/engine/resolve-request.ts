/** Resolves a question of `/recommend` as a whole: names, workload, money, weights; all faults of all parts at once. */
import { answerVersion } from './calibration/answer-version.js';
import type { Calibration } from './calibration/calibration.js';
import { correctedPrepare } from './calibration/correct.js';
import { openCorrections } from './calibration/corrections.js';
import type { Catalogue } from './catalogue/catalogue.js';
import type { LinearSolver } from './fleet/solver.js';
import { moneyFaults, storageFaults, usageFaults } from './pricing/faults.js';
import { openPricing } from './pricing/index.js';
import type { PriceBook } from './pricing/schemas.js';
import type { RecommendRequest } from './question.js';
import { type Fault, fault, QuestionError } from './question-error.js';
import type { FieldQuestion } from './ranking/field.js';
import {
  resolveConstraints,
  resolveCurrency,
  resolveWeights,
  storageNameFaults,
  typeKeys,
} from './resolve-question.js';
import { MOST_FIGURES, type UncertainFigure, uncertainFigures } from './uncertainty/worlds.js';
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

export interface ResolvedQuestion {
  readonly scenario: AnyScenario;
  readonly prepared: Prepared;
  /** Prepares another workload of the same scenario in the same way. */
  readonly prepare: (workload: RecommendRequest['workload']) => Prepared;
  readonly fieldQuestion: FieldQuestion;
  readonly weights: Weights;
  readonly pricedOn: string;
  /** Of catalogue, calibrations and price book. */
  readonly version: string;
  readonly whyNot: readonly { asked: string; types: ReadonlySet<string> }[];
  readonly request: RecommendRequest;
  readonly figures: readonly UncertainFigure[];
}

/** Resolves names, money and weights; collects the faults of all parts before it throws. */
export function resolveRequest(catalogue: Catalogue, request: RecommendRequest, context: AskContext): ResolvedQuestion {
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
  faults.push(
    ...usageFaults(request.usage ?? {}, '/usage'),
    ...storageFaults(request.storage ?? {}, '/storage'),
    ...storageNameFaults(catalogue, request.storage ?? {}, '/storage'),
    ...moneyFaults({ pricedOn, exchangeRates: request.exchangeRates ?? [], existing: request.existing ?? [] }),
  );
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
  for (const { pointer, low, expected, high } of figures) {
    const place = `/workload${pointer}`;
    // A scenario that reads the figure has told already.
    if (
      !(low <= expected && expected <= high) &&
      !faults.some((known) => known.pointer === place && known.code === 'out-of-range')
    ) {
      faults.push(
        fault('out-of-range', place, {
          field: pointer.slice(1),
          value: `${low} … ${expected} … ${high}`,
          expected: 'low ≤ expected ≤ high',
        }),
      );
    }
  }
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
    zones: [...(constraints.zones ?? [])].map((key) => key.slice(key.indexOf('/') + 1)),
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
    version: answerVersion(catalogue, context.calibrations, context.priceBook),
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
