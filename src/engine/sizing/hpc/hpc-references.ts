/** HPC rows of the catalogue as references: ln of the rate of one card, by code and case, and the offsets of cards. */
import type { Accelerator } from '../../catalogue/accelerator.js';
import type { Catalogue } from '../../catalogue/catalogue.js';
import type { MeasuredRow } from '../../catalogue/measured-row.js';
import { type CardOffsets, fitCardOffsets, type Observation } from '../reference/card-offsets.js';
import { normaliseName } from '../reference/names.js';
import { CODES, type CodeFacts, codePromise } from './codes.js';
import { scalingEfficiency } from './scaling.js';

export interface HpcObservation extends Observation {
  readonly code: string;
  readonly caseName: string;
  readonly caseKey: string;
  readonly cards: number;
  /** ln of the rate of all cards together, as measured. */
  readonly lnTotal: number;
  readonly atoms: number | null;
  readonly id: string;
  /** true: between two measured sizes. */
  readonly isBetween?: boolean;
}

export interface HpcReferences {
  readonly observations: readonly HpcObservation[];
  readonly offsets: Readonly<Record<CodeFacts['kind'], CardOffsets>>;
}

/** Metrics that are times (or times a unit of work); the others are rates. */
const TIMES: ReadonlySet<string> = new Set(['seconds', 'nanosecondsPerPointUpdate']);
const NOT_SPEED: ReadonlySet<string> = new Set(['scalingEfficiencyRatio']);

export function hpcReferences(catalogue: Catalogue): HpcReferences {
  return fitHpc(observeHpc(catalogue.measuredRows('hpc'), catalogue.acceleratorsById));
}

export function fitHpc(observations: readonly HpcObservation[]): HpcReferences {
  const kinds = ['bandwidth', 'fp64', 'particles', 'mixed'] as const;
  const offsetsOf = (kind: CodeFacts['kind']) => {
    const promise = (card: Accelerator, code: string) => {
      const facts = CODES[code];
      return facts === undefined ? null : codePromise(facts)(card, 'fp32');
    };
    return fitCardOffsets(
      observations.filter((o) => o.cards === 1 && CODES[o.code]?.kind === kind),
      promise,
    );
  };
  return {
    observations,
    offsets: Object.fromEntries(kinds.map((kind) => [kind, offsetsOf(kind)])) as HpcReferences['offsets'],
  };
}

/** Rows that tell a speed, as observations; `mode` is the code. */
export function observeHpc(rows: readonly MeasuredRow[], cards: ReadonlyMap<string, Accelerator>): HpcObservation[] {
  return rows.flatMap((row) => {
    const accelerator = cards.get(row.accelerator);
    const code = row.model ?? '';
    const facts = CODES[code];
    if (accelerator === undefined || facts === undefined || row.value <= 0) return [];
    if (row.provenance.confidence === 'recalled' || NOT_SPEED.has(row.metric)) return [];
    if (row.configuration.aggregate === true) return [];
    const share = typeof row.configuration.share === 'number' ? row.configuration.share : 1;
    const lnTotal = TIMES.has(row.metric) ? -Math.log(row.value) : Math.log(row.value);
    const count = row.acceleratorCount;
    const efficiency = scalingEfficiency(facts, count, 1, { isFastInside: true, hasRdma: true });
    // A die of a card of two is half a card; its card is taken as twice it.
    const lnRate = lnTotal - Math.log(count * efficiency * share);
    const caseName = String(row.configuration.case ?? '');
    const atoms = row.configuration.atoms;
    return [
      {
        group: `${code}|${caseKeyOf(code, caseName)}|${row.metric}|${variantOf(row)}`,
        accelerator,
        mode: code,
        lnRate,
        lnTotal: count * share < 1 ? lnRate : lnTotal,
        code,
        caseName,
        caseKey: caseKeyOf(code, caseName),
        cards: Math.max(1, count * share),
        atoms: typeof atoms === 'number' ? atoms : null,
        id: row.id,
      },
    ];
  });
}

/** What else must be equal: a wall time is no compute time, and two ports of one code are two codes. */
function variantOf(row: MeasuredRow): string {
  const printed = row.configuration.metricAsPrinted;
  const port = row.model === 'vasp' ? row.engine : '';
  return `${typeof printed === 'string' ? printed : ''}|${port ?? ''}`;
}

/** A case without the code's name and the size that sources add: `OpenMM apoa1 PME` = `apoa1 PME (92224 atoms)`. */
export function caseKeyOf(code: string, name: string): string {
  const label = CODES[code]?.label ?? code;
  const bare = name
    .replace(/\([^)]*atoms[^)]*\)/gi, '')
    .replace(/[\d.,]+ ?[kM]? ?atoms$/i, '')
    .replace(new RegExp(`\\b(${escaped(label)}|${escaped(code)})\\b`, 'gi'), '');
  const key = normaliseName(bare);
  return key === '' ? normaliseName(name) : key;
}

function escaped(text: string): string {
  return text.replace(/[^A-Za-z0-9 ]/g, '\\$&');
}

/**
 * Cases that differ in one number only (`n 80`, `n 100`) are one family: a size between two measured ones is straight between
 * them in logarithms, card by card. [] when no card has two of them around it.
 */
export function betweenSizes(rows: readonly HpcObservation[], caseKey: string): HpcObservation[] {
  const wanted = numbered(caseKey);
  if (wanted === null) return [];
  const byCard = new Map<string, { size: number; row: HpcObservation }[]>();
  for (const row of rows) {
    const at = numbered(row.caseKey);
    if (at === null || at.template !== wanted.template) continue;
    const key = `${row.accelerator.id}|${row.cards}`;
    byCard.set(key, [...(byCard.get(key) ?? []), { size: at.size, row }]);
  }
  return [...byCard.values()].flatMap((sizes) => {
    const sorted = [...sizes].sort((a, b) => a.size - b.size);
    const above = sorted.find((s) => s.size > wanted.size);
    const below = [...sorted].reverse().find((s) => s.size < wanted.size);
    if (above === undefined || below === undefined) return [];
    const share = Math.log(wanted.size / below.size) / Math.log(above.size / below.size);
    const mix = (a: number, b: number) => a + (b - a) * share;
    return [
      {
        ...below.row,
        isBetween: true,
        lnRate: mix(below.row.lnRate, above.row.lnRate),
        lnTotal: mix(below.row.lnTotal, above.row.lnTotal),
      },
    ];
  });
}

/** The last number of a key and the rest around it. */
function numbered(key: string): { template: string; size: number } | null {
  const match = /^(.*?)(\d+(?:\.\d+)?)(\D*)$/.exec(key);
  if (match === null) return null;
  const size = Number(match[2]);
  return size > 0 ? { template: `${match[1]}#${match[3]}`, size } : null;
}
