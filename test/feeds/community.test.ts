/** SkyPilot, gpuhunt, ec2instances.info, OpenCost, FOCUS. */
import { describe, expect, it } from 'vitest';
import { instanceType } from '../support/small-catalogue.js';
import { readFeed } from './read-feed.js';

describe('skypilot', () => {
  it('makes a row of each price there is, and none of an empty one', async () => {
    const text = [
      'InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,AvailabilityZone',
      `z9.2x,Z9,1.0,8,32,"{'Gpus': [{'Name': 'Z9', 'Count': 1.0}]}",1.23,0.4,r1,r1-a`,
      'z9.4x,Z9,2,16,64,,2.46,,r1,',
      'z9.8x,Z9,4,32,128,,,1.5,r1,',
      'z9.16x,Z9,8,64,256,,,,r1,',
      'c9.large,,,2,4,,0.09,,r1,',
      'z9.p,Z9,1,8,32,,1.39,1.39,r1,r1-b',
    ].join('\n');
    const { lines, skipped, rows } = await readFeed('skypilot', text);
    expect(lines).toEqual([
      'z9.2x r1-a on-demand 1.23 USD/hour',
      'z9.2x r1-a spot 0.4 USD/hour',
      'z9.4x r1 on-demand 2.46 USD/hour',
      'z9.8x r1 spot 1.5 USD/hour',
      'z9.p r1-b on-demand 1.39 USD/hour',
    ]);
    expect(skipped).toEqual({
      'skipped-no-price': 1,
      'skipped-no-accelerator': 1,
      // a spot price that only repeats the on-demand one
      'skipped-same-as-on-demand': 1,
    });
    expect(rows[0]?.hardware).toEqual({ acceleratorName: 'Z9', acceleratorCount: 1 });
  });

  it('reads columns in any order, with currency, day, source and memory where they are', async () => {
    const text =
      'Region,Price,InstanceType,AcceleratorName,AcceleratorCount,DeviceMemoryMiB,Currency,PriceAsOf,PriceSource,SpotPrice,AvailabilityZone\n' +
      'cn-1,8.5,z9.2x,Z9,1,24576,CNY,2029-12-31T00:00:00Z,their repository,,cn-1a|cn-1b\n';
    const { rows } = await readFeed('skypilot', text);
    expect(rows[0]).toMatchObject({
      row: { region: 'cn-1', currency: 'CNY', asOfDay: '2029-12-31', source: 'a list (their repository)' },
      hardware: { acceleratorMemoryGiB: 24 },
    });
    expect(rows[0]?.row.zone).toBeUndefined();
  });

  it('holds a row without region until one is given', async () => {
    const text = 'InstanceType,AcceleratorName,AcceleratorCount,Price,SpotPrice,Region\nG1,H200,1,2.6,,\n';
    expect((await readFeed('skypilot', text)).unreadable).toMatchObject([{ line: 2, code: 'unreadable-row' }]);
    expect((await readFeed('skypilot', text, { region: 'it-1' })).lines).toEqual(['G1 it-1 on-demand 2.6 USD/hour']);
  });
});

describe('gpuhunt', () => {
  it('reads a row for each market', async () => {
    const text =
      'instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot,disk_size,gpu_vendor,flags\n' +
      'z9.2x,r1,1.23,8,32,1,Z9,24,False,,,\nz9.2x,r1,0.4,8,32,1,Z9,24,True,,,\nc9,r1,0.1,2,4,0,,,False,,,\nz9.4x,r1,,16,64,2,Z9,24,False,,,\n';
    const { lines, skipped, rows } = await readFeed('gpuhunt', text);
    expect(lines).toEqual(['z9.2x r1 on-demand 1.23 USD/hour', 'z9.2x r1 spot 0.4 USD/hour']);
    expect(skipped).toEqual({ 'skipped-no-accelerator': 1, 'skipped-no-price': 1 });
    expect(rows[0]?.hardware).toEqual({ acceleratorName: 'Z9', acceleratorCount: 1, acceleratorMemoryGiB: 24 });
  });
});

