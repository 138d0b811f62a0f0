/** The memory budget of the fullest device of a replica, and how many tokens its cache holds. */
import { BYTES_PER_GIB } from '../../units.js';
import { type KvBytes, kvBytesOfSequence, kvShare, kvTokensIn } from './kv-cache.js';
import type { Layout } from './layouts.js';
import type { ModelShape } from './model-shape.js';
import { activationBytes, type EngineMemory, runtimeBytes } from './runtime-memory.js';
import { type WeightBytes, weightBytesPerDevice } from './weights.js';

export interface MemoryBudget {
  readonly deviceGiB: number;
  readonly usableGiB: number;
  readonly weightsGiB: number;
  readonly activationsGiB: number;
  readonly runtimeGiB: number;
  /** Space left for the cache on the fullest device; negative = short by that much. */
  readonly cacheGiB: number;
  /** Cache that must be there to run, on one device: one longest sequence, or the whole batch without a paged cache. */
  readonly longestSequenceGiB: number;
  /** Tokens that the cache of the whole replica holds, in sequences of the longest context. */
  readonly kvCacheTokens: number;
  /** Sequences of the longest context that fit: what vLLM logs as maximum concurrency. */
  readonly maxConcurrency: number;
  /** Weights and the rest fit, and the cache holds one longest sequence. */
  readonly fits: boolean;
}

/** Lays weights, activations and runtime on one device and gives the rest to the cache. */
export function memoryBudget(input: {
  readonly model: ModelShape;
  readonly layout: Layout;
  readonly weights: WeightBytes;
  readonly kv: KvBytes;
  readonly engine: EngineMemory;
  readonly deviceGiB: number;
  readonly maxContextTokens: number;
  /** Tokens of a cache block; the cache holds whole blocks. */
  readonly blockTokens: number;
}): MemoryBudget {
  const { model, layout, weights, kv, engine, deviceGiB, maxContextTokens, blockTokens } = input;
  const usable = deviceGiB * engine.utilisationRatio;
  const weightsGiB = weightBytesPerDevice(weights, layout, model.layers) / BYTES_PER_GIB;
  const activationsGiB = activationBytes(model, layout, engine) / BYTES_PER_GIB;
  const runtimeGiB = runtimeBytes(layout, engine) / BYTES_PER_GIB;
  const cacheGiB = usable - weightsGiB - activationsGiB - runtimeGiB;
  const share = kvShare(model, layout);
  const held = engine.heldSequences * engine.cacheCopies;
  const longest = (kvBytesOfSequence(kv, model, maxContextTokens) * share * held) / BYTES_PER_GIB;
  const replicaCacheBytes = (Math.max(0, cacheGiB) * BYTES_PER_GIB * layout.attentionData) / share / engine.cacheCopies;
  const blocks = Math.floor(kvTokensIn(replicaCacheBytes, kv, model, maxContextTokens) / blockTokens);
  const kvCacheTokens = blocks * blockTokens;
  return {
    deviceGiB,
    usableGiB: usable,
    weightsGiB,
    activationsGiB,
    runtimeGiB,
    cacheGiB,
    longestSequenceGiB: longest,
    kvCacheTokens,
    maxConcurrency: kvCacheTokens / maxContextTokens,
    fits: cacheGiB >= longest,
  };
}
