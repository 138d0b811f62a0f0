/** Keys: shown once, kept as a hash, rotated with overlap, revoked at once; and the first one. */
import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { bootstrapFirstKey } from '../../src/application/api-keys.js';
import { writesTo } from '../../src/store/writes.js';
import { storeApp } from '../support/app.js';
import { createTestDatabase } from '../support/database.js';

const database = await createTestDatabase();
const { call, keyRing } = await storeApp(database, { auth: 'keys' });
const replica = await storeApp(database, { auth: 'keys' });
const delivered: string[] = [];
const deliver = async (secret: string) => {
  delivered.push(secret);
};
await bootstrapFirstKey(writesTo(database.client), keyRing, deliver);
const [root = ''] = delivered;

const make = async (scopes: string[], more: object = {}) =>
  (await call('POST', '/api-keys', { key: root, body: { name: 'test', scopes, ...more } })).body;

describe('the first key', () => {
  it('may do everything, and is made only once', async () => {
    expect((await call('GET', '/api-keys', { key: root })).status).toBe(200);
    expect((await call('GET', '/scenarios', { key: root })).status).toBe(200);
    expect(await bootstrapFirstKey(writesTo(database.client), keyRing, deliver)).toBeNull();
    expect(delivered).toHaveLength(1);
  });

  it('does not count when it could not be delivered', async () => {
    const other = await createTestDatabase();
    const failing = async () => {
      throw new Error('disk full');
    };
    await expect(bootstrapFirstKey(writesTo(other.client), keyRing, failing)).rejects.toThrow('disk full');
    expect(await other.client.apiKey.count()).toBe(0);
  });
});

