/** Savings plans, commitments, price maps and price services: small texts of our own in the shape of each. */
import { describe, expect, it } from 'vitest';
import { instanceType } from '../support/small-catalogue.js';
import { readFeed } from './read-feed.js';

describe('aws-savings-plans', () => {
  const rate = (part: object) => ({
    discountedSku: 'D1',
    discountedUsageType: 'TST1-BoxUsage:p9.48xlarge',
    discountedOperation: 'RunInstances',
    discountedServiceCode: 'AmazonEC2',
    rateCode: 'S1.D1',
    unit: 'Hrs',
    discountedRate: { price: '60.5000000000', currency: 'USD' },
    discountedRegionCode: 'xx-test-1',
    discountedInstanceType: 'p9.48xlarge',
    ...part,
  });
  const plan = (sku: string, productFamily: string, purchaseOption: string, rates: object[]) => ({
    product: { sku, productFamily, attributes: { purchaseOption, purchaseTerm: '1yr', granularity: 'hourly' } },
    term: {
      sku,
      description: `1 year ${purchaseOption} plan`,
      effectiveDate: '2030-01-02T00:00:00Z',
      leaseContractLength: { duration: 1, unit: 'year' },
      rates,
    },
  });
  const file = (plans: ReturnType<typeof plan>[]) =>
    JSON.stringify({
      formatVersion: 'v1.0',
      products: plans.map(({ product }) => product),
      terms: { savingsPlan: plans.map(({ term }) => term) },
    });

  it('takes the plan for any family, and keeps the one bound to a family for the record', async () => {
    const text = file([
      plan('S1', 'ComputeSavingsPlans', 'No Upfront', [
        rate({}),
        rate({ discountedOperation: 'RunInstances:0002', discountedRate: { price: '69', currency: 'USD' } }),
        rate({ discountedOperation: 'RunInstances:0010' }),
        rate({ discountedUsageType: 'TST1-DedicatedUsage:p9.48xlarge' }),
        rate({ discountedUsageType: 'TST1-UnusedBox:p9.48xlarge' }),
        rate({ discountedUsageType: 'TST1-BoxUsage:m9.large', discountedInstanceType: 'm9.large' }),
        rate({ discountedServiceCode: 'AWSLambda', discountedUsageType: 'TST1-Lambda-GB-Second' }),
      ]),
      plan('S2', 'EC2InstanceSavingsPlans', 'All Upfront', [
        rate({ discountedRate: { price: '50', currency: 'USD' } }),
      ]),
      plan('S3', 'SageMakerSavingsPlans', 'No Upfront', [rate({})]),
    ]);
    const { rows, lines, skipped } = await readFeed('aws-savings-plans-json', text);
    expect(lines).toEqual([
      'p9.48xlarge xx-test-1 savings-plan 12m no-upfront 60.5 USD/hour',
      'p9.48xlarge xx-test-1 windows savings-plan 12m no-upfront 69 USD/hour',
      'p9.48xlarge xx-test-1 savings-plan 12m all-upfront 50 USD/hour',
    ]);
    expect(rows.map(({ row }) => [row.isComparable, row.conditions, row.effectiveFrom])).toEqual([
      [undefined, 'plan for any family in any region', '2030-01-02'],
      [undefined, 'plan for any family in any region', '2030-01-02'],
      [false, 'plan bound to the family p9 in its region', '2030-01-02'],
    ]);
    expect(skipped).toEqual({
      'skipped-operating-system': 1,
      'skipped-tenancy': 1,
      'skipped-capacity-reservation': 1,
      'skipped-no-accelerator': 1,
      'skipped-other-product': 2,
    });
  });

  it('reads the same of the CSV, whose first lines are no header', async () => {
    const text = [
      'FormatVersion,v1.0',
      'Disclaimer,"This pricing list is for informational purposes only."',
      'Publication Date,2030-01-02T00:00:00Z',
      'Version,20300102000000',
      'OfferCode,AWSComputeSavingsPlan',
      'SKU,RateCode,Unit,EffectiveDate,DiscountedRate,Currency,DiscountedSKU,DiscountedServiceCode,DiscountedUsageType,DiscountedOperation,PurchaseOption,LeaseContractLength,LeaseContractLengthUnit,ServiceCode,UsageType,Operation,Description,Instance Family,Location,Location Type,Granularity,Product Family,DiscountedRegionCode,DiscountedInstanceType',
      'S1,S1.D1,Hrs,2030-01-02T00:00:00Z,45.25,USD,D1,AmazonEC2,BoxUsage:p9.48xlarge,RunInstances,Partial Upfront,3,year,ComputeSavingsPlans,ComputeSP:3yrPartialUpfront,,3 year plan,,Any,AWS Region,hourly,ComputeSavingsPlans,us-east-1,p9.48xlarge',
    ].join('\n');
    expect((await readFeed('aws-savings-plans-csv', text)).lines).toEqual([
      'p9.48xlarge us-east-1 savings-plan 36m partial-upfront 45.25 USD/hour',
    ]);
  });

  it('holds back a rate whose place or term is not said', async () => {
    const { unreadable } = await readFeed(
      'aws-savings-plans-json',
      file([
        plan('S1', 'ComputeSavingsPlans', 'Later', [rate({})]),
        plan('S2', 'ComputeSavingsPlans', 'No Upfront', [rate({ discountedRegionCode: undefined })]),
      ]),
    );
    expect(unreadable.map(({ code, facts }) => [code, facts.field])).toEqual([
      ['unreadable-term', 'term'],
      ['unreadable-row', 'discountedRegionCode'],
    ]);
  });
});

