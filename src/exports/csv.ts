/** CSV for people and spreadsheets: a cell that would be taken for a formula stays text. */
import { stringify } from 'csv-stringify/sync';

const FORMULA = /^[=+\-@\t\r'＝＋－＠]/;
/** A plain negative number is no formula. */
const NUMBER = /^-?[0-9]+(\.[0-9]+)?$/;

export function csv(columns: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  return stringify(
    [columns, ...rows].map((row) => row.map(cell)),
    { record_delimiter: '\r\n' },
  );
}

function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}