describe('a new key', () => {
  it('is shown once, and kept as the hash of 256 random bits', async () => {
    const { key, secret } = await make(['plan']);
    expect(secret).toMatch(new RegExp(`^cw_${key.prefix}_[A-Za-z0-9_-]{43}$`));
    const row = await database.client.apiKey.findUniqueOrThrow({ where: { id: key.id } });
    expect(row.secretHash).toBe(createHash('sha256').update(secret).digest('hex'));
    const { text, body } = await call('GET', '/api-keys', { key: root });
    expect(text).not.toContain(secret);
    expect(body.items).toContainEqual(key);
    const audit = await call('GET', `/audit-events?subjectId=${key.id}`, { key: root });
    expect(audit.body.items).toHaveLength(1);
    expect(audit.text).not.toContain(secret);
    expect(audit.text).not.toContain(row.secretHash);
  });

  it('may do what its scopes say, here at once and soon everywhere', async () => {
    const { secret } = await make(['plan']);
    expect((await call('GET', '/scenarios', { key: secret })).status).toBe(200);
    expect((await call('GET', '/catalogue/accelerators', { key: secret })).status).toBe(403);
    await vi.waitFor(async () => expect((await replica.call('GET', '/scenarios', { key: secret })).status).toBe(200), {
      timeout: 5000,
    });
  });

  it.each<[string, object, string]>([
    ['without scopes', { scopes: [] }, '/scopes'],
    ['with an unknown scope', { scopes: ['everything'] }, '/scopes/0'],
    ['with a scope twice', { scopes: ['plan', 'plan'] }, '/scopes'],
    ['without a name', { name: '' }, '/name'],
    ['that is over already', { expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
    ['that ends on no day', { expiresAt: 'tomorrow' }, '/expiresAt'],
  ])('%s is refused', async (_what, part, pointer) => {
    const { status, body } = await call('POST', '/api-keys', {
      key: root,
      body: { name: 'x', scopes: ['plan'], ...part },
    });
    expect([status, body.errors[0].pointer]).toEqual([400, pointer]);
  });

  it('made twice under one Idempotency-Key is one, and the table does not hold its secret', async () => {
    const request = {
      key: root,
      body: { name: 'twin', scopes: ['plan'] },
      headers: { 'idempotency-key': 'make-the-twin-key' },
    };
    const first = await call('POST', '/api-keys', request);
    const second = await call('POST', '/api-keys', request);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([
      undefined,
      'true',
    ]);
    expect(second.headers.location).toBe(first.headers.location);
    const records = JSON.stringify(await database.client.idempotencyRecord.findMany());
    expect(records).not.toContain(first.body.secret);
    expect(records).not.toContain('make-the-twin-key');
    const other = await call('POST', '/api-keys', { ...request, body: { name: 'other', scopes: ['plan'] } });
    expect([other.status, other.body.code]).toEqual([422, 'idempotency-mismatch']);
  });
});

describe('rotation', () => {
  it('gives a new secret, and lets the old one work on for a while', async () => {
    const old = await make(['plan']);
    const fresh = await call('POST', `/api-keys/${old.key.id}/rotate`, { key: root, body: { overlapHours: 1 } });
    expect([fresh.status, fresh.body.key.rotates, fresh.body.key.scopes]).toEqual([201, old.key.id, ['plan']]);
    for (const secret of [old.secret, fresh.body.secret])
      expect((await call('GET', '/scenarios', { key: secret })).status).toBe(200);
    const { body } = await call('GET', '/api-keys', { key: root });
    const ends = body.items.find((key: { id: string }) => key.id === old.key.id).expiresAt;
    expect(Math.abs(Date.parse(ends) - Date.now() - 3_600_000)).toBeLessThan(60_000);
  });

  it('without overlap ends the old one at once', async () => {
    const old = await make(['plan']);
    await call('POST', `/api-keys/${old.key.id}/rotate`, { key: root, body: { overlapHours: 0 } });
    expect((await call('GET', '/scenarios', { key: old.secret })).status).toBe(401);
  });

  it('of no key is 404', async () => {
    for (const id of ['none', crypto.randomUUID()]) {
      expect((await call('POST', `/api-keys/${id}/rotate`, { key: root, body: {} })).status).toBe(404);
    }
  });
});

describe('revoking', () => {
  it('works at once, and twice', async () => {
    const { key, secret } = await make(['plan']);
    for (let i = 0; i < 2; i++) expect((await call('DELETE', `/api-keys/${key.id}`, { key: root })).status).toBe(204);
    expect((await call('GET', '/scenarios', { key: secret })).status).toBe(401);
    await vi.waitFor(async () => expect((await replica.call('GET', '/scenarios', { key: secret })).status).toBe(401), {
      timeout: 5000,
    });
    const rotated = await call('POST', `/api-keys/${key.id}/rotate`, { key: root, body: {} });
    expect([rotated.status, rotated.body.errors[0].code]).toEqual([409, 'revoked']);
  });
});

describe('another tenant', () => {
  it('sees and touches nothing but its own', async () => {
    const theirs = await make(['admin', 'plan'], { tenant: 'acme' });
    const ours = await make(['plan']);
    const key = theirs.secret;
    const listed = await call('GET', '/api-keys', { key });
    expect(listed.body.items.map((item: { id: string }) => item.id)).toEqual([theirs.key.id]);
    expect((await call('DELETE', `/api-keys/${ours.key.id}`, { key })).status).toBe(404);
    expect((await call('POST', `/api-keys/${ours.key.id}/rotate`, { key, body: {} })).status).toBe(404);
    const foreign = await call('POST', '/api-keys', { key, body: { name: 'x', scopes: ['plan'], tenant: 'default' } });
    expect(foreign.status).toBe(403);
    const own = await call('POST', '/api-keys', { key, body: { name: 'x', scopes: ['plan'] } });
    expect(own.body.key.tenant).toBe('acme');
    const events = await call('GET', '/audit-events', { key });
    expect(events.body.items.map((event: { subjectId: string }) => event.subjectId)).toEqual([own.body.key.id]);
  });
});
