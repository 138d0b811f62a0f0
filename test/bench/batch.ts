/** `/recommend/batch` on one thread and on all cores. That memory stays the same is held by test/http/batch-many.test.ts. */
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { readSeed } from '../../prisma/seed/read-seed.js';
import { buildApp } from '../../src/app.js';
import { inProcessEngine } from '../../src/application/in-process-engine.js';
import { createUseCases, type Ports } from '../../src/application/use-cases.js';
import { openCatalogue } from '../../src/engine/index.js';
import { openEnginePool } from '../../src/workers/engine-pool.js';
import { SERVICE_7B, varied } from './questions.js';

const LINES = 60;
const UNLIMITED = { read: 1e6, plan: 1e6, write: 1e6, failed: 1e6 };

export async function batchBench(): Promise<void> {
  const ports = portsOn(openCatalogue(readSeed()));
  const cores = availableParallelism();
  const rows: Record<string, unknown> = {};
  let single = 0;
  for (const size of [1, cores]) {
    const pool = openEnginePool({ size });
    const app = await buildApp(createUseCases(withBatch(ports, { width: size * 2, recommend: pool.recommend })), {
      auth: 'open',
      version: 'bench',
      limits: UNLIMITED,
      maxEventLoopDelayMs: 1e9,
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    try {
      await send(port, 4 * size, (i) => varied(SERVICE_7B, i));
      const { seconds, bytes } = await send(port, LINES, (i) => varied(SERVICE_7B, i));
      const perSecond = LINES / seconds;
      if (size === 1) single = perSecond;
      rows[`${size} thread(s)`] = {
        'lines/s': perSecond.toFixed(1),
        gain: (perSecond / single).toFixed(2),
        'KiB a line': (bytes / LINES / 1024).toFixed(0),
      };
    } finally {
      await app.close();
      await pool.close();
    }
  }
  console.table(rows);
}

function withBatch(ports: Ports, batchEngine: NonNullable<Ports['batchEngine']>): Ports {
  return new Proxy(ports, { get: (given, name) => (name === 'batchEngine' ? batchEngine : Reflect.get(given, name)) });
}

/** What a batch asks of its surroundings: a catalogue. Everything else would be a mistake of the bench. */
function portsOn(catalogue: ReturnType<typeof openCatalogue>): Ports {
  const view = { catalogue, entries: () => [], entry: () => undefined, confirmedAt: new Date(), isStale: false };
  const given: Partial<Ports> = {
    engine: inProcessEngine(),
    clock: { now: () => new Date() },
    reader: { current: () => view, refresh: async () => undefined },
  };
  return new Proxy(given as Ports, {
    get: (ports, name) => Reflect.get(ports, name) ?? {},
  });
}

async function send(port: number, count: number, question: (i: number) => unknown) {
  const started = performance.now();
  const request = httpRequest({
    ...{ port, host: '127.0.0.1', method: 'POST', path: '/recommend/batch' },
    headers: { 'content-type': 'application/x-ndjson' },
  });
  const response = new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject);
  });
  const writing = (async () => {
    for (let i = 0; i < count; i++) {
      const line = `${JSON.stringify({ id: String(i), request: question(i) })}\n`;
      if (!request.write(line)) await new Promise((resolve) => request.once('drain', resolve));
    }
    request.end();
  })();
  let bytes = 0;
  let lines = 0;
  for await (const chunk of (await response) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 0x0a) lines++;
  }
  await writing;
  if (lines !== count) throw new Error(`${count} lines asked, ${lines} answered`);
  return { seconds: (performance.now() - started) / 1000, bytes };
}
