/** Published capability and sizing cases (issue trackers, vendors' tables) as questions, each named by its source. */
import { describe, expect, it } from 'vitest';
import { readSeed } from '../../../../prisma/seed/read-seed.js';
import type { Accelerator } from '../../../../src/engine/catalogue/accelerator.js';
import { openCatalogue } from '../../../../src/engine/catalogue/snapshot.js';
import { compatibilityOf } from '../../../../src/engine/sizing/inference/compatibility.js';
import { evaluateInference } from '../../../../src/engine/sizing/inference/evaluating.js';
import type { WeightPrecision } from '../../../../src/engine/sizing/inference/precision.js';
import type {
  LlmInferenceConfiguration,
  LlmInferenceWorkload,
} from '../../../../src/engine/sizing/inference/question-schema.js';
import { LLM_FINETUNING } from '../../../../src/engine/workload/scenarios/llm-finetuning.js';
import { anyLimits, serverOf } from '../../../support/release-servers.js';

const catalogue = openCatalogue(readSeed());

function cardOf(id: string): Accelerator {
  const card = catalogue.acceleratorsById.get(id);
  if (!card) throw new Error(`no accelerator ${id}`);
  return card;
}

function ask(workload: Omit<LlmInferenceWorkload, 'scenario'>, configuration: LlmInferenceConfiguration) {
  return evaluateInference({ scenario: 'llm-inference', ...workload }, configuration, catalogue, '/workload');
}

interface Capability {
  readonly id: string;
  readonly source: string;
  readonly card: string;
  readonly engine: string;
  readonly precision: WeightPrecision;
  readonly version?: string;
  readonly attention?: 'plain' | 'mla' | 'sparse';
  readonly runs: boolean;
  /** A finding that says so. */
  readonly says?: string;
}

const CAPABILITIES: readonly Capability[] = [
  { id: 'CA-002', source: 'vllm#1157', card: 't4', engine: 'vllm', precision: 'bf16', runs: false },
  { id: 'CA-003', source: 'vllm#1400', card: 't4', engine: 'vllm', precision: 'int4-awq', runs: true },
  {
    id: 'CA-006',
    source: 'MiniCPM#249',
    card: 'v100-sxm2-32gb',
    engine: 'vllm',
    precision: 'fp16',
    runs: true,
    says: 'no-flash-attention-2',
  },
  {
    id: 'CA-007',
    source: 'flash-attention#27',
    card: 'p40',
    engine: 'transformers',
    precision: 'fp16',
    runs: true,
    says: 'no-flash-attention-2',
  },
  {
    id: 'CA-008',
    source: 'llama-recipes#21',
    card: 'a100-sxm4-80gb',
    engine: 'transformers',
    precision: 'fp8',
    runs: false,
  },
  {
    id: 'CA-009',
    source: 'vllm#5975',
    card: 'a100-sxm4-80gb',
    engine: 'vllm',
    precision: 'fp8',
    runs: true,
    says: 'weight-only',
  },
  {
    id: 'CA-010',
    source: 'vllm#6815',
    card: 'rtx-3090',
    engine: 'vllm',
    precision: 'fp8',
    version: '0.5.1',
    runs: false,
  },
  {
    id: 'CA-014',
    source: 'ComfyUI-QwenVL#28',
    card: 'rtx-3090',
    engine: 'transformers',
    precision: 'fp8',
    runs: false,
  },
  {
    id: 'CA-015',
    source: 'vllm#4202',
    card: 'v100-sxm2-32gb',
    engine: 'vllm',
    precision: 'int4-awq',
    version: '0.4.0',
    runs: false,
  },
  {
    id: 'CA-016',
    source: 'vllm#1282',
    card: 't4',
    engine: 'vllm',
    precision: 'int4-awq',
    version: '0.2.0',
    runs: false,
  },
  {
    id: 'CA-018',
    source: 'vllm#40851',
    card: 'a800-sxm4-80gb',
    engine: 'vllm',
    precision: 'int8',
    attention: 'sparse',
    runs: false,
  },
  {
    id: 'CA-027',
    source: 'nvidia.com geforce-license',
    card: 'rtx-4090',
    engine: 'vllm',
    precision: 'fp16',
    runs: true,
    says: 'consumer-licence',
  },
  {
    id: 'CA-029',
    source: 'vllm#21633',
    card: 'rtx-5070-ti',
    engine: 'vllm',
    precision: 'bf16',
    version: '0.10.0',
    runs: false,
  },
];

