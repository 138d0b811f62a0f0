/** Time of the collectives of one layer: all-reduce of a tensor group, all-to-all of experts, hand-over between stages. */

export interface LinkRates {
  readonly latencySeconds: number;
  readonly bytesPerSecond: number;
}

/**
 * All-reduce of `bytes` over `n` devices: latency, then `2 (n − 1) / n` of the bytes over the link.
 * Worked example: 1 MiB over 8 devices at 9 µs and 270 GB/s → 9 + 1.75 × 1,048,576 / 270e9 = 15.8 µs.
 */
export function allReduceSeconds(bytes: number, n: number, link: LinkRates): number {
  if (n <= 1) return 0;
  // Latency grows with the tree or ring that a message walks.
  return link.latencySeconds * (0.75 + 0.125 * n) + ((2 * (n - 1)) / n) * (bytes / link.bytesPerSecond);
}

/** Dispatch and combine of a MoE layer over `n` devices: each device sends (n − 1) / n of its token copies, twice. */
export function allToAllSeconds(bytesPerDevice: number, n: number, link: LinkRates): number {
  if (n <= 1) return 0;
  return 2 * (2 * link.latencySeconds + (((n - 1) / n) * bytesPerDevice) / link.bytesPerSecond);
}