describe('gcp-skus', () => {
  const sku = (description: string, usageType: string, units: string, nanos: number, usageUnit = 'h') => ({
    skuId: description,
    description,
    category: { resourceFamily: 'Compute', usageType },
    serviceRegions: ['test-1'],
    pricingInfo: [
      {
        pricingExpression: {
          usageUnit,
          tieredRates: [{ startUsageAmount: 0, unitPrice: { currencyCode: 'USD', units, nanos } }],
        },
      },
    ],
  });
  const types = [
    instanceType({
      provider: 'testcloud',
      id: 'g2-standard-8',
      family: 'g2',
      accelerator: 'l4',
      vcpu: 8,
      memoryGiB: 32,
    }),
    instanceType({
      provider: 'testcloud',
      id: 'n1-standard-8',
      family: 'n1',
      accelerator: 't4',
      vcpu: 8,
      memoryGiB: 30,
    }),
  ];

  it('sums the parts of a commitment, each term for itself', async () => {
    const text = JSON.stringify({
      skus: [
        sku('Commitment v1: G2 Cpu in Americas for 1 Year', 'Commit1Yr', '0', 10_000_000),
        sku('Commitment v1: G2 Ram in Americas for 1 Year', 'Commit1Yr', '0', 1_000_000, 'GiBy.h'),
        sku('Commitment v1: Nvidia L4 GPU running in Americas for 1 Year', 'Commit1Yr', '0', 350_000_000),
        sku('Commitment v1: Cpu in Americas for 3 Year', 'Commit3Yr', '0', 20_000_000),
        sku('Commitment v1: Ram in Americas for 3 Year', 'Commit3Yr', '0', 2_000_000, 'GiBy.h'),
        sku('Commitment v1: Nvidia Tesla T4 GPU running in Americas for 3 Years', 'Commit3Yr', '0', 160_000_000),
        sku('Nvidia L4 GPU running in Americas', 'OnDemand', '0', 560_000_000),
      ],
    });
    const { lines, skips } = await readFeed('gcp-skus', text, { instanceTypes: types });
    expect([...lines].sort()).toEqual([
      // 8 × 0.01 + 32 × 0.001 + 0.35
      'g2-standard-8 test-1 reserved 12m no-upfront 0.462 USD/hour',
      // 8 × 0.02 + 30 × 0.002 + 0.16
      'n1-standard-8 test-1 reserved 36m no-upfront 0.38 USD/hour',
    ]);
    // On demand there is a card and no host.
    expect(skips.map(({ path }) => path)).toEqual(['g2-standard-8 in test-1, on-demand']);
  });
});

