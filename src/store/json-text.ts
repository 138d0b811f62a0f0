/** JSON that PostgreSQL takes: its text knows neither NUL nor half a surrogate pair. */

/** An escape of one of them that is not itself escaped. */
const NOT_TEXT = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/gi;

/** What cannot be kept becomes the replacement character. */
export function jsonText(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replace(NOT_TEXT, '$1\\ufffd');
}
