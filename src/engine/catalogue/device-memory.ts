/** What a rentable device can have of its card's memory: wrong memory is the commonest slip of catalogues like this one. */
import type { Accelerator } from './accelerator.js';
import type { InstanceType } from './instance.js';

/** How far the memory of a device may lie from its card's: marketing GB against GiB and reserved memory. */
const MEMORY_TOLERANCE_RATIO = 0.15;

/** Whether a stated memory lies too far from what it should be. */
export function isFarMemory(statedGiB: number, expectedGiB: number): boolean {
  return Math.abs(statedGiB - expectedGiB) > MEMORY_TOLERANCE_RATIO * expectedGiB;
}

/** Whether the usable memory of a card can be right. Unknown is. */
export function isUsableMemoryPlausible({ memoryGiB, usableMemoryGiB }: Accelerator): boolean {
  if (memoryGiB === null || usableMemoryGiB === null) return true;
  return usableMemoryGiB <= memoryGiB && !isFarMemory(usableMemoryGiB, memoryGiB);
}

/** Memory that a device of a type should have, GiB: its share of the card; null = not known. */
export function expectedDeviceMemoryGiB(
  { acceleratorShare }: Pick<InstanceType, 'acceleratorShare'>,
  card: Pick<Accelerator, 'memoryGiB'>,
): number | null {
  return acceleratorShare === null || card.memoryGiB === null ? null : acceleratorShare * card.memoryGiB;
}
