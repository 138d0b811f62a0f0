/** Who does it, and whether the call may be repeated. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_TENANT } from '../../application/authenticate.js';
import type { Actor, RecordedReply } from '../../application/ports.js';
import { Problem } from '../../application/problems.js';
import type { OnceOptions, Repeatable, WriteOnceReply } from '../../application/write-once.js';

const KEY = /^[\x21-\x7e]{8,200}$/;

export function actorOf({ caller, id }: FastifyRequest): Actor {
  return { id: caller?.id ?? 'anonymous', tenant: caller?.tenant ?? DEFAULT_TENANT, requestId: id };
}

/** Options of a call that is made once a key. Its route says `idempotency: 'optional'` or `'required'`. */
export function once<T>(request: FastifyRequest, render: (result: T) => RecordedReply): OnceOptions<T> {
  return { actor: actorOf(request), repeatable: repeatable(request), render };
}

export function sendOnce(reply: FastifyReply, { reply: recorded, isReplay }: WriteOnceReply): unknown {
  reply.code(recorded.status).headers({ ...recorded.headers });
  if (isReplay) reply.header('idempotency-replayed', 'true');
  return reply.send(recorded.body);
}

/** For a body that is read as a stream: the hash is of the address; that of the body is added when it is read. */
export function onceStreamed<T>(
  request: FastifyRequest,
  render: (result: T) => RecordedReply,
): OnceOptions<T> & { readonly repeatable: Repeatable } {
  const found = repeatable(request, null);
  if (found === null) throw new Error('a streamed body needs idempotency: required');
  return { actor: actorOf(request), repeatable: found, render };
}

function repeatable(request: FastifyRequest, body: unknown = request.body): Repeatable | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) {
    if (request.routeOptions.config.idempotency !== 'required') return null;
    throw wrong('required', { en: 'Idempotency-Key is missing.', zh: '缺少 Idempotency-Key。' });
  }
  if (typeof key !== 'string' || !KEY.test(key))
    throw wrong('wrong-pattern', {
      en: 'Use 8 to 200 visible ASCII characters.',
      zh: '须为 8 至 200 个可见 ASCII 字符。',
    });
  const operation = `${request.method} ${request.routeOptions.url}`;
  const content = JSON.stringify([request.url, body ?? null]);
  return { key, operation, requestHash: createHash('sha256').update(content).digest('hex') };
}

function wrong(code: string, detail: { en: string; zh: string }): Problem {
  return new Problem('invalid-request', { errors: [{ parameter: 'Idempotency-Key', code, detail }] });
}
