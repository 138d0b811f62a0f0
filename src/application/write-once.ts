/** Changing calls that may be repeated safely: the reply is recorded in the transaction of the effect. */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { Actor, IdempotencyClaim, RecordedReply, WriteSession, Writes } from './ports.js';
import { Problem } from './problems.js';

export interface WriteOnceReply {
  readonly reply: RecordedReply;
  /** true: the effect is that of an earlier call with the same key. */
  readonly isReplay: boolean;
}

/** What a caller sent to make a call repeatable. */
export interface Repeatable {
  readonly key: string;
  /** Method and route. */
  readonly operation: string;
  /** Hash of the whole request. */
  readonly requestHash: string;
}

export interface OnceOptions<T> {
  readonly actor: Actor;
  /** null: the caller sent no key. */
  readonly repeatable: Repeatable | null;
  /** How the result is answered, now and when the call is repeated. */
  readonly render: (result: T) => RecordedReply;
  /** For work that may take long; absent = the store's own limit. */
  readonly timeoutMs?: number;
}

/**
 * Runs `work` in one transaction, unless a call with the same key and request already did.
 *
 * Only a hash of the caller's key is kept, and the reply is sealed with the key itself: a reply may hold a secret that is
 * shown once, and whoever reads the table must not learn it.
 */
export async function writeOnce<T>(
  writes: Writes,
  { actor, repeatable, render, timeoutMs }: OnceOptions<T>,
  work: (session: WriteSession) => Promise<T>,
): Promise<WriteOnceReply> {
  const once = async (session: WriteSession) => {
    if (repeatable === null) return { reply: render(await work(session)), isReplay: false };
    const known = await recordedReply(session, actor, repeatable);
    if (known !== undefined) return known;
    const reply = render(await work(session));
    const sealed = { ...reply, body: seal(reply.body, repeatable) };
    await session.idempotency.record(actor.tenant, claimOf(repeatable), sealed);
    return { reply, isReplay: false };
  };
  return writes.transact(once, timeoutMs === undefined ? {} : { timeoutMs });
}

/** Of the table only a hash of the caller's key is known. */
function claimOf(repeatable: Repeatable): IdempotencyClaim {
  return { ...repeatable, key: createHash('sha256').update(repeatable.key).digest('hex') };
}

/** What the same call was answered before; undefined = the key is this transaction's now. Throws where it is another's. */
async function recordedReply(
  session: WriteSession,
  actor: Actor,
  repeatable: Repeatable,
): Promise<WriteOnceReply | undefined> {
  const outcome = await session.idempotency.claim(actor.tenant, claimOf(repeatable));
  switch (outcome.kind) {
    case 'replay':
      return { reply: { ...outcome.reply, body: open(String(outcome.reply.body), repeatable) }, isReplay: true };
    case 'in-flight':
      throw new Problem('idempotency-in-flight', { headers: { 'retry-after': '1' } });
    case 'mismatch':
      throw new Problem('idempotency-mismatch');
    case 'fresh':
      return undefined;
  }
}

/**
 * `writeOnce` for work that has to be thought about first: `prepare` runs before the transaction and outside of it, so that no
 * lock is held meanwhile. A call that was answered already is answered from its record, and nothing is prepared. `prepared`
 * is used where `isCurrent` still says so inside the transaction; else it is made anew, and the third time it counts as it is.
 */
export async function prepareThenWriteOnce<T, P>(
  writes: Writes,
  options: OnceOptions<T>,
  prepare: () => Promise<P>,
  isCurrent: (prepared: P) => boolean,
  work: (session: WriteSession, prepared: P) => Promise<T>,
): Promise<WriteOnceReply> {
  const { actor, repeatable } = options;
  if (repeatable !== null) {
    const known = await writes.transact((session) => recordedReply(session, actor, repeatable));
    if (known !== undefined) return known;
  }
  for (let attempt = 1; ; attempt++) {
    const prepared = await prepare();
    const outdated = new Error('what was prepared is outdated');
    try {
      return await writeOnce(writes, options, async (session) => {
        if (attempt < ATTEMPTS && !isCurrent(prepared)) throw outdated;
        return work(session, prepared);
      });
    } catch (error) {
      if (error !== outdated) throw error;
    }
  }
}

const ATTEMPTS = 3;

/** A body that is read while the work goes on: its hash is known only at its end. */
export interface StreamedBody {
  /** Reads what is left of the body; the hash of all of it. */
  drain(): Promise<string>;
}

export interface StreamedOptions<T> extends Omit<OnceOptions<T>, 'repeatable'> {
  readonly repeatable: Repeatable;
  readonly body: StreamedBody;
  readonly timeoutMs: number;
}

/**
 * `writeOnce` for a body that does not fit in memory. The key is taken before the first byte is read; the hash of the whole
 * request is told when the work is done, and a repetition is read to its end before it is known for one.
 */
export async function writeOnceStreamed<T>(
  writes: Writes,
  { actor, repeatable, render, body, timeoutMs }: StreamedOptions<T>,
  work: (session: WriteSession) => Promise<T>,
): Promise<WriteOnceReply> {
  const claim = claimOf(repeatable);
  const wholeClaim = async () => ({ ...claim, requestHash: `${claim.requestHash}:${await body.drain()}` });
  return writes.transact(
    async (session) => {
      const first = await session.idempotency.claim(actor.tenant, claim);
      if (first.kind === 'in-flight') throw new Problem('idempotency-in-flight', { headers: { 'retry-after': '5' } });
      if (first.kind !== 'fresh') {
        const again = await session.idempotency.claim(actor.tenant, await wholeClaim());
        if (again.kind !== 'replay') throw new Problem('idempotency-mismatch');
        return { reply: { ...again.reply, body: open(String(again.reply.body), repeatable) }, isReplay: true };
      }
      const reply = render(await work(session));
      const sealed = { ...reply, body: seal(reply.body, repeatable) };
      await session.idempotency.record(actor.tenant, await wholeClaim(), sealed);
      return { reply, isReplay: false };
    },
    { timeoutMs },
  );
}

function sealingKey({ key, operation }: Repeatable): Buffer {
  return Buffer.from(hkdfSync('sha256', key, operation, 'cardwise idempotent reply', 32));
}

function seal(body: unknown, repeatable: Repeatable): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(repeatable), nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(body ?? null), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
}

function open(sealed: string, repeatable: Repeatable): unknown {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(repeatable), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'));
}
