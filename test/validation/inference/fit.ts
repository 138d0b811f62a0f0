/**
 * Fits the inference factors to the seeded measured rows: `npm run fit`.
 *
 * `--manifest` only writes the split manifest; `--intervals` only takes the interval widths anew from the committed folds;
 * `--delivered` only fits the delivered table, to all rows, and keeps widths and folds.
 * Otherwise: checks it, fits all rows, fits each fold without its left-out and without the held-out rows, takes interval
 * widths from the left-out errors, and writes the factor tables. The table that is delivered knows all rows; the folds tell how
 * well its kind does.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readSeed } from '../../../prisma/seed/read-seed.js';
import { openCatalogue } from '../../../src/engine/catalogue/snapshot.js';
import { FACTOR_IDS, type FactorTable } from '../../../src/engine/sizing/inference/efficiency.js';
import { FACTOR_TABLE, INTERVAL_SIGMAS } from '../../../src/engine/sizing/inference/factors.js';
import { resolveRows } from '../../../src/engine/sizing/inference/references.js';
import { fitFactors } from './fitting.js';
import { sigmasOf } from './intervals.js';
import { checkedManifest, manifestOf, writeManifest } from './manifest.js';
import { scoreFolds } from './scores.js';
import { FOLDS, foldsOf, isHeldOut, SPLITS } from './splits.js';

const FACTORS_FILE = fileURLToPath(new URL('../../../src/engine/sizing/inference/factors.ts', import.meta.url));
const FOLDS_FILE = fileURLToPath(new URL('./folds.ndjson', import.meta.url));
/** Effects below this say nothing and are left out. */
const NEGLIGIBLE = 0.004;

const catalogue = openCatalogue(readSeed());
const { rows, skipped } = resolveRows(catalogue);
const say = (line: string) => process.stdout.write(`${line}\n`);
say(`${rows.length} rows; left aside: ${[...skipped].map(([why, n]) => `${why} ${n}`).join(', ')}`);

if (process.argv.includes('--manifest')) {
  writeManifest(manifestOf(rows));
  say('split manifest written');
} else if (process.argv.includes('--delivered')) {
  const manifest = checkedManifest(rows);
  const table = rounded(fitFactors(rows, say));
  writeFileSync(FACTORS_FILE, moduleOf(table, INTERVAL_SIGMAS, manifest.digest, rows.length));
  say('delivered table written');
} else if (process.argv.includes('--intervals')) {
  const manifest = checkedManifest(rows);
  const folds = JSON.parse(readFileSync(FOLDS_FILE, 'utf8')) as Record<string, FactorTable[]>;
  writeFileSync(FACTORS_FILE, moduleOf(FACTOR_TABLE, sigmasOf(scoreFolds(rows, folds)), manifest.digest, rows.length));
  say('interval widths written');
} else {
  const manifest = checkedManifest(rows);
  say('all rows');
  const full = rounded(fitFactors(rows, say));
  const folds: Record<string, FactorTable[]> = {};
  for (const split of SPLITS) {
    const fold = foldsOf(split, rows);
    folds[split] = Array.from({ length: FOLDS[split] }, (_, k) => {
      const table = rounded(
        fitFactors(
          rows.filter((r, i) => fold[i] !== k && !isHeldOut(r)),
          () => {},
        ),
      );
      say(`${split}, fold ${k + 1} of ${FOLDS[split]}`);
      return table;
    });
  }
  writeFileSync(FOLDS_FILE, `${JSON.stringify(folds)}\n`);
  const sigmas = sigmasOf(scoreFolds(rows, folds));
  writeFileSync(FACTORS_FILE, moduleOf(full, sigmas, manifest.digest, rows.length));
  say('factors written');
}

function rounded(table: FactorTable): FactorTable {
  const digits = (v: number) => Number(v.toFixed(4));
  return Object.fromEntries(
    FACTOR_IDS.map((id) => {
      const row = table[id];
      const effects = Object.entries(row.effects)
        .filter(([, v]) => Math.abs(v) >= NEGLIGIBLE)
        .map(([k, v]) => [k, digits(v)] as const)
        .sort((a, b) => (a[0] < b[0] ? -1 : 1));
      return [id, { base: digits(row.base), low: row.low, high: row.high, effects: Object.fromEntries(effects) }];
    }),
  ) as unknown as FactorTable;
}

function moduleOf(table: FactorTable, sigmas: unknown, digest: string, count: number): string {
  return `/** Fitted factors. Written by \`npm run fit\`; do not edit by hand. */
import type { FactorTable } from './efficiency.js';
import type { SigmaTable } from './evidence.js';

/** Rows that the table was fitted on, and their digest (test/validation/inference/manifest.json). */
export const FITTED_ON = { rows: ${count}, digest: '${digest.slice(0, 16)}' } as const;

export const FACTOR_TABLE: FactorTable = ${JSON.stringify(table, null, 2)};

/** Logarithmic standard deviations by what is estimated and how near the rows are, from left-out rows (evidence.ts). */
export const INTERVAL_SIGMAS: SigmaTable = ${JSON.stringify(sigmas, null, 2)};
`;
}
