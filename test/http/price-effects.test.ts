/** What prices do to answers: impact before publishing, what we knew when, how fresh they are. */
import { describe, expect, it } from 'vitest';
import { storeApp } from '../support/app.js';
import { createTestDatabase } from '../support/database.js';
import { inProcessImpactEngine } from '../support/impact-engine.js';

const database = await createTestDatabase();
/** What impacts wait for before each question; undefined: nothing. */
let held: Promise<void> | undefined;
const { app, call } = await storeApp(database, {}, undefined, {
  impactEngine: inProcessImpactEngine(async () => held),
});

let calls = 0;
const key = () => `price-effects-${++calls}`;
const HEAD = 'sku,region,zone,billingMode,termMonths,unit,price\n';

async function draft(series: string, provider = 'alpha'): Promise<string> {
  const { body } = await call('POST', '/price-sheets', {
    body: { provider, series, label: 'List', source: 'https://prices.example' },
  });
  return body.id;
}

const send = (sheet: string, list: string, query = 'format=csv&currency=CNY') =>
  call('POST', `/price-sheets/${sheet}/import?${query}`, {
    body: list,
    headers: { 'content-type': 'text/csv', 'idempotency-key': key() },
  });

const post = (url: string, body: object = {}) => call('POST', url, { body, headers: { 'idempotency-key': key() } });

/** The impact, however long it takes: what is not answered at once is followed to its end. */
async function impactOf(sheet: string, questions = 50) {
  const { status, body, headers } = await call('GET', `/price-sheets/${sheet}/impact?questions=${questions}`);
  if (status === 200) return body;
  expect(status, JSON.stringify(body).slice(0, 400)).toBe(202);
  await call('GET', `${headers.location}/events`);
  return (await call('GET', headers.location ?? '')).body.report;
}

describe('the impact of a draft', () => {
  const question = {
    workload: {
      scenario: 'llm-inference',
      model: 'llama-3.1-8b',
      maxContextTokens: 4096,
      inputTokens: 1000,
      outputTokens: 200,
      concurrency: 1,
    },
    constraints: { instanceTypes: ['mid.1', 'mid.x'], billingModes: ['on-demand'] },
    currency: 'CNY',
  };

  it('shows which recorded question gets another winner, and at what cost', async () => {
    const asked = await call('POST', '/recommend', { body: question });
    const [before] = asked.body.plans;
    // The other provider's price falls below the winner's.
    const other = before.placement.provider === 'alpha' ? 'beta' : 'alpha';
    const sheet = await call('POST', '/price-sheets', {
      body: { provider: other, series: 'impact', label: 'Promotion', source: 'test' },
    });
    const [sku, region] = other === 'alpha' ? ['mid.1', 'a-south'] : ['mid.x', 'b-north'];
    const imported = await send(sheet.body.id, `${HEAD}${sku},${region},,on-demand,,hour,5\n`);
    expect(imported.body.rowsAccepted, imported.text).toBe(1);
    const body = await impactOf(sheet.body.id);
    const item = body.items.find(({ source }: { source: string }) => source === 'recorded');
    expect(item).toMatchObject({
      request: question,
      before: { provider: before.placement.provider, monthly: before.cost.monthly.amount },
      after: { provider: other, instanceType: sku },
      isOtherWinner: true,
    });
    expect(Number(item.monthlyDelta)).toBeCloseTo(Number(item.after.monthly) - Number(item.before.monthly), 2);
    expect(body.asked).toBeGreaterThan(1);
    // Nothing was published by looking.
    expect((await call('POST', '/recommend', { body: question })).body.plans[0].id).toBe(before.id);
  });
});

