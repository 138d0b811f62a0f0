/**
 * Imports a price list into a draft: bytes → feed → checks → rows, or quarantine. Good rows go on while bad ones are held
 * back. One transaction: a process that dies, a caller that goes away and a cancelled import leave nothing behind.
 */
import { createHash, type Hash } from 'node:crypto';
import type { PriceRow } from '../engine/catalogue/price.js';
import { type Facts, type Finding, type FindingCode, finding, renderTemplate } from '../engine/finding.js';
import { FINDINGS } from '../engine/findings/index.js';
import { checkSameForAll, openServerCheck } from '../engine/price-checks/across-rows.js';
import { checkPrice, openPriceChecks } from '../engine/price-checks/index.js';
import { DEFAULT_LIMITS, type Objection, type PriceCheckContext } from '../engine/price-checks/price-check.js';
import { rateKey } from '../engine/price-checks/published-rates.js';
import { resolvePlace } from '../engine/price-checks/resolve-place.js';
import { FeedError, type FeedEvent, type FeedSettings } from '../feeds/feed.js';
import { FEEDS, type FeedId } from '../feeds/index.js';
import { followJob, type JobPulse } from './follow-job.js';
import { countSkip, type ImportReport, type SkipCount, skipsOf } from './import-report.js';
import { openLineIndex } from './line-index.js';
import type {
  Actor,
  CatalogueReader,
  Clock,
  ImportCounts,
  ImportLog,
  PriceSheetHead,
  PriceSheetReader,
  QuarantineEntry,
  WriteSession,
  Writes,
} from './ports.js';
import { absent, Problem, type ProblemError } from './problems.js';
import { type OnceOptions, type Repeatable, type WriteOnceReply, writeOnceStreamed } from './write-once.js';

export interface ImportRequest {
  readonly sheet: string;
  readonly format: FeedId;
  readonly isDryRun: boolean;
  /** What the file does not say itself. */
  readonly settings: Partial<FeedSettings>;
  readonly maxMoveRatio?: number;
  /** true: rows that the draft has are thrown away first. */
  readonly replaces: boolean;
  /** true: published rates that the file does not have are kept, with their age. */
  readonly carriesOver: boolean;
  readonly body: AsyncIterable<Uint8Array>;
}

export type ImportPrices = (
  request: ImportRequest,
  options: Omit<OnceOptions<ImportReport>, 'repeatable'> & { readonly repeatable: Repeatable },
) => Promise<WriteOnceReply>;

/** Rows that go to the database together. */
const BATCH = 1_000;
const TIMEOUT_MS = 6 * 3_600_000;
/** Rows held back that a dry run shows. */
const SHOWN = 100;

interface Ports {
  readonly writes: Writes;
  readonly reader: CatalogueReader;
  readonly imports: ImportLog;
  readonly clock: Clock;
  readonly sheets: PriceSheetReader;
}

export function importPrices(ports: Ports): ImportPrices {
  const { writes, sheets } = ports;
  return async (request, options) => {
    const head = await sheets.find(request.sheet);
    if (head === undefined) throw absent('price-sheet', request.sheet);
    if (head.status !== 'draft') throw new Problem('sheet-not-draft');
    const body = countingBody(request.body);
    const run = newRun(ports, request, settingsFor(request, head, ports), body);
    const isDry = new Error('a dry run keeps nothing');
    let report: ImportReport | undefined;
    try {
      return await writeOnceStreamed(writes, { ...options, body, timeoutMs: TIMEOUT_MS }, async (session) => {
        report = await run.work(session, options.actor);
        if (request.isDryRun) throw isDry;
        return report;
      });
    } catch (error) {
      if (error === isDry && report !== undefined) {
        await run.end('done', report);
        return { reply: options.render(report), isReplay: false };
      }
      const problem = problemOf(error);
      const isCancelled = problem instanceof Problem && problem.code === 'import-cancelled';
      const why =
        problem instanceof Problem
          ? { problem: problem.code, detail: problem.detail?.en ?? null }
          : { problem: 'internal' };
      await run.end(isCancelled ? 'cancelled' : 'failed', why).catch(() => undefined);
      throw problem;
    }
  };
}

