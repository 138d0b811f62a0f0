/** One change of a request, by JSON pointer. */
import type { RecommendRequest } from '../question.js';

export interface Change {
  readonly pointer: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** The request with one change made; the request given stays as it is. */
export function withChange(request: RecommendRequest, change: Pick<Change, 'pointer' | 'to'>): RecommendRequest {
  const path = change.pointer.split('/').slice(1);
  return put(request, path, change.to) as RecommendRequest;
}

/** The value at a JSON pointer; undefined when it is not there. */
export function valueAt(json: unknown, pointer: string): unknown {
  let value = json;
  for (const key of pointer.split('/').slice(1)) {
    if (value === null || typeof value !== 'object') return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

function put(json: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(json)) return json.map((item, i) => (String(i) === key ? put(item, rest, value) : item));
  const fields = (json ?? {}) as Readonly<Record<string, unknown>>;
  return { ...fields, [key]: put(fields[key], rest, value) };
}