describe('capability cases', () => {
  it.each(CAPABILITIES)('$id: $precision on $card with $engine (published: $source)', (c) => {
    const answer = compatibilityOf({
      card: cardOf(c.card),
      engine: c.engine,
      version: c.version ?? null,
      precision: c.precision,
      isPrecisionStated: true,
      attention: c.attention ?? 'plain',
    });
    expect(answer.ok).toBe(c.runs);
    if (!c.runs) expect(answer.nearest).not.toBeNull();
    if (c.says) expect(answer.because.map((f) => f.code)).toContain(c.says);
  });

  it('CA-021, CA-023: slices of a card do not add up (pytorch#130181, ollama#4814)', () => {
    const sliced = catalogue.offers
      .map((o) => ({ type: o.type, shape: catalogue.shapes[o.shapeIndex] }))
      .filter((o) => o.shape !== undefined && o.shape.share < 1 && o.shape.count === 1);
    expect(sliced.length).toBeGreaterThan(0);
    for (const { type } of sliced.slice(0, 5)) {
      expect(() =>
        ask({ model: 'Llama-3.1-8B', concurrency: 1 }, { instanceType: type.id, servers: 2, tensorParallel: 2 }),
      ).toThrow();
    }
  });

  it.each([
    ['v100-sxm2-32gb', true],
    ['a100-sxm4-80gb', false],
  ])(
    'CA-005: training on %s is told that it has no FlashAttention-2: %s (instructlab/training#420)',
    (card, isTold) => {
      const placed = LLM_FINETUNING.prepare(
        {
          scenario: 'llm-finetuning',
          model: 'Llama-3.1-8B',
          method: 'lora',
          samples: 20_000,
          sequenceTokens: 2048,
          globalBatchSequences: 64,
        },
        { catalogue, pointer: '/workload' },
      ).place(serverOf(card), anyLimits);
      const told = placed.options[0]?.software.because.map((f) => f.code) ?? ['nothing placed'];
      expect(told.includes('flash-attention-needs-ampere')).toBe(isTold);
      expect(told).not.toContain('nothing placed');
    },
  );

  it('CA-025: H100 and A100 have no video encoder (livekit#1015)', () => {
    for (const id of ['h100-sxm5-80gb', 'a100-sxm4-80gb']) expect(cardOf(id).nvencEngines).toBe(0);
  });

  it('CA-034: double precision by card', () => {
    const stated = { 'h100-sxm5-80gb': 34, 'a100-sxm4-80gb': 9.7, 'v100-sxm2-16gb': 7.8, l4: 0.5, t4: 0.25 };
    for (const [id, tflops] of Object.entries(stated)) {
      expect(Math.abs((cardOf(id).fp64Tflops ?? 0) - tflops)).toBeLessThanOrEqual(0.5);
    }
  });
});

