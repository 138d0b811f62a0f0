/** Our own NDJSON: a row a line. */
import { type Column, columnOf, readCardwiseRow } from './cardwise-row.js';
import { type Feed, type FeedEvent, type FeedPlace, type FeedSettings, sampleOf } from './feed.js';
import { parseKeepingNumbers } from './json-records.js';
import { textLines } from './text-lines.js';

export const cardwiseNdjson: Feed = {
  title: 'Our own NDJSON: a row a line',
  needs: [],
  async *read(bytes, settings) {
    for await (const { line, text } of textLines(bytes)) {
      let value: unknown;
      try {
        value = parseKeepingNumbers(text);
      } catch {
        yield unreadable({ line }, 'line', text);
        continue;
      }
      yield readCardwiseObject(value, { line }, settings);
    }
  },
};

/** A row given as an object. Fields that are none of ours make it unreadable: nothing stated is dropped. */
export function readCardwiseObject(value: unknown, place: FeedPlace, settings: FeedSettings): FeedEvent {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return unreadable(place, 'row', value);
  const cells: Partial<Record<Column, string>> = {};
  for (const [name, cell] of Object.entries(value)) {
    const column = columnOf(name);
    if (column === undefined || (cell !== null && typeof cell === 'object') || cells[column] !== undefined)
      return unreadable(place, name, value);
    if (cell !== null) cells[column] = String(cell);
  }
  return readCardwiseRow(cells, place, settings, value);
}

function unreadable(place: FeedPlace, field: string, value: unknown): FeedEvent {
  return {
    kind: 'unreadable',
    ...place,
    code: 'unreadable-row',
    facts: { field: field.slice(0, 100), value: sampleOf(value) },
    sample: sampleOf(value),
  };
}
