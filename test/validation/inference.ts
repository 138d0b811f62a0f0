/**
 * Language-model serving part of the validation report: published rows, left out by configuration, architecture, card and
 * source, against tables that never saw them; measured-row correction off and on; two baselines in the same run.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Catalogue } from '../../src/engine/catalogue/catalogue.js';
import type { FactorTable } from '../../src/engine/sizing/inference/efficiency.js';
import { intervalGroupOf, sigmaOf } from '../../src/engine/sizing/inference/evidence.js';
import { resolveRows } from '../../src/engine/sizing/inference/references.js';
import { checkedManifest } from './inference/manifest.js';
import { type Score, scoreFolds } from './inference/scores.js';
import { SPLITS } from './inference/splits.js';

/** One line of the report; errors are of the ratio predicted / measured. */
export interface InferenceSection {
  readonly task: string;
  readonly split: string;
  readonly group: string;
  readonly count: number;
  readonly medianApe: number;
  readonly within25: number;
  readonly p90: number;
  readonly bias: number;
  /** Share of rows inside the stated 80 % interval. */
  readonly coverage?: number;
  /** The same without the measured-row correction, and of the baselines. */
  readonly uncorrected?: { readonly medianApe: number; readonly within25: number };
  readonly naiveRoofline?: { readonly medianApe: number; readonly within25: number };
  readonly constantEfficiency?: { readonly medianApe: number; readonly within25: number };
}

/** Groups with fewer rows are not printed: a median of a handful says nothing. */
const FEWEST = 10;
/** Group of the sweeps that no fit, no reference and no choice looked at. */
const HELD_OUT = 'held out';
const Z_80 = 1.2816;

/** Cards that vendors and harnesses measure, whatever ran on them. */
const isLarge = (s: Score) =>
  intervalGroupOf({ engine: '', cardClass: s.row.context.cardClass, card: s.row.context.cardId, concurrency: 0 }) ===
  'datacentre';

/** Tasks of the report and the rows that belong to each. */
const TASKS: readonly (readonly [string, (s: Score) => boolean])[] = [
  ['llm time per output token', (s) => s.row.metric === 'timePerOutputToken' && isLarge(s)],
  [
    'llm throughput',
    (s) =>
      s.row.metric === 'throughput' &&
      isLarge(s) &&
      s.row.row.task !== 'llm-burst' &&
      s.row.context.engine !== 'transformers',
  ],
  [
    'llm throughput of transformers (eager)',
    (s) => s.row.metric === 'throughput' && isLarge(s) && s.row.context.engine === 'transformers',
  ],
  ['llm time to first token', (s) => s.row.metric === 'timeToFirstToken' && isLarge(s)],
  [
    'llm small and older cards, time per output token and throughput',
    (s) =>
      !isLarge(s) &&
      (s.kind === 'later' || s.kind === 'rate') &&
      s.row.metric !== 'prefill' &&
      s.row.row.task !== 'llm-burst',
  ],
  ['llm small and older cards, time to first token', (s) => !isLarge(s) && s.row.metric === 'timeToFirstToken'],
  ['llm prefill', (s) => s.row.metric === 'prefill'],
  ['llm burst throughput', (s) => s.row.row.task === 'llm-burst'],
];

