/** The key that signs quotes: its private half in a file of ours, its public half in the database for good. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { QuoteSigner } from '../application/quotes/quote.js';
import { keyIdOf } from '../application/quotes/seal.js';
import type { Database } from './database.js';
import { asked } from './store-errors.js';

export interface Signer extends QuoteSigner {
  /** 32 bytes, base64url. */
  readonly publicKey: string;
}

export function quoteSigner(privateKey: KeyObject): Signer {
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error('Quotes are signed with an Ed25519 key.');
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return {
    keyId: keyIdOf(x),
    publicKey: x,
    sign: (bytes) => sign(null, bytes, privateKey).toString('base64url'),
  };
}

/** Reads the key; makes one where there is none, readable by us alone. */
export async function loadSigningKey(file: string): Promise<Signer> {
  try {
    return quoteSigner(createPrivateKey(await readFile(file)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const { privateKey } = generateKeyPairSync('ed25519');
  await mkdir(path.dirname(file), { recursive: true });
  try {
    await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Another process made it in the meantime: there is one key, and that is it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return quoteSigner(createPrivateKey(await readFile(file)));
  }
  return quoteSigner(privateKey);
}

/** Keeps the public half, so that what is signed now can be verified when the key has been replaced. */
export async function rememberSigningKey(database: Database, { keyId, publicKey }: Signer): Promise<void> {
  await asked(() => database.signingKey.createMany({ data: [{ id: keyId, publicKey }], skipDuplicates: true }));
}
