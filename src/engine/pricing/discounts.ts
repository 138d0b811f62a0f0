/** What share of a list price is paid: the provider's public term discounts, and the customer's own price book. */
import type { SkuKind } from '../catalogue/price.js';
import type { BillingMode, PriceArea, Provider, TermDiscount } from '../catalogue/provider.js';
import type { PriceBook } from './schemas.js';

const SERVER_KINDS: readonly SkuKind[] = ['instance', 'accelerator-card'];

/** What a discount is asked for. */
export interface Discounted {
  readonly provider: Provider;
  readonly family: string | null;
  readonly sku: string;
  readonly skuKind: SkuKind;
  readonly region: string;
  readonly billingMode: BillingMode;
  readonly termMonths: number;
}

export interface Payable {
  readonly ratio: number;
  /** The term is what earns the discount. */
  readonly isTermDiscounted: boolean;
  readonly isFromPriceBook: boolean;
}

/**
 * Public term discount: the entries that name the family (or the sku) before those for all families; of those the term earns,
 * the lowest ratio. Disks and services take a discount only where it names their kind or sku.
 */
export function termRatio(what: Discounted, areasOfRegion: readonly PriceArea[]): number {
  const named: TermDiscount[] = [];
  const general: TermDiscount[] = [];
  for (const discount of what.provider.billing.termDiscounts) {
    if (discount.billingMode !== what.billingMode) continue;
    const kinds: readonly string[] = discount.skuKinds ?? SERVER_KINDS;
    if (!kinds.includes(what.skuKind) && !discount.families.includes(what.sku)) continue;
    if (
      discount.areas !== undefined &&
      !discount.areas.some((a) => a === what.region || areasOfRegion.some((x) => x.id === a))
    )
      continue;
    if (discount.families.length === 0) general.push(discount);
    else if ((what.family !== null && discount.families.includes(what.family)) || discount.families.includes(what.sku))
      named.push(discount);
  }
  let ratio = 1;
  for (const discount of named.length > 0 ? named : general)
    if (discount.minimumTermMonths <= what.termMonths && discount.payableRatio < ratio) ratio = discount.payableRatio;
  return ratio;
}

/** The customer's discount: the one that names the sku, else the family, else any; the lowest among equals. */
export function bookDiscount(
  what: Discounted,
  book: PriceBook | null,
  pricedOn: string,
): { readonly ratio: number; readonly stacks: boolean } | null {
  if (book === null) return null;
  let best: { ratio: number; stacks: boolean } | null = null;
  let bestRank = -1;
  for (const d of book.discounts) {
    if (d.provider !== what.provider.id) continue;
    if (d.effectiveFrom !== undefined && d.effectiveFrom > pricedOn) continue;
    if (d.effectiveTo !== undefined && d.effectiveTo < pricedOn) continue;
    if (isStated(d.regions) && !d.regions?.includes(what.region)) continue;
    if (isStated(d.billingModes) && !d.billingModes?.includes(what.billingMode)) continue;
    if ((d.minimumTermMonths ?? 1) > what.termMonths) continue;
    let rank = 0;
    if (isStated(d.skus)) {
      if (!d.skus?.includes(what.sku)) continue;
      rank = 2;
    } else if (isStated(d.families)) {
      if (what.family === null || !d.families?.includes(what.family)) continue;
      rank = 1;
    } else if (what.family === null) continue;
    if (rank > bestRank || (rank === bestRank && best !== null && d.payableRatio < best.ratio)) {
      best = { ratio: d.payableRatio, stacks: d.stacks ?? false };
      bestRank = rank;
    }
  }
  return best;
}

export function payableRatio(
  what: Discounted,
  areasOfRegion: readonly PriceArea[],
  book: PriceBook | null,
  pricedOn: string,
): Payable {
  const term = termRatio(what, areasOfRegion);
  const own = bookDiscount(what, book, pricedOn);
  if (own === null) return { ratio: term, isTermDiscounted: term < 1, isFromPriceBook: false };
  // Nine decimals, so that a ratio that came out of float arithmetic is the decimal it stands for.
  const ratio = Number((own.stacks ? term * own.ratio : Math.min(term, own.ratio)).toFixed(9));
  return { ratio, isTermDiscounted: ratio < own.ratio || (own.stacks && term < 1), isFromPriceBook: ratio < term };
}

function isStated(list: readonly unknown[] | undefined): boolean {
  return list !== undefined && list.length > 0;
}
