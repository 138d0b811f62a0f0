/** Whole bills whose expected figures are worked out here, by hand, from list prices with their sources. */
import { describe, expect, it } from 'vitest';
import { openPricing } from '../../../src/engine/pricing/index.js';
import type { StorageNeed, Usage } from '../../../src/engine/pricing/schemas.js';
import { offerOf, PROVENANCE, smallCatalogue } from '../../support/catalogue.js';
import { fleet, question } from './support.js';

const discount = (minimumTermMonths: number, payableRatio: number, skuKinds?: string[]) => ({
  families: [],
  billingMode: 'subscription' as const,
  minimumTermMonths,
  payableRatio,
  provenance: PROVENANCE,
  ...(skuKinds === undefined ? {} : { skuKinds }),
});

/**
 * Tencent Cloud list prices, mainland, CNY (purchase guide, product 560/8025, 2021–2022): GN7.2XLARGE32 7.81 an hour and 2,250
 * a month in the cheapest zone, 8.68 and 2,500 in the dearest; GT4.41XLARGE948 237.51 and 114,016. Disks and snapshots of
 * Guangzhou (2022): CLOUD_SSD 1 a GiB-month prepaid and 0.0025 a GiB-hour; CLOUD_HSSD 1 and 0.0021, extra throughput above
 * 350 MB/s at 3 (to 650 MB/s of it) and 5 a MBps-month, 0.0042 and 0.007 a MBps-hour; snapshots 0.13 a GiB-month. Term discount 12
 * months 0.83 for servers and disks. Traffic tiers and the free image tier are made up.
 */
const TENCENT = smallCatalogue({
  providers: [
    {
      id: 'tc',
      billing: {
        pricesIncludeTax: true,
        termDiscounts: [discount(12, 0.83), discount(36, 0.5), discount(12, 0.83, ['block-storage'])],
      },
    },
  ],
  regions: [{ provider: 'tc', id: 'gz' }],
  areas: [
    { provider: 'tc', id: 'mainland', regions: ['gz'], bound: 'exact' },
    { provider: 'tc', id: 'mainland-low', regions: ['gz'], bound: 'low' },
    { provider: 'tc', id: 'mainland-high', regions: ['gz'], bound: 'high' },
  ],
  types: [
    { provider: 'tc', id: 'GN7.2XLARGE32', family: 'GN7' },
    { provider: 'tc', id: 'GT4.41XLARGE948', family: 'GT4' },
  ],
  storageTypes: [
    { provider: 'tc', id: 'CLOUD_SSD', kind: 'block' },
    { provider: 'tc', id: 'CLOUD_HSSD', kind: 'block', includedPerformanceMBps: 350, stepGiB: 10, minimumGiB: 20 },
  ],
  rows: [
    { provider: 'tc', area: 'mainland-low', sku: 'GN7.2XLARGE32', price: '7.81' },
    { provider: 'tc', area: 'mainland-high', sku: 'GN7.2XLARGE32', price: '8.68' },
    {
      provider: 'tc',
      area: 'mainland-low',
      sku: 'GN7.2XLARGE32',
      price: '2250',
      billingMode: 'subscription',
      unit: 'month',
    },
    {
      provider: 'tc',
      area: 'mainland-high',
      sku: 'GN7.2XLARGE32',
      price: '2500',
      billingMode: 'subscription',
      unit: 'month',
    },
    { provider: 'tc', area: 'mainland', sku: 'GT4.41XLARGE948', price: '237.51' },
    {
      provider: 'tc',
      area: 'mainland',
      sku: 'GT4.41XLARGE948',
      price: '114016',
      billingMode: 'subscription',
      unit: 'month',
    },
    ...(['CLOUD_SSD', 'CLOUD_HSSD'] as const).flatMap((sku) => [
      {
        provider: 'tc',
        region: 'gz',
        sku,
        skuKind: 'block-storage' as const,
        price: sku === 'CLOUD_SSD' ? '0.0025' : '0.0021',
        unit: 'GiB-hour' as const,
      },
      {
        provider: 'tc',
        region: 'gz',
        sku,
        skuKind: 'block-storage' as const,
        price: '1',
        unit: 'GiB-month' as const,
        billingMode: 'subscription' as const,
      },
    ]),
    ...(
      [
        ['on-demand', 'MBps-hour', '0.0042', '0.007'],
        ['subscription', 'MBps-month', '3', '5'],
      ] as const
    ).flatMap(([billingMode, unit, low, high]) => [
      {
        provider: 'tc',
        region: 'gz',
        sku: 'CLOUD_HSSD',
        skuKind: 'block-storage-performance' as const,
        billingMode,
        unit,
        price: low,
        tierFrom: 0,
        tierTo: 650,
      },
      {
        provider: 'tc',
        region: 'gz',
        sku: 'CLOUD_HSSD',
        skuKind: 'block-storage-performance' as const,
        billingMode,
        unit,
        price: high,
        tierFrom: 650,
      },
    ]),
    { provider: 'tc', region: 'gz', sku: 'SNAP', skuKind: 'snapshot', price: '0.13', unit: 'GiB-month' },
    {
      provider: 'tc',
      region: 'gz',
      sku: 'IMG',
      skuKind: 'image',
      price: '0',
      unit: 'GiB-month',
      tierFrom: 0,
      tierTo: 80,
    },
    { provider: 'tc', region: 'gz', sku: 'IMG', skuKind: 'image', price: '0.13', unit: 'GiB-month', tierFrom: 80 },
    {
      provider: 'tc',
      region: 'gz',
      sku: 'OUT',
      skuKind: 'egress-traffic',
      price: '0.8',
      unit: 'GiB',
      tierFrom: 0,
      tierTo: 1024,
    },
    { provider: 'tc', region: 'gz', sku: 'OUT', skuKind: 'egress-traffic', price: '0.7', unit: 'GiB', tierFrom: 1024 },
  ],
});

