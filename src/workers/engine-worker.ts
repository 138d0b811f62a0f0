/**
 * A thread that answers questions. It holds one catalogue at a time, and at most one draft of prices for it, and is told
 * when others count.
 */
import { parentPort } from 'node:worker_threads';
import type { RecommendReply } from '../engine/answer.js';
import type { Catalogue } from '../engine/catalogue/catalogue.js';
import { openCatalogue, recommend } from '../engine/index.js';
import { type DraftPrices, type OpenedDraft, openDraft } from '../engine/price-impact/draft-prices.js';
import { type Impact, priceImpact } from '../engine/price-impact/impact.js';
import type { RecommendRequest } from '../engine/question.js';
import { type Fault, QuestionError } from '../engine/question-error.js';
import type { AskContext } from '../engine/recommend.js';
import { loadSolver } from '../solver.js';

/** What can cross between threads; the solver is a function, and each thread has its own. */
export type PlainContext = Omit<AskContext, 'solver'>;

/** What may be asked, and what comes back. */
export interface Answers {
  readonly recommend: RecommendReply;
  /** What the draft would change for the question. */
  readonly priceImpact: Impact;
}
export type Question = keyof Answers;

export type ToWorker =
  /** JSON of the snapshot, in memory that all threads share. */
  | { readonly kind: 'catalogue'; readonly snapshot: SharedArrayBuffer }
  /** Of the catalogue told before; null: no more. */
  | { readonly kind: 'draft'; readonly draft: DraftPrices | null }
  | {
      readonly kind: 'ask';
      readonly question: Question;
      readonly request: RecommendRequest;
      readonly context: PlainContext;
    };

export type FromWorker =
  | { readonly kind: 'answer'; readonly reply: Answers[Question] }
  | { readonly kind: 'faults'; readonly faults: readonly Fault[] }
  | { readonly kind: 'failed'; readonly message: string; readonly stack: string };

const solver = await loadSolver();
let catalogue: Catalogue | undefined;
let draft: OpenedDraft | undefined;

const ANSWERS: { readonly [Q in Question]: (request: RecommendRequest, context: AskContext) => Answers[Q] } = {
  recommend: (request, context) => recommend(known(catalogue), request, context),
  priceImpact: (request, context) => priceImpact(known(catalogue), known(draft), request, context),
};

function known<T>(told: T | undefined): T {
  if (told === undefined) throw new Error('asked before there was something to answer from');
  return told;
}

function answer({ question, request, context }: Extract<ToWorker, { kind: 'ask' }>): FromWorker {
  try {
    return { kind: 'answer', reply: ANSWERS[question](request, { ...context, solver }) };
  } catch (error) {
    if (error instanceof QuestionError) return { kind: 'faults', faults: error.faults };
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    return { kind: 'failed', message, stack };
  }
}

parentPort?.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'ask':
      parentPort?.postMessage(answer(message));
      break;
    case 'draft':
      draft = message.draft === null ? undefined : openDraft(known(catalogue), message.draft);
      break;
    case 'catalogue':
      draft = undefined;
      catalogue = openCatalogue(JSON.parse(Buffer.from(message.snapshot).toString('utf8')));
  }
});
