/** Freezes an answer: asks the questions, chooses the plans, seals the whole. */
import { randomUUID } from 'node:crypto';
import type { Plan, RecommendReply } from '../../engine/answer.js';
import { answerVersion } from '../../engine/calibration/answer-version.js';
import type { RecommendRequest } from '../../engine/question.js';
import { architectureOf, hardwareOf, modelNameOf } from '../../exports/subject.js';
import { type Planning, type PlanningContext, planningContext } from '../planning.js';
import type { Actor, WriteSession, Writes } from '../ports.js';
import { Problem, type ProblemError } from '../problems.js';
import { asking } from '../question-problem.js';
import { type OnceOptions, prepareThenWriteOnce, type WriteOnceReply } from '../write-once.js';
import {
  type QuoteContent,
  type QuoteEvent,
  type QuoteItem,
  type QuoteSigner,
  quotedPlan,
  quoteNumber,
  type StoredQuote,
} from './quote.js';
import { seal } from './seal.js';
import { sheetsOf, totalsOf } from './totals.js';

export interface QuoteItemRequest {
  readonly name: string;
  readonly request: RecommendRequest;
  /** Default: the best plan. */
  readonly planId?: string;
  /** Where it stands in what the caller sent, as a JSON pointer. */
  readonly pointer: string;
}

export interface QuoteRequest {
  readonly items: readonly QuoteItemRequest[];
  readonly reference?: string;
  readonly costCentre?: string;
  readonly approver?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly note?: string;
  readonly validDays?: number;
}

/** A quote as it is answered: the row, and its history. */
export interface QuoteView {
  readonly quote: StoredQuote;
  readonly events: readonly QuoteEvent[];
}

export interface QuoteMaking extends Planning {
  readonly writes: Writes;
  readonly signer: QuoteSigner;
}

const VALID_DAYS = 30;
const DAY_MS = 86_400_000;

export type MakeQuote = (request: QuoteRequest, options: OnceOptions<QuoteView>) => Promise<WriteOnceReply>;

export function makeQuote(making: QuoteMaking): MakeQuote {
  return (request, options) => {
    const { actor } = options;
    return prepareThenWriteOnce(
      making.writes,
      options,
      () => answered(making, request, actor),
      // Prices that a caller saw published are those of the quote that it asks for next.
      ({ version }) => version === standsOn(making, actor),
      (session, prepared) => issue(session, making, request, prepared, actor),
    );
  };
}

/** The answers that a quote freezes, and all that they stand on. */
interface Answered {
  readonly version: string;
  readonly catalogueVersion: string;
  readonly context: PlanningContext;
  readonly items: readonly QuoteItem[];
}

function standsOn(making: QuoteMaking, actor: Actor): string {
  const { calibrations, priceBook } = planningContext(making, actor);
  return answerVersion(making.reader.current().catalogue, calibrations, priceBook);
}

async function answered(making: QuoteMaking, request: QuoteRequest, actor: Actor): Promise<Answered> {
  const { catalogue } = making.reader.current();
  const context = planningContext(making, actor);
  const version = answerVersion(catalogue, context.calibrations, context.priceBook);
  const items: QuoteItem[] = [];
  for (const item of request.items) {
    const answer = await asking(() => making.engine.recommend(catalogue, item.request, context)).catch(
      (error: unknown) => {
        throw within(`${item.pointer}/request`, error);
      },
    );
    const plan = choose(answer, item);
    items.push({
      name: item.name,
      request: item.request,
      planId: plan.id,
      answer,
      hardware: Object.fromEntries(answer.plans.map((p) => [p.id, hardwareOf(catalogue, p)])),
      model: modelNameOf(catalogue, item.request, answer),
      architecture: architectureOf(catalogue, item.request, answer),
    });
  }
  oneCurrency(items, request.items);
  return { version, catalogueVersion: catalogue.version, context, items };
}

