/** `npm run demo`: starts the service on a database of its own, asks four real questions over HTTP, prints the rankings. */
import Table from 'cli-table3';
import { pino } from 'pino';
import { compose } from '../compose.js';
import { readConfig } from '../config.js';
import type { RecommendReply } from '../engine/answer.js';
import { createDatabaseIfMissing, startTemporaryDatabase } from '../store/embedded/embedded-database.js';
import { migrate } from '../store/migrate.js';

interface Question {
  readonly title: string;
  readonly request: unknown;
}

const CHINA = { constraints: { geographies: ['cn'] }, currency: 'CNY' };

const QUESTIONS: readonly Question[] = [
  {
    title: 'A 70B chat service: 5,000 tokens in, 500 out, 100 conversations at once, first token within 2 s',
    request: {
      workload: {
        scenario: 'llm-inference',
        model: 'Llama-3.1-70B',
        maxContextTokens: 8192,
        inputTokens: 5000,
        outputTokens: 500,
        concurrency: 100,
        latency: { timeToFirstTokenMs: 2000 },
      },
      ...CHINA,
    },
  },
  {
    title: 'A LoRA fine-tune of an 8B model: 20,000 samples, 3 epochs, within a day',
    request: {
      workload: {
        scenario: 'llm-finetuning',
        model: 'Llama-3.1-8B',
        method: 'lora',
        samples: 20_000,
        epochs: 3,
        sequenceTokens: 2048,
        globalBatchSequences: 16,
        precisionRecipe: 'bf16',
        deadlineHours: 24,
      },
      ...CHINA,
    },
  },
  {
    title: 'A text-to-image platform: SDXL, 30 steps at 1024², 1 image a second, answered within 10 s',
    request: {
      workload: {
        scenario: 'model-inference',
        task: 'image-generation',
        model: 'SDXL',
        rate: 1,
        latencyMs: 10_000,
        input: { width: 1024, height: 1024, steps: 30 },
      },
      ...CHINA,
    },
  },
  {
    title: 'Nightly rendering: 600 frames of 11 minutes on an RTX 3090, ready by 08:00',
    request: {
      workload: {
        scenario: 'offline-rendering',
        frames: 600,
        reference: { accelerator: 'RTX 3090', minutesPerFrame: 11 },
        window: { startsAt: '20:00', readyBy: '08:00' },
      },
      ...CHINA,
    },
  },
];

/** Figures a reader looks for first. */
const KEY_FIGURES = ['timeToFirstTokenMs', 'durationHours', 'framesPerHour', 'latencyMs', 'streams'] as const;

async function main(): Promise<void> {
  const log = pino({ level: 'silent' });
  const database = await startTemporaryDatabase();
  try {
    await createDatabaseIfMissing(database.url('postgres'), 'demo');
    await migrate(database.url('demo'));
    const { app, close } = await compose({ config: readConfig({}), connectionString: database.url('demo'), log });
    try {
      const address = await app.listen({ host: '127.0.0.1', port: 0 });
      for (const question of QUESTIONS) await ask(address, question);
    } finally {
      await app.close();
      await close();
    }
  } finally {
    await database.stop();
  }
}

async function ask(address: string, { title, request }: Question): Promise<void> {
  console.log(`\n${title}`);
  const started = performance.now();
  const response = await fetch(`${address}/recommend`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  const body = (await response.json()) as RecommendReply & { code?: string; detail?: string; errors?: unknown };
  const took = Math.round(performance.now() - started);
  if (!response.ok) {
    console.log(`  ${response.status} ${body.code}: ${body.detail ?? ''} ${JSON.stringify(body.errors ?? [])}`);
    return;
  }
  const table = new Table({
    head: ['#', 'score', 'provider', 'region', 'instance type', 'servers', 'cards of a server', 'cost', 'key figure'],
    style: { head: [], border: [] },
  });
  for (const plan of body.plans) {
    const { placement, cost } = plan;
    table.push([
      plan.rank,
      plan.score.toFixed(3),
      placement.provider,
      placement.region,
      placement.instanceType,
      placement.servers,
      `${placement.acceleratorsPerServer}× ${placement.accelerator}, tp ${placement.parallelism.tensor}`,
      costOf(cost),
      keyFigure(plan.performance),
    ]);
  }
  console.log(table.toString());
  const [most] = body.rejected.byReason;
  console.log(
    `  ${body.counts.feasible} plans of ${body.counts.offers} offers in ${took} ms; ${body.rejected.count} rejected, most for ${most?.code ?? 'nothing'}.`,
  );
}

/** What a job costs, or a service a month. */
function costOf({ monthly, perJob }: RecommendReply['plans'][number]['cost']): string {
  if (monthly === null) return 'on quotation';
  return perJob === null ? `${monthly.amount} ${monthly.currency} a month` : `${perJob.amount} ${perJob.currency} once`;
}

/** The key figure with its 80 % interval. */
function keyFigure(performance: RecommendReply['plans'][number]['performance']): string {
  for (const name of KEY_FIGURES) {
    const figure = performance[name];
    if (figure === undefined) continue;
    const show = (value: number) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
    return `${name} ${show(figure.expected)} (${show(figure.low)}…${show(figure.high)}, ${figure.evidence})`;
  }
  return '';
}

await main();
