import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isSignedBy, seal } from '../../src/application/quotes/seal.js';
import { loadSigningKey } from '../../src/store/signing-key.js';

const folder = mkdtempSync(path.join(tmpdir(), 'cardwise-key-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the signing key', () => {
  it('is made once, for us alone, also when two processes start together', async () => {
    const file = path.join(folder, 'data/quote-signing-key.pem');
    const [first, second] = await Promise.all([loadSigningKey(file), loadSigningKey(file)]);
    expect(first.keyId).toBe(second.keyId);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await loadSigningKey(file)).keyId).toBe(first.keyId);
  });

  it('signs what its public half verifies, and nothing else', async () => {
    const signer = await loadSigningKey(path.join(folder, 'data/quote-signing-key.pem'));
    const { document, signature } = seal({ b: 1, a: [2, 'ü'] }, signer);
    const key = { id: signer.keyId, publicKey: signer.publicKey };
    expect(document).toBe('{"a":[2,"ü"],"b":1}');
    expect(isSignedBy(document, signature, key)).toBe(true);
    expect(isSignedBy(`${document} `, signature, key)).toBe(false);
    expect(isSignedBy(document, 'AAAA', key)).toBe(false);
  });

  it('is refused when it is of another kind, and never replaced when it cannot be read', async () => {
    const rsa = path.join(folder, 'rsa.pem');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(rsa, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await expect(loadSigningKey(rsa)).rejects.toThrow('Ed25519');
    const broken = path.join(folder, 'broken.pem');
    writeFileSync(broken, 'not a key');
    await expect(loadSigningKey(broken)).rejects.toThrow();
    expect(readFileSync(broken, 'utf8')).toBe('not a key');
  });
});