/** Scores all splits; throws when the committed manifest does not fit the rows. */
export function inferenceSections(catalogue: Catalogue): readonly InferenceSection[] {
  const { rows } = resolveRows(catalogue);
  checkedManifest(rows);
  const folds = JSON.parse(
    readFileSync(fileURLToPath(new URL('./inference/folds.ndjson', import.meta.url)), 'utf8'),
  ) as Record<string, FactorTable[]>;
  const scores = scoreFolds(rows, folds);
  const sections: InferenceSection[] = [];
  for (const [task, belongs] of TASKS) {
    for (const split of SPLITS) {
      const all = scores.filter((s) => s.split === split && belongs(s));
      const of = all.filter((s) => !s.isHeldOut);
      if (of.length < FEWEST) continue;
      sections.push(summary(task, split, 'all', of));
      const heldOut = all.filter((s) => s.isHeldOut);
      if (heldOut.length >= FEWEST) sections.push(summary(task, split, HELD_OUT, heldOut));
      for (const [by, keyOf] of [
        ['engine', (s: Score) => s.row.context.engine],
        ['card', (s: Score) => s.row.card],
        ['model', (s: Score) => s.row.family],
      ] as const) {
        const groups = new Map<string, Score[]>();
        for (const s of of) groups.set(keyOf(s), [...(groups.get(keyOf(s)) ?? []), s]);
        for (const [key, members] of [...groups].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))) {
          if (members.length >= FEWEST) sections.push(summary(task, split, `${by}: ${key}`, members));
        }
      }
    }
  }
  return sections;
}

function errorsOf(errors: readonly number[]): { medianApe: number; within25: number; p90: number; bias: number } {
  const apes = errors.map((e) => Math.abs(Math.expm1(e))).sort((a, b) => a - b);
  const signed = [...errors].sort((a, b) => a - b);
  const at = (list: readonly number[], q: number) => list[Math.min(list.length - 1, Math.floor(q * list.length))] ?? 0;
  return {
    medianApe: round(at(apes, 0.5)),
    within25: round(apes.filter((a) => a <= 0.25).length / apes.length),
    p90: round(at(apes, 0.9)),
    bias: round(at(signed, 0.5)),
  };
}

function summary(task: string, split: string, group: string, scores: readonly Score[]): InferenceSection {
  const brief = (errors: readonly number[]) => {
    const { medianApe, within25 } = errorsOf(errors);
    return { medianApe, within25 };
  };
  const covered = scores.filter((s) => Math.abs(s.on) <= Z_80 * sigmaOf(s.kind, s.nearness, s.evidence)).length;
  return {
    task,
    split,
    group,
    count: scores.length,
    ...errorsOf(scores.map((s) => s.on)),
    coverage: round(covered / scores.length),
    uncorrected: brief(scores.map((s) => s.off)),
    naiveRoofline: brief(scores.map((s) => s.naive)),
    constantEfficiency: brief(scores.map((s) => s.constant)),
  };
}

function round(value: number): number {
  return Number(value.toFixed(3));
}

const percent = (v: number | undefined) => (v === undefined ? '' : (v * 100).toFixed(1)).padStart(7);

/** Prints the totals of every task and split, then the groups. */
export function printInference(sections: readonly InferenceSection[], print: (line: string) => void): void {
  const head = '  count  median  in 25%     p90    bias   cover | off: median in 25% | naive  in 25% | constant in 25%';
  const line = (s: InferenceSection, label: string) =>
    print(
      `${String(s.count).padStart(7)} ${percent(s.medianApe)} ${percent(s.within25)} ${percent(s.p90)} ${percent(s.bias)} ${percent(s.coverage)} |    ${percent(s.uncorrected?.medianApe)} ${percent(s.uncorrected?.within25)} |${percent(s.naiveRoofline?.medianApe)} ${percent(s.naiveRoofline?.within25)} |${percent(s.constantEfficiency?.medianApe)} ${percent(s.constantEfficiency?.within25)}  ${label}`,
    );
  for (const task of new Set(sections.map((s) => s.task))) {
    print(`\n${task}\n${head}`);
    const isTotal = (s: InferenceSection) => s.group === 'all' || s.group === HELD_OUT;
    for (const s of sections) if (s.task === task && s.group === 'all') line(s, s.split);
    for (const s of sections) if (s.task === task && s.group === HELD_OUT) line(s, `${s.split}, ${s.group}`);
    for (const s of sections) if (s.task === task && !isTotal(s)) line(s, `${s.split}, ${s.group}`);
  }
}
