/** Errors on left-out rows, with the measured-row correction off and on, beside two baselines. */

import { NEAREST_FOR_ONE } from '../../../src/engine/sizing/inference/corrected.js';
import type { FactorTable } from '../../../src/engine/sizing/inference/efficiency.js';
import {
  type CardGroup,
  cardGroupOf,
  evidenceOf,
  type IntervalKind,
} from '../../../src/engine/sizing/inference/evidence.js';
import { correctionFrom } from '../../../src/engine/sizing/inference/reference-correction.js';
import {
  featuresOfResolved,
  groupReferences,
  predict,
  type Resolved,
} from '../../../src/engine/sizing/inference/references.js';
import type { Evidence } from '../../../src/engine/units.js';
import { CONSTANT_EFFICIENCY_TABLE, NAIVE_TABLE } from './baselines.js';
import { foldsOf, isHeldOut, SPLITS, type Split } from './splits.js';

export interface Score {
  readonly row: Resolved;
  readonly split: Split;
  /** The row belongs to a held-out sweep: no fold was fitted on it, no reference is one of its kind. */
  readonly isHeldOut: boolean;
  /** log(predicted / measured). */
  readonly off: number;
  readonly on: number;
  readonly naive: number;
  readonly constant: number;
  readonly evidence: Evidence;
  readonly kind: IntervalKind;
  readonly group: CardGroup;
}

/** Scores every row in every split by the table that has not seen it. */
export function scoreFolds(
  rows: readonly Resolved[],
  folds: Readonly<Record<string, readonly FactorTable[]>>,
): readonly Score[] {
  const naive = rows.map((r) => Math.log(predict(r, NAIVE_TABLE) / r.row.value));
  const constant = rows.map((r) => Math.log(predict(r, CONSTANT_EFFICIENCY_TABLE) / r.row.value));
  const heldOut = rows.map(isHeldOut);
  const scores: Score[] = [];
  for (const split of SPLITS) {
    const fold = foldsOf(split, rows);
    for (const [k, table] of (folds[split] ?? []).entries()) {
      const references = groupReferences(
        rows.filter((_, i) => fold[i] !== k && !heldOut[i]),
        table,
      );
      for (const [i, row] of rows.entries()) {
        if (fold[i] !== k) continue;
        const off = Math.log(predict(row, table) / row.row.value);
        if (!Number.isFinite(off)) continue;
        const isFirst = row.metric === 'timeToFirstToken' || row.metric === 'prefill';
        const isRate = row.metric === 'throughput' || row.metric === 'prefill';
        const features = featuresOfResolved(row);
        const near = references.of(features.family);
        const correction = correctionFrom(features, isFirst ? near.first : near.later, NEAREST_FOR_ONE);
        scores.push({
          row,
          split,
          isHeldOut: heldOut[i] === true,
          off,
          on: off + (isRate ? -correction.shift : correction.shift),
          naive: naive[i] ?? 0,
          constant: constant[i] ?? 0,
          evidence: evidenceOf(features, correction),
          kind: isFirst ? 'first' : isRate ? 'rate' : 'later',
          group: cardGroupOf(features),
        });
      }
    }
  }
  return scores;
}

/** 80 % of a normal lie within this many standard deviations. */
const Z_80 = 1.2816;
/** A configuration measured before repeats within this (README of sizing/inference, "Noise"). */
const REPEAT_SIGMA = { first: 0.12, later: 0.08, rate: 0.08 } as const;
/** Fewer rows than this don't make a width of their own. */
const FEWEST = 40;

/** Split whose left-out rows speak for an evidence class. */
const SPLIT_OF_EVIDENCE: Readonly<Record<string, Split>> = {
  interpolated: 'interpolation',
  transferred: 'unseen card',
  analytic: 'unseen architecture',
};

/** Interval widths: the 80th percentile of left-out errors, as a standard deviation. */
export function sigmasOf(scores: readonly Score[]): Record<IntervalKind, Record<string, Record<CardGroup, number>>> {
  const kinds: readonly IntervalKind[] = ['first', 'later', 'rate'];
  const groups: readonly CardGroup[] = ['datacentre', 'other'];
  return Object.fromEntries(
    kinds.map((kind) => {
      const byEvidence: Record<string, Record<CardGroup, number>> = {};
      for (const [evidence, split] of Object.entries(SPLIT_OF_EVIDENCE)) {
        byEvidence[evidence] = Object.fromEntries(
          groups.map((group) => {
            const of = scores.filter(
              (s) => !s.isHeldOut && s.kind === kind && s.split === split && s.row.row.task !== 'llm-burst',
            );
            const own = of.filter((s) => s.group === group && (evidence === 'analytic' || s.evidence === evidence));
            const errors = (own.length >= FEWEST ? own : of).map((s) => Math.abs(s.on)).sort((a, b) => a - b);
            const width = errors[Math.floor(errors.length * 0.8)] ?? 0.5;
            return [group, Number((width / Z_80).toFixed(3))];
          }),
        ) as Record<CardGroup, number>;
      }
      const repeat = REPEAT_SIGMA[kind];
      byEvidence.measured = {
        datacentre: repeat,
        other: Number(Math.max(repeat, (byEvidence.interpolated?.other ?? repeat) * 0.7).toFixed(3)),
      };
      return [kind, byEvidence];
    }),
  ) as Record<IntervalKind, Record<string, Record<CardGroup, number>>>;
}