describe('an impact', () => {
  it('is a job: started, followed, read again, and answered once for a key', async () => {
    const sheet = await draft('impact-job');
    await send(sheet, `${HEAD}mid.1,a-south,,on-demand,,hour,9.9\n`);
    const headers = { 'idempotency-key': key() };
    // The job goes on once somebody follows it: a quick one would be over before.
    let letGo = () => {};
    held = new Promise((resolve) => {
      letGo = resolve;
    });
    const started = await call('POST', `/price-sheets/${sheet}/impact?questions=3`, { headers });
    expect([started.status, started.body.status, started.body.questions]).toEqual([202, 'running', 3]);
    expect(started.headers.location).toBe(`/price-sheets/${sheet}/impacts/${started.body.id}`);
    const again = await call('POST', `/price-sheets/${sheet}/impact?questions=3`, { headers });
    expect([again.body.id, again.headers['idempotency-replayed']]).toEqual([started.body.id, 'true']);
    const at = started.headers.location ?? '';
    const stream = await fetch(`${app.listeningOrigin}${at}/events`);
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
    let text = '';
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      letGo();
    }
    held = undefined;
    const events = text
      .trim()
      .split('\n\n')
      .map((event) => event.split('\n')[0]);
    expect([events.at(-1), new Set(events.slice(0, -1))]).toEqual(['event: end', new Set(['event: progress'])]);
    const { body } = await call('GET', at);
    expect(body).toMatchObject({ status: 'done', report: { sheet, items: expect.any(Array) } });
    expect([body.questionsAnswered, body.questionsInAll]).toEqual([body.report.asked, body.report.asked]);
    expect(body.report.untouched).toBeLessThan(body.report.asked);
    expect((await call('GET', `/price-sheets/${sheet}/impacts`)).body.items).toEqual([body]);
    const { body: audit } = await call('GET', `/audit-events?subjectId=${sheet}&action=impact`);
    expect(audit.items[0].after).toMatchObject({ impact: body.id, questions: 3 });
  });

  it('that is over is not stopped, and one that nobody started is not there', async () => {
    const sheet = await draft('impact-over');
    await send(sheet, `${HEAD}mid.1,a-south,,on-demand,,hour,9.9\n`);
    await impactOf(sheet, 0);
    const [{ id }] = (await call('GET', `/price-sheets/${sheet}/impacts`)).body.items;
    expect((await call('POST', `/price-sheets/${sheet}/impacts/${id}/cancel`)).body.status).toBe('done');
    const other = crypto.randomUUID();
    expect((await call('GET', `/price-sheets/${sheet}/impacts/${other}`)).status).toBe(404);
    expect((await call('GET', `/price-sheets/${sheet}/impacts/${other}/events`)).status).toBe(404);
    // An import is no impact.
    const [{ id: imported }] = (await call('GET', `/price-sheets/${sheet}/imports`)).body.items;
    expect((await call('GET', `/price-sheets/${sheet}/impacts/${imported}`)).status).toBe(404);
  });

  it('whose process went away is shown as interrupted, as an import is', async () => {
    const sheet = await draft('impact-lost');
    const settings = { questions: 1, catalogueVersion: 'c', revision: 1 };
    const progress = { questionsAnswered: 4, questionsInAll: 9 };
    const longAgo = new Date(Date.now() - 60_000);
    const { id } = await database.client.priceJob.create({
      data: { sheet, kind: 'impact', tenant: 'default', settings, progress, updatedAt: longAgo },
    });
    const { body } = await call('GET', `/price-sheets/${sheet}/impacts/${id}`);
    expect(body).toMatchObject({ status: 'interrupted', ...progress, finishedAt: longAgo.toISOString() });
    expect((await call('GET', `/price-sheets/${sheet}/impacts/${id}/events`)).text).toMatch(/^event: end/);
  });

  it('says what publishing then brings', async () => {
    const sheet = await draft('impact-true', 'beta');
    await send(sheet, `${HEAD}mid.x,b-north,,on-demand,,hour,5.1\n`);
    const { items } = await impactOf(sheet);
    expect(items.length).toBeGreaterThan(0);
    expect((await post(`/price-sheets/${sheet}/publish`)).status).toBe(200);
    for (const { request, after } of items) {
      const [plan] = (await call('POST', '/recommend', { body: request })).body.plans;
      expect([plan?.placement.instanceType, plan?.cost.monthly.amount]).toEqual([after?.instanceType, after?.monthly]);
    }
  });
});

