import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { readSeed } from '../../../../prisma/seed/read-seed.js';
import { openCatalogue } from '../../../../src/engine/catalogue/snapshot.js';
import { QuestionError } from '../../../../src/engine/question-error.js';
import { LLM_INFERENCE } from '../../../../src/engine/workload/scenarios/llm-inference.js';

type Workload = Parameters<typeof LLM_INFERENCE.evaluate>[0];
const catalogue = openCatalogue(readSeed());
const context = { catalogue, pointer: '/workload' };
const limits = { maxServers: 64, allowSharing: true };
const base = {
  scenario: 'llm-inference',
  model: 'Qwen3-8B',
  maxContextTokens: 8192,
  inputTokens: 1000,
  outputTokens: 200,
  concurrency: 8,
} as const satisfies Workload;

function faultsOf(ask: () => unknown) {
  try {
    ask();
  } catch (error) {
    if (error instanceof QuestionError) return error.faults;
    throw error;
  }
  return [];
}

describe('the scenario', () => {
  it('has examples that its own schemas accept', () => {
    expect(Value.Check(LLM_INFERENCE.schema, LLM_INFERENCE.example)).toBe(true);
    expect(Value.Check(LLM_INFERENCE.configurationSchema, LLM_INFERENCE.configurationExample)).toBe(true);
    expect(Object.values(LLM_INFERENCE.defaultWeights).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 10);
  });

  it.each([
    [{ ...base, inputTokens: -1 }],
    [{ ...base, concurrency: 0 }],
    [{ ...base, outputTokens: 1.5 }],
    [{ ...base, requestsPerSecond: 1e308 }],
    [{ ...base, model: '' }],
    [{ ...base, temprature: 1 }],
    [{ ...base, engine: { name: 'tgi' } }],
    [{ ...base, latency: { percentile: 99.99 } }],
  ])('refuses nonsense by its schema: %o', (workload) => {
    expect(Value.Check(LLM_INFERENCE.schema, workload)).toBe(false);
  });
});

describe('the question', () => {
  const prepare = (workload: unknown) => () => LLM_INFERENCE.prepare(workload as Workload, context);

  it.each([
    ['both loads', { ...base, requestsPerSecond: 3 }, 'exactly-one-of'],
    ['no load', { scenario: 'llm-inference', model: 'Qwen3-8B' }, 'exactly-one-of'],
    ['a context shorter than the request', { ...base, maxContextTokens: 1000 }, 'contradiction'],
    ['a prefix as long as the prompt', { ...base, sharedPrefixTokens: 1000 }, 'contradiction'],
    [
      'latency goals of offline work',
      { ...base, concurrency: undefined, saturated: true, latency: { endToEndMs: 100 } },
      'contradiction',
    ],
    [
      'an end before the first token',
      { ...base, latency: { endToEndMs: 100, timeToFirstTokenMs: 200 } },
      'contradiction',
    ],
    ['a disordered range', { ...base, inputTokens: { low: 10, expected: 5, high: 20 } }, 'out-of-range'],
    ['a model that nobody knows', { ...base, model: 'Grox-9000' }, 'unknown-model'],
    ['a config without layers', { ...base, model: { huggingFaceConfig: { hidden_size: 1 } } }, 'out-of-range'],
  ])('refuses %s', (_, workload, code) => {
    expect(faultsOf(prepare(workload)).map((f) => f.code)).toContain(code);
  });

  it.each([
    ['Qwen/Qwen3-32B', 'qwen3-32b'],
    ['qwen3 32b', 'qwen3-32b'],
    ['Qwen2.5-7B-Instruct-AWQ', 'qwen2.5-7b'],
    ['meta-llama/Llama-3.3-70B-Instruct', 'llama-3.3-70b'],
    ['DeepSeek-R1-Distill-Qwen-14B', 'qwen2.5-14b'],
    ['RedHatAI/Meta-Llama-3.1-8B-Instruct-FP8', 'llama-3.1-8b'],
  ])('knows %s as %s', (model, id) => {
    expect(LLM_INFERENCE.prepare({ ...base, model }, context).demand.model).toBe(id);
  });

  it('takes the precision from a name that states one, unless the caller states another', () => {
    const prepared = LLM_INFERENCE.prepare({ ...base, model: 'Qwen3-32B-AWQ' }, context);
    expect(prepared.demand.precision).toBe('int4-awq');
    expect(prepared.findings.map((f) => f.code)).toContain('precision-from-name');
    const stated = LLM_INFERENCE.prepare({ ...base, model: 'Qwen3-32B-AWQ', weightPrecision: 'fp8' }, context);
    expect(stated.demand.precision).toBe('fp8');
  });
});

