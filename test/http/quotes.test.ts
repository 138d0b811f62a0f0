/** Quotes over HTTP on a real database: frozen, signed, bound to their tenant, provable years later. */
import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto';
import canonicalize from 'canonicalize';
import { parse as parseCsv } from 'csv-parse/sync';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { type Reply, storeApp } from '../support/app.js';
import { createTestDatabase } from '../support/database.js';
import type { rate } from '../support/small-catalogue.js';

const database = await createTestDatabase();
const { call, reader } = await storeApp(database);

const QUESTION = {
  workload: { scenario: 'llm-inference', model: 'llama-3.1-8b', inputTokens: 500, outputTokens: 100, concurrency: 4 },
  constraints: { providers: ['alpha'] },
  currency: 'CNY',
};

const idempotent = () => ({ 'idempotency-key': randomUUID() });
const quote = (body: unknown, headers: Record<string, string> = idempotent()): Promise<Reply> =>
  call('POST', '/quotes', { body, headers });

/** A connection without triggers: whoever holds the database can do what the service never does. */
async function tamper(sql: string, values: readonly unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query(sql, [...values]);
  } finally {
    await client.end();
  }
}

describe('a quote', () => {
  it('freezes question, answer, versions, price lines with their sheets, buyer and expiry', async () => {
    const { status, body, headers } = await quote({
      request: QUESTION,
      reference: 'PR-1',
      costCentre: 'CC-1',
      tags: { project: 'chat' },
      validDays: 10,
    });
    expect(status).toBe(201);
    expect(headers.location).toBe(`/quotes/${body.id}`);
    const { content } = body;
    expect(body.state).toBe('issued');
    expect(content.items[0].request).toEqual(QUESTION);
    const answer = await call('POST', '/recommend', { body: QUESTION });
    expect(content.items[0].answer).toEqual(answer.body);
    expect(content.items[0].planId).toBe(answer.body.plans[0].id);
    expect(content.catalogueVersion).toBe(answer.body.catalogueVersion);
    expect(content.totals.monthly).toEqual(answer.body.plans[0].cost.monthly);
    expect(content.priceSheets[0].source.length).toBeGreaterThan(0);
    expect(new Date(content.expiresAt).getTime() - new Date(content.createdAt).getTime()).toBe(10 * 86_400_000);
    expect((await call('GET', `/quotes/${body.id}`)).body).toEqual(body);
  });

  it('costs what /cost-estimate says of its plan', async () => {
    const { body } = await quote({ request: QUESTION });
    const { planId } = body.content.items[0];
    const estimate = await call('POST', '/cost-estimate', { body: { planId, request: QUESTION } });
    expect(estimate.body.monthly).toEqual(body.monthly);
  });

  it('can be verified by anyone with the public key and a JSON canonicaliser', async () => {
    const { body } = await quote({ request: QUESTION });
    const keys = await call('GET', '/quote-keys');
    const jwk = keys.body.keys.find(({ kid }: { kid: string }) => kid === body.signingKeyId);
    const bytes = Buffer.from((canonicalize as unknown as (v: unknown) => string)(body.content));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(body.contentHash);
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    expect(verify(null, bytes, key, Buffer.from(body.signature, 'base64url'))).toBe(true);
    bytes[10] = (bytes[10] ?? 0) ^ 1;
    expect(verify(null, bytes, key, Buffer.from(body.signature, 'base64url'))).toBe(false);
  });

  it('is made once a key, however often it is asked for', async () => {
    const headers = idempotent();
    const [first, second] = [await quote({ request: QUESTION }, headers), await quote({ request: QUESTION }, headers)];
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.body).toEqual(first.body);
    expect((await quote({ request: QUESTION, reference: 'other' }, headers)).body.code).toBe('idempotency-mismatch');
    const without = await call('POST', '/quotes', { body: { request: QUESTION } });
    expect([without.status, without.body.errors[0].parameter]).toEqual([400, 'Idempotency-Key']);
  });

  it('is one, though twenty callers send the same key at once', async () => {
    const headers = idempotent();
    const reference = `PR-${randomUUID()}`;
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => quote({ request: QUESTION, reference }, headers)),
    );
    const statuses = new Set(replies.map(({ status, body }) => (status === 201 ? '201' : `${status} ${body.code}`)));
    expect([...statuses].filter((status) => status !== '201' && status !== '409 idempotency-in-flight')).toEqual([]);
    expect((await call('GET', `/quotes?reference=${reference}`)).body.items).toHaveLength(1);
  });

  it('counts without gaps, also when many are made at once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => quote({ request: QUESTION })));
    const numbers = made.map(({ body }) => Number(body.number.slice(-6))).sort((a, b) => a - b);
    expect(numbers.map((n) => n - (numbers[0] ?? 0))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('holds one chosen plan of the answer, and refuses one that is not there', async () => {
    const wide = { ...QUESTION, constraints: {}, distinct: false, limit: 10 };
    const answer = await call('POST', '/recommend', { body: wide });
    const other = answer.body.plans.at(-1);
    const { body } = await quote({ request: wide, planId: other.id });
    expect(body.content.items[0].planId).toBe(other.id);
    const wrong = await quote({ request: wide, planId: 'plan-none' });
    expect([wrong.status, wrong.body.code, wrong.body.errors[0].pointer]).toEqual([422, 'nothing-to-quote', '/planId']);
  });

  it('of a question that nothing fits is refused, and a wrong question is told where it stands', async () => {
    const nothing = await quote({
      request: { ...QUESTION, constraints: { maxMonthlyCost: { amount: '0.01', currency: 'CNY' } } },
    });
    expect([nothing.status, nothing.body.errors[0].code, nothing.body.errors[0].pointer]).toEqual([
      422,
      'no-plan-fits',
      '/request',
    ]);
    const wrong = await quote({
      items: [{ name: 'a', request: { ...QUESTION, workload: { ...QUESTION.workload, model: 'nonsense' } } }],
    });
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, '/items/0/request/workload/model']);
    expect((await quote({})).status).toBe(400);
    expect((await quote({ request: QUESTION, items: [{ name: 'a', request: QUESTION }] })).body.errors[0].code).toBe(
      'exactly-one-of',
    );
  });

  it('is a basket whose sums are those of its items, month by month', async () => {
    const more = { ...QUESTION, usage: { termMonths: 3 }, workload: { ...QUESTION.workload, concurrency: 8 } };
    const { body } = await quote({
      items: [
        { name: 'chat', request: QUESTION },
        { name: 'batch', request: more },
      ],
    });
    const plans = body.content.items.map(
      (item: {
        answer: { plans: { id: string; cost: { monthly: { amount: string }; schedule: { cash: string }[] } }[] };
        planId: string;
      }) => item.answer.plans.find(({ id }) => id === item.planId),
    );
    const cents = (text: string) => Math.round(Number(text) * 100);
    expect(cents(body.monthly.amount)).toBe(cents(plans[0].cost.monthly.amount) + cents(plans[1].cost.monthly.amount));
    const { schedule } = body.content.totals;
    expect(schedule).toHaveLength(
      Math.max(...plans.map((p: { cost: { schedule: unknown[] } }) => p.cost.schedule.length)),
    );
    expect(cents(schedule[0].cash)).toBe(cents(plans[0].cost.schedule[0].cash) + cents(plans[1].cost.schedule[0].cash));
  });
});

