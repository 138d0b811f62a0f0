/**
 * AWS Price List, savings plans (AWSComputeSavingsPlan), as JSON and as CSV: rates by plan. The plan that holds for any
 * family in any region prices servers; one that is bound to a family in its region is kept for the record, because a second
 * rate of the same term would be taken for the same thing. The rate of a plan paid up front is by the hour all the same.
 * https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/reading-service-price-list-file-for-savings-plans.html
 */
import type { PriceRow } from '../engine/catalogue/price.js';
import { acceleratedNames } from './accelerated-names.js';
import { amountText, readAmount } from './amounts.js';
import { csvRecords } from './csv-records.js';
import {
  type Feed,
  type FeedEvent,
  type FeedPlace,
  type FeedSettings,
  sampleOf,
  statedBy,
  wrongFormat,
} from './feed.js';
import { type Item, itemIn, itemsIn } from './json-items.js';
import { jsonRecords } from './json-records.js';
import { readTermMonths } from './units-of-price.js';

/** A rate in the words of the file. */
interface PlanRate {
  /** ComputeSavingsPlans, EC2InstanceSavingsPlans, SageMakerSavingsPlans … */
  readonly plan: string;
  readonly purchaseOption: string;
  /** "1 year", "3yr" */
  readonly term: string;
  readonly sku: string;
  readonly service: string;
  readonly usageType: string;
  readonly operation: string;
  readonly instanceType: string;
  readonly region: string;
  readonly unit: string;
  readonly price: string;
  readonly currency: string;
  readonly effectiveDate: string;
}

export const awsSavingsPlansJson: Feed = {
  title: 'AWS: savings plans (JSON)',
  needs: [],
  async *read(bytes, settings) {
    const isOurs = acceleratedNames(settings);
    const products = new Map<string, Item>();
    let terms = 0;
    const selectors = [
      ['products', '*'],
      ['terms', 'savingsPlan', '*'],
    ];
    for await (const record of jsonRecords(bytes, selectors)) {
      const value = itemIn(record.value);
      const sku = String(value.sku ?? '');
      if (record.selector === 0) {
        products.set(sku, value);
        continue;
      }
      terms++;
      const product = products.get(sku) ?? {};
      const attributes = itemIn(product.attributes);
      const length = itemIn(value.leaseContractLength);
      const description = String(value.description ?? '');
      for (const [index, rate] of itemsIn(value.rates).entries()) {
        const { price, currency } = itemIn(rate.discountedRate);
        yield eventOf(
          {
            plan: String(product.productFamily ?? planOf(description)),
            purchaseOption: String(attributes.purchaseOption ?? upfrontOf(description)),
            term: `${String(length.duration ?? '')} ${String(length.unit ?? '')}`,
            sku: String(rate.rateCode ?? sku),
            service: String(rate.discountedServiceCode ?? ''),
            usageType: String(rate.discountedUsageType ?? ''),
            operation: String(rate.discountedOperation ?? ''),
            instanceType: String(rate.discountedInstanceType ?? ''),
            region: String(rate.discountedRegionCode ?? ''),
            unit: String(rate.unit ?? ''),
            price: String(price ?? ''),
            currency: String(currency ?? ''),
            effectiveDate: String(value.effectiveDate ?? ''),
          },
          { line: record.number, path: `${record.path.join('.')}.rates.${index}` },
          rate,
          isOurs,
          settings,
        );
      }
    }
    if (terms === 0) throw wrongFormat({ missing: ['terms.savingsPlan'] });
  },
};

export const awsSavingsPlansCsv: Feed = {
  title: 'AWS: savings plans (CSV)',
  needs: [],
  async *read(bytes, settings) {
    const isOurs = acceleratedNames(settings);
    const required = ['DiscountedRate', 'DiscountedUsageType', 'DiscountedOperation', 'Product Family'];
    for await (const record of csvRecords(bytes, { required, header: 'find' })) {
      const cell = (column: string) => record.get(column).trim();
      yield eventOf(
        {
          plan: cell('Product Family'),
          purchaseOption: cell('PurchaseOption'),
          term: `${cell('LeaseContractLength')} ${cell('LeaseContractLengthUnit')}`,
          sku: cell('RateCode'),
          service: cell('DiscountedServiceCode'),
          usageType: cell('DiscountedUsageType'),
          operation: cell('DiscountedOperation'),
          instanceType: cell('DiscountedInstanceType'),
          region: cell('DiscountedRegionCode'),
          unit: cell('Unit'),
          price: cell('DiscountedRate'),
          currency: cell('Currency'),
          effectiveDate: cell('EffectiveDate'),
        },
        { line: record.line },
        record.cells.join(','),
        isOurs,
        settings,
      );
    }
  },
};