describe('sizing cases', () => {
  it('SZ-001: 100 users of a 70B in fp8 with a first token under 2 s need four H100, not two (NIM 1.0 tables)', () => {
    const firstTokenMs = (cards: number) => {
      const reply = ask(
        {
          model: 'Llama-3.3-70B-Instruct',
          weightPrecision: 'fp8',
          inputTokens: 5000,
          outputTokens: 500,
          concurrency: 100,
          engine: { name: 'tensorrt-llm' },
        },
        { accelerator: 'h100-sxm5-80gb', acceleratorCount: cards, tensorParallel: 2 },
      );
      return reply.performance.timeToFirstTokenMs?.expected ?? Number.NaN;
    };
    expect(firstTokenMs(2)).toBeGreaterThan(2000);
    expect(firstTokenMs(4)).toBeLessThan(2000);
  });

  it('SZ-014: concurrency is cache tokens over the longest context (vllm#8031)', () => {
    const { memory } = ask(
      { model: 'Llama-3.1-8B', maxContextTokens: 4096, concurrency: 1 },
      { accelerator: 'l4', acceleratorCount: 1 },
    );
    expect((memory.kvCacheTokens ?? 0) % 16).toBe(0);
    expect(memory.maxConcurrency).toBeCloseTo((memory.kvCacheTokens ?? 0) / 4096, 9);
  });

  it.each([
    ['fp16', 140],
    ['int8', 70],
    ['int4-awq', 35],
  ] as const)('SZ-016: a 70B in %s takes about %d GB', (precision, gigabytes) => {
    const { memory } = ask(
      { model: 'Llama-3.1-70B', weightPrecision: precision, concurrency: 1 },
      { accelerator: 'h200-sxm-141gb', acceleratorCount: 2, tensorParallel: 2 },
    );
    const weights = (memory.perAcceleratorGiB.weights ?? 0) * 2 * 1.073741824;
    // The rule of thumb leaves out scales and the 16-bit ends, which int4 has most of (AWQ files: 39.8 GB).
    expect(weights / gigabytes).toBeGreaterThan(0.99);
    expect(weights / gigabytes).toBeLessThan(precision === 'int4-awq' ? 1.15 : 1.05);
  });

  it('SZ-018: Llama-4-Scout fits one H100 in int4, not in bf16 (vllm#16712)', () => {
    const fits = (weightPrecision: WeightPrecision) =>
      ask(
        { model: 'Llama-4-Scout-17B-16E-Instruct', weightPrecision, maxContextTokens: 4096, concurrency: 1 },
        { accelerator: 'h100-sxm5-80gb', acceleratorCount: 1 },
      ).fits;
    expect([fits('int4-awq'), fits('bf16')]).toEqual([true, false]);
  });

  it('SZ-019: DeepSeek-V3 in fp8 does not fit 8 × A6000 (DeepSeek-V3#855)', () => {
    const reply = ask({ model: 'DeepSeek-V3', concurrency: 1 }, { accelerator: 'rtx-a6000', acceleratorCount: 8 });
    expect(reply.fits).toBe(false);
    expect((reply.memory.perAcceleratorGiB.total ?? 0) * 8 * 1.073741824).toBeGreaterThan(670);
  });
});

describe('what an answer says of its own assumptions', () => {
  const codes = (engine: LlmInferenceWorkload['engine'], precision: WeightPrecision, kvCachePrecision?: 'fp8') =>
    ask(
      {
        model: 'Llama-3.1-8B',
        weightPrecision: precision,
        concurrency: 1,
        engine: engine ?? {},
        ...(kvCachePrecision ? { kvCachePrecision } : {}),
      },
      { accelerator: 'h100-sxm5-80gb', acceleratorCount: 1 },
    ).findings.map((f) => f.code);

  it('names the sequences that vLLM would sample on a large card', () => {
    expect(codes({ name: 'vllm' }, 'bf16')).toContain('sampling-memory-default');
    expect(codes({ name: 'vllm', maxSequences: 256 }, 'bf16')).not.toContain('sampling-memory-default');
  });

  it('names the cache that TensorRT-LLM takes from the checkpoint', () => {
    expect(codes({ name: 'tensorrt-llm' }, 'fp8')).toContain('checkpoint-cache-precision');
    expect(codes({ name: 'tensorrt-llm' }, 'fp8', 'fp8')).not.toContain('checkpoint-cache-precision');
    expect(codes({ name: 'tensorrt-llm' }, 'bf16')).not.toContain('checkpoint-cache-precision');
  });
});