describe('karpenter', () => {
  it('reads the Go source: many prices a line, a region before its brace', async () => {
    const text = [
      '//go:build !ignore_autogenerated',
      'package pricing',
      '',
      '// generated at 2030-01-02T00:00:00Z for us-east-1',
      '',
      'var InitialOnDemandPricesAWS = map[string]map[ec2types.InstanceType]float64{',
      '\t// us-east-1',
      '\t"us-east-1": {',
      '\t\t// m9 family',
      '\t\t"m9.large": 0.1, "p9.48xlarge": 55.040000, "p9.24xlarge": 27.52,',
      '\t},',
      '\t"xx-test-1": {',
      '\t\t"p9.48xlarge": 1e2,',
      '\t},',
      '}',
    ].join('\n');
    const { lines, rows, skipped } = await readFeed('karpenter', text, { currency: 'USD' }, 11);
    expect(lines).toEqual([
      'p9.48xlarge us-east-1 on-demand 55.04 USD/hour',
      'p9.24xlarge us-east-1 on-demand 27.52 USD/hour',
      'p9.48xlarge xx-test-1 on-demand 100 USD/hour',
    ]);
    expect(rows.map(({ row, line }) => [line, row.asOfDay])).toEqual([
      [10, '2030-01-02'],
      [10, '2030-01-02'],
      [13, '2030-01-02'],
    ]);
    expect(skipped).toEqual({ 'skipped-no-accelerator': 1 });
  });

  it('reads both JSON forms, the exact digits of each price', async () => {
    const plain = '{"cn-test":{"ecs.gn9.xlarge":10.5000000000000001,"ecs.g9.large":0.5}}';
    const { lines, skipped } = await readFeed('karpenter', plain, { currency: 'CNY' });
    expect([lines, skipped]).toEqual([
      ['ecs.gn9.xlarge cn-test on-demand 10.5 CNY/hour'],
      { 'skipped-no-accelerator': 1 },
    ]);
    const wrapped =
      '\uFEFF{ "prices": {"cn-test":{"on_demand":{"ecs.gn9.xlarge":10},"spot":{"ecs.gn9.xlarge":"n/a"}}}}';
    const { lines: both, unreadable } = await readFeed('karpenter', wrapped, { currency: 'CNY' });
    expect(both).toEqual(['ecs.gn9.xlarge cn-test on-demand 10 CNY/hour']);
    expect(unreadable.map(({ code }) => code)).toEqual(['unreadable-price']);
  });

  it('takes what the catalogue knows, whatever its name', async () => {
    const types = [
      instanceType({ provider: 'testcloud', id: 'odd.1', family: 'odd', accelerator: 't4' }),
      instanceType({ provider: 'testcloud', id: 'p8.none', family: 'p8', accelerator: null }),
    ];
    const { lines } = await readFeed('karpenter', '{"r":{"odd.1":1,"p8.none":1,"other":1}}', {
      currency: 'USD',
      instanceTypes: types,
    });
    expect(lines).toEqual(['odd.1 r on-demand 1 USD/hour']);
  });
});

