/** Who may call what: every route against every scope. */
import { describe, expect, it } from 'vitest';
import { SCOPES, type Scope } from '../../src/application/ports.js';
import { memoryPorts, storedKey, testApp } from '../support/app.js';
import { rate } from '../support/small-catalogue.js';

const keys = Object.fromEntries(SCOPES.map((scope) => [scope, storedKey([scope])])) as Record<
  Scope,
  ReturnType<typeof storedKey>
>;
const expired = storedKey(SCOPES, { expiresAt: '2026-11-30T07:59:59.000Z' });
const revoked = storedKey(SCOPES, { revokedAt: '2026-11-01T00:00:00.000Z' });
const ring = memoryPorts(undefined, [...Object.values(keys), expired, revoked]).keyRing;
const { app, call } = await testApp({ keyRing: ring }, { auth: 'keys' });

type Documented = Record<string, Record<string, { 'x-scope'?: Scope; security: readonly unknown[] }>>;
const routes = Object.entries(app.openapi().paths as Documented).flatMap(([url, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    url: url.replace('{provider}', 'alpha').replace(/\{[a-z]+\}/gi, 'x'),
    scope: operation['x-scope'],
  })),
);
const guarded = routes.flatMap((route) => (route.scope === undefined ? [] : [{ ...route, scope: route.scope }]));

describe.each(guarded)('$method $url', ({ method, url, scope }) => {
  it(`lets in ${scope}, and nobody else`, async () => {
    const open = await call(method, url);
    expect([open.status, open.body.code, open.headers['www-authenticate']]).toEqual([
      401,
      'unauthenticated',
      'Bearer realm="cardwise"',
    ]);
    for (const other of SCOPES) {
      const { status, body } = await call(method, url, { key: keys[other].secret });
      if (other === scope) expect([401, 403], `${other}: ${body.code}`).not.toContain(status);
      else expect([status, body.code], other).toEqual([403, 'missing-scope']);
    }
  });
});

describe('publishing with the draft', () => {
  it('needs the scope of publishing, not only that of writing', async () => {
    const body = {
      provider: 'alpha',
      series: 's',
      label: 'l',
      source: 'test',
      publish: true,
      rows: [rate({ provider: 'alpha', sku: 'mid.1', region: 'a-south', price: '8.5' })],
    };
    const { status, body: problem } = await call('POST', '/price-sheets', {
      key: keys['catalogue:write'].secret,
      body,
    });
    expect([status, problem.code]).toEqual([403, 'missing-scope']);
  });
});

describe('public routes', () => {
  it('are these', () => {
    expect(routes.filter(({ scope }) => scope === undefined).map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /livez',
      'GET /openapi.json',
      'GET /problems/x',
      'GET /quote-keys',
      'GET /readyz',
    ]);
  });
});

describe('keys', () => {
  const secret = keys.plan.secret;
  it('are taken from either header', async () => {
    expect((await call('GET', '/scenarios', { key: secret })).status).toBe(200);
    expect((await call('GET', '/scenarios', { headers: { 'x-api-key': secret } })).status).toBe(200);
    expect((await call('GET', '/scenarios', { headers: { authorization: `bearer ${secret}` } })).status).toBe(200);
  });

  it.each([
    ['of another form', 'secret'],
    ['empty', ''],
    ['with the right prefix and another secret', `${secret.slice(0, -4)}AAAA`],
    ['with an unknown prefix', `cw_00000000_${secret.slice(12)}`],
    ['that has expired', expired.secret],
    ['that was revoked', revoked.secret],
    ['as a JWT without signature', 'eyJhbGciOiJub25lIn0.e30.'],
  ])('%s is refused as not valid, without saying which of these it is', async (_what, key) => {
    const reply = await call('GET', '/scenarios', { headers: { authorization: `Bearer ${key}` } });
    expect([reply.status, reply.body.code, reply.body.detail]).toEqual([
      401,
      'unauthenticated',
      'The key that was sent is not known here, has expired or was revoked.',
    ]);
  });

  it('that was not sent is asked for, and nothing is said of one', async () => {
    expect((await call('GET', '/scenarios')).body.detail).toBeUndefined();
  });

  it('of a user and password is refused', async () => {
    expect((await call('GET', '/scenarios', { headers: { authorization: 'Basic YTpi' } })).status).toBe(401);
  });

  it('in the address is not even looked at', async () => {
    expect((await call('GET', `/scenarios?api_key=${secret}`)).status).toBe(401);
  });

  it('are not looked at where none is needed', async () => {
    expect((await call('GET', '/livez', { key: 'wrong' })).status).toBe(200);
  });
});

describe('without keys', async () => {
  const open = await testApp();
  it('local callers may do everything', async () => {
    expect((await open.call('GET', '/scenarios')).status).toBe(200);
  });

  it.each(['evil.example', 'evil.example:8080', '127.0.0.1.evil.example'])(
    'a page that calls us %s is refused',
    async (host) => {
      const { status, body } = await open.call('GET', '/scenarios', { headers: { host } });
      expect([status, body.code]).toEqual([403, 'host-not-allowed']);
    },
  );

  it('a wrong key is refused all the same', async () => {
    expect((await open.call('GET', '/scenarios', { key: 'wrong' })).status).toBe(401);
  });
});

describe('other origins', () => {
  it('are let in by nobody unless listed', async () => {
    const { headers } = await call('GET', '/livez', { headers: { origin: 'https://portal.example' } });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('are let in when listed, and only those', async () => {
    const listed = await testApp({}, { corsOrigins: ['https://portal.example'] });
    const preflight = (origin: string) =>
      listed.call('OPTIONS', '/recommend', {
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
      });
    const good = await preflight('https://portal.example');
    expect([good.status, good.headers['access-control-allow-origin']]).toEqual([204, 'https://portal.example']);
    expect(good.headers['access-control-allow-credentials']).toBeUndefined();
    const bad = await preflight('https://evil.example');
    expect(bad.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('headers of every reply', () => {
  it('keep browsers from doing more than reading', async () => {
    const { headers } = await call('GET', '/livez');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(headers['x-powered-by']).toBeUndefined();
  });
});
