import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../../src/engine/evaluate.js';
import { QuestionError } from '../../../../src/engine/question-error.js';
import { LLM_TRAINING } from '../../../../src/engine/workload/scenarios/llm-training.js';
import type { LlmTrainingWorkload } from '../../../../src/engine/workload/training/schema.js';
import { CATALOGUE, CONTEXT, LIMITS, options, shape } from './training-catalogue.js';

const QUESTION: LlmTrainingWorkload = {
  scenario: 'llm-training',
  model: 'Llama-2-13B',
  trainTokens: 100e9,
  sequenceTokens: 4096,
  globalBatchSequences: 1024,
  precisionRecipe: 'bf16',
  deadlineHours: 720,
};
const ask = (changes: Partial<LlmTrainingWorkload> = {}) => LLM_TRAINING.prepare({ ...QUESTION, ...changes }, CONTEXT);
const A100_RDMA = shape('a100-sxm4-80gb', { rdmaGbps: 1600 });
const A100_TCP = shape('a100-sxm4-80gb', { rdmaGbps: 0, networkGbps: 10 });

describe('13B from scratch, 100 billion tokens, 30 days', () => {
  const found = options(ask(), A100_RDMA);

  it('takes as many A100 servers as 6·N·D at half of the peak says', () => {
    // 6 · 13e9 · 100e9 = 7.8e21 FLOP; 8 A100 at 50–55 % of 312 TFLOPS do 1.25–1.37e15 a second: 66–72 days on one server.
    const servers = found[0]?.serversPerUnit ?? 0;
    expect(servers).toBeGreaterThanOrEqual(2);
    expect(servers).toBeLessThanOrEqual(4);
    expect(found[0]?.runHours?.expected).toBeLessThanOrEqual(720);
  });

  it('offers faster plans beside the smallest one', () => {
    const hours = found.map((o) => o.runHours?.expected ?? 0);
    expect(found.length).toBeGreaterThan(1);
    expect([...hours].sort((a, b) => b - a)).toEqual(hours);
  });

  it('says layout, runner-up, RDMA and checkpoints', () => {
    const codes = found[0]?.report.findings.map((f) => f.code) ?? [];
    expect(codes).toEqual(
      expect.arrayContaining([
        'training-layout',
        'training-layout-runner-up',
        'training-rdma-break-even',
        'training-checkpoints',
        'training-scaling-loss',
      ]),
    );
  });

  it('counts the work as one run', () => {
    const option = found[0];
    expect(option?.workUnit).toBe('training-run');
    expect(option?.workPerRun).toBe(1);
    expect(option?.goalMarginRatio).toBeCloseTo((720 - (option?.runHours?.expected ?? 0)) / 720, 9);
  });

  it('rejects what cannot be in time with the time it would take', () => {
    const { rejections } = ask({ deadlineHours: 24 }).place(shape('t4'), LIMITS);
    expect(rejections.map((r) => r.code)).toContain('training-precision-unsupported');
    const slow = ask({ deadlineHours: 24 }).place(A100_TCP, { maxServers: 1, allowSharing: true });
    expect(slow.rejections.map((r) => r.code)).toContain('training-misses-deadline');
  });

  it('tests the very layout and model that it chose', () => {
    for (const option of found) {
      const facts = option.report.findings.find((f) => f.code === 'training-layout')?.facts ?? {};
      const { commands } = ask().loadTest({ shape: A100_RDMA, option });
      const command = commands.find(({ tool }) => tool === 'Megatron-LM')?.command ?? '';
      const { tensor, pipeline } = option.parallelism;
      for (const flag of [
        `--micro-batch-size ${facts.microBatch} --global-batch-size 1024`,
        `--tensor-model-parallel-size ${tensor} --pipeline-model-parallel-size ${pipeline}`,
        '--num-layers 40 --hidden-size 5120 --ffn-hidden-size 13824 --num-attention-heads 40',
        '--vocab-size 32000',
      ]) {
        expect(command).toContain(flag);
      }
      expect(command.includes('--nnodes')).toBe(option.serversPerUnit > 1);
      expect(command.includes('--recompute-granularity')).toBe(facts.activationCheckpointing !== 'none');
      expect(command.includes('--use-megatron-fsdp')).toBe(facts.sharding === 'zero2' || facts.sharding === 'zero3');
    }
  });

  it('leads from one card over one server to the cluster', () => {
    const option = found[0];
    if (!option) throw new Error('no option');
    const steps = ask().roadmap({ shape: A100_RDMA, option, servers: option.serversPerUnit });
    expect(steps.map((s) => s.title.code)).toEqual(
      expect.arrayContaining(['roadmap-one-card-steps', 'roadmap-one-server', 'roadmap-cluster']),
    );
    const test = ask().loadTest({ shape: A100_RDMA, option });
    expect(test.commands.map((c) => c.tool)).toEqual(expect.arrayContaining(['Megatron-LM', 'nccl-tests']));
  });
});

