/** A first load test is one that its reader can run as it stands, and compare with the plan. */
import { describe, expect, it } from 'vitest';
import type { RecommendRequest } from '../../../../src/engine/question.js';
import { recommend } from '../../../../src/engine/recommend.js';
import { seedCatalogue } from '../../../support/seed-catalogue.js';

const CONTEXT = { today: '2026-11-30', priceBook: null };
const WORKLOAD = {
  scenario: 'llm-inference',
  model: 'Qwen2.5-72B',
  maxContextTokens: 8192,
  inputTokens: 5000,
  outputTokens: 500,
  concurrency: 100,
  latency: { timeToFirstTokenMs: 2000 },
};

function ask(workload: Record<string, unknown>, constraints: Record<string, unknown> = { geographies: ['cn'] }) {
  const request = { workload: { ...WORKLOAD, ...workload }, constraints, currency: 'CNY', limit: 1 };
  const reply = recommend(seedCatalogue(), request as unknown as RecommendRequest, CONTEXT);
  const [plan] = reply.plans;
  if (plan === undefined) throw new Error('no plan');
  const command = (tool: string) => reply.loadTest.commands.find((one) => one.tool === tool)?.command ?? '';
  return { ...reply.loadTest, plan, command, roadmap: reply.roadmap };
}
const expectedOf = (test: ReturnType<typeof ask>, metric: string) =>
  test.decide.find(({ facts }) => facts.metric === metric)?.facts.expected;

describe('the load test of a serving plan', () => {
  const test = ask({});
  const { replicas } = test.plan.placement;

  it('loads one replica with its share of the requests in flight', () => {
    expect(replicas).toBeGreaterThan(1);
    const share = Math.ceil(100 / replicas);
    expect(test.summary.facts).toMatchObject({ concurrency: share });
    expect(test.command('vllm bench')).toContain(`--max-concurrency ${share} `);
    expect(test.command('genai-perf')).toContain(`--concurrency ${share} `);
  });

  it('compares times as they are, and throughput with the share of one replica', () => {
    const { timeToFirstTokenMs, outputTokensPerSecond } = test.plan.performance;
    expect(expectedOf(test, 'timeToFirstTokenMs')).toBeCloseTo(timeToFirstTokenMs?.expected ?? 0, -1);
    expect(expectedOf(test, 'outputTokensPerSecond')).toBeCloseTo(
      (outputTokensPerSecond?.expected ?? 0) / replicas,
      -1,
    );
  });

  it('is followed on the road by the most that one replica takes, as the plan says it', () => {
    const binding = test.plan.findings.find(({ code }) => code === 'binding-limit')?.facts.maxConcurrency;
    const step = test.roadmap.find(({ title }) => title.code === 'roadmap-load-test');
    expect(step?.title.facts.maxConcurrency).toBe(binding);
  });

  it('loads the model by the name that a hub knows, as asked where that is one', () => {
    expect(test.command('vllm')).toContain('vllm serve Qwen/Qwen2.5-72B');
    const instruct = ask({ model: 'Qwen/Qwen2.5-72B-Instruct' });
    expect(instruct.command('vllm')).toContain('vllm serve Qwen/Qwen2.5-72B-Instruct ');
  });

  it('sends requests at the share of an arrival rate, where that is the load', () => {
    const atRate = ask({ concurrency: undefined, requestsPerSecond: 4 });
    const share = Number((4 / atRate.plan.placement.replicas).toPrecision(4));
    expect(atRate.summary).toMatchObject({ code: 'load-test-at-rate', facts: { requestsPerSecond: share } });
    expect(atRate.command('vllm bench')).toContain(`--request-rate ${share} `);
  });

  it.each([
    ['vllm', 'vllm serve '],
    ['sglang', 'python3 -m sglang.launch_server '],
    ['tensorrt-llm', 'trtllm-serve '],
    ['lmdeploy', 'lmdeploy serve api_server '],
  ])('starts %s by its own program', (name, program) => {
    expect(ask({ engine: { name } }).command(name)).toContain(program);
  });

  it('starts no other engine in place of one that has no server here', () => {
    const test = ask({ engine: { name: 'transformers' }, latency: undefined, concurrency: 1 });
    expect(test.commands.map(({ tool }) => tool)).toEqual(['vllm bench', 'genai-perf']);
  });
});
