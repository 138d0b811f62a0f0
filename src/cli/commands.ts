/** Every command: how it is called, what it asks, what the answer looks like, and when the answer is "no". */
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type {
  CapacityPlanReply,
  Client,
  ConsolidateReply,
  CostEstimateReply,
  EvaluateReply,
  Input,
  OperationId,
  Quote,
  QuoteComparison,
  QuoteDrift,
  QuotePage,
  QuoteVerification,
  RecommendReply,
  Result,
} from '../client/index.js';
import type { Section } from './render.js';
import { type Flags, UsageError } from './request.js';
import { capacityView, consolidateView, costView, evaluateView, recommendView } from './views/planning.js';
import { comparisonView, driftView, quotesView, quoteView, recordView, verificationView } from './views/records.js';

export interface Asked {
  readonly client: Client;
  readonly words: readonly string[];
  readonly flags: Flags;
  /** The body from file, standard input and flags. */
  body(): Promise<Readonly<Record<string, unknown>>>;
  readonly progress: (what: string, total: number) => { update(done: number): void; stop(): void };
}

export interface Command {
  readonly usage: string;
  readonly does: string;
  ask(asked: Asked): Promise<Result<unknown>>;
  view(value: unknown): readonly Section[];
  /** true: the answer is "no"; the exit code says so. */
  isNo?(value: unknown): boolean;
}

/** How often a job is looked at. */
const FOLLOW_MS = 500;

type AnyMethod = (input: unknown) => Promise<Result<unknown>>;

function planning<T>(
  id: OperationId,
  usage: string,
  does: string,
  view: (value: T) => readonly Section[],
  isNo?: (value: T) => boolean,
): Command {
  return {
    usage,
    does,
    ask: async ({ client, body }) =>
      (client as unknown as Record<string, AnyMethod>)[id]?.({ body: await body() }) ?? unknownCall(id),
    view: (value) => view(value as T),
    ...(isNo === undefined ? {} : { isNo: (value: unknown) => isNo(value as T) }),
  };
}

function unknownCall(id: string): never {
  throw new UsageError(`The service of this release has no ${id}.`);
}

function word(words: readonly string[], index: number, what: string): string {
  const value = words[index];
  if (value === undefined) throw new UsageError(`Say which ${what}.`);
  return value;
}

function flag(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}

function needed(flags: Flags, name: string): string {
  const value = flag(flags, name);
  if (value === undefined) throw new UsageError(`--${name} is needed.`);
  return value;
}

/** A list into a draft: a new one unless --sheet names one. While it runs its progress is asked for. */
async function importPrices({ client, words, flags, progress }: Asked): Promise<Result<unknown>> {
  const file = word(words, 0, 'file');
  const { size } = await stat(file).catch(() => {
    throw new UsageError(`${file} cannot be read.`);
  });
  let id = flag(flags, 'sheet');
  if (id === undefined) {
    const provider = needed(flags, 'for');
    const series = flag(flags, 'series') ?? `${provider}-list`;
    const source = flag(flags, 'source') ?? path.basename(file);
    const draft = await client.draftPriceSheet({
      body: { provider, series, label: flag(flags, 'label') ?? source, source },
    });
    if (!draft.ok) return draft;
    id = draft.value.id;
  }
  const sheet = id;
  const bar = progress('Importing', size);
  const poll = setInterval(() => {
    void client.listPriceImports({ path: { id: sheet } }).then(
      (result) => {
        const first = result.ok
          ? (result.value as { items?: readonly { bytesRead?: number }[] }).items?.[0]
          : undefined;
        if (first?.bytesRead !== undefined) bar.update(first.bytesRead);
      },
      () => undefined,
    );
  }, 500);
  try {
    const query = {
      format: flag(flags, 'format') ?? 'csv',
      ...(flags['dry-run'] === true ? { dryRun: true } : {}),
      ...(flags.replace === true ? { replace: true } : {}),
      ...(flag(flags, 'currency') === undefined ? {} : { currency: flag(flags, 'currency') }),
    };
    const input = { path: { id: sheet }, query, body: await openAsBlob(file) };
    return await client.importPriceList(input as unknown as Input<'importPriceList'>);
  } finally {
    clearInterval(poll);
    bar.stop();
  }
}

/** What a draft would change. What is not answered at once goes on as a job, which is followed to its end. */
async function impact({ client, words, progress }: Asked): Promise<Result<unknown>> {
  const id = word(words, 0, 'price sheet');
  const asked = await client.impactOfPriceSheet({ path: { id } });
  if (!asked.ok || !('questionsInAll' in asked.value)) return asked;
  const path = { id, impact: asked.value.id };
  const bar = progress('Reckoning', asked.value.questionsInAll ?? 1);
  try {
    for (;;) {
      const job = await client.getPriceImpact({ path });
      if (!job.ok) return job;
      const { status, report, questionsAnswered } = job.value;
      if (status !== 'running') return { ...job, value: status === 'done' ? report : job.value };
      bar.update(questionsAnswered);
      await wait(FOLLOW_MS);
    }
  } finally {
    bar.stop();
  }
}

const states = {
  issue: 'issued',
  accept: 'accepted',
  withdraw: 'withdrawn',
} as const;