async function issue(
  session: WriteSession,
  making: QuoteMaking,
  request: QuoteRequest,
  { items, context, catalogueVersion }: Answered,
  actor: Actor,
): Promise<QuoteView> {
  const currency = oneCurrency(items, request.items);
  const plans = items.map(quotedPlan);
  const now = making.clock.now();
  const number = await session.quotes.nextNumber(actor.tenant);
  const createdAt = now.toISOString();
  const content: QuoteContent = {
    format: 'cardwise-quote/1',
    id: randomUUID(),
    number: quoteNumber(number, createdAt),
    tenant: actor.tenant,
    createdAt,
    createdBy: actor.id,
    expiresAt: new Date(now.getTime() + (request.validDays ?? VALID_DAYS) * DAY_MS).toISOString(),
    buyer: {
      reference: request.reference ?? null,
      costCentre: request.costCentre ?? null,
      approver: request.approver ?? null,
      tags: request.tags ?? {},
      note: request.note ?? null,
    },
    catalogueVersion: items[0]?.answer.catalogueVersion ?? catalogueVersion,
    engineVersion: items[0]?.answer.engineVersion ?? '',
    pricedOn: context.today,
    priceBook: context.priceBook,
    calibrations: context.calibrations,
    items: [...items],
    priceSheets: sheetsOf(plans),
    totals: totalsOf(plans, currency),
  };
  // A named approver has yet to say yes: the quote waits as a draft. Without one it stands at once.
  const state = content.buyer.approver === null ? 'issued' : 'draft';
  const quote: StoredQuote = {
    ...seal(content, making.signer),
    id: content.id,
    tenant: actor.tenant,
    number,
    catalogueVersion: content.catalogueVersion,
    engineVersion: content.engineVersion,
    pricedOn: content.pricedOn,
    reference: content.buyer.reference,
    costCentre: content.buyer.costCentre,
    approver: content.buyer.approver,
    tags: content.buyer.tags,
    monthly: content.totals.monthly?.amount ?? null,
    currency,
    createdBy: actor.id,
    createdAt,
    expiresAt: content.expiresAt,
    state,
  };
  const event: QuoteEvent = {
    at: createdAt,
    actor: actor.id,
    fromState: null,
    toState: state,
    by: null,
    note: content.buyer.note,
  };
  await session.quotes.insert(quote, event);
  await session.audit(actor, {
    action: 'create',
    subjectKind: 'quotes',
    subjectId: content.id,
    after: { number: content.number, contentHash: quote.contentHash, state },
  });
  return { quote, events: [event] };
}

function choose(answer: RecommendReply, { planId, pointer }: QuoteItemRequest): Plan {
  const plan = planId === undefined ? answer.plans[0] : answer.plans.find(({ id }) => id === planId);
  if (plan !== undefined) return plan;
  const ids = answer.plans.map(({ id }) => id);
  throw new Problem('nothing-to-quote', {
    errors: [
      ids.length === 0
        ? {
            pointer: `${pointer}/request`,
            code: 'no-plan-fits',
            detail: {
              en: 'No plan fits this question; /recommend tells why and what would help.',
              zh: '没有满足该需求的方案；/recommend 会说明原因与改进建议。',
            },
          }
        : {
            pointer: `${pointer}/planId`,
            code: 'unknown-plan',
            detail: { en: `The answer has no plan "${planId}".`, zh: `答复中没有方案 “${planId}”。` },
            allowed: ids,
          },
    ],
  });
}

function oneCurrency(items: readonly QuoteItem[], asked: readonly QuoteItemRequest[]): string {
  const first = items[0]?.answer.currency ?? '';
  const errors: ProblemError[] = items.flatMap(({ answer }, index) =>
    answer.currency === first
      ? []
      : [
          {
            pointer: `${asked[index]?.pointer ?? ''}/request/currency`,
            code: 'currency-mismatch',
            detail: {
              en: `One quote has one currency: the first item is in ${first}, this one in ${answer.currency}.`,
              zh: `一份报价单只能使用一种币种：首项为 ${first}，此项为 ${answer.currency}。`,
            },
            allowed: [first],
          },
        ],
  );
  if (errors.length > 0) throw new Problem('unanswerable-question', { errors });
  return first;
}

/** A problem of a question inside the quote points to where the question stands. */
function within(pointer: string, error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  return new Problem(error.code, {
    ...(error.detail === undefined ? {} : { detail: error.detail }),
    headers: error.headers,
    errors: error.errors.map((fault) =>
      fault.pointer === undefined ? fault : { ...fault, pointer: `${pointer}${fault.pointer}` },
    ),
  });
}
