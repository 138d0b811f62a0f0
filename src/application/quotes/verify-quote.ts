/** Proves that a quote is what was issued, asks its questions again, and says what differs. */
import { ENGINE_VERSION } from '../../engine/version.js';
import type { Planning } from '../planning.js';
import { Problem } from '../problems.js';
import { asking } from '../question-problem.js';
import { type Difference, differences } from './differences.js';
import {
  contentOf,
  type QuoteContent,
  type QuoteItem,
  type QuoteReader,
  quotedPlan,
  type StoredQuote,
} from './quote.js';
import { findQuote } from './read-quotes.js';
import { canonicalJson, hashOf, isSignedBy } from './seal.js';
import { sum, totalsOf } from './totals.js';

export interface QuoteCheck {
  readonly name: 'canonical-form' | 'content-hash' | 'signature' | 'row' | 'totals';
  readonly isRight: boolean;
  /** What differs; empty when it is right. */
  readonly differences: readonly Difference[];
}

export interface Recomputed {
  /** true: catalogue, prices and engine still give the same answers, byte for byte. */
  readonly isIdentical: boolean;
  readonly catalogueVersion: { readonly before: string; readonly after: string };
  readonly engineVersion: { readonly before: string; readonly after: string };
  /** Between the quoted answers and those of today's data for the day of the quote; pointers start at /items. */
  readonly differences: readonly Difference[];
}

export interface Verification {
  /** Every check is right: this is what was signed. Data that moved on since before does not make it wrong. */
  readonly isValid: boolean;
  readonly checks: readonly QuoteCheck[];
  /** null: the content cannot be read. */
  readonly recomputed: Recomputed | null;
}

const MAX_DIFFERENCES = 50;

export type VerifyQuote = (tenant: string, id: string) => Promise<Verification>;

export function verifyQuote(quotes: QuoteReader, planning: Planning): VerifyQuote {
  return async (tenant, id) => {
    const quote = await findQuote(quotes, tenant, id);
    const key = (await quotes.publicKeys()).find((candidate) => candidate.id === quote.signingKeyId);
    const content = readable(quote);
    const checks: QuoteCheck[] = [
      check('content-hash', differences(quote.contentHash, hashOf(quote.document), 1)),
      {
        name: 'signature',
        isRight: key !== undefined && isSignedBy(quote.document, quote.signature, key),
        differences: [],
      },
    ];
    if (content === null) return { isValid: false, checks, recomputed: null };
    checks.push(
      check('canonical-form', differences(quote.document, canonicalJson(content), 1)),
      check('row', differences(copiesIn(content), copiesOf(quote), MAX_DIFFERENCES)),
      check('totals', totalDifferences(content)),
    );
    return {
      isValid: checks.every(({ isRight }) => isRight),
      checks,
      recomputed: await recompute(content, planning),
    };
  };
}

function check(name: QuoteCheck['name'], found: readonly Difference[]): QuoteCheck {
  return { name, isRight: found.length === 0, differences: found };
}

function readable(quote: StoredQuote): QuoteContent | null {
  try {
    const content = contentOf(quote);
    content.items.forEach(quotedPlan);
    return content;
  } catch {
    return null;
  }
}

/** What a row repeats of the content, so that it can be found. */
function copiesIn(content: QuoteContent): unknown {
  const { id, tenant, catalogueVersion, engineVersion, pricedOn, createdAt, createdBy, expiresAt, buyer, totals } =
    content;
  const { reference, costCentre, approver, tags } = buyer;
  const kept = {
    reference,
    costCentre,
    approver,
    tags,
    monthly: totals.monthly?.amount ?? null,
    currency: totals.currency,
  };
  return { id, tenant, catalogueVersion, engineVersion, pricedOn, createdAt, createdBy, expiresAt, ...kept };
}

function copiesOf(quote: StoredQuote): unknown {
  const { id, tenant, catalogueVersion, engineVersion, pricedOn, createdAt, createdBy, expiresAt } = quote;
  const { reference, costCentre, approver, tags, monthly, currency } = quote;
  return {
    ...{ id, tenant, catalogueVersion, engineVersion, pricedOn, createdAt, createdBy, expiresAt },
    ...{ reference, costCentre, approver, tags, monthly, currency },
  };
}

/** Lines against the plans' totals, and these against the quote's. */
function totalDifferences({ items, totals }: QuoteContent): readonly Difference[] {
  const plans = items.map(quotedPlan);
  const ofLines = items.flatMap((item, index): Difference[] => {
    const { cost } = quotedPlan(item);
    if (cost.monthly === null) return [];
    const lines = sum(cost.lines.flatMap(({ amount }) => (amount === null ? [] : [amount]))).toFixed(2);
    return differences(cost.monthly.amount, lines, 1).map((found) => ({ ...found, pointer: `/items/${index}/lines` }));
  });
  return [...ofLines, ...differences(totals, totalsOf(plans, totals.currency), MAX_DIFFERENCES)];
}

async function recompute(content: QuoteContent, planning: Planning): Promise<Recomputed> {
  const { catalogue } = planning.reader.current();
  const answers = [];
  for (const item of content.items) answers.push(await answerAgain(item, content, planning));
  const found = differences(
    { items: content.items.map(({ answer }) => comparable(answer)) },
    { items: answers.map(comparable) },
    MAX_DIFFERENCES,
  );
  return {
    isIdentical: found.length === 0,
    catalogueVersion: { before: content.catalogueVersion, after: catalogue.version },
    engineVersion: { before: content.engineVersion, after: ENGINE_VERSION },
    differences: found,
  };
}

/** The version of the catalogue is in each answer and in the ids of its plans: it is told once, apart. */
function comparable(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer, (key, value: unknown) => (key === 'catalogueVersion' ? undefined : value)).replaceAll(
      /"id":"plan-[0-9a-f]+"/g,
      '"id":"plan"',
    ),
  );
}

async function answerAgain(item: QuoteItem, content: QuoteContent, planning: Planning): Promise<unknown> {
  const { catalogue } = planning.reader.current();
  try {
    return await asking(() =>
      planning.engine.recommend(catalogue, item.request, {
        today: content.pricedOn,
        priceBook: content.priceBook,
        calibrations: content.calibrations,
      }),
    );
  } catch (error) {
    if (error instanceof Problem) return { problem: error.code };
    throw error;
  }
}
