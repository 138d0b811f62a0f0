/**
 * Published checkpoints that hold more bits than their format says: what their quantiser left in 16 bits, or finer groups.
 *
 * One more: a line below, with where it was read.
 */
import type { ModelShape } from './model-shape.js';
import type { WeightFormat } from './precision.js';

interface Checkpoint {
  /** Architecture groups; null = every model. */
  readonly families: RegExp | null;
  readonly kind: WeightFormat['kind'];
  /** Bits a covered weight instead of the format's. */
  readonly bits?: number;
  /** Dense parameters that stay in 16 bits. */
  keeps?(model: ModelShape): number;
}

const CHECKPOINTS: readonly Checkpoint[] = [
  {
    // Meta's fp8 quantises the feed-forward only, and neither the first nor the last layer (57.75 GiB on each of 8 cards).
    families: /^llama-3\.1-405b/,
    kind: 'fp8',
    keeps: (m) => m.attentionParameters + (2 / m.layers) * (m.denseParameters - m.attentionParameters),
  },
  {
    // W8A8 of hybrids leaves linear attention alone (logs of vllm-ascend with Qwen3.6-27B-w8a8).
    families: null,
    kind: 'int8',
    keeps: (m) => m.linearAttentionParameters,
  },
  // DeepSeek's AWQ checkpoints have groups of 64 (21.21 GiB on each of 16 cards).
  { families: /^deepseek-(v3|r1)/, kind: '4-bit', bits: 4 + (16 + 4) / 64 },
];

/** Bits and 16-bit remainder of a model's published checkpoint in a format. */
export function checkpointOf(
  model: ModelShape,
  format: WeightFormat,
): { readonly bits: number; readonly kept: number } {
  const found = CHECKPOINTS.find(
    (c) => c.kind === format.kind && (c.families === null || c.families.test(model.family)),
  );
  return { bits: found?.bits ?? format.bits, kept: Math.min(found?.keeps?.(model) ?? 0, model.denseParameters) };
}