describe('ec2-instances', () => {
  it('reads texts as prices, "N/A" as none, and reserved prices by term and payment', async () => {
    const text = JSON.stringify([
      {
        instance_type: 'z9.2xlarge',
        GPU: 1,
        GPU_model: 'NVIDIA Z9',
        GPU_memory: 24,
        pricing: {
          'test-1': {
            linux: {
              ondemand: '1.234',
              spot_min: '0.4',
              spot_avg: '0.45',
              spot_max: '0.5',
              pct_interrupt: '5-10%',
              reserved: {
                'yrTerm1Standard.noUpfront': '0.8',
                'yrTerm3Savings.allUpfront': '0.5',
                'yrTerm1Convertible.noUpfront': '0.9',
              },
            },
            mswin: { ondemand: '1.602' },
            rhel: { ondemand: '1.4' },
            ebs: '0',
          },
          'cn-test-1': { linux: { ondemand: 'N/A' } },
        },
      },
      { instance_type: 'c9.large', GPU: 0, pricing: {} },
    ]);
    const { lines, skipped } = await readFeed('ec2-instances', text);
    expect(lines).toEqual([
      'z9.2xlarge test-1 on-demand 1.234 USD/hour',
      'z9.2xlarge test-1 spot 0.45 USD/hour',
      'z9.2xlarge test-1 reserved 12m no-upfront 0.8 USD/hour',
      'z9.2xlarge test-1 savings-plan 36m all-upfront 0.5 USD/hour',
      'z9.2xlarge test-1 windows on-demand 1.602 USD/hour',
    ]);
    expect(skipped).toEqual({
      'skipped-convertible-offering': 1,
      'skipped-operating-system': 1,
      'skipped-no-price': 1,
      'skipped-no-accelerator': 1,
    });
  });
});

describe('opencost-csv', () => {
  const header = 'EndTimestamp,InstanceID,Region,AssetClass,InstanceIDField,InstanceType,MarketPriceHourly,Version\n';

  it('takes nodes as they are where no card has a price of its own', async () => {
    const text = `${header}# a comment\n2030-01-01 00:00:00 UTC,node-1,r1,node,metadata.name,z9.2x,1.23,\n2030-01-01 00:00:00 UTC,disk,r1,pv,spec.x,,0.01,\n`;
    const { lines, skipped } = await readFeed('opencost-csv', text);
    expect(lines).toEqual(['z9.2x r1 on-demand 1.23 USD/hour']);
    expect(skipped).toEqual({ 'skipped-other-product': 1 });
  });

  it('adds the cards to their host: eight of them eight times', async () => {
    // https://github.com/opencost/opencost/issues/723: a node with eight cards was priced as with one.
    const text = `${header}2030,node-1,r1,node,metadata.name,z9.16x,4,\n2030,node-2,r1,node,metadata.name,unknown.2x,4,\n2030,nvidia-z9,,gpu,nvidia.com/gpu_type,,3.0,\n`;
    const types = [
      instanceType({ provider: 'testcloud', id: 'z9.16x', family: 'z9', accelerator: 'z9', acceleratorCount: 8 }),
    ];
    const { lines, skipped } = await readFeed('opencost-csv', text, { instanceTypes: types });
    // 4 + 8 × 3 = 28
    expect(lines).toEqual(['z9.16x r1 on-demand 28 USD/hour']);
    expect(skipped).toEqual({ 'skipped-incomplete-parts': 1 });
  });
});

