/** Where two JSON values differ, as pointers. */

export interface Difference {
  /** JSON pointer (RFC 6901). */
  readonly pointer: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** At most `limit` differences, in the order of the keys; lists are compared place by place. */
export function differences(before: unknown, after: unknown, limit: number): readonly Difference[] {
  const found: Difference[] = [];
  walk(before, after, '');
  return found;

  function walk(a: unknown, b: unknown, pointer: string): void {
    if (found.length >= limit || Object.is(a, b)) return;
    if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) {
      found.push({ pointer, before: brief(a), after: brief(b) });
      return;
    }
    for (const key of [...new Set([...Object.keys(a), ...Object.keys(b)])].sort())
      walk(
        (a as Record<string, unknown>)[key],
        (b as Record<string, unknown>)[key],
        `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      );
  }
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === 'object';
}

/** A difference names what changed; whole plans that came or went are told by their size. */
function brief(value: unknown): unknown {
  if (value === undefined) return null;
  const text = JSON.stringify(value);
  return text.length <= 500 ? value : `${text.slice(0, 200)}… (${text.length} characters)`;
}
