/**
 * Picks the records out of a JSON text that does not fit in memory, and keeps every number as the text it was written in:
 * a price must not become a float on its way to a decimal column.
 *
 * Decision: our own scanner. Why: the streaming parsers at hand give a token an event (an order of magnitude slower on
 * price lists of gigabytes) and state that they are not meant for text from others. What we gave up: parts of the file that
 * nobody asked for are only checked for balanced brackets; every picked record is parsed in full by JSON.parse.
 */
import { type Bytes, FeedError } from './feed.js';

/** Keys from the root, e.g. `['terms', 'OnDemand', '*']`; `*` = every key or index, `#` = every element of an array. */
export type Selector = readonly string[];

export interface JsonRecord {
  /** Index into the selectors. */
  readonly selector: number;
  readonly path: readonly string[];
  /** Number of the record in the file, from 1. */
  readonly number: number;
  readonly value: unknown;
}

/** Bytes that one record may have; a real one has some kilobytes. */
const MAX_RECORD_LENGTH = 4 * 1024 * 1024;
const MAX_DEPTH = 64;

export async function* jsonRecords(
  bytes: Bytes,
  selectors: readonly Selector[],
): AsyncGenerator<JsonRecord, void, undefined> {
  const scanner = openScanner(selectors);
  for await (const text of utf8(bytes)) yield* scanner.push(text);
  scanner.end();
}

/** Decodes; a byte-order mark is dropped, a byte that is no UTF-8 ends it. */
export async function* utf8(bytes: Bytes): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let position = 0;
  const decode = (chunk?: Uint8Array) => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw new FeedError('feed-not-utf8', { nearByte: position });
    }
  };
  for await (const chunk of bytes) {
    const text = decode(chunk);
    position += chunk.length;
    if (text !== '') yield text;
  }
  const rest = decode();
  if (rest !== '') yield rest;
}

/** JSON.parse, with numbers as their text. Throws SyntaxError. */
export function parseKeepingNumbers(text: string): unknown {
  JSON.parse(text);
  return JSON.parse(
    text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
      token.startsWith('"') ? token : `"${token}"`,
    ),
    (key, value) => (key === '__proto__' ? undefined : value),
  );
}

function isStart(code: number): boolean {
  return code === 0x7b || code === 0x5b;
}

interface Frame {
  readonly isArray: boolean;
  key: string;
  index: number;
  /** Selectors that may still match at or below this level. */
  readonly alive: readonly number[];
}

