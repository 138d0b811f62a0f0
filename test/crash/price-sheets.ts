/**
 * `npm run crash`: kills the service with SIGKILL at random moments of imports and publishes, a hundred times, and looks at
 * the database after each: the old state or the new one, never anything between, and nothing that was there is lost.
 * CRASH_ROUNDS sets the number of kills.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { type RunningService, type ServiceBed, serviceBed } from '../support/service-process.js';

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 100);
const ROWS = 10_000;
/** Every so many rows one is held back. */
const HELD_EVERY = 1000;

const seen: Record<string, number> = {};
const problems: string[] = [];
const bed = await serviceBed();
let last = 0;
/** How long the work takes that is to be interrupted: measured, then followed. */
let importMs = 3000;
let publishMs = 500;

for (let round = 1; round <= ROUNDS; round++) {
  const service = await bed.start();
  const before = await publishedRows(bed);
  const outcome = round % 2 === 1 ? await killImport(service, round) : await killPublish(service, round);
  seen[outcome] = (seen[outcome] ?? 0) + 1;
  const after = await publishedRows(bed);
  for (const [sheet, count] of before) {
    if (after.get(sheet) !== count)
      problems.push(`round ${round}: ${sheet} had ${count} rows, has ${after.get(sheet) ?? 0}`);
  }
  if (Date.now() - last > 10_000) {
    last = Date.now();
    console.log(`${round} of ${ROUNDS}`, seen);
  }
}
await bed.close();
console.log('killed at:', seen);
if (problems.length > 0) {
  console.log(problems.join('\n'));
  process.exit(1);
}
console.log('Every time the old state or the new one, and nothing lost.');
process.exit(0);

async function killImport(service: RunningService, round: number): Promise<string> {
  const sheet = await draft(service, `crash-import-${round}`);
  const started = Date.now();
  const running = service
    .call('POST', `/price-sheets/${sheet}/import?format=csv&currency=CNY`, {
      body: list(),
      headers: { 'content-type': 'text/csv', 'idempotency-key': `crash-import-${round}` },
    })
    .then(({ status }) => {
      importMs = Date.now() - started;
      return status;
    })
    .catch(() => 0);
  await wait(Math.random() * importMs * 1.1);
  await service.kill();
  const status = await running;
  await bed.settled();
  const count = async (text: string) => Number((await bed.sql.query(text, [sheet])).rows[0].count);
  const rows = await count('SELECT count(*) FROM "PriceRow" WHERE "sheet" = $1');
  const held = await count('SELECT count(*) FROM "PriceQuarantine" WHERE "sheet" = $1');
  const done = await count(`SELECT count(*) FROM "PriceJob" WHERE "sheet" = $1 AND "status" = 'done'`);
  const audited = await count(`SELECT count(*) FROM "AuditEvent" WHERE "subjectId" = $1 AND "action" = 'import'`);
  const state = JSON.stringify({ rows, held, done, audited });
  const isOld = state === JSON.stringify({ rows: 0, held: 0, done: 0, audited: 0 });
  const isNew =
    state === JSON.stringify({ rows: ROWS - ROWS / HELD_EVERY, held: ROWS / HELD_EVERY, done: 1, audited: 1 });
  if (!isOld && !isNew) problems.push(`round ${round}: import between: ${state}`);
  if (status === 200 && !isNew) problems.push(`round ${round}: import was answered and is lost`);
  return isNew ? 'import kept' : 'import undone';
}

async function killPublish(service: RunningService, round: number): Promise<string> {
  // Two versions of one series: the first published, the second to be published when the process dies.
  const series = `crash-publish-${round}`;
  const first = await draft(service, series);
  await fill(service, first, `first-${round}`);
  await publish(service, first, `first-${round}`);
  const second = await draft(service, series);
  await fill(service, second, `second-${round}`);
  const started = Date.now();
  const running = publish(service, second, `second-${round}`)
    .then((status) => {
      publishMs = Date.now() - started;
      return status;
    })
    .catch(() => 0);
  // The commit comes early, then the catalogue is read anew: most kills fall into the first part.
  await wait(Math.random() ** 3 * publishMs);
  await service.kill();
  const status = await running;
  await bed.settled();
  const { rows } = await bed.sql.query(
    `SELECT s."id", s."status", s."contentHash" IS NOT NULL AS "hashed", s."knownTo" IS NOT NULL AS "ended",
            (SELECT count(*)::int FROM "AuditEvent" a WHERE a."subjectId" = s."id" AND a."action" = 'publish') AS "audited"
       FROM "PriceSheet" s WHERE s."provider" = 'tencent' AND s."series" = $1 ORDER BY s."version"`,
    [series],
  );
  const state = JSON.stringify(rows.map(({ id: _, ...rest }) => rest));
  const published = { status: 'published', hashed: true, ended: false, audited: 1 };
  const isOld = state === JSON.stringify([published, { status: 'draft', hashed: false, ended: false, audited: 0 }]);
  const isNew = state === JSON.stringify([{ ...published, status: 'superseded', ended: true }, published]);
  if (!isOld && !isNew) problems.push(`round ${round}: publish between: ${state}`);
  if (status === 200 && !isNew) problems.push(`round ${round}: publish was answered and is lost`);
  return isNew ? 'publish kept' : 'publish undone';
}

async function draft(service: RunningService, series: string): Promise<string> {
  const { status, body } = await service.call('POST', '/price-sheets', {
    body: { provider: 'tencent', series, label: 'Crash', source: 'test' },
  });
  if (status !== 201) throw new Error(`draft: ${status} ${JSON.stringify(body)}`);
  return (body as { id: string }).id;
}

async function fill(service: RunningService, sheet: string, key: string): Promise<void> {
  const { status, body } = await service.call('POST', `/price-sheets/${sheet}/import?format=csv&currency=CNY`, {
    body: list(1000),
    headers: { 'content-type': 'text/csv', 'idempotency-key': `fill-${key}` },
  });
  if (status !== 200) throw new Error(`import: ${status} ${JSON.stringify(body)}`);
}

async function publish(service: RunningService, sheet: string, key: string): Promise<number> {
  const { status } = await service.call('POST', `/price-sheets/${sheet}/publish`, {
    body: {},
    headers: { 'idempotency-key': `publish-${key}` },
  });
  return status;
}

function list(rows = ROWS): string {
  const lines = ['sku,region,skuKind,unit,price'];
  for (let i = 0; i < rows; i++)
    lines.push(`line-${i},ap-guangzhou,other,GB,${i % HELD_EVERY === 0 ? '-1' : `0.${1000 + (i % 1000)}`}`);
  return `${lines.join('\n')}\n`;
}

async function publishedRows({ sql }: ServiceBed): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql.query(
    `SELECT s."id", count(r."id")::int AS "rows" FROM "PriceSheet" s LEFT JOIN "PriceRow" r ON r."sheet" = s."id"
      WHERE s."status" <> 'draft' GROUP BY s."id"`,
  );
  return new Map(rows.map(({ id, rows: count }) => [id as string, count as number]));
}