/** Where the product is not in the file: "1 year Partial Upfront Compute Savings Plan". */
function planOf(description: string): string {
  if (/EC2 Instance Savings Plan/i.test(description)) return 'EC2InstanceSavingsPlans';
  return /Compute Savings Plan/i.test(description) ? 'ComputeSavingsPlans' : '';
}

function upfrontOf(description: string): string {
  return /(No|Partial|All) Upfront/i.exec(description)?.[0] ?? '';
}

const PAYMENTS: Readonly<Record<string, PriceRow['payment']>> = {
  'no upfront': 'no-upfront',
  'partial upfront': 'partial-upfront',
  'all upfront': 'all-upfront',
};

function eventOf(
  rate: PlanRate,
  place: FeedPlace,
  whole: unknown,
  isOurs: (sku: string) => boolean,
  settings: FeedSettings,
): FeedEvent {
  const sample = sampleOf(whole);
  const skip = (reason: Extract<FeedEvent, { kind: 'skip' }>['reason']) =>
    ({ kind: 'skip', ...place, reason, sample }) as const;
  const unreadable = (code: Extract<FeedEvent, { kind: 'unreadable' }>['code'], field: string, value: string) =>
    ({ kind: 'unreadable', ...place, code, facts: { field, value: value.slice(0, 100) }, sample }) as const;

  const isCompute = rate.plan === 'ComputeSavingsPlans';
  const isOfFamily = rate.plan === 'EC2InstanceSavingsPlans';
  if ((!isCompute && !isOfFamily) || rate.service !== 'AmazonEC2') return skip('skipped-other-product');
  // "USW2-BoxUsage:p5.48xlarge"; DedicatedUsage and HostUsage are other tenancies, UnusedBox a reservation that stands idle.
  const [, use = '', sku = rate.instanceType] = /^(?:[A-Z0-9]+-)?([A-Za-z]+)(?::(.+))?$/.exec(rate.usageType) ?? [];
  if (/^Unused/i.test(use)) return skip('skipped-capacity-reservation');
  if (use !== 'BoxUsage') return skip(/Usage$/.test(use) ? 'skipped-tenancy' : 'skipped-other-product');
  if (!isOurs(sku)) return skip('skipped-no-accelerator');
  const os = ({ RunInstances: 'linux', 'RunInstances:0002': 'windows' } as const)[rate.operation];
  if (os === undefined) return skip('skipped-operating-system');
  if (settings.currency !== undefined && rate.currency !== settings.currency) return skip('skipped-other-currency');

  const termMonths = readTermMonths(rate.term);
  const payment = PAYMENTS[rate.purchaseOption.toLowerCase()];
  if (termMonths === undefined || payment === undefined)
    return unreadable('unreadable-term', 'term', `${rate.term} ${rate.purchaseOption}`);
  if (!/^hrs?$/i.test(rate.unit)) return unreadable('unreadable-unit', 'unit', rate.unit);
  const price = readAmount(rate.price);
  if (price === undefined) return unreadable('unreadable-price', 'discountedRate', rate.price);
  const region = rate.region || settings.region || '';
  if (region === '') return unreadable('unreadable-row', 'discountedRegionCode', '');
  const family = sku.split('.')[0] ?? sku;
  return {
    kind: 'row',
    ...place,
    row: {
      provider: settings.provider,
      region,
      sku,
      skuKind: 'instance',
      billingMode: 'savings-plan',
      termMonths,
      payment,
      unit: 'hour',
      price: amountText(price),
      currency: rate.currency,
      effectiveFrom: /^\d{4}-\d{2}-\d{2}/.exec(rate.effectiveDate)?.[0] ?? null,
      ...(os === 'windows' ? { os } : {}),
      ...(isCompute
        ? { conditions: 'plan for any family in any region' }
        : { conditions: `plan bound to the family ${family} in its region`, isComparable: false }),
      ...statedBy(settings, `rate ${rate.sku}`),
    },
  };
}
