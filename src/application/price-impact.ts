/**
 * What publishing a draft would change: the last recorded questions and one of each scenario, with the catalogue as it is
 * and as it would be. A job: it is started, followed, cancelled, and few are under way at a time, so that readers go on
 * being answered.
 */
import { renderTemplate } from '../engine/finding.js';
import type { DraftPrices } from '../engine/price-impact/draft-prices.js';
import type { Choice, Impact } from '../engine/price-impact/impact.js';
import type { RecommendRequest } from '../engine/question.js';
import { SCENARIOS } from '../engine/workload/scenarios/index.js';
import { DEFAULT_TENANT } from './authenticate.js';
import { followJob } from './follow-job.js';
import { type Planning, planningContext } from './planning.js';
import type {
  Actor,
  ImpactEngine,
  ImpactLog,
  ImpactProgress,
  ImpactSettings,
  JobStatus,
  PriceJob,
  PriceSheetHead,
  PriceSheetReader,
  QuestionLog,
  SheetComparer,
  Writes,
} from './ports.js';
import { absent, Problem } from './problems.js';
import { type OnceOptions, type WriteOnceReply, writeOnce } from './write-once.js';

export interface QuestionImpact {
  readonly source: 'recorded' | 'golden';
  readonly scenario: string;
  /** When it was last asked; null for a golden question. */
  readonly askedAt: string | null;
  readonly request: RecommendRequest;
  readonly currency: string | null;
  /** null: nothing fits, or the question can no longer be answered. */
  readonly before: Choice | null;
  readonly after: Choice | null;
  readonly isOtherWinner: boolean;
  readonly monthlyDelta: string | null;
  readonly changeRatio: number | null;
}

export interface PriceImpact {
  readonly sheet: string;
  readonly against: string | null;
  readonly asked: number;
  /** Questions that no changed rate reaches: their answers stay as they are, and were not reckoned. */
  readonly untouched: number;
  readonly otherWinners: number;
  readonly otherCosts: number;
  /** Only what changes; the largest change first. */
  readonly items: readonly QuestionImpact[];
}

/** A job as it is shown. */
export type ImpactHead = Omit<PriceJob<never, never>, 'tenant' | 'settings' | 'progress'> &
  ImpactSettings &
  ImpactProgress;

export interface ImpactPorts extends Planning {
  readonly sheets: PriceSheetReader;
  readonly comparer: SheetComparer;
  readonly questions: QuestionLog;
  readonly impactLog: ImpactLog;
  readonly impactEngine: ImpactEngine;
  readonly writes: Writes;
}

export interface ImpactJobs {
  /** Starts one; the reply is the job, and it goes on by itself. */
  start(sheet: string, questions: number, options: OnceOptions<ImpactHead>): Promise<WriteOnceReply>;
  /** The impact where it is reckoned within `waitMs`, else the job that goes on. Joins one that is under way. */
  await(actor: Actor, sheet: string, questions: number, waitMs: number): Promise<PriceImpact | ImpactHead>;
  list(actor: Actor, sheet: string): Promise<readonly ImpactHead[]>;
  read(actor: Actor, sheet: string, id: string): Promise<ImpactHead>;
  cancel(actor: Actor, sheet: string, id: string): Promise<ImpactHead>;
  /** Marks what is under way as interrupted, and starts no more. */
  stop(): Promise<void>;
}

/** Jobs that wait or run here; more are refused. One runs at a time, a question after the other. */
const MOST_UNDER_WAY = 8;
/** Changed rates of a draft that an impact takes on; each is a kilobyte in the thread that reckons. */
const MOST_CHANGED_RATES = 100_000;
const LISTED = 100;

interface UnderWay {
  readonly job: PriceJob<ImpactSettings, ImpactProgress>;
  readonly result: Promise<PriceImpact>;
}

interface Begun {
  readonly done: WriteOnceReply;
  /** undefined: a repeated call, whose job was begun before. */
  readonly mine: UnderWay | undefined;
}

