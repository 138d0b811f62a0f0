/** Canonical form, hash and signature of a quote. */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { PublicKey, QuoteSigner } from './quote.js';

/** RFC 8785: sorted keys, shortest numbers, no space; equal values have equal bytes. */
export function canonicalJson(value: unknown): string {
  const text = (canonicalize as unknown as (value: unknown) => string | undefined)(value);
  if (text === undefined) throw new Error('there is no JSON of this value');
  return text;
}

export interface Seal {
  readonly document: string;
  readonly contentHash: string;
  readonly signature: string;
  readonly signingKeyId: string;
}

export function seal(content: unknown, signer: QuoteSigner): Seal {
  const document = canonicalJson(content);
  return {
    document,
    contentHash: hashOf(document),
    signature: signer.sign(Buffer.from(document, 'utf8')),
    signingKeyId: signer.keyId,
  };
}

export function hashOf(document: string): string {
  return createHash('sha256').update(document, 'utf8').digest('hex');
}

export function isSignedBy(document: string, signature: string, { publicKey }: PublicKey): boolean {
  try {
    return verify(null, Buffer.from(document, 'utf8'), publicKeyOf(publicKey), Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}

function publicKeyOf(x: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

/** RFC 7638 thumbprint of an Ed25519 public key. */
export function keyIdOf(x: string): string {
  return createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
}
