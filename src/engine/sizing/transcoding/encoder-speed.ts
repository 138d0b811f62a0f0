/**
 * Frames per second of one encoder engine, from the vendor's table (1080p, 8 bit, highest video clock). A combination that
 * the table lacks is filled by an additive model in log space: generation + codec × rate control × preset.
 */
import type { Catalogue } from '../../catalogue/catalogue.js';
import type { MeasuredRow } from '../../catalogue/measured-row.js';
import type { Estimate } from '../../units.js';
import { spread } from '../reference/transfer.js';
import { type Codec, type Generation, PRESETS, type Preset, type RateControl } from './video.js';

export interface EncoderRow {
  readonly id: string;
  readonly generation: string;
  readonly codec: string;
  readonly preset: string;
  readonly rateControl: string;
  readonly framesPerSecond: number;
}

export interface EncoderTable {
  readonly exact: ReadonlyMap<string, { readonly id: string; readonly framesPerSecond: number }>;
  /** ln frames/s by codec|rateControl|preset, and what a generation adds by codec. */
  readonly cells: ReadonlyMap<string, number>;
  readonly generations: ReadonlyMap<string, number>;
}

/** Made once a catalogue: `catalogue.derive(encoderTable)`. */
export function encoderTable(catalogue: Catalogue): EncoderTable {
  return fitEncoderTable(encoderRows(catalogue.measuredRows('transcode-engine')));
}

export function encoderRows(rows: readonly MeasuredRow[]): EncoderRow[] {
  return rows.flatMap((row) => {
    const { generation, codec, preset, rateControl } = row.configuration;
    if (row.metric !== 'framesPerSecondPerEngine' || row.provenance.confidence === 'recalled') return [];
    return [
      {
        id: row.id,
        generation: String(generation),
        codec: String(codec),
        preset: String(preset),
        rateControl: String(rateControl),
        framesPerSecond: row.value,
      },
    ];
  });
}

const ROUNDS = 40;

export function fitEncoderTable(rows: readonly EncoderRow[]): EncoderTable {
  const sums = new Map<string, { id: string; sum: number; count: number }>();
  for (const row of rows) {
    const key = exactKey(row.generation, row.codec, row.rateControl, row.preset);
    const entry = sums.get(key) ?? { id: row.id, sum: 0, count: 0 };
    entry.sum += Math.log(row.framesPerSecond);
    entry.count += 1;
    sums.set(key, entry);
  }
  const exact = new Map(
    [...sums].map(([key, { id, sum, count }]) => [key, { id, framesPerSecond: Math.exp(sum / count) }]),
  );
  const cells = new Map<string, number>();
  const generations = new Map<string, number>();
  const observations = [...exact].map(([key, { framesPerSecond }]) => {
    const [generation, codec, rateControl, preset] = key.split('|');
    return {
      generation: `${generation}|${codec}`,
      cell: `${codec}|${rateControl}|${preset}`,
      value: Math.log(framesPerSecond),
    };
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    meanInto(
      observations,
      (o) => o.cell,
      (o) => o.value - (generations.get(o.generation) ?? 0),
      cells,
    );
    meanInto(
      observations,
      (o) => o.generation,
      (o) => o.value - (cells.get(o.cell) ?? 0),
      generations,
    );
  }
  return { exact, cells, generations };
}

function meanInto<T>(
  items: readonly T[],
  key: (item: T) => string,
  value: (item: T) => number,
  into: Map<string, number>,
) {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const item of items) {
    const entry = sums.get(key(item)) ?? { sum: 0, count: 0 };
    entry.sum += value(item);
    entry.count += 1;
    sums.set(key(item), entry);
  }
  for (const [k, { sum, count }] of sums) into.set(k, sum / count);
}

function exactKey(generation: string, codec: string, rateControl: string, preset: string): string {
  return `${generation}|${codec}|${rateControl}|${preset}`;
}

/** Clock of server cards against the table's, and drivers. */
const SIGMA_TABLE = 0.08;
const SIGMA_FILLED = 0.14;
/** Maxwell encoders are not in the table: about 0.7 of Pascal's (general knowledge), a wide guess. */
const MAXWELL_OF_PASCAL = 0.7;
const SIGMA_MAXWELL = 0.3;

export interface EncoderSpeed {
  /** Frames of 1080p per second of one engine. */
  readonly framesPerSecond: Estimate;
  readonly reference: string | null;
}

export function encoderSpeed(
  table: EncoderTable,
  generation: Generation,
  codec: Codec,
  rateControl: RateControl,
  preset: Preset,
): EncoderSpeed | null {
  if (generation === 'Maxwell') {
    const pascal = encoderSpeed(table, 'Pascal', codec, rateControl, preset);
    if (pascal === null) return null;
    const expected = pascal.framesPerSecond.expected * MAXWELL_OF_PASCAL;
    return { framesPerSecond: spread(expected, SIGMA_MAXWELL, 'analytic'), reference: pascal.reference };
  }
  const found = table.exact.get(exactKey(generation, codec, rateControl, preset));
  if (found !== undefined) {
    return { framesPerSecond: spread(found.framesPerSecond, SIGMA_TABLE, 'measured'), reference: found.id };
  }
  const level = cellLevel(table, codec, rateControl, preset);
  const added = table.generations.get(`${generation}|${codec}`);
  if (level === null || added === undefined) return null;
  return { framesPerSecond: spread(Math.exp(level + added), SIGMA_FILLED, 'interpolated'), reference: null };
}

/** Presets between two of the table lie between them in ln; those beyond take the nearest. */
function cellLevel(table: EncoderTable, codec: Codec, rateControl: RateControl, preset: Preset): number | null {
  const index = PRESETS.indexOf(preset);
  const at = (i: number) => {
    const name = PRESETS[i];
    return name === undefined ? undefined : table.cells.get(`${codec}|${rateControl}|${name}`);
  };
  const own = at(index);
  if (own !== undefined) return own;
  let below: number | undefined;
  let above: number | undefined;
  for (let i = index - 1; i >= 0 && below === undefined; i -= 1) below = at(i);
  for (let i = index + 1; i < PRESETS.length && above === undefined; i += 1) above = at(i);
  if (below === undefined || above === undefined) return below ?? above ?? null;
  return (below + above) / 2;
}
