/** If-Match and If-None-Match of changing calls. */
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Problem } from '../../application/problems.js';
import type { Precondition } from '../../application/write-catalogue.js';
import { listed } from '../plugins/conditional.js';

const IfMatch = Type.Optional(
  Type.String({
    maxLength: 1000,
    description: 'ETag of what you have read: the change is made only if it is still so. `*`: whatever it is now.',
  }),
);
const IfNoneMatch = Type.Optional(
  Type.String({ maxLength: 10, description: '`*`: create, and refuse if there is one already.' }),
);

export const PutHeaders = Type.Object({ 'if-match': IfMatch, 'if-none-match': IfNoneMatch });
export const MatchHeaders = Type.Object({ 'if-match': IfMatch });

/** The versions that the caller accepts; null when it names none. */
export function ifMatch(request: Pick<FastifyRequest, 'headers'>): readonly string[] | null {
  const header = request.headers['if-match'];
  if (header === undefined) return null;
  if (header.trim() === '*') return ['*'];
  const tags = listed(header);
  if (tags.length === 0) throw wrong('If-Match', 'a list of ETags in quotes, or *');
  return tags;
}

export function precondition(request: Pick<FastifyRequest, 'headers'>): Precondition | null {
  const none = request.headers['if-none-match'];
  const etags = ifMatch(request);
  if (none !== undefined && etags !== null) throw wrong('If-None-Match', 'only one of If-Match and If-None-Match');
  if (none !== undefined) {
    if (none.trim() !== '*') throw wrong('If-None-Match', '*');
    return { mustNotExist: true };
  }
  return etags === null ? null : { etags };
}

function wrong(header: string, expected: string): Problem {
  return new Problem('invalid-request', {
    errors: [
      { parameter: header, code: 'wrong-pattern', detail: { en: `Expected ${expected}.`, zh: `应为 ${expected}。` } },
    ],
  });
}
