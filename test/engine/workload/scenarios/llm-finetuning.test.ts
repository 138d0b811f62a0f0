import { describe, expect, it } from 'vitest';
import { QuestionError } from '../../../../src/engine/question-error.js';
import { LLM_FINETUNING } from '../../../../src/engine/workload/scenarios/llm-finetuning.js';
import type { LlmFinetuningWorkload } from '../../../../src/engine/workload/training/schema.js';
import { CONTEXT, LIMITS, options, shape } from './training-catalogue.js';

const QUESTION: LlmFinetuningWorkload = {
  scenario: 'llm-finetuning',
  model: 'Llama-3.1-8B',
  method: 'lora',
  loraRank: 16,
  samples: 20_000,
  epochs: 3,
  sequenceTokens: 2048,
  globalBatchSequences: 64,
};

describe('LoRA on an 8B with one A10', () => {
  const evaluate = (changes: Partial<LlmFinetuningWorkload>, configuration: object = {}) =>
    LLM_FINETUNING.evaluate(
      { ...QUESTION, ...changes },
      { accelerator: 'A10', acceleratorCount: 1, ...configuration },
      CONTEXT,
    );

  it('fits with a micro-batch of 1 and says the hours for the samples', () => {
    const reply = evaluate({}, { microBatch: 1, activationCheckpointing: 'full' });
    expect(reply.fits).toBe(true);
    const hours = reply.performance.durationHours?.expected ?? 0;
    // 20,000 × 3 × 2048 tokens; LoRA with recomputation costs 6 N a token; an A10 sustains 30–60 % of 125 TFLOPS.
    const work = 20_000 * 3 * 2048 * 6 * 7.5e9;
    expect(hours).toBeGreaterThan(work / (125e12 * 0.6) / 3600);
    expect(hours).toBeLessThan(work / (125e12 * 0.2) / 3600);
  });

  it('reads the name of a re-upload as the architecture it is, and says so', () => {
    const asCard = evaluate({}, { microBatch: 1 });
    const asUpload = evaluate({ model: 'Meta-Llama-3.1-8B-Instruct' }, { microBatch: 1 });
    expect(asUpload.performance).toEqual(asCard.performance);
    expect(asUpload.findings.map((f) => f.code)).toContain('model-read-as');
    expect(asCard.findings.map((f) => f.code)).not.toContain('model-read-as');
  });

  it('does not fit with long sequences and a large micro-batch', () => {
    expect(evaluate({ sequenceTokens: 8192 }, { microBatch: 4 }).fits).toBe(false);
  });

  it('QLoRA leaves more room than LoRA, and full training has none', () => {
    const same = { microBatch: 1, activationCheckpointing: 'full' };
    const qlora = evaluate({ method: 'qlora' }, same).headroomRatio ?? 0;
    const lora = evaluate({ method: 'lora' }, same).headroomRatio ?? 0;
    const { loraRank: _, ...rest } = QUESTION;
    const full = LLM_FINETUNING.evaluate(
      { ...rest, method: 'full' },
      { accelerator: 'A10', acceleratorCount: 1 },
      CONTEXT,
    );
    expect(qlora).toBeGreaterThan(lora);
    expect(full.fits).toBe(false);
    expect(full.headroomRatio ?? 0).toBeLessThan(lora);
  });

  it('tests the model and the micro-batch that it chose, with as many steps of accumulation as make the batch', () => {
    const on = shape('a10', { count: 1, vcpu: 28, hostMemoryGiB: 116 });
    const question = LLM_FINETUNING.prepare(QUESTION, CONTEXT);
    const [option] = options(question, on);
    if (!option) throw new Error('no option');
    const facts = option.report.findings.find((f) => f.code === 'training-layout')?.facts ?? {};
    const [first] = question.loadTest({ shape: on, option }).commands;
    expect(first?.tool).toBe('LLaMA-Factory');
    expect(first?.command).toMatch(/--model_name_or_path [\w-]+\/[\w.-]*Llama-3\.1-8B/);
    const number = (flag: string) => Number(new RegExp(`--${flag} (\\d+)`).exec(first?.command ?? '')?.[1]);
    expect(number('per_device_train_batch_size')).toBe(facts.microBatch);
    const { data } = option.parallelism;
    expect(number('per_device_train_batch_size') * number('gradient_accumulation_steps') * data).toBe(64);
  });

  it('places on one card, one server or several, the fewest first', () => {
    const found = options(
      LLM_FINETUNING.prepare(QUESTION, CONTEXT),
      shape('a10', { count: 1, vcpu: 28, hostMemoryGiB: 116 }),
    );
    expect(found[0]?.serversPerUnit).toBe(1);
    expect(found[0]?.memory.total ?? 0).toBeLessThan(22.5);
  });
});

