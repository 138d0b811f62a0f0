/** Five ways to leave rows out. A group never stands on both sides; assignment depends on names and counts alone. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Resolved } from '../../../src/engine/sizing/inference/references.js';

export const SPLITS = ['interpolation', 'unseen sweep', 'unseen architecture', 'unseen card', 'unseen source'] as const;
export type Split = (typeof SPLITS)[number];

export const FOLDS: Readonly<Record<Split, number>> = {
  interpolation: 4,
  'unseen sweep': 5,
  'unseen architecture': 8,
  'unseen card': 6,
  'unseen source': 5,
};

/** One sweep in this many is held out: no fit, no reference and no choice of a formula or a constant may look at its rows. */
const SWEEPS_PER_HELD_OUT = 8;

/** A sweep: one model, card, engine and pair of lengths, at every load and layout. */
function sweepOf(r: Resolved): string {
  const { inputTokens, outputTokens } = r.workload;
  return [r.family, r.card, r.context.engine, JSON.stringify(inputTokens), JSON.stringify(outputTokens)].join('|');
}

/** Whether a row belongs to a held-out sweep. */
export function isHeldOut(r: Resolved): boolean {
  return textHash(sweepOf(r)) % SWEEPS_PER_HELD_OUT === 0;
}

/** What is left out together. */
export function groupOf(split: Split, r: Resolved): string {
  switch (split) {
    case 'interpolation':
      return r.configurationKey;
    case 'unseen sweep':
      return sweepOf(r);
    case 'unseen architecture':
      return r.family;
    case 'unseen card':
      return r.card;
    case 'unseen source':
      return r.source;
  }
}

/** Splits whose groups are too many to list: the name alone tells the fold. */
export const isByName = (split: Split): boolean => split === 'interpolation' || split === 'unseen sweep';

/** Groups of each fold as committed; of splits by name only their number. */
type KnownSplits = Readonly<Partial<Record<Split, readonly (readonly string[] | number)[]>>>;

const MANIFEST = fileURLToPath(new URL('./manifest.json', import.meta.url));
let committed: KnownSplits | null = null;

function committedSplits(): KnownSplits {
  committed ??= (JSON.parse(readFileSync(MANIFEST, 'utf8')) as { readonly splits: KnownSplits }).splits;
  return committed;
}

/**
 * Fold of every row. A group keeps the fold of the committed manifest, so that further rows never bring one into the fit of a fold
 * that is to predict it; a new one goes to the emptiest, largest first. Configurations and sweeps go by their names alone.
 */
export function foldsOf(split: Split, rows: readonly Resolved[], known: KnownSplits = committedSplits()): Int32Array {
  if (isByName(split)) {
    return Int32Array.from(rows.map((r) => textHash(groupOf(split, r)) % FOLDS[split]));
  }
  const foldByGroup = new Map<string, number>();
  for (const [fold, groups] of (known[split] ?? []).entries()) {
    if (typeof groups !== 'number') for (const group of groups) foldByGroup.set(group, fold);
  }
  const sizes = new Map<string, number>();
  for (const r of rows) sizes.set(groupOf(split, r), (sizes.get(groupOf(split, r)) ?? 0) + 1);
  const load = new Array<number>(FOLDS[split]).fill(0);
  const groups = [...sizes].sort((a, b) => b[1] - a[1] || (textHash(a[0]) < textHash(b[0]) ? -1 : 1));
  const isKnown = (group: string) => foldByGroup.has(group);
  for (const [group, size] of [...groups.filter(([g]) => isKnown(g)), ...groups.filter(([g]) => !isKnown(g))]) {
    const fold = foldByGroup.get(group) ?? load.indexOf(Math.min(...load));
    foldByGroup.set(group, fold);
    load[fold] = (load[fold] ?? 0) + size;
  }
  return Int32Array.from(rows.map((r) => foldByGroup.get(groupOf(split, r)) ?? 0));
}

/** FNV-1a: an order that follows no property of the rows. */
export function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}
