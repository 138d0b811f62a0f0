/** The life of a price sheet: draft, rows, publish; and that what is published stays. */
import { describe, expect, it } from 'vitest';
import { storeApp } from '../support/app.js';
import { createTestDatabase } from '../support/database.js';
import { rate } from '../support/small-catalogue.js';

const database = await createTestDatabase();
const { call, reader } = await storeApp(database);

let made = 0;
const NEW = { provider: 'alpha', series: 'spring', label: 'Spring', source: 'https://alpha.example/prices' };
const row = (part: object = {}) => rate({ provider: 'alpha', sku: 'mid.1', region: 'a-south', price: '8.5', ...part });

async function draft(series = `s-${++made}`) {
  const { body, headers } = await call('POST', '/price-sheets', { body: { ...NEW, series } });
  return { id: body.id as string, etag: headers.etag ?? '', body };
}

async function fill(id: string, etag: string, rows: unknown[]) {
  return call('PUT', `/price-sheets/${id}/rows`, { body: { rows }, headers: { 'if-match': etag } });
}

const publish = (id: string, key = `publish-${id}`) =>
  call('POST', `/price-sheets/${id}/publish`, { headers: { 'idempotency-key': key } });

describe('a draft', () => {
  it('is the next version of its series, and prices nothing', async () => {
    const first = await draft('autumn');
    const second = await draft('autumn');
    expect([first.id, second.id]).toEqual(['alpha-autumn-v1', 'alpha-autumn-v2']);
    expect(first.body).toMatchObject({ status: 'draft', version: 1, rowCount: 0, revision: 1, publishedAt: null });
    const before = reader.current().catalogue.version;
    await fill(first.id, first.etag, [row()]);
    await reader.refresh();
    expect(reader.current().catalogue.version).toBe(before);
  });

  it('of an unknown provider is refused', async () => {
    const { status, body } = await call('POST', '/price-sheets', { body: { ...NEW, provider: 'omega' } });
    expect([status, body.errors[0].pointer]).toEqual([422, '/provider']);
  });

  it('takes rows anew or more of them, and gives them back as they came', async () => {
    const { id, etag } = await draft();
    const rows = [
      row(),
      row({
        sku: 'small.1',
        price: '1.25',
        termMonths: 1,
        billingMode: 'subscription',
        unit: 'month',
        effectiveTo: '2027-01-01',
      }),
    ];
    const filled = await fill(id, etag, rows);
    expect([filled.status, filled.body.rowCount, filled.headers.etag]).toEqual([200, 2, '"r2"']);
    const more = await call('POST', `/price-sheets/${id}/rows`, {
      body: { rows: [row({ sku: 'big.1', price: '200' })] },
    });
    expect(more.body.rowCount).toBe(3);
    const read = await call('GET', `/price-sheets/${id}/rows?limit=2`);
    expect(read.body.items).toEqual(rows);
    const rest = await call('GET', `/price-sheets/${id}/rows?limit=2&cursor=${read.body.nextCursor}`);
    expect([rest.body.items.length, rest.body.nextCursor]).toEqual([1, null]);
    const again = await fill(id, more.headers.etag ?? '', [row({ price: '9' })]);
    expect(again.body.rowCount).toBe(1);
  });

  it('changed by two at once takes one of them', async () => {
    const { id, etag } = await draft();
    const replies = await Promise.all([fill(id, etag, [row()]), fill(id, etag, [row({ price: '9' })])]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect((await call('PUT', `/price-sheets/${id}/rows`, { body: { rows: [row()] } })).status).toBe(428);
  });

  it.each<[string, object, string, string]>([
    ['of another provider', { provider: 'beta' }, '/rows/1/provider', 'other-provider'],
    ['in an unknown region', { region: 'nowhere' }, '/rows/1/region', 'unknown-region'],
    ['in no place', { region: undefined }, '/rows/1', 'exactly-one-of'],
    ['in two places', { area: 'cn' }, '/rows/1', 'exactly-one-of'],
  ])('refuses a row %s, and takes none of the others', async (_what, part, pointer, code) => {
    const { id, etag } = await draft();
    const { status, body } = await fill(id, etag, [row(), row({ sku: 'small.1', ...part })]);
    expect([status, body.errors[0].pointer, body.errors[0].code]).toEqual([422, pointer, code]);
    expect((await call('GET', `/price-sheets/${id}`)).body.rowCount).toBe(0);
  });

  it.each<[string, object, string]>([
    ['a negative price', { price: '-1' }, '/rows/0/price'],
    ['a price as a number', { price: 1 }, '/rows/0/price'],
    ['a price in words', { price: '1e3' }, '/rows/0/price'],
    ['an unknown unit', { unit: 'hours' }, '/rows/0/unit'],
    ['a currency that is none', { currency: 'rmb' }, '/rows/0/currency'],
    ['no date of sight', { asOf: undefined }, '/rows/0/asOf'],
  ])('refuses %s', async (_what, part, pointer) => {
    const { id, etag } = await draft();
    const { status, body } = await fill(id, etag, [row(part)]);
    expect(status).toBe(400);
    expect(body.errors.map((e: { pointer: string }) => e.pointer)).toContain(pointer);
  });

  it('refuses two rates for the same key and day, naming the second', async () => {
    const { id, etag } = await draft();
    const { status, body } = await fill(id, etag, [row(), row({ price: '9', effectiveFrom: '2026-06-01' })]);
    expect([status, body.code, body.errors[0].pointer]).toEqual([409, 'conflict', '/rows/1']);
    const other = await fill(id, etag, [
      row({ effectiveTo: '2026-05-31' }),
      row({ price: '9', effectiveFrom: '2026-06-01' }),
      row({ currency: 'USD' }),
    ]);
    expect(other.status, JSON.stringify(other.body)).toBe(200);
  });

  it('can be thrown away', async () => {
    const { id, etag } = await draft();
    expect((await call('DELETE', `/price-sheets/${id}`, { headers: { 'if-match': etag } })).status).toBe(204);
    expect((await call('GET', `/price-sheets/${id}`)).status).toBe(404);
  });
});

describe('publishing', () => {
  it('needs a key, and a sheet with rows', async () => {
    const { id } = await draft();
    const without = await call('POST', `/price-sheets/${id}/publish`);
    expect([without.status, without.body.errors[0].parameter]).toEqual([400, 'Idempotency-Key']);
    const empty = await publish(id);
    expect([empty.status, empty.body.errors[0].code]).toEqual([409, 'empty-sheet']);
  });

  it('prices the next answer, and supersedes the version before it', async () => {
    const first = await draft('winter');
    await fill(first.id, first.etag, [row({ price: '3.5' })]);
    expect((await publish(first.id)).body).toMatchObject({
      status: 'published',
      rowCount: 1,
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const listed = await call('GET', '/catalogue/instance-types?id=mid.1&provider=alpha');
    expect(listed.body.items[0].prices).toContainEqual(expect.objectContaining({ price: '3.5', priceSheet: first.id }));
    const second = await draft('winter');
    await fill(second.id, second.etag, [row({ price: '3.25' })]);
    await publish(second.id);
    expect((await call('GET', `/price-sheets/${first.id}`)).body).toMatchObject({
      status: 'superseded',
      knownTo: expect.any(String),
    });
    const after = await call('GET', '/catalogue/instance-types?id=mid.1&provider=alpha');
    const prices = after.body.items[0].prices.map((price: { price: string }) => price.price);
    expect(prices).toContain('3.25');
    expect(prices).not.toContain('3.5');
  });

  it('leaves a sheet that nothing changes any more', async () => {
    const { id, etag } = await draft();
    await fill(id, etag, [row()]);
    const published = await publish(id);
    const now = published.headers.etag ?? '';
    for (const reply of [
      await fill(id, now, [row({ price: '1' })]),
      await call('POST', `/price-sheets/${id}/rows`, { body: { rows: [row({ sku: 'small.1' })] } }),
      await call('DELETE', `/price-sheets/${id}`, { headers: { 'if-match': now } }),
      await publish(id, 'another-key-for-it'),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([409, 'sheet-not-draft']);
    }
  });

  it('of a hundred at once with one key is one', async () => {
    const { id, etag } = await draft('rush');
    await fill(id, etag, [row()]);
    const replies = await Promise.all(Array.from({ length: 100 }, () => publish(id, 'one-key-for-all-of-us')));
    const done = replies.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    for (const { status, body } of replies.filter((reply) => reply.status !== 200)) {
      expect([status, body.code]).toEqual([409, 'idempotency-in-flight']);
    }
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    const { body } = await call('GET', `/audit-events?subjectId=${id}&action=publish`);
    expect(body.items).toHaveLength(1);
  });
});

describe('several versions of a series, published at once,', () => {
  it('leave one published, the others superseded by it', async () => {
    const drafts = [];
    for (const price of ['1', '2', '3', '4', '5', '6']) {
      const { id, etag } = await draft('many');
      await fill(id, etag, [row({ price })]);
      drafts.push(id);
    }
    const replies = await Promise.all(drafts.map((id) => publish(id)));
    expect(replies.map(({ status }) => status)).toEqual(drafts.map(() => 200));
    const heads = await Promise.all(drafts.map(async (id) => (await call('GET', `/price-sheets/${id}`)).body));
    const published = heads.filter(({ status }) => status === 'published');
    expect(published).toHaveLength(1);
    expect(heads.filter(({ status }) => status === 'superseded')).toHaveLength(drafts.length - 1);
    const last = heads
      .map(({ publishedAt }) => publishedAt)
      .sort()
      .at(-1);
    expect(published[0].publishedAt).toBe(last);
  });
});

describe('a sheet that is drafted, filled and published in one call', () => {
  const whole = () => ({ ...NEW, series: 'at-once', rows: [row()], publish: true });

  it('prices the next answer at once, and leaves the trail of both steps', async () => {
    const { status, body } = await call('POST', '/price-sheets', {
      body: whole(),
      headers: { 'idempotency-key': 'at-once-1' },
    });
    expect([status, body.status, body.rowCount]).toEqual([201, 'published', 1]);
    const trail = await call('GET', `/audit-events?subjectId=${body.id}`);
    expect(trail.body.items.map((event: { action: string }) => event.action)).toEqual(['publish', 'draft']);
  });

  it('needs rows, a key, and one person to be enough', async () => {
    const { rows: _, ...empty } = whole();
    const refused = await call('POST', '/price-sheets', { body: empty });
    expect([refused.status, refused.body.errors.map((e: { code: string }) => e.code)]).toEqual([
      400,
      ['required', 'required'],
    ]);
    const two = await call('POST', '/price-sheets', {
      body: { ...whole(), requiresApproval: true },
      headers: { 'idempotency-key': 'at-once-2' },
    });
    expect(two.body.code).toBe('second-person-required');
  });
});

describe('lists', () => {
  it('come by provider, series and status, in pages', async () => {
    const { body } = await call('GET', '/price-sheets?provider=alpha&series=winter');
    expect(body.items.map((head: { id: string }) => head.id)).toEqual(['alpha-winter-v1', 'alpha-winter-v2']);
    const published = await call('GET', '/price-sheets?status=published&limit=1');
    expect(published.body.nextCursor).not.toBeNull();
    const next = await call('GET', `/price-sheets?status=published&limit=1&cursor=${published.body.nextCursor}`);
    expect(next.body.items[0].id > published.body.items[0].id).toBe(true);
  });
});
