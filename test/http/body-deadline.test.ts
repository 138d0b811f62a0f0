/** Slow senders are cut off; price lists may take their time. */
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.js';

const { app } = await testApp({}, { requestTimeoutMs: 200 });
const { port } = app.server.address() as AddressInfo;

/** Sends the beginning of a body and never its end. */
function dawdle(path: string, type: string): Promise<{ status: number; body: { code: string } }> {
  return new Promise((resolve, reject) => {
    const call = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path,
      headers: { 'content-type': type, 'idempotency-key': 'slow-sender' },
    });
    call.on('error', reject);
    call.on('response', async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
      call.destroy();
    });
    call.write('{"workload":');
  });
}

describe('a body that does not arrive', () => {
  it('is a request-timeout', async () => {
    const { status, body } = await dawdle('/recommend', 'application/json');
    expect([status, body.code]).toEqual([408, 'request-timeout']);
  });

  it('is waited for where a price list is sent', async () => {
    const reply = dawdle('/price-sheets/x/import?format=csv', 'text/csv').catch(() => 'closed');
    const first = await Promise.race([reply, new Promise((resolve) => setTimeout(() => resolve('waiting'), 600))]);
    // Nothing is there to import into: the reply comes at once, and it is no timeout.
    expect(first).not.toMatchObject({ status: 408 });
  });
});
