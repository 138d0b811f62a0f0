/** The life of a price sheet by HTTP: draft → import → report → decisions → publish → superseded → rolled back. */
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { CallOptions } from '../support/app.js';
import { storeApp } from '../support/app.js';
import { createTestDatabase } from '../support/database.js';
import { instanceType } from '../support/small-catalogue.js';

const database = await createTestDatabase();
const { call, app } = await storeApp(database);

let calls = 0;
const key = () => `price-administration-${++calls}`;

async function draft(series: string, part: object = {}): Promise<string> {
  const { status, body } = await call('POST', '/price-sheets', {
    body: { provider: 'alpha', series, label: 'List', source: 'https://prices.example', ...part },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

async function send(sheet: string, list: string, query = 'format=csv&currency=CNY', options: CallOptions = {}) {
  return call('POST', `/price-sheets/${sheet}/import?${query}`, {
    ...options,
    body: list,
    headers: { 'content-type': 'text/csv', 'idempotency-key': key(), ...options.headers },
  });
}

const post = (url: string, body: object = {}, headers: Record<string, string> = { 'idempotency-key': key() }) =>
  call('POST', url, { body, headers });

const HEAD = 'sku,region,zone,billingMode,termMonths,unit,price\n';
const LIST = `${HEAD}small.1,a-south,,on-demand,,hour,2.1\nmid.1,a-south,,on-demand,,hour,9.2\nbig.8,a-south,,on-demand,,hour,235\n`;

describe('an import', () => {
  it('takes the good rows, holds the bad ones back, and says what it left out', async () => {
    const sheet = await draft('import-one');
    const list =
      `${LIST}small.1,a-south,a-south-1,on-demand,,hour,0\n` +
      'mid.1,a-south,a-south-1,on-demand,,hour,6570\n' +
      'mid.1,nowhere,,on-demand,,hour,9\n' +
      'mid.1,a-south,,spot,,hour,12\n' +
      'mid.1,a-south,,on-demand,,hour,9.3\n' +
      'mid.1,a-south,,on-demand,,hour,"1,234"\n' +
      'mid.1,a-south,,on-demand,,hour,N/A\n';
    const { status, body } = await send(sheet, list);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      rowsRead: 9,
      rowsAccepted: 3,
      rowsQuarantined: 6,
      rowsSkipped: 1,
      rowsUnchanged: 0,
      rowCount: 3,
      isDryRun: false,
    });
    expect(body.skipped).toMatchObject([{ reason: { code: 'skipped-no-price' }, count: 1, samples: [{ line: 11 }] }]);
    const { body: page } = await call('GET', `/price-sheets/${sheet}/quarantine`);
    expect(page.items.map((item: { line: number; code: string }) => [item.line, item.code])).toEqual([
      [5, 'price-zero'],
      [6, 'price-unit-confusion'],
      [7, 'price-in-unknown-region'],
      [10, 'unreadable-price'],
      [9, 'price-duplicate'],
      [8, 'price-spot-above-on-demand'],
    ]);
    expect(page.items[2].content.objections[0]).toMatchObject({
      field: 'region',
      value: 'nowhere',
      expected: 'a region of alpha, e.g. a-south',
    });
    const chinese = await call('GET', `/price-sheets/${sheet}/quarantine`, { headers: { 'accept-language': 'zh' } });
    expect(chinese.body.items[2].content.objections[0].finding.message).toContain('未知');
  });

  it('holds back one price for every type, whatever else the draft has and however many lists it came in', async () => {
    for (const [id, vcpu] of [
      ['mid.2', 8],
      ['mid.2h', 64],
    ] as const) {
      const body = instanceType({
        provider: 'alpha',
        id,
        family: 'mid',
        accelerator: 'a10',
        acceleratorCount: 2,
        vcpu,
      });
      const url = `/catalogue/instance-types/alpha/${id}`;
      expect((await call('PUT', url, { body, headers: { 'if-none-match': '*' } })).status).toBe(201);
    }
    const sheet = await draft('same-for-all');
    await send(sheet, `${HEAD}small.1,a-south,,on-demand,,hour,2.1\nmid.1,a-south,,subscription,1,month,900\n`);
    // A price service that dropped the type from the question, asked once for each.
    const ask = async (sku: string) =>
      (await send(sheet, `${HEAD}${sku},a-south,a-south-3,on-demand,,hour,9.1\n`)).body;
    expect((await ask('mid.1')).rowsAccepted).toBe(1);
    expect((await ask('mid.2')).rowsAccepted).toBe(1);
    const third = await ask('mid.2h');
    expect(third.quarantined).toEqual([{ code: 'price-same-for-all', count: 3 }]);
    const { items: held } = (await call('GET', `/price-sheets/${sheet}/quarantine?code=price-same-for-all`)).body;
    expect(held[0].detail).toContain('3 different servers have one price, 9.1 CNY (mid.1, mid.2, mid.2h …)');
    // Two of the rows came with earlier lists.
    expect(held.map(({ line }: { line: number }) => line).sort()).toEqual([0, 0, 2]);
    expect((await call('GET', `/price-sheets/${sheet}`)).body.rowCount).toBe(2);
  });

  it('changes nothing the second time', async () => {
    const sheet = await draft('import-twice');
    await send(sheet, LIST);
    const before = await call('GET', `/price-sheets/${sheet}/export`);
    const { body } = await send(sheet, LIST);
    expect(body).toMatchObject({ rowsRead: 3, rowsAccepted: 0, rowsUnchanged: 3, rowsQuarantined: 0, rowCount: 3 });
    expect((await call('GET', `/price-sheets/${sheet}/export`)).text).toBe(before.text);
    const zero = `${LIST}small.1,a-south,a-south-1,on-demand,,hour,0\n`;
    await send(sheet, zero);
    await send(sheet, zero);
    expect((await call('GET', `/price-sheets/${sheet}/quarantine`)).body.items).toHaveLength(1);
  });

  it('keeps nothing of a dry run', async () => {
    const sheet = await draft('import-dry');
    const { body } = await send(
      sheet,
      `${LIST}small.1,a-south,a-south-1,on-demand,,hour,0\n`,
      'format=csv&currency=CNY&dryRun=true',
    );
    expect(body).toMatchObject({ isDryRun: true, rowsAccepted: 3, rowsQuarantined: 1, rowCount: 3 });
    expect(body.held).toMatchObject([{ line: 5, code: 'price-zero' }]);
    expect((await call('GET', `/price-sheets/${sheet}`)).body.rowCount).toBe(0);
    expect((await call('GET', `/price-sheets/${sheet}/quarantine`)).body.items).toEqual([]);
    expect((await call('GET', `/price-sheets/${sheet}/imports`)).body.items).toMatchObject([
      { status: 'done', isDryRun: true },
    ]);
  });

  it('is answered once for a key: the same reply, and no second effect', async () => {
    const sheet = await draft('import-once');
    const headers = { 'idempotency-key': key() };
    const first = await send(sheet, LIST, undefined, { headers });
    const again = await send(sheet, LIST, undefined, { headers });
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    const other = await send(sheet, `${LIST}\n`, undefined, { headers });
    expect([other.status, other.body.code]).toEqual([422, 'idempotency-mismatch']);
    expect((await call('GET', `/price-sheets/${sheet}/imports`)).body.items).toHaveLength(1);
  });

  it('leaves the draft as it was when the list cannot be read', async () => {
    const sheet = await draft('import-broken');
    await send(sheet, LIST);
    const { body: before } = await call('GET', `/price-sheets/${sheet}`);
    for (const [query, list] of [
      ['format=csv&currency=CNY', 'sku,region,price,curency\nx,y,1,CNY\n'],
      [
        'format=json&currency=CNY',
        `${'[{"sku":"big.8","region":"a-south","zone":"a-south-1","price":230},'.repeat(1)}{"sku":`,
      ],
      ['format=csv&currency=CNY', ''],
      ['format=aws-offer-json', '{"terms":{}}'],
    ] as const) {
      const { status, body } = await send(sheet, list, query);
      expect([status, body.code], list).toEqual([422, 'unreadable-price-list']);
    }
    expect((await call('GET', `/price-sheets/${sheet}`)).body).toEqual(before);
    const { body: imports } = await call('GET', `/price-sheets/${sheet}/imports`);
    expect(imports.items.map(({ status }: { status: string }) => status)).toEqual([
      'failed',
      'failed',
      'failed',
      'failed',
      'done',
    ]);
  });

  it('takes text that no database keeps, and holds it back', async () => {
    const sheet = await draft('import-odd');
    const list = [
      { sku: 'small.1', region: 'a-south', price: 2, currency: 'CNY', conditions: 'a\u0000b' },
      { sku: 'small.1', region: 'a-south', price: 2, currency: 'CNY', conditions: 'a\ud83d' },
      { sku: 'small.1', region: 'a-south', price: 2, currency: 'CNY', tierFrom: 1e15 },
      { sku: 'small.1', region: 'a-south', price: 2, currency: 'CNY', effectiveFrom: '0000-01-01' },
      { sku: 'small.1', region: 'a-south', price: 2, currency: 'CNY', conditions: '\\u0000 stays 中' },
    ];
    const { status, body } = await send(sheet, JSON.stringify(list), 'format=json');
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ rowsAccepted: 1, rowsQuarantined: 4 });
    expect((await call('GET', `/price-sheets/${sheet}/rows`)).body.items[0].conditions).toBe('\\u0000 stays 中');
    expect((await call('GET', `/price-sheets/${sheet}/quarantine`)).body.items).toHaveLength(4);
  });

  it('asks for what the list does not say', async () => {
    const sheet = await draft('import-needs');
    const { status, body } = await send(sheet, '{}', 'format=tencent-price-inquiry');
    expect([status, body.code]).toEqual([400, 'invalid-request']);
    // The provider has one currency: nothing to ask.
    expect(body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual(['region', 'sku']);
    const unknown = await send(sheet, '{}', 'format=excel');
    expect([unknown.status, unknown.body.code]).toEqual([400, 'invalid-request']);
  });

  it('tells its progress and its end', async () => {
    const sheet = await draft('import-events');
    const { body } = await send(sheet, LIST);
    const { text, headers } = await call('GET', `/price-sheets/${sheet}/imports/${body.import}/events`);
    expect(headers['content-type']).toContain('text/event-stream');
    expect(text).toMatch(/^event: end\ndata: \{.*"status":"done".*\}\n\n$/s);
    expect((await call('GET', `/price-sheets/${sheet}/imports/${body.import}`)).body).toMatchObject({
      status: 'done',
      rowsAccepted: 3,
      report: { rowCount: 3 },
    });
    expect((await call('GET', `/price-sheets/${sheet}/imports/none`)).status).toBe(404);
  });
});

