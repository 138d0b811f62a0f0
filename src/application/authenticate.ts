/** API keys: how they look, how they are kept, and who a presented key belongs to. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock, KeyRing, Scope } from './ports.js';
import { SCOPES } from './ports.js';
import { Problem } from './problems.js';

/** Who calls. */
export interface Caller {
  /** Id of the key, or `anonymous`. */
  readonly id: string;
  readonly tenant: string;
  readonly scopes: ReadonlySet<Scope>;
}

/** Tenant of everything that no other tenant was named for. */
export const DEFAULT_TENANT = 'default';

/** Where access is open: may do everything, on loopback only. */
export const ANONYMOUS: Caller = { id: 'anonymous', tenant: DEFAULT_TENANT, scopes: new Set(SCOPES) };

/** `cw_<8 characters that may be seen>_<256 random bits>`. */
const KEY_FORM = /^cw_([A-Za-z0-9]{8})_([A-Za-z0-9_-]{43})$/;

export interface MintedKey {
  /** Shown once. */
  readonly secret: string;
  readonly prefix: string;
  readonly secretHash: string;
}

export function mintKey(): MintedKey {
  const prefix = randomBytes(6).toString('base64').replace(/[+/]/g, '0').slice(0, 8);
  const secret = `cw_${prefix}_${randomBytes(32).toString('base64url')}`;
  return { secret, prefix, secretHash: hashOf(secret) };
}

/** Prefix and hash of a key that was made elsewhere; undefined when it is not one of ours by its form. */
export function readKey(secret: string): MintedKey | undefined {
  const prefix = KEY_FORM.exec(secret)?.[1];
  return prefix === undefined ? undefined : { secret, prefix, secretHash: hashOf(secret) };
}

/** A slow hash would add nothing: the secret is 256 random bits. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export type Authenticate = (secret: string) => Caller;

/** Throws `unauthenticated`, which does not say why: unknown, wrong, expired and revoked look the same. */
export function authenticate(ring: KeyRing, clock: Clock): Authenticate {
  return (secret) => {
    const presented = readKey(secret);
    const known = presented && ring.find(presented.prefix);
    if (presented === undefined || known === undefined) throw new Problem('unauthenticated');
    const isRight = timingSafeEqual(Buffer.from(presented.secretHash, 'hex'), Buffer.from(known.secretHash, 'hex'));
    const { key } = known;
    const now = clock.now().toISOString();
    const isOver = key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= now);
    if (!isRight || isOver) throw new Problem('unauthenticated');
    return { id: key.id, tenant: key.tenant, scopes: new Set(key.scopes) };
  };
}