describe('what we knew when', () => {
  it('answers with the price of an earlier day of knowledge', async () => {
    const cost = async (knownAt: string | null) => {
      const { status, body } = await call('POST', '/cost-estimate', {
        body: {
          resources: [
            { provider: 'alpha', region: 'a-south', instanceType: 'big.8', servers: 1, billingMode: 'on-demand' },
          ],
          currency: 'CNY',
          ...(knownAt === null ? {} : { knownAt }),
        },
      });
      expect(status, JSON.stringify(body)).toBe(200);
      return body.hourly.amount;
    };
    const first = await draft('knowledge');
    await send(first, `${HEAD}big.8,a-south,,on-demand,,hour,240\n`);
    await post(`/price-sheets/${first}/publish`);
    const between = new Date().toISOString();
    const second = await draft('knowledge');
    await send(second, `${HEAD}big.8,a-south,,on-demand,,hour,250\n`);
    await post(`/price-sheets/${second}/publish`);
    const now = await cost(null);
    expect(Number(now)).toBe(250);
    expect(Number(await cost(between))).toBe(240);
  });
});

describe('freshness', () => {
  it('is shown by provider on the probe and in the metrics', async () => {
    const { body } = await call('GET', '/readyz');
    const alpha = body.prices.find(({ provider }: { provider: string }) => provider === 'alpha');
    expect(alpha).toMatchObject({ newestAgeDays: 0, newest: new Date().toISOString().slice(0, 10) });
    expect(alpha.oldestAgeDays).toBeGreaterThan(0);
    const { text } = await call('GET', '/metrics');
    expect(text).toContain('cardwise_price_age_days{provider="alpha"} 0');
    expect(text).toMatch(/cardwise_price_rates_stale\{provider="beta"\} \d+/);
  });

  it('of one provider does not suffer from another’s broken list', async () => {
    const before = (await call('GET', '/readyz')).body.prices.find(
      ({ provider }: { provider: string }) => provider === 'beta',
    );
    const sheet = await draft('broken-feed');
    expect((await send(sheet, '<html>503</html>', 'format=aws-offer-json')).status).toBe(422);
    const after = (await call('GET', '/readyz')).body.prices.find(
      ({ provider }: { provider: string }) => provider === 'beta',
    );
    expect(after).toEqual(before);
  });
});

describe('readers', () => {
  it('see the old prices or the new ones, never a mix', async () => {
    const pair = async () => {
      const resource = (instanceType: string) => ({
        provider: 'alpha',
        region: 'a-south',
        instanceType,
        servers: 1,
        billingMode: 'on-demand',
      });
      const { body } = await call('POST', '/cost-estimate', {
        body: { resources: [resource('small.1'), resource('mid.1')], currency: 'CNY' },
      });
      return body.lines.map((line: { unitPrice: string }) => Number(line.unitPrice)).join(' ');
    };
    const seen = new Set<string>();
    let isOver = false;
    const readers = [1, 2, 3].map(async () => {
      while (!isOver) seen.add(await pair());
    });
    const published: string[] = [];
    for (let version = 1; version <= 6; version++) {
      const sheet = await draft('flip');
      // small.1 costs 2.1 … 2.6 and mid.1 9.1 … 9.6, always with the same tenth.
      await send(
        sheet,
        `${HEAD}small.1,a-south,,on-demand,,hour,2.${version}\nmid.1,a-south,,on-demand,,hour,9.${version}\n`,
      );
      expect((await post(`/price-sheets/${sheet}/publish`)).status).toBe(200);
      published.push(`2.${version} 9.${version}`);
      seen.add(await pair());
    }
    isOver = true;
    await Promise.all(readers);
    expect([...seen].slice(-6)).toEqual(published);
    for (const prices of [...seen].slice(1)) expect(published).toContain(prices);
  });
});
