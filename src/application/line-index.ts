/** Finds the line of a list that a rate came from, at twelve bytes a rate: a million of them are no burden. */

export interface LineIndex {
  add(rate: string, line: number): void;
  /** The first line of the rate; 0 = unknown. Sorts once; nothing is added afterwards. */
  lineOf(rate: string): number;
}

export function openLineIndex(): LineIndex {
  let hashes = new Float64Array(1024);
  let lines = new Uint32Array(1024);
  let size = 0;
  let order: Uint32Array | undefined;
  return {
    add(rate, line) {
      if (size === hashes.length) {
        hashes = grown(hashes, new Float64Array(2 * size));
        lines = grown(lines, new Uint32Array(2 * size));
      }
      hashes[size] = hashOf(rate);
      lines[size++] = line;
    },
    lineOf(rate) {
      order ??= Uint32Array.from({ length: size }, (_, index) => index).sort(
        (a, b) => (hashes[a] ?? 0) - (hashes[b] ?? 0) || a - b,
      );
      const hash = hashOf(rate);
      let [low, high] = [0, size];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((hashes[order[middle] ?? 0] ?? 0) < hash) low = middle + 1;
        else high = middle;
      }
      const found = order[low];
      return found !== undefined && hashes[found] === hash ? (lines[found] ?? 0) : 0;
    },
  };
}

function grown<T extends Float64Array | Uint32Array>(from: T, to: T): T {
  to.set(from as never);
  return to;
}

/** 53 bits of a text, by two multiplications a character; a clash would only name another line. */
function hashOf(text: string): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 2 ** 32 * (2097151 & b) + (a >>> 0);
}
