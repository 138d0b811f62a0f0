/** Whole bills whose expected figures are worked out here, by hand, from list prices with their sources. */
import { describe, expect, it } from 'vitest';
import { openPricing } from '../../../src/engine/pricing/index.js';
import { offerOf, smallCatalogue } from '../../support/catalogue.js';
import { fleet, question } from './support.js';

/**
 * Tencent Cloud list prices, mainland, CNY (purchase guide "价格总览", product 560/8025, 2021–2022): GN7.2XLARGE32 7.81 an hour
 * and 2,250 a month in the cheapest zone, 8.68 and 2,500 in the dearest; GT4.41XLARGE948 237.51 an hour, 114,016 a month.
 * CLOUD_SSD Guangzhou 1 a GB-month prepaid, 0.0025 a GB-hour (2022); snapshots 0.13 a GB-month; term discounts 12 months
 * 0.83, 36 months 0.5 (CVM families other than S5).
 */
const TENCENT = smallCatalogue({
  providers: [
    {
      id: 'tc',
      billing: {
        termDiscounts: [
          {
            families: [],
            billingMode: 'subscription',
            minimumTermMonths: 6,
            payableRatio: 0.88,
            provenance: { source: 't', asOf: null, confidence: 'official-mirror' },
          },
          {
            families: [],
            billingMode: 'subscription',
            minimumTermMonths: 12,
            payableRatio: 0.83,
            provenance: { source: 't', asOf: null, confidence: 'official-mirror' },
          },
          {
            families: [],
            billingMode: 'subscription',
            minimumTermMonths: 36,
            payableRatio: 0.5,
            provenance: { source: 't', asOf: null, confidence: 'official-mirror' },
          },
        ],
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
  storageTypes: [{ provider: 'tc', id: 'CLOUD_SSD', kind: 'block' }],
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
    { provider: 'tc', region: 'gz', sku: 'CLOUD_SSD', skuKind: 'block-storage', price: '0.0025', unit: 'GiB-hour' },
    {
      provider: 'tc',
      region: 'gz',
      sku: 'CLOUD_SSD',
      skuKind: 'block-storage',
      price: '1',
      unit: 'GiB-month',
      billingMode: 'subscription',
    },
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

describe('the whole bill', () => {
  it('of two GN7 for a month adds servers, disks, snapshots, images and traffic', () => {
    const storage = { systemDiskGiB: 100, snapshotGiB: 50, imageGiB: 100, egressGiBPerMonth: 2000 };
    const bill = openPricing(TENCENT, question({ storage })).bill(
      offerOf(TENCENT, 'GN7.2XLARGE32'),
      fleet({ unitsAtPeak: 2 }),
    );
    const servers = 2 * 2500;
    const disks = 2 * 100 * 1;
    const snapshots = 50 * 0.13;
    const images = 20 * 0.13;
    const traffic = 1024 * 0.8 + 976 * 0.7;
    expect(bill.monthly).toEqual({
      amount: (servers + disks + snapshots + images + traffic).toFixed(2),
      currency: 'CNY',
    });
    expect(bill.monthlyRange?.low).toBe((2 * 2250 + disks + snapshots + images + traffic).toFixed(2));
    expect(bill.billingMix).toEqual([
      {
        billingMode: 'subscription',
        termMonths: 1,
        servers: 2,
        hours: 1460,
        monthly: { amount: '5000.00', currency: 'CNY' },
      },
    ]);
    expect(bill.unpriced).toBe(false);
  });
});
