import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { activationBytesPerToken } from '../../../../src/engine/sizing/training/activations.js';
import { TRAINING_CALIBRATION } from '../../../../src/engine/sizing/training/calibration.js';
import {
  logitBytes,
  stageParameters,
  stateBytes,
  trainingMemory,
} from '../../../../src/engine/sizing/training/memory.js';
import { recipeBytes } from '../../../../src/engine/sizing/training/recipe.js';
import { framework, job, LLAMA_7B, layout } from './jobs.js';

const sum = (bytes: { weights: number; gradients: number; optimizer: number }) =>
  bytes.weights + bytes.gradients + bytes.optimizer;

describe('model states', () => {
  it.each([
    // Megatron: 2 weights + 4 main gradients + 4 master + 8 Adam.
    ['bf16', 'adamw', 'megatron', 18],
    // ZeRO paper with fp16: 2 + 2 + 4 + 8.
    ['fp16', 'adamw', 'deepspeed', 16],
    // FSDP: fp32 shards, gradients and moments: 4 + 4 + 8.
    ['bf16', 'adamw', 'fsdp', 16],
    // Everything in 16 bit: 2 + 2 + 2·2.
    ['bf16-pure', 'adamw', 'plain', 8],
    // fp32: 4 + 4 + 8.
    ['fp32', 'adamw', 'plain', 16],
    // Momentum alone: 4 + 4 + 4.
    ['fp32', 'sgd-momentum', 'plain', 12],
    // The 8-bit copy of the weights: one byte more.
    ['fp8', 'adamw', 'megatron', 19],
  ] as const)('%s with %s on %s hold %d bytes a parameter', (recipe, optimizer, style, expected) => {
    expect(sum(recipeBytes(recipe, optimizer, style))).toBe(expected);
  });

  it('8-bit Adam holds 6 bytes a parameter in 16-bit training, and a little for its scales', () => {
    expect(sum(recipeBytes('bf16-pure', 'adamw-8bit', 'plain'))).toBeCloseTo(6.03, 2);
  });

  it('are sharded as the stage says: 8 devices, megatron style', () => {
    const parameters = 6.738e9;
    const at = (sharding: 'none' | 'zero1' | 'zero2' | 'zero3') => {
      const l = layout({ data: 8, sharding, shardWidth: 8 });
      const j = job();
      const states = stateBytes(j, l, stageParameters(j, l, 2));
      return sum(states) / parameters;
    };
    expect(at('none')).toBeCloseTo(18, 1);
    expect(at('zero1')).toBeCloseTo(6 + 12 / 8, 1);
    expect(at('zero2')).toBeCloseTo(2 + 16 / 8, 1);
    expect(at('zero3')).toBeCloseTo(18 / 8, 1);
  });

  it('hybrid sharding divides by its own width, not by all replicas', () => {
    const j = job({ on: 'pytorch-fsdp' });
    const l = layout({ data: 32, sharding: 'zero3', shardWidth: 8 });
    expect(sum(stateBytes(j, l, stageParameters(j, l, 2))) / 6.738e9).toBeCloseTo(16 / 8, 1);
  });

  it('offloading the optimiser leaves weights and gradients', () => {
    const j = job({ on: 'deepspeed', recipe: 'fp16' });
    const l = layout({ isOffloaded: true });
    expect(stateBytes(j, l, stageParameters(j, l, 2)).optimizer).toBe(0);
  });
});

describe('parameters of a stage', () => {
  it('the two embeddings of an untied model sit on the first and the last stage', () => {
    const j = job();
    const embedding = 32_000 * 4096;
    expect(stageParameters(j, layout(), 2).embeddings).toBe(2 * embedding);
    expect(stageParameters(j, layout({ pipeline: 4 }), 1).embeddings).toBe(embedding);
  });

  it('sum to the stated total', () => {
    const stage = stageParameters(job(), layout(), 2);
    expect(stage.dense + stage.routed + stage.embeddings).toBeCloseTo(6.738e9, -6);
  });

  it('experts are split by the expert degree, the rest by the tensor degree', () => {
    const shape = {
      ...LLAMA_7B,
      parametersBillion: 46.7,
      intermediateSize: 14_336,
      keyValueHeads: 8,
      attention: { kind: 'gqa' as const },
      experts: { count: 8, perToken: 2, shared: 0, intermediateSize: 14_336, denseLayers: 0 },
    };
    const j = job({ shape });
    const whole = stageParameters(j, layout(), 2);
    const split = stageParameters(j, layout({ expert: 8, data: 8 }), 2);
    expect(split.routed).toBeCloseTo(whole.routed / 8, 0);
    expect(split.dense).toBe(whole.dense);
  });
});

