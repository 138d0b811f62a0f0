/** What the README of the project tells newcomers and admins to type is typed here. */
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
const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The last block of commands of a section. */
function commandsOf(section: string): string {
  const body = text.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...body.matchAll(/```sh\n(.*?)```/gs)].at(-1)?.[1] ?? '';
}

/** Runs commands against this very process, which therefore must not wait for them idly. */
function run(commands: string): Promise<string> {
  const script = commands.replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`);
  return new Promise((resolve, reject) => {
    execFile('bash', ['-euo', 'pipefail', '-c', script], (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`${error.message}\n${stdout}\n${stderr}`)),
    );
  });
}

describe.runIf(hasCurl)('the commands of the README', () => {
  it('ask the first question and get the fields that are shown', async () => {
    const { plans, loadTest, roadmap } = JSON.parse(await run(commandsOf('Start')));
    const [first] = plans;
    expect([first.rank, first.placement.provider, first.placement.region]).toEqual([1, 'tencent', 'ap-guangzhou']);
    expect(Object.keys(first)).toEqual(
      expect.arrayContaining(['score', 'dimensions', 'performance', 'cost', 'fallbacks', 'findings']),
    );
    expect([loadTest, roadmap]).toEqual([expect.anything(), expect.anything()]);
    const shown = /```jsonc\n(.*?)```/s.exec(text)?.[1] ?? '';
    expect(shown).toContain(
      `"instanceType": "${first.placement.instanceType}", "servers": ${first.placement.servers},`,
    );
    expect(shown).toContain(`"monthly": { "amount": "${first.cost.monthly.amount}", "currency": "CNY" }`);
    const [, ...figures] = /"low": ([0-9.]+), "expected": ([0-9.]+), "high": ([0-9.]+)/.exec(shown) ?? [];
    const { low, expected, high } = first.performance.timePerOutputTokenMs;
    for (const [i, figure] of [low, expected, high].entries())
      expect(Math.abs(Number(figures[i]) / figure - 1), `${figures[i]} is shown, ${figure} answered`).toBeLessThan(
        0.25,
      );
  });

  it('add a card, a provider, a region, a type and a price that the next answer offers', async () => {
    await run(commandsOf('Keep the catalogue'));
    const { body } = await call('POST', '/recommend', {
      body: {
        workload: {
          scenario: 'llm-inference',
          model: 'Qwen/Qwen2.5-7B-Instruct',
          maxContextTokens: 4096,
          inputTokens: 1000,
          outputTokens: 300,
          requestsPerSecond: 1,
        },
        constraints: { accelerators: ['L60X'], regions: ['south'] },
        currency: 'CNY',
      },
    });
    const [plan] = body.plans;
    expect([plan.placement.provider, plan.placement.instanceType, plan.cost.unpriced]).toEqual([
      'acme',
      'g1.large',
      false,
    ]);
    expect(plan.cost.lines[0].unitPrice).toBe('9.5');
    const { provenance } = (await call('GET', '/catalogue/accelerators/l60x')).body;
    expect(provenance.source).toBe('copied from accelerators/l40s; what differs: price page of Acme');
  }, 120_000);
});
