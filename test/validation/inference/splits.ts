/** Four ways to leave rows out. A group never stands on both sides; assignment depends on names and counts alone. */
import type { Resolved } from '../../../src/engine/sizing/inference/references.js';

export const SPLITS = ['interpolation', 'unseen architecture', 'unseen card', 'unseen source'] as const;
export type Split = (typeof SPLITS)[number];

export const FOLDS: Readonly<Record<Split, number>> = {
  interpolation: 4,
  'unseen architecture': 8,
  'unseen card': 6,
  'unseen source': 5,
};

/** What is left out together. */
export function groupOf(split: Split, r: Resolved): string {
  switch (split) {
    case 'interpolation':
      return r.configurationKey;
    case 'unseen architecture':
      return r.family;
    case 'unseen card':
      return r.card;
    case 'unseen source':
      return r.source;
  }
}

/** Fold of every row: the largest group goes to the emptiest fold first; ties by name. */
export function foldsOf(split: Split, rows: readonly Resolved[]): Int32Array {
  const sizes = new Map<string, number>();
  for (const r of rows) sizes.set(groupOf(split, r), (sizes.get(groupOf(split, r)) ?? 0) + 1);
  const groups = [...sizes].sort((a, b) => b[1] - a[1] || (textHash(a[0]) < textHash(b[0]) ? -1 : 1));
  const load = new Array<number>(FOLDS[split]).fill(0);
  const foldByGroup = new Map<string, number>();
  for (const [group, size] of groups) {
    const fold = load.indexOf(Math.min(...load));
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