function problemOf(error: unknown): unknown {
  if (!(error instanceof FeedError)) return error;
  const { code, facts } = error;
  const detail = { en: renderTemplate(FINDINGS[code].en, facts), zh: renderTemplate(FINDINGS[code].zh, facts) };
  return new Problem('unreadable-price-list', { detail, errors: [{ code, detail }], cause: error });
}

/** Settings of the call over those of the sheet; what the format needs has to be there before a byte is read. */
function settingsFor(request: ImportRequest, head: PriceSheetHead, { reader, clock }: Ports): FeedSettings {
  const { catalogue } = reader.current();
  const provider = catalogue.providersById.get(head.provider);
  const today = clock.now().toISOString().slice(0, 10);
  const asOf = request.settings.asOf ?? today;
  const only = provider?.currencies.length === 1 ? provider.currencies[0] : undefined;
  const needs = FEEDS[request.format].needs;
  const settings: FeedSettings = {
    source: head.source,
    confidence: 'stated-by-admin',
    ...request.settings,
    // A provider with one currency leaves nothing to state.
    ...(request.settings.currency === undefined && only !== undefined && needs.includes('currency')
      ? { currency: only }
      : {}),
    provider: head.provider,
    asOf,
    asOfDay: request.settings.asOfDay ?? (/^\d{4}-\d{2}-\d{2}$/.test(asOf) ? asOf : null),
    instanceTypes: [...catalogue.typesByKey.values()].filter((type) => type.provider === head.provider),
    providerNames: provider === undefined ? [] : [provider.nameEn, provider.nameZh, ...provider.aliases],
  };
  const errors = needs
    .filter((name) => settings[name] === undefined)
    .map(
      (name): ProblemError => ({
        parameter: name,
        code: 'required',
        detail: {
          en: `A list of the format ${request.format} does not say its ${name}: add ?${name}=… to the call.`,
          zh: `格式 ${request.format} 的价格表不含 ${name}：请在调用中添加 ?${name}=…。`,
        },
      }),
    );
  if (errors.length > 0) throw new Problem('invalid-request', { errors });
  return settings;
}

interface CountingBody extends AsyncIterable<Uint8Array> {
  readonly bytes: number;
  drain(): Promise<string>;
}

function countingBody(source: AsyncIterable<Uint8Array>): CountingBody {
  const hash: Hash = createHash('sha256');
  const iterator = source[Symbol.asyncIterator]();
  let bytes = 0;
  let isOver = false;
  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    if (isOver) return { done: true, value: undefined };
    const step = await iterator.next();
    if (step.done === true) isOver = true;
    else {
      bytes += step.value.length;
      hash.update(step.value);
    }
    return step;
  };
  return {
    get bytes() {
      return bytes;
    },
    // No `return`: whoever stops early leaves the rest to be drained.
    [Symbol.asyncIterator]: () => ({ next }),
    async drain() {
      while ((await next()).done !== true);
      return hash.copy().digest('hex');
    },
  };
}

interface Held {
  readonly line: number;
  readonly path: string | undefined;
  readonly row: PriceRow;
  readonly objections: readonly Objection[];
}

interface Run {
  work(session: WriteSession, actor: Actor): Promise<ImportReport>;
  /** Ends its entry in the log, where it got that far. */
  end(status: 'done' | 'failed' | 'cancelled', report: unknown): Promise<void>;
}

