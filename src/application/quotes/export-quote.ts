/** A quote as text for another program, from what was frozen: the catalogue of today is not asked. */

import type { ExportFile, ExportSubject, Language } from '../../exports/export-format.js';
import { EXPORT_FORMAT_IDS, exportItems, formatsFor } from '../../exports/index.js';
import { Problem } from '../problems.js';
import { contentOf, type QuoteContent, type QuoteItem, type QuoteReader, type StoredQuote } from './quote.js';
import { findQuote } from './read-quotes.js';

export interface QuoteExport {
  readonly format: string;
  /** Name of an item; absent = all of them where the format can hold several. */
  readonly item?: string;
  /** Another plan of the item's answer than the quoted one. */
  readonly planId?: string;
}

export type ExportQuote = (tenant: string, id: string, wanted: QuoteExport, language: Language) => Promise<ExportFile>;

export function exportQuote(quotes: QuoteReader): ExportQuote {
  return async (tenant, id, { format, item, planId }, language) => {
    const quote = await findQuote(quotes, tenant, id);
    const content = contentOf(quote);
    const names = content.items.map(({ name }) => name);
    const items = item === undefined ? content.items : content.items.filter(({ name }) => name === item);
    if (items.length === 0) throw wrong('item', 'unknown-item', { en: 'No such item.', zh: '没有该项目。' }, names);
    if (planId !== undefined && items.length > 1)
      throw wrong('item', 'required', { en: 'Name the item of the plan.', zh: '请指定该方案所属的项目。' }, names);
    const subjects = items.map((one) => subjectOf(one, planId, content, quote));
    const outcome = exportItems(format, subjects, { language });
    if ('file' in outcome) return outcome.file;
    if ('unknown' in outcome)
      throw wrong('format', 'not-allowed', { en: 'No such format.', zh: '没有该格式。' }, EXPORT_FORMAT_IDS);
    if ('single' in outcome)
      throw wrong(
        'item',
        'required',
        { en: 'This format holds one plan: name the item.', zh: '该格式仅包含一个方案，请指定项目。' },
        names,
      );
    const [subject] = subjects;
    throw wrong(
      'format',
      'not-applicable',
      outcome.refused,
      subject === undefined ? [] : formatsFor(subject).map(({ id: known }) => known),
    );
  };
}

function subjectOf(
  item: QuoteItem,
  planId: string | undefined,
  content: QuoteContent,
  { contentHash }: StoredQuote,
): ExportSubject {
  const { answer, hardware, request, model, architecture } = item;
  const plan = answer.plans.find(({ id }) => id === (planId ?? item.planId));
  const facts = plan === undefined ? undefined : hardware[plan.id];
  if (plan === undefined || facts === undefined)
    throw wrong(
      'plan',
      'unknown-plan',
      { en: 'The quoted answer has no such plan.', zh: '报价的答复中没有该方案。' },
      answer.plans.map(({ id }) => id),
    );
  const { number, createdAt, expiresAt, buyer } = content;
  const { reference, costCentre, approver, tags } = buyer;
  return {
    request,
    reply: answer,
    plan,
    hardware: facts,
    model,
    architecture,
    quote: { number, issuedAt: createdAt, expiresAt, contentHash, reference, costCentre, approver, tags },
  };
}

function wrong(
  parameter: string,
  code: string,
  detail: { readonly en: string; readonly zh: string },
  allowed: readonly string[],
): Problem {
  return new Problem('export-not-possible', { errors: [{ parameter, code, detail, allowed }] });
}
