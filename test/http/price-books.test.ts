/** A customer's own terms: in its prices, in nobody else's, and in nobody else's sight. */
import { describe, expect, it } from 'vitest';
import { hashOf, mintKey } from '../../src/application/authenticate.js';
import { SCOPES, type Scope } from '../../src/application/ports.js';
import { storeApp } from '../support/app.js';
import { createTestDatabase } from '../support/database.js';

const database = await createTestDatabase();
const { call, app, keyRing } = await storeApp(database, { auth: 'keys' });

async function newKey(tenant: string, scopes: readonly Scope[] = SCOPES): Promise<{ id: string; secret: string }> {
  const { secret, prefix } = mintKey();
  const { id } = await database.client.apiKey.create({
    data: { tenant, name: tenant, prefix, secretHash: hashOf(secret), scopes: [...scopes] },
  });
  await keyRing.refresh();
  return { id, secret };
}

const alice = await newKey('alice');
const bob = await newKey('bob');
const second = await newKey('alice', ['plan']);

const TERMS = {
  discounts: [{ provider: 'alpha', families: ['mid'], payableRatio: 0.8 }],
  prices: [
    { provider: 'alpha', sku: 'small.1', billingMode: 'on-demand', unit: 'hour', price: '1.5', currency: 'CNY' },
  ],
};

const put = (name: string, body: object, key: string, headers: Record<string, string> = { 'if-none-match': '*' }) =>
  call('PUT', `/price-books/${name}`, { body, key, headers });

