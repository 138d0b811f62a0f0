/** What the use cases need from outside. The store, the engine and the process implement these; tests bring their own. */

import type { RecommendReply } from '../engine/answer.js';
import type { Calibration } from '../engine/calibration/calibration.js';
import type { CapacityPlanReply, CapacityPlanRequest } from '../engine/capacity/schemas.js';
import type { Catalogue } from '../engine/catalogue/catalogue.js';
import type { Availability } from '../engine/catalogue/instance.js';
import type { PriceRow } from '../engine/catalogue/price.js';
import type { EvaluateContext, EvaluateRequest } from '../engine/evaluate.js';
import type { DraftPrices } from '../engine/price-impact/draft-prices.js';
import type { Impact } from '../engine/price-impact/impact.js';
import type { CostEstimateReply, CostEstimateRequest, PriceBook } from '../engine/pricing/schemas.js';
import type { RecommendRequest } from '../engine/question.js';
import type { AskContext } from '../engine/recommend.js';
import type { ConsolidateReply, ConsolidateRequest } from '../engine/sharing/schemas.js';
import type { CatalogueKindName, EntryFacts } from './catalogue-kinds.js';
import type { EvaluateReply } from './evaluate.js';
import type { QuoteWriter } from './quotes/quote.js';

export type Awaitable<T> = T | Promise<T>;

// ── Planning ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The engine's functions as far as they exist; pure, so they may as well run in a worker. */
export interface Engine {
  recommend(catalogue: Catalogue, request: RecommendRequest, context: AskContext): Awaitable<RecommendReply>;
  evaluate(catalogue: Catalogue, request: EvaluateRequest, context: EvaluateContext): Awaitable<EvaluateReply>;
  estimateCost(catalogue: Catalogue, request: CostEstimateRequest, context: AskContext): Awaitable<CostEstimateReply>;
  planCapacity(catalogue: Catalogue, request: CapacityPlanRequest, context: AskContext): Awaitable<CapacityPlanReply>;
  consolidate(catalogue: Catalogue, request: ConsolidateRequest, context: AskContext): Awaitable<ConsolidateReply>;
}

/** The engine for many questions at once: on several cores, or one after the other. */
export interface BatchEngine {
  /** Questions worth having under way at the same time. */
  readonly width: number;
  recommend(catalogue: Catalogue, request: RecommendRequest, context: AskContext): Promise<RecommendReply>;
}

/** What a draft would change for one question; in a thread of its own where there is one. */
export interface ImpactEngine {
  /** The same `draft` object is opened once. */
  priceImpact(
    catalogue: Catalogue,
    draft: DraftPrices,
    request: RecommendRequest,
    context: AskContext,
  ): Promise<Impact>;
}

export interface Clock {
  now(): Date;
}

// ── Reading the catalogue ────────────────────────────────────────────────────────────────────────────────────────────

/** An entry as it is kept: its facts with their history. */
export interface CatalogueEntry {
  /** `id`, or `provider/id` where ids are a provider's own. */
  readonly key: string;
  readonly facts: EntryFacts;
  /** Counts changes; the ETag is made from it. */
  readonly version: number;
  readonly origin: 'seed' | 'admin';
  readonly isRetired: boolean;
  readonly updatedAt: string;
}

/** The catalogue as it was at one moment: nothing in it is newer or older than the rest. */
export interface CatalogueView {
  readonly catalogue: Catalogue;
  /** Entries of a kind in the order of their keys, retired ones too. */
  entries(kind: CatalogueKindName): readonly CatalogueEntry[];
  entry(kind: CatalogueKindName, key: string): CatalogueEntry | undefined;
  /** Last moment at which the store was known to hold just this. */
  readonly confirmedAt: Date;
  /** true: the store cannot be asked whether this is still so. */
  readonly isStale: boolean;
}

export interface CatalogueReader {
  /** Throws the problem `not-ready` before the first view was read. */
  current(): CatalogueView;
  /** Reads what was written up to now; a caller that wrote sees its own write afterwards. */
  refresh(): Promise<void>;
}

// ── Writing: one transaction, its audit event and its idempotency record included ────────────────────────────────────

/** Who does something, for the audit trail. */
export interface Actor {
  /** Id of the key, or `anonymous`. */
  readonly id: string;
  readonly tenant: string;
  readonly requestId: string;
}

