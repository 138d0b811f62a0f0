import { describe, expect, it } from 'vitest';
import { isSister } from '../../../../src/engine/sizing/model-inference/find-references.js';
import { taskMemory } from '../../../../src/engine/sizing/model-inference/task-memory.js';

describe('models of one kind', () => {
  it.each([
    ['FLUX.1-schnell', 'FLUX.1-dev', true],
    ['FLUX.2-dev', 'FLUX.1-dev', false],
    ['Whisper large-v2', 'Whisper large-v3', true],
    ['Whisper large-v3-turbo', 'Whisper large-v3', false],
    ['HunyuanVideo-1.5', 'HunyuanVideo', false],
  ])('%s does the work of %s: %s', (a, b, expected) => {
    expect(isSister(a, b)).toBe(expected);
  });

  it('hold the text encoder of their own generation', () => {
    const weights = (model: string, billion: number) =>
      taskMemory('image-generation', model, billion, 'bf16', 1, { width: 1024, height: 1024 })?.weights ?? 0;
    const GB_PER_GIB = 2 ** 30 / 1e9;
    // 32 + 24 billion parameters (Mistral Small 3.1) of two bytes: "more than 80 GB" without offloading.
    expect(weights('FLUX.2-dev', 32) * GB_PER_GIB).toBeCloseTo(112, 6);
    expect(weights('FLUX.1-dev', 11.9) * GB_PER_GIB).toBeCloseTo(33.6, 6);
    expect(weights('Qwen-Image', 20) * GB_PER_GIB).toBeCloseTo(56.6, 6);
  });
});
