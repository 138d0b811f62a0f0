/** The published training runs as cases, and the manifest that fixes which rows are left out together. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Catalogue } from '../../../src/engine/catalogue/catalogue.js';
import {
  type CaseContext,
  type MeasuredCase,
  measuredCase,
} from '../../../src/engine/sizing/training/measured-case.js';
import { sourceOf } from './fit.js';

export const SPLITS = ['left-out row', 'unseen source', 'unseen model', 'unseen card'] as const;
export type Split = (typeof SPLITS)[number];

export function caseContext(catalogue: Catalogue): CaseContext {
  return {
    accelerator: (id) => catalogue.acceleratorsById.get(id),
    transformer: (id) => {
      const card = catalogue.modelsById.get(id);
      return card?.transformer ? { name: card.name, transformer: card.transformer } : undefined;
    },
  };
}

export function casesOf(catalogue: Catalogue, task: string): readonly MeasuredCase[] {
  const context = caseContext(catalogue);
  return catalogue.measuredRows(task).flatMap((row) => measuredCase(row, context) ?? []);
}

/** Twins share a family: the same width and about the same size, whatever their name. */
export function familyOf(c: MeasuredCase): string {
  return `${Math.round(Math.log2(c.job.model.activeParameters))}-${c.job.model.hidden}`;
}

export function groupOf(split: Split, c: MeasuredCase): string {
  switch (split) {
    case 'left-out row':
      return c.row.id;
    case 'unseen source':
      return sourceOf(c);
    case 'unseen model':
      return familyOf(c);
    case 'unseen card':
      return c.machine.accelerator.id;
  }
}

/** Digest of row → group in every split: the same rows are left out together on every machine and day. */
export function manifestHash(cases: readonly MeasuredCase[]): string {
  const lines = cases.map((c) => [c.row.id, ...SPLITS.map((split) => groupOf(split, c))].join('\t')).sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

export interface Manifest {
  readonly rows: number;
  readonly hash: string;
}

export function committedManifest(): Manifest {
  return JSON.parse(readFileSync(new URL('./manifest.json', import.meta.url), 'utf8')) as Manifest;
}
