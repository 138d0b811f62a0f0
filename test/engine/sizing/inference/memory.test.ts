import { describe, expect, it } from 'vitest';
import { readSeed } from '../../../../prisma/seed/read-seed.js';
import { openCatalogue } from '../../../../src/engine/catalogue/snapshot.js';
import { engineMemory } from '../../../../src/engine/sizing/inference/engine-memory.js';
import { evaluateInference } from '../../../../src/engine/sizing/inference/evaluating.js';
import { kvBytes, kvBytesOfSequence, kvShare } from '../../../../src/engine/sizing/inference/kv-cache.js';
import { shapeOf } from '../../../../src/engine/sizing/inference/model-shape.js';
import { WEIGHT_FORMATS } from '../../../../src/engine/sizing/inference/precision.js';
import { engineSettings } from '../../../../src/engine/sizing/inference/question.js';
import type { InferenceEngine } from '../../../../src/engine/sizing/inference/question-schema.js';
import { unprofiledBytes } from '../../../../src/engine/sizing/inference/runtime-memory.js';
import { weightBytes, weightBytesPerDevice } from '../../../../src/engine/sizing/inference/weights.js';
import {
  MEMORY_MISSES,
  type MemoryCheck,
  memoryChecks,
  NOT_EVALUABLE,
  publishedMemory,
} from '../../../validation/serving-memory.js';

const GIB = 2 ** 30;
const LLAMA_8B = shapeOf('Llama-3-8B', 'llama-3-8b', 'bf16', {
  parametersBillion: 8.03,
  layers: 32,
  hiddenSize: 4096,
  intermediateSize: 14336,
  attentionHeads: 32,
  keyValueHeads: 8,
  headSize: 128,
  vocabularySize: 128256,
  tiedEmbeddings: false,
  maxContextTokens: 8192,
  attention: { kind: 'gqa' },
});
const DEEPSEEK = shapeOf('DeepSeek-V3', 'deepseek-v3', 'fp8', {
  parametersBillion: 671,
  layers: 61,
  hiddenSize: 7168,
  intermediateSize: 18432,
  attentionHeads: 128,
  keyValueHeads: 128,
  headSize: 192,
  vocabularySize: 129280,
  tiedEmbeddings: false,
  maxContextTokens: 163840,
  attention: {
    kind: 'mla',
    keyValueRank: 512,
    queryRank: 1536,
    ropeHeadSize: 64,
    nopeHeadSize: 128,
    valueHeadSize: 128,
  },
  experts: { count: 256, perToken: 8, shared: 1, intermediateSize: 2048, denseLayers: 3 },
});
const one = { tensor: 1, pipeline: 1, expert: 1, attentionData: 1 };

describe('weights', () => {
  it('take two bytes a parameter in bf16', () => {
    expect(weightBytes(LLAMA_8B, WEIGHT_FORMATS.bf16).total / GIB).toBeCloseTo((8.03e9 * 2) / GIB, 6);
  });

  it('keep embedding and head in 16 bits under group-wise int4', () => {
    const ends = 2 * 128256 * 4096;
    const expected = ((8.03e9 - ends) * (4 + 20 / 128)) / 8 + ends * 2;
    expect(weightBytes(LLAMA_8B, WEIGHT_FORMATS['int4-awq']).total).toBeCloseTo(expected, 0);
  });

  it('pad the experts of mxfp4 to multiples of 256 and 128, and leave attention in 16 bits', () => {
    const gptOss = shapeOf('gpt-oss-20b', 'gpt-oss-20b', 'mxfp4', {
      parametersBillion: 20.9,
      layers: 24,
      hiddenSize: 2880,
      intermediateSize: 2880,
      attentionHeads: 64,
      keyValueHeads: 8,
      headSize: 64,
      vocabularySize: 201088,
      tiedEmbeddings: false,
      maxContextTokens: 131072,
      attention: { kind: 'gqa', slidingWindowTokens: 128, fullAttentionLayers: 12 },
      experts: { count: 32, perToken: 4, shared: 0, intermediateSize: 2880, denseLayers: 0 },
    });
    const routed = 24 * 32 * 3 * 2880 * 2880;
    const padded = ((routed * 4.25) / 8) * (3072 / 2880) * (2944 / 2880);
    const rest = (20.9e9 - routed) * 2;
    expect(weightBytes(gptOss, WEIGHT_FORMATS.mxfp4).total / (padded + rest)).toBeCloseTo(1, 2);
  });

  it('split evenly under tensor parallel, and repeat attention under attention data parallel', () => {
    const w = weightBytes(DEEPSEEK, WEIGHT_FORMATS.fp8);
    expect(weightBytesPerDevice(w, { ...one, tensor: 8 }, 61)).toBeCloseTo(w.total / 8, -3);
    const spread = weightBytesPerDevice(w, { tensor: 1, pipeline: 1, expert: 8, attentionData: 8 }, 61);
    expect(spread).toBeCloseTo(w.dense + w.embedding + w.head + w.routed / 8, -3);
  });
});