function newRun(ports: Ports, request: ImportRequest, settings: FeedSettings, body: CountingBody): Run {
  const checks = openPriceChecks(ports.reader.current().catalogue, {
    ...DEFAULT_LIMITS,
    ...(request.maxMoveRatio === undefined ? {} : { maxMoveRatio: request.maxMoveRatio }),
  });
  const skips = new Map<string, SkipCount>();
  const held = new Map<string, number>();
  const shown: ImportReport['held'][number][] = [];
  const lines = openLineIndex();
  let rowsRead = 0;
  let rowsAccepted = 0;
  let rowsQuarantined = 0;
  let rowsSkipped = 0;
  let rowsUnchanged = 0;
  let waiting: { readonly line: number; readonly path: string | undefined; readonly row: PriceRow }[] = [];
  let entries: QuarantineEntry[] = [];
  let job: { readonly id: string; readonly pulse: JobPulse } | undefined;

  const counts = (): ImportCounts => ({ bytesRead: body.bytes, rowsRead, rowsAccepted, rowsQuarantined, rowsSkipped });

  const hold = (entry: QuarantineEntry) => {
    rowsQuarantined++;
    held.set(entry.code, (held.get(entry.code) ?? 0) + 1);
    if (shown.length < SHOWN)
      shown.push({ line: entry.line, code: entry.code, detail: entry.detail, content: entry.content });
    entries.push(entry);
  };

  const take = (event: FeedEvent) => {
    if (event.kind === 'skip') {
      rowsSkipped++;
      countSkip(skips, event);
      return;
    }
    rowsRead++;
    if (event.kind === 'unreadable') {
      hold(unreadableEntry(event));
      return;
    }
    const row = resolvePlace(event.row, checks.catalogue);
    const objections = checkPrice(row, event.hardware, checks);
    if (objections.length > 0) hold(entryOf({ line: event.line, path: event.path, row, objections }));
    else waiting.push({ line: event.line, path: event.path, row });
  };

  const flush = async (session: WriteSession) => {
    const rows = waiting;
    waiting = [];
    if (rows.length > 0) {
      const refused = await session.priceImports.insert(
        request.sheet,
        rows.map(({ row }) => row),
      );
      rowsAccepted += rows.length - refused.length;
      for (const { row, line } of rows) lines.add(rateKey(row), line);
      for (const { index, existing } of refused) {
        const one = rows[index];
        if (one === undefined) continue;
        if (isSame(one.row, existing)) rowsUnchanged++;
        else hold(duplicateEntry(one, existing));
      }
    }
    if (entries.length >= BATCH) await flushEntries(session);
  };

  const flushEntries = async (session: WriteSession) => {
    const some = entries;
    entries = [];
    if (job !== undefined) await session.priceImports.quarantine(request.sheet, job.id, some);
  };

  const stopIfCancelled = () => {
    if (job?.pulse.isCancelled === true) throw new Problem('import-cancelled');
  };

  return {
    async end(status, report) {
      await job?.pulse.stop();
      if (job !== undefined) await ports.imports.end(job.id, status, counts(), report);
    },
    async work(session, actor) {
      const before = await session.priceImports.lock(request.sheet, 'import');
      if (before === 'busy') throw new Problem('import-running');
      if (before === undefined) throw absent('price-sheet', request.sheet);
      if (before.status !== 'draft') throw new Problem('sheet-not-draft');
      const { format, isDryRun } = request;
      const { id } = await ports.imports.start(request.sheet, { format, isDryRun }, counts(), actor);
      job = { id, pulse: followJob(ports.imports, id, counts) };
      if (request.replaces) await session.priceImports.clear(request.sheet);
      for await (const event of FEEDS[request.format].read(body, settings)) {
        take(event);
        if (waiting.length >= BATCH) await flush(session);
        stopIfCancelled();
      }
      await flush(session);
      if (rowsRead + rowsSkipped === 0) throw new FeedError('feed-empty');
      const carriedOver = request.carriesOver ? await carryOver(session, before) : 0;
      await checkAcross(
        session,
        request.sheet,
        checks,
        (row, position, objection) => {
          // A row that came with an earlier list has no line in this one, and was not counted by it.
          const line = lines.lineOf(rateKey(row));
          if (line > 0) rowsAccepted--;
          hold(entryOf({ line, path: undefined, row, objections: [objection] }));
          return position;
        },
        stopIfCancelled,
      );
      await flushEntries(session);
      await session.priceImports.forgetRepeated(request.sheet, id);
      stopIfCancelled();
      const sheet = await session.priceImports.touch(request.sheet);
      const report: ImportReport = {
        import: id,
        sheet: sheet.id,
        format,
        isDryRun,
        ...counts(),
        rowsUnchanged,
        rowsCarriedOver: carriedOver,
        skipped: skipsOf(skips),
        quarantined: [...held]
          .map(([code, count]) => ({ code, count }))
          .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1)),
        held: isDryRun ? shown : shown.slice(0, 10),
        rowCount: sheet.rowCount,
      };
      if (!isDryRun) {
        await session.audit(actor, {
          action: 'import',
          subjectKind: 'price-sheets',
          subjectId: sheet.id,
          before,
          after: { ...sheet, import: id },
        });
        await job.pulse.stop();
        // A cancellation that comes before the commit counts: then nothing is kept.
        if (!(await session.importLog.end(id, 'done', counts(), report))) throw new Problem('import-cancelled');
      }
      return report;
    },
  };
}

