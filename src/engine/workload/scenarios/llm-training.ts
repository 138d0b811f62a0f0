/** Training a language model from scratch, or continuing its training. */
import type { ScenarioDefinition } from '../scenario.js';
import { evaluateTrainingWorkload, prepareTraining } from '../training/definition.js';
import { LlmTrainingWorkload, TrainingConfiguration } from '../training/schema.js';

export const LLM_TRAINING: ScenarioDefinition<LlmTrainingWorkload> = {
  id: 'llm-training',
  category: 'training',
  label: { en: 'Language-model training', zh: '大模型训练' },
  description: {
    en: 'Train a language model from scratch or continue its training: servers, layout, days, checkpoints.',
    zh: '从头训练或继续预训练大语言模型：服务器数量、并行布局、天数与检查点。',
  },
  schema: LlmTrainingWorkload,
  configurationSchema: TrainingConfiguration,
  example: {
    scenario: 'llm-training',
    model: 'Llama-2-13B',
    trainTokens: 100e9,
    sequenceTokens: 4096,
    globalBatchSequences: 1024,
    precisionRecipe: 'bf16',
    optimizer: 'adamw',
    deadlineHours: 720,
    datasetGiB: 400,
  },
  configurationExample: {
    accelerator: 'H100-SXM5-80GB',
    acceleratorCount: 64,
    acceleratorsPerServer: 8,
    network: { rdmaGbps: 3200 },
    tensorParallel: 2,
    pipelineParallel: 1,
    zeroStage: 1,
    microBatch: 1,
    activationCheckpointing: 'selective',
  },
  defaultWeights: {
    gpuSpec: 0.25,
    instanceType: 0.1,
    billing: 0.1,
    costOptimisation: 0.25,
    accelerationStack: 0.1,
    networkStorage: 0.2,
  },
  weightReason: {
    en: 'Large training stands on compute, memory and the network between servers; cost follows from how well they are used.',
    zh: '大规模训练取决于算力、显存与服务器间网络；成本由其利用程度决定。',
  },
  relaxableFields: [
    { pointer: '/deadlineHours', direction: 'up', step: 0.1, goalFor: 'durationHours' },
    { pointer: '/sequenceTokens', direction: 'down', step: 1 },
    { pointer: '/trainTokens', direction: 'down', isLoad: 'amount' },
    { pointer: '/samples', direction: 'down', isLoad: 'amount' },
  ],
  prepare: prepareTraining,
  evaluate: evaluateTrainingWorkload,
};
