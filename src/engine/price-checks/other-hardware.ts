/**
 * Where a feed says what it prices, that must be what the catalogue holds under the name: the same accelerator, as many of
 * them, with as much memory. A third of a card is no card, and 8 × 24 GB is not 1,430 GB.
 */
import type { Accelerator } from '../catalogue/accelerator.js';
import { squeeze } from '../catalogue/names.js';
import { MIB_PER_GIB } from '../units.js';
import type { Objected, PriceCheck } from './price-check.js';

/** Feeds state memory as sold (80), as the driver shows it (79.6), in GB or GiB. */
const MEMORY_TOLERANCE = 0.1;
/** A third is written 0.33, 0.333 and 1/3. */
const COUNT_TOLERANCE = 0.05;
const NO_NAME = new Set(['', 'none', 'null', 'unknown', 'na']);

export const otherHardware: PriceCheck = {
  code: 'price-of-other-hardware',
  isOverridable: true,
  check({ row, hardware, type }, { catalogue }) {
    if (hardware === undefined || type === undefined || type.accelerator === null) return undefined;
    const accelerator = catalogue.acceleratorsById.get(type.accelerator);
    if (accelerator === undefined) return undefined;
    const count = type.acceleratorCount;
    const share = type.acceleratorShare ?? 1;
    const of = { instanceType: row.sku };

    const name = hardware.acceleratorName;
    if (name !== undefined) {
      if (NO_NAME.has(squeeze(name)))
        return { field: 'accelerator', value: name, expected: accelerator.name, facts: of };
      const resolved = catalogue.resolveAccelerator(name, '/accelerator');
      if ('found' in resolved && resolved.found.id !== accelerator.id && !isSameChip(resolved.found, accelerator))
        return { field: 'accelerator', value: name, expected: accelerator.name, facts: of };
      if ('fault' in resolved && resolved.fault.code === 'unknown-accelerator')
        return {
          field: 'accelerator',
          value: name,
          expected: `${accelerator.name}; or add "${name}" to its aliases`,
          facts: of,
        };
    }
    const stated = hardware.acceleratorCount;
    if (stated !== undefined && count !== null) {
      // A slice may be counted as the slice (1), or as its share of a card (0.33); one slice of several is not one card.
      const asShare = count * share;
      const isShare = Math.abs(stated - asShare) <= COUNT_TOLERANCE * Math.max(asShare, 0.2);
      const isWholeCount = share === 1 && stated === count;
      const isCountOfSlices =
        share < 1 && stated === count && saysSlice(hardware.acceleratorMemoryGiB, type.acceleratorMemoryGiB);
      if (!isShare && !isWholeCount && !isCountOfSlices)
        return {
          field: 'acceleratorCount',
          value: String(stated),
          expected: share === 1 ? String(count) : `${count} × ${share}`,
          facts: of,
        };
    }
    return memory(hardware.acceleratorMemoryGiB, hardware.totalAcceleratorMemoryGiB, accelerator, count, share, of);
  },
};

/** Whether the memory stated beside a count of slices is the slice's, so that the count is meant so. */
function saysSlice(statedGiB: number | undefined, sliceGiB: number | null): boolean {
  return statedGiB !== undefined && sliceGiB !== null && Math.abs(statedGiB - sliceGiB) <= MEMORY_TOLERANCE * sliceGiB;
}

function memory(
  oneGiB: number | undefined,
  totalGiB: number | undefined,
  accelerator: Accelerator,
  count: number | null,
  share: number,
  of: { readonly instanceType: string },
): Objected | undefined {
  const card = accelerator.memoryGiB;
  if (card === null) return undefined;
  if (oneGiB !== undefined && !near(oneGiB, card) && !near(oneGiB, card * share))
    return {
      field: 'acceleratorMemoryGiB',
      value: String(oneGiB),
      expected: near(oneGiB / MIB_PER_GIB, card)
        ? `${card}; the figure looks like MiB`
        : String(share === 1 ? card : card * share),
      facts: of,
    };
  if (
    totalGiB !== undefined &&
    count !== null &&
    !near(totalGiB, card * count * share) &&
    !near(totalGiB, card * count)
  )
    return {
      field: 'totalAcceleratorMemoryGiB',
      value: String(totalGiB),
      expected: near(totalGiB / MIB_PER_GIB, card * count)
        ? `${card * count}; the figure looks like MiB`
        : `${count} × ${card} = ${card * count}`,
      facts: of,
    };
  return undefined;
}

function near(value: number, expected: number): boolean {
  return Math.abs(value - expected) <= MEMORY_TOLERANCE * expected;
}

/** A feed's "A100" may be the PCIe or the SXM card: same memory, same architecture. */
function isSameChip(a: Accelerator, b: Accelerator): boolean {
  return a.memoryGiB === b.memoryGiB && a.vendor === b.vendor && a.architecture === b.architecture;
}
