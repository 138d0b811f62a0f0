/** API keys: create, list, rotate with overlap, revoke; and the first one. The secret is in one reply, and nowhere else. */
import { DEFAULT_TENANT, mintKey } from './authenticate.js';
import {
  type Actor,
  type ApiKey,
  type Clock,
  type KeyReader,
  type KeyRing,
  SCOPES,
  type Scope,
  type Writes,
} from './ports.js';
import { absent, Problem } from './problems.js';
import { type OnceOptions, type WriteOnceReply, writeOnce } from './write-once.js';

export interface NewKeyRequest {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly tenant?: string;
  readonly expiresAt?: string;
}

export interface IssuedKey {
  readonly key: ApiKey;
  /** Shown now and never again. */
  readonly secret: string;
}

export type CreateApiKey = (request: NewKeyRequest, options: OnceOptions<IssuedKey>) => Promise<WriteOnceReply>;
export function createApiKey(writes: Writes, ring: KeyRing, clock: Clock): CreateApiKey {
  return async ({ name, scopes, tenant, expiresAt }, options) => {
    const { actor } = options;
    if (expiresAt !== undefined && Date.parse(expiresAt) <= clock.now().getTime()) throw alreadyOver();
    if (tenant !== undefined && tenant !== actor.tenant && actor.tenant !== DEFAULT_TENANT) throw otherTenant();
    const { secret, prefix, secretHash } = mintKey();
    const done = await writeOnce(writes, options, async (session) => {
      const made = await session.keys.create(
        {
          tenant: tenant ?? actor.tenant,
          name,
          prefix,
          secretHash,
          scopes,
          rotates: null,
          expiresAt: expiresAt ?? null,
        },
        actor,
      );
      await session.audit(actor, { action: 'create', subjectKind: 'api-keys', subjectId: made.id, after: made });
      return { key: made, secret };
    });
    await ring.refresh();
    return done;
  };
}

export type RotateApiKey = (
  id: string,
  overlapHours: number,
  options: OnceOptions<IssuedKey>,
) => Promise<WriteOnceReply>;
/** A new secret with the same rights; the old one goes on working for the overlap. */
export function rotateApiKey(writes: Writes, ring: KeyRing, clock: Clock): RotateApiKey {
  return async (id, overlapHours, options) => {
    const { actor } = options;
    const { secret, prefix, secretHash } = mintKey();
    const done = await writeOnce(writes, options, async (session) => {
      const old = await session.keys.find(id);
      if (old === undefined || !maySee(actor, old)) throw absent('api-key', id);
      if (old.revokedAt !== null) throw revoked();
      const made = await session.keys.create(
        {
          tenant: old.tenant,
          name: old.name,
          prefix,
          secretHash,
          scopes: old.scopes,
          rotates: id,
          expiresAt: old.expiresAt,
        },
        actor,
      );
      const end = new Date(clock.now().getTime() + overlapHours * 3_600_000);
      const isSooner = old.expiresAt === null || Date.parse(old.expiresAt) > end.getTime();
      const after = isSooner ? await session.keys.expire(id, end) : old;
      await session.audit(actor, { action: 'rotate', subjectKind: 'api-keys', subjectId: id, before: old, after });
      await session.audit(actor, { action: 'create', subjectKind: 'api-keys', subjectId: made.id, after: made });
      return { key: made, secret };
    });
    await ring.refresh();
    return done;
  };
}

export type RevokeApiKey = (actor: Actor, id: string) => Promise<ApiKey>;
export function revokeApiKey(writes: Writes, ring: KeyRing, clock: Clock): RevokeApiKey {
  return async (actor, id) => {
    const key = await writes.transact(async (session) => {
      const before = await session.keys.find(id);
      if (before === undefined || !maySee(actor, before)) throw absent('api-key', id);
      if (before.revokedAt !== null) return before;
      const after = await session.keys.revoke(id, clock.now());
      await session.audit(actor, { action: 'revoke', subjectKind: 'api-keys', subjectId: id, before, after });
      return after;
    });
    await ring.refresh();
    return key;
  };
}

export type ListApiKeys = (caller: { readonly tenant: string }) => Promise<readonly ApiKey[]>;
export const listApiKeys =
  (keys: KeyReader): ListApiKeys =>
  async (caller) =>
    (await keys.list()).filter((key) => maySee(caller, key));

/** Tenants see what is theirs; the operator's own tenant sees everything. */
function maySee(caller: { readonly tenant: string }, key: ApiKey): boolean {
  return caller.tenant === DEFAULT_TENANT || caller.tenant === key.tenant;
}

/**
 * The first key, with every scope: made only while there is none. It is delivered before it counts, so that a process that
 * dies in between leaves no key behind that nobody has. Returns null when there are keys.
 */
export async function bootstrapFirstKey(
  writes: Writes,
  ring: KeyRing,
  deliver: (secret: string) => Promise<void>,
): Promise<ApiKey | null> {
  const actor: Actor = { id: 'bootstrap', tenant: DEFAULT_TENANT, requestId: 'bootstrap' };
  const key = await writes.transact(async (session) => {
    if ((await session.keys.count()) > 0) return null;
    const { secret, prefix, secretHash } = mintKey();
    const made = await session.keys.create(
      { tenant: DEFAULT_TENANT, name: 'first key', prefix, secretHash, scopes: SCOPES, rotates: null, expiresAt: null },
      actor,
    );
    await session.audit(actor, { action: 'create', subjectKind: 'api-keys', subjectId: made.id, after: made });
    await deliver(secret);
    return made;
  });
  await ring.refresh();
  return key;
}

function otherTenant(): Problem {
  return new Problem('missing-scope', {
    detail: {
      en: 'A key for another tenant can only be made by the operator.',
      zh: '只有运营方可以为其他租户创建密钥。',
    },
  });
}

function alreadyOver(): Problem {
  return new Problem('invalid-request', {
    errors: [{ pointer: '/expiresAt', code: 'out-of-range', detail: { en: 'Lies in the past.', zh: '时间已过。' } }],
  });
}

function revoked(): Problem {
  return new Problem('conflict', {
    errors: [{ code: 'revoked', detail: { en: 'The key is revoked.', zh: '该密钥已吊销。' } }],
  });
}
