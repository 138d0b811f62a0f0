/** The command line: against a server, and without one on the bundled catalogue. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { format } from '@cdktf/hcl-tools';
import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { COMMANDS } from '../../src/cli/commands.js';
import { help } from '../../src/cli/run.js';
import { csvHeader, csvLines } from '../../src/exports/price-rows.js';
import { storeApp } from '../support/app.js';
import { createTestDatabase } from '../support/database.js';
import { rate } from '../support/small-catalogue.js';
import { cardwise } from '../support/terminal.js';

const service = await storeApp(await createTestDatabase());
const server = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
const folder = mkdtempSync(path.join(tmpdir(), 'cardwise-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const QUESTION = {
  workload: { scenario: 'llm-inference', model: 'llama-3.1-8b', inputTokens: 500, outputTokens: 100, concurrency: 4 },
  currency: 'CNY',
};
const file = (name: string, text: string): string => {
  const at = path.join(folder, name);
  writeFileSync(at, text);
  return at;
};
const on = (...argv: string[]) => cardwise([...argv, '--server', server]);
const json = (text: string) => JSON.parse(text);

describe('a question', () => {
  it('is the same from JSON, YAML, standard input and flags', async () => {
    const answers = [
      await on('recommend', file('q.json', JSON.stringify(QUESTION)), '--output', 'json'),
      await on('recommend', file('q.yaml', stringify(QUESTION)), '--output', 'json'),
      await cardwise(['recommend', '-', '--server', server, '--output', 'json'], { stdin: JSON.stringify(QUESTION) }),
      await on(
        'recommend',
        '--scenario',
        'llm-inference',
        '--model',
        'llama-3.1-8b',
        '--input-tokens',
        '500',
        '--output-tokens',
        '100',
        '--concurrency',
        '4',
        '--currency',
        'CNY',
        '--output',
        'json',
      ),
      await on(
        'recommend',
        '--set',
        'workload={scenario: llm-inference, model: llama-3.1-8b, inputTokens: 500, outputTokens: 100}',
        '--set',
        'workload.concurrency=4',
        '--set',
        'currency=CNY',
        '--output',
        'json',
      ),
    ];
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    for (const { out } of answers) expect(json(out)).toEqual(json(answers[0]?.out ?? ''));
  });

  it('takes flags over the file, and lists and budgets as flags', async () => {
    const from = file('q.json', JSON.stringify(QUESTION));
    const { out } = await on('recommend', from, '--provider', 'beta', '--budget', '9999999CNY', '--output', 'json');
    expect(json(out).plans.map((p: { placement: { provider: string } }) => p.placement.provider)).toEqual(
      json(out).plans.map(() => 'beta'),
    );
  });

  it('is shown as a table, as Markdown, and in Chinese', async () => {
    const from = file('q.json', JSON.stringify(QUESTION));
    expect((await on('recommend', from)).out).toMatch(/│ #[\s\S]*alpha|beta/);
    const markdown = (await on('recommend', from, '--output', 'markdown')).out;
    expect(markdown).toContain('| # | provider |');
    expect((await on('recommend', from, '--language', 'zh')).out).toMatch(/[\u4e00-\u9fff]/);
  });
});

describe('exit codes', () => {
  it('tell a wrong command line', async () => {
    expect(await cardwise([])).toMatchObject({ code: 2, out: help() });
    expect(await cardwise(['--help'])).toMatchObject({ code: 0, out: help() });
    for (const argv of [
      ['bogus'],
      ['recommend', '--bogus'],
      ['recommend', '/none.json'],
      ['recommend', '--output', 'pdf'],
      ['recommend', '--budget', 'much'],
      ['quote', 'show'],
      ['recommend', '-'],
    ]) {
      const { code, out, err } = await cardwise([...argv, '--server', server]);
      expect({ argv, code, out }).toEqual({ argv, code: 2, out: '' });
      expect(err).not.toContain('    at ');
    }
  });

  it('tell what was refused, with every place and what is accepted there', async () => {
    const wrong = await on('recommend', '--scenario', 'llm-inference', '--model', 'llama', '--concurrency', '0');
    expect(wrong.code).toBe(3);
    expect(wrong.err).toContain('/workload/concurrency');
    const asJson = await on('recommend', '--model', 'x', '--output', 'json');
    expect([asJson.code, json(asJson.out).code]).toEqual([3, 'invalid-request']);
  });

  it('tell that nothing fits', async () => {
    const nothing = await on(
      'recommend',
      file('q.json', JSON.stringify(QUESTION)),
      '--budget',
      '0.01CNY',
      '--set',
      'constraints.allowUnpriced=false',
    );
    expect(nothing.code).toBe(4);
    expect(nothing.out).toContain('Nothing fits');
    const unfit = await on(
      'evaluate',
      '--scenario',
      'llm-inference',
      '--model',
      'llama-3.1-8b',
      '--concurrency',
      '1',
      '--card',
      'T4',
      '--accelerators',
      '1',
      '--set',
      'configuration.tensorParallel=1',
    );
    expect(unfit.code).toBe(4);
  });

  it('tell that there is no server', async () => {
    expect(await cardwise(['recommend', '--server', 'http://127.0.0.1:9', '--model', 'x'], {})).toMatchObject({
      code: 5,
    });
  }, 30_000);
});

describe('every planning command', () => {
  it.each([
    ['evaluate', { workload: QUESTION.workload, configuration: { accelerator: 'A10', acceleratorCount: 1 } }, /Fits/],
    [
      'cost',
      { resources: [{ provider: 'alpha', region: 'a-south', instanceType: 'small.1', servers: 2 }], currency: 'CNY' },
      /a month/,
    ],
    [
      'plan',
      {
        workload: QUESTION.workload,
        constraints: {},
        demand: { growth: { ratioPerMonth: 0.05 } },
        horizonMonths: 3,
        currency: 'CNY',
      },
      /month/,
    ],
    [
      'consolidate',
      {
        services: [
          { id: 'a', memoryGiB: 2, computeRatio: 0.1, latencyClass: 'normal', isolation: 'soft' },
          { id: 'b', memoryGiB: 2, computeRatio: 0.1, latencyClass: 'normal', isolation: 'soft' },
        ],
        currency: 'CNY',
      },
      /card/,
    ],
  ])('%s answers what the service answers', async (command, body, shown) => {
    const from = file(`${command}.json`, JSON.stringify(body));
    const table = await on(command, from);
    expect({ code: table.code, err: table.err }).toEqual({ code: 0, err: '' });
    expect(table.out).toMatch(shown);
    const route = {
      evaluate: '/evaluate',
      cost: '/cost-estimate',
      plan: '/capacity-plan',
      consolidate: '/consolidate',
    }[command];
    const direct = await service.call('POST', route ?? '', { body });
    expect(json((await on(command, from, '--output', 'json')).out)).toEqual(direct.body);
  });
});

describe('quotes', () => {
  it('are made, issued, accepted, verified, compared, exported and listed', async () => {
    const from = file('q.json', JSON.stringify(QUESTION));
    const made = await on('quote', 'create', from, '--reference', 'PR-CLI', '--approver', 'chen', '--output', 'json');
    expect(made.code).toBe(0);
    const { id, state } = json(made.out);
    expect(state).toBe('draft');
    expect((await on('quote', 'accept', id)).code).toBe(3);
    expect((await on('quote', 'issue', id, '--by', 'chen')).out).toContain('issued');
    expect((await on('quote', 'accept', id)).code).toBe(0);
    expect(await on('quote', 'verify', id)).toMatchObject({ code: 0, out: expect.stringContaining('Valid') });
    expect((await on('quote', 'drift', id)).out).toContain('Unchanged');
    expect((await on('quote', 'compare', id, id)).code).toBe(0);
    expect((await on('quote', 'list', '--reference', 'PR-CLI')).out).toContain(id);
    expect((await on('quote', 'show', id)).out).toContain('SHA-256');
    expect((await on('quote', 'export', id, '--format', 'evidence-markdown')).out).toContain(
      '# Capacity plan: evidence',
    );
    expect((await on('quote', 'export', id, '--format', 'slurm')).code).toBe(3);
  });
});

describe('prices', () => {
  it('are imported with progress, looked at, published and rolled back', async () => {
    const rows = ['small.1', 'mid.1', 'big.8'].map((sku) =>
      rate({ provider: 'alpha', region: 'a-south', sku, price: '2.1' }),
    );
    const list = file(
      'list.csv',
      csvHeader(false) + csvLines([rows[0] ?? rate({ provider: 'alpha', sku: 'x', price: '1' })]),
    );
    const argv = [
      'prices',
      'import',
      list,
      '--for',
      'alpha',
      '--series',
      'cli-list',
      '--format',
      'csv',
      '--server',
      server,
      '--output',
      'json',
    ];
    const imported = await cardwise(argv, { isWatched: true });
    expect({ code: imported.code, err: imported.err.includes('Importing') }).toEqual({ code: 0, err: true });
    const sheets = await service.call('GET', '/price-sheets?provider=alpha&series=cli-list');
    const { id } = sheets.body.items[0];
    const looked = await on('prices', 'impact', id);
    expect({ code: looked.code, err: looked.err }).toEqual({ code: 0, err: '' });
    expect(await on('prices', 'publish', id)).toMatchObject({ code: 0 });
    const back = await on('prices', 'rollback', id, '--reason', 'test');
    expect([0, 3]).toContain(back.code);
  });
});

describe('batches', () => {
  const lines = Array.from({ length: 6 }, (_, i) =>
    JSON.stringify({ id: String(i), request: { ...QUESTION, limit: i } }),
  ).join('\n');

  it('answer each line in order, with a bar where somebody watches', async () => {
    const { code, out, err } = await cardwise(['batch', '-', '--server', server], { stdin: lines, isWatched: true });
    expect(code).toBe(3);
    const answers = out.trimEnd().split('\n').map(json);
    expect(answers.map(({ id, status }: { id: string; status: number }) => [id, status])).toEqual([
      ['0', 400],
      ...['1', '2', '3', '4', '5'].map((id) => [id, 200]),
    ]);
    expect(err).toContain('Answering');
  });
});

describe('without a server', () => {
  const asked = [
    'recommend',
    '--scenario',
    'llm-inference',
    '--model',
    'Qwen3-8B',
    '--concurrency',
    '20',
    '--provider',
    'tencent',
    '--currency',
    'CNY',
  ];

  it('plans on the bundled catalogue, and exports the plan', async () => {
    const { code, out } = await cardwise([...asked, '--output', 'json']);
    expect(code).toBe(0);
    expect(json(out).catalogueVersion).toMatch(/^seed-/);
    const terraform = await cardwise([...asked, '--export', 'terraform']);
    expect(terraform.code).toBe(0);
    expect(await format(terraform.out)).toBe(terraform.out);
    expect((await cardwise([...asked, '--export', 'slurm'])).code).toBe(2);
  }, 60_000);

  it('says that quotes need one', async () => {
    const { code, err } = await cardwise(['quote', 'list']);
    expect(code).toBe(5);
    expect(err).toContain('--server');
  }, 60_000);
});

describe('the help', () => {
  it('names every command', () => {
    for (const { usage } of Object.values(COMMANDS)) expect(help()).toContain(usage);
  });
});
