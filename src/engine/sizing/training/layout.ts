/** A way to spread one training job over devices. Counts multiply: tensor × pipeline × context × data = devices. */

export type Sharding = 'none' | 'zero1' | 'zero2' | 'zero3';
export type Checkpointing = 'none' | 'selective' | 'full';

export interface Layout {
  readonly tensor: number;
  readonly pipeline: number;
  readonly context: number;
  readonly expert: number;
  readonly data: number;
  /** Sequences a device works on at once. */
  readonly microBatch: number;
  readonly sharding: Sharding;
  /** Devices over which zero3 shards; fewer than `data` = hybrid: sharded within, replicated between. */
  readonly shardWidth: number;
  readonly checkpointing: Checkpointing;
  /** Model chunks a pipeline stage holds (interleaved schedule). */
  readonly virtualStages: number;
  /** Optimiser state lives in host memory. */
  readonly isOffloaded: boolean;
}

export function devicesOf(layout: Layout): number {
  return layout.tensor * layout.pipeline * layout.context * layout.data;
}

/** Micro-batches that a pipeline works through in one optimiser step. */
export function microBatches(globalBatch: number, layout: Pick<Layout, 'data' | 'microBatch'>): number {
  return Math.max(1, Math.ceil(globalBatch / (layout.data * layout.microBatch) - 1e-9));
}