/** The bill, after checking what is true of every bill. */
function billOf(
  catalogue: typeof TENCENT,
  type: string,
  servers: number,
  storage: StorageNeed,
  usage: Usage = {},
  currency = 'CNY',
  more = {},
) {
  const pricing = openPricing(catalogue, question({ storage, usage, currency, ...more }));
  const offer = offerOf(catalogue, type);
  const bill = pricing.bill(offer, fleet({ unitsAtPeak: servers, isInterruptible: true }));
  const sum = bill.lines.reduce((total, line) => total + Math.round(Number(line.amount ?? 0) * 100), 0);
  if (bill.monthly !== null) expect((sum / 100).toFixed(2)).toBe(bill.monthly.amount);
  for (const line of bill.lines)
    if (line.unitPrice !== null && line.amount !== null)
      expect(
        Math.abs(line.quantity * Number(line.unitPrice) * (line.discountRatio ?? 1) - Number(line.amount)),
      ).toBeLessThan(0.00501);
  const quick = pricing.quick(offer, fleet({ unitsAtPeak: servers, isInterruptible: true }));
  if (!bill.unpriced) {
    expect(quick.monthly.toFixed(2)).toBe(bill.monthly?.amount);
  } else expect(quick.monthly).toBeNaN();
  return bill;
}

describe('the whole bill of GN7.2XLARGE32', () => {
  it('adds two servers, disks, snapshots, images and traffic; the dearest zone counts, the cheapest is the low', () => {
    const storage = {
      systemDiskGiB: 100,
      snapshotGiB: 50,
      imageGiB: 100,
      egressGiBPerMonth: 2000,
      diskType: 'CLOUD_SSD',
    };
    const bill = billOf(TENCENT, 'GN7.2XLARGE32', 2, storage);
    const disks = 2 * 100 * 1;
    const rest = disks + 50 * 0.13 + 20 * 0.13 + 1024 * 0.8 + 976 * 0.7;
    expect(bill.monthly).toEqual({ amount: (2 * 2500 + rest).toFixed(2), currency: 'CNY' });
    expect(bill.monthlyRange).toEqual({ low: (2 * 2250 + rest).toFixed(2), high: (2 * 2500 + rest).toFixed(2) });
    expect(bill.hourly?.amount).toBe(((5000 + rest) / 730).toFixed(6));
    expect(bill.billingMix).toEqual([
      {
        billingMode: 'subscription',
        termMonths: 1,
        servers: 2,
        hours: 1460,
        monthly: { amount: '5000.00', currency: 'CNY' },
      },
    ]);
    expect(bill.lines.every((line) => line.isTaxIncluded === true)).toBe(true);
    expect(bill.lines[0]?.priceSheet).toMatchObject({
      id: 'tc-list',
      version: 1,
      asOf: '2026-11-01',
      confidence: 'official',
    });
  });

  it('by the hour bills disks by the hour too', () => {
    const bill = billOf(
      TENCENT,
      'GN7.2XLARGE32',
      1,
      { systemDiskGiB: 100, diskType: 'CLOUD_SSD' },
      { hoursPerMonth: 200 },
    );
    expect(bill.monthly?.amount).toBe((200 * 8.68 + 200 * 100 * 0.0025).toFixed(2));
    expect(bill.hourly?.amount).toBe((8.68 + 0.25).toFixed(6));
  });

  it.each([
    [1023, 1023 * 0.8],
    [1024, 1024 * 0.8],
    [1025, 1024 * 0.8 + 0.7],
  ])('bills %i GiB of traffic by its tiers', (volume, expected) => {
    const bill = billOf(TENCENT, 'GN7.2XLARGE32', 1, { egressGiBPerMonth: volume });
    expect(bill.monthly?.amount).toBe((2500 + Math.round(expected * 100) / 100).toFixed(2));
  });

  it.each([
    [79, 0],
    [80, 0],
    [81, 0.13],
  ])('bills %i GiB of images after the free tier', (size, expected) => {
    expect(billOf(TENCENT, 'GN7.2XLARGE32', 1, { imageGiB: size }).monthly?.amount).toBe((2500 + expected).toFixed(2));
  });
});