describe('a decision on rows held back', () => {
  it('needs a reason, is audited with the row, and cannot make a zero good', async () => {
    const sheet = await draft('decide');
    await send(
      sheet,
      `${LIST}mid.1,a-south,a-south-1,on-demand,,hour,60\nsmall.1,a-south,a-south-1,on-demand,,hour,0\n`,
    );
    const { body: page } = await call('GET', `/price-sheets/${sheet}/quarantine?status=open`);
    const [far, zero] = page.items;
    const without = await post(`/price-sheets/${sheet}/quarantine`, { action: 'accept', ids: [far.id] });
    expect(without.status).toBe(400);
    const refused = await post(`/price-sheets/${sheet}/quarantine`, {
      action: 'accept',
      ids: [far.id, zero.id],
      reason: 'I am sure',
    });
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'price-zero']);
    const accepted = await post(`/price-sheets/${sheet}/quarantine`, {
      action: 'accept',
      ids: [far.id],
      reason: 'promotion ended',
    });
    expect([accepted.status, accepted.body.decided, accepted.body.sheet.rowCount]).toEqual([200, 1, 4]);
    const rejected = await post(`/price-sheets/${sheet}/quarantine`, {
      action: 'reject',
      code: 'price-zero',
      reason: 'hole in the feed',
    });
    expect(rejected.body.decided).toBe(1);
    const again = await post(`/price-sheets/${sheet}/quarantine`, {
      action: 'reject',
      ids: [far.id],
      reason: 'too late',
    });
    expect([again.status, again.body.errors[0].code]).toEqual([409, 'not-open']);
    const { body: audit } = await call('GET', `/audit-events?subjectKind=price-sheets&subjectId=${sheet}`);
    expect(audit.items.map(({ action }: { action: string }) => action)).toEqual([
      'reject',
      'override',
      'import',
      'draft',
    ]);
    expect(audit.items[1]).toMatchObject({
      before: { code: 'price-unit-confusion', line: 5 },
      after: { status: 'accepted', reason: 'promotion ended', row: { sku: 'mid.1', price: '60' } },
    });
  });
});

