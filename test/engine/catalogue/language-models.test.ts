import { describe, expect, it } from 'vitest';
import { namedLanguageModel } from '../../../src/engine/catalogue/language-models.js';
import { seedCatalogue } from '../../support/seed-catalogue.js';

const read = (name: string) => {
  const named = namedLanguageModel(seedCatalogue(), name, '/model');
  return 'code' in named ? named : { id: named.card.id, isReadAs: named.isReadAs, precision: named.precisionText };
};

describe('names of language models', () => {
  it.each([
    ['meta-llama/Meta-Llama-3.1-8B-Instruct', 'llama-3.1-8b'],
    ['Llama-2-70B-chat', 'llama-2-70b'],
    ['Qwen/Qwen3-235B-A22B-Instruct-2507-FP8', 'qwen3-235b-a22b-2507'],
    ['nvidia/DeepSeek-R1-NVFP4', 'deepseek-r1'],
    ['Mistral-7B-Instruct-v0.1-AWQ', 'mistral-7b-v0.1'],
    ['Mistral-7B-OpenOrca', 'mistral-7b-v0.3'],
    ['Qwen2-7B-Instruct-GPTQ-Int4', 'qwen2-7b'],
    ['Qwen/Qwen2-VL-7B-Instruct', 'qwen2-7b'],
    ['Yi-34B-Chat', 'yi-34b'],
    ['OPT-1.3B', 'opt-1.3b'],
    ['facebook/opt-13b', 'opt-13b'],
    ['tencent/Hunyuan-A13B-Instruct-FP8', 'hunyuan-a13b'],
    ['Qwen3-30B-A3B-Instruct-2507-FP8', 'qwen3-30b-a3b-2507'],
    ['deepseek-ai/DeepSeek-R1-Distill-Llama-8B', 'llama-3.1-8b'],
  ])('%s has the architecture of %s', (name, id) => {
    expect(read(name)).toMatchObject({ id });
  });

  it('say when the card has another name, and what the name says of the precision', () => {
    expect(read('Qwen2.5-14B-Instruct-AWQ')).toMatchObject({ isReadAs: true, precision: '-AWQ' });
    expect(read('Qwen2.5-72B')).toMatchObject({ isReadAs: false, precision: null });
  });

  it('do not lose the point of a size', () => {
    expect(read('OPT 3B')).toMatchObject({ code: 'unknown-model' });
    expect(read('Qwen-18B')).toMatchObject({ code: 'unknown-model' });
  });

  it('are refused with the nearest ones when nobody knows them', () => {
    expect(read('Qwen2.5-73B-Instruct')).toMatchObject({ code: 'unknown-model', pointer: '/model' });
  });
});
