/** The memory budget of the fullest device of a replica, and how many tokens its cache holds. */
import { BYTES_PER_GIB } from '../../units.js';
import { type KvBytes, kvBytesOfSequence, kvShare, kvTokensIn } from './kv-cache.js';
import type { Layout } from './layouts.js';
import type { ModelShape } from './model-shape.js';
import { activationBytes, type EngineMemory, runtimeBytes, unprofiledBytes } from './runtime-memory.js';
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
  /** Memory of a full step that the engine has set nothing aside for, and that does not lie free either. */
  readonly overrunGiB: number;
  /** Weights and the rest fit, the cache holds one longest sequence, and a full step runs. */
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
  const weightsGiB = weightBytesPerDevice(weights, layout, model.layers) / BYTES_PER_GIB;
  const activationsGiB = activationBytes(model, layout, engine) / BYTES_PER_GIB;
  const runtimeGiB = runtimeBytes(layout, engine) / BYTES_PER_GIB;
  const { usableGiB, cacheGiB } = shareOf(engine, deviceGiB, { weightsGiB, activationsGiB, runtimeGiB });
  const idleGiB = Math.max(0, deviceGiB - usableGiB - engine.outsideGraphGiB);
  const overrunGiB = Math.max(0, unprofiledBytes(model, layout, engine) / BYTES_PER_GIB - idleGiB);
  const share = kvShare(model, layout);
  const held = engine.heldSequences * engine.cacheCopies;
  const longest = (kvBytesOfSequence(kv, model, maxContextTokens) * share * held) / BYTES_PER_GIB;
  const replicaCacheBytes = (Math.max(0, cacheGiB) * BYTES_PER_GIB * layout.attentionData) / share / engine.cacheCopies;
  const blocks = Math.floor(kvTokensIn(replicaCacheBytes, kv, model, maxContextTokens) / blockTokens);
  const kvCacheTokens = blocks * blockTokens;
  return {
    deviceGiB,
    usableGiB,
    weightsGiB,
    activationsGiB,
    runtimeGiB,
    cacheGiB,
    longestSequenceGiB: longest,
    kvCacheTokens,
    maxConcurrency: kvCacheTokens / maxContextTokens,
    overrunGiB,
    fits: cacheGiB >= longest && overrunGiB === 0,
  };
}

/** What an engine takes of a device, and what of it is left to the cache; negative = short by that much. */
function shareOf(
  engine: EngineMemory,
  deviceGiB: number,
  parts: { readonly weightsGiB: number; readonly activationsGiB: number; readonly runtimeGiB: number },
): { readonly usableGiB: number; readonly cacheGiB: number } {
  const { weightsGiB, activationsGiB, runtimeGiB } = parts;
  const share = engine.utilisationRatio;
  const loaded = weightsGiB + activationsGiB + runtimeGiB;
  switch (engine.cacheRule) {
    case 'device':
      return { usableGiB: deviceGiB * share, cacheGiB: deviceGiB * share - loaded };
    case 'static':
      // The share is taken of what the context leaves free; activations find room in the rest.
      return { usableGiB: deviceGiB * share, cacheGiB: (deviceGiB - runtimeGiB) * share - weightsGiB };
    case 'free': {
      const free = deviceGiB - loaded;
      const cacheGiB = free > 0 ? free * share : free;
      return { usableGiB: loaded + cacheGiB, cacheGiB };
    }
  }
}
