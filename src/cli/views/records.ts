/** What quotes, price sheets and other records look like as tables. */
import type { Quote, QuoteComparison, QuoteDrift, QuotePage, QuoteVerification } from '../../client/index.js';
import { notes, type Section, table, title } from '../render.js';
import { money } from './planning.js';

export function quoteView(quote: Quote): readonly Section[] {
  return [
    title(`${quote.number} (${quote.id}): ${quote.state}, ${money(quote.monthly)} a month, until ${quote.expiresAt}`),
    table(
      ['item', 'plan', 'servers', 'place', 'a month'],
      quote.content.items.map(({ name, planId, answer }) => {
        const plan = answer.plans.find(({ id }) => id === planId);
        return plan === undefined
          ? [name, planId, '', '', '']
          : [
              name,
              planId,
              `${plan.placement.servers} x ${plan.placement.instanceType}`,
              `${plan.placement.provider} ${plan.placement.region}`,
              money(plan.cost.monthly),
            ];
      }),
    ),
    table(
      ['payment', 'cash', 'amortised'],
      quote.content.totals.schedule.map(({ month, cash, amortised }) => [`month ${month}`, cash, amortised]),
    ),
    notes([
      `SHA-256 ${quote.contentHash}, signed by ${quote.signingKeyId}.`,
      ...quote.history.map(({ at, toState, by, actor, note }) =>
        [at, toState, by === null ? `by key ${actor}` : `by ${by}`, note ?? ''].join(' ').trim(),
      ),
    ]),
  ];
}

export function quotesView(page: QuotePage): readonly Section[] {
  return [
    table(
      ['number', 'id', 'state', 'reference', 'cost centre', 'a month', 'until'],
      page.items.map((q) => [
        q.number,
        q.id,
        q.state,
        q.reference ?? '',
        q.costCentre ?? '',
        money(q.monthly),
        q.expiresAt.slice(0, 10),
      ]),
    ),
    ...(page.nextCursor === null ? [] : [notes([`More: --cursor ${page.nextCursor}`])]),
  ];
}

export function verificationView(reply: QuoteVerification): readonly Section[] {
  const { recomputed } = reply;
  return [
    title(reply.isValid ? 'Valid: this is what was signed' : 'NOT VALID: this is not what was signed'),
    table(
      ['check', 'result', 'differences'],
      reply.checks.map(({ name, isRight, differences }) => [
        name,
        isRight ? 'right' : 'WRONG',
        differences.map(({ pointer }) => pointer).join(', '),
      ]),
    ),
    ...(recomputed === null
      ? []
      : [
          title(
            recomputed.isIdentical
              ? "Asked again, today's data gives the same answer"
              : "Asked again, today's data gives another answer:",
          ),
          table(
            ['where', 'before', 'after'],
            recomputed.differences.map(({ pointer, before, after }) => [pointer, show(before), show(after)]),
          ),
        ]),
  ];
}

export function driftView(reply: QuoteDrift): readonly Section[] {
  return [
    title(reply.hasDrifted ? `Changed by ${reply.askedOn}` : `Unchanged on ${reply.askedOn}`),
    table(
      ['item', 'quoted', 'now', 'recommended now', 'delta'],
      reply.items.map(({ name, before, samePlanNow, bestNow, monthlyDelta }) => [
        name,
        brief(before),
        brief(samePlanNow),
        brief(bestNow),
        monthlyDelta ?? 'unknown',
      ]),
    ),
    table(
      ['item', 'cause', 'delta', 'what'],
      reply.items.flatMap(({ name, causes }) =>
        causes.map(({ cause, monthlyDelta, changes }) => [
          name,
          cause,
          monthlyDelta ?? 'unknown',
          changes.map(({ detail }) => detail).join(' '),
        ]),
      ),
    ),
  ];
}

export function comparisonView(reply: QuoteComparison): readonly Section[] {
  return [
    title(
      `${reply.first.number} and ${reply.second.number}: ${reply.monthlyDelta ?? 'unknown'} ${reply.second.currency} a month`,
    ),
    table(
      ['item', reply.first.number, reply.second.number, 'delta', 'differs in'],
      reply.items.map(({ name, monthly, questionDifferences, planDifferences }) => [
        name,
        monthly.first ?? '',
        monthly.second ?? '',
        monthly.delta ?? '',
        [...questionDifferences, ...planDifferences].map(({ pointer }) => pointer).join(', '),
      ]),
    ),
  ];
}

type Brief = {
  readonly servers: number;
  readonly instanceType: string;
  readonly region: string;
  readonly monthly: Parameters<typeof money>[0];
  readonly saleStatus: string;
} | null;
function brief(plan: Brief): string {
  return plan === null
    ? 'none'
    : `${plan.servers} x ${plan.instanceType} ${plan.region}, ${money(plan.monthly)} (${plan.saleStatus})`;
}

/** Any record: its plain fields, and how many items its lists have. */
export function recordView(record: unknown): readonly Section[] {
  if (record === null || typeof record !== 'object') return [notes([String(record)])];
  return [
    table(
      ['field', 'value'],
      Object.entries(record).map(([name, value]) => [name, show(value)]),
    ),
  ];
}

function show(value: unknown): string {
  if (Array.isArray(value) && value.length > 3) return `${value.length} items`;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
