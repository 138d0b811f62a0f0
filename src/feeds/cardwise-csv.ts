/** Our own CSV: the template, and what we export ourselves. */
import { type Column, columnOf, readCardwiseRow } from './cardwise-row.js';
import { csvRecords } from './csv-records.js';
import { type Feed, wrongFormat } from './feed.js';

/** A cell that a spreadsheet would run as a formula is exported behind an apostrophe; see `exports/price-rows.ts`. */
const GUARDED = /^'(?=[=+\-@\t\r'＝＋－＠])/;

export const cardwiseCsv: Feed = {
  title: 'Our own CSV (the template)',
  needs: [],
  async *read(bytes, settings) {
    let columns: readonly Column[] = [];
    const onHeader = (header: readonly string[]) => {
      columns = readHeader(header);
    };
    for await (const record of csvRecords(bytes, { required: [], comment: '#', onHeader })) {
      const cells: Partial<Record<Column, string>> = {};
      for (const [index, column] of columns.entries()) cells[column] = (record.cells[index] ?? '').replace(GUARDED, '');
      if (record.isComplete) yield readCardwiseRow(cells, { line: record.line }, settings, record.cells.join(','));
      else
        yield {
          kind: 'unreadable',
          line: record.line,
          code: 'unreadable-row',
          facts: { field: 'cells', value: `${record.cells.length} instead of ${columns.length}` },
          sample: record.cells.join(',').slice(0, 200),
        };
    }
  },
};

/** All columns must be ours: a misspelt one must not become a silent default. */
function readHeader(header: readonly string[]): readonly Column[] {
  const columns = header.map(columnOf);
  const unknown = header.filter((_, index) => columns[index] === undefined);
  const known = columns.filter((column) => column !== undefined);
  const missing = (['sku', 'price'] as const).filter((column) => !known.includes(column));
  if (unknown.length > 0 || missing.length > 0 || new Set(known).size < known.length)
    throw wrongFormat({ missing, unknown, found: header });
  return known;
}
