/** The document: what it says is what is served, and every example in it works. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import SwaggerParser from '@apidevtools/swagger-parser';
import { describe, expect, it } from 'vitest';
import { readSeed } from '../../prisma/seed/read-seed.js';
import { storeApp, testApp } from '../support/app.js';
import { createTestDatabase } from '../support/database.js';
import { seedPorts } from '../support/seed.js';

const { app, call } = await testApp(seedPorts());
const folder = fileURLToPath(new URL('../../openapi/', import.meta.url));

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly unknown[];
  readonly responses: Record<string, unknown>;
  readonly requestBody?: { readonly content: Record<string, { readonly examples?: Record<string, unknown> }> };
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
}
const document = app.openapi() as unknown as Document;
const operations = Object.entries(document.paths).flatMap(([url, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    url,
    method,
    operation,
    name: `${method.toUpperCase()} ${url}`,
  })),
);

describe('the document', () => {
  it('is served as it is committed, but for the version under test', async () => {
    const { body } = await call('GET', '/openapi.json');
    const committed = JSON.parse(readFileSync(`${folder}openapi.json`, 'utf8')) as Document;
    const isCurrent = isDeepStrictEqual(body, {
      ...committed,
      info: { ...committed.info, version: body.info.version },
    });
    expect(isCurrent, 'run `npm run openapi`').toBe(true);
  });

  it('is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toBe('3.1.0');
    await SwaggerParser.validate(structuredClone(document) as never);
  });

  it('describes every route, and no other', () => {
    const described = operations.map(({ name }) => name).sort();
    const served = app
      .printRoutes({ commonPrefix: false, includeHooks: false })
      .split('\n')
      .flatMap((line) => {
        const found = /^[^/]*(\/\S*) \(([A-Z, ]+)\)/.exec(line);
        return found === null ? [] : [found];
      });
    expect(served.length).toBeGreaterThan(0);
    for (const { name } of operations) {
      const [method = '', url = ''] = name.split(' ');
      expect(app.hasRoute({ method: method as 'GET', url: url.replace(/\{([A-Za-z]+)\}/g, ':$1') }), name).toBe(true);
    }
    expect(new Set(described).size).toBe(described.length);
  });

  it('gives every operation a name of its own, words, a known tag and its refusals', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    const tags = new Set(document.tags.map(({ name }) => name));
    for (const { name, operation } of operations) {
      expect(operation.summary.length, name).toBeGreaterThan(3);
      expect(operation.description.length, name).toBeGreaterThan(10);
      expect(operation.tags.length, name).toBe(1);
      for (const tag of operation.tags) expect(tags.has(tag), name).toBe(true);
      const needed = operation.security.length === 0 ? ['400', '500'] : ['400', '401', '403', '429', '500', '503'];
      for (const status of needed) expect(operation.responses, name).toHaveProperty(status);
    }
  });

  it('has an example for every planning call', () => {
    for (const { name, operation } of operations) {
      if (!operation.tags.includes('planning') || operation.requestBody === undefined) continue;
      const examples = Object.values(operation.requestBody.content).flatMap((content) =>
        Object.keys(content.examples ?? {}),
      );
      expect(examples.length, name).toBeGreaterThan(0);
    }
  });
});

const files = readdirSync(`${folder}examples`);
const readOnly = files.filter((file) => /^(recommend|evaluate|estimateCost|planCapacity|consolidate)/.test(file));

describe('examples', () => {
  it.each(readOnly)('%s is answered', async (file) => {
    const example = JSON.parse(readFileSync(`${folder}examples/${file}`, 'utf8'));
    const ndjson = file.startsWith('recommendBatch');
    const { status, body, text } = await call(example.method, example.url, {
      body: ndjson ? `${JSON.stringify(example.body)}\n` : example.body,
      ...(ndjson ? { headers: { 'content-type': 'application/x-ndjson' } } : {}),
    });
    expect(status, JSON.stringify(body?.errors ?? text.slice(0, 500))).toBe(200);
    if (ndjson) expect(JSON.parse(text).status).toBe(200);
  });
});

describe('examples that change something', async () => {
  const { call: change } = await storeApp(await createTestDatabase(), {}, readSeed());
  const changing = files
    .map((file) => ({ file, example: JSON.parse(readFileSync(`${folder}examples/${file}`, 'utf8')) }))
    .filter(({ file, example }) => !readOnly.includes(file) && !example.url.includes('{'));
  it.each(changing)('$file is taken', async ({ file, example }) => {
    const headers = { 'idempotency-key': `example-${file}` };
    const { status, text } = await change(example.method, example.url, { body: example.body, headers });
    expect([200, 201, 202], text).toContain(status);
  });
});

describe('/docs', () => {
  it('is served without the help of any other host', async () => {
    const page = await call('GET', '/docs');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<title>Cardwise API</title>');
    expect(page.text).not.toMatch(/(src|href)="https?:/);
    expect(page.headers['content-security-policy']).not.toMatch(/https?:/);
    const initializer = await call('GET', '/docs/static/swagger-initializer.js');
    expect(initializer.status).toBe(200);
    const shown = await call('GET', '/docs/json');
    expect(Object.keys(shown.body.paths)).toEqual(Object.keys(document.paths));
  });

  it('is where the bare address leads', async () => {
    const { status, headers } = await call('GET', '/');
    expect([status, headers.location]).toEqual([302, '/docs']);
  });
});