describe('infracost', () => {
  const attributes = (of: Readonly<Record<string, string>>) =>
    Object.entries(of).map(([key, value]) => ({ key, value }));
  const server = {
    instanceType: 'z9.2xlarge',
    operatingSystem: 'Linux',
    tenancy: 'Shared',
    capacitystatus: 'Used',
    preInstalledSw: 'NA',
    gpu: '1',
  };
  const product = (part: object) => ({
    vendorName: 'testcloud',
    service: 'AmazonEC2',
    productFamily: 'Compute Instance',
    region: 'test-1',
    sku: 'A',
    ...part,
  });
  const price = (part: object) => ({
    unit: 'Hrs',
    purchaseOption: 'on_demand',
    effectiveDateStart: '2030-01-02T00:00:00Z',
    ...part,
  });
  const answer = (products: object[]) => JSON.stringify({ data: { products } });

  it('takes the product that is the server, and puts the parts of a term together', async () => {
    const reserved = { purchaseOption: 'reserved', termLength: '1yr', termOfferingClass: 'standard' };
    const { lines, skipped } = await readFeed(
      'infracost',
      answer([
        product({
          attributes: attributes(server),
          prices: [
            price({ USD: '1.2340000000' }),
            price({ purchaseOption: 'spot', USD: '0.4' }),
            price({ ...reserved, termPurchaseOption: 'No Upfront', USD: '0.8' }),
            price({ ...reserved, termPurchaseOption: 'All Upfront', USD: '0.0000000000' }),
            price({ ...reserved, termPurchaseOption: 'All Upfront', unit: 'Quantity', USD: '5000' }),
            price({ ...reserved, termOfferingClass: 'convertible', termPurchaseOption: 'No Upfront', USD: '0.9' }),
            price({ USD: null }),
          ],
        }),
        product({
          attributes: attributes({ ...server, capacitystatus: 'UnusedCapacityReservation' }),
          prices: [price({ USD: '0' })],
        }),
        product({ attributes: attributes({ ...server, tenancy: 'Dedicated' }), prices: [price({ USD: '2' })] }),
        product({ vendorName: 'other', attributes: attributes(server), prices: [price({ USD: '9' })] }),
        product({
          vendorName: 'testcloud',
          attributes: attributes({ resourceGroup: 'GPU' }),
          prices: [price({ USD: '9' })],
        }),
      ]),
    );
    expect(lines).toEqual([
      'z9.2xlarge test-1 on-demand 1.234 USD/hour',
      'z9.2xlarge test-1 spot 0.4 USD/hour',
      'z9.2xlarge test-1 reserved 12m no-upfront 0.8 USD/hour',
      'z9.2xlarge test-1 reserved 12m all-upfront 0+5000 USD/hour',
    ]);
    expect(skipped).toEqual({
      'skipped-convertible-offering': 1,
      'skipped-no-price': 1,
      'skipped-capacity-reservation': 1,
      'skipped-tenancy': 1,
      'skipped-other-provider': 1,
      'skipped-incomplete-parts': 1,
    });
  });

  it('reads the words of Azure, and a reservation as the whole of its term', async () => {
    const vm = {
      armSkuName: 'Standard_NC9z_v9',
      productName: 'Virtual Machines NCz v9 Series',
      skuName: 'NC9z v9',
      meterName: 'NC9z v9',
    };
    const { lines, skipped, unreadable } = await readFeed(
      'infracost',
      answer([
        product({
          attributes: attributes(vm),
          prices: [
            price({ purchaseOption: 'Consumption', unit: '1 Hour', USD: '1.5' }),
            price({ purchaseOption: 'Spot', unit: '1 Hour', USD: '0.3' }),
            price({ purchaseOption: 'Low Priority', unit: '1 Hour', USD: '0.2' }),
            price({ purchaseOption: 'Reservation', unit: '1 Hour', termLength: '1 Year', USD: '8000' }),
            price({ purchaseOption: 'Consumption', unit: '1 Parsec', USD: '1' }),
          ],
        }),
        product({
          region: null,
          attributes: attributes(vm),
          prices: [price({ purchaseOption: 'Consumption', USD: '1' })],
        }),
      ]),
    );
    expect(lines).toEqual([
      'Standard_NC9z_v9 test-1 on-demand 1.5 USD/hour',
      'Standard_NC9z_v9 test-1 spot 0.3 USD/hour',
      'Standard_NC9z_v9 test-1 reserved 12m 8000 USD/term',
    ]);
    expect(skipped).toEqual({ 'skipped-low-priority': 1 });
    expect(unreadable.map(({ code }) => code)).toEqual(['unreadable-unit', 'unreadable-row']);
  });
});
