/** The formats of price lists that can be imported, and our own on the way out. */
import { csvHeader, csvLines, csvTemplate, ndjsonLines } from '../exports/price-rows.js';
import { FEED_IDS, FEEDS, type FeedId } from '../feeds/index.js';
import type { PriceSheetReader } from './ports.js';
import { absent } from './problems.js';

export const PRICE_FORMATS: readonly FeedId[] = FEED_IDS;
export type { FeedId };

export interface PriceFormat {
  readonly id: FeedId;
  readonly title: string;
  /** Settings that have to be given with a file of this format. */
  readonly needs: readonly string[];
}

export type ListPriceFormats = () => readonly PriceFormat[];
export const listPriceFormats: ListPriceFormats = () =>
  FEED_IDS.map((id) => ({ id, title: FEEDS[id].title, needs: FEEDS[id].needs }));

export const priceTemplate = csvTemplate;

export interface ExportOptions {
  readonly format: 'csv' | 'ndjson';
  /** A byte-order mark in front, so that Excel reads UTF-8. */
  readonly hasByteOrderMark: boolean;
}

const PAGE = 1000;

export type ExportPriceRows = (id: string, options: ExportOptions) => Promise<AsyncIterable<string>>;
/** All rates of a sheet as text; the import of the same format reads it without loss. */
export function exportPriceRows(sheets: PriceSheetReader): ExportPriceRows {
  return async (id, { format, hasByteOrderMark }) => {
    if ((await sheets.find(id)) === undefined) throw absent('price-sheet', id);
    return (async function* () {
      if (format === 'csv') yield csvHeader(hasByteOrderMark);
      let after = 0;
      for (;;) {
        const page = await sheets.rows(id, after, PAGE);
        const rows = page.map(({ row }) => row);
        if (rows.length > 0) yield format === 'csv' ? csvLines(rows) : ndjsonLines(rows);
        const last = page.at(-1);
        if (page.length < PAGE || last === undefined) return;
        after = last.position;
      }
    })();
  };
}