describe('more servers', () => {
  it('are never slower, and RDMA is never slower than TCP', () => {
    const free = ask({ deadlineHours: undefined as never });
    for (const on of [A100_RDMA, A100_TCP]) {
      const hours = options(free, on).map((o) => o.runHours?.expected ?? 0);
      expect([...hours].sort((a, b) => b - a)).toEqual(hours);
    }
    const on = (s: typeof A100_RDMA) => options(free, s).find((o) => o.serversPerUnit === 4)?.runHours?.expected ?? 0;
    expect(on(A100_RDMA)).toBeLessThanOrEqual(on(A100_TCP) || Number.POSITIVE_INFINITY);
  });
});

describe('what hardware cannot do', () => {
  const evaluate = (configuration: object, changes: Partial<LlmTrainingWorkload> = {}) =>
    LLM_TRAINING.evaluate({ ...QUESTION, ...changes }, configuration, CONTEXT);

  it('bf16 on V100 is unsupported, fp16 the nearest', () => {
    const reply = evaluate({ accelerator: 'V100-SXM2-32GB', acceleratorCount: 8 });
    expect(reply.supported).toMatchObject({ ok: false, nearest: 'fp16' });
  });

  it('auto on V100 is fp16', () => {
    const reply = evaluate({ accelerator: 'V100-SXM2-32GB', acceleratorCount: 8 }, { precisionRecipe: 'auto' });
    expect(reply.supported.ok).toBe(true);
    expect(reply.configuration.precisionRecipe).toBe('fp16');
  });

  it('fp8 on A100 is unsupported, bf16 the nearest', () => {
    const reply = evaluate({ accelerator: 'A100-SXM4-80GB', acceleratorCount: 8 }, { precisionRecipe: 'fp8' });
    expect(reply.supported).toMatchObject({ ok: false, nearest: 'bf16' });
  });

  it('ZeRO-3 over 10 Gbps TCP is warned of, with the alternative', () => {
    const reply = evaluate(
      {
        accelerator: 'A100-SXM4-80GB',
        acceleratorCount: 32,
        network: { tcpGbps: 10 },
        zeroStage: 3,
        tensorParallel: 1,
        pipelineParallel: 1,
      },
      { framework: 'deepspeed' },
    );
    const warning = reply.supported.because.find((f) => f.code === 'full-sharding-over-tcp');
    expect(warning?.message).toContain('hybrid');
    const rdma = evaluate(
      {
        accelerator: 'A100-SXM4-80GB',
        acceleratorCount: 32,
        network: { rdmaGbps: 1600 },
        zeroStage: 3,
        tensorParallel: 1,
        pipelineParallel: 1,
      },
      { framework: 'deepspeed' },
    );
    expect(reply.performance.tokensPerSecond?.expected).toBeLessThan(
      (rdma.performance.tokensPerSecond?.expected ?? 0) / 2,
    );
  });

  it('layouts that the model does not allow are refused by field', () => {
    const faults = (configuration: object) => {
      try {
        evaluate(configuration);
        return [];
      } catch (error) {
        return (error as QuestionError).faults.map((f) => `${f.pointer} ${f.code}`);
      }
    };
    expect(faults({ accelerator: 'A100-SXM4-80GB', acceleratorCount: 8, tensorParallel: 3 })).toContain(
      '/configuration/tensorParallel layout-illegal',
    );
    expect(faults({ accelerator: 'A100-SXM4-80GB', acceleratorCount: 8, pipelineParallel: 64 })).toContain(
      '/configuration/pipelineParallel layout-illegal',
    );
    expect(faults({ accelerator: 'A100-SXM4-80GB', acceleratorCount: 8, expertParallel: 2 })).toContain(
      '/configuration/expertParallel layout-illegal',
    );
    expect(faults({ acceleratorCount: 8 })).toContain('/configuration exactly-one-of');
  });
});

