/** Writes of the catalogue on a real database: safe, audited, and in the next answer of every replica. */
import { describe, expect, it, vi } from 'vitest';
import { storeApp } from '../support/app.js';
import { createTestDatabase } from '../support/database.js';
import { accelerator, family, instanceType, provider, rate, region } from '../support/small-catalogue.js';

const database = await createTestDatabase();
const { call, reader } = await storeApp(database);
const replica = await storeApp(database);

const create = { 'if-none-match': '*' };
const T4 = '/catalogue/accelerators/t4';

async function put(url: string, body: unknown, headers: Record<string, string> = create) {
  return call('PUT', url, { body, headers });
}

describe('creating', () => {
  it('answers 201 with address and ETag, then refuses to create again', async () => {
    const body = accelerator({ id: 'l99', name: 'L99' });
    const created = await put('/catalogue/accelerators/l99', body);
    expect([created.status, created.headers.location, created.headers.etag]).toEqual([
      201,
      '/catalogue/accelerators/l99',
      '"v1"',
    ]);
    expect(created.body).toEqual(body);
    const again = await put('/catalogue/accelerators/l99', body);
    expect([again.status, again.body.code, again.body.title]).toEqual([412, 'already-exists', 'It exists already']);
    expect((await call('GET', '/catalogue/accelerators/l99')).body).toEqual(body);
  });

  it('refuses without a precondition, and with two', async () => {
    const body = accelerator({ id: 'l98' });
    expect((await put('/catalogue/accelerators/l98', body, {})).body.code).toBe('precondition-required');
    const both = await put('/catalogue/accelerators/l98', body, { ...create, 'if-match': '"v1"' });
    expect([both.status, both.body.errors[0].parameter]).toEqual([400, 'If-None-Match']);
    expect((await put('/catalogue/accelerators/l98', body, { 'if-match': 'v1' })).status).toBe(400);
  });

  it('refuses a body that says another name than the address', async () => {
    const { status, body } = await put('/catalogue/accelerators/l97', accelerator({ id: 'l96' }));
    expect([status, body.errors[0].pointer, body.errors[0].code]).toEqual([422, '/id', 'address-mismatch']);
    const other = await put('/catalogue/regions/alpha/x', region({ provider: 'beta', id: 'x' }));
    expect(other.body.errors[0].pointer).toBe('/provider');
  });

  it('refuses what refers to nothing, all of it at once', async () => {
    const body = instanceType({ provider: 'gamma', id: 'g.1', family: 'g', accelerator: 'none' });
    const { status, body: problem } = await put('/catalogue/instance-types/gamma/g.1', body);
    expect([status, problem.code]).toEqual([422, 'invalid-catalogue-entry']);
    expect(problem.errors.map((e: { pointer: string; code: string }) => `${e.pointer} ${e.code}`).sort()).toEqual([
      '/accelerator unknown-accelerator',
      '/family unknown-instance-family',
      '/provider unknown-provider',
    ]);
  });

  it('refuses a wrong shape and a field too many', async () => {
    const { status, body } = await put('/catalogue/accelerators/l95', {
      ...accelerator({ id: 'l95' }),
      memoryGiB: -1,
      colour: 'green',
    });
    expect([status, body.errors.map((e: { pointer: string }) => e.pointer).sort()]).toEqual([
      400,
      ['/colour', '/memoryGiB'],
    ]);
  });

  it('refuses a fraction shown as a whole card, and memory that the card does not have', async () => {
    const type = (id: string, acceleratorShare: number, acceleratorMemoryGiB: number | null) =>
      put(
        `/catalogue/instance-types/alpha/${id}`,
        instanceType({
          provider: 'alpha',
          id,
          family: 'small',
          accelerator: 't4',
          acceleratorShare,
          acceleratorMemoryGiB,
        }),
      );
    const refused = [
      await type('q.whole', 0.25, 16),
      await type('q.none', 0.25, null),
      await type('w.quarter', 1, 4),
      await type('w.ten', 1, 160),
      await put('/catalogue/accelerators/l93', accelerator({ id: 'l93', memoryGiB: 24, usableMemoryGiB: 25 })),
    ];
    for (const { status, body } of refused)
      expect([status, body.code, body.errors?.[0].code]).toEqual([422, 'invalid-catalogue-entry', 'wrong-memory']);
    expect((await type('q.right', 0.25, 4)).status).toBe(201);
    expect((await type('w.unknown', 1, null)).status).toBe(201);
  });

  it('lets many write types of one card at the same time', async () => {
    const put1 = (id: string, acceleratorMemoryGiB: number) =>
      put(
        `/catalogue/instance-types/alpha/${id}`,
        instanceType({
          provider: 'alpha',
          id,
          family: 'small',
          accelerator: 't4',
          acceleratorShare: 0.25,
          acceleratorMemoryGiB,
        }),
      );
    const replies = await Promise.all(Array.from({ length: 24 }, (_, i) => put1(`many.${i}`, i % 2 === 0 ? 4 : 16)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map((_, i) => (i % 2 === 0 ? 201 : 422)));
  });

  it('takes ids that an address can only hold encoded', async () => {
    const id = '1x A100 (80GB)/2';
    const body = instanceType({ provider: 'alpha', id, family: 'mid', accelerator: 'a10' });
    const url = `/catalogue/instance-types/alpha/${encodeURIComponent(id)}`;
    expect((await put(url, body)).status).toBe(201);
    expect((await call('GET', url)).body.id).toBe(id);
  });
});

describe('replacing', () => {
  it('takes the version that was read, and no other', async () => {
    const read = await call('GET', T4);
    const changed = { ...read.body, tdpW: 71 };
    const replaced = await put(T4, changed, { 'if-match': read.headers.etag ?? '' });
    expect([replaced.status, replaced.headers.etag]).toEqual([200, '"v2"']);
    const late = await put(T4, { ...read.body, tdpW: 72 }, { 'if-match': read.headers.etag ?? '' });
    expect([late.status, late.body.code]).toEqual([412, 'precondition-failed']);
    expect((await call('GET', T4)).body.tdpW).toBe(71);
  });

  it('lets one of two admins through', async () => {
    const url = '/catalogue/accelerators/a10';
    const { body, headers } = await call('GET', url);
    const replies = await Promise.all(
      [151, 152, 153, 154].map((tdpW) => put(url, { ...body, tdpW }, { 'if-match': headers.etag ?? '' })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  });

  it('answers 404 where there is nothing to replace', async () => {
    const { status } = await put('/catalogue/accelerators/l94', accelerator({ id: 'l94' }), { 'if-match': '*' });
    expect(status).toBe(404);
  });

  it('marks the entry as an admin’s', async () => {
    const { body } = await call('GET', '/catalogue/accelerators?id=t4');
    expect(body.items[0].entry.origin).toBe('admin');
  });
});

describe('retiring', () => {
  it('takes a type out of the lists and plans, and leaves it readable', async () => {
    const url = '/catalogue/instance-types/alpha/small.1';
    const read = await call('GET', url);
    expect((await call('DELETE', url)).body.code).toBe('precondition-required');
    const gone = await call('DELETE', url, { headers: { 'if-match': read.headers.etag ?? '' } });
    expect([gone.status, gone.text]).toEqual([204, '']);
    const after = await call('GET', url);
    expect([after.status, after.body.saleStatus, after.headers.etag]).toEqual([200, 'retired', '"v2-retired"']);
    const listed = await call('GET', '/catalogue/instance-types?id=small.1');
    expect(listed.body.items).toEqual([]);
    expect((await call('GET', '/catalogue/instance-types?id=small.1&retired=true')).body.items).toHaveLength(1);
  });

  it('can be taken back', async () => {
    const url = '/catalogue/instance-types/alpha/small.1';
    const read = await call('GET', url);
    const back = await put(url, { ...read.body, saleStatus: 'general' }, { 'if-match': read.headers.etag ?? '' });
    expect([back.status, back.headers.etag]).toEqual([200, '"v3"']);
    expect((await call('GET', '/catalogue/instance-types?id=small.1')).body.items).toHaveLength(1);
  });

  it('is refused while something refers to it, and says what', async () => {
    const { status, body } = await call('DELETE', T4, { headers: { 'if-match': '*' } });
    expect([status, body.code]).toEqual([409, 'still-referenced']);
    expect(body.errors.map((e: { detail: string }) => e.detail).join()).toContain('instance type alpha/small.1');
    expect((await call('DELETE', '/catalogue/providers/alpha', { headers: { 'if-match': '*' } })).status).toBe(409);
  });

  it('lets an unused accelerator go', async () => {
    await put('/catalogue/accelerators/l93', accelerator({ id: 'l93' }));
    expect((await call('DELETE', '/catalogue/accelerators/l93', { headers: { 'if-match': '"v1"' } })).status).toBe(204);
    expect(reader.current().catalogue.acceleratorsById.has('l93')).toBe(false);
    expect((await call('GET', '/catalogue/accelerators/l93')).status).toBe(200);
  });
});

describe('availability', () => {
  const row = (part: object) => ({
    provider: 'alpha',
    instanceType: 'mid.1',
    region: 'a-south',
    zone: null,
    saleStatus: 'limited',
    provenance: { source: 'console', asOf: '2026-11-30', confidence: 'stated-by-admin' },
    ...part,
  });
  const url = '/catalogue/availability';

  it('is set by zone, all rows or none, and says what changed', async () => {
    const rows = [row({}), row({ zone: 'a-south-1', saleStatus: 'general' })];
    expect((await call('POST', url, { body: { rows } })).body).toEqual({ rows: 2, changed: 2 });
    expect((await call('POST', url, { body: { rows } })).body).toEqual({ rows: 2, changed: 0 });
    const { body } = await call('GET', `${url}?provider=alpha&instanceType=mid.1`);
    expect(body.items.map((item: { zone: string; saleStatus: string }) => [item.zone, item.saleStatus])).toEqual([
      [null, 'limited'],
      ['a-south-1', 'general'],
    ]);
    const wrong = await call('POST', url, {
      body: { rows: [row({ saleStatus: 'general' }), row({ region: 'nowhere', zone: 'z' })] },
    });
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, '/rows/1/region']);
    expect((await call('GET', `${url}?provider=alpha&instanceType=mid.1`)).body.items[0].saleStatus).toBe('limited');
  });

  it('refuses rows that are there twice, and zones that the region does not have', async () => {
    const twice = await call('POST', url, { body: { rows: [row({}), row({ saleStatus: 'general' })] } });
    expect([twice.status, twice.body.errors[0].code]).toEqual([422, 'repeated-item']);
    const zone = await call('POST', url, { body: { rows: [row({ zone: 'a-south-9' })] } });
    expect([zone.status, zone.body.errors[0].code, zone.body.errors[0].allowed]).toEqual([
      422,
      'unknown-zone',
      ['a-south-1'],
    ]);
  });
});

describe('a new card, provider, region, family, type and price', () => {
  it('are offered by the next plan of every replica', async () => {
    const steps: [string, unknown][] = [
      [
        '/catalogue/accelerators/n100',
        accelerator({
          id: 'n100',
          name: 'N100',
          memoryGiB: 96,
          usableMemoryGiB: 94,
          memoryBandwidthGBps: 4000,
          fp16Tflops: 900,
        }),
      ],
      ['/catalogue/providers/gamma', provider({ id: 'gamma' })],
      ['/catalogue/regions/gamma/g-east', region({ provider: 'gamma', id: 'g-east' })],
      ['/catalogue/instance-families/gamma/gn', family({ provider: 'gamma', id: 'gn', accelerators: ['n100'] })],
      [
        '/catalogue/instance-types/gamma/gn.1',
        instanceType({ provider: 'gamma', id: 'gn.1', family: 'gn', accelerator: 'n100' }),
      ],
    ];
    for (const [url, body] of steps) expect((await put(url, body)).status, url).toBe(201);
    const draft = await call('POST', '/price-sheets', {
      body: { provider: 'gamma', series: 'list-cny', label: 'List prices', source: 'https://gamma.example/prices' },
    });
    expect([draft.status, draft.body.id]).toEqual([201, 'gamma-list-cny-v1']);
    const rows = [rate({ provider: 'gamma', sku: 'gn.1', region: 'g-east', price: '1.5' })];
    const filled = await call('PUT', `/price-sheets/${draft.body.id}/rows`, {
      body: { rows },
      headers: { 'if-match': draft.headers.etag ?? '' },
    });
    expect([filled.status, filled.body.rowCount]).toEqual([200, 1]);
    const published = await call('POST', `/price-sheets/${draft.body.id}/publish`, {
      headers: { 'idempotency-key': 'publish-gamma-1' },
    });
    expect([published.status, published.body.status]).toEqual([200, 'published']);

    const question = {
      workload: {
        scenario: 'llm-inference',
        model: 'llama-3.1-8b',
        maxContextTokens: 4096,
        inputTokens: 500,
        outputTokens: 100,
        concurrency: 4,
      },
      constraints: { providers: ['gamma'] },
      currency: 'CNY',
    };
    const here = await call('POST', '/recommend', { body: question });
    expect(here.body.plans[0]?.placement.instanceType, JSON.stringify(here.body.rejected)).toBe('gn.1');
    expect(Number(here.body.plans[0].cost.monthly.amount)).toBeGreaterThan(0);
    await vi.waitFor(async () => {
      const there = await replica.call('POST', '/recommend', { body: question });
      expect(there.body).toEqual(here.body);
    });
  });
});

describe('the audit trail', () => {
  it('holds every write with what was and what became', async () => {
    const { body } = await call('GET', '/audit-events?subjectKind=accelerators&subjectId=t4');
    const [event] = body.items;
    expect(event).toMatchObject({ actor: 'anonymous', action: 'replace', subjectId: 't4' });
    expect([event.before.tdpW, event.after.tdpW]).toEqual([150, 71]);
    expect(event.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('comes in pages, newest first', async () => {
    const first = await call('GET', '/audit-events?limit=2');
    const second = await call('GET', `/audit-events?limit=2&cursor=${first.body.nextCursor}`);
    const ids = [...first.body.items, ...second.body.items].map((event: { id: string }) => Number(event.id));
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(new Set(ids).size).toBe(4);
  });

  it('holds nothing of a write that was refused', async () => {
    const { body } = await call('GET', '/audit-events?subjectId=l97');
    expect(body.items).toEqual([]);
  });
});
