/** JSON bodies: UTF-8 only, bounded in depth before they are parsed, no prototype tricks. */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Problem } from '../../application/problems.js';

/** The deepest request schema has nine levels; a Hugging Face config some more. */
export const MAX_DEPTH = 32;

/** Whether brackets outside of strings nest deeper than allowed. One pass, no recursion. */
export function isTooDeep(json: string, limit = MAX_DEPTH): boolean {
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < json.length; i++) {
    const char = json.charCodeAt(i);
    if (isInString) {
      if (char === 0x5c) i++;
      else if (char === 0x22) isInString = false;
    } else if (char === 0x22) isInString = true;
    else if (char === 0x7b || char === 0x5b) {
      if (++depth > limit) return true;
    } else if (char === 0x7d || char === 0x5d) depth--;
  }
  return false;
}

/** Parses one JSON text; throws `malformed-json` or `nesting-too-deep`. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new Problem('nesting-too-deep');
  try {
    // The reviver is slow, and only needed where such a key could stand, plainly or escaped.
    return text.includes('__proto__') || text.includes('\\u') ? JSON.parse(text, refusePrototype) : JSON.parse(text);
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw new Problem('malformed-json', { ...placeOf(cause, text) });
  }
}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__')
    throw new Problem('malformed-json', { detail: { en: 'A key is "__proto__".', zh: '键名为 “__proto__”。' } });
  return value;
}

/** Line and column of a syntax error, where the parser names a position. */
function placeOf(error: unknown, text: string): { detail?: { en: string; zh: string } } {
  const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
  if (position === undefined) {
    return text.trim() === '' ? { detail: { en: 'The body is empty.', zh: '请求体为空。' } } : {};
  }
  const before = text.slice(0, Number(position)).split('\n');
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  return {
    detail: { en: `The fault is at line ${line}, column ${column}.`, zh: `错误位于第 ${line} 行第 ${column} 列。` },
  };
}

export const bodies = fp(
  async (app: FastifyInstance) => {
    app.removeContentTypeParser(['application/json', 'text/plain']);
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
      try {
        const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
        if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw new Problem('unsupported-media-type');
        done(null, parseJson(decode(body as Buffer)));
      } catch (error) {
        done(error as Error);
      }
    });
  },
  { name: 'bodies' },
);

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Problem('malformed-json', { detail: { en: 'The body is not UTF-8.', zh: '请求体不是 UTF-8 编码。' } });
  }
}
