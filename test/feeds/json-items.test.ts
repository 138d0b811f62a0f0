/** Price lists that hold, in some place, anything but what their format has there: told row by row, never a crash. */
import { describe, expect, it } from 'vitest';
import { FeedError } from '../../src/feeds/feed.js';
import type { FeedId } from '../../src/feeds/index.js';
import { readFeed } from './read-feed.js';

const WRONG = [null, '1', 'x', [], [null], ['1'], {}, { a: null }, { a: [null] }];

const aws = { productFamily: 'Compute Instance', sku: 'a', region: 'xx-test-1' };
const awsAttributes = {
  instanceType: 'p9.48xlarge',
  regionCode: 'xx-test-1',
  operatingSystem: 'Linux',
  tenancy: 'Shared',
  capacitystatus: 'Used',
  preInstalledSw: 'NA',
  licenseModel: 'No License required',
  gpu: '8',
};
const awsPairs = Object.entries(awsAttributes).map(([key, value]) => ({ key, value }));
const azure = {
  serviceName: 'Virtual Machines',
  armSkuName: 'Standard_ND96isr_H100_v5',
  armRegionName: 'eastus',
  type: 'Consumption',
  unitOfMeasure: '1 Hour',
  retailPrice: 98.3,
  currencyCode: 'USD',
  productName: 'Virtual Machines NDsrH100v5 Series',
  skuName: 'ND96isr_H100_v5',
  meterName: 'ND96isr_H100_v5',
};
const gcp = {
  description: 'Nvidia L4 GPU running in Iowa',
  category: { usageType: 'OnDemand' },
  serviceRegions: ['us-central1'],
  pricingInfo: [{ pricingExpression: { usageUnit: 'h', tieredRates: [{ unitPrice: { units: '1', nanos: 0 } }] } }],
};
const gcpTiers = (tieredRates: unknown) => ({
  skus: [{ ...gcp, pricingInfo: [{ pricingExpression: { usageUnit: 'h', tieredRates } }] }],
});
const tencent = { InstanceType: 'T9.X', Zone: 'ap-test-1', InstanceChargeType: 'POSTPAID_BY_HOUR', GpuCount: 1 };
const alibabaKey = 'cn-test::ecs.gn9::vpc::linux::optimized';

