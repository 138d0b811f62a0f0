/** The registry of scenarios. To add one: its file here, and its line below. */
import type { AnyScenario } from '../scenario.js';
import { LLM_FINETUNING } from './llm-finetuning.js';
import { LLM_INFERENCE } from './llm-inference.js';
import { LLM_TRAINING } from './llm-training.js';
import { OFFLINE_RENDERING } from './offline-rendering.js';

export const SCENARIOS: Readonly<Record<string, AnyScenario>> = {
  'llm-inference': LLM_INFERENCE,
  'llm-training': LLM_TRAINING,
  'llm-finetuning': LLM_FINETUNING,
  'offline-rendering': OFFLINE_RENDERING,
};