function openScanner(selectors: readonly Selector[]) {
  let text = '';
  let at = 0;
  let recordStart = -1;
  let records = 0;
  const frames: Frame[] = [];
  let expects: 'value' | 'key' | 'key-or-end' | 'value-or-end' | 'colon' | 'comma-or-end' | 'nothing' = 'value';
  /** Set while a value is passed over as a whole: its depth, whether it stands inside a text. */
  let inside: { depth: number; selector: number; isText: boolean; isScalar: boolean } | undefined;

  const broken = (what: string): never => {
    throw new FeedError('feed-not-json', { what, near: text.slice(Math.max(0, at - 30), at + 30) });
  };

  return {
    *push(chunk: string): Generator<JsonRecord> {
      const keepFrom = recordStart >= 0 ? recordStart : at;
      text = text.slice(keepFrom) + chunk;
      at -= keepFrom;
      if (recordStart >= 0) recordStart = 0;
      while (at < text.length) {
        if (inside !== undefined) {
          if (!passOver(inside)) break;
          const record = finishValue(inside.selector);
          inside = undefined;
          if (record !== undefined) yield record;
          continue;
        }
        const code = text.charCodeAt(at);
        if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
          at++;
          continue;
        }
        // Pages put one after another in a file: each is a text of its own.
        if (expects === 'nothing' && isStart(code)) expects = 'value';
        if (!step(code)) break;
      }
      if (recordStart >= 0 && text.length - recordStart > MAX_RECORD_LENGTH)
        throw new FeedError('feed-record-too-large', { record: records + 1, maxBytes: MAX_RECORD_LENGTH });
      if (recordStart < 0 && text.length - at > MAX_RECORD_LENGTH) broken('a key is too long');
    },
    end(): void {
      // A bare scalar at the root is JSON too, and no price list.
      if (expects !== 'nothing' || inside !== undefined) {
        at = text.length;
        broken('the text ends too early');
      }
    },
  };

  /** One token of the skeleton. false = more text is needed. */
  function step(code: number): boolean {
    switch (expects) {
      case 'value':
        return openValue(code);
      case 'value-or-end':
        if (code === 0x5d) return close(true);
        return openValue(code);
      case 'key-or-end':
        if (code === 0x7d) return close(false);
        return readKey(code);
      case 'key':
        return readKey(code);
      case 'colon':
        if (code !== 0x3a) broken('a colon was expected');
        at++;
        expects = 'value';
        return true;
      case 'comma-or-end': {
        const frame = frames.at(-1);
        if (frame === undefined) return broken('nothing was expected');
        if (code === 0x2c) {
          at++;
          if (frame.isArray) {
            frame.index++;
            expects = 'value';
          } else expects = 'key';
          return true;
        }
        if (code === 0x5d) return close(true);
        if (code === 0x7d) return close(false);
        return broken('a comma was expected');
      }
      case 'nothing':
        return broken('nothing was expected after the end');
    }
  }

  function close(isArray: boolean): boolean {
    const frame = frames.pop();
    if (frame === undefined || frame.isArray !== isArray) broken('brackets do not match');
    at++;
    expects = frames.length === 0 ? 'nothing' : 'comma-or-end';
    return true;
  }

  function readKey(code: number): boolean {
    if (code !== 0x22) broken('a key was expected');
    const end = endOfText(at + 1);
    if (end < 0) return false;
    const frame = frames.at(-1);
    if (frame !== undefined) {
      try {
        frame.key = JSON.parse(text.slice(at, end + 1)) as string;
      } catch {
        broken('a key cannot be read');
      }
    }
    at = end + 1;
    expects = 'colon';
    return true;
  }

  function openValue(code: number): boolean {
    const depth = frames.length;
    const frame = frames.at(-1);
    const name = frame === undefined ? '' : frame.isArray ? String(frame.index) : frame.key;
    const candidates = frame === undefined ? selectors.map((_, i) => i) : frame.alive;
    const alive =
      frame === undefined
        ? candidates
        : candidates.filter((i) => {
            const wanted = selectors[i]?.[depth - 1];
            return wanted === '*' || wanted === name || (wanted === '#' && frame.isArray);
          });
    const picked = alive.find((i) => selectors[i]?.length === depth);
    const isContainer = code === 0x7b || code === 0x5b;
    if (isContainer && picked === undefined && alive.length > 0) {
      if (frames.length >= MAX_DEPTH) broken('too deeply nested');
      frames.push({ isArray: code === 0x5b, key: '', index: 0, alive });
      at++;
      expects = code === 0x5b ? 'value-or-end' : 'key-or-end';
      return true;
    }
    if (picked !== undefined) recordStart = at;
    inside = { depth: 0, selector: picked ?? -1, isText: false, isScalar: !isContainer && code !== 0x22 };
    return true;
  }

  /** Moves to the end of the value that `inside` describes. false = more text is needed. */
  function passOver(state: NonNullable<typeof inside>): boolean {
    if (state.isScalar) {
      const end = /[,\]}\s]/g;
      end.lastIndex = at;
      const match = end.exec(text);
      if (match === null) {
        at = text.length;
        return false;
      }
      if (match.index === at && recordStart < 0) broken('a value was expected');
      at = match.index;
      return true;
    }
    for (;;) {
      if (state.isText) {
        const end = endOfText(at);
        if (end < 0) {
          // Resume where a backslash pair cannot be cut in two.
          at = Math.max(at, text.length - trailingBackslashes());
          return false;
        }
        at = end + 1;
        state.isText = false;
        if (state.depth === 0) return true;
      }
      const next = /["{}[\]]/g;
      next.lastIndex = at;
      const match = next.exec(text);
      if (match === null) {
        at = text.length;
        return false;
      }
      at = match.index + 1;
      const found = match[0];
      if (found === '"') state.isText = true;
      else if (found === '{' || found === '[') {
        if (++state.depth + frames.length > MAX_DEPTH) broken('too deeply nested');
      } else if (--state.depth === 0) return true;
      else if (state.depth < 0) broken('brackets do not match');
    }
  }

  function trailingBackslashes(): number {
    let count = 0;
    while (text.charCodeAt(text.length - 1 - count) === 0x5c) count++;
    return count;
  }

  /** Index of the quote that ends the text which began before `from`; -1 = not here yet. */
  function endOfText(from: number): number {
    for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 1)) {
      let backslashes = 0;
      while (quote - 1 - backslashes >= from && text.charCodeAt(quote - 1 - backslashes) === 0x5c) backslashes++;
      if (backslashes % 2 === 0) return quote;
    }
    return -1;
  }

  function finishValue(selector: number): JsonRecord | undefined {
    expects = frames.length === 0 ? 'nothing' : 'comma-or-end';
    if (selector < 0) return undefined;
    const source = text.slice(recordStart, at);
    recordStart = -1;
    records++;
    const path = frames.map((frame) => (frame.isArray ? String(frame.index) : frame.key));
    try {
      return { selector, path, number: records, value: parseKeepingNumbers(source) };
    } catch {
      throw new FeedError('feed-not-json', { what: `record ${path.join('.')} is broken`, near: source.slice(0, 60) });
    }
  }
}
