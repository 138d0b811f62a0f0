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
    ['Qwen/Qwen3-235B-A22B-Instruct-2507-FP8', 'qwen3-235b-a22b'],
    ['nvidia/DeepSeek-R1-NVFP4', 'deepseek-r1'],
    ['Mistral-7B-v0.1', 'mistral-7b'],
    ['deepseek-ai/DeepSeek-R1-Distill-Llama-8B', 'llama-3.1-8b'],
  ])('%s has the architecture of %s', (name, id) => {
    expect(read(name)).toMatchObject({ id: expect.stringContaining(id) });
  });

  it('say when the card has another name, and what the name says of the precision', () => {
    expect(read('Qwen2.5-14B-Instruct-AWQ')).toMatchObject({ isReadAs: true, precision: '-AWQ' });
    expect(read('Qwen2.5-72B')).toMatchObject({ isReadAs: false, precision: null });
  });

  it('are refused with the nearest ones when nobody knows them', () => {
    expect(read('Qwen2.5-73B-Instruct')).toMatchObject({ code: 'unknown-model', pointer: '/model' });
  });
});
