/** A thread that answers questions. It holds one catalogue at a time and is told when another one counts. */
import { parentPort } from 'node:worker_threads';
import type { RecommendReply } from '../engine/answer.js';
import type { Catalogue } from '../engine/catalogue/catalogue.js';
import { openCatalogue, recommend } from '../engine/index.js';
import type { RecommendRequest } from '../engine/question.js';
import { type Fault, QuestionError } from '../engine/question-error.js';
import type { AskContext } from '../engine/recommend.js';
import { loadSolver } from '../solver.js';

/** What can cross between threads; the solver is a function, and each thread has its own. */
export type PlainContext = Omit<AskContext, 'solver'>;

export type ToWorker =
  /** JSON of the snapshot, in memory that all threads share. */
  | { readonly kind: 'catalogue'; readonly snapshot: SharedArrayBuffer }
  | { readonly kind: 'ask'; readonly id: number; readonly request: RecommendRequest; readonly context: PlainContext };

export type FromWorker =
  | { readonly kind: 'answer'; readonly id: number; readonly reply: RecommendReply }
  | { readonly kind: 'faults'; readonly id: number; readonly faults: readonly Fault[] }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly stack: string };

const solver = await loadSolver();
let catalogue: Catalogue | undefined;

function answer({ id, request, context }: Extract<ToWorker, { kind: 'ask' }>): FromWorker {
  try {
    if (catalogue === undefined) throw new Error('asked before there was a catalogue');
    return { kind: 'answer', id, reply: recommend(catalogue, request, { ...context, solver }) };
  } catch (error) {
    if (error instanceof QuestionError) return { kind: 'faults', id, faults: error.faults };
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    return { kind: 'failed', id, message, stack };
  }
}

parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'ask') parentPort?.postMessage(answer(message));
  else catalogue = openCatalogue(JSON.parse(Buffer.from(message.snapshot).toString('utf8')));
});
