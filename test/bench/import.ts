/**
 * `npm run bench:import`: a list of a million rows into a draft. Shows the service's peak memory as it is shipped, what its
 * progress looked like from outside (GET and server-sent events), and how readers were answered before and beside it; cancels
 * another one half-way; then publishes it and rolls back. BENCH_IMPORT_ROWS sets the number of rows.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type RunningService, serviceBed } from '../support/service-process.js';

const REASON = { reason: 'bench' };
const ROWS = Number(process.env.BENCH_IMPORT_ROWS ?? 1_000_000);
const COST = {
  resources: [
    {
      provider: 'tencent',
      region: 'ap-guangzhou',
      instanceType: 'GN10Xp.2XLARGE40',
      servers: 1,
      billingMode: 'on-demand',
    },
  ],
  currency: 'CNY',
};

const bed = await serviceBed();
const service = await bed.start();
const pid = service.process.pid ?? 0;

const idle = await readers(service, () => Promise.resolve(wait(5000)));
show('readers, idle', idle);
console.log(`peak memory up to here: ${peakMiB(pid)} MiB`);
forgetPeak(pid);

const small = await draft('bench-import');
await upload(small, 'bench-small', 1000);
await change(`/price-sheets/${small}/publish`, 'bench-small-publish');
const sheet = await draft('bench-import');
let progress = 0;
let events = 0;
const started = Date.now();
const busy = await readers(service, async () => {
  const running = upload(sheet, 'bench-import', ROWS);
  const id = await firstImport(sheet);
  const watching = follow(id).then((count) => {
    events = count;
  });
  let isRunning = true;
  const asking = (async () => {
    while (isRunning) {
      const { body } = await service.call('GET', `/price-sheets/${sheet}/imports/${id}`);
      const { rowsRead } = body as { rowsRead: number };
      if (rowsRead > progress) progress = rowsRead;
      await wait(1000);
    }
  })();
  const { status, body } = await running;
  isRunning = false;
  await asking;
  await watching;
  const { rowsAccepted, rowsQuarantined, rowCount } = body as Record<string, number>;
  console.log({ status, rowsAccepted, rowsQuarantined, rowCount });
  if (status !== 200 || rowsAccepted !== ROWS) console.log(JSON.stringify(body).slice(0, 2000));
});
const seconds = (Date.now() - started) / 1000;
console.log(`${ROWS} rows in ${seconds.toFixed(0)} s, ${Math.round(ROWS / seconds)} a second`);
console.log(`progress seen by GET up to ${progress} rows, ${events} events`);
show('readers, beside the import', busy);
console.log(`peak memory of the service: ${peakMiB(pid)} MiB`);

const second = await draft('bench-cancel');
const cancelled = upload(second, 'bench-cancel', ROWS / 4);
const id = await firstImport(second);
await wait(2000);
await service.call('POST', `/price-sheets/${second}/imports/${id}/cancel`);
const { status, body } = await cancelled;
const { body: head } = await service.call('GET', `/price-sheets/${second}`);
console.log('cancelled:', {
  status,
  code: (body as { code: string }).code,
  rowCount: (head as { rowCount: number }).rowCount,
});

// All of it is published, taken back to a version of a thousand rows, and brought back.
for (const [title, step] of [
  ['publish', () => change(`/price-sheets/${sheet}/publish`, 'bench-publish')],
  ['roll back to the small version', () => change(`/price-sheets/${small}/rollback`, 'bench-back', REASON)],
  ['roll back to the large version', () => change(`/price-sheets/${sheet}/rollback`, 'bench-forth', REASON)],
] as const) {
  forgetPeak(pid);
  const from = Date.now();
  const beside = await readers(service, step);
  console.log(`${title}: ${((Date.now() - from) / 1000).toFixed(0)} s, peak memory ${peakMiB(pid)} MiB`);
  show(`readers, beside: ${title}`, beside);
}

await service.kill();
await bed.close();
process.exit(0);

async function change(url: string, key: string, body: object = {}): Promise<void> {
  const { status: code, body: said } = await service.call('POST', url, { body, headers: { 'idempotency-key': key } });
  if (code >= 300) console.log(url, code, JSON.stringify(said).slice(0, 500));
}

async function draft(series: string): Promise<string> {
  const { body: made } = await service.call('POST', '/price-sheets', {
    body: { provider: 'tencent', series, label: 'Bench', source: 'test' },
  });
  return (made as { id: string }).id;
}

function upload(into: string, key: string, rows: number) {
  return service.call('POST', `/price-sheets/${into}/import?format=csv&currency=CNY`, {
    body: list(rows),
    headers: { 'content-type': 'text/csv', 'idempotency-key': key },
  });
}

/** Real types and prices, told apart by zone: every check has something to do. */
function list(rows: number): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const types = [
    ['GN10Xp.2XLARGE40', 12.5],
    ['GN7.2XLARGE32', 8.7],
    ['GN10X.2XLARGE40', 15],
    ['GT4.4XLARGE96', 28.6],
  ] as const;
  let at = -1;
  return new ReadableStream({
    pull(controller) {
      const lines: string[] = [];
      if (at < 0) {
        lines.push('sku,region,zone,billingMode,unit,price');
        at = 0;
      }
      for (let i = 0; i < 2000 && at < rows; i++, at++) {
        const [sku, price] = types[at % types.length] ?? types[0];
        const isSpot = at % 8 >= 4;
        lines.push(
          `${sku},ap-guangzhou,zone-${at >> 3},${isSpot ? 'spot' : 'on-demand'},hour,${(isSpot ? price * 0.4 : price).toFixed(4)}`,
        );
      }
      controller.enqueue(encoder.encode(`${lines.join('\n')}\n`));
      if (at >= rows) controller.close();
    },
  });
}

