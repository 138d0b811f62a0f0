/** NDJSON both ways: order kept, a wrong line stops nothing, and nobody's memory fills. */
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { linesOf, MAX_LINE_BYTES } from '../../src/http/wire/batch.js';
import { memoryPorts, testApp } from '../support/app.js';

const { app, call } = await testApp();
const QUESTION = {
  workload: {
    scenario: 'llm-inference',
    model: 'llama-3.1-8b',
    maxContextTokens: 4096,
    inputTokens: 500,
    outputTokens: 100,
    concurrency: 4,
  },
  currency: 'CNY',
};
const ndjson = { 'content-type': 'application/x-ndjson' };

async function batch(lines: unknown[], headers = {}) {
  const body = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  const reply = await call('POST', '/recommend/batch', { body, headers: { ...ndjson, ...headers } });
  expect(reply.status, reply.text).toBe(200);
  return String(reply.text)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('a batch', () => {
  it('answers each line as /recommend does, in order', async () => {
    const lines = Array.from({ length: 5 }, (_, i) => ({ id: `q${i}`, request: { ...QUESTION, limit: i + 1 } }));
    const answers = await batch(lines);
    expect(answers.map(({ id, status }) => [id, status])).toEqual(lines.map(({ id }) => [id, 200]));
    for (const [i, { body }] of answers.entries()) {
      expect(body).toEqual((await call('POST', '/recommend', { body: lines[i]?.request })).body);
    }
  });

  it('gives a wrong line its own problem', async () => {
    const answers = await batch([
      { id: 'a', request: QUESTION },
      '{"id": "b", "request": ',
      { id: 'c', request: { ...QUESTION, limit: 0 } },
      '',
      { id: 'd', request: { ...QUESTION, workload: { ...QUESTION.workload, model: 'gpt-17' } } },
      '[]',
      `${'['.repeat(5000)}`,
      { id: 'e', request: QUESTION },
    ]);
    expect(answers.map(({ id, status, body }) => [id, status, body.code])).toEqual([
      ['a', 200, undefined],
      [null, 400, 'malformed-json'],
      ['c', 400, 'invalid-request'],
      ['d', 422, 'unanswerable-question'],
      [null, 400, 'invalid-request'],
      [null, 400, 'nesting-too-deep'],
      ['e', 200, undefined],
    ]);
    expect(answers[2].body.errors[0].pointer).toBe('/request/limit');
  });

  it('speaks the language of the caller', async () => {
    const [answer] = await batch([{ id: 'a', request: { ...QUESTION, limit: 0 } }], { 'accept-language': 'zh' });
    expect(answer.body.title).toMatch(/[\u4e00-\u9fff]/);
  });

  it('takes only NDJSON', async () => {
    const { status, body } = await call('POST', '/recommend/batch', { body: { id: 'a', request: QUESTION } });
    expect([status, body.code]).toEqual([415, 'unsupported-media-type']);
    expect((await call('POST', '/recommend/batch')).status).toBe(415);
  });

  it('answers the first line before the last one is sent', async () => {
    const { port } = app.server.address() as AddressInfo;
    const request = httpRequest({ port, host: '127.0.0.1', method: 'POST', path: '/recommend/batch', headers: ndjson });
    const response = new Promise<import('node:http').IncomingMessage>((resolve) => request.on('response', resolve));
    request.write(`${JSON.stringify({ id: 'first', request: QUESTION })}\n`);
    const stream = await response;
    const first = await new Promise<string>((resolve) => stream.once('data', (chunk) => resolve(String(chunk))));
    expect(first).toContain('"id":"first"');
    request.end(`${JSON.stringify({ id: 'last', request: QUESTION })}`);
    let rest = '';
    for await (const chunk of stream) rest += String(chunk);
    expect(rest).toContain('"id":"last"');
  });

  it('stops asking when nobody reads', async () => {
    const LINES = 3000;
    let asked = 0;
    const ports = memoryPorts();
    const counting = await testApp({
      engine: {
        ...ports.engine,
        recommend: (catalogue, request, context) => {
          asked++;
          return ports.engine.recommend(catalogue, request, context);
        },
      },
    });
    const { port } = counting.app.server.address() as AddressInfo;
    const line = `${JSON.stringify({ id: 'x', request: { ...QUESTION, explain: 'full' } })}\n`;
    const request = httpRequest({ port, host: '127.0.0.1', method: 'POST', path: '/recommend/batch', headers: ndjson });
    request.on('error', () => undefined);
    const response = new Promise<import('node:http').IncomingMessage>((resolve) => request.on('response', resolve));
    for (let i = 0; i < LINES; i++) request.write(line);
    request.end();
    const stream = await response;
    stream.pause();
    try {
      let before = -1;
      // Buffers fill first; then nothing more may be asked.
      for (let i = 0; i < 25 && asked !== before; i++) {
        before = asked;
        await new Promise((resolve) => setTimeout(resolve, 700));
      }
      expect(asked).toBe(before);
      expect(asked).toBeLessThan(LINES);
    } finally {
      stream.destroy();
      request.destroy();
    }
  });
});

describe('lines', () => {
  async function cut(chunks: (string | Buffer)[]): Promise<string[]> {
    async function* stream() {
      for (const chunk of chunks) yield Buffer.from(chunk);
    }
    const lines = [];
    for await (const line of linesOf(stream())) lines.push(typeof line === 'string' ? line : line.code);
    return lines;
  }

  it('are cut at line ends, wherever the chunks end', async () => {
    expect(await cut(['a', 'b\nc', '\n\n', 'd\r\n', 'e'])).toEqual(['ab', 'c', 'd', 'e']);
    const chinese = Buffer.from('广州\n');
    expect(await cut([chinese.subarray(0, 2), chinese.subarray(2)])).toEqual(['广州']);
    expect(await cut([])).toEqual([]);
  });

  it('that are too long are refused, and the next one is read', async () => {
    const long = 'x'.repeat(MAX_LINE_BYTES / 2 + 1);
    expect(await cut([long, long, '\nnext\n'])).toEqual(['body-too-large', 'next']);
  });
});