describe('opencost-json', () => {
  it('reads nodes a line', async () => {
    const text =
      '{"properties":{"provider":"testcloud","region":"r1","instanceType":"z9.2x","provisioning":"on-demand"},"prices":{"node":{"unit":"hr","price":2.736}}}\n' +
      '{"properties":{"provider":"testcloud","region":"r1","instanceType":"z9.2x","provisioning":"spot"},"prices":{"node":{"unit":"hr","price":1.1}}}\n' +
      '{"properties":{"provider":"AWS","region":"r1","instanceType":"z9.2x","provisioning":"spot"},"prices":{"node":{"unit":"hr","price":1.1}}}\n';
    const { lines, skipped } = await readFeed('opencost-json', text);
    expect(lines).toEqual(['z9.2x r1 on-demand 2.736 USD/hour', 'z9.2x r1 spot 1.1 USD/hour']);
    expect(skipped).toEqual({ 'skipped-other-provider': 1 });
  });

  it('puts servers together from rates, so that the parts sum to the server', async () => {
    const text = '{"provider":"custom","CPU":"0.031611","RAM":"0.004237","GPU":"0.95","storage":"0.00005"}';
    const types = [
      instanceType({
        provider: 'testcloud',
        id: 'z9.2x',
        family: 'z9',
        accelerator: 'z9',
        acceleratorCount: 1,
        vcpu: 8,
        memoryGiB: 32,
      }),
    ];
    // 8 × 0.031611 + 32 × 0.004237 + 0.95 = 0.252888 + 0.135584 + 0.95: with a card, the processors still cost
    expect((await readFeed('opencost-json', text, { instanceTypes: types, region: 'r1' })).lines).toEqual([
      'z9.2x r1 on-demand 1.338472 USD/hour',
    ]);
  });
});

describe('focus', () => {
  const header =
    'ProviderName,RegionId,AvailabilityZone,ChargeCategory,ChargeClass,PricingCategory,SkuPriceId,PricingUnit,PricingQuantity,ListUnitPrice,ContractedUnitPrice,BillingCurrency,ChargePeriodStart,ChargePeriodEnd,SkuPriceDetails\n';
  const details = '"{""InstanceType"":""z9.2x"",""GpuCount"":1,""MemorySize"":32}"';

  it('takes usage once, divides units, and the latest of a price that moves', async () => {
    const text = [
      `TestCloud,r1,r1-a,Usage,,Standard,sp-1,Hours,1,2.50,2.10,USD,2030-01-01T00:00:00Z,2030-01-01T01:00:00Z,${details}`,
      `TestCloud,r1,r1-b,Usage,,Standard,sp-1,Hours,1,2.50,2.10,USD,2030-01-01T01:00:00Z,2030-01-01T02:00:00Z,${details}`,
      `TestCloud,r1,r1-a,Usage,,Dynamic,sp-2,100 Hours,1,70,70,USD,2030-01-01T05:00:00Z,2030-01-01T06:00:00Z,${details}`,
      `TestCloud,r1,r1-a,Usage,,Dynamic,sp-2,100 Hours,1,80,80,USD,2030-01-01T04:00:00Z,2030-01-01T05:00:00Z,${details}`,
      `TestCloud,r1,,Tax,,,,Hours,1,,,USD,2030-01-01T00:00:00Z,2030-01-02T00:00:00Z,`,
      `TestCloud,r1,,Usage,Correction,Standard,sp-1,Hours,1,9,9,USD,2030-01-01T00:00:00Z,2030-01-02T00:00:00Z,${details}`,
      `TestCloud,r1,,Usage,,Committed,sp-1,Hours,1,2.5,1,USD,2030-01-01T00:00:00Z,2030-01-02T00:00:00Z,${details}`,
      `OtherCloud,r1,,Usage,,Standard,sp-1,Hours,1,9,9,USD,2030-01-01T00:00:00Z,2030-01-02T00:00:00Z,${details}`,
      `TestCloud,r1,,Usage,,Standard,sp-3,Hours,1,,,USD,2030-01-01T00:00:00Z,2030-01-02T00:00:00Z,${details}`,
    ].join('\n');
    const { lines, skipped } = await readFeed('focus', header + text, { providerNames: ['Test Cloud'] });
    expect(lines).toEqual(['z9.2x r1 on-demand 2.5 USD/hour', 'z9.2x r1-a spot 0.7 USD/hour']);
    expect(skipped).toEqual({
      'skipped-not-a-usage-charge': 2,
      'skipped-other-product': 1,
      'skipped-other-provider': 1,
      'skipped-no-price': 1,
    });
    const own = await readFeed('focus', header + text, { providerNames: ['Test Cloud'], basis: 'payable' });
    expect(own.lines[0]).toBe('z9.2x r1 on-demand 2.1 USD/hour');
  });
});