describe('activations', () => {
  it('count every kept tensor of a gated layer: 2·(2h + 3h + h + 2h + 3f) + 4a bytes a token', () => {
    const h = 4096;
    const f = 11_008;
    // Norm inputs and linear inputs 4h, queries h, keys and values 2h, attention output h, gate, up and product 3f.
    const expected = 2 * (4 * h + h + 2 * h + h + 3 * f) + 4 * 32;
    expect(activationBytesPerToken(job(), layout())).toBe(expected);
  });

  it('without flash attention keep five bytes an entry of the score matrix', () => {
    const plain = { ...framework('megatron-2021'), attentionKernel: 'scores' as const };
    const without = job({ framework: plain });
    const withFlash = job({ framework: { ...plain, attentionKernel: 'flash2' as const } });
    const difference = activationBytesPerToken(without, layout()) - activationBytesPerToken(withFlash, layout());
    expect(difference).toBe(5 * 32 * 2048);
  });

  it('sequence parallelism divides all of them, tensor parallelism alone not the block inputs', () => {
    const split = layout({ tensor: 4 });
    expect(activationBytesPerToken(job(), split)).toBeCloseTo(activationBytesPerToken(job(), layout()) / 4, 6);
    const old = job({ on: 'megatron-deepspeed', sequence: 8192 });
    expect(activationBytesPerToken(old, split)).toBeGreaterThan(activationBytesPerToken(old, layout()) / 4);
  });

  it('recomputation never keeps more', () => {
    for (const microBatch of [1, 2, 8]) {
      const at = (checkpointing: 'none' | 'selective' | 'full') =>
        trainingMemory(job(), layout({ microBatch, checkpointing })).activations;
      expect(at('selective')).toBeLessThanOrEqual(at('none'));
      expect(at('full')).toBeLessThanOrEqual(at('selective'));
    }
  });

  it('the first stage of a pipeline keeps as many micro-batches as there are stages', () => {
    const l = layout({ pipeline: 4, checkpointing: 'full' });
    const many = trainingMemory(job({ globalBatch: 64 }), l);
    const one = trainingMemory(job({ globalBatch: 1 }), l);
    const layers = 8;
    const boundary = 2 * 4096 * 2048;
    expect(many.activations - one.activations).toBeCloseTo(3 * layers * boundary, -3);
  });
});

describe('logits', () => {
  it('are tokens × vocabulary × bytes, and an eighth of it with a chunked loss', () => {
    const eager = job({ on: 'huggingface' });
    const bytes = TRAINING_CALIBRATION.logitBytesEager;
    expect(logitBytes(eager, layout(), 2048, TRAINING_CALIBRATION)).toBeCloseTo(2048 * 32_000 * bytes, 0);
    const chunked = job({ framework: { ...framework('huggingface'), lossKernel: 'chunked' as const } });
    expect(logitBytes(chunked, layout(), 2048, TRAINING_CALIBRATION)).toBeCloseTo((2048 * 32_000 * bytes) / 8, 0);
  });
});

describe('always', () => {
  const settings = fc.record({
    rank: fc.constantFrom(4, 16, 64),
    sequence: fc.constantFrom(256, 2048, 16_384),
    recipe: fc.constantFrom('bf16' as const, 'bf16-pure' as const, 'fp16' as const),
    optimizer: fc.constantFrom('adamw' as const, 'adamw-8bit' as const, 'sgd' as const, 'adafactor' as const),
    on: fc.constantFrom(
      'huggingface',
      'unsloth',
      'pytorch-fsdp',
      'deepspeed-peft',
      'torchtune',
      'litgpt',
      'megatron-lm',
    ),
    data: fc.constantFrom(1, 2, 8),
    sharding: fc.constantFrom('none' as const, 'zero1' as const, 'zero2' as const, 'zero3' as const),
    checkpointing: fc.constantFrom('none' as const, 'selective' as const, 'full' as const),
    microBatch: fc.constantFrom(1, 4),
    vocabularySize: fc.constantFrom(32_000, 152_000, 256_000),
    hiddenSize: fc.constantFrom(1024, 4096, 8192),
  });

  it('QLoRA needs no more than LoRA, and LoRA no more than full training', () => {
    fc.assert(
      fc.property(settings, (s) => {
        const parametersBillion =
          (2 * s.vocabularySize * s.hiddenSize +
            24 * (4 * s.hiddenSize ** 2 + 3 * s.hiddenSize * 2.75 * s.hiddenSize)) /
          1e9;
        const shape = {
          ...LLAMA_7B,
          parametersBillion,
          layers: 24,
          hiddenSize: s.hiddenSize,
          intermediateSize: 2.75 * s.hiddenSize,
          attentionHeads: s.hiddenSize / 128,
          keyValueHeads: s.hiddenSize / 128,
          vocabularySize: s.vocabularySize,
        };
        const l = layout({
          data: s.data,
          sharding: s.data === 1 ? 'none' : s.sharding,
          shardWidth: s.data,
          checkpointing: s.checkpointing,
          microBatch: s.microBatch,
        });
        const of = (method: 'qlora' | 'lora' | 'full') =>
          trainingMemory(
            job({
              shape,
              method,
              recipe: s.recipe,
              optimizer: s.optimizer,
              on: s.on,
              loraRank: s.rank,
              sequence: s.sequence,
            }),
            l,
          ).total;
        expect(of('qlora')).toBeLessThanOrEqual(of('lora') * (1 + 1e-9));
        expect(of('lora')).toBeLessThanOrEqual(of('full') * (1 + 1e-9));
      }),
      { numRuns: 400, seed: 5 },
    );
  });

  it('a larger micro-batch or a longer sequence never needs less', () => {
    fc.assert(
      fc.property(settings, (s) => {
        const of = (microBatch: number, sequence: number) =>
          trainingMemory(
            job({ on: s.on, sequence, recipe: s.recipe, optimizer: s.optimizer }),
            layout({
              microBatch,
              checkpointing: s.checkpointing,
              data: s.data,
              sharding: s.sharding,
              shardWidth: s.data,
            }),
          ).total;
        expect(of(2, 8192)).toBeGreaterThanOrEqual(of(1, 8192) * (1 - 1e-9));
        expect(of(1, 16_384)).toBeGreaterThanOrEqual(of(1, 8192) * (1 - 1e-9));
      }),
      { numRuns: 100, seed: 6 },
    );
  });
});
