/** Published support statements (issue trackers, support matrices) as questions to the compatibility table. */
import { describe, expect, it } from 'vitest';
import { readSeed } from '../../../../prisma/seed/read-seed.js';
import { openCatalogue } from '../../../../src/engine/catalogue/snapshot.js';
import { compareVersions, compatibilityOf } from '../../../../src/engine/sizing/inference/compatibility.js';
import type { WeightPrecision } from '../../../../src/engine/sizing/inference/precision.js';

const catalogue = openCatalogue({ ...readSeed(), measuredRows: [] });

function ask(
  card: string,
  engine: string,
  precision: WeightPrecision,
  version: string | null = null,
  attention: 'plain' | 'mla' | 'sparse' = 'plain',
  isPrecisionStated = true,
) {
  const accelerator = catalogue.acceleratorsById.get(card);
  if (!accelerator) throw new Error(`no accelerator ${card}`);
  return compatibilityOf({ card: accelerator, engine, version, precision, isPrecisionStated, attention });
}

/** Card, engine, precision, version, whether it runs, the nearest that does, source. */
const STATEMENTS: readonly (readonly [
  string,
  string,
  WeightPrecision,
  string | null,
  boolean,
  string | null,
  string,
])[] = [
  // [card, engine, precision, version, runs, nearest, source]
  ['t4', 'vllm', 'bf16', null, false, 'fp16', 'vllm#1400'],
  ['v100-sxm2-32gb', 'vllm', 'bf16', null, false, 'fp16', 'vllm#1400'],
  ['t4', 'vllm', 'fp16', null, true, null, 'vllm docs'],
  ['t4', 'vllm', 'int4-awq', null, true, null, 'vllm#1282, later releases'],
  ['t4', 'vllm', 'int4-awq', '0.2.0', false, 'int4-gptq', 'vllm#1282'],
  ['v100-sxm2-32gb', 'vllm', 'int4-awq', '0.4.0', false, 'int4-gptq', 'vllm#4202'],
  ['v100-sxm2-32gb', 'vllm', 'int4-gptq', null, true, null, 'vllm#4202'],
  ['v100-sxm2-32gb', 'lmdeploy', 'int4-awq', null, true, null, 'lmdeploy w4a16'],
  ['a100-sxm4-80gb', 'vllm', 'fp8', null, true, null, 'vllm#5975'],
  ['a100-sxm4-80gb', 'transformers', 'fp8', null, false, 'int4-awq', 'llama-recipes#21'],
  ['a100-sxm4-80gb', 'tensorrt-llm', 'fp8', null, false, 'int8', 'fp8 needs Ada'],
  ['rtx-3090', 'vllm', 'fp8', '0.5.1', false, 'int8', 'vllm#6815'],
  ['rtx-3090', 'vllm', 'fp8', '0.11.0', true, null, 'vllm#5975'],
  ['t4', 'vllm', 'fp8', null, false, 'int8', 'vllm quantisation table'],
  ['p40', 'vllm', 'fp16', null, false, 'transformers in fp16', 'vllm docs: 7.0'],
  ['p40', 'llama.cpp', 'gguf-q4_k_m', null, true, null, 'llama.cpp docs'],
  ['t4', 'tensorrt-llm', 'fp16', '1.0', false, 'vllm in fp16', 'TensorRT-LLM matrix'],
  ['v100-sxm2-32gb', 'sglang', 'fp16', null, false, 'vllm in fp16', 'SGLang docs: sm75'],
  ['h100-sxm5-80gb', 'tensorrt-llm', 'nvfp4', null, false, 'fp8', 'TensorRT-LLM matrix'],
  ['b200-sxm-180gb', 'tensorrt-llm', 'nvfp4', null, true, null, 'TensorRT-LLM matrix'],
  ['rtx-5070-ti', 'vllm', 'bf16', '0.10.0', false, 'vllm 0.9.2 or a later release', 'vllm#21633'],
  ['rtx-5070-ti', 'vllm', 'bf16', '0.9.2', true, null, 'vllm#21633'],
  ['ascend-910b', 'vllm', 'bf16', null, true, null, 'vllm-ascend'],
  ['ascend-910b', 'tensorrt-llm', 'bf16', null, false, 'vllm in fp16', 'no backend'],
  ['ascend-910b', 'vllm', 'fp8', null, false, 'int8 (W8A8)', 'no fp8 arithmetic'],
];

describe('what works on what', () => {
  it.each(STATEMENTS)(
    '%s, %s, %s, version %s: %s, nearest %s (%s)',
    (card, engine, precision, version, runs, nearest) => {
      const answer = ask(card, engine, precision, version);
      expect(answer.ok).toBe(runs);
      expect(answer.nearest).toBe(nearest);
      if (!runs) expect(answer.because.map((f) => f.code)).toContain('nearest-that-works');
    },
  );

  it('credits no fp8 arithmetic to Ampere', () => {
    expect(ask('a100-sxm4-80gb', 'vllm', 'fp8').because.map((f) => f.code)).toContain('weight-only');
  });

  it('has no sparse attention below compute capability 9.0 (vllm#40851)', () => {
    expect(ask('a800-sxm4-80gb', 'vllm', 'int8', null, 'sparse').ok).toBe(false);
    expect(ask('h20-96gb', 'vllm', 'fp8', null, 'sparse').ok).toBe(true);
  });

  it('says that FlashAttention-2 is missing below 8.0', () => {
    for (const card of ['v100-sxm2-32gb', 't4']) {
      expect(ask(card, 'vllm', 'fp16').because.map((f) => f.code)).toContain('no-flash-attention-2');
    }
    expect(ask('a10', 'vllm', 'fp16').because.map((f) => f.code)).not.toContain('no-flash-attention-2');
  });

  it('serves published bf16 weights in fp16 where the caller did not insist', () => {
    const answer = ask('t4', 'vllm', 'bf16', null, 'plain', false);
    expect(answer.ok).toBe(true);
    expect(answer.precision).toBe('fp16');
    expect(answer.because.map((f) => f.code)).toContain('bf16-as-fp16');
  });

  it('points at the licence of consumer cards', () => {
    expect(ask('rtx-4090', 'vllm', 'fp16').because.map((f) => f.code)).toContain('consumer-licence');
    for (const id of ['l20', 'rtx-5000-ada'])
      expect(ask(id, 'vllm', 'fp16').because.map((f) => f.code)).not.toContain('consumer-licence');
  });
});

describe('versions', () => {
  it('compare by number, not by letter', () => {
    expect(compareVersions('0.10.0', '0.9.2')).toBe(1);
    expect(compareVersions('1.0.0rc3', '1.0.0')).toBe(1);
    expect(compareVersions('0.6', '0.6.0')).toBe(0);
  });
});