describe('one configuration', () => {
  const evaluate = (workload: Partial<Workload>, configuration: unknown) =>
    LLM_INFERENCE.evaluate({ ...base, ...workload } as Workload, configuration, context);

  it('answers bf16 on T4 with why not, and with the nearest that works', () => {
    const reply = evaluate({ weightPrecision: 'bf16' }, { accelerator: 'T4', acceleratorCount: 4, tensorParallel: 4 });
    expect(reply.supported.ok).toBe(false);
    expect(reply.supported.nearest).toBe('fp16');
    expect(reply.supported.because.map((f) => f.code)).toContain('precision-unsupported');
  });

  it('chooses the smallest tensor parallel that fits', () => {
    const reply = evaluate({ model: 'Llama-3.3-70B' }, { accelerator: 'H20 96GB', acceleratorCount: 8 });
    expect(reply.configuration.tensorParallel).toBe(2);
    expect(reply.configuration.replicas).toBe(4);
  });

  it('maximum concurrency is cache tokens over the longest context', () => {
    const reply = evaluate({}, { accelerator: 'L20', acceleratorCount: 1 });
    const { kvCacheTokens = 0, maxConcurrency = 0 } = reply.memory;
    expect(maxConcurrency).toBeCloseTo(kvCacheTokens / 8192, 2);
  });

  it.each([
    [{ accelerator: 'H20 96GB', acceleratorCount: 6, tensorParallel: 4 }, 'layout-illegal'],
    [{ accelerator: 'H20 96GB', acceleratorCount: 3, tensorParallel: 3 }, 'layout-illegal'],
    [{ accelerator: 'H20 96GB', acceleratorCount: 8, expertParallel: 8 }, 'layout-illegal'],
    [{ accelerator: 'A100', acceleratorCount: 1 }, 'ambiguous-accelerator'],
    [{ accelerator: 'B9000', acceleratorCount: 1 }, 'unknown-accelerator'],
    [{ acceleratorCount: 1 }, 'exactly-one-of'],
  ])('refuses %o as %s', (configuration, code) => {
    expect(faultsOf(() => evaluate({}, configuration)).map((f) => f.code)).toContain(code);
  });

  it('throughputs of one load agree with each other', () => {
    const reply = evaluate({}, { accelerator: 'A10', acceleratorCount: 2, tensorParallel: 1 });
    const at = (metric: string) => reply.performance[metric]?.expected ?? Number.NaN;
    expect(at('outputTokensPerSecond')).toBeCloseTo(at('requestsPerSecond') * 200, 6);
    expect(at('totalTokensPerSecond')).toBeCloseTo(at('requestsPerSecond') * 1200, 6);
    const answer = at('timeToFirstTokenMs') + at('timePerOutputTokenMs') * 199;
    expect(at('endToEndLatencyMs')).toBeCloseTo(answer, 6);
  });

  it('leans on measured rows where there are some, and says which', () => {
    const asked = {
      model: 'Llama-3.1-70B',
      weightPrecision: 'fp8',
      engine: { name: 'vllm' },
      inputTokens: 1024,
      outputTokens: 1024,
      concurrency: 16,
    } as const;
    const near = evaluate(asked, { accelerator: 'h200-sxm-141gb', acceleratorCount: 4, tensorParallel: 4 });
    expect(['measured', 'interpolated']).toContain(near.performance.timePerOutputTokenMs?.evidence);
    expect(near.findings.map((f) => f.code)).toContain('nearest-measured');
    const own = evaluate(
      {
        model: {
          parametersBillion: 8,
          layers: 32,
          hiddenSize: 4096,
          intermediateSize: 14336,
          attentionHeads: 32,
          keyValueHeads: 8,
          headSize: 128,
          vocabularySize: 128256,
          tiedEmbeddings: false,
          maxContextTokens: 32768,
          attention: { kind: 'gqa' },
        },
      },
      { accelerator: 'L20', acceleratorCount: 1 },
    );
    expect(own.performance.timePerOutputTokenMs?.evidence).toBe('analytic');
  });
});

