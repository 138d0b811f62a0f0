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

/** Different numbers each time, so that nothing can be answered from a memory of the last question. */
export function varied(question: typeof CHAT_70B | typeof SERVICE_7B, i: number): unknown {
  const { workload } = question;
  return {
    ...question,
    workload: {
      ...workload,
      inputTokens: workload.inputTokens + (i % 97) * 3,
      outputTokens: workload.outputTokens + (i % 89),
    },
  };
}

/** Median and 99th percentile of milliseconds. */
export function quantiles(times: readonly number[]): { p50: string; p99: string } {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (q: number) => (sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0).toFixed(1);
  return { p50: at(0.5), p99: at(0.99) };
}
