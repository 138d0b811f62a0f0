/** Two quotes side by side: totals, and the plan and bill of each item of the same name (or place). */
import { Decimal } from 'decimal.js';
import { type Difference, differences } from './differences.js';
import { contentOf, type QuoteContent, type QuoteItem, type QuoteReader, quotedPlan } from './quote.js';
import { findQuote } from './read-quotes.js';

export interface ComparedItem {
  readonly name: string;
  readonly plan: { readonly first: unknown; readonly second: unknown };
  readonly monthly: { readonly first: string | null; readonly second: string | null; readonly delta: string | null };
  /** In the questions, and in the plans (without their reasons). */
  readonly questionDifferences: readonly Difference[];
  readonly planDifferences: readonly Difference[];
}

export interface Comparison {
  readonly first: Side;
  readonly second: Side;
  /** second − first; null in two currencies or without a price. */
  readonly monthlyDelta: string | null;
  readonly termTotalDelta: string | null;
  readonly items: readonly ComparedItem[];
}

interface Side {
  readonly id: string;
  readonly number: string;
  readonly currency: string;
  readonly monthly: string | null;
  readonly termTotal: string | null;
  readonly pricedOn: string;
  readonly catalogueVersion: string;
  readonly engineVersion: string;
}

export type CompareQuotes = (tenant: string, first: string, second: string) => Promise<Comparison>;

const MAX_DIFFERENCES = 50;

export function compareQuotes(quotes: QuoteReader): CompareQuotes {
  return async (tenant, firstId, secondId) => {
    const first = contentOf(await findQuote(quotes, tenant, firstId));
    const second = contentOf(await findQuote(quotes, tenant, secondId));
    const isComparable = first.totals.currency === second.totals.currency;
    const difference = (a: string | undefined, b: string | undefined) =>
      isComparable && a !== undefined && b !== undefined ? new Decimal(b).minus(a).toFixed(2) : null;
    return {
      first: side(first),
      second: side(second),
      monthlyDelta: difference(first.totals.monthly?.amount, second.totals.monthly?.amount),
      termTotalDelta: difference(first.totals.termTotal?.amount, second.totals.termTotal?.amount),
      items: pairs(first, second).map(([a, b]) => ({
        name: (a ?? b)?.name ?? '',
        plan: { first: planOf(a), second: planOf(b) },
        monthly: {
          first: monthlyOf(a) ?? null,
          second: monthlyOf(b) ?? null,
          delta: difference(monthlyOf(a), monthlyOf(b)),
        },
        questionDifferences: differences(a?.request ?? null, b?.request ?? null, MAX_DIFFERENCES),
        planDifferences: differences(partsOf(a), partsOf(b), MAX_DIFFERENCES),
      })),
    };
  };
}

function side({ id, number, totals, pricedOn, catalogueVersion, engineVersion }: QuoteContent): Side {
  return {
    id,
    number,
    currency: totals.currency,
    monthly: totals.monthly?.amount ?? null,
    termTotal: totals.termTotal?.amount ?? null,
    pricedOn,
    catalogueVersion,
    engineVersion,
  };
}

/** Items of the same name belong together; the others stand alone. */
function pairs(
  first: QuoteContent,
  second: QuoteContent,
): readonly (readonly [QuoteItem | undefined, QuoteItem | undefined])[] {
  const byName = new Map(second.items.map((item) => [item.name, item]));
  const names = new Set(first.items.map(({ name }) => name));
  return [
    ...first.items.map((item) => [item, byName.get(item.name)] as const),
    ...second.items.filter(({ name }) => !names.has(name)).map((item) => [undefined, item] as const),
  ];
}

function planOf(item: QuoteItem | undefined): unknown {
  if (item === undefined) return null;
  const { provider, region, instanceType, servers } = quotedPlan(item).placement;
  return { provider, region, instanceType, servers };
}

function monthlyOf(item: QuoteItem | undefined): string | undefined {
  return item === undefined ? undefined : quotedPlan(item).cost.monthly?.amount;
}

/** What is bought and what it does. */
function partsOf(item: QuoteItem | undefined): unknown {
  if (item === undefined) return null;
  const { placement, performance, cost } = quotedPlan(item);
  const lines = cost.lines.map(({ component, sku, quantity, unit, unitPrice, discountRatio, amount }) => ({
    component,
    sku,
    quantity,
    unit,
    unitPrice,
    discountRatio: discountRatio ?? 1,
    amount,
  }));
  return { placement, performance, lines, billingMix: cost.billingMix };
}
