/** Rows that an import held back: a person accepts them with a reason, which is kept in the audit trail, or rejects them. */
import type { PriceRow } from '../engine/catalogue/price.js';
import { checkPrice, openPriceChecks } from '../engine/price-checks/index.js';
import type {
  CatalogueReader,
  PriceSheetHead,
  PriceSheetReader,
  QuarantineItem,
  QuarantineQuery,
  QuarantineReader,
  Writes,
} from './ports.js';
import { absent, Problem, type ProblemError } from './problems.js';
import { type OnceOptions, type WriteOnceReply, writeOnce } from './write-once.js';

export type ListQuarantine = (query: QuarantineQuery) => Promise<readonly QuarantineItem[]>;
export const listQuarantine =
  (sheets: PriceSheetReader, quarantine: QuarantineReader): ListQuarantine =>
  async (query) => {
    if ((await sheets.find(query.sheet)) === undefined) throw absent('price-sheet', query.sheet);
    return quarantine.list(query);
  };

export interface QuarantineDecision {
  readonly sheet: string;
  readonly action: 'accept' | 'reject';
  /** These, or all open ones with the code. */
  readonly ids?: readonly string[];
  readonly code?: string;
  readonly reason: string;
}

export interface QuarantineOutcome {
  readonly decided: number;
  readonly sheet: PriceSheetHead;
}

/** Most rows of one decision. */
export const MAX_DECIDED = 5000;

export type DecideQuarantine = (
  decision: QuarantineDecision,
  options: OnceOptions<QuarantineOutcome>,
) => Promise<WriteOnceReply>;

export function decideQuarantine(writes: Writes, reader: CatalogueReader): DecideQuarantine {
  return (decision, options) =>
    writeOnce(writes, options, async (session) => {
      const before = await session.priceImports.lock(decision.sheet, 'change');
      if (before === 'busy') throw new Problem('import-running');
      if (before === undefined) throw absent('price-sheet', decision.sheet);
      if (before.status !== 'draft') throw new Problem('sheet-not-draft');
      const items = await session.priceImports.quarantined({
        sheet: decision.sheet,
        status: 'open',
        ...(decision.ids === undefined ? {} : { ids: decision.ids }),
        ...(decision.code === undefined ? {} : { code: decision.code }),
        limit: MAX_DECIDED,
      });
      const found = new Set(items.map(({ id }) => id));
      const missing = (decision.ids ?? []).filter((id) => !found.has(id));
      if (missing.length > 0) throw new Problem('conflict', { errors: missing.map(notOpen) });

      if (decision.action === 'accept') {
        const rows = acceptable(items, reader);
        const refused = await session.priceImports.insert(decision.sheet, rows);
        const clashes = refused.filter(({ index, existing }) => Number(rows[index]?.price) !== Number(existing.price));
        if (clashes.length > 0)
          throw new Problem('conflict', {
            errors: clashes.map(({ index, existing }) => clash(items[index], existing.price)),
          });
      }
      const status = decision.action === 'accept' ? 'accepted' : 'rejected';
      await session.priceImports.resolve([...found], status, options.actor);
      const sheet = await session.priceImports.touch(decision.sheet);
      // One event a row: an override of a price is what an auditor looks for.
      for (const item of items) {
        await session.audit(options.actor, {
          action: decision.action === 'accept' ? 'override' : 'reject',
          subjectKind: 'price-sheets',
          subjectId: decision.sheet,
          before: { quarantine: item.id, line: item.line, code: item.code, detail: item.detail, status: 'open' },
          after: { status, reason: decision.reason, row: rowOf(item) ?? null },
        });
      }
      return { decided: items.length, sheet };
    });
}

function rowOf(item: QuarantineItem): PriceRow | undefined {
  return (item.content as { readonly row?: PriceRow }).row;
}

/** The rows, checked again: what no reason can make good has to change first, in the catalogue or in the file. */
function acceptable(items: readonly QuarantineItem[], reader: CatalogueReader): readonly PriceRow[] {
  const checks = openPriceChecks(reader.current().catalogue);
  const errors: ProblemError[] = [];
  const rows: PriceRow[] = [];
  for (const item of items) {
    const row = rowOf(item);
    if (row === undefined) {
      errors.push({
        pointer: `/ids/${item.id}`,
        code: item.code,
        detail: {
          en: `${item.detail} There is no row to accept: correct the file and import it again, or reject this one.`,
          zh: `${item.detail} 没有可放行的行：请修正文件后重新导入，或拒绝该行。`,
        },
      });
      continue;
    }
    const fatal = checkPrice(row, undefined, checks).find(({ isOverridable }) => !isOverridable);
    const wasDuplicate = item.code === 'price-duplicate';
    if (fatal !== undefined || wasDuplicate) {
      const detail = fatal?.finding.message ?? item.detail;
      errors.push({
        pointer: `/ids/${item.id}`,
        code: fatal?.code ?? item.code,
        detail: { en: `${detail} No reason can make it acceptable.`, zh: `${detail} 无法以任何理由放行。` },
      });
    } else rows.push(row);
  }
  if (errors.length > 0) throw new Problem('conflict', { errors: errors.slice(0, 100) });
  return rows;
}

function notOpen(id: string): ProblemError {
  return {
    pointer: `/ids/${id}`,
    code: 'not-open',
    detail: {
      en: `${id} is not held back in this sheet, or was decided already.`,
      zh: `${id} 不在该价格表的待定行中，或已处理。`,
    },
  };
}

function clash(item: QuarantineItem | undefined, price: string): ProblemError {
  return {
    pointer: `/ids/${item?.id ?? ''}`,
    code: 'overlapping-rate',
    detail: { en: `The sheet has ${price} for this rate already.`, zh: `该价格键已有价格 ${price}。` },
  };
}