describe('what a caller may leave open or vary', () => {
  it('a vendor claim counts only when asked for, and is named', () => {
    const step = (library: 'nccl' | 'tccl') =>
      LLM_TRAINING.evaluate(
        { ...QUESTION, communicationLibrary: library },
        { accelerator: 'A100-SXM4-80GB', acceleratorCount: 64, network: { rdmaGbps: 200 }, zeroStage: 3 },
        CONTEXT,
      );
    expect(step('nccl').findings.map((f) => f.code)).not.toContain('tccl-vendor-claim');
    expect(step('tccl').findings.map((f) => f.code)).toContain('tccl-vendor-claim');
    expect(step('tccl').performance.stepTimeSeconds?.expected).toBeLessThanOrEqual(
      step('nccl').performance.stepTimeSeconds?.expected ?? 0,
    );
  });

  it('every field of the question changes the answer or is named in it', () => {
    const reply = (changes: Partial<LlmTrainingWorkload>) =>
      JSON.stringify(
        evaluate(CATALOGUE, {
          workload: { ...QUESTION, ...changes },
          configuration: { accelerator: 'A100-SXM4-80GB', acceleratorCount: 16, network: { rdmaGbps: 1600 } },
        }),
      );
    const base = reply({});
    const variations: Partial<LlmTrainingWorkload>[] = [
      { model: 'Llama-2-7B' },
      { trainTokens: 50e9 },
      { sequenceTokens: 2048 },
      { globalBatchSequences: 512 },
      { precisionRecipe: 'fp32' },
      { optimizer: 'adamw-8bit' },
      { framework: 'torchtitan' },
      { framework: { name: 'megatron-bridge', version: '25.09' } },
      { deadlineHours: 10 },
      { datasetGiB: 50_000 },
      { datasetKind: 'video' },
      { checkpointWriteGBps: 0.1 },
      { interruptionsPerServerDay: 3 },
      { communicationLibrary: 'tccl' },
    ];
    for (const change of variations) expect(reply(change), JSON.stringify(change)).not.toBe(base);
  });

  it('a model by its numbers or its config answers like its card', () => {
    const numbers = {
      parametersBillion: 13.02,
      layers: 40,
      hiddenSize: 5120,
      intermediateSize: 13_824,
      attentionHeads: 40,
      vocabularySize: 32_000,
      maxContextTokens: 4096,
    };
    const config = {
      huggingFaceConfig: {
        hidden_size: 5120,
        num_hidden_layers: 40,
        num_attention_heads: 40,
        intermediate_size: 13_824,
        vocab_size: 32_000,
        max_position_embeddings: 4096,
        hidden_act: 'silu',
      },
    };
    const step = (model: LlmTrainingWorkload['model']) =>
      LLM_TRAINING.evaluate({ ...QUESTION, model }, { accelerator: 'A100-SXM4-80GB', acceleratorCount: 16 }, CONTEXT)
        .memory.perAcceleratorGiB.total;
    const card = step('meta-llama/Llama-2-13b-hf') ?? 0;
    expect(step(numbers)).toBeCloseTo(card, 1);
    expect(step(config)).toBeCloseTo(card, 1);
  });

  it('without work there are steps but no duration', () => {
    const reply = LLM_TRAINING.evaluate(
      { ...QUESTION, trainTokens: undefined as never },
      { accelerator: 'A100-SXM4-80GB', acceleratorCount: 8 },
      CONTEXT,
    );
    expect(reply.performance.stepTimeSeconds).toBeDefined();
    expect(reply.performance.durationHours).toBeUndefined();
    expect(reply.findings.map((f) => f.code)).toContain('training-work-unknown');
  });

  it('refuses contradictions with all faults at once', () => {
    const wrong = { ...QUESTION, samples: 10, model: 'no such model', framework: 'no such framework' };
    expect(() => LLM_TRAINING.prepare(wrong, CONTEXT)).toThrowError(QuestionError);
    try {
      LLM_TRAINING.prepare(wrong, CONTEXT);
    } catch (error) {
      expect((error as QuestionError).faults.map((f) => f.code).sort()).toEqual([
        'exactly-one-of',
        'unknown-framework',
        'unknown-model',
      ]);
    }
  });
});

it('answers the same bytes twice, whatever was asked before', () => {
  const text = () => JSON.stringify(CATALOGUE.shapes.slice(0, 40).map((s) => ask().place(s, LIMITS)));
  const first = text();
  ask({ model: 'Llama-3.1-70B' }).place(A100_RDMA, LIMITS);
  expect(text()).toBe(first);
});
