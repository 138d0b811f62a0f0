/** Real answers of the engine on the bundled catalogue, for the tests of what is made of a plan. */
import { readSeed } from '../../prisma/seed/read-seed.js';
import { openCatalogue, recommend, SCENARIOS } from '../../src/engine/index.js';
import type { RecommendRequest } from '../../src/engine/question.js';
import type { ExportSubject } from '../../src/exports/export-format.js';
import { subjectOf } from '../../src/exports/subject.js';

export const PRICED_ON = '2026-11-30';

let opened: ReturnType<typeof openCatalogue> | undefined;

export function seedCatalogue(): ReturnType<typeof openCatalogue> {
  opened ??= openCatalogue(readSeed());
  return opened;
}

/** Subjects of the plans that answer a question. */
export function subjectsFor(request: RecommendRequest): readonly ExportSubject[] {
  const catalogue = seedCatalogue();
  const reply = recommend(catalogue, request, { today: PRICED_ON, priceBook: null });
  return reply.plans.map((plan) => subjectOf(catalogue, request, reply, plan));
}

export function exampleOf(scenario: string): RecommendRequest['workload'] {
  const found = Object.values(SCENARIOS).find(({ id }) => id === scenario);
  if (found === undefined) throw new Error(`no scenario ${scenario}`);
  return found.example as RecommendRequest['workload'];
}

/** A currency in which the provider states prices. */
const CURRENCY: Readonly<Record<string, string>> = { tencent: 'CNY', alibaba: 'CNY' };

/** Ten plans on one provider: services of language models of several sizes. */
export function plansOn(provider: string): readonly ExportSubject[] {
  const question = (model: string, concurrency: number, more: Partial<RecommendRequest> = {}): RecommendRequest => ({
    workload: { scenario: 'llm-inference', model, inputTokens: 1000, outputTokens: 200, concurrency },
    constraints: {
      providers: [provider],
      billingModes: ['on-demand', 'subscription', 'reserved', 'savings-plan', 'spot'],
    },
    currency: CURRENCY[provider] ?? 'USD',
    limit: 5,
    distinct: false,
    ...more,
  });
  return [
    ...subjectsFor(question('Qwen/Qwen3-8B', 16)),
    ...subjectsFor(
      question('Qwen/Qwen2.5-72B-Instruct', 60, {
        usage: { loadShape: { shape: 'noon-peak' }, termMonths: 12, interruptible: true },
        storage: { systemDiskGiB: 300, dataDiskGiB: 500 },
      }),
    ),
  ];
}