describe('key-value cache', () => {
  it('of grouped queries holds keys and values of the key-value heads', () => {
    expect(kvBytes(LLAMA_8B, 'fp16').perToken).toBe(2 * 32 * 8 * 128 * 2);
    expect(kvBytes(LLAMA_8B, 'fp8').perToken).toBe(2 * 32 * 8 * 128);
  });

  it('of compressed attention holds rank and rotary part, and is repeated under tensor parallel', () => {
    expect(kvBytes(DEEPSEEK, 'fp16').perToken).toBe(61 * 576 * 2);
    expect(kvShare(DEEPSEEK, { ...one, tensor: 8 })).toBe(1);
    expect(kvShare(LLAMA_8B, { ...one, tensor: 8 })).toBe(1 / 8);
    expect(kvShare(LLAMA_8B, { ...one, tensor: 16 })).toBe(1 / 8);
  });

  it('of windowed layers stops growing at the window', () => {
    const gemma = shapeOf('Gemma-3-27B', 'gemma-3-27b', 'bf16', {
      parametersBillion: 27.4,
      layers: 62,
      hiddenSize: 5376,
      intermediateSize: 21504,
      attentionHeads: 32,
      keyValueHeads: 16,
      headSize: 128,
      vocabularySize: 262208,
      tiedEmbeddings: true,
      maxContextTokens: 131072,
      attention: { kind: 'gqa', slidingWindowTokens: 1024, fullAttentionLayers: 10 },
    });
    const layer = 2 * 16 * 128 * 2;
    expect(kvBytesOfSequence(kvBytes(gemma, 'fp16'), gemma, 10_000)).toBe(10 * layer * 10_000 + 52 * layer * 1024);
  });
});

const catalogue = openCatalogue({ ...readSeed(), measuredRows: [] });
const checks = memoryChecks(catalogue);
const nameOf = (c: MemoryCheck) => `${c.id} ${c.figure}`;

describe('published start-up logs', () => {
  it.each(checks.filter((c) => MEMORY_MISSES[nameOf(c)] === undefined))('$id: $figure', (c) => {
    expect(c.isRight, `${c.predicted} for ${c.measured}`).toBe(true);
  });

  it('miss exactly what is listed as a miss', () => {
    const missed = checks.filter((c) => !c.isRight).map(nameOf);
    expect(missed.sort()).toEqual(Object.keys(MEMORY_MISSES).sort());
  });

  it('give weights within 2 %, cache tokens within 10 % on nine of ten, and the right verdict on 97 of 100', () => {
    const share = (figure: string) => {
      const of = checks.filter((c) => c.figure === figure);
      return of.filter((c) => c.isRight).length / of.length;
    };
    expect(share('weightsGiB')).toBe(1);
    expect(share('kvCacheTokens')).toBeGreaterThanOrEqual(0.9);
    expect(share('fits')).toBeGreaterThanOrEqual(0.97);
  });

  it('never call something fitting that did not fit', () => {
    expect(checks.filter((c) => c.figure === 'fits' && c.predicted === true && c.measured === false)).toEqual([]);
  });

  it('are all asked, or named with why they cannot be', () => {
    const asked = publishedMemory().map((c) => c.id);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.filter((id) => NOT_EVALUABLE[id] !== undefined)).toEqual([]);
  });
});

describe('the profile run of vLLM', () => {
  const asked = (version: string, maxContextTokens: number) =>
    evaluateInference(
      {
        scenario: 'llm-inference',
        model: 'Llama-3.1-8B-Instruct',
        maxContextTokens,
        concurrency: 1,
        engine: { version },
      },
      { accelerator: 'rtx-3090', acceleratorCount: 1, tensorParallel: 1 },
      catalogue,
      '/workload',
    ).memory.perAcceleratorGiB.activations ?? 0;

  it('grows with the context before prompts were cut, and falls where cutting sets in', () => {
    expect(asked('0.6.4', 29_000) / asked('0.6.4', 20_000)).toBeCloseTo(1.45, 2);
    expect(asked('0.6.4', 35_000)).toBeLessThan(asked('0.6.4', 29_000));
    expect(asked('0.5.3', 35_000)).toBeGreaterThan(asked('0.5.3', 29_000));
  });

  it('does not depend on the context from the second engine on', () => {
    expect(asked('0.11.0', 35_000)).toBe(asked('0.11.0', 20_000));
  });
});

