/** The lines of a UTF-8 text of any size; empty ones are passed over. */
import { type Bytes, FeedError } from './feed.js';
import { utf8 } from './json-records.js';

const MAX_LINE_LENGTH = 1024 * 1024;

export async function* textLines(
  bytes: Bytes,
): AsyncGenerator<{ readonly line: number; readonly text: string }, void, undefined> {
  let rest = '';
  let line = 0;
  for await (const chunk of utf8(bytes)) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      line++;
      const text = part.trim();
      if (text !== '') yield { line, text };
    }
    if (rest.length > MAX_LINE_LENGTH)
      throw new FeedError('feed-record-too-large', { record: line + 1, maxBytes: MAX_LINE_LENGTH });
  }
  const text = rest.trim();
  if (text !== '') yield { line: line + 1, text };
}