describe('publishing', () => {
  it('supersedes, can be compared before, and can be taken back in one call', async () => {
    const first = await draft('life');
    await send(first, LIST);
    expect((await post(`/price-sheets/${first}/publish`)).status).toBe(200);
    const second = await draft('life');
    await send(
      second,
      `${HEAD}small.1,a-south,,on-demand,,hour,2.5\nmid.1,a-south,,on-demand,,hour,9.2\nmid.1,a-south,a-south-1,spot,,hour,4\n`,
    );

    const { body: report } = await call('GET', `/price-sheets/${second}/report`);
    expect(report).toMatchObject({
      against: first,
      changes: { added: 1, removed: 1, changed: 1, unchanged: 1 },
      largest: [{ change: 'changed', before: { price: '2.1' }, after: { price: '2.5' } }],
      rows: [
        { billingMode: 'on-demand', rows: 2 },
        { billingMode: 'spot', rows: 1 },
      ],
    });
    const { body: diff } = await call('GET', `/price-sheets/${second}/diff?limit=2`);
    expect(diff.items.map(({ change }: { change: string }) => change)).toEqual(['changed', 'removed']);
    const { body: rest } = await call('GET', `/price-sheets/${second}/diff?limit=2&cursor=${diff.nextCursor}`);
    expect([rest.items.map(({ change }: { change: string }) => change), rest.nextCursor]).toEqual([['added'], null]);

    await post(`/price-sheets/${second}/publish`);
    expect((await call('GET', `/price-sheets/${first}`)).body.status).toBe('superseded');
    expect((await send(first, LIST)).body.code).toBe('sheet-not-draft');

    const back = await post(`/price-sheets/${first}/rollback`, { reason: 'wrong month' });
    expect([back.status, back.body.version, back.body.status]).toEqual([201, 3, 'published']);
    expect((await call('GET', `/price-sheets/${second}`)).body.status).toBe('superseded');
    expect((await call('GET', `/price-sheets/${back.body.id}/diff?against=${first}`)).body.counts).toMatchObject({
      added: 0,
      removed: 0,
      changed: 0,
    });
    const { body: audit } = await call('GET', `/audit-events?subjectKind=price-sheets&subjectId=${back.body.id}`);
    expect(audit.items[0]).toMatchObject({
      action: 'roll-back',
      before: { id: second, status: 'published' },
      after: { sameAs: first, reason: 'wrong month' },
    });
    const same = await post(`/price-sheets/${back.body.id}/rollback`, { reason: 'again' });
    expect([same.status, same.body.errors[0].code]).toEqual([409, 'is-published']);
  });

  it('keeps published rates that a list does not have when asked to', async () => {
    const first = await draft('carry');
    await send(first, LIST);
    await post(`/price-sheets/${first}/publish`);
    const second = await draft('carry');
    const { body } = await send(
      second,
      `${HEAD}small.1,a-south,,on-demand,,hour,2.2\n`,
      'format=csv&currency=CNY&carryOver=true',
    );
    expect(body).toMatchObject({ rowsAccepted: 1, rowsCarriedOver: 2, rowCount: 3 });
  });

  it('has exactly one effect when it is asked for a hundred times with one key', async () => {
    const sheet = await draft('hundred');
    await send(sheet, LIST);
    const headers = { 'idempotency-key': key() };
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => post(`/price-sheets/${sheet}/publish`, {}, headers)),
    );
    const counts = new Map<string, number>();
    for (const { status, body, headers: got } of replies) {
      const what = status === 200 ? (got['idempotency-replayed'] === 'true' ? 'replayed' : 'done') : body.code;
      counts.set(what, (counts.get(what) ?? 0) + 1);
    }
    expect(counts.get('done')).toBe(1);
    expect([...counts.keys()].filter((what) => !['done', 'replayed', 'idempotency-in-flight'].includes(what))).toEqual(
      [],
    );
    const { body: audit } = await call(
      'GET',
      `/audit-events?subjectKind=price-sheets&subjectId=${sheet}&action=publish`,
    );
    expect(audit.items).toHaveLength(1);
  });

  it('needs a second person where the draft says so', async () => {
    const sheet = await draft('approval', { requiresApproval: true });
    await send(sheet, LIST);
    const own = await post(`/price-sheets/${sheet}/publish`);
    expect([own.status, own.body.code]).toEqual([409, 'second-person-required']);
  });

  it('refuses the second of two who edit the same rows', async () => {
    const sheet = await draft('two-admins');
    const { headers } = await call('GET', `/price-sheets/${sheet}`);
    const etag = headers.etag ?? '';
    const rows = (price: string) => ({
      rows: [
        {
          provider: 'alpha',
          region: 'a-south',
          sku: 'small.1',
          skuKind: 'instance',
          billingMode: 'on-demand',
          unit: 'hour',
          price,
          currency: 'CNY',
          effectiveFrom: null,
          source: 's',
          asOf: '2026-11-30',
          asOfDay: '2026-11-30',
          confidence: 'official',
        },
      ],
    });
    const [one, two] = await Promise.all([
      call('PUT', `/price-sheets/${sheet}/rows`, { body: rows('2'), headers: { 'if-match': etag } }),
      call('PUT', `/price-sheets/${sheet}/rows`, { body: rows('3'), headers: { 'if-match': etag } }),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 412]);
  });
});