describe('the whole bill of GT4.41XLARGE948', () => {
  it('for a year takes the term discount on servers and disks, and pays the year when it is bought', () => {
    const bill = billOf(
      TENCENT,
      'GT4.41XLARGE948',
      1,
      { systemDiskGiB: 200, diskType: 'CLOUD_SSD' },
      { termMonths: 12 },
    );
    expect(bill.monthly?.amount).toBe((114016 * 0.83 + 200 * 0.83).toFixed(2));
    expect(bill.lines[0]).toMatchObject({
      unitPrice: '114016',
      discountRatio: 0.83,
      termMonths: 12,
      amount: '94633.28',
    });
    const cash = bill.schedule.map((m) => Number(m.cash));
    expect(cash[0]).toBeCloseTo(12 * 94633.28 + 166, 2);
    expect(cash[1]).toBeCloseTo(166, 2);
    expect(cash.reduce((a, b) => a + b, 0)).toBeCloseTo(12 * Number(bill.monthly?.amount), 2);
  });

  it('rounds a disk up to its step and bills throughput above what it includes, by tiers', () => {
    const need = { dataDiskGiB: 501, diskType: 'CLOUD_HSSD', diskThroughputMBps: 350 + 700 };
    const bill = billOf(TENCENT, 'GT4.41XLARGE948', 2, need);
    expect(bill.monthly?.amount).toBe((2 * (114016 + 510 + 650 * 3 + 50 * 5)).toFixed(2));
    expect(bill.findings.map((f) => f.code)).toContain('disk-size-rounded');
  });

  it('counts 28- and 31-day months by their hours on demand, and the same month on subscription', () => {
    for (const days of [28, 30, 31]) {
      const usage = { hoursPerMonth: days * 24 };
      expect(
        billOf(TENCENT, 'GT4.41XLARGE948', 1, {}, usage, 'CNY', { billingModes: ['on-demand'] }).monthly?.amount,
      ).toBe((237.51 * days * 24).toFixed(2));
      expect(billOf(TENCENT, 'GT4.41XLARGE948', 1, {}, usage).monthly?.amount).toBe('114016.00');
    }
    const month = billOf(TENCENT, 'GT4.41XLARGE948', 1, {}, {}, 'CNY', { billingModes: ['on-demand'] });
    expect(month.monthly?.amount).toBe((237.51 * 730).toFixed(2));
  });
});

/**
 * Azure Standard_NC4as_T4_v3 australiacentral 0.684 USD an hour (2026-06); AWS p3.8xlarge us-east-1 12.24 USD an hour; GCP
 * a3-highgpu-1g asia-east1 12.794848 USD an hour, 5.999789 on spot (2026-08). The reserved rates, disks (by the decimal GB) and
 * traffic tiers (first 100 GB free) are made up.
 */
