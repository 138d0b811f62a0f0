/**
 * The life of a price sheet: draft → rows → publish (→ superseded by the next version of its series). What is published
 * never changes. Import, report, impact, diff and rollback belong here too, one function each.
 */
import type { PriceRow } from '../engine/catalogue/price.js';
import type {
  Actor,
  CatalogueReader,
  NewPriceSheet,
  PriceRowClash,
  PriceSheetHead,
  PriceSheetQuery,
  PriceSheetReader,
  WriteSession,
  Writes,
} from './ports.js';
import { absent, Problem, type ProblemError } from './problems.js';
import { unknownReference } from './write-catalogue.js';
import { type OnceOptions, type WriteOnceReply, writeOnce } from './write-once.js';

/** How long a change of a whole sheet may take: of a million rates it is minutes. */
export const LARGE_SHEET_MS = 3_600_000;

export type ListPriceSheets = (query: PriceSheetQuery) => Promise<readonly PriceSheetHead[]>;
export const listPriceSheets =
  (sheets: PriceSheetReader): ListPriceSheets =>
  (query) =>
    sheets.list(query);

export type ReadPriceSheet = (id: string) => Promise<PriceSheetHead>;
export const readPriceSheet =
  (sheets: PriceSheetReader): ReadPriceSheet =>
  async (id) => {
    const head = await sheets.find(id);
    if (head === undefined) throw absent('price-sheet', id);
    return head;
  };

export type ReadPriceRows = (
  id: string,
  after: number,
  limit: number,
) => Promise<readonly { readonly position: number; readonly row: PriceRow }[]>;
export const readPriceRows =
  (sheets: PriceSheetReader): ReadPriceRows =>
  async (id, after, limit) => {
    if ((await sheets.find(id)) === undefined) throw absent('price-sheet', id);
    return sheets.rows(id, after, limit);
  };

export interface DraftToMake {
  readonly sheet: NewPriceSheet;
  /** Rates to begin with. */
  readonly rows: readonly PriceRow[];
  /** Publish it in the same transaction. */
  readonly publish: boolean;
}

export type DraftPriceSheet = (draft: DraftToMake, options: OnceOptions<PriceSheetHead>) => Promise<WriteOnceReply>;
/** `requiresApproval`: of every sheet, whatever it says itself. */
export function draftPriceSheet(writes: Writes, reader: CatalogueReader, requiresApproval = false): DraftPriceSheet {
  return async ({ sheet, rows, publish }, options) => {
    const done = await writeOnce(writes, options, async (session) => {
      const known = await session.catalogue.existing('providers', [sheet.provider]);
      if (!known.has(sheet.provider)) {
        throw new Problem('invalid-catalogue-entry', {
          errors: [unknownReference('providers', sheet.provider, '/provider')],
        });
      }
      const isTwoPeople = requiresApproval || sheet.requiresApproval === true;
      if (publish && isTwoPeople) throw new Problem('second-person-required');
      const empty = await session.priceSheets.create({ ...sheet, requiresApproval: isTwoPeople }, options.actor);
      const drafted = rows.length === 0 ? empty : await filled(session, empty, rows, reader);
      await session.audit(options.actor, {
        action: 'draft',
        subjectKind: 'price-sheets',
        subjectId: drafted.id,
        after: drafted,
      });
      return publish ? published(session, drafted, options.actor, reader) : drafted;
    });
    if (publish) await reader.refresh();
    return done;
  };
}

async function filled(
  session: WriteSession,
  head: PriceSheetHead,
  rows: readonly PriceRow[],
  reader: CatalogueReader,
): Promise<PriceSheetHead> {
  checkRows(head, rows, reader);
  const { head: after, clashes } = await session.priceSheets.addRows(head.id, rows);
  refuseClashes(clashes);
  return after;
}

export type PutPriceRows = (
  actor: Actor,
  put: { readonly id: string; readonly rows: readonly PriceRow[]; readonly etags: readonly string[] | null },
) => Promise<PriceSheetHead>;
/** Replaces the rows of a draft. */
export function putPriceRows(writes: Writes, reader: CatalogueReader): PutPriceRows {
  return (actor, { id, rows, etags }) => {
    if (etags === null) throw new Problem('precondition-required');
    return writes.transact(async (session) => {
      const before = await draftOf(session, id);
      requireMatch(before, etags);
      checkRows(before, rows, reader);
      const { head, clashes } = await session.priceSheets.putRows(id, rows);
      refuseClashes(clashes);
      await session.audit(actor, {
        action: 'replace-rows',
        subjectKind: 'price-sheets',
        subjectId: id,
        before,
        after: head,
      });
      return head;
    });
  };
}

export type AddPriceRows = (
  id: string,
  rows: readonly PriceRow[],
  options: OnceOptions<PriceSheetHead>,
) => Promise<WriteOnceReply>;
/** Adds rows to a draft. */
export function addPriceRows(writes: Writes, reader: CatalogueReader): AddPriceRows {
  return (id, rows, options) =>
    writeOnce(writes, options, async (session) => {
      const before = await draftOf(session, id);
      const head = await filled(session, before, rows, reader);
      await session.audit(options.actor, {
        action: 'add-rows',
        subjectKind: 'price-sheets',
        subjectId: id,
        before,
        after: head,
      });
      return head;
    });
}

