/** What a quote is: the content that is frozen and signed, and the state that moves on. */
import type { Plan, RecommendReply } from '../../engine/answer.js';
import type { Calibration } from '../../engine/calibration/calibration.js';
import type { CostLine, PriceBook } from '../../engine/pricing/schemas.js';
import type { RecommendRequest } from '../../engine/question.js';
import type { Money } from '../../engine/units.js';
import type { ModelArchitecture, PlanHardware } from '../../exports/export-format.js';

export const QUOTE_STATES = ['draft', 'issued', 'accepted', 'expired', 'withdrawn'] as const;
export type QuoteState = (typeof QUOTE_STATES)[number];
/** States as they are kept: a quote expires by its date, not by an event. */
export type StoredState = Exclude<QuoteState, 'expired'>;

/** What the buyer's own books call it. */
export interface Buyer {
  readonly reference: string | null;
  readonly costCentre: string | null;
  readonly approver: string | null;
  readonly tags: Readonly<Record<string, string>>;
  readonly note: string | null;
}

/** One workload of the basket: the question as it was asked, the whole answer, and the plan that is quoted. */
export interface QuoteItem {
  readonly name: string;
  readonly request: RecommendRequest;
  readonly planId: string;
  readonly answer: RecommendReply;
  /** By plan id: what exports say of the servers, so that a type that is gone still exports. */
  readonly hardware: Readonly<Record<string, PlanHardware>>;
  readonly model: string | null;
  readonly architecture: ModelArchitecture | null;
}

export interface Payment {
  readonly month: number;
  readonly cash: string;
  readonly amortised: string;
}

export interface QuoteTotals {
  readonly currency: string;
  /** null = no plan of the quote has a price. */
  readonly monthly: Money | null;
  /** true: at least one price is unknown, the total is partial. */
  readonly unpriced: boolean;
  readonly schedule: readonly Payment[];
  /** Cash over the longest term of the items. */
  readonly termTotal: Money | null;
}

/** What is signed. Its canonical form (RFC 8785) is kept byte for byte. */
export interface QuoteContent {
  readonly format: 'cardwise-quote/1';
  readonly id: string;
  readonly number: string;
  readonly tenant: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly expiresAt: string;
  readonly buyer: Buyer;
  readonly catalogueVersion: string;
  readonly engineVersion: string;
  readonly pricedOn: string;
  readonly priceBook: PriceBook | null;
  /** The tenant's load tests that counted. */
  readonly calibrations: readonly Calibration[];
  readonly items: readonly QuoteItem[];
  readonly priceSheets: readonly NonNullable<CostLine['priceSheet']>[];
  readonly totals: QuoteTotals;
}

export interface QuoteEvent {
  readonly at: string;
  readonly actor: string;
  readonly fromState: StoredState | null;
  readonly toState: StoredState;
  readonly by: string | null;
  readonly note: string | null;
}

/** A row: the document with its seal, and copies of what it is found by. */
export interface StoredQuote {
  readonly id: string;
  readonly tenant: string;
  readonly number: number;
  /** Canonical JSON of the content. */
  readonly document: string;
  readonly contentHash: string;
  readonly signature: string;
  readonly signingKeyId: string;
  readonly catalogueVersion: string;
  readonly engineVersion: string;
  readonly pricedOn: string;
  readonly reference: string | null;
  readonly costCentre: string | null;
  readonly approver: string | null;
  readonly tags: Readonly<Record<string, string>>;
  readonly monthly: string | null;
  readonly currency: string;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly state: StoredState;
}

export interface QuoteQuery {
  readonly reference?: string;
  readonly costCentre?: string;
  readonly approver?: string;
  readonly state?: QuoteState;
  readonly tags?: Readonly<Record<string, string>>;
  /** Only numbers below this one. */
  readonly before?: number;
  readonly limit: number;
}

export interface PublicKey {
  /** RFC 7638 thumbprint. */
  readonly id: string;
  /** 32 bytes, base64url. */
  readonly publicKey: string;
}

/** A quote in a list: its document stays where it is. */
export type QuoteRow = Omit<StoredQuote, 'document'>;

/** Reads the quotes of one tenant; those of others do not exist for it. */
export interface QuoteReader {
  list(tenant: string, query: QuoteQuery, now: Date): Promise<readonly QuoteRow[]>;
  find(tenant: string, id: string): Promise<StoredQuote | undefined>;
  events(id: string): Promise<readonly QuoteEvent[]>;
  publicKeys(): Promise<readonly PublicKey[]>;
}

export interface QuoteWriter {
  /** The next number of the tenant; others wait for the end of the transaction. */
  nextNumber(tenant: string): Promise<number>;
  insert(quote: StoredQuote, event: QuoteEvent): Promise<void>;
  /** Locked until the transaction ends. */
  find(tenant: string, id: string): Promise<StoredQuote | undefined>;
  move(id: string, event: QuoteEvent): Promise<void>;
}

/** The private half; never leaves the process. */
export interface QuoteSigner {
  readonly keyId: string;
  /** Ed25519 signature of the bytes, base64url. */
  sign(bytes: Uint8Array): string;
}

export function stateOf({ state, expiresAt }: Pick<StoredQuote, 'state' | 'expiresAt'>, now: Date): QuoteState {
  const isOpen = state === 'draft' || state === 'issued';
  return isOpen && new Date(expiresAt) <= now ? 'expired' : state;
}

export function contentOf({ document }: StoredQuote): QuoteContent {
  return JSON.parse(document) as QuoteContent;
}

export function quoteNumber(number: number, createdAt: string): string {
  return `Q-${createdAt.slice(0, 4)}-${String(number).padStart(6, '0')}`;
}

export function quotedPlan({ answer, planId }: QuoteItem): Plan {
  const plan = answer.plans.find(({ id }) => id === planId);
  if (plan === undefined) throw new Error(`the quote names plan ${planId}, which its answer does not have`);
  return plan;
}