async function hourly(instanceType: string, key: string) {
  const { status, body } = await call('POST', '/cost-estimate', {
    key,
    body: {
      resources: [{ provider: 'alpha', region: 'a-south', instanceType, servers: 1, billingMode: 'on-demand' }],
      currency: 'CNY',
      pricedOn: '2026-11-30',
    },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

describe('a price book', () => {
  it('is in the prices, the trace and the catalogue version of its tenant alone', async () => {
    const before = await hourly('mid.1', alice.secret);
    expect((await put('frame-contract', TERMS, alice.secret)).status).toBe(201);
    const mid = await hourly('mid.1', alice.secret);
    // 9 an hour on the list; 80 % of it is paid.
    expect([before.hourly.amount, mid.hourly.amount]).toEqual(['9.000000', '7.200000']);
    expect(JSON.stringify(mid.lines)).toContain('0.8');
    const small = await hourly('small.1', alice.secret);
    expect(small.hourly.amount).toBe('1.500000');
    expect(JSON.stringify(small.lines)).toContain('frame-contract');
    expect(mid.catalogueVersion).not.toBe(before.catalogueVersion);

    const other = await hourly('mid.1', bob.secret);
    expect([other.hourly.amount, other.catalogueVersion]).toEqual(['9.000000', before.catalogueVersion]);
    expect(JSON.stringify(await hourly('small.1', bob.secret))).not.toContain('frame-contract');
  });

  it('prices /recommend and a quote like /cost-estimate', async () => {
    const request = {
      workload: {
        scenario: 'llm-inference',
        model: 'llama-3.1-8b',
        maxContextTokens: 4096,
        inputTokens: 1000,
        outputTokens: 200,
        concurrency: 1,
      },
      constraints: { instanceTypes: ['mid.1'], billingModes: ['on-demand'] },
      currency: 'CNY',
      pricedOn: '2026-11-30',
    };
    const reply = await call('POST', '/recommend', { key: alice.secret, body: request });
    const plan = reply.body.plans[0];
    const cost = await call('POST', '/cost-estimate', { key: alice.secret, body: { planId: plan.id, request } });
    expect(cost.body.monthly).toEqual(plan.cost.monthly);
    expect(cost.body.catalogueVersion).toBe(reply.body.catalogueVersion);
    const quote = await call('POST', '/quotes', {
      key: alice.secret,
      body: { items: [{ name: 'one', request }] },
      headers: { 'idempotency-key': 'price-book-quote' },
    });
    expect(quote.status, JSON.stringify(quote.body)).toBe(201);
    expect(JSON.stringify(quote.body)).toContain(plan.cost.monthly.amount);
    const list = await call('POST', '/recommend', { key: bob.secret, body: request });
    expect(Number(list.body.plans[0].cost.monthly.amount)).toBeGreaterThan(Number(plan.cost.monthly.amount));
  });

  it('can be for one key, which it then counts for before the tenant’s', async () => {
    const own = { apiKey: second.id, discounts: [{ provider: 'alpha', payableRatio: 0.5 }], prices: [] };
    expect((await put('second-key', own, alice.secret)).status).toBe(201);
    expect((await hourly('mid.1', second.secret)).hourly.amount).toBe('4.500000');
    expect((await hourly('mid.1', alice.secret)).hourly.amount).toBe('7.200000');
    const stranger = await put('stolen', { ...own, apiKey: bob.id }, alice.secret);
    expect([stranger.status, stranger.body.errors[0].code]).toEqual([422, 'unknown-api-key']);
    const twice = await put('again', own, alice.secret);
    expect([twice.status, twice.body.errors[0].code]).toEqual([409, 'bound-already']);
  });

  it('is changed by whoever read it last, and audited with before and after', async () => {
    const { headers } = await call('GET', '/price-books/frame-contract', { key: alice.secret });
    const etag = headers.etag ?? '';
    const replace = (ratio: number) =>
      put('frame-contract', { ...TERMS, discounts: [{ provider: 'alpha', payableRatio: ratio }] }, alice.secret, {
        'if-match': etag,
      });
    const replies = [await replace(0.7), await replace(0.6)];
    expect(replies.map(({ status }) => status)).toEqual([200, 412]);
    const { body } = await call('GET', '/audit-events?subjectKind=price-books&subjectId=alice/frame-contract', {
      key: alice.secret,
    });
    expect(body.items[0]).toMatchObject({
      action: 'replace',
      before: { terms: { discounts: [{ payableRatio: 0.8 }] } },
      after: { terms: { discounts: [{ payableRatio: 0.7 }] } },
    });
  });

  it('names what is not in the catalogue', async () => {
    const { status, body } = await put(
      'wrong',
      { discounts: [{ provider: 'nobody', payableRatio: 0.5 }], prices: [] },
      alice.secret,
    );
    expect([status, body.errors[0].pointer]).toEqual([422, '/discounts/0/provider']);
  });

  it('gone, prices are list prices again', async () => {
    await put('short', { discounts: [{ provider: 'alpha', payableRatio: 0.5 }], prices: [] }, bob.secret);
    expect((await hourly('mid.1', bob.secret)).hourly.amount).toBe('4.500000');
    const gone = await call('DELETE', '/price-books/short', { key: bob.secret, headers: { 'if-match': '*' } });
    expect(gone.status).toBe(204);
    expect((await hourly('mid.1', bob.secret)).hourly.amount).toBe('9.000000');
    expect((await call('GET', '/price-books/short', { key: bob.secret })).status).toBe(404);
  });
});

describe('a tenant', () => {
  it('sees nothing of another’s on any route that reads', async () => {
    // What is alice's alone: words that stand in her book, her quote, her keys.
    const { body: quotes } = await call('GET', '/quotes', { key: alice.secret });
    const quoteId: string = quotes.items[0].id;
    const secrets = ['frame-contract', 'second-key', quoteId];
    type Documented = Record<string, Record<string, { 'x-scope'?: Scope }>>;
    const reads = Object.entries(app.openapi().paths as Documented).flatMap(([url, methods]) =>
      Object.keys(methods).flatMap((method) => (method === 'get' ? [url] : [])),
    );
    const tried: string[] = [];
    for (const url of reads) {
      for (const id of ['frame-contract', 'second-key', quoteId, second.id]) {
        const address = url.replace('{provider}', 'alpha').replace(/\{[a-z]+\}/gi, id);
        if (address.includes('/events')) continue;
        const { status, text } = await call('GET', address, { key: bob.secret });
        tried.push(address);
        if (!address.includes(id)) for (const secret of secrets) expect(text, address).not.toContain(secret);
        // Asked for by name it is not there: the same reply as for what never was.
        else if (/price-books|quotes|calibrations|api-keys/.test(url)) expect([400, 404], address).toContain(status);
      }
    }
    expect(tried.length).toBeGreaterThan(50);
  });

  it('cannot change another’s book or quote', async () => {
    for (const [method, url, body] of [
      ['PUT', '/price-books/frame-contract', TERMS],
      ['DELETE', '/price-books/frame-contract', undefined],
    ] as const) {
      const { status } = await call(method, url, {
        key: bob.secret,
        headers: { 'if-match': '*' },
        ...(body ? { body } : {}),
      });
      expect(status, `${method} ${url}`).toBe(404);
    }
    expect((await call('GET', '/price-books/frame-contract', { key: alice.secret })).status).toBe(200);
  });
});

describe('a sheet that needs a second person', () => {
  it('is published by somebody who had no hand in it', async () => {
    const draft = await call('POST', '/price-sheets', {
      key: alice.secret,
      body: { provider: 'alpha', series: 'approval', label: 'List', source: 'test', requiresApproval: true },
    });
    const sheet: string = draft.body.id;
    await call('POST', `/price-sheets/${sheet}/import?format=csv&currency=CNY`, {
      key: bob.secret,
      body: 'sku,region,zone,price\nsmall.1,a-south,a-south-1,2\n',
      headers: { 'content-type': 'text/csv', 'idempotency-key': 'approval-import' },
    });
    const publish = (key: string, once: string) =>
      call('POST', `/price-sheets/${sheet}/publish`, { key, body: {}, headers: { 'idempotency-key': once } });
    // Who made it and who filled it may not; a third person may.
    expect((await publish(alice.secret, 'approval-alice')).body.code).toBe('second-person-required');
    expect((await publish(bob.secret, 'approval-bob')).body.code).toBe('second-person-required');
    const carol = await newKey('default');
    expect((await publish(carol.secret, 'approval-carol')).status).toBe(200);
  });
});