export function openImpactJobs(ports: ImpactPorts): ImpactJobs {
  const { sheets, impactLog, reader, writes } = ports;
  const underWay = new Set<UnderWay>();
  let turn: Promise<unknown> = Promise.resolve();
  let isStopping = false;
  /** Being written down, and not under way yet. */
  let beginning = 0;

  const begin = async (id: string, questions: number, options: OnceOptions<ImpactHead>): Promise<Begun> => {
    const sheet = await draftOf(sheets, id);
    if (isStopping || underWay.size + beginning >= MOST_UNDER_WAY)
      throw new Problem('overloaded', { headers: { 'retry-after': '10' } });
    beginning++;
    try {
      return await record(sheet, questions, options);
    } finally {
      beginning--;
    }
  };

  const record = async (sheet: PriceSheetHead, questions: number, options: OnceOptions<ImpactHead>): Promise<Begun> => {
    const { id } = sheet;
    const settings = { questions, catalogueVersion: reader.current().catalogue.version, revision: sheet.revision };
    let job: UnderWay['job'] | undefined;
    const done = await writeOnce(writes, options, async (session) => {
      job = await session.impactLog.start(id, settings, { questionsAnswered: 0, questionsInAll: null }, options.actor);
      await session.audit(options.actor, {
        action: 'impact',
        subjectKind: 'price-sheets',
        subjectId: id,
        after: { impact: job.id, ...settings },
      });
      return shown(job);
    });
    // A repeated call has begun its job before.
    return { done, mine: job === undefined || done.isReplay ? undefined : goOn(job, sheet, options.actor) };
  };

  const goOn = (job: UnderWay['job'], sheet: PriceSheetHead, actor: Actor): UnderWay => {
    const result = runJob(job, sheet, actor, (work) => {
      const mine = turn.then(work);
      turn = mine.catch(() => undefined);
      return mine;
    });
    const entry = { job, result };
    underWay.add(entry);
    // Whoever waits hears of a failure; the log has it in any case.
    result.catch(() => undefined).finally(() => underWay.delete(entry));
    return entry;
  };

  const runJob = async (
    { id, settings }: UnderWay['job'],
    sheet: PriceSheetHead,
    actor: Actor,
    inTurn: (work: () => Promise<PriceImpact>) => Promise<PriceImpact>,
  ): Promise<PriceImpact> => {
    let progress: ImpactProgress = { questionsAnswered: 0, questionsInAll: null };
    const pulse = followJob(impactLog, id, () => progress);
    const mayGoOn = () => {
      if (pulse.isCancelled) throw new Problem('impact-cancelled');
      if (isStopping) throw new Problem('not-ready');
    };
    const end = async (status: Exclude<JobStatus, 'running'>, report: unknown) => {
      await pulse.stop();
      return impactLog.end(id, status, progress, report);
    };
    try {
      const impact = await inTurn(() =>
        reckon(ports, sheet, settings, actor, (answered, inAll) => {
          mayGoOn();
          progress = { questionsAnswered: answered, questionsInAll: inAll };
        }),
      );
      if (!(await end('done', impact))) throw new Problem('impact-cancelled');
      return impact;
    } catch (error) {
      const isCancelled = error instanceof Problem && error.code === 'impact-cancelled';
      const status = isCancelled ? 'cancelled' : isStopping ? 'interrupted' : 'failed';
      await end(status, whyOf(error)).catch(() => undefined);
      throw error;
    }
  };

  const own = async (actor: Actor, sheet: string, id: string) => {
    const job = await impactLog.find(sheet, id);
    if (job === undefined || !mayRead(actor, job.tenant)) throw absent('price-impact', id);
    return job;
  };

  return {
    start: async (id, questions, options) => (await begin(id, questions, options)).done,
    async await(actor, id, questions, waitMs) {
      const { revision } = await draftOf(sheets, id);
      const { version } = reader.current().catalogue;
      const known = [...underWay].find(
        ({ job: { sheet, tenant, settings } }) =>
          sheet === id &&
          tenant === actor.tenant &&
          settings.questions === questions &&
          settings.revision === revision &&
          settings.catalogueVersion === version,
      );
      const render = (head: ImpactHead) => ({ status: 202, headers: {}, body: head });
      const mine = known ?? (await begin(id, questions, { actor, repeatable: null, render })).mine;
      if (mine === undefined) throw new Error('a job that was begun is under way');
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => resolve(undefined), waitMs);
      });
      const { job, result } = mine;
      return (
        (await Promise.race([result, late]).finally(() => clearTimeout(timer))) ?? shown(await own(actor, id, job.id))
      );
    },
    async list(actor, sheet) {
      if ((await sheets.find(sheet)) === undefined) throw absent('price-sheet', sheet);
      const tenant = actor.tenant === DEFAULT_TENANT ? undefined : actor.tenant;
      return (await impactLog.list(sheet, LISTED, tenant)).map(shown);
    },
    read: async (actor, sheet, id) => shown(await own(actor, sheet, id)),
    async cancel(actor, sheet, id) {
      const job = await own(actor, sheet, id);
      if (job.status === 'running') await impactLog.cancel(sheet, id);
      return shown(await own(actor, sheet, id));
    },
    async stop() {
      isStopping = true;
      await Promise.allSettled([...underWay].map(({ result }) => result));
    },
  };
}

/** The operator sees every tenant's, as it is answered with every tenant's questions. */
const mayRead = (actor: Actor, tenant: string) => actor.tenant === tenant || actor.tenant === DEFAULT_TENANT;

function shown({ tenant: _, settings, progress, ...job }: PriceJob<ImpactSettings, ImpactProgress>): ImpactHead {
  return { ...job, ...settings, ...progress };
}

function whyOf(error: unknown): unknown {
  return error instanceof Problem ? { problem: error.code, detail: error.detail?.en ?? null } : { problem: 'internal' };
}

