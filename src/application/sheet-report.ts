/** What is to be known of a price sheet before it is published: what is in it, what was held back, what it changes. */
import type {
  ImportCounts,
  ImportLog,
  ImportSettings,
  PriceJob,
  PriceSheetHead,
  PriceSheetReader,
  QuarantineReader,
  RateDifference,
  SheetComparer,
  SheetComparison,
} from './ports.js';
import { absent } from './problems.js';

/** An import as it is shown: what was asked for, how far it has come, how it ended. */
export type PriceImportHead = Omit<PriceJob<never, never>, 'tenant' | 'settings' | 'progress'> &
  ImportSettings &
  ImportCounts;

function shown({ tenant: _, settings, progress, ...job }: PriceJob<ImportSettings, ImportCounts>): PriceImportHead {
  return { ...job, ...settings, ...progress };
}

export interface SheetPorts {
  readonly sheets: PriceSheetReader;
  readonly imports: ImportLog;
  readonly quarantine: QuarantineReader;
  readonly comparer: SheetComparer;
}

export interface SheetReport {
  readonly sheet: PriceSheetHead;
  readonly rows: Awaited<ReturnType<SheetComparer['summary']>>;
  readonly quarantine: Awaited<ReturnType<QuarantineReader['counts']>>;
  /** The published version that publishing would supersede. */
  readonly against: string | null;
  readonly changes: SheetComparison['counts'];
  readonly largest: readonly RateDifference[];
  readonly imports: readonly PriceImportHead[];
}

const LARGEST = 20;
const LAST_IMPORTS = 20;

export type ReportPriceSheet = (id: string) => Promise<SheetReport>;
export function reportPriceSheet({ sheets, imports, quarantine, comparer }: SheetPorts): ReportPriceSheet {
  return async (id) => {
    const sheet = await found(sheets, id);
    const before = await supersededBy(sheets, sheet);
    const comparison = await comparer.compare(id, before?.id ?? null, 0, LARGEST);
    return {
      sheet,
      rows: await comparer.summary(id),
      quarantine: await quarantine.counts(id),
      against: before?.id ?? null,
      changes: comparison.counts,
      largest: comparison.items.filter(({ change }) => change === 'changed'),
      imports: (await imports.list(id, LAST_IMPORTS)).map(shown),
    };
  };
}

export interface SheetDiff extends SheetComparison {
  readonly sheet: string;
  readonly against: string | null;
}

export type DiffPriceSheet = (
  id: string,
  against: string | undefined,
  after: number,
  limit: number,
) => Promise<SheetDiff>;
/** How a sheet differs from another one; without one, from the version that is published. */
export function diffPriceSheet({ sheets, comparer }: Pick<SheetPorts, 'sheets' | 'comparer'>): DiffPriceSheet {
  return async (id, against, after, limit) => {
    const sheet = await found(sheets, id);
    const other = against === undefined ? await supersededBy(sheets, sheet) : await found(sheets, against);
    const comparison = await comparer.compare(id, other?.id ?? null, after, limit);
    return { sheet: id, against: other?.id ?? null, ...comparison };
  };
}

async function found(sheets: PriceSheetReader, id: string): Promise<PriceSheetHead> {
  const sheet = await sheets.find(id);
  if (sheet === undefined) throw absent('price-sheet', id);
  return sheet;
}

/** The published version of the series, where it is another one. */
async function supersededBy(sheets: PriceSheetReader, sheet: PriceSheetHead): Promise<PriceSheetHead | undefined> {
  const { provider, series } = sheet;
  const published = await sheets.list({ provider, series, status: 'published', limit: 1 });
  return published.find(({ id }) => id !== sheet.id);
}

export type ListImports = (sheet: string) => Promise<readonly PriceImportHead[]>;
export const listImports =
  ({ sheets, imports }: Pick<SheetPorts, 'sheets' | 'imports'>): ListImports =>
  async (sheet) => {
    await found(sheets, sheet);
    return (await imports.list(sheet, 100)).map(shown);
  };

export type ReadImport = (sheet: string, id: string) => Promise<PriceImportHead>;
export const readImport =
  (imports: ImportLog): ReadImport =>
  async (sheet, id) => {
    const head = await imports.find(sheet, id);
    if (head === undefined) throw absent('price-import', id);
    return shown(head);
  };

export type CancelImport = (sheet: string, id: string) => Promise<PriceImportHead>;
/** Stops a running import at its next note of progress; nothing of it is kept. One that is over stays as it is. */
export const cancelImport =
  (imports: ImportLog): CancelImport =>
  async (sheet, id) => {
    const head = await imports.find(sheet, id);
    if (head === undefined) throw absent('price-import', id);
    if (head.status === 'running') await imports.cancel(sheet, id);
    return shown((await imports.find(sheet, id)) ?? head);
  };
