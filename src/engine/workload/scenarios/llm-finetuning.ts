/** Fine-tuning a language model: all parameters, LoRA or QLoRA. */
import type { ScenarioDefinition } from '../scenario.js';
import { evaluateTrainingWorkload, prepareTraining } from '../training/definition.js';
import { LlmFinetuningWorkload, TrainingConfiguration } from '../training/schema.js';

export const LLM_FINETUNING: ScenarioDefinition<LlmFinetuningWorkload> = {
  id: 'llm-finetuning',
  category: 'training',
  label: { en: 'Language-model fine-tuning', zh: '大模型微调' },
  description: {
    en: 'Fine-tune a language model on your samples: full, LoRA or QLoRA; what fits, how long it takes.',
    zh: '用自有样本微调大语言模型（全参、LoRA、QLoRA）：能否放下、需要多久。',
  },
  schema: LlmFinetuningWorkload,
  configurationSchema: TrainingConfiguration,
  example: {
    scenario: 'llm-finetuning',
    model: 'Llama-3.1-8B',
    method: 'lora',
    loraRank: 16,
    samples: 20_000,
    epochs: 3,
    sequenceTokens: 2048,
    globalBatchSequences: 64,
    precisionRecipe: 'bf16',
    optimizer: 'adamw',
  },
  configurationExample: {
    accelerator: 'A10',
    acceleratorCount: 1,
    microBatch: 1,
    activationCheckpointing: 'full',
  },
  defaultWeights: {
    gpuSpec: 0.25,
    instanceType: 0.1,
    billing: 0.15,
    costOptimisation: 0.3,
    accelerationStack: 0.15,
    networkStorage: 0.05,
  },
  weightReason: {
    en: 'Fine-tuning is short and fits on few cards: memory and cost count most, flexible billing next, the network little.',
    zh: '微调时间短、用卡少：显存与成本最重要，其次是灵活计费，网络影响小。',
  },
  relaxableFields: [
    { pointer: '/deadlineHours', direction: 'up', step: 0.1, goalFor: 'durationHours' },
    { pointer: '/method', alternatives: ['full', 'lora', 'qlora'] },
    { pointer: '/sequenceTokens', direction: 'down', step: 1 },
    { pointer: '/trainTokens', direction: 'down', isLoad: 'amount' },
    { pointer: '/samples', direction: 'down', isLoad: 'amount' },
  ],
  prepare: prepareTraining,
  evaluate: evaluateTrainingWorkload,
};