describe('the life of a quote', () => {
  const move = (id: string, body: unknown) => call('POST', `/quotes/${id}/state`, { body, headers: idempotent() });

  it('waits for its approver, is issued, accepted, and then stays', async () => {
    const { body } = await quote({ request: QUESTION, approver: 'chen@example.com' });
    expect(body.state).toBe('draft');
    const other = await move(body.id, { state: 'issued', by: 'someone@example.com' });
    expect([other.status, other.body.code]).toEqual([409, 'quote-state']);
    expect((await move(body.id, { state: 'accepted' })).status).toBe(409);
    const issued = await move(body.id, { state: 'issued', by: 'chen@example.com', note: 'budget 7' });
    expect([issued.status, issued.body.state]).toEqual([200, 'issued']);
    expect((await move(body.id, { state: 'accepted' })).body.state).toBe('accepted');
    expect((await move(body.id, { state: 'withdrawn' })).status).toBe(409);
    const { history, contentHash } = (await call('GET', `/quotes/${body.id}`)).body;
    expect(history.map(({ toState }: { toState: string }) => toState)).toEqual(['draft', 'issued', 'accepted']);
    expect(contentHash).toBe(body.contentHash);
    const events = await call('GET', `/audit-events?subjectId=${body.id}`);
    expect(events.body.items.map(({ action }: { action: string }) => action)).toEqual(['accept', 'issue', 'create']);
  });

  it('ends by its date', async () => {
    const { body } = await quote({ request: QUESTION });
    await tamper(`UPDATE "Quote" SET "expiresAt" = now() - interval '1 day' WHERE "id" = $1`, [body.id]);
    expect((await call('GET', `/quotes/${body.id}`)).body.state).toBe('expired');
    expect((await move(body.id, { state: 'accepted' })).status).toBe(409);
    const listed = await call('GET', '/quotes?state=expired');
    expect(listed.body.items.map(({ id }: { id: string }) => id)).toContain(body.id);
    // The row no longer says what was signed, and verify says so.
    const { body: verified } = await call('GET', `/quotes/${body.id}/verify`);
    expect(verified.checks.filter(({ isRight }: { isRight: boolean }) => !isRight)).toMatchObject([
      { name: 'row', differences: [{ pointer: '/expiresAt' }] },
    ]);
  });

  it('is listed by reference, cost centre, approver, tag and state, in pages', async () => {
    const reference = `PR-${randomUUID()}`;
    for (const part of [{ costCentre: 'A' }, { costCentre: 'B', tags: { project: 'x' } }, { approver: 'boss' }])
      await quote({ request: QUESTION, reference, ...part });
    const list = async (query: string) => (await call('GET', `/quotes?reference=${reference}${query}`)).body;
    expect((await list('')).items).toHaveLength(3);
    expect((await list('&costCentre=A')).items).toHaveLength(1);
    expect((await list('&tag=project=x')).items).toMatchObject([{ costCentre: 'B' }]);
    expect((await list('&tag=project=y')).items).toEqual([]);
    expect((await list('&approver=boss')).items).toMatchObject([{ state: 'draft' }]);
    expect((await list('&state=issued')).items).toHaveLength(2);
    const first = await list('&limit=2');
    const second = await list(`&limit=2&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items].map(({ number }: { number: string }) => number)).toEqual(
      (await list('')).items.map(({ number }: { number: string }) => number),
    );
    expect(second.nextCursor).toBeNull();
  });
});

describe('exports of a quote', () => {
  it('are the evidence pack, the bill and FOCUS rows of the whole basket', async () => {
    const { body } = await quote({
      items: [
        { name: 'chat', request: QUESTION },
        { name: 'more', request: { ...QUESTION, workload: { ...QUESTION.workload, concurrency: 9 } } },
      ],
      costCentre: 'CC-9',
    });
    const get = (query: string, headers: Record<string, string> = {}) =>
      call('GET', `/quotes/${body.id}/export?${query}`, { headers });
    const pack = await get('format=evidence');
    expect(pack.body.items.map((item: { quote: { number: string } }) => item.quote.number)).toEqual([
      body.number,
      body.number,
    ]);
    const markdown = await get('format=evidence-markdown', { 'accept-language': 'zh' });
    expect(markdown.text.match(/^# 算力方案：依据材料$/gm)).toHaveLength(2);
    expect(markdown.headers['content-disposition']).toMatch(/filename=".*\.md"/);
    expect((await get('format=evidence-html')).text).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
    const rows = parseCsv((await get('format=focus')).text, { columns: true }) as Record<string, string>[];
    const total = rows.reduce((sum, row) => sum + Math.round(Number(row.BilledCost) * 100), 0);
    expect(total).toBe(Math.round(Number(body.monthly.amount) * 100));
    expect(JSON.parse(rows[0]?.Tags ?? '')).toEqual({ 'cost-centre': 'CC-9' });
    const single = await get('format=kubernetes');
    expect([single.status, single.body.errors[0].parameter, single.body.errors[0].allowed]).toEqual([
      422,
      'item',
      ['chat', 'more'],
    ]);
    expect((await get('format=kubernetes&item=chat')).text).toContain('kind: Deployment');
  });

  it('say why a format cannot hold the plan, and which can', async () => {
    const { body } = await quote({ request: QUESTION });
    const refused = await call('GET', `/quotes/${body.id}/export?format=slurm`);
    expect([refused.status, refused.body.code]).toEqual([422, 'export-not-possible']);
    expect(refused.body.errors[0].allowed).toContain('launch-vllm');
    expect((await call('GET', `/quotes/${body.id}/export?format=pdf`)).status).toBe(400);
    expect((await call('GET', `/quotes/${body.id}/export?format=focus&plan=none`)).body.errors[0].code).toBe(
      'unknown-plan',
    );
  });
});

describe('two quotes', () => {
  it('are compared by totals, question, plan and bill', async () => {
    const one = await quote({ items: [{ name: 'chat', request: QUESTION }] });
    const bigger = { ...QUESTION, workload: { ...QUESTION.workload, concurrency: 400 } };
    const two = await quote({ items: [{ name: 'chat', request: bigger }] });
    const { body } = await call('GET', `/quotes/${one.body.id}/compare?with=${two.body.id}`);
    expect(Number(body.monthlyDelta)).toBeCloseTo(Number(two.body.monthly.amount) - Number(one.body.monthly.amount), 2);
    expect(body.items[0].questionDifferences).toEqual([{ pointer: '/workload/concurrency', before: 4, after: 400 }]);
    expect(body.items[0].planDifferences.length).toBeGreaterThan(0);
    const same = await call('GET', `/quotes/${one.body.id}/compare?with=${one.body.id}`);
    expect([same.body.monthlyDelta, same.body.items[0].planDifferences]).toEqual(['0.00', []]);
    const other = randomUUID();
    const absent = await call('GET', `/quotes/${one.body.id}/compare?with=${other}`);
    expect([absent.status, absent.body.detail]).toEqual([404, `There is no quote "${other}".`]);
  });
});

describe('months later', () => {
  it('a quote reads back and verifies though prices doubled and its type was retired; drift names both causes', async () => {
    const { body: made } = await quote({ request: QUESTION });
    const before = await call('GET', `/quotes/${made.id}/verify`);
    expect(before.body).toMatchObject({ isValid: true, recomputed: { isIdentical: true, differences: [] } });
    expect((await call('GET', `/quotes/${made.id}/drift`)).body).toMatchObject({
      hasDrifted: false,
      items: [{ causes: [], monthlyDelta: '0.00' }],
    });
    const plan = made.content.items[0].answer.plans[0];
    const { instanceType } = plan.placement;

    const sheets = await call('GET', '/price-sheets?provider=alpha&status=published');
    const { series, id: oldId } = sheets.body.items[0];
    const old = (await call('GET', `/price-sheets/${oldId}/rows?limit=200`)).body.items;
    const draft = await call('POST', '/price-sheets', {
      body: { provider: 'alpha', series, label: 'doubled', source: 'test' },
    });
    const rows = old.map((row: Parameters<typeof rate>[0]) => ({ ...row, price: String(Number(row.price) * 2) }));
    const added = await call('POST', `/price-sheets/${draft.body.id}/rows`, { body: { rows } });
    expect(added.status).toBe(200);
    const published = await call('POST', `/price-sheets/${draft.body.id}/publish`, { headers: idempotent(), body: {} });
    expect([published.status, published.text.slice(0, 300)]).toEqual([200, expect.anything()]);
    const retired = await call('DELETE', `/catalogue/instance-types/alpha/${instanceType}`, {
      headers: { 'if-match': '*' },
    });
    expect(retired.status).toBe(204);
    await reader.refresh();

    const read = await call('GET', `/quotes/${made.id}`);
    expect(read.body).toEqual(made);
    const { body: verified } = await call('GET', `/quotes/${made.id}/verify`);
    expect(verified.isValid).toBe(true);
    expect(verified.recomputed.isIdentical).toBe(false);
    expect(verified.recomputed.differences.length).toBeGreaterThan(0);

    const { body: drift } = await call('GET', `/quotes/${made.id}/drift`);
    const [item] = drift.items;
    expect(item.causes.map(({ cause }: { cause: string }) => cause)).toEqual(['price', 'catalogue']);
    const [price, catalogue] = item.causes;
    expect(Number(price.monthlyDelta)).toBeCloseTo(Number(made.monthly.amount), 2);
    expect(item.samePlanNow).toMatchObject({ instanceType, saleStatus: 'retired' });
    expect(catalogue.changes.map(({ code }: { code: string }) => code)).toContain('sale-status-changed');
    expect(Number(item.monthlyDelta)).toBeCloseTo(
      item.causes.reduce((sum: number, { monthlyDelta }: { monthlyDelta: string }) => sum + Number(monthlyDelta), 0),
      2,
    );
    expect((await call('GET', `/quotes/${made.id}/export?format=evidence`)).body.plan.placement.instanceType).toBe(
      instanceType,
    );
    const zh = await call('GET', `/quotes/${made.id}/drift`, { headers: { 'accept-language': 'zh-CN' } });
    expect(zh.body.items[0].causes[1].changes[0].detail).toMatch(/[\u4e00-\u9fff]/);
  });

  it('a quoted server whose region nobody publishes is found again, whatever else changed in the catalogue', async () => {
    const type = (id: string) => `/catalogue/instance-types/beta/${id}`;
    const [{ id }] = (await call('GET', '/catalogue/instance-types?provider=beta')).body.items;
    const { body: known } = await call('GET', type(id));
    const added = await call('PUT', type('placeless'), {
      body: { ...known, id: 'placeless' },
      headers: { 'if-none-match': '*' },
    });
    expect([added.status, added.body]).toEqual([201, expect.anything()]);
    await reader.refresh();
    const { body: made } = await quote({
      request: { ...QUESTION, constraints: { instanceTypes: ['beta/placeless'] } },
    });
    expect(made.content.items[0].answer.plans[0].placement.region).toBe('unpublished');
    const samePlanNow = { provider: 'beta', region: 'unpublished', instanceType: 'placeless' };
    const unchanged = { hasDrifted: false, items: [{ causes: [], samePlanNow, bestNow: samePlanNow }] };
    expect((await call('GET', `/quotes/${made.id}/drift`)).body).toMatchObject(unchanged);

    const unrelated = await call('PUT', type('placeless-too'), {
      body: { ...known, id: 'placeless-too' },
      headers: { 'if-none-match': '*' },
    });
    expect(unrelated.status).toBe(201);
    await reader.refresh();
    const { body: drift } = await call('GET', `/quotes/${made.id}/drift`);
    expect(drift.catalogueVersion.before).not.toBe(drift.catalogueVersion.after);
    expect(drift).toMatchObject(unchanged);
  });

  it('a byte changed in the database makes verify fail, and the service itself cannot change one', async () => {
    const { body: made } = await quote({
      items: [{ name: 'chat', request: { ...QUESTION, constraints: { providers: ['beta'] } } }],
    });
    await expect(database.client.quote.update({ where: { id: made.id }, data: { currency: 'USD' } })).rejects.toThrow();
    await expect(database.client.quote.delete({ where: { id: made.id } })).rejects.toThrow();
    await tamper(
      `UPDATE "Quote" SET "document" = replace("document", 'cardwise-quote/1', 'cardwise-quote/2') WHERE "id" = $1`,
      [made.id],
    );
    const { body } = await call('GET', `/quotes/${made.id}/verify`);
    expect(body.isValid).toBe(false);
    const wrong = body.checks
      .filter(({ isRight }: { isRight: boolean }) => !isRight)
      .map(({ name }: { name: string }) => name);
    expect(wrong).toEqual(['content-hash', 'signature']);
  });
});

describe('tenants', async () => {
  const other = await createTestDatabase();
  const keys = await storeApp(other, { auth: 'keys' });
  const mint = async (tenant: string, scopes = ['plan']) => {
    const { mintKey, hashOf } = await import('../../src/application/authenticate.js');
    const { secret, prefix } = mintKey();
    await other.client.apiKey.create({
      data: { tenant, name: tenant, prefix, secretHash: hashOf(secret), scopes },
    });
    await keys.keyRing.refresh();
    return secret;
  };

  it('have their own terms and load tests frozen in their quotes, which verify by them', async () => {
    const key = await mint('tenant-c', ['plan', 'catalogue:write', 'prices:publish', 'admin']);
    const TERMS = { discounts: [{ provider: 'alpha', families: ['mid'], payableRatio: 0.8 }], prices: [] };
    const headers = { 'if-none-match': '*' };
    expect((await keys.call('PUT', '/price-books/frame', { key, body: TERMS, headers })).status).toBe(201);
    const workload = { ...QUESTION.workload, maxContextTokens: 600 };
    const measured = await keys.call('POST', '/calibrations', {
      key,
      body: {
        workload,
        configuration: { accelerator: 'A10', acceleratorCount: 1 },
        measured: { outputTokensPerSecond: 60 },
        runs: 5,
        measuredOn: '2026-11-01',
      },
    });
    expect(measured.status).toBe(201);
    const { body } = await keys.call('POST', '/quotes', {
      key,
      body: { request: { ...QUESTION, workload } },
      headers: idempotent(),
    });
    expect(body.content.priceBook.discounts).toHaveLength(1);
    expect(body.content.calibrations).toHaveLength(1);
    const answer = await keys.call('POST', '/recommend', { key, body: { ...QUESTION, workload } });
    expect(body.content.items[0].answer).toEqual(answer.body);
    const { body: verified } = await keys.call('GET', `/quotes/${body.id}/verify`, { key });
    expect(verified).toMatchObject({ isValid: true, recomputed: { isIdentical: true } });
  });

  it('see only their own quotes: those of others do not exist', async () => {
    const [a, b] = [await mint('tenant-a'), await mint('tenant-b')];
    const made = await keys.call('POST', '/quotes', { key: a, body: { request: QUESTION }, headers: idempotent() });
    expect(made.status).toBe(201);
    for (const path of ['', '/verify', '/drift', '/export?format=focus', `/compare?with=${made.body.id}`]) {
      expect((await keys.call('GET', `/quotes/${made.body.id}${path}`, { key: a })).status).toBe(200);
      const foreign = await keys.call('GET', `/quotes/${made.body.id}${path}`, { key: b });
      expect([path, foreign.status, foreign.body.code]).toEqual([path, 404, 'not-found']);
    }
    const moved = await keys.call('POST', `/quotes/${made.body.id}/state`, {
      key: b,
      body: { state: 'withdrawn' },
      headers: idempotent(),
    });
    expect(moved.status).toBe(404);
    expect((await keys.call('GET', '/quotes', { key: b })).body.items).toEqual([]);
    const own = await keys.call('POST', '/quotes', { key: b, body: { request: QUESTION }, headers: idempotent() });
    expect(own.body.number.slice(-6)).toBe('000001');
  });
});
