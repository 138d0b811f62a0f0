/** The commands that the README tells admins to type are typed here. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readSeed } from '../../prisma/seed/read-seed.js';
import { storeApp } from '../support/app.js';
import { createTestDatabase } from '../support/database.js';

const hasCurl = spawnSync('curl', ['--version']).status === 0;
const database = await createTestDatabase();
const { app, call } = await storeApp(database, {}, readSeed());
const { port } = app.server.address() as AddressInfo;
const text = readFileSync(new URL('../../src/http/routes/prices/README.md', import.meta.url), 'utf8');
const blocks = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block ?? '');

describe.runIf(hasCurl)('the commands of the README', () => {
  it('do what they say, one after the other', async () => {
    expect(blocks).toHaveLength(6);
    const upload = blocks[2] ?? '';
    const publish = (blocks[3] ?? '').split('\n').slice(2).join('\n');
    // Two versions, so that there is one to go back to.
    const script = [
      blocks[0],
      blocks[1],
      upload,
      blocks[3],
      upload.replaceAll('8.5', '8.7'),
      publish,
      blocks[4],
      blocks[5],
    ].join('\n');
    const environment = { PATH: process.env.PATH ?? '', URL: `http://127.0.0.1:${port}`, KEY: '' };
    // The commands call this very process, which therefore must not wait for them idly.
    await new Promise<void>((resolve, reject) => {
      execFile('bash', ['-euo', 'pipefail', '-c', script], { env: environment }, (error, stdout, stderr) =>
        error === null ? resolve() : reject(new Error(`${error.message}\n${stdout}\n${stderr}`)),
      );
    });
    const { body } = await call('GET', '/price-sheets?provider=tencent&series=list-cny');
    expect(body.items.map(({ status }: { status: string }) => status)).toEqual([
      'superseded',
      'superseded',
      'published',
    ]);
    expect((await call('GET', '/price-books/frame-contract')).status).toBe(200);
    // Thousands of rates are ranked for every question of the impact.
  }, 180_000);
});