function move(verb: keyof typeof states): Command {
  return {
    usage: `quote ${verb} <id> [--by NAME] [--note TEXT]`,
    does: `${verb[0]?.toUpperCase()}${verb.slice(1)} a quote`,
    ask: ({ client, words, flags }) => {
      const by = flag(flags, 'by');
      const note = flag(flags, 'note');
      return client.moveQuote({
        path: { id: word(words, 0, 'quote') },
        body: { state: states[verb], ...(by === undefined ? {} : { by }), ...(note === undefined ? {} : { note }) },
      });
    },
    view: (value) => quoteView(value as Quote),
  };
}

/** A question, or a whole quote request with items. */
async function createQuote({ client, flags, body }: Asked): Promise<Result<unknown>> {
  const asked = await body();
  const whole = 'items' in asked || 'request' in asked ? asked : { request: asked };
  const fields = {
    reference: flag(flags, 'reference'),
    costCentre: flag(flags, 'cost-centre'),
    approver: flag(flags, 'approver'),
    note: flag(flags, 'note'),
    planId: flag(flags, 'plan'),
  };
  const validDays = flag(flags, 'valid-days');
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return client.createQuote({
    body: {
      ...whole,
      ...given,
      ...(validDays === undefined ? {} : { validDays: Number(validDays) }),
    } as Input<'createQuote'>['body'],
  });
}

export const COMMANDS: Readonly<Record<string, Command>> = {
  recommend: planning<RecommendReply>(
    'recommend',
    'recommend [FILE|-] [flags]',
    'What should we rent for this workload?',
    recommendView,
    ({ plans }) => plans.length === 0,
  ),
  evaluate: planning<EvaluateReply>(
    'evaluate',
    'evaluate [FILE|-] [flags]',
    'Will it run on exactly this, and how well?',
    evaluateView,
    ({ fits, supported }) => fits === false || !supported.ok,
  ),
  cost: planning<CostEstimateReply>('estimateCost', 'cost [FILE|-] [flags]', 'What will this cost?', costView),
  plan: planning<CapacityPlanReply>(
    'planCapacity',
    'plan [FILE|-] [flags]',
    'When must we grow, and what do we commit to?',
    capacityView,
    ({ plan }) => plan === null,
  ),
  consolidate: planning<ConsolidateReply>(
    'consolidate',
    'consolidate [FILE|-] [flags]',
    'How many cards if these services share?',
    consolidateView,
    ({ cards }) => cards === 0,
  ),
  'prices import': {
    usage:
      'prices import FILE --for PROVIDER --format FORMAT [--currency C] [--series S] [--sheet ID] [--dry-run] [--replace]',
    does: 'Read a price list into a draft',
    ask: importPrices,
    view: recordView,
  },
  'prices impact': { usage: 'prices impact SHEET', does: 'What a draft would change', ask: impact, view: recordView },
  'prices publish': {
    usage: 'prices publish SHEET',
    does: 'Publish a draft',
    ask: ({ client, words }) => client.publishPriceSheet({ path: { id: word(words, 0, 'price sheet') } }),
    view: recordView,
  },
  'prices rollback': {
    usage: 'prices rollback SHEET --reason TEXT',
    does: 'Bring back an older version',
    ask: ({ client, words, flags }) =>
      client.rollBackPriceSheet({
        path: { id: word(words, 0, 'price sheet') },
        body: { reason: needed(flags, 'reason') },
      }),
    view: recordView,
  },
  'quote create': {
    usage: 'quote create [FILE|-] [--reference R] [--cost-centre C] [--approver A] [--plan ID] [--valid-days N]',
    does: 'Freeze a recommendation',
    ask: createQuote,
    view: (value) => quoteView(value as Quote),
  },
  'quote list': {
    usage: 'quote list [--reference R] [--cost-centre C] [--approver A] [--state S] [--cursor C]',
    does: 'List quotes',
    ask: ({ client, flags }) => {
      const query = {
        reference: flag(flags, 'reference'),
        costCentre: flag(flags, 'cost-centre'),
        approver: flag(flags, 'approver'),
        state: flag(flags, 'state'),
        cursor: flag(flags, 'cursor'),
      };
      return client.listQuotes({ query: query as unknown as NonNullable<Input<'listQuotes'>['query']> });
    },
    view: (value) => quotesView(value as QuotePage),
  },
  'quote show': {
    usage: 'quote show ID',
    does: 'Read a quote',
    ask: ({ client, words }) => client.getQuote({ path: { id: word(words, 0, 'quote') } }),
    view: (value) => quoteView(value as Quote),
  },
  'quote issue': move('issue'),
  'quote accept': move('accept'),
  'quote withdraw': move('withdraw'),
  'quote verify': {
    usage: 'quote verify ID',
    does: 'Is this what was signed?',
    ask: ({ client, words }) => client.verifyQuote({ path: { id: word(words, 0, 'quote') } }),
    view: (value) => verificationView(value as QuoteVerification),
    isNo: (value) => !(value as QuoteVerification).isValid,
  },
  'quote drift': {
    usage: 'quote drift ID',
    does: 'What has changed since?',
    ask: ({ client, words }) => client.getQuoteDrift({ path: { id: word(words, 0, 'quote') } }),
    view: (value) => driftView(value as QuoteDrift),
  },
  'quote compare': {
    usage: 'quote compare ID OTHER',
    does: 'Two quotes side by side',
    ask: ({ client, words }) =>
      client.compareQuotes({ path: { id: word(words, 0, 'quote') }, query: { with: word(words, 1, 'other quote') } }),
    view: (value) => comparisonView(value as QuoteComparison),
  },
};
