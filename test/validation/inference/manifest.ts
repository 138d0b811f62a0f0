/** The committed split manifest: which group is left out in which fold, with a digest of the rows it speaks of. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Resolved } from '../../../src/engine/sizing/inference/references.js';
import { foldsOf, groupOf, isByName, isHeldOut, SPLITS, type Split } from './splits.js';

const FILE = fileURLToPath(new URL('./manifest.json', import.meta.url));

export interface Manifest {
  readonly rows: number;
  /** SHA-256 of row ids, metrics and values in id order. */
  readonly digest: string;
  /** SHA-256 of every row's fold in every split. */
  readonly foldDigest: string;
  /** Rows of held-out sweeps, and the SHA-256 of their ids. */
  readonly heldOut: { readonly rows: number; readonly digest: string };
  /** Groups of each fold; of splits by name only their number. */
  readonly splits: Readonly<Record<Split, readonly (readonly string[] | number)[]>>;
}

const sha = (text: string) => createHash('sha256').update(text).digest('hex');

/** What the manifest must say for these rows. */
export function manifestOf(rows: readonly Resolved[]): Manifest {
  const folds = SPLITS.map((split) => foldsOf(split, rows));
  const ordered = rows.map(
    (r, i) => [`${r.row.id} ${r.row.metric} ${r.row.value}`, folds.map((f) => f[i]).join(' ')] as const,
  );
  ordered.sort((a, b) => (a[0] < b[0] ? -1 : 1));
  const splits = Object.fromEntries(
    SPLITS.map((split, s) => {
      const fold = folds[s] ?? new Int32Array();
      const count = Math.max(...fold) + 1;
      return [
        split,
        Array.from({ length: count }, (_, k) => {
          const groups = new Set(rows.filter((_, i) => fold[i] === k).map((r) => groupOf(split, r)));
          return isByName(split) ? groups.size : [...groups].sort();
        }),
      ];
    }),
  ) as unknown as Manifest['splits'];
  const heldOut = rows
    .filter(isHeldOut)
    .map((r) => r.row.id)
    .sort();
  return {
    rows: rows.length,
    digest: sha(ordered.map((x) => x[0]).join('\n')),
    foldDigest: sha(ordered.map((x) => x.join(' | ')).join('\n')),
    heldOut: { rows: heldOut.length, digest: sha(heldOut.join('\n')) },
    splits,
  };
}

export function writeManifest(manifest: Manifest): void {
  writeFileSync(FILE, `${JSON.stringify(manifest, null, 1)}\n`);
}

/** The committed manifest; throws when the rows are not those it was made for. */
export function checkedManifest(rows: readonly Resolved[]): Manifest {
  const committed = JSON.parse(readFileSync(FILE, 'utf8')) as Manifest;
  const now = manifestOf(rows);
  if (
    now.digest !== committed.digest ||
    now.foldDigest !== committed.foldDigest ||
    now.heldOut.digest !== committed.heldOut.digest
  ) {
    throw new Error(
      `The measured rows (${now.rows}) are not those of the split manifest (${committed.rows}): run \`npm run fit -- --manifest\`, commit it, then fit again.`,
    );
  }
  return committed;
}