async function draftOf(sheets: PriceSheetReader, id: string): Promise<PriceSheetHead> {
  const sheet = await sheets.find(id);
  if (sheet === undefined) throw absent('price-sheet', id);
  if (sheet.status !== 'draft') throw new Problem('sheet-not-draft');
  return sheet;
}

/** `onward` is told how far it has come before each question, and throws when it should go no further. */
async function reckon(
  ports: ImpactPorts,
  sheet: PriceSheetHead,
  settings: ImpactSettings,
  actor: Actor,
  onward: (answered: number, inAll: number | null) => void,
): Promise<PriceImpact> {
  const { questions, reader, impactEngine } = ports;
  onward(0, null);
  const { catalogue } = reader.current();
  const { draft, currencies } = await changesOf(ports, sheet, settings);
  const recorded = await questions.latest(actor.tenant === DEFAULT_TENANT ? null : actor.tenant, settings.questions);
  const asked = [
    ...recorded.map(({ request, at, tenant }) => ({ source: 'recorded' as const, request, at, asker: { tenant } })),
    ...goldenQuestions(currencies).map((request) => ({ source: 'golden' as const, request, at: null, asker: null })),
  ];
  const items: QuestionImpact[] = [];
  let untouched = 0;
  for (const [answered, { source, request, at, asker }] of asked.entries()) {
    onward(answered, asked.length);
    const impact = await impactEngine.priceImpact(catalogue, draft, request, planningContext(ports, asker));
    if (!impact.isTouched) untouched++;
    items.push(compare(source, request, at, impact));
  }
  onward(asked.length, asked.length);
  return {
    sheet: sheet.id,
    against: draft.supersedes,
    asked: items.length,
    untouched,
    otherWinners: items.filter(({ isOtherWinner }) => isOtherWinner).length,
    otherCosts: items.filter(isOtherCost).length,
    items: items.filter((item) => item.isOtherWinner || isOtherCost(item)).sort((a, b) => size(b) - size(a)),
  };
}

/** What the draft changes, as it was when the job was started: a draft that moved on meanwhile is another question. */
async function changesOf(
  { sheets, comparer, clock }: ImpactPorts,
  { id, provider, series, version, label, source }: PriceSheetHead,
  { revision }: ImpactSettings,
): Promise<{ readonly draft: DraftPrices; readonly currencies: readonly string[] }> {
  const [published] = await sheets.list({ provider, series, status: 'published', limit: 1 });
  const supersedes = published?.id ?? null;
  const changes = await comparer.changes(id, supersedes, MOST_CHANGED_RATES);
  if (changes === 'too-many')
    throw refused(
      'too-many-changes',
      'The impact is reckoned for drafts that change at most {most} rates. The report and the diff show any number.',
      '仅对变更不超过 {most} 条价格的草稿计算影响；报告与差异不受此限。',
      { most: MOST_CHANGED_RATES },
    );
  const now = await draftOf(sheets, id);
  if (now.revision !== revision)
    throw refused('draft-changed', 'The draft changed meanwhile: ask again.', '草稿已被修改：请重新请求。', {});
  const { added, removed, currencies } = changes;
  return {
    draft: {
      sheet: { id, provider, version, label, source },
      supersedes,
      publishedAt: clock.now().toISOString(),
      added,
      removed,
    },
    currencies,
  };
}

function refused(code: string, en: string, zh: string, facts: Readonly<Record<string, number>>): Problem {
  const detail = { en: renderTemplate(en, facts), zh: renderTemplate(zh, facts) };
  return new Problem('conflict', { detail, errors: [{ code, detail }] });
}

/** One question of each scenario, in each currency of the draft. */
function goldenQuestions(currencies: readonly string[]): readonly RecommendRequest[] {
  return Object.values(SCENARIOS).flatMap((scenario) =>
    currencies.map((currency) => ({ workload: scenario.example, currency, limit: 1 }) as RecommendRequest),
  );
}

function compare(
  source: QuestionImpact['source'],
  request: RecommendRequest,
  askedAt: string | null,
  { before, after, currency }: Impact,
): QuestionImpact {
  const placed = (of: Choice | null) =>
    of === null ? '' : `${of.provider} ${of.region} ${of.instanceType} ${of.servers}`;
  const [from, to] = [before?.monthly ?? null, after?.monthly ?? null];
  const delta = from === null || to === null ? null : Number(to) - Number(from);
  return {
    source,
    scenario: String((request.workload as { readonly scenario?: unknown }).scenario ?? ''),
    askedAt,
    request,
    currency,
    before,
    after,
    isOtherWinner: placed(before) !== placed(after),
    monthlyDelta: delta === null ? null : delta.toFixed(2),
    changeRatio: delta === null || Number(from) === 0 ? null : Number((delta / Number(from)).toFixed(4)),
  };
}

function isOtherCost({ before, after }: QuestionImpact): boolean {
  return (before?.monthly ?? null) !== (after?.monthly ?? null);
}

function size({ changeRatio, isOtherWinner }: QuestionImpact): number {
  return Math.abs(changeRatio ?? 1) + (isOtherWinner ? 1 : 0);
}
