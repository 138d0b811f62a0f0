/** Everything that is not a reply is a problem of RFC 9457, and tells nothing about our insides. */

import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { PROBLEM_CODES, PROBLEMS } from '../../src/application/problems.js';
import { memoryPorts, testApp } from '../support/app.js';

const { app, call } = await testApp();
const QUESTION = { workload: { scenario: 'llm-inference' } };
const json = { 'content-type': 'application/json' };

/** Sends bytes as they are; what comes back until the server closes. */
function raw(bytes: string | Buffer, end = true): Promise<string> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
      if (!end && text.includes('\r\n\r\n')) socket.destroy();
    });
    socket.on('error', (error) => (text === '' ? reject(error) : resolve(text)));
    socket.on('close', () => resolve(text));
    socket.write(bytes);
  });
}

describe('unknown places and methods', () => {
  it('answers 404 where nothing is', async () => {
    const { status, body } = await call('GET', '/nowhere');
    expect([status, body.code, body.type, body.instance]).toEqual([
      404,
      'not-found',
      '/problems/not-found',
      '/nowhere',
    ]);
  });

  it.each([
    ['GET', '/recommend', 'OPTIONS, POST'],
    ['DELETE', '/recommend', 'OPTIONS, POST'],
    ['POST', '/scenarios', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/catalogue/instance-types/alpha/mid.1', 'DELETE, GET, HEAD, OPTIONS, PUT'],
  ])('answers 405 with Allow to %s %s', async (method, url, allow) => {
    const { status, body, headers } = await call(method, url);
    expect([status, body.code, headers.allow]).toEqual([405, 'method-not-allowed', allow]);
  });

  it('tells the methods of an address to OPTIONS', async () => {
    const { status, headers } = await call('OPTIONS', '/scenarios');
    expect([status, headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect((await call('OPTIONS', '/nowhere')).status).toBe(404);
  });

  it('answers HEAD as GET, without the body', async () => {
    const get = await call('GET', '/scenarios');
    const head = await call('HEAD', '/scenarios');
    expect([head.status, head.text ?? '', head.headers.etag]).toEqual([200, '', get.headers.etag]);
  });

  it('refuses an address that cannot be decoded, and one that is too long', async () => {
    expect((await call('GET', '/catalogue/accelerators/%E0%A4%A')).body.code).toBe('malformed-request');
    expect((await call('GET', `/catalogue/accelerators/${'a'.repeat(3000)}`)).status).toBe(414);
  });
});

describe('every problem', () => {
  it('says what to do about it, in the language of the reply', async () => {
    for (const [language, words] of [
      ['en', PROBLEMS['not-found'].advice.en],
      ['zh-CN', PROBLEMS['not-found'].advice.zh],
    ] as const) {
      const { body } = await call('GET', '/nowhere', { headers: { 'accept-language': language } });
      expect(body.advice).toBe(words);
    }
  });

  it('that names a fault has a page for it, whose title holds no empty places', async () => {
    const { body } = await call('GET', '/problems/ambiguous-accelerator');
    expect(body.title).toBe('"…" fits several accelerators.');
  });
});

describe('bodies', () => {
  it.each([
    ['{"workload":', 'malformed-json'],
    ['', 'malformed-json'],
    ["{'workload': 1}", 'malformed-json'],
    ['{"workload": NaN}', 'malformed-json'],
    ['{"__proto__": {"a": 1}}', 'malformed-json'],
    ['{"\\u005f_proto__": {"a": 1}}', 'malformed-json'],
    [`${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'nesting-too-deep'],
    [`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, 'nesting-too-deep'],
    ['null', 'invalid-request'],
    ['[]', 'invalid-request'],
    ['"workload"', 'invalid-request'],
  ])('refuses %.40s', async (text, code) => {
    const { status, body } = await call('POST', '/recommend', { body: text, headers: json });
    expect([status, body.code]).toEqual([400, code]);
  });

  it('says where the syntax breaks', async () => {
    const { body } = await call('POST', '/recommend', { body: '{\n  "workload" 1\n}', headers: json });
    expect(body.detail).toBe('The fault is at line 2, column 14.');
  });

  it('refuses bytes that are not UTF-8', async () => {
    const head =
      'POST /recommend HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n';
    const answer = await raw(Buffer.concat([Buffer.from(head), Buffer.from([0x22, 0xff, 0xfe, 0x22])]), false);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('The body is not UTF-8.');
  });

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/json; charset=gbk'])(
    'refuses the type %s',
    async (type) => {
      const { status, body } = await call('POST', '/recommend', { body: 'a=1', headers: { 'content-type': type } });
      expect([status, body.code]).toEqual([415, 'unsupported-media-type']);
    },
  );

  it('refuses a question without a body', async () => {
    const { status, body } = await call('POST', '/recommend');
    expect([status, body.code]).toEqual([400, 'invalid-request']);
  });

  it('refuses a body of 10 MB before it has read it', async () => {
    const length = 10 * 1024 * 1024;
    const head = `POST /recommend HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
    const answer = await raw(head, false);
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain('application/problem+json');
  });

  it('refuses a body of 10 MB that comes without its length', async () => {
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const head =
      'POST /recommend HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    expect(await raw(head + chunk.repeat(160), false)).toMatch(/^HTTP\/1.1 413 /);
  });
});

describe('what is not HTTP', () => {
  it('is answered with a problem on the socket', async () => {
    const answer = await raw('NONSENSE\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\nContent-Type: application\/problem\+json/);
    expect(answer).toContain('"code":"malformed-request"');
  });

  it('so are headers without end', async () => {
    const answer = await raw(`GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'a'.repeat(100_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 431 /);
    expect(answer).toContain('"code":"headers-too-large"');
  });
});

describe('accidents', () => {
  it('tell nothing of their cause', async () => {
    const secret = 'SELECT password FROM "ApiKey" at /srv/app.js:1:1';
    const broken = await testApp({
      engine: {
        ...memoryPorts().engine,
        recommend: () => {
          throw new Error(secret);
        },
      },
    });
    const { status, text, body } = await broken.call('POST', '/recommend', {
      body: {
        workload: {
          scenario: 'llm-inference',
          model: 'llama-3.1-8b',
          maxContextTokens: 4096,
          inputTokens: 100,
          outputTokens: 100,
          concurrency: 1,
        },
      },
    });
    expect([status, body.code, body.detail]).toEqual([500, 'internal', undefined]);
    expect(text).not.toMatch(/SELECT|srv|ApiKey|Error/);
  });

  it('an unreachable database is 503 for writes and named as such', async () => {
    const { status, body } = await call('POST', '/api-keys', { body: { name: 'x', scopes: ['plan'] } });
    expect([status, body.code]).toEqual([503, 'database-unavailable']);
  });
});

describe('languages', () => {
  it.each([
    [undefined, PROBLEMS['invalid-request'].title.en, 'en'],
    ['zh-CN,zh;q=0.9,en;q=0.8', PROBLEMS['invalid-request'].title.zh, 'zh'],
    ['en,zh;q=0.5', PROBLEMS['invalid-request'].title.en, 'en'],
    ['fr', PROBLEMS['invalid-request'].title.en, 'en'],
  ])('Accept-Language %s', async (header, title, language) => {
    const { body, headers } = await call('POST', '/recommend', {
      body: QUESTION,
      headers: header === undefined ? {} : { 'accept-language': header },
    });
    expect([body.title, headers['content-language']]).toEqual([title, language]);
    expect(headers.vary).toContain('Accept-Language');
  });
});

describe('the pages of problems', () => {
  it.each(PROBLEM_CODES)('%s has one, in both languages', async (code) => {
    const { body } = await call('GET', `/problems/${code}`);
    expect(body).toEqual({
      code,
      status: PROBLEMS[code].status,
      title: PROBLEMS[code].title.en,
      advice: PROBLEMS[code].advice.en,
    });
    const chinese = await call('GET', `/problems/${code}`, { headers: { 'accept-language': 'zh' } });
    expect(chinese.body.title).toMatch(/[\u4e00-\u9fff]/);
  });

  it('answers 404 for a code that is none', async () => {
    expect((await call('GET', '/problems/toString')).status).toBe(404);
  });
});

describe('request ids', () => {
  it('takes a harmless one of the caller, else makes one', async () => {
    expect((await call('GET', '/livez', { headers: { 'x-request-id': 'abc-123' } })).headers['x-request-id']).toBe(
      'abc-123',
    );
    const made = await call('GET', '/nowhere', { headers: { 'x-request-id': 'a b{}' } });
    expect(made.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(made.body.requestId).toBe(made.headers['x-request-id']);
  });
});

describe('GET /problems/{code}', () => {
  it('tells of the codes of errors as well, in both languages', async () => {
    const { call } = await testApp();
    const { status, body } = await call('GET', '/problems/ambiguous-accelerator', {
      headers: { 'accept-language': 'zh' },
    });
    expect([status, body.code, body.status]).toEqual([200, 'ambiguous-accelerator', 422]);
    expect(body.title).toContain('多种加速卡');
  });
});
