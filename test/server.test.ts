/** The service as a person starts it: one process, one address, no traces. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

const entry = fileURLToPath(new URL('../src/server.ts', import.meta.url));
let dataDir: string;
const started: Service[] = [];

interface Service {
  readonly process: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'cardwise-server-'));
  await chmod(dataDir, 0o711);
});
afterEach(async () => {
  for (const service of started.splice(0)) {
    service.process.kill('SIGKILL');
    await service.ended;
  }
});
afterAll(async () => {
  // The database of a killed service ends by itself, a moment later, and writes until then.
  await vi.waitFor(async () => expect(await hasPostmaster()).toBe(false), { timeout: 10_000 });
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}, 20_000);

function launch(environment: Record<string, string>): Service {
  const child = spawn(process.execPath, ['--import', 'tsx', entry], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: dataDir, ...environment },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const service = { process: child, output: () => text, ended };
  started.push(service);
  return service;
}

async function addressOf(service: Service): Promise<string> {
  return vi.waitFor(
    () => {
      const found = /answers at (http:\S+)/.exec(service.output())?.[1];
      if (found === undefined) throw new Error(`not yet:\n${service.output()}`);
      return found;
    },
    { timeout: 30_000, interval: 50 },
  );
}

async function hasPostmaster(): Promise<boolean> {
  return readFile(path.join(dataDir, 'postgres/postmaster.pid')).then(
    () => true,
    () => false,
  );
}

describe('the service', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('answers, and on %s stops with its database', async (signal) => {
    const service = launch({});
    const address = await addressOf(service);
    expect((await fetch(`${address}/livez`)).status).toBe(200);
    expect(service.output()).toContain(`curl -s ${address}/recommend`);
    expect(service.output()).toContain(`${address}/docs`);
    service.process.kill(signal);
    expect(await service.ended).toBe(0);
    expect(await hasPostmaster()).toBe(false);
  });

  it('leaves no database behind when it is killed', async () => {
    const service = launch({});
    await addressOf(service);
    expect(await hasPostmaster()).toBe(true);
    service.process.kill('SIGKILL');
    await vi.waitFor(async () => expect(await hasPostmaster()).toBe(false), { timeout: 10_000 });
  });

  it('names PORT when the port is taken, before it starts anything', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const service = launch({ PORT: String(port) });
    expect(await service.ended).toBe(1);
    expect(service.output()).toMatch(new RegExp(`Port ${port} .* is taken .* Set PORT`));
    expect(service.output()).not.toContain('    at ');
    expect(await hasPostmaster()).toBe(false);
    other.close();
  });

  it('lists every wrong setting and stops', async () => {
    const service = launch({ PORT: 'web', LOG_LEVEL: 'loud' });
    expect(await service.ended).toBe(1);
    expect(service.output()).toContain('- PORT:');
    expect(service.output()).toContain('- LOG_LEVEL:');
    expect(service.output()).not.toContain('    at ');
  });

  it('names DATA_DIR when another one has the data', async () => {
    await addressOf(launch({}));
    const second = launch({});
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain('DATA_DIR');
  });
});
