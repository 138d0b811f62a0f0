/**
 * What the JSON and the CSV of the AWS Price List (offer file of AmazonEC2) have in common: which of the hundreds of SKUs
 * of an instance type is the price of the server.
 * https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/reading-service-price-list-file-for-services.html
 */
import type { PriceRow } from '../engine/catalogue/price.js';
import { amountText, type Decimal } from './amounts.js';
import { type FeedSettings, type StatedHardware, statedBy } from './feed.js';
import type { SkipReason } from './reasons.js';
import { readTermMonths } from './units-of-price.js';

export interface AwsProduct {
  readonly sku: string;
  readonly productFamily: string;
  readonly instanceType: string;
  readonly regionCode: string;
  readonly operatingSystem: string;
  readonly tenancy: string;
  readonly capacityStatus: string;
  readonly preInstalledSoftware: string;
  readonly licenseModel: string;
  readonly marketOption: string;
  readonly gpu: string;
  readonly gpuMemory: string;
}

/** Types with AWS's own chips, whose `gpu` is empty. */
const OWN_CHIPS = /^(inf|trn|dl)\d/;
const ABSENT = new Set(['', 'NA', 'N/A']);

/** Why a product is not the plain price of an accelerated server; undefined = it is one. */
export function whyNotTaken(product: AwsProduct): SkipReason | undefined {
  if (product.instanceType === '') return 'skipped-other-product';
  const isBareMetal = product.productFamily === 'Compute Instance (bare metal)';
  // The family may be absent; https://github.com/lyft/awspricing/issues/14
  if (!isBareMetal && product.productFamily !== '' && product.productFamily !== 'Compute Instance')
    return 'skipped-other-product';
  if (ABSENT.has(product.gpu) && !OWN_CHIPS.test(product.instanceType)) return 'skipped-no-accelerator';
  // Priced by an operating-system surcharge alone: an eight-card server at $0.3; the money is a fee up front.
  if (product.marketOption === 'CapacityBlock') return 'skipped-capacity-block';
  if (product.marketOption !== '' && product.marketOption !== 'OnDemand') return 'skipped-other-product';
  // AllocatedCapacityReservation and UnusedCapacityReservation: $0, or a second price for the same server.
  if (product.capacityStatus !== '' && product.capacityStatus !== 'Used') return 'skipped-capacity-reservation';
  if (product.tenancy !== 'Shared' && !(isBareMetal && product.tenancy === 'Dedicated')) return 'skipped-tenancy';
  if (product.operatingSystem !== 'Linux' && product.operatingSystem !== 'Windows') return 'skipped-operating-system';
  if (/bring your own/i.test(product.licenseModel)) return 'skipped-own-licence';
  if (!ABSENT.has(product.preInstalledSoftware)) return 'skipped-extra-software';
  return undefined;
}

/** gpu "8", gpuMemory "640 GB HBM3": memory of all cards. */
export function hardwareOf(product: AwsProduct): StatedHardware {
  const count = Number(product.gpu);
  const memory = /^([\d.]+)\s*(GB|GiB)/i.exec(product.gpuMemory);
  return {
    ...(count > 0 ? { acceleratorCount: count } : {}),
    ...(memory === null ? {} : { totalAcceleratorMemoryGiB: Number(memory[1]) }),
  };
}

export function baseRow(product: AwsProduct, currency: string, effectiveDate: string, settings: FeedSettings) {
  return {
    provider: settings.provider,
    region: product.regionCode,
    sku: product.instanceType,
    skuKind: 'instance',
    currency,
    effectiveFrom: /^\d{4}-\d{2}-\d{2}/.exec(effectiveDate)?.[0] ?? null,
    ...(product.operatingSystem === 'Windows' ? { os: 'windows' } : {}),
    ...statedBy(settings, `sku ${product.sku}`),
  } as const;
}

export interface AwsReservedTerm {
  readonly leaseContractLength: string;
  readonly purchaseOption: string;
  readonly hourly: Decimal | undefined;
  readonly upfront: Decimal | undefined;
}

/**
 * A reserved rate. All Upfront: the hourly dimension is 0 and the money stands in the "Quantity" one. undefined = the term
 * is unknown, or a part of the price is missing.
 */
export function reservedRow(
  base: ReturnType<typeof baseRow>,
  term: AwsReservedTerm,
): PriceRow | 'skipped-incomplete-parts' | 'unreadable-term' {
  const termMonths = readTermMonths(term.leaseContractLength);
  const payment = (
    { 'No Upfront': 'no-upfront', 'Partial Upfront': 'partial-upfront', 'All Upfront': 'all-upfront' } as const
  )[term.purchaseOption];
  if (termMonths === undefined || payment === undefined) return 'unreadable-term';
  const upfront = payment === 'no-upfront' ? undefined : term.upfront;
  if (term.hourly === undefined || (payment !== 'no-upfront' && upfront === undefined))
    return 'skipped-incomplete-parts';
  return {
    ...base,
    billingMode: 'reserved',
    termMonths,
    payment,
    unit: 'hour',
    price: amountText(term.hourly),
    ...(upfront === undefined ? {} : { upfront: amountText(upfront) }),
  };
}
