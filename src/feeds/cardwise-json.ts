/** Our own JSON: an array of rows, or an object with `rows`. */
import { readCardwiseObject } from './cardwise-ndjson.js';
import type { Feed } from './feed.js';
import { jsonRecords } from './json-records.js';

export const cardwiseJson: Feed = {
  title: 'Our own JSON: an array of rows, or { "rows": [...] }',
  needs: [],
  async *read(bytes, settings) {
    for await (const record of jsonRecords(bytes, [['rows', '#'], ['#']])) {
      yield readCardwiseObject(record.value, { line: record.number, path: record.path.join('.') }, settings);
    }
  },
};
