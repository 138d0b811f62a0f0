/** Reads and changes plain JSON by pointer. */

/** The value at a JSON pointer; undefined when it is not there. */
export function valueAt(json: unknown, pointer: string): unknown {
  let value = json;
  for (const key of pointer.split('/').slice(1)) {
    if (value === null || typeof value !== 'object') return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

/** A copy with the value at a path replaced; missing objects on the way are made. */
export function put(json: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(json)) return json.map((item, i) => (String(i) === key ? put(item, rest, value) : item));
  const fields = (json ?? {}) as Readonly<Record<string, unknown>>;
  return { ...fields, [key]: put(fields[key], rest, value) };
}