describe('parts of an evaluation', () => {
  it('sum to the total', () => {
    const { perAcceleratorGiB: m } = LLM_FINETUNING.evaluate(
      QUESTION,
      { accelerator: 'L40S', acceleratorCount: 1 },
      CONTEXT,
    ).memory;
    const parts = [m.weights, m.gradients, m.optimizer, m.activations, m.logits, m.runtime, m.other];
    expect(parts.reduce<number>((a, b) => a + (b ?? 0), 0)).toBeCloseTo(m.total ?? 0, 6);
  });
});

describe('what it refuses', () => {
  it('a rank with full fine-tuning, and ranks that make adapters as large as the model', () => {
    expect(() => LLM_FINETUNING.prepare({ ...QUESTION, method: 'full' }, CONTEXT)).toThrowError(QuestionError);
    expect(() => LLM_FINETUNING.prepare({ ...QUESTION, loraRank: 4096 }, CONTEXT)).toThrowError(/loraRank/);
  });

  it('fractions of a card when sharing is not allowed', () => {
    const half = shape('a10', { count: 1, share: 0.5, deviceMemoryGiB: 11.2 });
    const outcome = LLM_FINETUNING.prepare({ ...QUESTION, method: 'qlora' }, CONTEXT).place(half, {
      ...LIMITS,
      allowSharing: false,
    });
    expect(outcome.rejections.map((r) => r.code)).toContain('training-needs-whole-cards');
  });

  it('cards that hold too little, with how much is missing', () => {
    const outcome = LLM_FINETUNING.prepare({ ...QUESTION, model: 'Llama-3.1-70B' }, CONTEXT).place(
      shape('t4', { count: 1, networkGbps: null }),
      LIMITS,
    );
    const why = outcome.rejections.find((r) => r.code === 'training-states-too-large');
    expect(why?.finding.facts.neededGiB as number).toBeGreaterThan(why?.finding.facts.availableGiB as number);
  });

  it('nothing is said of cards whose memory is unknown', () => {
    const unknown = shape('a10', { deviceMemoryGiB: null });
    expect(LLM_FINETUNING.prepare(QUESTION, CONTEXT).place(unknown, LIMITS)).toMatchObject({
      options: [],
      isUnknown: true,
    });
  });
});

describe('full fine-tuning on cards that cannot hold the optimiser states', () => {
  const { loraRank: _, ...rest } = QUESTION;
  const question: LlmFinetuningWorkload = { ...rest, method: 'full', framework: 'deepspeed' };
  const on = (changes: Parameters<typeof shape>[1]) =>
    LLM_FINETUNING.prepare(question, CONTEXT).place(shape('a100-pcie-80gb', { networkGbps: null, ...changes }), LIMITS);

  it('keeps them in host memory as the last resort, and says so', () => {
    const { options: alone } = on({ count: 1 });
    const { report, needs } = alone[0] ?? {};
    const told = report?.findings.find((f) => f.code === 'training-offloaded');
    expect(told).toBeDefined();
    expect(report?.findings.find((f) => f.code === 'training-layout')?.facts.offload).toBe('optimizer');
    // 18 bytes for each of 8.03 billion parameters, beside what a process needs anyway.
    expect(told?.facts.hostGiB as number).toBeCloseTo((18 * 8.03e9) / 2 ** 30, 0);
    expect(needs?.hostMemoryGiBPerAccelerator ?? 0).toBeGreaterThan(told?.facts.hostGiB as number);
  });

  it('never where the states fit on the cards', () => {
    for (const option of on({ count: 8 }).options) {
      expect(option.report.findings.map((f) => f.code)).not.toContain('training-offloaded');
    }
  });

  it('never where the host is too small, nor for a run from scratch', () => {
    expect(on({ count: 1, hostMemoryGiB: 96 }).options).toEqual([]);
    expect(on({ count: 1, hostMemoryGiB: null }).options).toEqual([]);
  });
});
