/** One change of a request, by JSON pointer. */
import { put } from '../json-pointer.js';
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
