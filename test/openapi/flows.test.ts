/** The three users' flows, run as they stand against the service on the catalogue of this release. */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readSeed } from '../../prisma/seed/read-seed.js';
import { storeApp } from '../support/app.js';
import { createTestDatabase } from '../support/database.js';

const service = await storeApp(await createTestDatabase(), {}, readSeed());
const server = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
const folder = fileURLToPath(new URL('../../openapi/flows/', import.meta.url));

const EXPECTED: Readonly<Record<string, readonly RegExp[]>> = {
  'portal.mjs': [/表单：.+，\d+ 个字段，必填：.+/, /1\. \d+ × \S+（ap-.+得分 0\.\d+/],
  'month-end.mjs': [
    /rows accepted: \d+/,
    /asked again: \d+/,
    /published version 2 of/,
    /rolled back .*version 3: published/,
  ],
  'procurement.mjs': [
    /Q-\d{4}-000001: draft, \d+\.\d{2} CNY/,
    /sections/,
    /signed by a known key; valid: true/,
    /terraform: \d+ lines/,
    /assistant: unchanged/,
  ],
};

function runFlow(file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`${folder}${file}`], { env: { ...process.env, CARDWISE_SERVER: server } });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        text += String(chunk);
      });
    child.on('error', reject).on('exit', (code) => resolve(`${text}exit ${code}`));
  });
}

describe('the flows', () => {
  it('are the files of the folder', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.mjs') && name !== 'call.mjs');
    expect(files.sort()).toEqual(Object.keys(EXPECTED).sort());
  });

  it.each(Object.entries(EXPECTED))(
    '%s runs to its end',
    async (file, expected) => {
      const text = await runFlow(file);
      expect(text).toMatch(/exit 0$/);
      for (const pattern of expected) expect(text).toMatch(pattern);
    },
    120_000,
  );
});
