/** Servers put together from the prices of their parts, where a provider prices processors, memory and cards apart. */
import type { InstanceType } from '../engine/catalogue/instance.js';
import { amountText, Decimal } from './amounts.js';

export interface PartPrices {
  /** A processor, a GiB of memory, a card, a GiB of local disk: by the hour. */
  readonly processor: Decimal | undefined;
  readonly memoryGiB: Decimal | undefined;
  readonly card: Decimal | undefined;
  readonly localDiskGiB?: Decimal | undefined;
}

export interface Parts {
  readonly processors: number;
  readonly memoryGiB: number;
  readonly cards: number;
  readonly localDiskGiB: number;
}

/** Cards count whole: four eighths are half a card. undefined = a figure of the type is unknown. */
export function partsOf(type: InstanceType): Parts | undefined {
  if (type.vcpu === null || type.memoryGiB === null || type.acceleratorCount === null) return undefined;
  return {
    processors: type.vcpu,
    memoryGiB: type.memoryGiB,
    cards: type.acceleratorCount * (type.acceleratorShare ?? 1),
    localDiskGiB: type.localNvmeGiB ?? 0,
  };
}

/**
 * processors × price + memory × price + cards × price (+ local disk × price). undefined = the price of a part is missing:
 * a server without its host is no bargain (https://github.com/skypilot-org/skypilot/pull/472).
 */
export function sumOfParts(parts: Parts, prices: PartPrices): string | undefined {
  const lines = [
    [parts.processors, prices.processor],
    [parts.memoryGiB, prices.memoryGiB],
    [parts.cards, prices.card],
    ...('localDiskGiB' in prices ? ([[parts.localDiskGiB, prices.localDiskGiB]] as const) : []),
  ] as const;
  let sum = new Decimal(0);
  for (const [quantity, price] of lines) {
    if (quantity === 0) continue;
    if (price === undefined) return undefined;
    sum = sum.plus(price.times(quantity));
  }
  return amountText(sum);
}
