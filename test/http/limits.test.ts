/** Limits a caller, overload, logs and metrics. */
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { REDACTED } from '../../src/http/plugins/log.js';
import { memoryPorts, storedKey, testApp } from '../support/app.js';

const keys = [storedKey(['plan', 'catalogue:read', 'admin']), storedKey(['plan', 'admin'])];
const [one, two] = keys.map(({ secret }) => secret);
const { keyRing } = memoryPorts(undefined, keys);

describe('the limit of a caller', async () => {
  const limits = { read: 3, plan: 2, write: 2, failed: 2 };
  const { call } = await testApp({ keyRing }, { auth: 'keys', limits });

  it('is told on every reply, and refuses what is above it', async () => {
    const replies = [];
    for (let i = 0; i < 4; i++) replies.push(await call('GET', '/scenarios', { key: one ?? '' }));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(replies[0]?.headers['ratelimit-policy']).toBe('"read";q=3;w=60');
    expect(replies.map(({ headers }) => /r=([0-9]+)/.exec(headers.ratelimit ?? '')?.[1])).toEqual(['2', '1', '0', '0']);
    const refused = replies[3];
    expect(refused?.body.code).toBe('too-many-requests');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('is each key’s own, and each bucket’s', async () => {
    expect((await call('GET', '/scenarios', { key: two ?? '' })).status).toBe(200);
    expect((await call('POST', '/recommend', { key: one ?? '', body: {} })).status).toBe(400);
  });

  it('counts refused keys by address', async () => {
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await call('GET', '/scenarios', { key: 'wrong' })).status);
    expect(statuses).toEqual([401, 401, 429]);
    expect((await call('GET', '/catalogue/accelerators', { key: one ?? '' })).status).toBe(429);
    expect((await call('POST', '/recommend', { key: two ?? '', body: {} })).status).toBe(400);
  });

  it('never touches the health checks', async () => {
    for (let i = 0; i < 10; i++) expect((await call('GET', '/livez')).status).toBe(200);
  });
});

describe('overload', () => {
  it('answers 503 with Retry-After while /livez goes on, and ends by itself', async () => {
    const { call } = await testApp({}, { maxEventLoopDelayMs: 50 });
    const until = performance.now() + 2500;
    // A row of long turns: each sample of the loop comes late.
    while (performance.now() < until) {
      const end = performance.now() + 400;
      while (performance.now() < end);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const refused = await call('GET', '/scenarios');
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'overloaded', '5']);
    expect((await call('GET', '/livez')).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect((await call('GET', '/scenarios')).status).toBe(200);
  });
});

describe('health', () => {
  it('is ready without its database, and says so', async () => {
    const { call } = await testApp();
    const { status, body } = await call('GET', '/readyz');
    expect([status, body.status, body.database, body.catalogue.isStale]).toEqual([200, 'ready', 'unreachable', false]);
  });

  it('warns when the catalogue may be old', async () => {
    const ports = memoryPorts();
    const view = { ...ports.reader.current(), isStale: true, confirmedAt: new Date('2026-11-30T07:58:20.000Z') };
    const { call } = await testApp({ reader: { current: () => view, refresh: async () => undefined } });
    const { headers } = await call('GET', '/catalogue/accelerators');
    expect([headers['catalogue-age'], headers.warning]).toEqual(['100', '110 - "Response is Stale"']);
  });
});

describe('the log', () => {
  it('has one line a request, and no secret in it', async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const logger = pino({ level: 'info', redact: REDACTED }, sink);
    const { call } = await testApp({ keyRing }, { auth: 'keys', logger });
    await call('GET', '/scenarios?x=1', { key: one ?? '', headers: { 'x-request-id': 'seen-1' } });
    await call('POST', '/recommend', { key: 'cw_wrong', body: {} });
    const requests = lines.filter((line) => line.includes('"msg":"request"'));
    expect(requests).toHaveLength(2);
    expect(JSON.parse(requests[0] ?? '')).toMatchObject({
      reqId: 'seen-1',
      method: 'GET',
      route: '/scenarios',
      status: 400,
      caller: keys[0]?.key.id,
    });
    expect(lines.join('')).not.toContain(one);
    expect(lines.join('')).not.toContain('cw_wrong');
    expect(lines.join('')).not.toMatch(/authorization/i);
  });
});

describe('metrics', () => {
  it('count requests by route and status', async () => {
    const { call } = await testApp();
    await call('GET', '/scenarios');
    await call('GET', '/nowhere');
    const { text, headers } = await call('GET', '/metrics');
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(text).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/scenarios",status="200"\} 1/);
    expect(text).toMatch(/http_request_duration_seconds_count\{method="GET",route="none",status="404"\} 1/);
    expect(text).toContain('cardwise_catalogue_age_seconds 0');
    expect(text).toContain('cardwise_build_info{version="0.0.0-test"');
  });
});
