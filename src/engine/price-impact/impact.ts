/** What a draft of prices would change for one question: its best plan and what that costs, before and after. */
import type { Catalogue } from '../catalogue/catalogue.js';
import { openPricing } from '../pricing/index.js';
import type { RecommendRequest } from '../question.js';
import { QuestionError } from '../question-error.js';
import { buildField } from '../ranking/field.js';
import { rankField } from '../recommend.js';
import { type AskContext, type ResolvedQuestion, resolveRequest } from '../resolve-request.js';
import { SCREENS } from '../screening/index.js';
import type { PlacementOutcome, Prepared } from '../workload/scenario.js';
import type { OpenedDraft } from './draft-prices.js';

/** The best plan as far as prices can change it. */
export interface Choice {
  readonly provider: string;
  readonly region: string;
  readonly instanceType: string;
  readonly servers: number;
  readonly billingModes: readonly string[];
  /** In `currency`, with two decimals; null = unpriced. */
  readonly monthly: string | null;
}

export interface Impact {
  readonly currency: string | null;
  /** null: nothing fits, or the question can not be answered. */
  readonly before: Choice | null;
  readonly after: Choice | null;
  /** false: no changed rate prices an offer that the question could take, so that nothing was reckoned. */
  readonly isTouched: boolean;
}

const UNTOUCHED: Impact = Object.freeze({ currency: null, before: null, after: null, isTouched: false });

/**
 * The first plan of `recommend` with the catalogue as it is and as the draft would leave it; the same as asking twice, at
 * the price of one sizing, and for nothing where no changed rate reaches the question. Throws nothing on a question that
 * the catalogue cannot answer any more: that is "nothing fits".
 */
export function priceImpact(
  before: Catalogue,
  draft: OpenedDraft,
  request: RecommendRequest,
  context: AskContext,
): Impact {
  const question = understood(before, request, context);
  if (draft.changesNames) {
    const anew = understood(draft.catalogue, request, context);
    if (question === null || anew === null) {
      return {
        currency: (question ?? anew)?.fieldQuestion.currency ?? null,
        before: question === null ? null : choiceOf(question),
        after: anew === null ? null : choiceOf(anew),
        isTouched: true,
      };
    }
  }
  if (question === null) return UNTOUCHED;
  const placed = placingOnce(question);
  if (!isTouched(placed, draft)) return UNTOUCHED;
  return {
    currency: question.fieldQuestion.currency,
    before: choiceOf(placed),
    after: choiceOf(pricedAnew(placed, draft.catalogue)),
    isTouched: true,
  };
}

function understood(catalogue: Catalogue, request: RecommendRequest, context: AskContext): ResolvedQuestion | null {
  try {
    return resolveRequest(catalogue, request, context);
  } catch (error) {
    if (error instanceof QuestionError) return null;
    throw error;
  }
}

/** Prices have no part in how a demand is laid out: each shape is sized once, for both catalogues. */
function placingOnce(question: ResolvedQuestion): ResolvedQuestion {
  const { prepared } = question;
  const outcomes = new Map<string, PlacementOutcome>();
  const remembering: Prepared = {
    ...prepared,
    place(shape, limits) {
      const known = outcomes.get(shape.key) ?? prepared.place(shape, limits);
      outcomes.set(shape.key, known);
      return known;
    },
  };
  return { ...question, prepared: remembering, fieldQuestion: { ...question.fieldQuestion, prepared: remembering } };
}

function pricedAnew(question: ResolvedQuestion, catalogue: Catalogue): ResolvedQuestion {
  const { fieldQuestion } = question;
  return {
    ...question,
    fieldQuestion: { ...fieldQuestion, catalogue, pricing: openPricing(catalogue, fieldQuestion.pricing.question) },
  };
}

/** Whether a changed rate prices an offer that passes the requirements and can hold the demand. */
function isTouched(
  { fieldQuestion: { catalogue, constraints, prepared } }: ResolvedQuestion,
  draft: OpenedDraft,
): boolean {
  const screens = SCREENS.filter((screen) => screen.isAsked(constraints));
  const limits = { maxServers: constraints.maxServers, allowSharing: constraints.allowSharing };
  return draft.reached.some((offer) => {
    const shape = catalogue.shapes[offer.shapeIndex];
    if (shape === undefined) return false;
    if (!screens.every((screen) => screen.passes(offer, shape, { catalogue, constraints }))) return false;
    return prepared.place(shape, limits).options.length > 0;
  });
}

function choiceOf(question: ResolvedQuestion): Choice | null {
  const best = rankField(buildField(question.fieldQuestion), question).ranked[0]?.candidate;
  if (best === undefined) return null;
  const { offer, fleet, servers } = best;
  const cost = question.fieldQuestion.pricing.bill(offer, fleet);
  return {
    provider: offer.provider.id,
    region: offer.region.id,
    instanceType: offer.type.id,
    servers,
    billingModes: [...new Set(cost.billingMix.map(({ billingMode }) => billingMode))],
    monthly: cost.monthly?.amount ?? null,
  };
}