export interface AuditEntry {
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface AuditEvent {
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly requestId: string | null;
}

export interface AuditQuery {
  /** Only what was done in its name. */
  readonly tenant?: string;
  readonly actor?: string;
  readonly action?: string;
  readonly subjectKind?: string;
  readonly subjectId?: string;
  readonly from?: string;
  readonly to?: string;
  readonly beforeId?: string;
  readonly limit: number;
}

export interface AuditLog {
  /** Newest first. */
  list(query: AuditQuery): Promise<readonly AuditEvent[]>;
}

export interface CatalogueWriter {
  /** The entry as stored now, locked until the transaction ends. */
  find(kind: CatalogueKindName, key: string): Promise<CatalogueEntry | undefined>;
  /** What another entry is checked against: kept from changing until the transaction ends, and free to be read by all. */
  look(kind: CatalogueKindName, key: string): Promise<CatalogueEntry | undefined>;
  create(kind: CatalogueKindName, key: string, facts: EntryFacts): Promise<CatalogueEntry>;
  replace(kind: CatalogueKindName, key: string, facts: EntryFacts): Promise<CatalogueEntry>;
  retire(kind: CatalogueKindName, key: string): Promise<CatalogueEntry>;
  /** Which of these keys are there and not retired. */
  existing(kind: CatalogueKindName, keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Entries that are not retired and refer to this one, as `kind key`; at most 20. */
  referrers(kind: CatalogueKindName, key: string): Promise<readonly string[]>;
  /** Creates or replaces; returns how many rows changed. */
  putAvailability(rows: readonly Availability[]): Promise<number>;
}

export interface PriceSheetHead {
  readonly id: string;
  readonly provider: string;
  readonly series: string;
  readonly version: number;
  readonly status: 'draft' | 'published' | 'superseded';
  readonly label: string;
  readonly source: string;
  readonly note: string | null;
  readonly rowCount: number;
  readonly contentHash: string | null;
  /** true: whoever filled it may not publish it. */
  readonly requiresApproval: boolean;
  readonly revision: number;
  readonly origin: 'seed' | 'admin';
  readonly createdBy: string | null;
  readonly createdAt: string;
  readonly publishedAt: string | null;
  readonly knownTo: string | null;
}

export interface NewPriceSheet {
  readonly provider: string;
  readonly series: string;
  readonly label: string;
  readonly source: string;
  readonly note: string | null;
  readonly requiresApproval?: boolean;
}

export interface PriceSheetQuery {
  readonly provider?: string;
  readonly series?: string;
  readonly status?: PriceSheetHead['status'];
  readonly afterId?: string;
  readonly limit: number;
}

/** A row that contradicts another one of its sheet: same key, tier and day. */
export interface PriceRowClash {
  readonly index: number;
}

export interface PriceSheetReader {
  list(query: PriceSheetQuery): Promise<readonly PriceSheetHead[]>;
  find(id: string): Promise<PriceSheetHead | undefined>;
  /** In the order of insertion; `after` is the position of the last row seen. */
  rows(
    id: string,
    after: number,
    limit: number,
  ): Promise<readonly { readonly position: number; readonly row: PriceRow }[]>;
}

export interface PriceSheetWriter {
  /** Locked until the transaction ends. */
  find(id: string): Promise<PriceSheetHead | undefined>;
  create(sheet: NewPriceSheet, actor: Actor): Promise<PriceSheetHead>;
  /** Replaces all rows of a draft. */
  putRows(
    id: string,
    rows: readonly PriceRow[],
  ): Promise<{ readonly head: PriceSheetHead; readonly clashes: readonly PriceRowClash[] }>;
  /** Adds rows to a draft. */
  addRows(
    id: string,
    rows: readonly PriceRow[],
  ): Promise<{ readonly head: PriceSheetHead; readonly clashes: readonly PriceRowClash[] }>;
  discard(id: string): Promise<void>;
  /** Supersedes the published version of the same series. */
  publish(id: string, actor: Actor): Promise<PriceSheetHead>;
  /** Everybody who made, filled or overrode something in the sheet. */
  contributors(id: string): Promise<readonly string[]>;
  /** Regions and price areas that its rows name. */
  places(id: string): Promise<readonly { readonly region: string | null; readonly area: string | null }[]>;
  /** Adds the rows of another sheet whose rates the sheet does not have; returns how many. */
  copyRows(id: string, from: string): Promise<number>;
  /** The published version of the sheet's series. */
  publishedOf(provider: string, series: string): Promise<PriceSheetHead | undefined>;
}

// ── Jobs on a price sheet: what takes a while, and is followed from outside ─────────────────────────────────────────

export type PriceJobKind = 'import' | 'impact';

/** `interrupted`: its process went away, or was told to stop, before it was done. */
export type JobStatus = 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted';

export interface PriceJob<Settings, Progress> {
  readonly id: string;
  readonly sheet: string;
  readonly tenant: string;
  readonly status: JobStatus;
  readonly settings: Settings;
  readonly progress: Progress;
  readonly createdBy: string | null;
  readonly startedAt: string;
  readonly updatedAt: string;
  readonly finishedAt: string | null;
  /** null while it runs. */
  readonly report: unknown;
}

/** What can be seen of jobs from outside of their transaction, also on another replica. */
export interface PriceJobLog<Settings, Progress> {
  start(sheet: string, settings: Settings, progress: Progress, actor: Actor): Promise<PriceJob<Settings, Progress>>;
  /** Notes how far it has come; false = somebody has cancelled it. */
  progress(id: string, progress: Progress): Promise<boolean>;
  /** false = it was over before, in another way. */
  end(id: string, status: Exclude<JobStatus, 'running'>, progress: Progress, report: unknown): Promise<boolean>;
  /** Asks a running one to stop. */
  cancel(sheet: string, id: string): Promise<void>;
  find(sheet: string, id: string): Promise<PriceJob<Settings, Progress> | undefined>;
  /** Newest first; with a tenant only those in its name. */
  list(sheet: string, limit: number, tenant?: string): Promise<readonly PriceJob<Settings, Progress>[]>;
}

// ── Importing price lists ────────────────────────────────────────────────────────────────────────────────────────────

export interface ImportCounts {
  readonly bytesRead: number;
  readonly rowsRead: number;
  readonly rowsAccepted: number;
  readonly rowsQuarantined: number;
  readonly rowsSkipped: number;
}

export interface ImportSettings {
  readonly format: string;
  readonly isDryRun: boolean;
}

export type ImportLog = PriceJobLog<ImportSettings, ImportCounts>;

/** A row of the list that did not go in: the sheet has this rate, or another price for it. */
export interface RefusedRow {
  readonly index: number;
  readonly existing: { readonly price: string; readonly upfront: string | null };
}

export interface QuarantineEntry {
  readonly line: number;
  readonly code: string;
  readonly detail: string;
  /** The row, what is said against it, and the beginning of the record. */
  readonly content: unknown;
}

export interface QuarantineItem extends QuarantineEntry {
  readonly id: string;
  readonly import: string;
  readonly status: 'open' | 'accepted' | 'rejected';
  readonly resolvedBy: string | null;
  readonly resolvedAt: string | null;
}

export interface QuarantineQuery {
  readonly sheet: string;
  readonly status?: QuarantineItem['status'];
  readonly code?: string;
  readonly afterId?: string;
  readonly limit: number;
}

export interface PlacedRow {
  readonly position: number;
  readonly row: PriceRow;
}

export interface PriceImportWriter {
  /** Keeps other changes of the sheet out until the transaction ends; `busy` = an import of it is running. */
  lock(sheet: string, purpose: 'import' | 'change'): Promise<PriceSheetHead | 'busy' | undefined>;
  /** Inserts what is new, and says of the rest what the sheet has instead. */
  insert(sheet: string, rows: readonly PriceRow[]): Promise<readonly RefusedRow[]>;
  quarantine(sheet: string, importId: string, entries: readonly QuarantineEntry[]): Promise<void>;
  /** Takes out again what an earlier import of the sheet holds back already, just so. */
  forgetRepeated(sheet: string, importId: string): Promise<void>;
  /** Rates of servers, those of one server in one place after each other, on-demand ones first; a page at a time. */
  serverRates(sheet: string): AsyncIterable<readonly PlacedRow[]>;
  /** Rates of different servers that all have one price, market by market. */
  equalRates(sheet: string): Promise<readonly (readonly PlacedRow[])[]>;
  remove(sheet: string, positions: readonly number[]): Promise<void>;
  clear(sheet: string): Promise<void>;
  /** The draft was changed. */
  touch(sheet: string): Promise<PriceSheetHead>;
  /** Locked until the transaction ends. */
  quarantined(query: QuarantineQuery & { readonly ids?: readonly string[] }): Promise<readonly QuarantineItem[]>;
  resolve(ids: readonly string[], status: 'accepted' | 'rejected', actor: Actor): Promise<void>;
}

export interface QuarantineReader {
  list(query: QuarantineQuery): Promise<readonly QuarantineItem[]>;
  counts(
    sheet: string,
  ): Promise<readonly { readonly code: string; readonly status: QuarantineItem['status']; readonly count: number }[]>;
}

// ── Comparing sheets ─────────────────────────────────────────────────────────────────────────────────────────────────

export type RateChange = 'added' | 'removed' | 'changed';

export interface RateDifference {
  readonly position: number;
  readonly change: RateChange;
  readonly before: PriceRow | null;
  readonly after: PriceRow | null;
}

export interface SheetComparison {
  readonly counts: Readonly<Record<RateChange | 'unchanged', number>>;
  readonly items: readonly RateDifference[];
}

export interface SheetChanges {
  readonly added: readonly PriceRow[];
  readonly removed: readonly PriceRow[];
  /** Of all rates of the sheet, in alphabetical order. */
  readonly currencies: readonly string[];
}

export interface SheetComparer {
  /** How `sheet` differs from `against`; null = from nothing. Items from `after` on, changed ones first. */
  compare(sheet: string, against: string | null, after: number, limit: number): Promise<SheetComparison>;
  /** Rates that each has and the other has not, just so; `too-many` when they are more than `limit` together. */
  changes(sheet: string, against: string | null, limit: number): Promise<SheetChanges | 'too-many'>;
  /** Rows by billing mode, and the oldest and newest day on which they were seen. */
  summary(sheet: string): Promise<
    readonly {
      readonly billingMode: string;
      readonly rows: number;
      readonly oldest: string | null;
      readonly newest: string | null;
    }[]
  >;
}

// ── Price books: a customer's own terms ──────────────────────────────────────────────────────────────────────────────

/** The terms themselves, without name and version. */
export type PriceBookTerms = Pick<PriceBook, 'discounts' | 'prices'>;

export interface StoredPriceBook {
  readonly name: string;
  readonly tenant: string;
  /** The one key that it is for; null = every key of the tenant without a book of its own. */
  readonly apiKey: string | null;
  readonly terms: PriceBookTerms;
  readonly version: number;
  readonly createdBy: string | null;
  readonly updatedAt: string;
}

export interface PriceBookReader {
  list(tenant: string): Promise<readonly StoredPriceBook[]>;
  find(tenant: string, name: string): Promise<StoredPriceBook | undefined>;
}

export interface PriceBookWriter {
  /** Locked until the transaction ends. */
  find(tenant: string, name: string): Promise<StoredPriceBook | undefined>;
  /** Creates, replaces, or brings back one that was retired. */
  put(book: Omit<StoredPriceBook, 'version' | 'createdBy' | 'updatedAt'>, actor: Actor): Promise<StoredPriceBook>;
  retire(tenant: string, name: string): Promise<void>;
  /** Name of the book for this key, or for the whole tenant. */
  boundTo(tenant: string, apiKey: string | null): Promise<string | undefined>;
}

/** All books in memory, so that no planning request waits for the database. */
export interface PriceBookShelf {
  /** The book of this key, else that of its tenant; null = list prices. */
  of(tenant: string, apiKey: string): PriceBook | null;
  refresh(): Promise<void>;
}

// ── Recorded questions: what a new price would change ────────────────────────────────────────────────────────────────

export interface RecordedQuestion {
  readonly tenant: string;
  readonly at: string;
  readonly request: RecommendRequest;
  readonly catalogueVersion: string;
  /** The best plan of its answer; null = nothing fitted. */
  readonly best: { readonly planId: string; readonly monthly: string | null; readonly currency: string } | null;
}

/** What was asked of an impact, and what it stands on. */
export interface ImpactSettings {
  /** Most recorded questions. */
  readonly questions: number;
  readonly catalogueVersion: string;
  /** Of the draft. */
  readonly revision: number;
}

export interface ImpactProgress {
  readonly questionsAnswered: number;
  /** null: not counted yet. */
  readonly questionsInAll: number | null;
}

export type ImpactLog = PriceJobLog<ImpactSettings, ImpactProgress>;

export interface QuestionLog {
  /** Never waits, never fails: under load questions are dropped, answers are not. */
  note(question: Omit<RecordedQuestion, 'at'>): void;
  /** The latest different ones, of a tenant or (null) of all. */
  latest(tenant: string | null, limit: number): Promise<readonly RecordedQuestion[]>;
}

export const SCOPES = ['plan', 'catalogue:read', 'catalogue:write', 'prices:publish', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

export interface ApiKey {
  readonly id: string;
  readonly tenant: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly rotates: string | null;
  readonly createdBy: string | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

export interface NewApiKey {
  readonly tenant: string;
  readonly name: string;
  readonly prefix: string;
  readonly secretHash: string;
  readonly scopes: readonly Scope[];
  readonly rotates: string | null;
  readonly expiresAt: string | null;
}

/** Keys in memory, so that no planning request waits for the database. */
export interface KeyRing {
  find(prefix: string): { readonly key: ApiKey; readonly secretHash: string } | undefined;
  refresh(): Promise<void>;
}

export interface KeyReader {
  list(): Promise<readonly ApiKey[]>;
  find(id: string): Promise<ApiKey | undefined>;
}

export interface KeyWriter {
  find(id: string): Promise<ApiKey | undefined>;
  /** Keys that exist, revoked ones included. */
  count(): Promise<number>;
  create(key: NewApiKey, actor: Actor): Promise<ApiKey>;
  expire(id: string, at: Date): Promise<ApiKey>;
  revoke(id: string, at: Date): Promise<ApiKey>;
}

/** What the first request with a key was answered; a repetition gets the same. */
export interface RecordedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface IdempotencyClaim {
  /** A hash of what the caller sent. */
  readonly key: string;
  /** Method and route. */
  readonly operation: string;
  /** Hash of the whole request. */
  readonly requestHash: string;
}

export type ClaimOutcome =
  | { readonly kind: 'fresh' }
  | { readonly kind: 'replay'; readonly reply: RecordedReply }
  | { readonly kind: 'in-flight' }
  | { readonly kind: 'mismatch' };

/** How long a key is remembered. */
export const IDEMPOTENCY_HOURS = 24;

export interface IdempotencyLedger {
  /** Takes the key for this transaction, or says why not. Never waits for another transaction. */
  claim(tenant: string, claim: IdempotencyClaim): Promise<ClaimOutcome>;
  record(tenant: string, claim: IdempotencyClaim, reply: RecordedReply): Promise<void>;
}

// ── Your own evidence ────────────────────────────────────────────────────────────────────────────────────────────────

export interface StoredCalibration {
  readonly id: string;
  readonly tenant: string;
  readonly calibration: Calibration;
  readonly createdBy: string | null;
  readonly createdAt: string;
}

/** Calibrations in memory, so that no prediction waits for the database. */
export interface CalibrationBook {
  /** The same list, as long as nothing of the tenant changed. */
  of(tenant: string): readonly Calibration[];
  refresh(): Promise<void>;
}

export interface CalibrationReader {
  list(
    tenant: string,
    query: { readonly afterId?: string; readonly limit: number },
  ): Promise<readonly StoredCalibration[]>;
  find(tenant: string, id: string): Promise<StoredCalibration | undefined>;
}

export interface CalibrationWriter {
  find(tenant: string, id: string): Promise<StoredCalibration | undefined>;
  create(calibration: Calibration, accelerator: string, actor: Actor): Promise<StoredCalibration>;
  retire(id: string): Promise<void>;
}

/** All that one transaction may do. What it did is audited in it; readers see all of it or nothing. */
export interface WriteSession {
  readonly calibrations: CalibrationWriter;
  readonly catalogue: CatalogueWriter;
  readonly priceSheets: PriceSheetWriter;
  readonly priceImports: PriceImportWriter;
  /** Jobs that begin or end with the transaction. */
  readonly importLog: ImportLog;
  readonly impactLog: ImpactLog;
  readonly priceBooks: PriceBookWriter;
  readonly keys: KeyWriter;
  readonly quotes: QuoteWriter;
  readonly idempotency: IdempotencyLedger;
  audit(actor: Actor, entry: AuditEntry): Promise<void>;
}

export interface Writes {
  /** Throws the problem `database-unavailable` when the store cannot be reached. */
  transact<T>(work: (session: WriteSession) => Promise<T>, options?: { readonly timeoutMs?: number }): Promise<T>;
}

export interface StoreHealth {
  /** true: the database answers. */
  isReachable(): Promise<boolean>;
}