export type DiscardPriceSheet = (
  actor: Actor,
  target: { readonly id: string; readonly etags: readonly string[] | null },
) => Promise<void>;
export function discardPriceSheet(writes: Writes): DiscardPriceSheet {
  return (actor, { id, etags }) => {
    if (etags === null) throw new Problem('precondition-required');
    return writes.transact(async (session) => {
      const before = await draftOf(session, id);
      requireMatch(before, etags);
      await session.priceSheets.discard(id);
      await session.audit(actor, { action: 'discard', subjectKind: 'price-sheets', subjectId: id, before });
    });
  };
}

export type PublishPriceSheet = (id: string, options: OnceOptions<PriceSheetHead>) => Promise<WriteOnceReply>;
export function publishPriceSheet(writes: Writes, reader: CatalogueReader): PublishPriceSheet {
  return async (id, options) => {
    const done = await writeOnce(writes, { ...options, timeoutMs: LARGE_SHEET_MS }, async (session) => {
      const before = await draftOf(session, id);
      if (before.rowCount === 0) {
        throw new Problem('conflict', {
          errors: [{ code: 'empty-sheet', detail: { en: 'The draft has no rows.', zh: '草稿没有任何价格行。' } }],
        });
      }
      if (before.requiresApproval && (await session.priceSheets.contributors(id)).includes(options.actor.id))
        throw new Problem('second-person-required');
      return published(session, before, options.actor, reader);
    });
    await reader.refresh();
    return done;
  };
}

async function published(
  session: WriteSession,
  before: PriceSheetHead,
  actor: Actor,
  reader: CatalogueReader,
): Promise<PriceSheetHead> {
  checkPlaces(before, await session.priceSheets.places(before.id), reader);
  const head = await session.priceSheets.publish(before.id, actor);
  await session.audit(actor, {
    action: 'publish',
    subjectKind: 'price-sheets',
    subjectId: before.id,
    before,
    after: head,
  });
  return head;
}

export function sheetEtag(head: Pick<PriceSheetHead, 'revision'>): string {
  return `"r${head.revision}"`;
}

/** The draft, with no import going on in it. */
async function draftOf(session: WriteSession, id: string): Promise<PriceSheetHead> {
  const head = await session.priceImports.lock(id, 'change');
  if (head === 'busy') throw new Problem('import-running');
  if (head === undefined) throw absent('price-sheet', id);
  if (head.status !== 'draft') throw new Problem('sheet-not-draft');
  return head;
}

function requireMatch(head: PriceSheetHead, etags: readonly string[]): void {
  if (!etags.includes('*') && !etags.includes(sheetEtag(head))) throw new Problem('precondition-failed');
}

/** What the database cannot say: that a rate is of the sheet's provider and names places that exist. */
function checkRows(sheet: PriceSheetHead, rows: readonly PriceRow[], reader: CatalogueReader): void {
  const { regionsByKey, priceAreasByKey } = reader.current().catalogue;
  const errors: ProblemError[] = [];
  for (const [index, row] of rows.entries()) {
    const at = `/rows/${index}`;
    if (row.provider !== sheet.provider) {
      errors.push({
        pointer: `${at}/provider`,
        code: 'other-provider',
        detail: { en: `The sheet is of "${sheet.provider}".`, zh: `该价格表属于 “${sheet.provider}”。` },
        allowed: [sheet.provider],
      });
      continue;
    }
    if ((row.region === undefined) === (row.area === undefined)) {
      errors.push({
        pointer: at,
        code: 'exactly-one-of',
        detail: { en: 'State exactly one of region and area.', zh: 'region 与 area 须且只能填写一个。' },
      });
    } else if (row.region !== undefined && !regionsByKey.has(`${row.provider}/${row.region}`)) {
      errors.push(unknownReference('regions', `${row.provider}/${row.region}`, `${at}/region`));
    } else if (row.area !== undefined && !priceAreasByKey.has(`${row.provider}/${row.area}`)) {
      errors.push(unknownReference('price-areas', `${row.provider}/${row.area}`, `${at}/area`));
    }
    if (errors.length >= 100) break;
  }
  if (errors.length > 0) throw new Problem('invalid-catalogue-entry', { errors });
}

/** A region may have gone since the draft was filled; a sheet that names it would break the next catalogue. */
export function checkPlaces(
  sheet: PriceSheetHead,
  places: readonly { readonly region: string | null; readonly area: string | null }[],
  reader: CatalogueReader,
): void {
  const { regionsByKey, priceAreasByKey } = reader.current().catalogue;
  const errors = places.flatMap(({ region, area }) => {
    if (region !== null && !regionsByKey.has(`${sheet.provider}/${region}`))
      return [unknownReference('regions', `${sheet.provider}/${region}`, '/rows')];
    if (area !== null && !priceAreasByKey.has(`${sheet.provider}/${area}`))
      return [unknownReference('price-areas', `${sheet.provider}/${area}`, '/rows')];
    return [];
  });
  if (errors.length > 0) throw new Problem('invalid-catalogue-entry', { errors: errors.slice(0, 100) });
}

function refuseClashes(clashes: readonly PriceRowClash[]): void {
  if (clashes.length === 0) return;
  throw new Problem('conflict', {
    errors: clashes.slice(0, 100).map(({ index }) => ({
      pointer: `/rows/${index}`,
      code: 'overlapping-rate',
      detail: {
        en: 'Another rate of the sheet holds for the same key, tier and days.',
        zh: '同一价格键、阶梯与日期已有其他价格。',
      },
    })),
  });
}
