/** Reads a CSV of any size, a record at a time, by column name. */
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { type Bytes, FeedError, wrongFormat } from './feed.js';
import { utf8 } from './json-records.js';

export interface CsvRecord {
  readonly line: number;
  /** The cell under the column; '' where the row has none. Column names are matched without case, spaces and marks. */
  get(column: string): string;
  /** true: the row has as many cells as the header. */
  readonly isComplete: boolean;
  readonly cells: readonly string[];
}

export interface CsvOptions {
  /** Columns without which the file is not of this format. */
  readonly required: readonly string[];
  /** Number of lines before the header; `find`: the header is the first line that holds all required columns. */
  readonly header?: 'first' | 'find';
  readonly comment?: string;
  /** Told the header before any record; may refuse it. */
  readonly onHeader?: (header: readonly string[]) => void;
}

const MAX_RECORD_LENGTH = 1024 * 1024;
/** Lines among which a header is looked for. */
const HEADER_LINES = 20;

export async function* csvRecords(bytes: Bytes, options: CsvOptions): AsyncGenerator<CsvRecord, void, undefined> {
  const { delimiter, text } = await withDelimiter(utf8(bytes));
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_LENGTH,
    ...(options.comment === undefined ? {} : { comment: options.comment, comment_no_infix: true }),
  });
  const input = Readable.from(text);
  input.on('error', (error) => parser.destroy(error));
  input.pipe(parser);

  let columns: ReadonlyMap<string, number> | undefined;
  let header: readonly string[] = [];
  let seen = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      seen++;
      if (columns === undefined) {
        const names = new Map(record.map((name, index) => [columnKey(name), index] as const));
        const missing = options.required.filter((name) => !names.has(columnKey(name)));
        if (missing.length === 0) {
          columns = names;
          header = record;
          options.onHeader?.(record);
          continue;
        }
        if (options.header === 'find' && seen < HEADER_LINES) continue;
        throw wrongFormat({ missing, found: record });
      }
      const index = columns;
      yield {
        line: info.lines,
        cells: record,
        isComplete: record.length === header.length,
        get: (column) => {
          const place = index.get(columnKey(column));
          return place === undefined ? '' : (record[place] ?? '');
        },
      };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new FeedError('feed-not-csv', { what: error.message.slice(0, 200) });
    throw error;
  } finally {
    input.destroy();
    parser.destroy();
  }
  if (columns === undefined) throw wrongFormat({ missing: options.required });
}

const keys = new Map<string, string>();

/** "Instance Type", "instanceType" and "instance_type" are one column. */
export function columnKey(name: string): string {
  let key = keys.get(name);
  if (key === undefined) {
    key = name
      .trim()
      .toLowerCase()
      .replace(/[\s_\-/.]+/g, '');
    if (keys.size < 2000) keys.set(name, key);
  }
  return key;
}

/** Comma, semicolon or tab: whichever the first lines hold most of, outside quotes. */
async function withDelimiter(
  chunks: AsyncGenerator<string, void, undefined>,
): Promise<{ readonly delimiter: string; readonly text: AsyncIterable<string> }> {
  let head = '';
  while (head.length < 4096) {
    const next = await chunks.next();
    if (next.done === true) break;
    head += next.value;
  }
  const bare = head
    .slice(0, 65_536)
    .replace(/"[^"]*"/g, '')
    .split(/\r?\n/)
    .slice(0, HEADER_LINES)
    .join('\n');
  const counts = [',', ';', '\t'].map((mark) => [mark, bare.split(mark).length - 1] as const);
  const delimiter = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ',';
  return {
    delimiter,
    text: (async function* () {
      if (head !== '') yield head;
      yield* chunks;
    })(),
  };
}