async function firstImport(of: string): Promise<string> {
  for (;;) {
    const { body: found } = await service.call('GET', `/price-sheets/${of}/imports`);
    const [first] = (found as { items: { id: string }[] }).items;
    if (first !== undefined) return first.id;
    await wait(100);
  }
}

/** Events until the end. */
async function follow(id: string): Promise<number> {
  const { body: text } = await service.call('GET', `/price-sheets/${sheet}/imports/${id}/events`);
  return String(text).split('\n\n').length - 1;
}

interface Latencies {
  readonly [route: string]: readonly number[];
}

/** One call after the other on three routes, as long as the work goes on. */
async function readers(of: RunningService, work: () => Promise<unknown>): Promise<Latencies> {
  const latencies: Record<string, number[]> = {};
  let isOver = false;
  let shed = 0;
  const loop = async (name: string, call: () => Promise<{ status: number }>) => {
    const list: number[] = [];
    latencies[name] = list;
    while (!isOver) {
      const from = performance.now();
      const { status: code } = await call();
      if (code === 503) shed++;
      else if (code !== 200) throw new Error(`${name}: ${code}`);
      list.push(performance.now() - from);
      await wait(50);
    }
  };
  const loops = [
    loop('GET /catalogue/instance-types', () => of.call('GET', '/catalogue/instance-types?limit=20')),
    loop('GET /price-sheets', () => of.call('GET', '/price-sheets?limit=20')),
    loop('POST /cost-estimate', () => of.call('POST', '/cost-estimate', { body: COST })),
  ];
  await work();
  isOver = true;
  await Promise.all(loops);
  if (shed > 0) console.log(`${shed} calls were told to come back later (503)`);
  return latencies;
}

function show(title: string, latencies: Latencies): void {
  console.log(title);
  console.table(
    Object.fromEntries(
      Object.entries(latencies).map(([name, list]) => {
        const sorted = [...list].sort((a, b) => a - b);
        const at = (share: number) =>
          (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
        return [name, { calls: list.length, 'p50 ms': at(0.5), 'p99 ms': at(0.99), 'max ms': at(1) }];
      }),
    ),
  );
}

function peakMiB(process_: number): number {
  try {
    const status_ = readFileSync(`/proc/${process_}/status`, 'utf8');
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status_)?.[1] ?? 0) / 1024);
  } catch {
    return Number.NaN;
  }
}

/** From here on the peak is counted anew. */
function forgetPeak(process_: number): void {
  try {
    writeFileSync(`/proc/${process_}/clear_refs`, '5');
  } catch {
    // Where this is not Linux, the peak is that of the whole life.
  }
}
