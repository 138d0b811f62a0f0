/** What a card, a link and a layout can do for a training job: unsupported is an answer, with the nearest that works. */
import type { Accelerator } from '../../catalogue/accelerator.js';
import { type Finding, finding } from '../../finding.js';
import type { Layout } from '../../sizing/training/layout.js';
import type { Machine } from '../../sizing/training/machine.js';
import { computePrecisionOf, type PrecisionRecipe } from '../../sizing/training/recipe.js';

export interface PrecisionSupport {
  readonly ok: boolean;
  readonly because: readonly Finding[];
  /** Recipe to use instead; null when supported or nothing works. */
  readonly nearest: PrecisionRecipe | null;
}

/** The recipe that `auto` stands for on a card. */
export function recipeFor(accelerator: Accelerator, requested: PrecisionRecipe): PrecisionRecipe {
  if (requested !== 'auto') return requested;
  if (accelerator.hasBf16 !== false) return 'bf16';
  return accelerator.fp16Tflops ? 'fp16' : 'fp32';
}

/** Can the card's matrix units run the recipe? */
export function precisionSupport(accelerator: Accelerator, recipe: PrecisionRecipe): PrecisionSupport {
  const compute = computePrecisionOf(recipe);
  const no = (nearest: PrecisionRecipe): PrecisionSupport => ({
    ok: false,
    because: [finding('training-precision-unsupported', { accelerator: accelerator.name, precision: recipe, nearest })],
    nearest,
  });
  const half: PrecisionRecipe = accelerator.hasBf16 === false ? (accelerator.fp16Tflops ? 'fp16' : 'fp32') : 'bf16';
  if (compute === 'bf16' && accelerator.hasBf16 === false) return no(half);
  if (compute === 'fp8' && accelerator.hasFp8 === false) return no(half);
  if (compute === 'fp4' && !accelerator.fp4Tflops) return no(accelerator.hasFp8 ? 'fp8' : half);
  if (compute === 'fp16' && !accelerator.fp16Tflops && accelerator.fp32Tflops !== null) return no('fp32');
  if (compute === 'tf32' && accelerator.tf32Tflops === null && accelerator.hasBf16 === false) return no('fp32');
  return { ok: true, because: [], nearest: null };
}

/** Layouts that work but starve on the links: full sharding or tensor splits over TCP or between servers. */
export function linkWarnings(layout: Layout, machine: Machine, tokensPerDevice: number): readonly Finding[] {
  const warnings: Finding[] = [];
  const devices = layout.tensor * layout.pipeline * layout.context * layout.data;
  if (devices <= machine.fastDomain) return warnings;
  if (layout.tensor > machine.fastDomain) {
    warnings.push(
      finding('tensor-parallel-leaves-server', { tensorParallel: layout.tensor, fastDomain: machine.fastDomain }),
    );
  }
  if (!machine.hasRdma && layout.sharding === 'zero3' && layout.shardWidth * layout.tensor > machine.fastDomain) {
    warnings.push(
      finding('full-sharding-over-tcp', {
        serverGBps: machine.serverGBps,
        tokensPerDevice: Math.round(tokensPerDevice),
      }),
    );
  }
  return warnings;
}
