/**
 * Precision recipes and optimisers: bytes held a parameter before any sharding.
 *
 * Sources: ZeRO (arXiv:1910.02054) for 16 B, Megatron's theoretical_memory_usage.py and the BLOOM notes for 18 B, torchtune's
 * recipes for pure bf16, QLoRA (arXiv:2305.14314) for the 4-bit base.
 */

/** Arithmetic that the matrix products run in. */
export type ComputePrecision = 'fp32' | 'tf32' | 'fp16' | 'bf16' | 'fp8' | 'fp4';

export const PRECISION_RECIPES = [
  'auto',
  'bf16',
  'bf16-mixed',
  'bf16-pure',
  'fp16',
  'fp16-mixed',
  'fp8',
  'mxfp8',
  'nvfp4',
  'mxfp4',
  'tf32',
  'fp32',
] as const;
export type PrecisionRecipe = (typeof PRECISION_RECIPES)[number];

export const OPTIMIZERS = [
  'adamw',
  'adam',
  'adamw-8bit',
  'paged-adamw-8bit',
  'adafactor',
  'lion',
  'lamb',
  'muon',
  'sgd-momentum',
  'sgd',
] as const;
export type Optimizer = (typeof OPTIMIZERS)[number];

/** Bytes a parameter of the optimiser's state in fp32 training; pure 16-bit training halves what is not already 8 bit. */
const OPTIMIZER_BYTES: Readonly<Record<Optimizer, number>> = {
  adamw: 8,
  adam: 8,
  lamb: 8,
  muon: 4.8,
  lion: 4,
  'sgd-momentum': 4,
  'adamw-8bit': 2.03,
  // Paged to the host when memory is short.
  'paged-adamw-8bit': 0,
  adafactor: 0.1,
  sgd: 0,
};

export function optimizerStateBytes(optimizer: Optimizer): number {
  return OPTIMIZER_BYTES[optimizer];
}

/** Where the working copy and the master copy of the weights live, as frameworks differ. */
export type StateStyle = 'megatron' | 'deepspeed' | 'fsdp' | 'plain';

/** Bytes a trained parameter, before sharding. `weights` is the copy that the forward pass reads. */
export interface RecipeBytes {
  readonly weights: number;
  readonly gradients: number;
  /** fp32 master copy and optimiser state: what ZeRO-1 shards. */
  readonly optimizer: number;
  /** Bytes an element of a gradient as it travels between replicas. */
  readonly gradientTraffic: number;
  /** Bytes an element of gathered weights (ZeRO-3, FSDP). */
  readonly gatherBytes: number;
  readonly compute: ComputePrecision;
  /** 2 for 16-bit activations, 4 for fp32. */
  readonly activationBytes: number;
}

export function computePrecisionOf(recipe: PrecisionRecipe): ComputePrecision {
  if (recipe === 'fp32' || recipe === 'tf32') return recipe;
  if (recipe === 'fp16' || recipe === 'fp16-mixed') return 'fp16';
  if (recipe === 'fp8' || recipe === 'mxfp8') return 'fp8';
  if (recipe === 'nvfp4' || recipe === 'mxfp4') return 'fp4';
  return 'bf16';
}

/** Bytes by part of one recipe, optimiser and style. E.g. bf16 + AdamW: megatron 2+4+12 = 18, fsdp 4+4+8 = 16. */
export function recipeBytes(recipe: PrecisionRecipe, optimizer: Optimizer, style: StateStyle): RecipeBytes {
  const compute = computePrecisionOf(recipe);
  const state = OPTIMIZER_BYTES[optimizer];
  if (compute === 'fp32' || compute === 'tf32') {
    return {
      weights: 4,
      gradients: 4,
      optimizer: state,
      gradientTraffic: 4,
      gatherBytes: 4,
      compute,
      activationBytes: 4,
    };
  }
  if (recipe === 'bf16-pure') {
    const pureState = state > 2.5 ? state / 2 : state;
    return {
      weights: 2,
      gradients: 2,
      optimizer: pureState,
      gradientTraffic: 2,
      gatherBytes: 2,
      compute,
      activationBytes: 2,
    };
  }
  // The 8-bit copy of the weights that scaled products keep beside the 16-bit one.
  const copy = compute === 'fp8' || compute === 'fp4' ? 1 : 0;
  switch (style) {
    case 'megatron':
      return {
        weights: 2 + copy,
        gradients: 4,
        optimizer: 4 + state,
        gradientTraffic: 4,
        gatherBytes: 2,
        compute,
        activationBytes: 2,
      };
    case 'deepspeed':
      return {
        weights: 2 + copy,
        // bf16 gradients are summed in an fp32 copy beside them.
        gradients: compute === 'fp16' ? 2 : 6,
        optimizer: 4 + state,
        gradientTraffic: 2,
        gatherBytes: 2,
        compute,
        activationBytes: 2,
      };
    case 'fsdp':
    case 'plain':
      return {
        weights: 4,
        gradients: 4,
        optimizer: state,
        gradientTraffic: style === 'fsdp' ? 2 : 4,
        gatherBytes: 2,
        compute,
        activationBytes: 2,
      };
  }
}

/** Methods of fine-tuning. */
/** Kernels that unpack a 4-bit base: one of bitsandbytes for its NF4, a chain of PyTorch's own for GPTQ. */
export type Quantiser = 'nf4' | 'gptq';

export type TrainingMethod = 'full' | 'lora' | 'qlora';

/** Bytes a frozen parameter of a linear layer: 16 bit, or NF4 with double quantisation (0.5 + 0.016), GPTQ/AWQ alike. */
export function frozenBytes(method: TrainingMethod): number {
  return method === 'qlora' ? 0.516 : 2;
}