describe('our own files', () => {
  it('come out and go in without loss, with a byte-order mark when asked', async () => {
    const sheet = await draft('export');
    await send(sheet, LIST);
    const csv = await call('GET', `/price-sheets/${sheet}/export?bom=true`);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.text.charCodeAt(0)).toBe(0xfeff);
    const ndjson = await call('GET', `/price-sheets/${sheet}/export?format=ndjson`);
    const copy = await draft('export-copy');
    expect((await send(copy, csv.text)).body).toMatchObject({ rowsAccepted: 3, rowsQuarantined: 0 });
    expect((await send(copy, ndjson.text, 'format=ndjson')).body).toMatchObject({ rowsAccepted: 0, rowsUnchanged: 3 });
    expect((await call('GET', `/price-sheets/${copy}/export?format=ndjson`)).text).toBe(ndjson.text);
  });

  it('have a template and a list of formats', async () => {
    expect((await call('GET', '/price-template')).text).toContain('provider,region,area,zone,sku');
    const { body } = await call('GET', '/price-formats');
    expect(body.items).toHaveLength(22);
    expect(body.items.find(({ id }: { id: string }) => id === 'tencent-price-inquiry').needs).toEqual([
      'currency',
      'region',
      'sku',
    ]);
  });
});

describe('a cancelled import', () => {
  it('keeps nothing, and lets no other import in before', async () => {
    const sheet = await draft('cancel');
    const { port } = app.server.address() as AddressInfo;
    const upload = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/price-sheets/${sheet}/import?format=csv&currency=CNY`,
      headers: { 'content-type': 'text/csv', 'idempotency-key': key() },
    });
    const reply = new Promise<{ status: number; text: string }>((resolve, reject) => {
      upload.on('error', reject);
      upload.on('response', async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve({ status: response.statusCode ?? 0, text });
      });
    });
    upload.write(HEAD);
    const send1000 = () => upload.write('small.1,a-south,,on-demand,,hour,2.1\n'.repeat(1000));
    const sending = setInterval(send1000, 20);
    let found: { id: string; rowsRead: number } | undefined;
    while ((found?.rowsRead ?? 0) === 0) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      found = (await call('GET', `/price-sheets/${sheet}/imports`)).body.items[0];
    }
    const other = await send(sheet, LIST);
    expect([other.status, other.body.code]).toEqual([409, 'import-running']);
    await post(`/price-sheets/${sheet}/imports/${found?.id}/cancel`);
    const { status, text } = await reply;
    clearInterval(sending);
    upload.end();
    expect([status, JSON.parse(text).code]).toEqual([409, 'import-cancelled']);
    expect((await call('GET', `/price-sheets/${sheet}`)).body.rowCount).toBe(0);
    expect((await call('GET', `/price-sheets/${sheet}/imports/${found?.id}`)).body.status).toBe('cancelled');
  });

  it('is what a caller that goes away leaves behind', async () => {
    const sheet = await draft('gone');
    const { port } = app.server.address() as AddressInfo;
    const upload = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/price-sheets/${sheet}/import?format=csv&currency=CNY`,
      headers: { 'content-type': 'text/csv', 'idempotency-key': key() },
    });
    upload.on('error', () => undefined);
    upload.write(LIST);
    const imports = async () => (await call('GET', `/price-sheets/${sheet}/imports`)).body.items;
    while ((await imports()).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    upload.destroy();
    while ((await imports())[0].status === 'running') await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await imports()).toMatchObject([{ status: 'cancelled' }]);
    expect((await call('GET', `/price-sheets/${sheet}`)).body.rowCount).toBe(0);
    expect((await send(sheet, LIST)).body.rowsAccepted).toBe(3);
  });
});