describe('the share of an engine', () => {
  const LOAD = { model: 'Llama-3.1-8B-Instruct', maxContextTokens: 8192, concurrency: 1 } as const;
  const budget = (engine: InferenceEngine, accelerator = 'h100-sxm5-80gb') =>
    evaluateInference(
      { scenario: 'llm-inference', ...LOAD, engine },
      { accelerator, acceleratorCount: 1, tensorParallel: 1 },
      catalogue,
      '/workload',
    ).memory.perAcceleratorGiB;
  const rest = (p: ReturnType<typeof budget>) =>
    (p.device ?? 0) - (p.weights ?? 0) - (p.activations ?? 0) - (p.runtime ?? 0);

  it('is one of the device with vLLM', () => {
    const p = budget({ name: 'vllm', memoryUtilizationRatio: 0.8 });
    expect(p.kvCache).toBeCloseTo(rest(p) - 0.2 * (p.device ?? 0), 6);
  });

  it('is one of what is free after loading with TensorRT-LLM and LMDeploy', () => {
    for (const [name, share] of [
      ['tensorrt-llm', 0.9],
      ['lmdeploy', 0.8],
    ] as const) {
      const p = budget({ name });
      expect(p.kvCache).toBeCloseTo(share * rest(p), 6);
    }
  });

  it('holds weights and cache with SGLang, which keeps the rest for activations and graphs', () => {
    const stated = budget({ name: 'sglang', memoryUtilizationRatio: 0.85 });
    expect((stated.kvCache ?? 0) + (stated.weights ?? 0)).toBeCloseTo(
      0.85 * ((stated.device ?? 0) - (stated.runtime ?? 0)),
      6,
    );
    // 81,559 MiB: 512 + 8,192 × 1.5 + 256 × 2 + 128 MiB are kept back.
    const own = budget({ name: 'sglang' });
    const device = (own.device ?? 0) * 1024;
    expect(own.usable).toBeCloseTo((device - 512 - 12_288 - 512 - 128) / 1024, 6);
  });
});

describe('a step that the engine does not profile', () => {
  const HYBRID = {
    family: 'a hybrid',
    parametersBillion: 27,
    layers: 64,
    hiddenSize: 5120,
    intermediateSize: 17408,
    attentionHeads: 24,
    keyValueHeads: 4,
    headSize: 256,
    vocabularySize: 248320,
    tiedEmbeddings: false,
    maxContextTokens: 262144,
    attention: {
      kind: 'gqa',
      fullAttentionLayers: 16,
      linearAttentionLayers: 48,
      linearStateBytesPerLayer: 48 * 128 * 128 * 4,
    },
  } as const;
  const asked = (engine: InferenceEngine) =>
    evaluateInference(
      { scenario: 'llm-inference', model: HYBRID, maxContextTokens: 65_536, concurrency: 1, engine },
      { accelerator: 'h100-sxm5-80gb', acceleratorCount: 1, tensorParallel: 1 },
      catalogue,
      '/workload',
    );

  it('takes 72 KiB a token with 48 heads of 128 (vllm#54775)', () => {
    const shape = shapeOf('a hybrid', 'a hybrid', 'bf16', { ...HYBRID, tiedEmbeddings: false });
    const settings = engineSettings({ name: 'vllm', maxBatchedTokens: 1024 });
    const engine = engineMemory(settings, {
      maxContextTokens: 65_536,
      inputTokens: 1024,
      sequences: 1,
      precision: 'bf16',
      layout: one,
      deviceGiB: 80,
      isLinked: false,
    });
    expect(unprofiledBytes(shape, one, engine)).toBe(1024 * 72 * 1024);
  });

  it('does not fit where neither the share nor the idle rest of the device holds it', () => {
    const wide = asked({ name: 'vllm', memoryUtilizationRatio: 0.98, maxBatchedTokens: 65_536 });
    expect(wide.fits).toBe(false);
    expect(wide.headroomRatio).toBeLessThan(0);
    expect(wide.findings.map((f) => f.code)).toContain('step-overrun');
    expect(asked({ name: 'vllm', memoryUtilizationRatio: 0.98, maxBatchedTokens: 8192 }).fits).toBe(true);
    expect(asked({ name: 'vllm', memoryUtilizationRatio: 0.9, maxBatchedTokens: 65_536 }).fits).toBe(true);
  });
});