async function carryOver(session: WriteSession, draft: PriceSheetHead): Promise<number> {
  const published = await session.priceSheets.publishedOf(draft.provider, draft.series);
  return published === undefined ? 0 : session.priceSheets.copyRows(draft.id, published.id);
}

/** What only several rates show; rows against which something is to be said are taken out again. */
async function checkAcross(
  session: WriteSession,
  sheet: string,
  { published, catalogue }: PriceCheckContext,
  hold: (row: PriceRow, position: number, objection: Objection) => number,
  stopIfCancelled: () => void,
): Promise<void> {
  const check = openServerCheck(published);
  for await (const page of session.priceImports.serverRates(sheet)) {
    const out: number[] = [];
    for (const { row, position } of page) {
      const objection = check(row);
      if (objection !== undefined) out.push(hold(row, position, objection));
    }
    await session.priceImports.remove(sheet, out);
    stopIfCancelled();
  }
  for (const market of await session.priceImports.equalRates(sheet)) {
    const objectionTo = checkSameForAll(
      market.map(({ row }) => row),
      catalogue,
    );
    if (objectionTo === undefined) continue;
    const out = market.map(({ row, position }) => hold(row, position, objectionTo(row)));
    await session.priceImports.remove(sheet, out);
  }
}

function isSame(row: PriceRow, existing: { readonly price: string; readonly upfront: string | null }): boolean {
  return Number(row.price) === Number(existing.price) && Number(row.upfront ?? '0') === Number(existing.upfront ?? '0');
}

function entryOf({ line, path, row, objections }: Held): QuarantineEntry {
  const [first] = objections;
  return {
    line,
    code: first?.code ?? 'price-row-malformed',
    detail: objections.map(({ finding: said }) => said.message).join(' '),
    content: {
      ...(path === undefined ? {} : { path }),
      row,
      objections: objections.map(({ code, field, value, expected, finding: said, isOverridable }) => ({
        code,
        field,
        value,
        expected,
        isOverridable,
        finding: said,
      })),
    },
  };
}

function duplicateEntry(
  { line, path, row }: { readonly line: number; readonly path: string | undefined; readonly row: PriceRow },
  existing: { readonly price: string; readonly upfront: string | null },
): QuarantineEntry {
  const shown = (price: string, upfront: string | null | undefined) =>
    upfront ? `${price} + ${upfront} up front` : price;
  const facts = {
    field: 'price',
    value: shown(row.price, row.upfront),
    expected: shown(existing.price, existing.upfront),
  };
  const code: FindingCode = 'price-duplicate';
  return entryOf({
    line,
    path,
    row,
    objections: [
      {
        code,
        field: 'price',
        value: facts.value,
        expected: facts.expected,
        finding: finding(code, facts),
        isOverridable: false,
      },
    ],
  });
}

function unreadableEntry(event: Extract<FeedEvent, { kind: 'unreadable' }>): QuarantineEntry {
  const said: Finding = finding(event.code, event.facts as Facts);
  return {
    line: event.line,
    code: event.code,
    detail: said.message,
    content: {
      ...(event.path === undefined ? {} : { path: event.path }),
      sample: event.sample,
      objections: [
        {
          code: event.code,
          field: String(event.facts.field ?? ''),
          value: String(event.facts.value ?? ''),
          expected: '',
          isOverridable: false,
          finding: said,
        },
      ],
    },
  };
}
