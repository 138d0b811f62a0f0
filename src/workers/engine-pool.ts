/**
 * The engine on several cores. A question goes to an idle thread; the others wait in line. Threads are started when they
 * are first wanted and end when nobody asks for a while, so a service that gets no batches pays nothing.
 *
 * Decision: the snapshot crosses as JSON in shared memory, once a version. Why: a structured clone of it would be made for
 * each thread, in the thread that serves requests. Given up: some megabytes, while the version lasts.
 */
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { RecommendReply } from '../engine/answer.js';
import type { Catalogue } from '../engine/catalogue/catalogue.js';
import type { DraftPrices } from '../engine/price-impact/draft-prices.js';
import type { Impact } from '../engine/price-impact/impact.js';
import type { RecommendRequest } from '../engine/question.js';
import { QuestionError } from '../engine/question-error.js';
import type { AskContext } from '../engine/recommend.js';
import type { Answers, FromWorker, Question, ToWorker } from './engine-worker.js';

export interface EnginePool {
  /** Questions that are answered at the same time. */
  readonly size: number;
  recommend(catalogue: Catalogue, request: RecommendRequest, context: AskContext): Promise<RecommendReply>;
  /** What a draft would change for a question; a thread opens the same `draft` object once. */
  priceImpact(
    catalogue: Catalogue,
    draft: DraftPrices,
    request: RecommendRequest,
    context: AskContext,
  ): Promise<Impact>;
  /** Ends the threads; what they were asked is refused. */
  close(): Promise<void>;
}

export interface PoolOptions {
  readonly size?: number;
  readonly idleSeconds?: number;
}

interface Job {
  readonly question: Question;
  readonly catalogue: Catalogue;
  readonly draft: DraftPrices | null;
  readonly request: RecommendRequest;
  readonly context: AskContext;
  resolve(reply: Answers[Question]): void;
  reject(error: unknown): void;
}

interface Thread {
  readonly worker: Worker;
  /** Version of the catalogue that it holds. */
  version: string | undefined;
  draft: DraftPrices | null;
  job: Job | undefined;
}

const IDLE_SECONDS = 60;

export function openEnginePool({
  size = availableParallelism(),
  idleSeconds = IDLE_SECONDS,
}: PoolOptions = {}): EnginePool {
  const threads = new Set<Thread>();
  const waiting: Job[] = [];
  let shared: { readonly version: string; readonly snapshot: SharedArrayBuffer } | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  const snapshotOf = (catalogue: Catalogue): SharedArrayBuffer => {
    if (shared?.version !== catalogue.version) {
      const bytes = Buffer.from(JSON.stringify(catalogue.snapshot), 'utf8');
      const snapshot = new SharedArrayBuffer(bytes.length);
      bytes.copy(new Uint8Array(snapshot));
      shared = { version: catalogue.version, snapshot };
    }
    return shared.snapshot;
  };

  const drop = (thread: Thread, error: Error) => {
    threads.delete(thread);
    thread.job?.reject(error);
    thread.job = undefined;
  };

  const start = (): Thread => {
    const thread: Thread = { worker: startWorker(), version: undefined, draft: null, job: undefined };
    thread.worker.on('message', (message: FromWorker) => {
      const { job } = thread;
      thread.job = undefined;
      if (job !== undefined) settle(job, message);
      next();
    });
    thread.worker.on('error', (error) => {
      drop(thread, error);
      next();
    });
    thread.worker.on('exit', () => {
      drop(thread, new Error('a thread of the engine ended'));
    });
    threads.add(thread);
    return thread;
  };

  const give = (thread: Thread, job: Job) => {
    thread.job = job;
    const tell = (message: ToWorker) => thread.worker.postMessage(message);
    if (thread.version !== job.catalogue.version) {
      tell({ kind: 'catalogue', snapshot: snapshotOf(job.catalogue) });
      thread.version = job.catalogue.version;
      thread.draft = null;
    }
    // A thread keeps no draft that nobody asks about any more.
    if (thread.draft !== job.draft) {
      tell({ kind: 'draft', draft: job.draft });
      thread.draft = job.draft;
    }
    thread.worker.ref();
    const { solver: _own, ...context } = job.context;
    tell({ kind: 'ask', question: job.question, request: job.request, context });
  };

  /** An idle thread that holds what is wanted, else the wanted catalogue, else any idle one, else a new one. */
  const freeThread = (job: Job): Thread | undefined => {
    const free = [...threads].filter((thread) => thread.job === undefined);
    return (
      free.find(({ version, draft }) => version === job.catalogue.version && draft === job.draft) ??
      free.find(({ version }) => version === job.catalogue.version) ??
      free[0] ??
      (threads.size < size ? start() : undefined)
    );
  };

  const next = () => {
    for (let job = waiting[0]; job !== undefined; job = waiting[0]) {
      const thread = freeThread(job);
      if (thread === undefined) break;
      waiting.shift();
      give(thread, job);
    }
    clearTimeout(idle);
    // A thread without work does not keep the process alive.
    for (const thread of threads) if (thread.job === undefined) thread.worker.unref();
    if ([...threads].every((thread) => thread.job === undefined)) {
      idle = setTimeout(() => void endThreads(), idleSeconds * 1000);
      idle.unref();
    }
  };

  const endThreads = async () => {
    const ending = [...threads];
    threads.clear();
    shared = undefined;
    await Promise.all(ending.map(({ worker }) => worker.terminate()));
  };

  const ask = <Q extends Question>(question: Q, asked: Omit<Job, 'question' | 'resolve' | 'reject'>) =>
    new Promise<Answers[Q]>((resolve, reject) => {
      if (isClosed) throw new Error('the pool is closed');
      waiting.push({ ...asked, question, resolve: resolve as Job['resolve'], reject });
      next();
    });

  return {
    size,
    recommend: (catalogue, request, context) => ask('recommend', { catalogue, draft: null, request, context }),
    priceImpact: (catalogue, draft, request, context) => ask('priceImpact', { catalogue, draft, request, context }),
    async close() {
      isClosed = true;
      clearTimeout(idle);
      const error = new Error('the pool is closed');
      for (const job of waiting.splice(0)) job.reject(error);
      for (const thread of threads) {
        thread.job?.reject(error);
        thread.job = undefined;
      }
      await endThreads();
    },
  };
}

function settle({ resolve, reject }: Job, message: FromWorker): void {
  if (message.kind === 'answer') resolve(message.reply);
  else if (message.kind === 'faults') reject(new QuestionError(message.faults));
  else reject(Object.assign(new Error(message.message), { stack: message.stack }));
}

/** From the sources the thread has to be taught TypeScript first; from `dist/` it needs nothing. */
function startWorker(): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./engine-worker.js', import.meta.url));
  const loader = new URL(
    './dist/esm/api/index.mjs',
    pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json')),
  ).href;
  const file = new URL('./engine-worker.ts', import.meta.url).href;
  const code = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(file)}); })`;
  return new Worker(code, { eval: true });
}
