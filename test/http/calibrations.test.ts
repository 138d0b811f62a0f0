/** Your own load tests: checked, kept for your tenant, and in its next prediction. */
import { describe, expect, it, vi } from 'vitest';
import { bootstrapFirstKey } from '../../src/application/api-keys.js';
import { writesTo } from '../../src/store/writes.js';
import { storeApp } from '../support/app.js';
import { createTestDatabase } from '../support/database.js';

const database = await createTestDatabase();
const { call, keyRing } = await storeApp(database, { auth: 'keys' });
const replica = await storeApp(database, { auth: 'keys' });
let root = '';
await bootstrapFirstKey(writesTo(database.client), keyRing, async (secret) => {
  root = secret;
});
const SCOPES = ['plan', 'catalogue:read', 'catalogue:write', 'admin'];
const acme = (await call('POST', '/api-keys', { key: root, body: { name: 'acme', scopes: SCOPES, tenant: 'acme' } }))
  .body.secret;
await replica.keyRing.refresh();

const workload = {
  scenario: 'llm-inference',
  model: 'llama-3.1-8b',
  maxContextTokens: 4096,
  inputTokens: 500,
  outputTokens: 100,
  concurrency: 4,
};
const configuration = { accelerator: 'A10', acceleratorCount: 1 };
const predict = async (key: string, on = call) =>
  (await on('POST', '/evaluate', { key, body: { workload, configuration } })).body.performance.outputTokensPerSecond;

const before = await predict(acme);
const measured = { outputTokensPerSecond: Math.round(before.expected * 0.6) };
const test = { workload, configuration, measured, runs: 10, measuredOn: '2026-11-01' };
const send = (body: object, key = acme) => call('POST', '/calibrations', { key, body });

describe('a load test', () => {
  it('is compared with the prediction, and corrects the next one of its tenant alone', async () => {
    const sent = await send(test);
    expect(sent.status, sent.text).toBe(201);
    expect(sent.body.comparison.metrics.outputTokensPerSecond).toMatchObject({
      measured: measured.outputTokensPerSecond,
      ratio: expect.closeTo(0.6, 1),
    });
    const after = await predict(acme);
    expect(after.expected).toBeLessThan(before.expected);
    expect(after.evidence).toBe('calibrated');
    expect(await predict(root)).toEqual(before);
    await vi.waitFor(async () => expect(await predict(acme, replica.call)).toEqual(after), { timeout: 5000 });
  });

  it('is read by its tenant, and by nobody else', async () => {
    const { body } = await call('GET', '/calibrations', { key: acme });
    expect(body.items).toHaveLength(1);
    const url = `/calibrations/${body.items[0].id}`;
    const one = await call('GET', url, { key: acme });
    expect(one.body.calibration).toEqual(test);
    expect((await call('GET', '/calibrations', { key: root })).body.items).toEqual([]);
    expect((await call('GET', url, { key: root })).status).toBe(404);
    expect((await call('DELETE', url, { key: root, headers: { 'if-match': '*' } })).status).toBe(404);
  });

  it('can be taken back', async () => {
    const { body } = await call('GET', '/calibrations', { key: acme });
    const url = `/calibrations/${body.items[0].id}`;
    const { headers } = await call('GET', url, { key: acme });
    expect((await call('DELETE', url, { key: acme })).status).toBe(428);
    expect((await call('DELETE', url, { key: acme, headers: { 'if-match': '"x"' } })).status).toBe(412);
    expect((await call('DELETE', url, { key: acme, headers: { 'if-match': headers.etag ?? '' } })).status).toBe(204);
    expect((await call('GET', url, { key: acme })).status).toBe(404);
    expect(await predict(acme)).toEqual(before);
  });

  it.each<[string, object, number, string]>([
    ['of a day to come', { measuredOn: '2999-01-01' }, 422, '/measuredOn'],
    ['of no day', { measuredOn: '2026-02-30' }, 422, '/measuredOn'],
    ['a thousand times too fast', { measured: { outputTokensPerSecond: 1e7 } }, 422, '/measured/outputTokensPerSecond'],
    ['of an unknown metric', { measured: { wordsPerSecond: 5 } }, 422, '/measured/wordsPerSecond'],
    ['of nothing', { measured: {} }, 400, '/measured'],
    ['with a negative value', { measured: { outputTokensPerSecond: -1 } }, 400, '/measured/outputTokensPerSecond'],
    ['of no run', { runs: 0 }, 400, '/runs'],
    ['with a misspelt configuration', { configuration: { ...configuration, card: 'A10' } }, 400, '/configuration/card'],
  ])('%s is refused', async (_what, part, status, pointer) => {
    const reply = await send({ ...test, ...part });
    expect(reply.status, reply.text).toBe(status);
    expect(reply.body.errors.map((e: { pointer: string }) => e.pointer)).toContain(pointer);
  });
});
