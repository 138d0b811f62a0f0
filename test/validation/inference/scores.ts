/** Errors on left-out rows, with the measured-row correction off and on, beside two baselines. */

import { NEAREST_FOR_ONE } from '../../../src/engine/sizing/inference/corrected.js';
import type { FactorTable } from '../../../src/engine/sizing/inference/efficiency.js';
import {
  evidenceOf,
  type IntervalKind,
  type Nearness,
  nearnessOf,
} from '../../../src/engine/sizing/inference/evidence.js';
import { correctionFrom } from '../../../src/engine/sizing/inference/reference-correction.js';
import { FIRST_KERNEL, LATER_KERNEL } from '../../../src/engine/sizing/inference/reference-kernel.js';
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
  readonly nearness: Nearness;
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
        const list = isFirst ? near.first : near.later;
        const correction = correctionFrom(features, list, NEAREST_FOR_ONE, isFirst ? FIRST_KERNEL : LATER_KERNEL);
        const isEngineMeasured = references.isMeasured(features.engine, features.card);
        scores.push({
          row,
          split,
          isHeldOut: heldOut[i] === true,
          off,
          on: off + (isRate ? -correction.shift : correction.shift),
          naive: naive[i] ?? 0,
          constant: constant[i] ?? 0,
          evidence: evidenceOf(features, correction),
          kind: row.metric === 'prefill' ? 'prefill' : isFirst ? 'first' : isRate ? 'rate' : 'later',
          nearness: nearnessOf(features, correction, list, isEngineMeasured),
        });
      }
    }
  }
  return scores;
}
