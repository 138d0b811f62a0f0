/** Render rows of the catalogue: what each benchmark scene took on which card, and the offsets of cards for rendering. */
import type { Accelerator } from '../../catalogue/accelerator.js';
import type { Catalogue } from '../../catalogue/catalogue.js';
import type { MeasuredRow } from '../../catalogue/measured-row.js';
import { type CardOffsets, fitCardOffsets, type Observation } from '../reference/card-offsets.js';
import { multiCardEfficiency, sliceSpeed } from './frame-scaling.js';
import { type RenderMode, renderPromise } from './render-promise.js';

export interface RenderReferences {
  readonly observations: readonly (Observation & { readonly row: MeasuredRow })[];
  readonly offsets: CardOffsets;
}

/** Rows whose figure is only recalled, or said to be approximate, teach nothing. */
export function isTrusted(row: MeasuredRow): boolean {
  return row.provenance.confidence !== 'recalled';
}

/** Fits once a catalogue: `catalogue.derive(renderReferences)`. */
export function renderReferences(catalogue: Catalogue): RenderReferences {
  const observations = catalogue.measuredRows('render').flatMap((row) => observe(row, catalogue.acceleratorsById));
  return { observations, offsets: fitCardOffsets(observations, renderPromise) };
}

/** ln of frames (or score points) per second of one whole card; [] for rows that are not about speed. */
export function observe(
  row: MeasuredRow,
  cards: ReadonlyMap<string, Accelerator>,
): (Observation & { readonly row: MeasuredRow })[] {
  const accelerator = cards.get(row.accelerator);
  if (accelerator === undefined || !isTrusted(row) || row.value <= 0) return [];
  const rate =
    row.metric === 'secondsPerFrame'
      ? 1 / row.value
      : row.metric === 'renderScore' || row.metric === 'iterationsPerSecond'
        ? row.value
        : null;
  if (rate === null) return [];
  const share = typeof row.configuration.share === 'number' ? row.configuration.share : 1;
  const cardsAtWork = row.acceleratorCount * multiCardEfficiency(row.acceleratorCount) * sliceSpeed(share);
  return [
    {
      group: `${row.engine ?? row.model ?? ''}|${row.configuration.scene ?? ''}`,
      accelerator,
      mode: renderMode(row.engine ?? ''),
      lnRate: Math.log(rate / cardsAtWork),
      row,
    },
  ];
}

function renderMode(engine: string): RenderMode {
  return /RTX off/i.test(engine) ? 'without-rt' : 'ray-traced';
}