describe('every field of the workload', () => {
  const reply = (workload: Partial<Workload>) =>
    JSON.stringify(
      LLM_INFERENCE.evaluate(
        { ...base, ...workload } as Workload,
        { accelerator: 'L20', acceleratorCount: 2 },
        context,
      ),
    );
  it.each([
    [{ model: 'Qwen3-4B' }],
    [{ weightPrecision: 'int8' }],
    [{ kvCachePrecision: 'fp8' }],
    [{ maxContextTokens: 9000 }],
    [{ inputTokens: 1100 }],
    [{ outputTokens: 210 }],
    [{ concurrency: 20 }],
    [{ sharedPrefixTokens: 500 }],
    [{ latency: { timeToFirstTokenMs: 100 } }],
    [{ latency: { percentile: 95 } }],
    [{ engine: { name: 'sglang' } }],
    [{ engine: { version: '0.8.0' } }],
    [{ engine: { memoryUtilizationRatio: 0.8 } }],
    [{ engine: { maxBatchedTokens: 2048 } }],
    [{ engine: { maxSequences: 3 } }],
    [{ engine: { blockTokens: 64 } }],
    [{ engine: { cudaGraphs: false } }],
    [{ engine: { chunkedPrefill: false } }],
  ] as const)('%o changes the answer', (change) => {
    expect(reply(change as Partial<Workload>)).not.toBe(reply({}));
  });
});

describe('placing', () => {
  it('rejects one T4 for a 70B model with how much memory is missing', () => {
    const prepared = LLM_INFERENCE.prepare({ ...base, model: 'Llama-3.3-70B', weightPrecision: 'int4-gptq' }, context);
    const shape = catalogue.shapes.find((s) => s.accelerator.id === 't4' && s.count === 1 && s.share === 1);
    if (!shape) throw new Error('no T4 server');
    const outcome = prepared.place(shape, limits);
    expect(outcome.options).toEqual([]);
    const short = outcome.rejections.find((r) => r.code === 'memory-short');
    expect(Number(short?.finding.facts.neededGiB)).toBeGreaterThan(Number(short?.finding.facts.usableGiB));
  });

  it('offers several layouts of one server, whole replicas each', () => {
    const prepared = LLM_INFERENCE.prepare({ ...base, concurrency: 200 }, context);
    const shape = catalogue.shapes.find((s) => s.accelerator.id === 'a10' && s.count === 4 && s.share === 1);
    if (!shape) throw new Error('no server of four A10');
    const options = prepared.place(shape, limits).options;
    expect(new Set(options.map((o) => o.parallelism.tensor)).size).toBeGreaterThan(1);
    for (const o of options)
      expect(o.replicasPerUnit * o.parallelism.tensor * o.parallelism.pipeline).toBeLessThanOrEqual(4);
  });

  it('spans servers only where RDMA is known', () => {
    const prepared = LLM_INFERENCE.prepare({ ...base, model: 'Kimi-K2-Instruct', concurrency: 4 }, context);
    for (const shape of catalogue.shapes) {
      for (const o of prepared.place(shape, limits).options) {
        if (o.serversPerUnit > 1) expect(shape.rdmaGbps ?? 0).toBeGreaterThan(0);
      }
    }
  });

  it('gives the same answer twice', () => {
    const run = () => {
      const prepared = LLM_INFERENCE.prepare(base, context);
      return JSON.stringify(catalogue.shapes.map((s) => prepared.place(s, limits)));
    };
    expect(run()).toBe(run());
  });
});
