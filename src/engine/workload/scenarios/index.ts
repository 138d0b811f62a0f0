/** The registry of scenarios. To add one: its file here, and its line below. */
import type { AnyScenario } from '../scenario.js';
import { HPC } from './hpc.js';
import { LLM_FINETUNING } from './llm-finetuning.js';
import { LLM_INFERENCE } from './llm-inference.js';
import { LLM_TRAINING } from './llm-training.js';
import { MODEL_INFERENCE } from './model-inference.js';
import { MODEL_TRAINING } from './model-training.js';
import { OFFLINE_RENDERING } from './offline-rendering.js';
import { VIDEO_TRANSCODING } from './video-transcoding.js';
import { VIRTUAL_WORKSTATION } from './virtual-workstation.js';

export const SCENARIOS: Readonly<Record<string, AnyScenario>> = {
  'llm-inference': LLM_INFERENCE,
  'model-inference': MODEL_INFERENCE,
  'llm-training': LLM_TRAINING,
  'llm-finetuning': LLM_FINETUNING,
  'model-training': MODEL_TRAINING,
  'offline-rendering': OFFLINE_RENDERING,
  'virtual-workstation': VIRTUAL_WORKSTATION,
  'video-transcoding': VIDEO_TRANSCODING,
  hpc: HPC,
};
