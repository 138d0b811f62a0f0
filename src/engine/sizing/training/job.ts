/** One training job in numbers: what is trained, how, with which recipe and framework. */
import type { TrainingModel } from './architecture.js';
import type { AttentionKernel, FrameworkProfile } from './framework.js';
import {
  frozenBytes,
  type Optimizer,
  type PrecisionRecipe,
  type Quantiser,
  type RecipeBytes,
  recipeBytes,
  type TrainingMethod,
} from './recipe.js';

export interface TrainingJob {
  readonly model: TrainingModel;
  readonly method: TrainingMethod;
  readonly recipe: PrecisionRecipe;
  readonly bytes: RecipeBytes;
  readonly optimizer: Optimizer;
  readonly framework: FrameworkProfile;
  /** Adapter parameters a transformer layer, all experts included; 0 for full training. */
  readonly adapterPerLayer: number;
  /** Elements a token that the adapters of a layer read and write: inputs and outputs of the adapted products. */
  readonly adapterWidth: number;
  /** LoRA that also trains embedding and output head. */
  readonly trainsEmbeddings: boolean;
  /** Bytes a frozen parameter of the linear layers; 0 for full training. */
  readonly frozenBytes: number;
  /** What unpacks the quantised base of QLoRA. */
  readonly quantiser: Quantiser;
  readonly sequence: number;
  /** Sequences of one optimiser step. */
  readonly globalBatch: number;
  readonly attentionKernel: AttentionKernel;
  readonly isFused: boolean;
}

export interface JobOptions {
  readonly model: TrainingModel;
  readonly method: TrainingMethod;
  readonly recipe: PrecisionRecipe;
  readonly optimizer: Optimizer;
  readonly framework: FrameworkProfile;
  readonly loraRank?: number;
  readonly trainsEmbeddings?: boolean;
  readonly sequence: number;
  readonly globalBatch: number;
  /** Bytes a gradient where a run held others than its recipe and framework do. */
  readonly gradientBytes?: number | undefined;
  readonly quantiser?: Quantiser | undefined;
}

/**
 * Adapter parameters of one layer at rank r on every linear layer: r × Σ(inputs + outputs).
 * E.g. Llama-3-8B, r = 16: 16 × (2·(4096+4096) + 2·(4096+1024) + 3·(4096+14336)) = 1.31 M a layer, 42 M in all.
 */
export function adapterPerLayer(model: TrainingModel, rank: number): number {
  const { hidden: h, queryWidth, valueWidth, keyValueHeads, headSize } = model;
  const keyValue = keyValueHeads * headSize;
  const attention = h + queryWidth + (valueWidth + h) + 2 * (h + keyValue);
  const matrices = model.isGated ? 3 : 2;
  const dense = matrices * (h + model.denseWidth);
  const expert = 3 * (h + model.expertWidth) * (model.experts + model.sharedExperts);
  const moeShare = model.moeLayers / model.layers;
  return rank * (attention + dense * (1 - moeShare) + expert * moeShare);
}

/** Sequence from which every framework uses attention that keeps no score matrix. */
const LONG_SEQUENCE = 8192;

export function trainingJob(options: JobOptions): TrainingJob {
  const { model, method, recipe, optimizer, framework } = options;
  const isFull = method === 'full';
  const isLong = options.sequence >= LONG_SEQUENCE;
  const bytes = recipeBytes(recipe, optimizer, framework.style);
  return {
    model,
    method,
    recipe,
    bytes: options.gradientBytes === undefined ? bytes : { ...bytes, gradients: options.gradientBytes },
    optimizer,
    framework,
    adapterPerLayer: isFull ? 0 : adapterPerLayer(model, options.loraRank ?? 16),
    adapterWidth: isFull ? 0 : adapterPerLayer(model, 1),
    trainsEmbeddings: !isFull && (options.trainsEmbeddings ?? false),
    frozenBytes: isFull ? 0 : frozenBytes(method),
    quantiser: options.quantiser ?? 'nf4',
    sequence: options.sequence,
    globalBatch: options.globalBatch,
    // Nobody materialises the score matrix of long sequences.
    attentionKernel: isLong && framework.attentionKernel === 'scores' ? 'flash1' : framework.attentionKernel,
    isFused: framework.isFused,
  };
}
