import { describe, expect, it } from 'vitest';
import type { RecommendRequest } from '../../../src/engine/question.js';
import { QuestionError } from '../../../src/engine/question-error.js';
import { recommend } from '../../../src/engine/recommend.js';
import { seedCatalogue } from '../../support/seed-catalogue.js';

const catalogue = seedCatalogue();

/** CodeLlama 34B by its numbers (huggingface.co/codellama/CodeLlama-34b-hf, config.json: 33.7 billion parameters). */
const NUMBERS = {
  layers: 48,
  hiddenSize: 8192,
  intermediateSize: 22016,
  attentionHeads: 64,
  keyValueHeads: 8,
  headSize: 128,
  vocabularySize: 32000,
  tiedEmbeddings: false,
  maxContextTokens: 16384,
  attention: { kind: 'gqa' },
};
const WORKLOADS = {
  'llm-inference': { inputTokens: 1000, outputTokens: 300, concurrency: 30 },
  'llm-training': { tokensBillion: 100 },
};

function ask(scenario: keyof typeof WORKLOADS, parametersBillion: number) {
  const request = {
    workload: { scenario, model: { ...NUMBERS, parametersBillion }, ...WORKLOADS[scenario] },
    currency: 'CNY',
  };
  try {
    const reply = recommend(catalogue, request as unknown as RecommendRequest, {
      today: '2026-11-30',
      priceBook: null,
    });
    return JSON.stringify(reply);
  } catch (error) {
    if (error instanceof QuestionError) return error.faults;
    throw error;
  }
}

describe.each(['llm-inference', 'llm-training'] as const)('parameters stated for %s', (scenario) => {
  it('that its layers make pass without a word', () => {
    expect(ask(scenario, 33.7)).not.toContain('parameters-unlike-layers');
  });

  it('that its layers do not make are told, with both figures', () => {
    expect(ask(scenario, 60)).toContain('"facts":{"parametersBillion":60,"countedBillion":33.7}');
  });

  it('beyond any reading are refused', () => {
    for (const stated of [340, 3.4])
      expect(ask(scenario, stated)).toMatchObject([
        { code: 'contradiction', pointer: '/workload/model/parametersBillion' },
      ]);
  });
});
