/**
 * The account of the original files: of each, rows read = rows kept + rows skipped, by reason; of each data file, its rows
 * and where they come from; of the audit of the originals, what was done about each remark. `npm run seed:ledger` prints
 * it. The originals are not part of the project, so the account was written when they were re-keyed; what can be checked
 * against the committed data is checked here (and by a test).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SEED_DATA_DIRECTORY } from './read-seed.js';

type Counts = Readonly<Record<string, number>>;

export interface Ledger {
  /** Original files: `rows` without the header line. */
  readonly files: readonly {
    readonly file: string;
    readonly rows: number;
    readonly kept: Counts;
    readonly skipped: Counts;
  }[];
  /** Data files: `from` counts the rows by the original that they were made from. */
  readonly data: readonly { readonly data: string; readonly rows: number; readonly from: Counts }[];
  /** Data files that were not made from the originals, and why they are there. */
  readonly beyond: readonly { readonly data: string; readonly reason: string }[];
  /** The audit: groups of remarks about rows of the originals, and what became of them. */
  readonly audit: readonly {
    readonly file: string;
    readonly reason: string;
    readonly rows: number;
    readonly outcomes: readonly { readonly rows: number; readonly outcome: string }[];
  }[];
}

export function readLedger(): Ledger {
  return JSON.parse(readFileSync(fileURLToPath(new URL('./ledger.json', import.meta.url)), 'utf8')) as Ledger;
}

/** What does not add up: within the account, and between the account and the committed data files. */
export function balanceLedger(ledger: Ledger, directory: string = SEED_DATA_DIRECTORY): readonly string[] {
  const faults: string[] = [];
  for (const { file, rows, kept, skipped } of ledger.files) {
    const found = sum(kept) + sum(skipped);
    if (found !== rows) faults.push(`${file}: ${rows} rows read, ${found} accounted for`);
  }
  const counted = countDataRows(directory);
  for (const { data, rows, from } of ledger.data) {
    if (sum(from) !== rows) faults.push(`${data}: ${rows} rows, ${sum(from)} accounted for`);
    const present = counted.get(data);
    if (present !== rows) faults.push(`${data}: ${rows} rows in the account, ${present ?? 'no file'} in the data`);
    counted.delete(data);
  }
  for (const { data } of ledger.beyond)
    if (!counted.delete(data)) faults.push(`${data}: named as further data, but there is no such file`);
  for (const [data, rows] of counted) faults.push(`${data}: ${rows} rows that the account does not know`);
  for (const { file, reason, rows, outcomes } of ledger.audit) {
    const found = outcomes.reduce((total, outcome) => total + outcome.rows, 0);
    if (found !== rows) faults.push(`audit of ${file} "${reason}": ${rows} remarks, ${found} answered`);
  }
  return faults;
}

/** Rows of each data file by its path; the header line of a price sheet is no row, measurements keep their own account. */
function countDataRows(directory: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = name.replaceAll('\\', '/');
    if (!path.endsWith('.ndjson') || path.startsWith('measured/')) continue;
    const lines = readFileSync(join(directory, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '').length;
    counts.set(path, path.includes('/price-sheets/') ? lines - 1 : lines);
  }
  return counts;
}

/** The account as text, one original a paragraph. */
export function printLedger(ledger: Ledger): string {
  const lines = ledger.files.flatMap(({ file, rows, kept, skipped }) => [
    `${file}: ${rows} rows = ${sum(kept)} kept + ${sum(skipped)} skipped`,
    ...Object.entries(kept).map(([entity, count]) => `  kept    ${pad(count)} ${entity}`),
    ...Object.entries(skipped).map(([reason, count]) => `  skipped ${pad(count)} ${reason}`),
  ]);
  const total = ledger.files.reduce((all, file) => all + file.rows, 0);
  const skipped = ledger.files.reduce((all, file) => all + sum(file.skipped), 0);
  lines.push(`total: ${total} rows = ${total - skipped} kept + ${skipped} skipped`, '', 'Audit of the originals:');
  for (const { file, reason, rows, outcomes } of ledger.audit) {
    lines.push(`${file}: ${rows} × ${reason}`);
    for (const { rows: count, outcome } of outcomes) lines.push(`  ${pad(count)} ${outcome}`);
  }
  lines.push(`total: ${ledger.audit.reduce((all, group) => all + group.rows, 0)} remarks answered`);
  return lines.join('\n');
}

function sum(counts: Counts): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
function pad(count: number): string {
  return String(count).padStart(5);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const ledger = readLedger();
  console.log(printLedger(ledger));
  const faults = balanceLedger(ledger);
  for (const fault of faults) console.error(`does not balance: ${fault}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