const OTHERS = smallCatalogue({
  providers: [
    { id: 'az', currencies: ['USD'] },
    { id: 'aw', currencies: ['USD'] },
    { id: 'gc', currencies: ['USD'], billing: { spotInterruptionNoticeSeconds: 30 } },
  ],
  regions: [
    { provider: 'az', id: 'australiacentral' },
    { provider: 'aw', id: 'us-east-1' },
    { provider: 'gc', id: 'asia-east1' },
  ],
  types: [
    { provider: 'az', id: 'Standard_NC4as_T4_v3', family: 'NC' },
    { provider: 'aw', id: 'p3.8xlarge', family: 'p3', acceleratorCount: 4 },
    { provider: 'gc', id: 'a3-highgpu-1g', family: 'a3' },
  ],
  rows: [
    { provider: 'az', region: 'australiacentral', sku: 'Standard_NC4as_T4_v3', price: '0.684', currency: 'USD' },
    {
      provider: 'az',
      region: 'australiacentral',
      sku: 'Standard_NC4as_T4_v3',
      price: '3600',
      currency: 'USD',
      billingMode: 'reserved',
      unit: 'term',
      termMonths: 12,
    },
    { provider: 'aw', region: 'us-east-1', sku: 'p3.8xlarge', price: '12.24', currency: 'USD' },
    {
      provider: 'aw',
      region: 'us-east-1',
      sku: 'p3.8xlarge',
      price: '7.96',
      currency: 'USD',
      billingMode: 'reserved',
      termMonths: 12,
      payment: 'no-upfront',
    },
    {
      provider: 'aw',
      region: 'us-east-1',
      sku: 'p3.8xlarge',
      price: '3.8',
      upfront: '33000',
      currency: 'USD',
      billingMode: 'reserved',
      termMonths: 12,
      payment: 'partial-upfront',
    },
    {
      provider: 'aw',
      region: 'us-east-1',
      sku: 'gp3',
      skuKind: 'block-storage',
      price: '0.08',
      unit: 'GB-month',
      currency: 'USD',
    },
    {
      provider: 'aw',
      region: 'us-east-1',
      sku: 'OUT',
      skuKind: 'egress-traffic',
      price: '0',
      unit: 'GB',
      tierFrom: 0,
      tierTo: 100,
      currency: 'USD',
    },
    {
      provider: 'aw',
      region: 'us-east-1',
      sku: 'OUT',
      skuKind: 'egress-traffic',
      price: '0.09',
      unit: 'GB',
      tierFrom: 100,
      currency: 'USD',
    },
    { provider: 'gc', region: 'asia-east1', sku: 'a3-highgpu-1g', price: '12.794848', currency: 'USD' },
    {
      provider: 'gc',
      region: 'asia-east1',
      sku: 'a3-highgpu-1g',
      price: '5.999789',
      currency: 'USD',
      billingMode: 'spot',
    },
  ],
});

describe('the whole bill of other clouds', () => {
  it('spreads an Azure reservation, priced for its whole term, over the months', () => {
    const bill = billOf(OTHERS, 'Standard_NC4as_T4_v3', 3, {}, { termMonths: 12 }, 'USD');
    expect(bill.monthly?.amount).toBe((3 * (3600 / 12)).toFixed(2));
    expect(bill.schedule[0]?.cash).toBe('10800.00');
    expect(bill.schedule[1]?.cash).toBe('0.00');
    expect(bill.comparedWith.allOnDemand?.amount).toBe((3 * 730 * 0.684).toFixed(2));
    expect(bill.comparedWith.allSubscription).toBeNull();
  });

  it('takes the cheaper payment of an AWS reservation, its fee spread, disks by the decimal GB, traffic after the free tier', () => {
    const bill = billOf(
      OTHERS,
      'p3.8xlarge',
      2,
      { systemDiskGiB: 100, egressGiBPerMonth: 500 },
      { termMonths: 12 },
      'USD',
    );
    const partial = 3.8 * 730 + 33000 / 12;
    expect(partial).toBeLessThan(7.96 * 730);
    const gb = 1.073741824;
    const expected = [2 * 730 * 3.8, 2 * 2750, 2 * 100 * gb * 0.08, (500 * gb - 100) * 0.09].map(
      (x) => Math.round(x * 100) / 100,
    );
    expect(bill.monthly?.amount).toBe(expected.reduce((a, b) => a + b, 0).toFixed(2));
    expect(bill.schedule[0]?.cash).toBe((66000 + Number(bill.schedule[1]?.cash)).toFixed(2));
  });

  it('uses GCP spot only for work that may be interrupted, and counts what interruptions cost', () => {
    expect(billOf(OTHERS, 'a3-highgpu-1g', 1, {}, {}, 'USD').monthly?.amount).toBe((730 * 12.794848).toFixed(2));
    const asked = { billingModes: ['on-demand', 'spot'], interruptible: true };
    const bill = billOf(OTHERS, 'a3-highgpu-1g', 1, {}, {}, 'USD', asked);
    expect(bill.monthly?.amount).toBe((803 * 5.999789).toFixed(2));
    expect(bill.findings.find((f) => f.code === 'spot-overhead-assumed')?.facts).toEqual({
      overheadRatio: 0.1,
      noticeSeconds: 30,
    });
    expect(billOf(OTHERS, 'a3-highgpu-1g', 1, {}, {}, 'USD', { ...asked, interruptible: false }).monthly?.amount).toBe(
      (730 * 12.794848).toFixed(2),
    );
  });

  it('names what it cannot price instead of counting it as nothing', () => {
    const bill = billOf(OTHERS, 'a3-highgpu-1g', 1, { snapshotGiB: 10, egressGiBPerMonth: 0 }, {}, 'USD');
    expect(bill.unpriced).toBe(true);
    expect(bill.unpricedItems.map((item) => item.component)).toEqual(['snapshot']);
    expect(bill.lines.find((l) => l.component === 'snapshot')).toMatchObject({ amount: null, unitPrice: null });
    expect(bill.lines.find((l) => l.component === 'egress-traffic')).toMatchObject({ amount: '0.00', quantity: 0 });
  });
});