/** Every place of a format where an object or a list should stand. */
const PLACES: Partial<Record<FeedId, readonly ((wrong: unknown) => unknown)[]>> = {
  'aws-offer-json': [
    (wrong) => ({ products: { a: wrong } }),
    (wrong) => ({ products: { a: { ...aws, attributes: wrong } } }),
    (wrong) => ({ products: { a: { ...aws, attributes: awsAttributes } }, terms: { OnDemand: { a: wrong } } }),
    (wrong) => ({
      products: { a: { ...aws, attributes: awsAttributes } },
      terms: {
        Reserved: { a: { b: { termAttributes: wrong, priceDimensions: { c: wrong, d: { pricePerUnit: wrong } } } } },
      },
    }),
  ],
  'aws-savings-plans-json': [
    (wrong) => ({ products: [wrong], terms: { savingsPlan: [{ rates: [{}] }] } }),
    (wrong) => ({ terms: { savingsPlan: [wrong, {}] } }),
    (wrong) => ({
      terms: { savingsPlan: [{ leaseContractLength: wrong, rates: [wrong, { discountedRate: wrong }] }] },
    }),
    (wrong) => ({ terms: { savingsPlan: [{ rates: wrong }] } }),
  ],
  'azure-retail': [(wrong) => ({ Items: [wrong] }), (wrong) => ({ Items: [{ ...azure, savingsPlan: wrong }] })],
  'gcp-skus': [
    (wrong) => ({ skus: [wrong] }),
    (wrong) => ({ skus: [{ ...gcp, category: wrong }] }),
    (wrong) => ({ skus: [{ ...gcp, serviceRegions: wrong }] }),
    (wrong) => ({ skus: [{ ...gcp, pricingInfo: wrong }] }),
    gcpTiers,
    (wrong) => gcpTiers([{ unitPrice: wrong }]),
  ],
  'alibaba-describe-price': [
    (wrong) => ({ PriceInfo: { Price: wrong } }),
    (wrong) => ({ PriceInfo: { Price: { DetailInfos: wrong } } }),
    (wrong) => ({ PriceInfo: { Price: { DetailInfos: { ResourcePriceModel: [wrong] } } } }),
  ],
  'alibaba-price-file': [
    (wrong) => ({ pricingInfo: { [alibabaKey]: wrong } }),
    (wrong) => ({ pricingInfo: { [alibabaKey]: { hours: wrong } } }),
    (wrong) => ({ pricingInfo: { [alibabaKey]: { hours: [wrong] } } }),
  ],
  'ec2-instances': [
    (wrong) => [wrong],
    (wrong) => [{ instance_type: 'p9.48xlarge', GPU: 8, pricing: wrong }],
    (wrong) => [{ instance_type: 'p9.48xlarge', GPU: 8, pricing: { 'xx-test-1': wrong } }],
    (wrong) => [{ instance_type: 'p9.48xlarge', GPU: 8, pricing: { 'xx-test-1': { linux: wrong } } }],
    (wrong) => [{ instance_type: 'p9.48xlarge', GPU: 8, pricing: { 'xx-test-1': { linux: { reserved: wrong } } } }],
  ],
  infracost: [
    (wrong) => ({ products: [wrong] }),
    (wrong) => ({ products: [{ ...aws, attributes: wrong }] }),
    (wrong) => ({ products: [{ ...aws, attributes: [...awsPairs, wrong], prices: wrong }] }),
    (wrong) => ({
      products: [{ ...aws, attributes: awsPairs, prices: [wrong, { purchaseOption: 'on_demand', USD: wrong }] }],
    }),
  ],
  karpenter: [
    (wrong) => ({ 'xx-test-1': wrong }),
    (wrong) => ({ prices: { 'xx-test-1': wrong } }),
    (wrong) => ({ prices: { 'xx-test-1': { on_demand: wrong, spot: { 'p9.48xlarge': wrong } } } }),
  ],
  'opencost-json': [(wrong) => ({ properties: wrong, prices: wrong }), (wrong) => ({ prices: { node: wrong } })],
  'tencent-price-inquiry': [(wrong) => ({ Price: { InstancePrice: wrong } })],
  'tencent-zone-config': [
    (wrong) => ({ InstanceTypeQuotaSet: [wrong] }),
    (wrong) => ({ InstanceTypeQuotaSet: [{ ...tencent, Price: wrong }] }),
  ],
};

const cases = Object.entries(PLACES).flatMap(([id, places]) =>
  places.map((text, place) => [id as FeedId, place, text] as const),
);

describe('a list that holds something else than its format says', () => {
  it.each(cases)('%s, place %i', async (id, _place, text) => {
    for (const wrong of WRONG) {
      const read = await readFeed(id, JSON.stringify(text(wrong)), {
        currency: 'CNY',
        region: 'xx-test-1',
        sku: 'x',
      }).catch((error: unknown) => error);
      if (read instanceof Error) expect(read, JSON.stringify(wrong)).toBeInstanceOf(FeedError);
    }
  });

  it('goes on with the rest of the list, and says what it could not read', async () => {
    const good = { ...tencent, Price: { UnitPrice: '8.5', UnitPriceDiscount: '8.5', ChargeUnit: 'HOUR' } };
    const text = JSON.stringify({ InstanceTypeQuotaSet: [null, good] });
    const { rows, unreadable } = await readFeed('tencent-zone-config', text, { currency: 'CNY' });
    expect(rows.map(({ row }) => row.sku)).toEqual(['T9.X']);
    expect(unreadable.map(({ code, line }) => [code, line])).toEqual([['unreadable-row', 1]]);
  });

  it('says that the regions of a part cannot be read', async () => {
    const { unreadable } = await readFeed(
      'gcp-skus',
      JSON.stringify({ skus: [{ ...gcp, serviceRegions: 'us-central1' }] }),
    );
    expect(unreadable.map(({ code, facts }) => [code, facts.field])).toEqual([['unreadable-row', 'serviceRegions']]);
  });
});
