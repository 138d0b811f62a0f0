/** The questions that the benchmarks ask: one a scenario class, over the whole catalogue. */
export const CHAT_70B = {
  workload: {
    scenario: 'llm-inference',
    model: 'Llama-3.1-70B',
    maxContextTokens: 8192,
    inputTokens: 5000,
    outputTokens: 500,
    concurrency: 100,
    latency: { timeToFirstTokenMs: 2000 },
  },
  currency: 'CNY',
};

export const SERVICE_7B = {
  workload: {
    scenario: 'llm-inference',
    model: 'Qwen2.5-7B',
    maxContextTokens: 4096,
    inputTokens: 1000,
    outputTokens: 300,
    requestsPerSecond: 20,
  },
  usage: { hourlyLoad: Array.from({ length: 24 }, (_, hour) => (hour > 8 && hour < 20 ? 1 : 0.2)) },
  currency: 'USD',
};

const TRAINING_13B = {
  workload: {
    scenario: 'llm-training',
    model: 'Llama-2-13B',
    trainTokens: 100_000_000_000,
    sequenceTokens: 4096,
    globalBatchSequences: 1024,
    precisionRecipe: 'bf16',
    deadlineHours: 720,
  },
  currency: 'USD',
};

const LORA_8B = {
  workload: {
    scenario: 'llm-finetuning',
    model: 'Llama-3.1-8B',
    method: 'lora',
    samples: 20_000,
    epochs: 3,
    sequenceTokens: 2048,
    globalBatchSequences: 16,
    deadlineHours: 24,
  },
  currency: 'USD',
};

const RENDERING = {
  workload: {
    scenario: 'offline-rendering',
    frames: 600,
    reference: { accelerator: 'RTX 3090', minutesPerFrame: 11 },
    window: { startsAt: '20:00', readyBy: '08:00' },
  },
  currency: 'USD',
};

export type Question = { readonly workload: Readonly<Record<string, unknown>> } & Readonly<Record<string, unknown>>;

export const QUESTIONS: Readonly<Record<string, Question>> = {
  '70B chat': CHAT_70B,
  '7B service by the hour': SERVICE_7B,
  '13B training': TRAINING_13B,
  '8B LoRA': LORA_8B,
  'rendering by the morning': RENDERING,
};

/** Whole numbers of a workload that may be a little more or less without making another question of it, and by how much. */
const VARIED: Readonly<Record<string, (i: number) => number>> = {
  inputTokens: (i) => (i % 97) * 3,
  outputTokens: (i) => i % 89,
  trainTokens: (i) => (i % 97) * 1_000_003,
  // Another job to lay out: tokens alone would ask for the same layouts. Less, so that as many fit into a micro-batch.
  sequenceTokens: (i) => -(i % 61),
  samples: (i) => (i % 97) * 7,
  frames: (i) => i % 97,
};

/** Different numbers each time, so that nothing can be answered from a memory of the last question. */
export function varied(question: Question, i: number): unknown {
  const moved = Object.entries(question.workload).map(([field, value]) => [
    field,
    typeof value === 'number' ? value + (VARIED[field]?.(i) ?? 0) : value,
  ]);
  return { ...question, workload: Object.fromEntries(moved) };
}

/** Median and 99th percentile of milliseconds. */
export function quantiles(times: readonly number[]): { p50: string; p99: string } {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (q: number) => (sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0).toFixed(1);
  return { p50: at(0.5), p99: at(0.99) };
}
