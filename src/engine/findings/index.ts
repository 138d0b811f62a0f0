/** The FINDINGS table: every sentence that an answer may hold, in English and Chinese, one file a room. */
import { COMMON_FINDINGS } from './common.js';
import { INFERENCE_FINDINGS } from './inference.js';
import { PRICE_CHECK_FINDINGS } from './price-checks.js';
import { PRICING_FINDINGS } from './pricing.js';
import { RANKING_FINDINGS } from './ranking.js';
import { TRAINING_FINDINGS } from './training.js';
import { VISUAL_HPC_FINDINGS } from './visual-hpc.js';

export const FINDINGS = {
  ...COMMON_FINDINGS,
  ...INFERENCE_FINDINGS,
  ...TRAINING_FINDINGS,
  ...VISUAL_HPC_FINDINGS,
  ...PRICING_FINDINGS,
  ...PRICE_CHECK_FINDINGS,
  ...RANKING_FINDINGS,
} as const;
